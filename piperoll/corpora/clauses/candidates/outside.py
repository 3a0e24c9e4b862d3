"""Tell what stands outside of tables of contents."""

from collections.abc import Iterable, Iterator, Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.pages.furniture import ENTRY, key


def united(ranges: Iterable[Range]) -> Iterator[Range]:
    """Yield ranges that are in order, those that overlap as one."""
    start = end = -1
    for first, last in ranges:
        if first >= end:
            if end >= 0:
                yield start, end
            start = first
        end = max(end, last)
    if end >= 0:
        yield start, end


def outside(openings: Sequence[Candidate], contents: Sequence[Range]) -> list[Candidate]:
    """Return the candidates that are no entries of tables of contents."""
    return [one for one in openings if not any(start - 8 <= one.start < end for start, end in contents)]


def headings(text: str, openings: Sequence[Candidate]) -> Iterator[str]:
    """Yield the letters of each heading: of its lines, or of the whole line that begins with a label."""
    for opening in openings:
        end = opening.end if opening.own_line else text.find("\n", opening.start)
        if opening.own_line or (opening.label and not opening.weak and end - opening.start <= ENTRY):
            yield key(text[opening.start : end])
