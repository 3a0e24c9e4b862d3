"""Compare two embedding backends on one edition: what they find, how long a query takes, and what they occupy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any, TypeVar

import numpy as np

from piperoll.embed import backend
from piperoll.evaluate.evaluation import Asking, Evaluation, Vectors, evaluate, filters_of
from piperoll.evaluate.evaluation import embed as embed_queries
from piperoll.evaluate.gold import Gold
from piperoll.search.modes import Mode
from piperoll.search.scorers import of_mode
from piperoll.search.search import search
from piperoll.store import editions
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Vectors as Stored

T = TypeVar("T")

TIMED = 50
"""Queries whose time is taken, one after another as readers ask them; the others are embedded together."""


@dataclass(frozen=True, slots=True)
class Side:
    """Hold what one backend did: its evaluation, seconds of single queries, and what its vectors occupy."""

    evaluation: Evaluation
    identity: str
    dimension: int
    embedding: Sequence[float]
    """Seconds to embed a query, of several."""
    searching: Sequence[float]
    """Seconds of the search with that vector."""
    bytes: int
    """Of the table of vectors with its indexes."""
    index_bytes: int
    """Of the vector index among them; 0: so few vectors have none."""

    def to_dict(self) -> dict[str, Any]:
        """Return the side as ``piperoll compare-backends --json`` prints it."""
        return {
            "backend": self.evaluation.backend,
            "identity": self.identity,
            "dimension": self.dimension,
            "metrics": self.evaluation.metrics,
            "milliseconds": {"embed": _milliseconds(self.embedding), "search": _milliseconds(self.searching)},
            "bytes": self.bytes,
            "index_bytes": self.index_bytes,
        }


def side(connection: Connection, corpus: Corpus, name: str, gold: Gold, asking: Asking, *, only_known: bool) -> Side:
    """Ask the queries of a gold set in the published edition by one backend.

    Args:
        connection: to the database.
        corpus: as readers see it.
        name: of the backend; every chunk of the edition has a vector by it.
        gold: the queries.
        asking: which of them, and how.
        only_known: leave out queries whose answers no edition has; else they are an error.

    Raises:
        UsageError: as :func:`piperoll.evaluate.evaluation.evaluate` has it.
    """
    model = backend.get(name)
    corpus = replace(corpus, backend=model.name)
    vectors, embedding, searching = _timed(connection, corpus, gold.part(asking.split, asking.limit), asking)
    evaluation = evaluate(connection, corpus, gold, asking, partial=only_known, vectors=vectors)
    total, index = Stored(connection, corpus, model.name).size()
    return Side(evaluation, model.identity, model.dimension, embedding, searching, total, index)


def _timed(
    connection: Connection, corpus: Corpus, gold: Gold, asking: Asking
) -> tuple[Vectors, list[float], list[float]]:
    """Return the vectors of all queries, and the seconds of the first ones, without the one that loads the model."""
    vectors: dict[str, Any] = {}
    embedding: list[float] = []
    searching: list[float] = []
    dense = not of_mode(Mode.DENSE).isdisjoint(asking.scorers(corpus.backend))
    plan = asking.with_plan(k=max(asking.ks), edition=editions.seen(corpus), backend=None).plan
    for query in gold.queries[: TIMED + 1]:
        if dense and query.text not in vectors:
            found, seconds = _clocked(partial(backend.embed_queries, corpus.backend, [query.text]))
            vectors[query.text] = found[0]
            embedding.append(seconds)
        asked = replace(plan, filters=filters_of(query, asking.day))
        vector = vectors.get(query.text)
        _, seconds = _clocked(partial(search, connection, corpus, query.text, asked, vector=vector))
        searching.append(seconds)
    others = replace(gold, queries=[query for query in gold.queries if query.text not in vectors])
    if dense and others.queries:
        vectors |= embed_queries(corpus.backend, others, asking.scorers(corpus.backend))
    return vectors, embedding[1:], searching[1:]


def _clocked(call: Callable[[], T]) -> tuple[T, float]:
    began = perf_counter()
    result = call()
    return result, perf_counter() - began


def _milliseconds(seconds: Sequence[float]) -> dict[str, float] | None:
    """Return the median and the 95th percentile; None: nothing was timed."""
    if not seconds:
        return None
    return {"p50": float(np.median(seconds)) * 1_000, "p95": float(np.quantile(seconds, 0.95)) * 1_000}
