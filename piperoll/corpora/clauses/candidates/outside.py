"""Tell what stands outside of tables of contents, and of the sentences that a page breaks off."""

from collections.abc import Iterable, Iterator, Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.candidates.unmarked import goes_on
from piperoll.corpora.clauses.pages.furniture import ENTRY, key
from piperoll.corpora.clauses.pages.page_gaps import Edges

NEAR = 1_500
"""Characters in front of a heading in which the text of the page before ends."""


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


def outside_sentences(text: str, openings: Sequence[Candidate], edges: Edges) -> list[Candidate]:
    """Return the candidates without the headings that are the rest of a sentence: "the owner of the | Red Lamp. He".

    Args:
        text: the stored text.
        openings: its candidates, in order.
        edges: what is printed around its pages.
    """
    return [one for one in openings if one.label or one.own_line or one.definition or not _is_torn(text, one, edges)]


def _is_torn(text: str, one: Candidate, edges: Edges) -> bool:
    """Return whether a page ends inside of a sentence in front of a heading."""
    part = max(0, one.start - NEAR), one.end
    gap = edges.gap(text, one.start, part) if one.end > one.start else None
    return gap is not None and (goes_on(text, gap[0]) or edges.forbid(text, one.start, part))


def headings(text: str, openings: Sequence[Candidate]) -> Iterator[str]:
    """Yield the letters of each heading: of its lines, or of the whole line that begins with a label."""
    for opening in openings:
        end = opening.end if opening.own_line else text.find("\n", opening.start)
        if opening.own_line or (opening.label and not opening.weak and end - opening.start <= ENTRY):
            yield key(text[opening.start : end])
