"""Find what a row of a table leaves to those above it: the headings of columns, a cell that spans it, its group."""

import re
from bisect import bisect_right

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.pages.bullet_leads import plain_lead
from piperoll.corpora.clauses.pages.furniture import RULED
from piperoll.corpora.clauses.words.captions import abridged, plain
from piperoll.text.paragraphs import all_rows, rows

SPANNED = re.compile(r"\|[ \t\xa0]*\|[ \t\xa0|]*[^\s|]")
"""Matches a row whose first cell is empty: it belongs to the first cell above."""
GROUP = re.compile(r"\|[ \t\xa0]*(?:\*\*|__)[^|\n]{1,150}(?:\*\*|__)[ \t\xa0]*(?:\|[ \t\xa0]*){2,20}$", re.MULTILINE)
"""Matches a row in which only the first cell has words, in bold type: it heads the rows below."""
BOLD_ROW = re.compile(r"\|(?:[ \t\xa0]*(?:(?:\*\*|__)[^|\n]{1,150}(?:\*\*|__)[ \t\xa0]*)?\|){2,20}")
"""Matches a row in bold type: below a row of headings without words it has those of the columns."""
FAR = 6_000
"""Characters in front of a row in which its group begins."""
LENGTH = 80
"""Characters of a cell in a header."""
HEADING = 130
"""Characters of the heading of a column in a header, of the first cell of a row, and half of those of all headings."""
READ = 1_000
"""Characters of a first cell that are read."""
RULE = re.compile(r"\s{0,40}\|[ :|-]*-[ :|-]*$", re.MULTILINE)
"""Matches the rule below the row of headings."""


class Tables:
    """Find the headings of the columns over the rows of the tables of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._headings: dict[int, str] = {}
        self._tables: list[Range] = []  # the start of the first row that has text, and the end of the last
        self._begins: list[int] = []  # the start of the first row of each
        self._above: list[Range] = []  # the line in front of each
        after = before = -1
        above = (0, 0)
        for start, end in all_rows(text):
            if text[start] != "|":
                above = (start, end)
                continue
            if self._tables and text.count("\n", after, start) <= 1:
                first = self._tables[-1][0]
                if before > first and RULE.fullmatch(text, start, end):  # the row above is that of other headings
                    self._tables[-1] = (first, before)
                    self._tables.append((before, end))
                    self._begins.append(before)
                    self._above.append(self._above[-1])
                    after = end
                    continue
                if RULED.fullmatch(text, first, text.find("\n", first)):
                    first = start
                self._tables[-1] = (first, end)
            else:
                self._tables.append((start, end))
                self._begins.append(start)
                self._above.append(above)
            above = (end, end)
            after, before = end, start

    def at(self, start: int) -> Range:
        """Return the range of the table in which a row begins."""
        index = bisect_right(self._begins, start) - 1
        return self._tables[index] if index >= 0 else (start, start)

    def lead(self, start: int, begin: int) -> Range:
        """Return the range of the line with a colon in front of the table in which a row begins; an empty one without.

        Args:
            start: offset of the row.
            begin: offset behind which that line stands.
        """
        index = bisect_right(self._begins, start) - 1
        first, end = self._above[index] if index >= 0 else (0, 0)
        leads = begin <= first < end and self.text[first:end].rstrip("*_ ")[-1:] in (":", "：")
        return (first, end) if leads else (end, end)

    def headings(self, start: int) -> str:
        """Return the cells of the first row of the table in which a row begins; "" for that row itself."""
        first, end = self.at(start)
        if not first < start < end:
            return ""
        if first not in self._headings:
            self._headings[first] = self._row_of_headings(first)
        return self._headings[first]

    def over(self, row: int, start: int, *, grouped: bool) -> tuple[str, str]:
        """Return the headings of the columns over an offset in a row, and the first cell of what the row is cut from.

        Args:
            row: offset of the row.
            start: the offset; behind the first cell of the row, that cell stands over it.
            grouped: whether over a whole row the heading of its group stands.
        """
        if row == start:
            return self.headings(row), self._group(row) if grouped else ""
        end = self.text.find("|", row + 1, start)
        first = plain_lead(self.text[row + 1 : min(end, row + READ)]) if end > 0 else ""
        return self.headings(row), abridged(first, HEADING)

    def _group(self, start: int) -> str:
        """Return the heading of the group in which a row stands, or the first cell that spans it; "" without one."""
        spanned = SPANNED.match(self.text, start) is not None
        if GROUP.match(self.text, start):
            return ""
        table = self.at(start)[0]
        for begin, end in reversed(list(rows(self.text, max(table, start - FAR), start))):
            if self.text[begin] != "|" or begin == table:
                return ""
            first = self.text[begin + 1 : end].partition("|")[0]
            if GROUP.fullmatch(self.text, begin, end) or (spanned and first.strip(" -:\xa0")):
                return abridged(plain(first), LENGTH)
        return ""

    def _row_of_headings(self, first: int) -> str:
        """Return the cells of the first row of a table; "" where that row is one of those below the headings."""
        row = self.text[first : self.text.find("\n", first)]
        cells = [plain_lead(cell) for cell in row.strip("| ").split("|")]
        ruled = RULE.match(self.text, first + len(row))
        bold = sum("**" in cell for cell in row.split("|"))
        wide = not bold and any(len(cell) > HEADING for cell in cells)
        if not ruled and (0 < bold < sum(map(bool, cells)) or wide):
            return ""  # the row of headings is empty
        return abridged(" | ".join(abridged(cell, HEADING) for cell in cells if cell), 2 * HEADING)


def heads_rows(text: str, start: int, end: int) -> bool:
    """Return whether a row of a table stands over those below: it is of headings or a group, or it is their rule.

    Args:
        text: the stored text.
        start: offset of the row.
        end: offset behind it.
    """
    if RULED.fullmatch(text, start, end) or RULE.match(text, end) or GROUP.match(text, start):
        return True
    above = text.rfind("\n", 0, max(0, start - 1)) + 1
    below_headings = RULED.fullmatch(text, above, start) or GROUP.match(text, above)
    return below_headings is not None and BOLD_ROW.fullmatch(text, start, end) is not None
