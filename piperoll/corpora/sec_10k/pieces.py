"""Cut a unit of a filing into parts: a paragraph with its sentences, or a table, each under its headings."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, zip_longest

from piperoll.corpora.sec_10k.blocks import BAR, Block
from piperoll.corpora.sec_10k.captions import (
    CELL,
    EXHIBIT,
    FOOTNOTE,
    head_of,
    lead_in,
    named,
    row_start,
    shortened,
    tidy,
)
from piperoll.corpora.sec_10k.filing import Look
from piperoll.corpora.sec_10k.found import Found
from piperoll.corpora.sec_10k.lines import Lines, lines_of
from piperoll.corpora.sec_10k.nesting import nested
from piperoll.corpora.sec_10k.not_headings import MEASURE, REFERS, SIGNED, names_column
from piperoll.corpora.sec_10k.sections import Sections
from piperoll.corpora.sec_10k.sentences import sentences
from piperoll.corpora.sec_10k.signs import (
    CONTINUED,
    LONGEST_PLAIN,
    MONTH,
    VERB,
    Orders,
    is_capitals,
    is_plain_heading,
    opens,
    opens_part,
)
from piperoll.ranges import Range

BULLET = re.compile(r"[^\w\s]{1,3}|\(?[a-z0-9ivx]{1,4}[.)]|[o¨ü§Ø]|note\s\d{1,2}\s?[.:]?", re.IGNORECASE)
""""•", "(a)", "1.": a row that begins so is the item of a list, not the row of a table."""
LIST_SHARE = 0.6
LIST_LENGTH = 60
"""Characters that the items of a list have on average; rows of tables have shorter cells."""
CAPTION_LENGTH = 240
FOOTNOTE_KEY = re.compile(
    r"[(\[]?[A-Za-z\d]{1,2}[)\]]|\d{1,2}\.?(?=\s?[“\"A-Z]|\Z)|[*†‡]+(?!\s*[*])|[+^#]{1,3}(?=\s|[A-Z])"
    r"|[Nn][./]?[AaMm]\.?(?=\W{1,4}(?:is )?[Nn]ot\b)"
)
"""Matches the key of a footnote, which its table has: "(1)", "[a]", "*", "1Of brass", "NM - Not meaningful"."""
UNTOLD = re.compile(r"([*†‡+^#]{1,3}|[(\[][1aA][)\]])\s?[A-Za-z]")
"""Matches the beginning of a first footnote, which needs no key in its table: "*Lent", "(1) Of brass"."""
NUMBERED = re.compile(r"\(?\d")
BRACKETED = re.compile(r"\([A-Za-z\d]{1,2}\)")
REMARKS = re.compile(r"(?:Notes?|Sources?)\s?:\s|[A-Z][a-z ]{3,60}\bmay not (?:add|sum|foot)\b")
"""Matches a footnote without a key: "Note: Without those lent.", "Amounts may not add due to rounding."."""
RULED = re.compile(r"[\W_]{3,}")
"""Matches a line that is drawn: "______"."""
NOTES_BETWEEN = 8
"""Footnotes between a table and the next one that goes on with it, at most."""
TEXT_LENGTH = 120
TEXT_SHARE = 0.25
"""A table in which this share of the rows is longer than TEXT_LENGTH only lays out paragraphs; names are shorter."""
STRONG = Look.BOLD | Look.HEADING
"""How a heading below a table is printed, and no footnote that is no sentence."""
FEW_ROWS = 3
"""Rows of a table that may be nothing but a heading: "Notes to …", and below it whose notes they are."""
REMARK = re.compile(r"\([^()]+\)")
"""Matches what is text where it has a verb: "(A glossary can be found on page 12.)"."""
DAY = re.compile(rf"\W{{0,3}}(?:dated?\W{{1,3}})?{MONTH}\s\d{{1,2}},\s\d{{4}}\W{{0,3}}", re.IGNORECASE)
"""The day on which a report was signed, behind it."""
DATED = re.compile(r"\b(?:19|20)\d\d\b")
"""Tells the period of a table."""
DASHES = "-–—"


@dataclass(slots=True)
class Part:
    """A part is a paragraph, or a table, with the headings in front of it that head nothing else.

    ``path`` are the titles of the sections around it, outer first. ``rows`` are those of a table; ``caption`` and
    ``head`` say what it is of, and what its columns are.
    """

    start: int
    end: int
    path: tuple[str, ...]
    sentences: list[Range] = field(default_factory=list)
    rows: list[Range] = field(default_factory=list)
    caption: str = ""
    head: str = ""
    continued: bool = False
    """It is the rest of a paragraph or a table that is longer than a chunk."""
    cut: bool = False
    """It is the beginning of one."""
    led: bool = False
    """Its first words are the last heading of its path, and head what follows it, too."""
    strong: bool = False
    """Its first words are bold."""
    note: bool = False
    """It is a footnote of the table above, whose caption and columns it has."""


def parts_of(
    text: str,
    blocks: Sequence[Block],
    start: int,
    names: Sequence[str] = (),
    centred: bool = True,
    lines: Lines | None = None,
    orders: Orders | None = None,
) -> list[Part]:
    """Return the parts of a unit.

    Args:
        text: the stored text.
        blocks: of the unit, without its heading.
        start: where the unit begins, at its heading, if it has one.
        names: of the company and of the Item.
        centred: the heading of the Item stands in the middle of the page.
        lines: what the lines are where nothing says how the words are printed.
        orders: of the prints of words in front of a text, from other Items.
    """
    sections = Sections(names, centred, lines, orders)
    parts: list[Part] = []
    waiting = start
    """Where the headings begin that stand in front of the next part; -1: there are none."""
    groups = list(_groups(text, blocks))
    over_table = _over_tables(groups)
    for index, group in enumerate(groups):
        if _is_table(group):
            begin = row_start(text, group[0]) if waiting < 0 else waiting
            sections.take_table(text, group[0])
            parts.append(_table(text, group, (begin, blocks[0].start), sections, parts))
            waiting = -1
            sections.signed = sections.signed or any(SIGNED.match(text, row.start, row.end) for row in group)
            continue
        block = group[0]
        following = groups[index + 1][0] if index + 1 < len(groups) else None
        words = text[block.start : block.end]
        below = None if following is None or following.table >= 0 else following
        note = waiting < 0 and _is_note(text, block, below, sections.path, parts)
        if note and (VERB.search(words) or not block.look & STRONG):
            block = _unprinted(block)
        heading = sections.take(text, block, following, over_table[index])
        caption = over_table[index] and sections.is_caption(words, block)
        over = following is not None and following.table >= 0 and not sections.signed
        measure = _is_measure(text, block) and (over or waiting >= 0 or not DAY.fullmatch(words))
        measure = measure and (over or lines is None or not REMARK.fullmatch(words) or not VERB.search(words))
        lined = below is not None and RULED.fullmatch(words) and not FOOTNOTE_KEY.match(text, below.start)
        measure = measure and (not note or bool(lined))
        column = following is not None and names_column(words, text[following.start : following.end])
        if heading or caption or measure or column or sections.repeats(words):
            waiting = block.start if waiting < 0 else waiting
            continue
        if waiting < 0 and parts and parts[-1].rows and REFERS.match(text, block.start, block.end):
            parts[-1].end = block.end
            continue
        lead = sections.lead(text, block)
        path = (*sections.path, lead) if lead and sections.path[-1:] != (lead,) else sections.path
        begin = block.start if waiting < 0 else waiting
        dashed = lines is not None and text[block.lead - 1] in DASHES  # such words head what follows, also the last
        led = bool(lead) and path == sections.path and not dashed
        own = list(sentences(text, block.start, block.end))
        note = waiting < 0 and _is_note(text, block, below, path, parts)
        part = Part(begin, block.end, path, own, led=led, strong=bool(block.opening & Look.BOLD), note=note)
        if note:  # directly behind the table, or behind another footnote of it
            part.caption, part.head = parts[-1].caption, parts[-1].head
        parts.append(part)
        waiting = -1
    if waiting >= 0 and (end := blocks[-1].end if blocks else -1) > waiting:
        _close(parts, Part(waiting, end, sections.path))
    return parts


def followed(text: str, blocks: Sequence[Block], names: Sequence[str], risky: bool) -> Lines:
    """Return what the lines of a unit are, with how its headings stand in each other.

    Args:
        text: the stored text.
        blocks: of the unit, without its heading.
        names: of the company and of the Item.
        risky: the Item tells of nothing but risks.

    Returns:
        The lines.
    """
    lines = lines_of(text, blocks, risky)
    sections = Sections(names, lines=lines)
    found: list[Found] = []
    behind = False
    for block, following in zip_longest(blocks, blocks[1:]):
        section = sections.take(text, block, following) if block.table < 0 else None
        if section and block.start not in lines.risks and sections.last >= 0:  # it is none that comes again
            capitals = is_capitals(CONTINUED.sub("", section.title))
            found.append(
                Found(block.start, block.end, len(found), section.title, capitals, behind, sections.opened_part)
            )
        behind = section is not None
    return replace(lines, nesting=nested(text, found, risky, lines.stopped))


def _is_note(text: str, block: Block, following: Block | None, path: tuple[str, ...], parts: Sequence[Part]) -> bool:
    """Return whether a paragraph is a footnote of the table above, or what stands over its footnotes.

    The key of the footnote, or that of one before it, stands in the table.

    Args:
        text: the stored text.
        block: the paragraph.
        following: the one behind it; None without.
        path: the titles of the sections around it.
        parts: those in front of it.
    """
    above = parts[-1] if parts else None
    if above is None or not (above.rows or above.note) or above.path != path or text[block.end - 1] == ":":
        return False
    if RULED.fullmatch(text, block.start, block.end) or REMARKS.match(text, block.start, block.end):
        return True
    key = FOOTNOTE_KEY.match(text, block.start, block.end)
    if key and above.note:
        before = FOOTNOTE_KEY.match(text, above.start)
        goes_on = before and (key[0][-1] not in ".)]" or key[0][-1] == before[0][-1])  # "(2) Schedules" is none of "*"
        if goes_on or not key[0].strip("([1aA]).") or RULED.fullmatch(text, above.start, above.end):
            return True
    first = UNTOLD.match(text, block.start, block.end)
    again = UNTOLD.match(text, following.start) if first and following else None
    if first and not (again and again[1] == first[1]):  # it is no list
        return True
    if above.note and FOOTNOTE_KEY.fullmatch(text, above.start, above.end):  # its text stands below its key
        return True
    if key is None and following is not None and block.end - block.start <= CAPTION_LENGTH:
        key = BRACKETED.match(text, following.start, following.end)  # a remark without a key over the others
    above = _above(parts)
    mark = "" if key is None else rf"[\w):] ?{key[0]}\b" if key[0].isdecimal() else re.escape(key[0])
    if key and key[0][0].isdecimal() and key[0][-1] in ".)":  # the table has it behind a name
        mark = rf"[^\W\d]\)?(?: ?\({key[0][:-1]}\)|{key[0][:-1]}\b)"
    return mark != "" and re.search(mark, f"{above.caption} {text[above.start : above.end]}") is not None


def _above(parts: Sequence[Part]) -> Part:
    """Return the last part that is no footnote: the table, where a footnote is the last of all."""
    return next(part for part in reversed(parts) if not part.note)


def is_title(text: str, part: Part) -> bool:
    """Return whether a paragraph is short and ends as no sentence does, as what names the next one: "Sea Launch"."""
    words = text[part.start : part.end]
    short = len(words) <= LONGEST_PLAIN and words[:1].isupper() and words[-1].isalnum()
    return short and len(part.sentences) == 1 and not (part.note or CELL.search(words) or opens(words, MEASURE, REFERS))


def _is_measure(text: str, block: Block) -> bool:
    """Return whether a line stands over a table: "(in millions)", "As of December 31," and no sentence."""
    short = block.end - block.start < CAPTION_LENGTH and text[block.end - 1] != "."
    return short and MEASURE.match(text, block.start, block.end) is not None


def _close(parts: list[Part], rest: Part) -> None:
    """Add headings that head nothing: to the part before them, if there is one."""
    if parts and not parts[-1].rows:
        parts[-1].end = rest.end
    else:
        parts.append(rest)


def _is_table(group: Sequence[Block]) -> bool:
    return len(group) > 1 or group[0].table >= 0


def _over_tables(groups: Sequence[Sequence[Block]]) -> list[bool]:
    """Return of each group whether a table is the next that is no line in the middle of the page.

    A picture counts as one directly below a line that is printed as a heading is.
    """
    over: list[bool] = []
    table = False
    for group in reversed(groups):
        over.append(table or (group[0].pictured and group[0].emphasised))
        if _is_table(group):
            table = True
        elif not group[0].look & Look.CENTRED:
            table = False
    return over[::-1]


def _groups(text: str, blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Yield the rows of each table together, and each other block alone; the items of a list are no table."""
    for table, group in groupby(blocks, key=lambda block: block.table):
        rows = list(group)
        if table < 0:
            yield from ([block] for block in rows)
        elif (headed := _is_headed_text(text, rows)) or _is_list(text, rows):
            lays_out = headed or len(rows) <= FEW_ROWS or _mostly_text(rows)
            yield from ([replace(row, table=-1) if lays_out else _unprinted(row)] for row in rows)
        else:
            yield rows


