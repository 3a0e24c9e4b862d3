"""Keep what an amendment quotes below the clause that quotes it: “5.4 Rent. …” and “5.5 Taxes. …” below "(a)"."""

import re
from collections.abc import Iterator

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.tree.open_units import OpenUnits

# "… is replaced by the following:", then “5.4 Rent, and the end of the paragraph that ends the quotation: … taxes.”
MARKS = re.compile(
    r"(?P<opens>(?<=:)[^\S\n]{0,9}\n\s{0,9}[“\"](?=(?:Section|SECTION|Article|ARTICLE)\s[\dIVX]|\(\w{1,3}\)\s|\d{1,2}\.(?:\d{1,2}\.?)?\s))"
    r"|(?P<closes>[”\"][.;,]?(?:\s(?:and|or))?[^\S\n]*(?=\n\s*\n|\Z)|[.;!?)][”\"][^\S\n]*$)",
    re.MULTILINE,
)
LEADS = re.compile(r"\b(?:replac|amend|restat|add|insert|delet|substitut|read|provid|follow|stat)")
LEAD = 200
"""Characters in front of a quotation that say what is done with it."""
LONGEST = 30_000
"""Characters of the longest quotation."""


def quotations(text: str) -> Iterator[Range]:
    """Yield the ranges of clauses that a text quotes behind a colon, in order."""
    start = -1
    for mark in MARKS.finditer(text):
        if mark["opens"]:
            if (start < 0 or mark.start() - start > LONGEST) and LEADS.search(
                text, max(0, mark.start() - LEAD), mark.start()
            ):
                start = mark.start()
        elif start >= 0:
            if mark.end() - start <= LONGEST:
                yield start, mark.end()
            start = -1


class Quotations:
    """Hold the open quotation while a tree is built."""

    def __init__(self, text: str, stack: OpenUnits) -> None:
        self._stack = stack
        self._coming = quotations(text)
        self._range = next(self._coming, None)
        self._depth = 0

    def depth(self, candidate: Candidate) -> int:
        """Return the least depth of a candidate: below what quotes it; 0 outside of quotations.

        What a quotation opened is closed behind it, or in front of the next clause that amends.
        """
        start = candidate.start
        while self._range and (start >= self._range[1] or (self._depth and candidate.amends)):
            if self._depth:
                self._stack.close(self._depth, start)
                self._depth = 0
            self._range = next(self._coming, None)
        if self._range and start >= self._range[0]:
            self._depth = self._depth or len(self._stack)
            return self._depth
        return 0
