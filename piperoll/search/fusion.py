"""Reciprocal rank fusion: lists by different scorers become one, by rank alone."""

from collections.abc import Mapping, Sequence

K = 20
"""Damps the lead of first places. 60 in Cormack, Clarke and Büttcher (SIGIR 2009), for lists of equal worth; ours are
not, and 20 let more right provisions into the first five (17 of 20 questions against 15, at the weights in use)."""


def reciprocal_rank(
    lists: Mapping[str, Sequence[int]], weights: Mapping[str, float] | None = None
) -> list[tuple[int, float]]:
    """Ids with their fused scores, best first; ties go to the smaller id.

    Args:
        lists: ids by scorer, best first.
        weights: how much a scorer's ranks count, 1 where it is not named.
    """
    scores: dict[int, float] = {}
    for name, ids in lists.items():
        weight = weights.get(name, 1.0) if weights else 1.0
        for rank, one in enumerate(ids, 1):
            scores[one] = scores.get(one, 0.0) + weight / (K + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))
