"""Ask the queries of a gold set, and measure the hits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piperoll import progress
from piperoll.embed import backend
from piperoll.evaluate.gold import Gold, Query
from piperoll.evaluate.metrics import Values, mean, measure
from piperoll.evaluate.resolve import resolve
from piperoll.search import conditions
from piperoll.search.conditions import Filters
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.rerank import Rerank
from piperoll.search.scorers import of_mode
from piperoll.search.search import search
from piperoll.store import editions
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus

KS = (1, 3, 5, 10, 20)
"""Where the lists of hits are cut by default."""
MEASURED = 1
"""Raise it when a metric changes its meaning, so that results before and after can be told apart."""
SHOWN = ("rank", "score", "document", "source", "path", "start", "end")
"""Fields of a hit that are kept."""

Vectors = Mapping[str, NDArray[np.float16]]
"""Vectors of queries, by their text."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Describe how the queries of a gold set are asked."""

    ks: Sequence[int] = KS
    plan: SearchPlan = field(default_factory=SearchPlan)
    """How each query is searched. Its day is for queries that name none; its other filters and k are not used."""
    split: str | None = None
    """Only the queries of this split; None: all."""
    limit: int = 0
    """Only the first queries of each data set; 0: all."""

    @property
    def day(self) -> date:
        """Return the day whose law is searched where a query names none."""
        return self.plan.filters.day

    def scorers(self, model: str) -> list[str]:
        """Return the scorers that are asked, where vectors are of the backend of that name."""
        return self.plan.fused(model).scorers

    @property
    def settings(self) -> dict[str, Any]:
        """Return the settings as plain values: kept with the results."""
        fusion, rerank = self.plan.fusion, self.plan.rerank
        return {
            "ks": list(self.ks),
            "mode": str(self.plan.mode),
            "day": self.day.isoformat(),
            "split": self.split,
            "limit": self.limit,
            "fusion": {
                "method": str(fusion.method),
                "weights": dict(fusion.weights),
                "neighbours": fusion.neighbours,
            },
            "rerank": rerank and rerank.settings,
        }

    def with_plan(self, **changes: Any) -> "Asking":
        """Return the same with ``changes`` of the plan."""
        return replace(self, plan=replace(self.plan, **changes))


