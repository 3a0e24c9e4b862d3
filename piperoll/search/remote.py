"""Find the nearest vectors by a remote index: what it may pass over, and what it found that the search may see.

The index knows texts, and of each a few facts that are true of all its chunks together. It is asked with the conditions
that follow from these facts, which pass more than the search does, and Postgres decides of what comes back: by edition,
day and every filter.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from piperoll.s3_vectors import VectorIndex
from piperoll.search.conditions import Condition
from piperoll.search.lexical import Hits
from piperoll.search.query import Query
from piperoll.store.remote_index import DATED

KEY = re.compile(r".*/([0-9a-f]{64})")
"""``my-laws/minilm/9f86…``: corpus, backend, SHA-256 of the text."""
SPANS = ("year", "date")
"""Fields of which the index knows the first and the last value of a text, as numbers: 20180501; of a year 20180000."""


def nearest(
    query: Query,
    address: str,
    vector: Sequence[float],
    among: Callable[[list[bytes]], Hits],
    *,
    least: int,
    most: int,
) -> Hits:
    """Return chunks that pass the filters, of the texts that a remote index finds nearest.

    Pages are read until enough chunks pass, and no longer than that is likely to happen.

    Args:
        query: what is searched.
        address: of the index.
        vector: of the query.
        among: returns the chunks of texts that pass, with their scores.
        least: texts after which it is asked whether enough chunks can still pass.
        most: texts that are looked at.

    Returns:
        Chunks with their scores, best first. If there are as many as the pool of the query has, they are the nearest.

    Raises:
        PiperollError: see :class:`~piperoll.s3_vectors.VectorIndex`.
    """
    hits: Hits = []
    if not any(vector):  # it has no direction
        return hits
    seen = 0
    for keys in VectorIndex.at(address).nearest(vector, most, condition(query)):
        hits += among([bytes.fromhex(match[1]) for key in keys if (match := KEY.fullmatch(key))])
        seen += len(keys)
        if len(hits) >= query.pool or (seen >= least and seen * query.pool > most * len(hits)):
            break
    return sorted(hits, key=lambda hit: (-hit[1], hit[0]))[: query.pool]


def condition(query: Query) -> dict[str, Any]:
    """Return what the metadata of a text must be so that one of its chunks may pass, as S3 Vectors writes filters."""
    filters = query.filters
    parts: list[dict[str, Any]] = [
        {"corpus": {"$eq": query.corpus.name}},
        {"backend": {"$eq": query.corpus.backend}},
    ]
    if not filters.include_repealed:
        day = int(f"{filters.day:%Y%m%d}")
        parts += [{"valid_from": {"$lte": day}}, {"valid_to": {"$gt": day}}]
    if filters.role is not None:
        parts.append(_or_unknown("role", {"$in": [filters.role]}))
    for one in query.of_versions:  # what chunks say for themselves is not known there
        parts += _of_version(one)
    return {"$and": parts}


def _of_version(one: Condition) -> list[dict[str, Any]]:
    """Return what follows from a condition on the metadata of versions; nothing where it cannot be told there."""
    if one.key == "court" and one.operator == "=":
        return [_or_unknown("court", {"$in": [one.value]})]
    if one.key not in SPANS or not re.fullmatch(DATED, one.value, re.ASCII):
        return []
    digits = one.value.replace("-", "")
    parts = []
    if one.operator in ("=", ">", ">="):
        parts.append(_or_unknown(f"{one.key}_to", {"$gte": int(digits.ljust(8, "0"))}))
    if one.operator in ("=", "<", "<="):
        parts.append(_or_unknown(f"{one.key}_from", {"$lte": int(digits.ljust(8, "9"))}))
    return parts


def _or_unknown(key: str, test: dict[str, Any]) -> dict[str, Any]:
    return {"$or": [{key: test}, {key: {"$exists": False}}]}
