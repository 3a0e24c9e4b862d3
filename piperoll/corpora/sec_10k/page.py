"""Read the HTML of a filing, with or without inline XBRL: its visible text, and how each part of it is printed.

A row of a table is one line, with tabs between its cells: "Net sales", tab, "$391,035", tab, "$383,285". An empty cell
with another one right of it keeps its tab; a column that is empty in all rows has none. A sign in a cell of its own
stands at its number. What the page does not show (``display:none``, where the header of XBRL is) is not in
the text; the facts in it are read.
"""

import re
from itertools import islice
from typing import Any

import lxml.etree
import lxml.html

from piperoll.corpora.sec_10k.columns import CURRENCY, JOINED, closes, skipped
from piperoll.corpora.sec_10k.filing import SIZE, Filing, Look, Tagged
from piperoll.corpora.sec_10k.xbrl import contexts_of, units_of
from piperoll.model import DocumentError
from piperoll.text.html import CELLS, LINES, PARAGRAPHS, SILENT

DECLARATION = re.compile(r"\s*<\?xml[^>]{0,200}\?>")
WHITE = re.compile(r"[\s\u200b\ufeff]+")
"""White space, no-break spaces too: filings indent and align with them. A space of width 0 fills cells that are
empty."""
NONE, SPACE, TAB, LINE, PARAGRAPH = range(5)
"""What is due before the next visible character; where two meet, the stronger one is written."""
PRINTED = ("", " ", "\t", "\n", "\n\n")
DUE = dict.fromkeys(PARAGRAPHS, PARAGRAPH) | dict.fromkeys((*LINES, "br"), LINE) | dict.fromkeys(CELLS, TAB)
TAG_LOOKS = {
    tag: int(look)
    for tags, look in (
        ("b strong", Look.BOLD),
        ("i em", Look.ITALIC),
        ("u ins", Look.UNDERLINED),
        ("td th", Look.CELL),
        ("h1 h2 h3 h4 h5 h6", Look.HEADING | Look.BOLD),
        ("center", Look.CENTRED),
    )
    for tag in tags.split()
}
"""Numbers, as all looks are while they are read: operations on flags take ten times as long."""
LINKED, CENTRE, URL = int(Look.LINKED), int(Look.CENTRED), int(Look.URL)
BOLD = re.compile(r"\b(?:font-weight:\s*(?:bold|[6-9]\d\d)|font:[^;]{0,60}\b(?:bold|[6-9]00)\b)", re.IGNORECASE)
NOT_BOLD = re.compile(r"\bfont-weight:\s*(?:normal|[1-5]\d\d)\b", re.IGNORECASE)
ITALIC = re.compile(r"\b(?:font-style:\s*(?:italic|oblique)|font:[^;]{0,60}\bitalic\b)", re.IGNORECASE)
UNDERLINED = re.compile(r"\btext-decoration[\w-]{0,8}:[^;]{0,40}\bunderline\b", re.IGNORECASE)
CENTRED = re.compile(r"\btext-align:\s*center\b", re.IGNORECASE)
NOT_CENTRED = re.compile(r"\btext-align:\s*(?:left|right|justify|start)\b", re.IGNORECASE)
SMALL_CAPITALS = re.compile(
    r"\bfont-variant[\w-]{0,8}:\s*(?:all-)?small-caps|\btext-transform:\s*uppercase", re.IGNORECASE
)
COLOUR = re.compile(r"(?<![\w-])color:\s*#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b", re.IGNORECASE)
GREY = 0x30
"""Between the strongest and the weakest part of a colour; below it is a shade of grey."""
FONT_SIZE = re.compile(r"\bfont(?:-size)?:(?:[^;]{0,60}\s)?\s*(\d{1,2}(?:\.\d{1,3})?)(pt|px)", re.IGNORECASE)
HALF_POINTS = {"pt": 2.0, "px": 1.5}
FONT_SIZES = {"1": 16, "2": 20, "3": 24, "4": 28, "5": 36, "6": 48, "7": 72}
"""The height of letters in half points, by the value of ``<font size=…>``."""
HEADING_SIZES = {"h1": 48, "h2": 36, "h3": 28, "h4": 24}
"""The height of letters of headings in half points, as pages print them that say nothing else."""
SIZES = ~((1 << SIZE) - 1)
"""The bits of a look that hold the size of its letters."""
HIDDEN = re.compile(r"\b(?:display:\s*none|visibility:\s*hidden)\b", re.IGNORECASE)
BREAK = re.compile(r"\b(?:page-)?break-(before|after):\s*(?:always|page|left|right)\b", re.IGNORECASE)
BLOCK = re.compile(r"\bdisplay:\s*(?:block|table|flex|list-item)\b", re.IGNORECASE)
FLOWING = 3
"""Paragraphs in a cell above which it is one of a page's layout, and not of a table; a head of three lines is usual."""
FIGURE = re.compile(r"[$€£(]{0,2}\s?\d[\d,.]*\s?[)%]{0,2}")
LONGEST_LINE = 30
"""Characters of a line in the head of a column, of which each is a paragraph."""
LABEL = re.compile(r"[^\w\s]{1,3}|\(?\w{1,3}[.)]")
"""Matches the label of a paragraph in an element of its own, ``<dt>``: "(1)", "a.", "•"."""
MOST_CELLS = 500
"""Cells of a table that are looked through for a figure."""
MOST_WORDS = 10
"""Pieces of text of a line or a figure that are read."""
MOST_TEXTS = 1_000
"""Pieces of text of a hidden fact that are read; facts hold each other."""
PAGES = ("hr", "page")
"""Elements of a plain text at which a page begins."""
MOSTLY = 0.5
"""A page with a larger share of its characters in ``<pre>`` is a plain text."""
XBRL = ("ix:nonnumeric", "ix:nonfraction", "ix:fraction", "ix:continuation", "ix:footnote")
NOT_SHOWN = SILENT | {"ix:header", "title", "meta", "link"}


