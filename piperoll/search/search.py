"""Search in the edition that readers see: filter, score, fuse, rerank, cut."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg.rows import dict_row

from piperoll.embed import backend
from piperoll.model import embedding_text
from piperoll.search import rerank as reranking
from piperoll.search.fusion import Candidates, fuse, order, tiers
from piperoll.search.normalise import Floats
from piperoll.search.plan import SearchPlan
from piperoll.search.pool import of_scorer
from piperoll.search.query import Query, understand
from piperoll.search.rerank import Rerank
from piperoll.search.scorer import Mode, Scored
from piperoll.search.scorers import registered
from piperoll.search.triplets import Asked, matched
from piperoll.store import citations, corpora, editions, triplets
from piperoll.store.connection import Connection, reading
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed
from piperoll.store.vectors import Vectors


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
    plan: SearchPlan | None = None,
    *,
    vector: NDArray[np.float16] | None = None,
) -> dict[str, Any]:
    """Return the best ``plan.k`` chunks for ``text``.

    With another backend than the one of the corpus, only chunks that have a vector by it are found by meaning;
    ``vectors`` in the result says how many there are without.

    Args:
        connection: to the database.
        corpus: as readers see it.
        text: the query.
        plan: how to search; None: without settings.
        vector: of ``text`` by the same backend, where it was computed before: who asks many queries lets the model
            see them together.

    Returns:
        ``{query, edition, backend, hits}``, and ``reranked`` and ``vectors`` where they were asked for.

    Raises:
        UsageError: nothing is published, or there is no such edition, or no vectors by that backend, or no document
            has a field that a condition names.
    """
    plan = plan or SearchPlan()
    with reading(connection):
        found = find(connection, corpus, text, plan, vector=vector)
        best = found.hits[: plan.k]
        cited = citations.of_chunks(connection, corpus, found.edition, found.day, [hit["id"] for hit in best])
        said = triplets.of_chunks(connection, [hit["id"] for hit in best if "triplet" in hit["scores"]])
    asked = Asked.of(found.query, corpus.language)
    hits = [
        {
            "rank": rank,
            **shown(hit),
            "citations": cited.get(hit["id"], []),
            "triplets": matched(said.get(hit["id"], []), asked, corpus.language),
        }
        for rank, hit in enumerate(best, 1)
    ]
    return found.head | {"hits": hits}


def shown(hit: Mapping[str, Any]) -> dict[str, Any]:
    """A hit as readers get it: without its place in the database."""
    return {name: value for name, value in hit.items() if name not in ("id", "version_id", "ordinal", "first")}


def gather(query: Query, scorers: Sequence[str]) -> Candidates:
    """What any of the scorers finds, and what each of them says of all of it.

    Documents that the query names come first, and are scored among themselves. Only what they leave room for is filled
    with others.
    """
    within = query.within
    named = _scored(within, scorers) if within else {}
    first = {one for scored in named.values() for one, _ in scored.best}
    found = {} if len(first) >= query.pool else _scored(query, scorers)
    rest = {one for scored in found.values() for one, _ in scored.best} - first
    ids = np.array(sorted(first | rest), np.int64)
    scores = {}
    for name in scorers:
        score_of = _known(named[name], first) if first else {}
        score_of |= _known(found[name], rest) if rest else {}
        scores[name] = np.array([score_of.get(chunk, np.nan) for chunk in ids.tolist()], np.float64)
    certain = {
        name: np.isin(ids, np.fromiter(beyond_doubt, np.int64))
        for name in scorers
        if (beyond_doubt := frozenset().union(*(part[name].certain for part in (named, found) if part)))
    }
    beside = None if query.plain else _beside(query, ids)
    return Candidates(ids, scores, np.isin(ids, np.fromiter(first, np.int64)), certain, beside)


def _beside(query: Query, ids: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places in ``ids`` of the chunk before and the chunk after each, -1 where it is not there."""
    rows = query.rows("places_of_chunks", ids=ids.tolist())
    place_of = {one: place for place, one in enumerate(ids.tolist())}
    at = {(version, ordinal): place_of[one] for one, version, ordinal in rows}
    beside = np.full((len(ids), 2), -1, np.int64)
    for (version, ordinal), place in at.items():
        beside[place] = at.get((version, ordinal - 1), -1), at.get((version, ordinal + 1), -1)
    return beside