def _mostly_text(rows: Sequence[Block]) -> bool:
    return TEXT_SHARE * len(rows) <= sum(row.end - row.start > TEXT_LENGTH for row in rows)


def _unprinted(row: Block) -> Block:
    """Return the row of a list of short cells, of which none is a heading."""
    return Block(row.start, row.end, 0, row.start, -1)


def _is_list(text: str, rows: Sequence[Block]) -> bool:
    """Return whether a table only lays out paragraphs: bullets in front of text, or one cell a row."""
    cells = [CELL.split(text[row.start : row.end]) for row in rows]
    prose = sum(len(row) == 1 or (len(row) == 2 and bool(BULLET.fullmatch(row[0].strip()))) for row in cells)
    longest = sum(len(row[-1]) for row in cells) / len(cells)
    single = all(len(row) == 1 for row in cells)
    return single or (prose >= LIST_SHARE * len(rows) and (longest >= LIST_LENGTH or len(rows) == 1))


def _is_headed_text(text: str, rows: Sequence[Block]) -> bool:
    """Return whether a table only lays out texts, with the words that head each in bold in a cell in front of it."""
    headed = False
    for row in rows:
        first, *rest = filter(None, CELL.split(text[row.start : row.end]))
        if rest:
            headed = row.lead >= row.start + len(first) and not row.emphasised and not EXHIBIT.fullmatch(first)
            if not headed or len(rest) > 1 or len(rest[0]) <= TEXT_LENGTH:
                return False
    return headed


