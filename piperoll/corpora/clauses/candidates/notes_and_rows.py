"""Tell the numbers of footnotes, of rows in tables and in an index of terms from those of clauses, in plain text."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate

# a rule, and right below it lines that begin with a number without a stop: "1  Inserted by the deed of 1 May 2033."; a
# line without a number goes on with a note
NOTES = (
    r"^[^\S\n]*_{5,}[^\S\n]*\n(?:[^\S\n]*\[?\d{1,3}\]?[^\S\n]{1,9}[^\W\d_][^\n]*(?:\n|\Z)"
    r"(?:[^\S\n]*[^\W\d_][^\n]*(?:\n|\Z)){0,9}){1,30}"
)
# "1.1 | Report | May 1, 2031", and another such line; with tabs, where the first line has no number: "No.	Report	Due"
PIPES = r"(?:^[^\n|]*(?:\|[^\n|]*){2,}(?:\n|\Z)){2,}"
TABS = r"^(?!\s*[(\d])[^\n\t]*(?:\t+[^\n\t]+){2,}\n(?:^[^\n\t]*(?:\t+[^\n\t]+){2,}(?:\n|\Z)){1,}"
# a head of columns, right below it maybe a rule, and two rows with a number without a stop: "2     Doors         $50"
_SHORT = r"(?=[^\n]{1,110}(?:\n|\Z))"
_CELLS = r"[^\S\n]{2,}\S(?:[^\n]*?\S)?[^\S\n]{3,}\S[^\n]*(?:\n|\Z)"
COLUMNS = (
    rf"^{_SHORT}[^\S\n]*[A-Z](?:[^\n]*?\S)?{_CELLS}(?:[^\S\n]*[-=_][-=_ ]{{2,}}\n)?"
    rf"(?:{_SHORT}[^\S\n]*\d{{1,3}}{_CELLS}){{2,}}"
)
COUNTED = re.compile(f"{NOTES}|{PIPES}|{TABS}|{COLUMNS}", re.MULTILINE)
# "Lamp Room   2.1 Lantern   Preamble Oil Price   Section 4.3(a)", six such terms on end, also over the end of a page
_CLAUSE = (
    r"(?:(?:§|Sections?|Article|Annex)[ \xa0])?(?:\d{1,2}\.\d{1,2}(?:[ ]?\([A-Za-z]{1,5}\)){0,4}"
    r"|Preamble|Recitals?|Introduction|(?<=(?:Annex|ticle)[ \xa0])[A-Z\d]{1,4})(?=\s)"
)
_TERM = (
    r"(?!(?i:Section|Article|Exhibit|Annex)\b)[A-Z][^\s:;]{0,60}"
    r"(?:[ ](?!(?:has|have|is|are|means?|shall|will|may)\b)[^\s:;]{1,60}){0,9}?"
)
INDEXED = re.compile(
    rf"{_TERM}\s{{1,9}}{_CLAUSE}\s{{1,9}}(?:-?\d{{1,3}}-?\s{{1,20}})?(?:_{{5,}}\s{{1,9}})?(?:Terms?\s{{1,3}}Section\s{{1,3}})?"
)
LEAST = 6
"""Such terms in a row, at least, that are an index of terms: it names the clauses that define them, and opens none."""


def without_notes_and_rows(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a text without the numbers of its footnotes, of the rows of its tables and its index."""
    spans = sorted([*(match.span() for match in COUNTED.finditer(text)), *_indexes(text)])
    starts = [start for start, _ in spans]
    return [one for one in found if not _is_inside(one.start, spans, starts)]


def _indexes(text: str) -> Iterator[Range]:
    """Return the ranges of the indexes of terms."""
    runs: list[list[Range]] = []
    for entry in INDEXED.finditer(text):
        if runs and runs[-1][-1][1] == entry.start():
            runs[-1].append(entry.span())
        else:
            runs.append([entry.span()])
    return ((run[0][0], run[-1][1]) for run in runs if len(run) >= LEAST)


def _is_inside(at: int, spans: Sequence[tuple[int, int]], starts: Sequence[int]) -> bool:
    index = bisect_right(starts, at) - 1
    return index >= 0 and at < spans[index][1]
