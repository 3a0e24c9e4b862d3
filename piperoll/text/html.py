"""Turn HTML and XML into text, each visible character once and in order, with the character range of every element.

The text is what a reader of the page sees, by the rules that matter for law: line breaks separate blocks, blank lines
separate paragraphs, tabs separate cells, a run of white space is one space, and elements that the caller names keep
their line breaks. A vocabulary other than HTML brings its own :class:`Rules`. Element names are compared without their
namespace.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import lxml.etree
import lxml.html

from piperoll.model import DocumentError

SILENT = frozenset(
    {"script", "style", "head", "template", "noscript", "svg", "math", "object", "iframe", "textarea", "select"}
)
PARAGRAPHS = frozenset(
    "p div section article h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre "
    "header footer main nav aside form fieldset figure".split()
)
LINES = frozenset("li tr dt dd caption figcaption option legend address hr thead tbody tfoot center".split())
CELLS = frozenset({"td", "th"})
BREAKS = dict.fromkeys(PARAGRAPHS, "\n\n") | dict.fromkeys((*LINES, "br"), "\n") | dict.fromkeys(CELLS, "\t")
"""What separates the text of an element from the text around it."""
STRENGTH = {"": 0, " ": 1, "\t": 2, "\n": 3, "\n\n": 4}
"""Where two separators meet, only the stronger one is written: a row ends with a line break, not with the tab of its
last cell."""
WHITE = re.compile(r"[\t\n\r\f\v][ \t\n\r\f\v]*| [ \t\n\r\f\v]+")
"""White space that HTML collapses, but for what is one space already. A no-break space is a character of the text."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules say how the elements of a vocabulary are shown.

    Attributes:
        breaks: what separates an element from the text around it.
        silent: elements that are not shown.
        labels: elements with the number in front of a text ("12."): the text stands on their line, after a tab.
        flowing: elements (cells) in which a line break separates paragraphs, and nothing stands at the element's edges.
        lines: elements that keep their line breaks.
    """

    breaks: Mapping[str, str]
    silent: frozenset[str]
    labels: frozenset[str] = frozenset()
    flowing: frozenset[str] = frozenset()
    lines: frozenset[str] = frozenset()


HTML = Rules(BREAKS, SILENT)


class ElementRange(NamedTuple):
    """Hold one element, its name, and the character range of its visible text, which is never empty."""

    element: lxml.html.HtmlElement
    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Page:
    """Hold the visible text of a page and its elements in document order (parents before children)."""

    text: str
    elements: tuple[ElementRange, ...]


class _Writer:
    """Collect text, and remember which break is due before the next visible character."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = 0
        self.due = ""
        self.held = False

    def break_(self, kind: str) -> None:
        """Make a break of this kind due, unless a stronger one is."""
        if not self.held and STRENGTH[kind] > STRENGTH[self.due]:
            self.due = kind

    def hold(self, kind: str) -> None:
        """Make a break of this kind due before the next visible character, whatever breaks come until then."""
        self.due, self.held = kind, True

    def add(self, text: str, keep: bool) -> None:
        """Append text; ``keep`` its white space as it is."""
        if text.isspace():
            if not self.due and self.length:
                if keep:
                    self._put(text)
                else:
                    self.due = " "
        elif keep:
            self._put(text.lstrip() if self.due or not self.length else text)
        else:
            text = WHITE.sub(" ", text)
            if text[0] == " " and not self.due:
                self.due = " "
            self._put(text.strip(" "))
            if text[-1] == " ":
                self.due = " "

    def _put(self, text: str) -> None:
        if self.due and self.length:
            self.pieces.append(self.due)
            self.length += len(self.due)
        self.due, self.held = "", False
        self.pieces.append(text)
        self.length += len(text)

    def at(self) -> int:
        """Return the offset at which the next visible character will stand."""
        return self.length + (len(self.due) if self.length else 0)


def parse_xml(source: str, *, recover: bool = False) -> lxml.etree._Element:
    """Parse XML, which may declare no entities of its own; nothing outside of it is read.

    Args:
        source: XML, whatever encoding it declares.
        recover: read what is not well formed as well as it can be read.

    Raises:
        DocumentError: ``xml_entities``, ``broken_xml``.
    """
    if declared := source.find("<!ENTITY") + 1:
        raise DocumentError(
            "xml_entities", f"Character {declared} declares an entity.", remedy="Write out what the entities stand for."
        )
    parser = lxml.etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=recover,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        root = lxml.etree.fromstring(source.encode("utf-8", "replace"), parser)
    except (lxml.etree.XMLSyntaxError, ValueError) as error:
        raise DocumentError("broken_xml", f"{error}.", remedy="Fetch the document again.") from None
    if root is None:
        raise DocumentError("broken_xml", "There is no element in it.", remedy="Fetch the document again.")
    if (entity := next(root.iter(lxml.etree.Entity), None)) is not None:  # its text is in a file that is not read
        raise DocumentError(
            "xml_entities", f"Line {entity.sourceline} uses {entity.text}.", remedy="Write out what it stands for."
        )
    return root


