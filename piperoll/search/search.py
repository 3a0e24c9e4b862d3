"""Search in the edition that readers see."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector
from psycopg import sql
from psycopg.rows import dict_row

from piperoll.corpora import registry
from piperoll.embed import backend
from piperoll.model import embedding_text
from piperoll.search import lexical
from piperoll.search import rerank as reranking
from piperoll.search.fusion import reciprocal_rank
from piperoll.search.rerank import Rerank
from piperoll.search.where import Condition, as_parameter, check_keys
from piperoll.store import citations, editions
from piperoll.store.citations import PARAGRAPH
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.lexical import Lexical
from piperoll.store.sql import query as statement
from piperoll.store.vectors import Vectors
from piperoll.text import analysis

POOL_FACTOR = 5
POOL_LEAST = 100
"""Candidates that each scorer gives to the fusion: this many times k, at least POOL_LEAST."""
EF_SEARCH = 100
"""Candidate list of the HNSW walk; at 300,000 vectors recall@10 was 0.95 at 100 against 0.82 at 40."""


WEIGHTS = {"dense": 1.0, "lexical": 4.0, "reference": 8.0}
"""In the fusion. The bundled model learnt on English: over 20 questions to 4,391 Swedish statutes it reached a mean
reciprocal rank of 0.11 alone, words 0.49, and these weights 0.48 with one more right provision in the first five. What
is cited by number and title outweighs a first place by all others."""


class Mode(StrEnum):
    """Which scorers take part."""

    DENSE = "dense"
    LEXICAL = "lexical"
    HYBRID = "hybrid"


@dataclass(frozen=True, slots=True)
class Filters:
    """Restrictions that hold before ranking.

    ``document`` is a key or a path within the source; ``path`` matches that unit and all below it;
    ``day`` asks for the law of that day.
    """

    document: str | None = None
    path: str | None = None
    role: str | None = None
    day: date = field(default_factory=date.today)
    where: Sequence[Condition] = ()
    """On the metadata of versions and chunks; all must hold."""

    @property
    def selective(self) -> bool:
        """Few enough chunks pass that comparing them one by one beats walking the index."""
        return any((self.document, self.path, self.role, self.where))


Scorer = Callable[["_Query"], list[tuple[int, float]]]


@dataclass(frozen=True, slots=True)
class _Query:
    """One query with all that a scorer needs."""

    connection: Connection
    corpus: Corpus
    text: str
    terms: Sequence[str]
    """Of the text, as chunks have them."""
    references: Sequence[str]
    """Paths that the text cites."""
    values: dict[str, Any]
    filters: Filters
    vector: NDArray[np.float16] | None
    """Of the text, where it was computed before."""

    def rows(self, name: str, *, vectors: sql.Identifier | None = None, **values: Any) -> list[Any]:
        """Run a statement that applies the filters."""
        text = sql.SQL(statement(name)).format(
            filter=sql.SQL(statement("search_filter")).format(seen=sql.SQL(statement("version_seen"))),
            vectors=vectors or sql.Identifier("none"),
        )
        # planned for the filters given: a plan for any would be one for none
        return self.connection.execute(text, self.values | values, prepare=False).fetchall()


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, before it is cut and shown."""

    query: str
    edition: int
    day: date
    backend: str
    hits: Sequence[dict[str, Any]]
    """Candidates, best first: ``score scores``, the columns of ``search_hits``."""
    reranked: dict[str, Any] | None
    """By which model, with which problem if it changed nothing; None: not asked for."""
    vectors: dict[str, int] | None
    """Chunks, and how many are without a vector by the backend; None: it is that of the corpus."""

    @property
    def head(self) -> dict[str, Any]:
        """What every result says first."""
        asked = {"reranked": self.reranked, "vectors": self.vectors}
        told = {"query": self.query, "edition": self.edition, "backend": self.backend}
        return told | {name: value for name, value in asked.items() if value is not None}


def search(
    connection: Connection,
    corpus: Corpus,
    text: str,
    *,
    k: int = 10,
    mode: Mode = Mode.HYBRID,
    filters: Filters | None = None,
    edition: int | None = None,
    by: str | None = None,
    vector: NDArray[np.float16] | None = None,
    rerank: Rerank | None = None,
) -> dict[str, Any]:
    """The best ``k`` chunks for ``text`` in the published edition, or in ``edition``.

    With another backend ``by`` than the one of the corpus, only chunks that have a vector by it are found by meaning;
    ``vectors`` in the result says how many there are without. Who asks many queries gives the ``vector`` of
    each by the same backend, so that the model sees them together.

    Raises:
        UsageError: nothing is published, or there is no such edition, or no vectors by that backend, or no document
            has a field that a condition names.
    """
    found = find(
        connection, corpus, text, k=k, mode=mode, filters=filters, edition=edition, by=by, rerank=rerank, vector=vector
    )
    best = found.hits[:k]
    cited = citations.of_chunks(connection, corpus, found.edition, found.day, [hit["id"] for hit in best])
    hits = [{"rank": rank, **shown(hit), "citations": cited.get(hit["id"], [])} for rank, hit in enumerate(best, 1)]
    return found.head | {"hits": hits}


def shown(hit: Mapping[str, Any]) -> dict[str, Any]:
    """A hit as readers get it: without its place in the database."""
    return {name: value for name, value in hit.items() if name not in ("id", "version_id", "ordinal")}