def _table(text: str, rows: Sequence[Block], begin: Range, sections: Sections, parts: Sequence[Part]) -> Part:
    """Return a table with its caption: its heading, or the sentence that leads to it.

    Args:
        text: the stored text.
        rows: of the table.
        begin: where its headings begin, and where the unit does, behind the heading of the Item.
        sections: those around it.
        parts: those in front of it.
    """
    path = sections.path
    start, first = begin
    over = BAR.sub("", text[max(start, first) : rows[0].start])
    lines = [line for line in map(tidy, over.splitlines()) if line]
    own = [line for line in lines if not sections.repeats(line)]
    if path and opens_part(path[-1]) and (all(map(MEASURE.match, own)) or named(own).startswith(path[-1])):
        lines = own  # the company's name stands below that of its statement
    caption, head = named(lines), head_of(text, rows)
    if caption and path and path[-1].endswith(f" {caption}"):  # "c)" stands in the line above "Exhibits"
        caption = path[-1]
    before = parts[-1] if parts else None
    if not lines and before is not None and before.path == path:
        if before.rows:  # a page, or nothing, stands between the two
            caption = before.caption
            alone = " | " not in head and _names_rows(text, rows, before.head)
            head = before.head if not head or (before.head and alone) else head
        elif before.sentences:
            caption = _title(text, parts) or lead_in(text, before.sentences) or _captioned(text, path, parts)
    spans = [(row_start(text, row), row.end) for row in rows]
    return Part(start, rows[-1].end, path, rows=spans, caption=shortened(caption), head=head)


