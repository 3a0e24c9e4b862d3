"""The scorers: each says of a query which chunks of an edition it finds, and how good they are on a scale of its own.

Another one is a function here, its place in SCORERS, and its weight in :data:`piperoll.search.fusion.DEFAULT`.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector

from piperoll.embed import backend
from piperoll.search import lexical as bm25
from piperoll.search.lexical import Hits
from piperoll.search.query import Query
from piperoll.store.citations import PARAGRAPH
from piperoll.store.lexical import Lexical
from piperoll.store.vectors import Vectors
from piperoll.text import analysis

EF_SEARCH = 100
"""Candidate list of the HNSW walk; at 300,000 vectors recall@10 was 0.95 at 100 against 0.82 at 40."""
PARAGRAPH_PATH = re.compile(rf"{re.escape(PARAGRAPH)}\d{{1,9}}", re.ASCII)
REPRINTS = ("", *(f".v{number}" for number in range(2, 10)))
"""Endings of the paths under which one provision may be printed."""


def nothing(ids: Sequence[int]) -> dict[int, float]:
    """The scores of chunks by a scorer that lists all that it finds."""
    return {}


class Scored(NamedTuple):
    """What a scorer finds: at most ``query.pool`` chunks that pass the filters, best first, and how it scores others.

    ``others`` is asked for chunks that other scorers found. Those that it leaves out have nothing of what is asked for.
    """

    best: Hits
    others: Callable[[Sequence[int]], Mapping[int, float]] = nothing


Scorer = Callable[[Query], Scored]


def dense(query: Query) -> Scored:
    """Cosine similarity of the query's vector and the chunks'; of others too, compared one by one."""
    model = backend.get(query.corpus.backend)
    vectors = Vectors(query.connection, query.corpus, query.corpus.backend)
    vectors.present()
    vectors.check(model.identity)
    vector = HalfVector(_vector(query))
    for setting, value in (("hnsw.ef_search", str(EF_SEARCH)), ("hnsw.iterative_scan", "strict_order")):
        query.connection.execute("SELECT set_config(%s, %s, true)", (setting, value))

    def nearest(name: str, ids: Sequence[int] = ()) -> Hits:
        found = query.rows(name, vectors=vectors.table, vector=vector, ids=list(ids))
        return [(one, float(score)) for one, score in found]

    return Scored(
        nearest("search_dense_exact" if query.filters.selective else "search_dense"),
        lambda ids: dict(nearest("search_dense_of", ids)),
    )


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

    few = query.filters.document or query.filters.versions is not None
    return Scored(bm25.passing(ids, scores, query.pool, None if few else some, all_of_them), others)


def rule(query: Query) -> Scored:
    """Provisions that the query cites by number, in the documents that it names: by the words of their titles."""
    if not query.references:
        return Scored([])
    paths = [f"{path}{print_}" for path in query.references for print_ in REPRINTS]
    numbers = [int(path.removeprefix(PARAGRAPH)) for path in query.references if PARAGRAPH_PATH.fullmatch(path)]
    found = query.rows("search_reference", paths=paths, clauses=list(query.references), paragraphs=numbers)
    titles = {one: _title(title, query.corpus.language) for one, title in found}
    terms = Counter(analysis.terms(query.text, query.corpus.language))
    return Scored(bm25.rank(titles, terms)[: query.pool])


def route(query: Query) -> Scored:
    """How well the query names the document that a chunk stands in, of those that it names for certain."""

    def others(wanted: Sequence[int]) -> dict[int, float]:
        versions = query.rows("versions_of_chunks", ids=list(wanted)) if query.route.named else []
        return {one: query.route.named[version] for one, version in versions if version in query.route.named}

    return Scored([], others)


@lru_cache(20_000)
def _title(title: str, language: str) -> list[str]:
    """Its terms; every provision of a statute has the same, and every query that cites one asks for those of many."""
    return analysis.terms(title, language)


SCORERS: dict[str, Scorer] = {"dense": dense, "lexical": lexical, "rule": rule, "route": route}
