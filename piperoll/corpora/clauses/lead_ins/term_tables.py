"""Find what leads to a table of defined terms: "These terms are defined as follows: Term Section Lamp 1.2(a) …"."""

import re

from piperoll.corpora.clauses.lead_ins.inner_leads import InnerLeads
from piperoll.corpora.clauses.tree.units import Unit

FRONT = 1_000
"""Characters at the beginning of a clause in which its table begins."""
LEAST = 3
"""Rows of the shortest table."""
HEADINGS = re.compile(
    r"\s*(?:Defined\s+)?Terms?\s+(?:Defined\s+in\s+)?"
    r"(?:Section|Page|Location|Definition|Cross[- ]Reference|Where Defined)s?"
)
"""Matches the headings of the columns of a table."""
# "Certificate of Merger 2.03(b)", "Company Preamble", also with the end of a page in front
ROW = re.compile(
    r"(?:(?!\b(?:the|that|which|shall|will|is|are|has|have|may|means?)\b)[^:;]){2,250}?[\s\u200b]"
    r"(?:(?:§|Sections?|Article|Annex|Exhibit)[\s\xa0\u202f]?)?"
    r"(?:\d{1,2}\.\d{1,2}(?:\([A-Za-z]{1,4}\)){0,4}|Preamble|Recitals|(?<=Article\s)\d{1,2})(?:[;,]\s(?=Annex|Recitals))?(?!\S)"
)
"""Matches a row: a term, and the clause that defines it."""


class TermTables:
    """Find what leads to the tables of defined terms of a text; ``inner`` reads the sentence in front of them."""

    def __init__(self, text: str, inner: InnerLeads) -> None:
        self.text, self._inner = text, inner
        self._tables: dict[int, tuple[int, int]] = {}

    def lead(self, unit: Unit, start: int) -> str:
        """Return what leads to the table inside of which a part of a clause begins; "" where it begins in none.

        Args:
            unit: the clause.
            start: offset of the first character of the part.
        """
        if id(unit) not in self._tables:
            self._tables[id(unit)] = self._table(unit)
        begin, end = self._tables[id(unit)]
        return self._inner.sentence(unit.head, begin) if begin < start < end else ""

    def _table(self, unit: Unit) -> tuple[int, int]:
        """Return where the table of a clause begins and ends; twice the same offset where it has none."""
        begin = self.text.find(":", unit.head, min(unit.end, unit.head + FRONT)) + 1
        headings = HEADINGS.match(self.text, begin, unit.end) if begin else None
        at, rows = headings.end() if headings else begin, 0
        while begin and (row := ROW.match(self.text, at, unit.end)):
            at, rows = row.end(), rows + 1
        return begin, at if rows >= LEAST else begin
