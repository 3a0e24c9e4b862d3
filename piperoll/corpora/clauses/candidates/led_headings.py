"""Put a heading that leads to others over them, whatever its rank: "###### Not allowed:", and "#### Red lamps"."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, GAP, Candidate


def with_leads_over(text: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates with each marked heading that leads with a colon to one of a higher rank over that one.

    Args:
        text: the stored text.
        candidates: in their order.
    """
    over: dict[int, int] = {}
    around = [0]
    for one, below in pairwise(candidates):
        if not 0 < one.level < BOLD_LEVEL:
            continue
        directly = below.start - one.end <= GAP and 0 < below.level < one.level
        leads = directly and text[one.start : one.end].rstrip()[-1:] == ":"
        while around[-1] >= (below.level - 1 if leads else one.level) > 0:
            around.pop()
        if leads and around[-1] + 1 < below.level:
            over[one.start] = below.level - 1
        else:
            around.append(one.level)
    return [replace(one, level=over.get(one.start, one.level)) for one in candidates] if over else list(candidates)
