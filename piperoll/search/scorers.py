"""The scorers: each says of a query which chunks of an edition it finds, and how good they are on a scale of its own.

Another one is a function here, its place in SCORERS, and its weight in :data:`piperoll.search.fusion.DEFAULT`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector

from piperoll.embed import backend
from piperoll.search import feedback, rules
from piperoll.search import lexical as bm25
from piperoll.search import triplets as relations
from piperoll.search.lexical import Hits, Numbers
from piperoll.search.query import Query
from piperoll.search.triplets import Asked
from piperoll.store.lexical import TRIPLETS, Lexical
from piperoll.store.sql import query as statement
from piperoll.store.vectors import Vectors
from piperoll.text import analysis

WALK, WALK_MOST = 4, 40
"""The nearest vectors that a search looks at by the index, for each candidate that is wanted: so many, and where too
few of their chunks pass the filters, as many as it takes up to so many. If that is not enough, all that pass are
compared one by one."""
WALKS = 2
MARGIN = 1.5
"""The second walk goes this much farther than the share of the first that passed would have it."""
EF_SEARCH_MOST = 1_000
"""Candidate list of the HNSW walk that pgvector allows; a longer walk goes on where that list ended, and a shorter one
misses near neighbours: of the ten nearest among 218,000 a list of 400 finds .97, one of 1,000 .98."""


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
    vector = HalfVector(_vector(query))

    def walk(length: int) -> Hits:
        query.connection.execute(statement("hnsw_settings"), {"ef_search": EF_SEARCH_MOST})
        return _hits(query.rows("search_dense", vectors=vectors.table, vector=vector, walked=length))

    def compare(ids: Sequence[int], pool: int) -> Hits:
        return _hits(query.rows("search_dense_of", vectors=vectors.table, vector=vector, ids=list(ids), pool=pool))

    def best() -> Hits:
        length = 0 if query.few else WALK * query.pool
        for _ in range(WALKS):
            if 0 < length <= WALK_MOST * query.pool:
                found = walk(length)
                if len(found) == query.pool:
                    return found
                length = int(MARGIN * length * query.pool / len(found)) if found else 0
        return compare(query.passing.tolist(), query.pool)

    return Scored(best(), lambda ids: dict(compare(ids, len(ids))))


def _hits(rows: Iterable[tuple[int, float]]) -> Hits:
    return [(one, float(score)) for one, score in rows]


def _vector(query: Query) -> NDArray[np.float32]:
    """Of what the query asks; in the middle between that and the wordings, where it has any."""
    asked = query.route.rest
    given = query.vector if query.vector is not None and asked == query.text else None
    own = _embedded(query.corpus.backend, asked) if given is None else given.astype(np.float32)
    if not query.wordings:
        return own
    put = np.sum([_embedded(query.corpus.backend, wording) for wording in query.wordings], axis=0)
    both = own / (np.linalg.norm(own) or 1.0) + put / (np.linalg.norm(put) or 1.0)
    return np.asarray(both / (np.linalg.norm(both) or 1.0), np.float32)


@lru_cache(4096)
def _embedded(model: str, text: str) -> NDArray[np.float32]:
    return np.asarray(backend.get(model).embed([text]).vectors[0], np.float32)


def lexical(query: Query) -> Scored:
    """BM25 over the edition; within some documents, of the words too that the whole edition has for what is asked."""
    index = Lexical(query.connection, query.corpus)
    segments = index.read(query.terms, query.edition)
    ids, scores = bm25.score(segments, query.terms, query.edition)
    if query.narrowed and not query.plain and len(ids):
        terms = _fed_back(query, index, ids, scores)
        ids, scores = bm25.score(index.read(terms, query.edition), terms, query.edition)
    return _passing(query, ids, scores)


def _fed_back(query: Query, index: Lexical, ids: Numbers, scores: Numbers) -> dict[str, float]:
    """The terms of the query and those of the chunks that are found first, wherever they stand."""
    best = bm25.best(ids, scores, feedback.CHUNKS)
    said = dict(query.rows("search_contents", ids=ids[best].tolist()))
    found = [
        (float(scores[place]), terms)
        for place in best
        if (terms := analysis.terms(said.get(int(ids[place]), ""), query.corpus.language))
    ]
    probable = feedback.candidates(found)
    known = bm25.idfs(index.read(probable, query.edition), probable, query.edition)
    return feedback.expanded(query.terms, probable, known)


def triplet(query: Query) -> Scored:
    """What the query asks against what chunks say, relation by relation; nothing where the corpus has no triplets."""
    asked = Asked.of(query.route.rest, query.corpus.language)
    segments = Lexical(query.connection, query.corpus, unit=TRIPLETS).read(asked.keys, query.edition)
    return _passing(query, *relations.score(segments, asked, query.edition))


def _passing(query: Query, ids: Numbers, scores: Numbers) -> Scored:
    """The best of all chunks that an index gave a score, if they pass the filters."""

    def some(ids: list[int]) -> list[int]:
        return [one for (one,) in query.rows("search_passing", ids=ids)]

    def others(wanted: Sequence[int]) -> dict[int, float]:
        places = np.flatnonzero(np.isin(ids, np.asarray(wanted, np.int64)))
        return dict(zip(ids[places].tolist(), scores[places].tolist(), strict=True))

    return Scored(bm25.passing(ids, scores, query.pool, None if query.few else some, lambda: query.passing), others)


def rule(query: Query) -> Scored:
    """Places and documents that the query names, and among those the words of headers: :mod:`piperoll.search.rules`."""
    found = rules.named(query)
    words = rules.headers(query, list(found.scores))
    scores = {one: score + words.get(one, 0.0) for one, score in found.scores.items()}
    return Scored(sorted(scores.items(), key=lambda hit: (-hit[1], hit[0])), certain=found.certain)


def heading(query: Query) -> Scored:
    """Words of the query, and pairs of them, in the headers of what other scorers find."""
    return Scored([], lambda ids: rules.headers(query, ids))


def route(query: Query) -> Scored:
    """How well the query names the document that a chunk stands in, of those that it names for certain."""

    def others(wanted: Sequence[int]) -> dict[int, float]:
        versions = query.rows("versions_of_chunks", ids=list(wanted)) if query.route.named else []
        return {one: query.route.named[version] for one, version in versions if version in query.route.named}

    return Scored([], others)


SCORERS: dict[str, Scorer] = {
    "dense": dense,
    "lexical": lexical,
    "rule": rule,
    "heading": heading,
    "route": route,
    "triplet": triplet,
}