def _scored(query: Query, scorers: Sequence[str]) -> dict[str, Scored]:
    return {name: registered()[name].run(query) for name in scorers}


def _known(scored: Scored, ids: set[int]) -> dict[int, float]:
    """What a scorer says of each of these chunks that it says anything of."""
    known = {one: score for one, score in scored.best if one in ids}
    unknown = sorted(ids - known.keys())
    return known | dict(scored.others(unknown)) if unknown else known


def find(
    connection: Connection,
    corpus: Corpus,
    text: str,
    plan: SearchPlan,
    *,
    pool: int = 0,
    vector: NDArray[np.float16] | None = None,
) -> Found:
    """Return the candidates for the best ``plan.k`` chunks.

    Args:
        connection: to the database.
        corpus: as readers see it.
        text: the query.
        plan: how to search.
        pool: how many candidates to return, if there are so many; at least as many as ``plan.k`` and the reranker need.
        vector: of ``text``, as :func:`search` has it.

    Raises:
        UsageError: as :func:`search` has it.
    """
    name = plan.backend
    corpus = replace(corpus, backend=backend.get(name).name if name else corpus.backend)
    read = plan.rerank.pool(plan.k) if plan.rerank else 0
    pool = max(plan.k, pool, read)
    how = plan.fused
    plain = plan.mode is not Mode.HYBRID
    with reading(connection):
        # as it is now: who holds a corpus for long may hold one whose edition has been pruned
        number = editions.seen(corpora.get(connection, corpus.name), plan.edition)
        query = understand(
            connection, corpus, number, text,
            filters=plan.filters, pool=of_scorer(pool), plain=plain, routed="route" in how.scorers and not plain,
            vector=vector,
        )  # fmt: skip
        candidates = gather(query, how.scorers)
        fused = fuse(candidates, how)
        first = tiers(candidates, how)
        hits = _hits(connection, candidates, fused, first, order(candidates, fused, how)[:pool])
        vectors = None
        if name:
            lacking = Vectors(connection, corpus, name).lacking(number)
            vectors = {"chunks": lacking.chunks, "without": lacking.without}
    reranked = None
    if plan.rerank:
        hits, problem = _reranked(plan.rerank, query.text, hits, read)
        reranked = {"model": plan.rerank.model.name, "problem": problem}
    return Found(query.text, number, plan.filters.day, corpus.backend, hits, reranked, vectors)


def _reranked(
    how: Rerank, text: str, hits: Sequence[dict[str, Any]], read: int
) -> tuple[list[dict[str, Any]], str | None]:
    """Hits in the order of the model and of the fusion together, and the problem if the model changed nothing.

    What comes before all others still does.
    """
    passages = [embedding_text(hit["header"], "", hit["content"]) for hit in hits[:read]]
    done = reranking.rerank(how, text, passages, [hit["score"] - hit["first"] for hit in hits])
    if done.problem:
        return list(hits), done.problem
    found = [
        {
            **hits[index],
            "score": done.scores[index] + hits[index]["first"],
            "scores": hits[index]["scores"] | {"fused": hits[index]["score"], "rerank": done.by_model[index]},
        }
        for index in done.order
    ]
    return sorted(found, key=lambda hit: -hit["first"]), None


def columns(connection: Connection, ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    """The columns of ``search_hits`` by chunk."""
    with connection.cursor(row_factory=dict_row) as cursor:
        return {row["id"]: row for row in cursor.execute(composed("search_hits"), {"ids": ids})}


def _hits(
    connection: Connection, candidates: Candidates, fused: Floats, first: Floats, places: NDArray[np.int64]
) -> list[dict[str, Any]]:
    """The candidates at these places as readers are shown them, with what each scorer gave."""
    ids = candidates.ids[places].tolist()
    rows = columns(connection, ids)
    return [
        {"score": float(fused[place]), "scores": candidates.scores_of(place), "first": float(first[place]), **rows[one]}
        for one, place in zip(ids, places.tolist(), strict=True)
    ]