def read(source: str) -> Filing:
    """Return the filing that a page of HTML shows.

    Raises:
        DocumentError: ``broken_html`` when there is no element at all; ``html_limit`` when it is nested too deeply.
    """
    root = parse(source)
    layout = _layout_cells(root)
    reading = _Reading(layout, skipped(root, layout))
    for event, element in (walker := lxml.etree.iterwalk(root, events=("start", "end"))):
        if event == "start":
            if not reading.open(element):
                walker.skip_subtree()
        else:
            reading.close(element)
    return reading.filing(root)


def parse(source: str) -> lxml.html.HtmlElement:
    """Parse a page, however deeply it is nested, within the limit of the parser."""
    declaration = DECLARATION.match(source)
    source = source[declaration.end() :] if declaration else source
    parser = lxml.html.HTMLParser(recover=True, remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        root = lxml.html.document_fromstring(source, parser=parser)
    except (lxml.etree.ParserError, lxml.etree.XMLSyntaxError, ValueError) as error:
        raise DocumentError(
            "broken_html", f"No HTML could be read: {error}.", remedy="Fetch the document again."
        ) from None
    if limit := next((entry for entry in parser.error_log if entry.type_name == "ERR_RESOURCE_LIMIT"), None):
        raise DocumentError("html_limit", f"Line {limit.line}: {limit.message}.", remedy="Nest the page less deeply.")
    return root


def _layout_cells(root: lxml.html.HtmlElement) -> set[lxml.html.HtmlElement]:
    """Return the cells in which paragraphs stay apart: those with a table, or with many paragraphs."""
    layout: set[lxml.html.HtmlElement] = set()
    for table in root.iter("table"):
        above = table.getparent()
        while above is not None and above not in layout:
            if above.tag in CELLS:
                layout.add(above)
            above = above.getparent()
    for cell in root.iter("td", "th"):
        inner = cell
        while len(inner) == 1 and inner[0].tag in ("div", "center", "font", "span"):
            inner = inner[0]
        many = len(inner) > FLOWING and sum(child.tag in PARAGRAPHS for child in inner) > FLOWING
        if many and not _heads_column(inner, cell):
            layout.add(cell)
    return layout


def _heads_column(inner: lxml.html.HtmlElement, cell: lxml.html.HtmlElement) -> bool:
    """Return whether the paragraphs in a cell are lines of a column's head: short, and the table has figures."""
    lines = (_words(child) for child in inner)
    if not all(len(line) <= LONGEST_LINE and not FIGURE.fullmatch(line) for line in lines):
        return False
    table = next(cell.iterancestors("table"), None)
    return table is not None and any(FIGURE.fullmatch(_words(one)) for one in islice(table.iter("td"), MOST_CELLS))


def _words(element: lxml.html.HtmlElement) -> str:
    """Return the first words in an element."""
    return WHITE.sub(" ", "".join(islice(element.itertext(), MOST_WORDS))).strip()


class _Style:
    """Hold what the ``style`` of an element says; few differ in a filing, so each is read once."""

    __slots__ = ("after", "before", "block", "hidden", "off", "on")

    def __init__(self, style: str) -> None:
        self.on = self.off = 0
        for pattern, look in ((ITALIC, Look.ITALIC), (UNDERLINED, Look.UNDERLINED), (CENTRED, Look.CENTRED)):
            self.on |= look if pattern.search(style) else 0
        self.on |= Look.SMALL_CAPITALS if SMALL_CAPITALS.search(style) else 0
        if NOT_BOLD.search(style):
            self.off |= Look.BOLD
        elif BOLD.search(style):
            self.on |= Look.BOLD
        if NOT_CENTRED.search(style):
            self.off |= Look.CENTRED
        if colour := COLOUR.search(style):
            parts = [int(part, 16) for part in colour.groups()]
            if max(parts) - min(parts) >= GREY:
                self.on |= Look.COLOURED
            else:
                self.off |= Look.COLOURED
        if size := FONT_SIZE.search(style):
            self.off |= SIZES
            self.on |= round(float(size[1]) * HALF_POINTS[size[2].lower()]) << SIZE
        self.on, self.off = int(self.on), int(self.off)
        self.hidden = bool(HIDDEN.search(style))
        self.block = bool(BLOCK.search(style))
        breaks = {match[1].lower() for match in BREAK.finditer(style)}
        self.before, self.after = "before" in breaks, "after" in breaks


class _Reading:
    """The state of :func:`read` while it walks through the elements."""

    def __init__(self, layout: set[lxml.html.HtmlElement], skipped: dict[lxml.html.HtmlElement, int]) -> None:
        self.layout, self.skipped = layout, skipped
        self.empty = 0
        """The empty columns in front of the cell that begins."""
        self.pieces: list[str] = []
        self.length = 0
        self.due = NONE
        self.styles: dict[str, _Style] = {}
        self.looks: list[tuple[int, int, int]] = []
        self.tables: list[list[int]] = []
        self.breaks: list[int] = []
        self.pictures: list[int] = []
        self.anchors: dict[str, int] = {}
        self.links: list[list[Any]] = []
        self.tagged: list[list[Any]] = []
        self.opened: list[tuple[int, int, bool, list[Any] | None, bool]] = []
        """Of each element that is open: its due, look, whether a cell, its record to be ended, a break behind it."""
        self.look = 0
        self.cells: list[bool] = []
        """Of each cell that is open: whether paragraphs stay apart in it."""
        self.last = ""
        self.plain = 0
        """Elements ``<pre>`` that are open: between them lines are as in a plain text."""
        self.raw = 0
        """Characters that stand in these."""

    def open(self, element: lxml.html.HtmlElement) -> bool:
        """Begin an element; return whether it is shown."""
        tag = element.tag
        style = self._style(element)
        if tag in NOT_SHOWN or (style is not None and style.hidden):
            self._hide(element)
            self.opened.append((NONE, self.look, False, None, False))
            return False
        due = self._due(tag, style)
        if due > self.due:
            self.due = due
        if tag == "dd" and LABEL.fullmatch(self.last) and self.due == LINE:
            self.due = SPACE
        look = self.look | TAG_LOOKS.get(tag, 0)
        if tag in HEADING_SIZES:
            look = look & ~SIZES | HEADING_SIZES[tag] << SIZE
        after = False
        if style is not None:
            look = look & ~style.off | style.on
            after = style.after
            if style.before:
                self.breaks.append(self.length)
        if (align := element.get("align")) is not None:
            look = look | CENTRE if align.lower() == "center" else look & ~CENTRE
        if tag == "font" and (size := FONT_SIZES.get(element.get("size", ""))) is not None:
            look = look & ~SIZES | size << SIZE
        cell = tag in CELLS
        if cell:
            self.cells.append(element in self.layout)
            self.empty = self.skipped.get(element, 0)
        self.plain += tag == "pre"
        if self.plain and tag in PAGES:
            self.breaks.append(self.length)
        if tag == "img":
            self.pictures.append(self.length)
        record = self._record(element, tag)
        if tag == "a" and "href" in element.attrib:
            look |= LINKED if record is not None else URL
        self.opened.append((due, self.look, cell, record, after))
        self.look = look
        if text := element.text:
            self._add(text)
        return True

    def close(self, element: lxml.html.HtmlElement) -> None:
        """End an element, and add the text behind it."""
        due, look, cell, record, after = self.opened.pop()
        self.plain -= element.tag == "pre"
        if record is not None:
            record[-1] = self.length
        if cell:
            self.cells.pop()
        if due > self.due and element.tag != "br":
            self.due = due
        if after:
            self.breaks.append(self.length)
        self.look = look
        if tail := element.tail:
            self._add(tail)

    def filing(self, root: lxml.html.HtmlElement) -> Filing:
        """Return what was read."""
        text = "".join(self.pieces)
        wrapped = self.raw > MOSTLY * self.length
        links = [(*_settled(text, start, end), name) for name, start, end in self.links]
        return Filing(
            text,
            looks=() if wrapped else self.looks,
            tables=[span for start, end in self.tables if (span := _settled(text, start, end))[0] < span[1]],
            breaks=sorted(set(self.breaks)),
            pictures=self.pictures,
            anchors=self.anchors,
            links=[link for link in links if link[0] < link[1]],
            tagged=[_tagged(text, *record) for record in self.tagged],
            contexts=contexts_of(root),
            units=units_of(root),
            wrapped=wrapped,
        )

    def _style(self, element: lxml.html.HtmlElement) -> _Style | None:
        given = element.get("style")
        if given is None:
            return None
        style = self.styles.get(given)
        if style is None:
            style = self.styles[given] = _Style(given)
        return style

    def _due(self, tag: str, style: _Style | None) -> int:
        """Return the break that an element makes. Within the cell of a table, paragraphs are parts of a line."""
        due = DUE.get(tag, NONE)
        if due == NONE and style is not None and style.block and not tag.startswith("ix:"):
            due = LINE
        if due >= LINE and self.cells and not self.cells[-1]:
            return SPACE
        return due

    def _record(self, element: lxml.html.HtmlElement, tag: str) -> list[Any] | None:
        """Note an element of which the range is wanted; its last value becomes the end."""
        record: list[Any] | None = None
        if tag[:3] == "ix:":
            if tag in XBRL:
                record = [tag, element.attrib, self.length, self.length]
                self.tagged.append(record)
            return record
        if (name := element.get("id") or element.get("name")) is not None:
            self.anchors.setdefault(name, self.length)
        if tag == "a" and (target := element.get("href")) is not None and target[:1] == "#":
            record = [target[1:], self.length, self.length]
            self.links.append(record)
        elif tag == "table":
            record = [self.length, self.length]
            self.tables.append(record)
        return record

    def _hide(self, element: lxml.html.HtmlElement) -> None:
        """Note the facts in what is not shown."""
        for hidden in element.iter(*XBRL):
            value = WHITE.sub(" ", "".join(islice(hidden.itertext(), MOST_TEXTS))).strip()
            self.tagged.append([hidden.tag, hidden.attrib, value, None])

    def _add(self, text: str) -> None:
        """Append text, with what is due in front of it."""
        if self.plain:
            self._add_lines(text)
            return
        text = WHITE.sub(" ", text)
        first, last = text[0] == " ", text[-1] == " "
        text = text.strip(" ")
        if not text:
            if self.due == NONE and self.length:
                self.due = SPACE
            return
        if first and self.due == NONE:
            self.due = SPACE
        if self.due == TAB and (self.last in CURRENCY or closes(self.last, text)):
            self.due = NONE
        elif self.empty == JOINED:
            self.due = min(self.due, SPACE)
        if self.due and self.length:
            between = PRINTED[self.due] + PRINTED[TAB] * self.empty
            self.pieces.append(between)
            self.length += len(between)
        self.empty = 0
        start, self.length = self.length, self.length + len(text)
        self.pieces.append(text)
        self.due = SPACE if last else NONE
        self.last = text
        self._look(start)

    def _add_lines(self, text: str) -> None:
        """Append text that is printed with its lines and spaces."""
        if self.due >= LINE and self.length:
            self.pieces.append(PRINTED[self.due])
            self.length += len(PRINTED[self.due])
        start, self.due = self.length, NONE
        self.pieces.append(text)
        self.length += len(text)
        self.raw += len(text)
        self._look(start)

    def _look(self, start: int) -> None:
        """Note how the text is printed that was appended last."""
        if self.looks and self.looks[-1][2] == self.look:
            self.looks[-1] = (self.looks[-1][0], self.length, self.look)
        else:
            self.looks.append((start, self.length, self.look))


def _tagged(text: str, tag: str, attributes: Any, start: Any, end: int | None) -> Tagged:
    """Return an element of XBRL; a hidden one has its value in place of a start."""
    kind = tag.removeprefix("ix:")
    if end is None:
        return Tagged(kind, dict(attributes), hidden=start)
    start, end = _settled(text, start, end)
    return Tagged(kind, dict(attributes), start, end) if start < end else Tagged(kind, dict(attributes))


def _settled(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a range without the white space at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end