def parse(source: str) -> lxml.html.HtmlElement:
    """Parse HTML.

    Raises:
        DocumentError: ``broken_html`` when there is no element at all; ``html_limit`` when it is nested too deeply.
    """
    parser = lxml.html.HTMLParser(recover=True, remove_comments=True, remove_pis=True)
    try:
        root = lxml.html.document_fromstring(source, parser=parser)
    except (lxml.etree.ParserError, lxml.etree.XMLSyntaxError, ValueError) as error:
        raise DocumentError(
            "broken_html", f"No HTML could be read: {error}.", remedy="Fetch the document again."
        ) from None
    # past such a limit the parser drops the rest of the page without a word
    if limit := next((entry for entry in parser.error_log if entry.type_name == "ERR_RESOURCE_LIMIT"), None):
        raise DocumentError("html_limit", f"Line {limit.line}: {limit.message}.", remedy="Nest the page less deeply.")
    return root


def render(root: lxml.etree._Element, keeps_lines: str = "", rules: Rules = HTML) -> Page:
    """Return the visible text under an element.

    Args:
        root: the element.
        keeps_lines: a class; elements of this class keep their line breaks.
        rules: how the elements are shown.

    Returns:
        The text and the character range of each element with visible text.
    """
    rendering = _Rendering(root, keeps_lines, rules)
    for event, element in lxml.etree.iterwalk(root, events=("start", "end")):
        (rendering.open if event == "start" else rendering.close)(element)
    text = "".join(rendering.writer.pieces)
    return Page(text, tuple(_settled(text, rendering.ranges)))


class _Shown(NamedTuple):
    """Hold what the rules say of the elements of one name."""

    name: str
    due: str | None
    silent: bool
    label: bool
    flowing: bool
    lines: bool


class _Rendering:
    """The state of :func:`render` while it walks through the elements."""

    def __init__(self, root: lxml.etree._Element, keeps_lines: str, rules: Rules) -> None:
        self.root, self.keeps_lines, self.rules = root, keeps_lines, rules
        self.writer = _Writer()
        self.shown: dict[str, _Shown] = {}
        self.ranges: list[list[Any]] = []
        self.opened: list[tuple[_Shown, list[Any]]] = []
        self.silent = self.flowing = 0
        self.keeping: list[bool] = [False]

    def open(self, element: lxml.etree._Element) -> None:
        """Begin an element: its break, its range, and the text before its first child."""
        writer, tag = self.writer, element.tag
        shown = self.shown.get(tag) or self._show(tag)
        if shown.silent:
            self.silent += 1
        if shown.label:
            writer.held = False
        if (due := self._due(shown)) is not None:
            writer.break_(due)
        if shown.flowing:
            self.flowing += 1
            if writer.due == "\t":
                writer.held = True
        of_class = self.keeps_lines != "" and self.keeps_lines in (element.get("class") or "").split()
        keep = self.keeping[-1] or shown.lines or of_class
        self.keeping.append(keep)
        place = [element, shown.name, writer.at(), -1]
        self.opened.append((shown, place))
        self.ranges.append(place)
        if not self.silent and (text := element.text):
            writer.add(text, keep)

    def close(self, element: lxml.etree._Element) -> None:
        """End an element: its range, its break, and the text behind it."""
        writer = self.writer
        shown, place = self.opened.pop()
        if shown.silent:
            self.silent -= 1
        self.keeping.pop()
        place[3] = writer.length
        due = self._due(shown)
        if shown.flowing:
            self.flowing -= 1
            writer.held = False
            if place[2] < writer.length:
                writer.due = "\t"
        if due is not None and shown.name != "br":
            writer.break_(due)
        if shown.label and place[2] < writer.length:
            writer.hold("\t")
        if not self.silent and element is not self.root and (tail := element.tail):
            writer.add(tail, self.keeping[-1])

    def _due(self, shown: _Shown) -> str | None:
        """Return the break that an element makes; within a cell or the like a paragraph is a line."""
        return "\n" if self.flowing and shown.due == "\n\n" else shown.due

    def _show(self, tag: str) -> _Shown:
        """Return what the rules say of elements with this tag, and remember it."""
        rules, name = self.rules, tag.rpartition("}")[2]
        shown = _Shown(
            name, rules.breaks.get(name), name in rules.silent, name in rules.labels, name in rules.flowing,
            name in rules.lines,
        )  # fmt: skip
        self.shown[tag] = shown
        return shown


def _settled(text: str, ranges: list[list[Any]]) -> Iterator[ElementRange]:
    """Yield the ranges trimmed to visible characters; a break that came due later may have moved a start."""
    for element, name, start, end in ranges:
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if start < end:
            yield ElementRange(element, name, start, end)
