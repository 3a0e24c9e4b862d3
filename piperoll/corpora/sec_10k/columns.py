"""Find the columns of a table, so that a value stays in its own where cells in front of it are empty."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import lxml.html

from piperoll.text.html import CELLS

CURRENCY = frozenset({"$", "€", "£", "¥", "(", "$(", "($", "US$"})
"""A cell of its own in front of a number may hold one of these."""
CLOSES = re.compile(r"\)|%(?!\s?[A-Za-z])")
"""Matches what begins a cell that belongs to the number in front of it: ")", ")%", "%", but not "% of sales"."""
NOTE = re.compile(r"(?:[(\[][a-z\d]{1,2}(?:,[a-z\d])?[)\]][,\s]*){1,3}|[*†‡§#,]{1,4}")
"""Matches the marks of footnotes, and a comma, in a cell of its own; where nothing else stands is no column."""
JOINED = -1
"""Stands for the empty columns in front of a mark that belongs to the cell before it."""
FIGURE = re.compile(r"[$€£(\s]{0,3}[\d–—-]")
"""Begins a figure, or a dash in the place of one."""
KEY = re.compile(r"\(\d{1,2}\)")
"""Matches what is the number of a row where it begins the row, and no mark: "(13)"."""
RAISED_MARK = re.compile(r"[a-z\d](?:,[a-z\d])?")
RAISED = re.compile(r"\bvertical-align:\s*(?:super|text-top)|\btop:\s*-\d")
YEAR = re.compile(r"(?:19|20)\d\d")
"""Matches what is no number but a head, behind which "%" is another one."""
LEAST_NAME = 4
"""Letters at the start of a name of a column, behind which "%" is another one; "n.m." is none."""
LONGEST_SIGN = 8
"""Characters of a cell that are read to know what it holds."""
MOST_TEXTS = 50
"""Pieces of text of a cell that are looked through for the first that is not blank."""
WIDEST, MOST_SPANNING, MOST_EMPTY = 200, 40, 60
"""Columns that a cell spans, cells that span the rows below, and empty columns in front of a cell, at most; a page
could claim millions."""
BLANK = " \t\r\n\f\v\xa0\u200b\ufeff\u2002\u2003\u2009"


@dataclass(frozen=True, slots=True)
class _Cell:
    """Hold a cell that is not blank: where it stands in the grid of its table, and what it begins with."""

    element: lxml.html.HtmlElement
    start: int
    end: int
    words: str
    closes: bool
    """It belongs to the number in front of it."""

    @property
    def opens(self) -> bool:
        """Return whether it is a sign in front of a number."""
        return self.words in CURRENCY


def closes(before: str, words: str) -> bool:
    """Return whether a cell belongs to the number in front of it: ")", but not "%" behind "Amount"."""
    named = len(before) >= LEAST_NAME and before[:LEAST_NAME].isalpha()
    return CLOSES.match(words) is not None and before != "" and not (words == "%" and (named or YEAR.fullmatch(before)))


def skipped(root: lxml.html.HtmlElement, layout: Container[lxml.html.HtmlElement]) -> dict[lxml.html.HtmlElement, int]:
    """Return of each cell the number of empty columns in front of it, where there are any.

    A column is what a cell of a row fills alone. Columns side by side of which no row fills two are one: labels that
    are indented by cells, figures that stand a little aside. Signs of currency, brackets and footnotes make none; the
    mark of a footnote that stands in no empty column is ``JOINED``, but not behind a text, at the end of a row. A cell
    over several columns stands in the first.

    Args:
        root: of the page.
        layout: the cells in which paragraphs stay apart; a table with one of these has no columns.
    """
    found: dict[lxml.html.HtmlElement, int] = {}
    for table in root.iter("table"):
        rows = list(_rows(table))
        if not any(cell.element in layout for row in rows for cell in row):
            columns = _columns(rows)
            for row in rows if len(columns) > 1 else ():
                found.update(_gaps(row, columns))
    return found


def _rows(table: lxml.html.HtmlElement) -> Iterator[list[_Cell]]:
    """Yield the cells of each row that are not blank."""
    above: list[tuple[int, int, int]] = []
    """The cells that span further rows have these first and last columns, and so many rows left."""
    for row in _own_rows(table):
        cells: list[_Cell] = []
        spanning = [(start, end, left - 1) for start, end, left in above if left > 1]
        at = 0
        for element in row:
            if element.tag not in CELLS:
                continue
            while taken := next((end for start, end, _ in above if start <= at < end), 0):
                at = taken
            end = at + _span(element, "colspan")
            if words := _begins(element):
                cells.append(_Cell(element, at, end, words, closes(cells[-1].words if cells else "", words)))
            if (down := _span(element, "rowspan")) > 1 and len(spanning) < MOST_SPANNING:
                spanning.append((at, end, down - 1))
            at = end
        above = spanning
        yield cells


def _own_rows(table: lxml.html.HtmlElement) -> Iterator[lxml.html.HtmlElement]:
    """Yield the rows of a table, without those of the tables in it."""
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("thead", "tbody", "tfoot"):
            yield from (row for row in child if row.tag == "tr")


def _span(cell: lxml.html.HtmlElement, name: str) -> int:
    given = cell.get(name, "").strip()
    return min(WIDEST, int(given)) or 1 if given.isdecimal() and len(given) < LONGEST_SIGN else 1


def _begins(cell: lxml.html.HtmlElement) -> str:
    """Return the first characters that a cell shows, without blanks; the key of a footnote in brackets."""
    words = ""
    for piece in islice(cell.itertext(), MOST_TEXTS):
        words += piece.strip(BLANK)[:LONGEST_SIGN]
        if len(words) >= LONGEST_SIGN:
            break
    return f"({words})" if RAISED_MARK.fullmatch(words) and _is_raised(cell) else words


def _is_raised(cell: lxml.html.HtmlElement) -> bool:
    """Return whether what a cell holds is printed as the key of a footnote."""
    inner = islice(cell.iter(), MOST_TEXTS)
    return any(one.tag == "sup" or RAISED.search(one.get("style", "")) for one in inner)


def _columns(rows: Sequence[Sequence[_Cell]]) -> list[tuple[int, int]]:
    """Return the columns of a table, in order."""
    spans = {
        (one.end, one.start)
        for row in rows
        for at, one in enumerate(row)
        if not (one.opens or one.closes or _is_note(one, at))
    }
    narrow: list[tuple[int, int]] = []
    for end, start in sorted(spans):
        if not narrow or start >= narrow[-1][1]:
            narrow.append((start, end))
    before = [-1] * len(narrow)
    """Each column has here the nearest one left of it that a row fills with it."""
    for row in rows:
        last = -1
        for cell in row:
            first, behind = _covered(cell, narrow)
            if behind == first + 1 and not cell.opens and not cell.closes:
                before[first] = max(before[first], last)
                last = first
    columns: list[tuple[int, int]] = []
    begin = 0
    for at, (start, end) in enumerate(narrow):
        if columns and before[at] < begin:
            columns[-1] = columns[-1][0], end
        else:
            begin = at
            columns.append((start, end))
    return columns


def _is_note(cell: _Cell, place: int) -> bool:
    """Return whether a cell holds the mark of a footnote; what begins the row may be its number."""
    return NOTE.fullmatch(cell.words) is not None and (place > 0 or not KEY.fullmatch(cell.words))


def _covered(cell: _Cell, columns: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the first column in which a cell stands, and the one behind the last."""
    first = bisect_right(columns, cell.start, key=lambda column: column[1])
    return first, max(first, bisect_left(columns, cell.end, key=lambda column: column[0]))


def _gaps(row: Sequence[_Cell], columns: Sequence[tuple[int, int]]) -> Iterator[tuple[lxml.html.HtmlElement, int]]:
    """Yield the cells of a row with empty columns in front of them, and how many; a sign counts for its number."""
    behind = 0
    sign: lxml.html.HtmlElement | None = None
    for place, cell in enumerate(row):
        if cell.opens:
            sign = cell.element if sign is None else sign
            continue
        if cell.closes:
            continue
        first, end = _covered(cell, columns)
        ends_text = place == len(row) - 1 and not FIGURE.match(row[place - 1].words)
        if place and _is_note(cell, place) and (first == end or end <= behind) and not ends_text:
            yield cell.element, JOINED
        elif first < end:
            if first > behind:
                yield cell.element if sign is None else sign, min(MOST_EMPTY, first - behind)
            behind = max(behind, first + 1)
        sign = None
