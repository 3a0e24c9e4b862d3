"""Keep what an amendment quotes below the clause that quotes it: “5.4 Rent. …” and “5.5 Taxes. …” below "(a)"."""

import re
from collections.abc import Iterator

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import COUNTED, Candidate
from piperoll.corpora.clauses.tree.open_units import OpenUnits

# "… is replaced by the following:", then “5.4 Rent, and the end of the paragraph that ends the quotation: … taxes.”
MARKS = re.compile(
    r"(?P<opens>(?<=:)[^\S\n]{0,9}\n\s{0,60}[“\"](?=(?:Section|SECTION|Article|ARTICLE)\s[\dIVX]|\(\w{1,3}\)\s|\d{1,2}\.(?:\d{1,2}\.?)?\s))"
    r"|(?P<closes>[”\"][.;,]?(?:\s(?:and|or))?[^\S\n]*(?=\n\s*\n|\Z)|[.;!?)][”\"][^\S\n]*$)",
    re.MULTILINE,
)
LEADS = re.compile(r"\b(?:replac|amend|restat|add|insert|delet|substitut|read|provid|follow|stat)")
LEAD = 200
"""Characters in front of a quotation that say what is done with it."""
LONGEST = 30_000
"""Characters of the longest quotation."""
_SAME = r"(?:[^\n:]|\n(?!\s*\n))"
# "2.2 Section 6.4 of the Lease is deleted and replaced by:", in one paragraph, and nothing behind it
NAMED = re.compile(
    rf"{_SAME}{{0,200}}?\b(?:Section|SECTION|Article|ARTICLE|Clause|Paragraph)\s(?P<number>\d{{1,3}}(?:\.\d{{1,3}})*)\b{_SAME}{{0,300}}?"
    rf"\b(?:replaced|restated|amended|substituted)\b{_SAME}{{0,120}}:\s*\Z"
)
"""Matches what leads to a section that is quoted without marks."""
LEADS_WITHIN = 800
"""Characters of the longest clause that leads to it."""


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
        self._text = text
        self._stack = stack
        self._coming = quotations(text)
        self._range = next(self._coming, None)
        self._depth = 0
        self._last: Candidate | None = None
        """The last candidate outside of quotations."""
        self._unmarked = 0
        """The depth of a section that is quoted without marks."""

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
        return self._without_marks(candidate)

    def _without_marks(self, candidate: Candidate) -> int:
        """Return the least depth of a candidate, below the clause that names its section and replaces it; else 0.

        The next clause of the amendment ends what is quoted.
        """
        if self._unmarked and self._last and _ends(candidate, self._last):
            self._stack.close(self._unmarked, candidate.start)
            self._unmarked = 0
        elif not self._unmarked and self._last and _is_named(self._text, self._last, candidate):
            self._unmarked = len(self._stack)
        if not self._unmarked and (candidate.label or candidate.caption):
            self._last = candidate
        return self._unmarked


def _values(candidate: Candidate) -> tuple[int, ...]:
    return candidate.label.values if candidate.label and candidate.label.family in COUNTED else ()


def _is_named(text: str, front: Candidate, candidate: Candidate) -> bool:
    """Return whether a candidate is the section that the clause in front of it names and leads to, at its end."""
    values = _values(candidate)
    numbered = front.label is not None and front.label.family == "number"
    if not values or not numbered or candidate.start - front.start > LEADS_WITHIN:
        return False
    if text[front.start : candidate.start].rstrip()[-1:] != ":":
        return False
    named = NAMED.match(text, front.start, candidate.start)
    return named is not None and tuple(map(int, named["number"].split("."))) == values


def _ends(candidate: Candidate, amending: Candidate) -> bool:
    """Return whether a candidate is behind a quotation: the next clause of the amendment, or another part."""
    own, values = _values(amending), _values(candidate)
    family = candidate.label.family if candidate.label else ""
    if candidate.amends or candidate.closing or candidate.level or family in ("schedule", "part"):
        return True
    return any(values == (*own[:depth], own[depth] + 1) for depth in range(len(own)))
