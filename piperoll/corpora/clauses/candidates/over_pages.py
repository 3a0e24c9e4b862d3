"""Let a heading at the end of a page reach to the number below it, at the beginning of the next page."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import GAP, Candidate


def with_reached(text: str, rows: Sequence[Range], found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates; what is printed around pages parts no heading from the number directly below it.

    Args:
        text: the stored text.
        rows: the character ranges of its lines, without what is printed around its pages.
        found: the candidates of the text, in order.
    """
    below = {end: start for (_, end), (start, _) in pairwise(rows)}
    reached = list(found)
    for index, (one, first) in enumerate(pairwise(found)):
        heads = one.own_line and one.caption and (one.label is None or one.label.family == "letter")
        first_number = first.label is not None and first.label.family == "number" and first.label.values == (1,)
        if (
            heads
            and first_number
            and below.get(one.end) == first.start
            and first.start - one.end > GAP
            and text[one.end : first.start].strip()
        ):
            reached[index] = replace(one, end=first.start - 1)
    return reached
