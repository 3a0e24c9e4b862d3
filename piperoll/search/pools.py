"""Unite what several searches of one question find: filtered, wider, in other words.

Scores of searches among few chunks and among many do not compare, nor do those of different queries, so only the ranks
count (reciprocal rank fusion; Cormack and others, SIGIR 2009).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from piperoll.search.fusion import RANK_DAMPING
from piperoll.search.routing import Pool
from piperoll.search.search import RankedHits

WEIGHTS = {Pool.PLAIN: 2.0, Pool.FILTERED: 2.0, Pool.WIDE: 1.0, Pool.VARIANT: 1.0}
"""How much the searches of a pool count together: what the first one finds first stays before what only others find,
and what all of them find rises."""


@dataclass(frozen=True, slots=True)
class Searched:
    """Hold one search of a question: what it was for, in which words, and what it found."""

    pool: Pool
    ranked: RankedHits


def united(searches: Mapping[str, Searched]) -> RankedHits:
    """Return the hits of several searches, each chunk once, the best first.

    ``ranks`` of a hit is its rank, from 1, by the name of each search that found it. Hits of which the question is
    certain, and those in documents that it names, stay before all others; a variant is certain of nothing.

    Args:
        searches: by name, in the same edition and for the same day; what the first one says of itself is kept.
    """
    first, *others = searches.values()
    if not others:
        return first.ranked
    found: dict[int, dict[str, Any]] = {}
    for name, one in searches.items():
        of_pool = sum(other.pool is one.pool for other in searches.values())
        for rank, hit in enumerate(one.ranked.hits, 1):
            row = found.setdefault(hit["id"], hit | {"score": 0.0, "first": 0.0, "ranks": {}})
            row["ranks"][name] = rank
            row["score"] += WEIGHTS[one.pool] / of_pool / (RANK_DAMPING + rank)
            row["first"] = max(row["first"], 0.0 if one.pool is Pool.VARIANT else hit["first"])
    most = sum(WEIGHTS[pool] for pool in {one.pool for one in searches.values()}) / (RANK_DAMPING + 1)
    hits = [row | {"score": row["first"] + row["score"] / most} for row in found.values()]
    return replace(first.ranked, hits=sorted(hits, key=lambda hit: (-hit["score"], hit["id"])))