@dataclass(frozen=True, slots=True)
class QueryResult:
    """Hold the hits of one query, and how good they are."""

    set: str
    id: str
    query: str
    hits: list[dict[str, Any]]
    metrics: Values


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Hold what the queries of a gold set found in one edition by one backend."""

    corpus: str
    edition: int
    backend: str
    gold: str
    gold_hash: bytes
    settings: Mapping[str, Any]
    """Those of :attr:`Asking.settings` as they were applied: without a reranker that changed no query, and with the
    number of queries where it failed."""
    rows: Sequence[QueryResult]
    asked: Sequence[Query]
    """The queries of ``rows``."""
    lacking: int = 0
    """Queries with an answer that the edition lost."""
    unknown: int = 0
    """Queries that were not asked: no edition has their answer."""
    moved: int = 0
    """Ranges that were found again by their quotes (:class:`piperoll.evaluate.resolve.Resolved`)."""
    not_valid: int = 0
    """Queries with an answer that is not valid on their day."""
    reranked: Mapping[str, Any] | None = None
    """``model``, in how many queries it ``failed``, and with which ``problem``; None: no reranker was asked for."""

    @property
    def code(self) -> str:
        """Return the version of Piperoll and of its metrics."""
        return f"{version('piperoll')}/{MEASURED}"

    @property
    def queries(self) -> dict[str, int]:
        """Return how many were asked, and how many of them, or of their answers, are not as the gold set has them."""
        counted = ("lacking", "not_valid", "unknown", "moved")
        return {"asked": len(self.rows)} | {name: getattr(self, name) for name in counted}

    @property
    def metrics(self) -> Values:
        """Return the mean over all queries."""
        return mean([row.metrics for row in self.rows])

    @property
    def sets(self) -> dict[str, dict[str, Any]]:
        """Return the number of queries and the metrics by data set."""
        return self._by(row.set for row in self.rows)

    @property
    def classes(self) -> dict[str, dict[str, Any]]:
        """Return the same by what the gold set says makes a question hard; questions without it are in none."""
        return self._by(query.class_ for query in self.asked)

    def _by(self, names: Iterable[str | None]) -> dict[str, dict[str, Any]]:
        """Return the number of queries and the metrics by the names that the rows have."""
        groups: dict[str, list[Values]] = {}
        for name, row in zip(names, self.rows, strict=True):
            if name is not None:
                groups.setdefault(name, []).append(row.metrics)
        return {name: {"queries": len(rows), "metrics": mean(rows)} for name, rows in groups.items()}

    @property
    def summary(self) -> dict[str, Any]:
        """Return the evaluation as ``piperoll evaluate --json`` prints it."""
        sets = self.sets
        return {
            "corpus": self.corpus,
            "edition": self.edition,
            "backend": self.backend,
            "gold": self.gold,
            "queries": self.queries,
            "metrics": self.metrics,
            "mean_of_sets": mean([by_set["metrics"] for by_set in sets.values()]),
            "sets": sets,
            "settings": dict(self.settings),
            "code": self.code,
            **({"reranked": dict(self.reranked)} if self.reranked else {}),
        }

    @property
    def note(self) -> str | None:
        """Return a note that the reranker failed; None: it did not."""
        if not self.reranked or not self.reranked["failed"]:
            return None
        return (
            f"{self.reranked['failed']:,} of {len(self.rows):,} queries were not reranked: {self.reranked['problem']}"
        )


def embed(model: str, gold: Gold, scorers: Iterable[str]) -> Vectors:
    """Return the vectors of the queries by the backend named ``model``; none where no scorer compares them.

    Args:
        model: name of the backend.
        gold: the queries; each text is embedded once.
        scorers: names of those that are asked.

    Returns:
        By text, shape (dimension,).
    """
    if of_mode(Mode.DENSE).isdisjoint(scorers):
        return {}
    texts = sorted({query.text for query in gold.queries})
    progress.stage("embed", len(texts), "queries")
    vectors = backend.embed_queries(model, texts, progress.advance)
    return dict(zip(texts, vectors, strict=True))


def evaluate(
    connection: Connection,
    corpus: Corpus,
    gold: Gold,
    asking: Asking,
    *,
    partial: bool = False,
    vectors: Vectors | None = None,
) -> Evaluation:
    """Ask the queries of ``gold`` by the search that users call.

    Args:
        connection: to the database.
        corpus: as readers see it.
        gold: the queries with their answers.
        asking: which of them are asked, and how, in which edition, by which backend.
        partial: leave out queries whose answers no edition of the corpus has; else they are an error.
        vectors: as :func:`embed` gives them for the backend that is searched by; None: they are computed.

    Returns:
        What the queries found, and how good that is.

    Raises:
        UsageError: there is no such edition, or the gold set does not fit (:func:`~piperoll.evaluate.resolve.resolve`).
    """
    if asking.plan.backend:
        corpus = replace(corpus, backend=backend.get(asking.plan.backend).name)
    number = editions.seen(corpus, asking.plan.edition)
    gold = gold.part(asking.split, asking.limit)
    resolved = resolve(connection, corpus, number, gold, asking.day, partial=partial)
    vectors = embed(corpus.backend, gold, asking.scorers(corpus.backend)) if vectors is None else vectors
    fusion = asking.plan.fusion.by(corpus.backend)
    asking = asking.with_plan(k=max(asking.ks), edition=number, backend=None, fusion=fusion)
    rows, problems = _ask(connection, corpus, resolved.queries, asking, vectors)
    return Evaluation(
        corpus=corpus.name,
        edition=number,
        backend=corpus.backend,
        gold=gold.name,
        gold_hash=gold.hash,
        settings=_done(asking, len(problems), sum(bool(row.hits) for row in rows)),
        rows=rows,
        asked=resolved.queries,
        lacking=resolved.lacking,
        unknown=resolved.unknown,
        moved=resolved.moved,
        not_valid=resolved.not_valid,
        reranked=_reranked(asking.plan.rerank, problems),
    )


def _ask(
    connection: Connection, corpus: Corpus, queries: Sequence[Query], asking: Asking, vectors: Vectors
) -> tuple[list[QueryResult], list[str]]:
    """Ask the queries one after another; return the results, and the problems that the reranker had."""
    progress.stage("ask", len(queries), "queries")
    rows, problems = [], []
    for query in queries:
        plan = replace(asking.plan, filters=filters_of(query, asking.day))
        result = search(connection, corpus, query.text, plan, vector=vectors.get(query.text))
        hits = [{name: hit[name] for name in SHOWN} for hit in result["hits"]]
        rows.append(QueryResult(query.set, query.id, query.text, hits, measure(query.answers, hits, asking.ks)))
        if problem := result.get("reranked", {}).get("problem"):
            problems.append(problem)
        progress.advance(1)
    return rows, problems


def _reranked(rerank: Rerank | None, problems: Sequence[str]) -> dict[str, Any] | None:
    """Return what :attr:`Evaluation.reranked` holds."""
    if not rerank:
        return None
    return {"model": rerank.model.name, "failed": len(problems), "problem": problems[0] if problems else None}


def _done(asking: Asking, failed: int, answered: int) -> dict[str, Any]:
    """Return the settings of the results, if the reranker ``failed`` in so many of the ``answered`` queries."""
    if not failed:
        return asking.settings
    if failed == answered:
        return asking.with_plan(rerank=None).settings
    return asking.settings | {"rerank": asking.settings["rerank"] | {"failed": failed}}


def filters_of(query: Query, day: date) -> Filters:
    """Return the filters of a query; it is asked for ``day`` where it names none."""
    given = query.filters
    where = [conditions.parse(text) for text in given.get("where", ())]
    return Filters(given.get("document"), given.get("path"), given.get("role"), query.day or day, where)