def find(
    connection: Connection,
    corpus: Corpus,
    text: str,
    *,
    k: int,
    pool: int = 0,
    mode: Mode = Mode.HYBRID,
    filters: Filters | None = None,
    edition: int | None = None,
    by: str | None = None,
    rerank: Rerank | None = None,
    vector: NDArray[np.float16] | None = None,
) -> Found:
    """The candidates for the best ``k`` chunks: as many as ``k``, ``pool`` or the reranker asks for, if there are.

    See :func:`search` for the rest.
    """
    number = editions.seen(corpus, edition)
    corpus = replace(corpus, backend=backend.get(by).name if by else corpus.backend)
    text = text.replace("\0", " ").encode("utf-8", "replace").decode()  # what a database can be asked
    filters = filters or Filters()
    pool = max(k, pool, rerank.pool(k) if rerank else 0)
    with connection.transaction():
        check_keys(connection, corpus.id, number, filters.where)
        values = {
            "corpus": corpus.id,
            "edition": number,
            "day": filters.day,
            "document": filters.document,
            "role": filters.role,
            "path": filters.path,
            "where": as_parameter(filters.where),
            "pool": max(POOL_LEAST, POOL_FACTOR * pool),
        }
        references = registry.get(corpus.profile).references(text)
        terms = analysis.asked(text, corpus.language)
        asked = _Query(connection, corpus, text, terms, references, values, filters, vector)
        lists = {name: scorer(asked) for name, scorer in SCORERS[mode].items()}
        scores = {name: dict(found) for name, found in lists.items()}
        fused = reciprocal_rank({name: [one for one, _ in found] for name, found in lists.items()}, WEIGHTS)[:pool]
        rows = _hits(connection, [one for one, _ in fused])
    hits = [
        {"score": score, "scores": {name: found[one] for name, found in scores.items() if one in found}, **rows[one]}
        for one, score in fused
    ]
    reranked = vectors = None
    if rerank:
        hits, problem = _reranked(rerank, text, hits, rerank.pool(k))
        reranked = {"model": rerank.model.name, "problem": problem}
    if by:
        lacking = Vectors(connection, corpus, by).lacking(number)
        vectors = {"chunks": lacking.chunks, "without": lacking.without}
    return Found(text, number, filters.day, corpus.backend, hits, reranked, vectors)


def _reranked(
    how: Rerank, text: str, hits: Sequence[dict[str, Any]], read: int
) -> tuple[list[dict[str, Any]], str | None]:
    """Hits in the order of the model and of the fusion together, and the problem if the model changed nothing."""
    passages = [embedding_text(hit["header"], "", hit["content"]) for hit in hits[:read]]
    done = reranking.rerank(how, text, passages, [hit["score"] for hit in hits])
    if done.problem:
        return list(hits), done.problem
    return [
        {
            **hits[index],
            "score": done.scores[index],
            "scores": hits[index]["scores"] | {"fused": hits[index]["score"], "rerank": done.by_model[index]},
        }
        for index in done.order
    ], None


def _dense(asked: _Query) -> list[tuple[int, float]]:
    """Cosine similarity of the query's vector and the chunks'."""
    model = backend.get(asked.corpus.backend)
    vectors = Vectors(asked.connection, asked.corpus, asked.corpus.backend)
    vectors.present()
    vectors.check(model.identity)
    vector = HalfVector(model.embed([asked.text]).vectors[0] if asked.vector is None else asked.vector)
    for setting, value in (("hnsw.ef_search", str(EF_SEARCH)), ("hnsw.iterative_scan", "strict_order")):
        asked.connection.execute("SELECT set_config(%s, %s, true)", (setting, value))
    name = "search_dense_exact" if asked.filters.selective else "search_dense"
    return [(one, float(score)) for one, score in asked.rows(name, vectors=vectors.table, vector=vector)]


def _lexical(asked: _Query) -> list[tuple[int, float]]:
    """BM25 over the edition."""

    def some(ids: list[int]) -> list[int]:
        return [one for (one,) in asked.rows("search_passing", ids=ids)]

    def all_of_them() -> list[int]:
        return [one for (one,) in asked.rows("search_passing_all")]

    edition = asked.values["edition"]
    segments = Lexical(asked.connection, asked.corpus).read(asked.terms, edition)
    ids, scores = lexical.score(segments, asked.terms, edition)
    return lexical.passing(ids, scores, asked.values["pool"], None if asked.filters.document else some, all_of_them)


def _reference(asked: _Query) -> list[tuple[int, float]]:
    """Provisions that the query cites by number, in the documents that it names: by the words of their titles."""
    if not asked.references:
        return []
    paths = [f"{path}{print_}" for path in asked.references for print_ in REPRINTS]
    numbers = [int(path.removeprefix(PARAGRAPH)) for path in asked.references if PARAGRAPH_PATH.fullmatch(path)]
    found = asked.rows("search_reference", paths=paths, clauses=list(asked.references), paragraphs=numbers)
    titles = {one: _title(title, asked.corpus.language) for one, title in found}
    return lexical.rank(titles, asked.terms)[: asked.values["pool"]]


@lru_cache(20_000)
def _title(title: str, language: str) -> list[str]:
    """Its terms; every provision of a statute has the same, and every query that cites one asks for those of many."""
    return analysis.terms(title, language)


PARAGRAPH_PATH = re.compile(rf"{re.escape(PARAGRAPH)}\d{{1,9}}", re.ASCII)
REPRINTS = ("", *(f".v{number}" for number in range(2, 10)))
"""Endings of the paths under which one provision may be printed."""

SCORERS: dict[Mode, dict[str, Scorer]] = {
    Mode.DENSE: {"dense": _dense},
    Mode.LEXICAL: {"lexical": _lexical, "reference": _reference},
    Mode.HYBRID: {"dense": _dense, "lexical": _lexical, "reference": _reference},
}


def _hits(connection: Connection, ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    with connection.cursor(row_factory=dict_row) as cursor:
        return {row["id"]: row for row in cursor.execute(statement("search_hits"), {"ids": list(ids)})}
