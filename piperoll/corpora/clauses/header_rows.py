"""Find the rows of tables that stand over the rows below them: "Lamp | Use | Height"."""

import re
from bisect import bisect_right
from functools import cached_property

from piperoll.corpora.clauses.contents import RULED
from piperoll.corpora.clauses.leads import plain_lead
from piperoll.ranges import Range
from piperoll.text.paragraphs import all_rows

CELL = 130
"""Characters of one cell in a header."""
RULE = re.compile(r"\s{0,40}\|[ :|-]*-[ :|-]*$", re.MULTILINE)
"""Matches the rule below the row of headings."""


class HeaderRows:
    """Find the header rows of the tables of a text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def headings(self, start: int) -> str:
        """Return the cells of the first row of the table in which a row begins; "" for that row itself."""
        first, end = self.table_at(start)
        if not first < start < end:
            return ""
        row = self.text[first : self.text.find("\n", first)]
        cells = [plain_lead(cell) for cell in row.strip("| ").split("|")]
        ruled = RULE.match(self.text, first + len(row))
        bold = sum("**" in cell for cell in row.split("|"))
        if not ruled and (0 < bold < sum(map(bool, cells)) or (not bold and any(len(cell) > CELL for cell in cells))):
            return ""  # the row of headings is empty, and this is the first one of the rows below it
        return " | ".join(cell[:CELL] for cell in cells if cell)[: 2 * CELL]

    def table_at(self, start: int) -> Range:
        """Return the range of the table in which a row begins."""
        index = bisect_right(self._tables, (start, len(self.text))) - 1
        return self._tables[index] if index >= 0 else (start, start)

    @cached_property
    def _tables(self) -> list[Range]:
        """Return the tables: the start of the first row that has text, and the end of the last."""
        tables: list[Range] = []
        after = -1
        for start, end in all_rows(self.text):
            if self.text[start] != "|":
                continue
            if tables and self.text.count("\n", after, start) <= 1:
                first = tables[-1][0]
                if RULED.fullmatch(self.text, first, self.text.find("\n", first)):
                    first = start
                tables[-1] = (first, end)
            else:
                tables.append((start, end))
            after = end
        return tables
