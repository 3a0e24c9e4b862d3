"""The scorers: each says of a query which chunks of an edition it finds, and how good they are on a scale of its own.

Another one is a function here, its place in SCORERS, and its weight in :data:`piperoll.search.fusion.DEFAULT`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from pgvector import HalfVector

from piperoll.embed import backend
from piperoll.search import lexical as bm25
from piperoll.search import rules
from piperoll.search.lexical import Hits
from piperoll.search.query import Query
from piperoll.store.lexical import Lexical
from piperoll.store.vectors import Vectors

EF_SEARCH = 100
"""Candidate list of the HNSW walk; at 300,000 vectors recall@10 was 0.95 at 100 against 0.82 at 40."""


def nothing(ids: Sequence[int]) -> dict[int, float]:
    """The scores of chunks by a scorer that lists all that it finds."""
    return {}


class Scored(NamedTuple):
    """What a scorer finds: at most ``query.pool`` chunks that pass the filters, best first, and how it scores others.

    ``others`` is asked for chunks that other scorers found. Those that it leaves out have nothing of what is asked for.
    ``certain`` are chunks that come before all others.
    """

    best: Hits
    others: Callable[[Sequence[int]], Mapping[int, float]] = nothing
    certain: frozenset[int] = frozenset()


Scorer = Callable[[Query], Scored]


def dense(query: Query) -> Scored:
    """Cosine similarity of the query's vector and the chunks'; of others too, compared one by one."""
    model = backend.get(query.corpus.backend)
    vectors = Vectors(query.connection, query.corpus, query.corpus.backend)
    vectors.present()
    vectors.check(model.identity)
    vector = HalfVector(model.embed([query.text]).vectors[0] if query.vector is None else query.vector)
    for setting, value in (("hnsw.ef_search", str(EF_SEARCH)), ("hnsw.iterative_scan", "strict_order")):
        query.connection.execute("SELECT set_config(%s, %s, true)", (setting, value))

    def nearest(name: str, ids: Sequence[int] = ()) -> Hits:
        found = query.rows(name, vectors=vectors.table, vector=vector, ids=list(ids))
        return [(one, float(score)) for one, score in found]

    return Scored(
        nearest("search_dense_exact" if query.filters.selective else "search_dense"),
        lambda ids: dict(nearest("search_dense_of", ids)),
    )


def lexical(query: Query) -> Scored:
    """BM25 over the edition."""

    def some(ids: list[int]) -> list[int]:
        return [one for (one,) in query.rows("search_passing", ids=ids)]

    def all_of_them() -> list[int]:
        return [one for (one,) in query.rows("search_passing_all")]

    segments = Lexical(query.connection, query.corpus).read(query.terms, query.edition)
    ids, scores = bm25.score(segments, query.terms, query.edition)

    def others(wanted: Sequence[int]) -> dict[int, float]:
        places = np.flatnonzero(np.isin(ids, np.asarray(wanted, np.int64)))
        return dict(zip(ids[places].tolist(), scores[places].tolist(), strict=True))

    return Scored(bm25.passing(ids, scores, query.pool, None if query.filters.document else some, all_of_them), others)


def rule(query: Query) -> Scored:
    """Places and documents that the query names, and the words of headers: see :mod:`piperoll.search.rules`.

    Where places or documents are named, headers count among these only: by rank, any other header would come close.
    """
    found = rules.named(query)
    if not found.scores:
        return Scored([], lambda ids: rules.headers(query, ids))
    words = rules.headers(query, list(found.scores))
    scores = {one: score + words.get(one, 0.0) for one, score in found.scores.items()}
    return Scored(sorted(scores.items(), key=lambda hit: (-hit[1], hit[0])), certain=found.certain)


SCORERS: dict[str, Scorer] = {"dense": dense, "lexical": lexical, "rule": rule}