def _title(text: str, parts: Sequence[Part]) -> str:
    """Return the last paragraph if it is written as a title, and none before it: "Index to Financial Statements"."""
    titles = [text[slice(*part.sentences[0])] if len(part.sentences) == 1 else "" for part in parts[-2:]]
    named = [is_plain_heading(title) and not opens(title, MEASURE, NUMBERED) for title in titles]
    return tidy(titles[-1]) if named[-1] and sum(named) == 1 else ""


def _names_rows(text: str, rows: Sequence[Block], before: str) -> bool:
    """Return whether the first row of a table names no columns, but the rows below: "Current assets:".

    Args:
        text: the stored text.
        rows: of the table.
        before: the columns of the table above it, which may be its own.
    """
    first, second = (text[row.start : row.end] for row in (rows[0], rows[min(1, len(rows) - 1)]))
    names = len(CELL.split(first)) == 1 and not DATED.search(first)
    return names and "\t" in second and not before.endswith(":")


def _captioned(text: str, path: tuple[str, ...], parts: Sequence[Part]) -> str:
    """Return the caption of the table above if nothing but its footnotes stand between."""
    for part in reversed(parts[-NOTES_BETWEEN - 1 :]):
        if part.path != path or not (part.rows or part.note or FOOTNOTE.match(text, part.start)):
            return ""
        if part.rows:
            return part.caption
    return ""
