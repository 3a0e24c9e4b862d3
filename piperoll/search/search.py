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
from piperoll.search.fusion import Candidates, Fusion, fuse, order, tiers
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.pool import of_scorer
from piperoll.search.query import Query, understand
from piperoll.search.rerank import Rerank
from piperoll.search.scorer import Scored
from piperoll.search.scorers import MATCHING, registered
from piperoll.search.triplets import TripletQuery, matched
from piperoll.store import citations, corpora, editions, triplets
from piperoll.store.connection import Connection, reading
from piperoll.store.corpora import Corpus
from piperoll.store.sql import array_of, composed
from piperoll.store.vectors import Vectors


@dataclass(frozen=True, slots=True)
class RankedHits:
    """Hold what a search found, before it is cut and shown."""

    query: str
    edition: int
    day: date
    backend: str
    hits: Sequence[dict[str, Any]]
    """Candidates, best first: ``score``, ``scores``, ``first`` (the tier), and the columns of ``search_hits``."""
    reranked: dict[str, Any] | None
    """``model`` and ``problem`` (why it changed nothing); None: reranking was not asked for."""
    vectors: dict[str, int] | None
    """``chunks`` and how many are ``without`` a vector by the backend; None: it is that of the corpus."""

    @property
    def head(self) -> dict[str, Any]:
        """Return the fields with which every result begins."""
        head = {"query": self.query, "edition": self.edition, "backend": self.backend}
        optional = {"reranked": self.reranked, "vectors": self.vectors}
        return head | {name: value for name, value in optional.items() if value is not None}


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
        ranked = find(connection, corpus, text, plan, vector=vector)
        best = ranked.hits[: plan.k]
        cited = citations.of_chunks(connection, corpus, ranked.edition, ranked.day, [hit["id"] for hit in best])
        stated = triplets.of_chunks(connection, [hit["id"] for hit in best if "triplet" in hit["scores"]])
    query = TripletQuery.of(ranked.query, corpus.language)
    hits = [
        {
            "rank": rank,
            **shown(hit),
            "citations": cited.get(hit["id"], []),
            "triplets": matched(stated.get(hit["id"], []), query, corpus.language),
        }
        for rank, hit in enumerate(best, 1)
    ]
    return ranked.head | {"hits": hits}


def shown(hit: Mapping[str, Any]) -> dict[str, Any]:
    """Return a hit as readers get it: without its place in the database."""
    return {name: value for name, value in hit.items() if name not in ("id", "version_id", "ordinal", "first")}


def gather(query: Query, scorers: Sequence[str]) -> Candidates:
    """Return the chunks that any of the scorers finds, with what each scorer gives to each of them.

    Documents that the query names come first, and their chunks are scored among themselves. Only the rest of the pool
    is filled with chunks of others.
    """
    within = query.within
    in_named = _run(within, scorers) if within else {}
    first = {chunk for scored in in_named.values() for chunk, _ in scored.best}
    anywhere = {} if len(first) >= query.pool else _run(query, scorers)
    rest = {chunk for scored in anywhere.values() for chunk, _ in scored.best} - first
    ids = np.array(sorted(first | rest), np.int64)
    scores = {}
    for name in scorers:
        score_of = _scores_of(in_named[name], first) if first else {}
        score_of |= _scores_of(anywhere[name], rest) if rest else {}
        scores[name] = np.array([score_of.get(chunk, np.nan) for chunk in ids.tolist()], np.float64)
    certain = {
        name: np.isin(ids, np.fromiter(chunks, np.int64))
        for name in scorers
        if (chunks := frozenset().union(*(part[name].certain for part in (in_named, anywhere) if part)))
    }
    neighbours = None if query.plain else _neighbours(query, ids)
    return Candidates(ids, scores, np.isin(ids, np.fromiter(first, np.int64)), certain, neighbours)


def _neighbours(query: Query, ids: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places in ``ids`` of the chunk before and the chunk after each, -1 where it is not in ``ids``."""
    rows = query.rows("places_of_chunks", ids=array_of(ids.tolist()))
    place_of = {chunk: place for place, chunk in enumerate(ids.tolist())}
    place_at = {(version, ordinal): place_of[chunk] for chunk, version, ordinal in rows}
    neighbours = np.full((len(ids), 2), -1, np.int64)
    for (version, ordinal), place in place_at.items():
        neighbours[place] = place_at.get((version, ordinal - 1), -1), place_at.get((version, ordinal + 1), -1)
    return neighbours


def _run(query: Query, scorers: Sequence[str]) -> dict[str, Scored]:
    return {name: registered()[name].run(query) for name in scorers}


def _scores_of(scored: Scored, ids: set[int]) -> dict[int, float]:
    """Return the score of each of these chunks in which a scorer finds something of the query."""
    listed = {chunk: score for chunk, score in scored.best if chunk in ids}
    others = sorted(ids - listed.keys())
    return listed | dict(scored.others(others)) if others else listed


def find(
    connection: Connection,
    corpus: Corpus,
    text: str,
    plan: SearchPlan,
    *,
    pool: int = 0,
    vector: NDArray[np.float16] | None = None,
) -> RankedHits:
    """Return the candidates for the best ``plan.k`` chunks.

    Args:
        connection: to the database.
        corpus: as readers see it.
        text: the query.
        plan: how to search.
        pool: how many candidates to return at least, if there are so many; ``plan.k`` and the reranker may need more.
        vector: of ``text``, as :func:`search` has it.

    Returns:
        The hits, best first, and how they were found.

    Raises:
        UsageError: as :func:`search` has it.
    """
    name = plan.backend
    corpus = replace(corpus, backend=backend.get(name).name if name else corpus.backend)
    read = plan.rerank.pool(plan.k) if plan.rerank else 0
    pool = max(plan.k, pool, read)
    fusion = plan.fused(corpus.backend)
    plain = plan.mode is not Mode.HYBRID
    with reading(connection):
        # as it is now: who holds a corpus for long may hold one whose edition has been pruned
        number = editions.seen(corpora.get(connection, corpus.name), plan.edition)
        query = understand(
            connection, corpus, number, text,
            filters=plan.filters, pool=of_scorer(pool), plain=plain, matched=MATCHING in fusion.scorers and not plain,
            vector=vector, thesauri=plan.thesauri,
        )  # fmt: skip
        candidates = gather(query, fusion.scorers)
        hits = _hits(query, candidates, fusion, pool)
        vectors = None
        if name:
            lacking = Vectors(connection, corpus, name).lacking(number)
            vectors = {"chunks": lacking.chunks, "without": lacking.without}
    reranked = None
    if plan.rerank:
        hits, problem = _reranked(plan.rerank, query.text, hits, read)
        reranked = {"model": plan.rerank.model.name, "problem": problem}
    return RankedHits(query.text, number, plan.filters.day, corpus.backend, hits, reranked, vectors)


def passage(hit: Mapping[str, Any]) -> str:
    """Return what a reranker reads of a hit."""
    return embedding_text(hit["header"], "", hit["content"])


def _reranked(
    rerank: Rerank, text: str, hits: Sequence[dict[str, Any]], read: int
) -> tuple[list[dict[str, Any]], str | None]:
    """Return the hits in the order of model and fusion together, tier by tier, and the problem if there was one."""
    result = reranking.rerank(
        rerank, text, list(map(passage, hits[:read])), [hit["score"] - hit["first"] for hit in hits]
    )
    if result.problem:
        return list(hits), result.problem
    ranked = [
        {
            **hits[index],
            "score": result.scores[index] + hits[index]["first"],
            "scores": hits[index]["scores"] | {"fused": hits[index]["score"], "rerank": result.by_model[index]},
        }
        for index in result.order
    ]
    return sorted(ranked, key=lambda hit: -hit["first"]), None


def columns(query: Query, ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Return the columns of ``search_hits`` by id of the chunk; ``in_force`` is for the day of the query."""
    values = {"ids": ids, "corpus": query.corpus.id, "edition": query.edition, "day": query.filters.day}
    with query.connection.cursor(row_factory=dict_row) as cursor:
        return {row["id"]: row for row in cursor.execute(composed("search_hits"), values)}


def _hits(query: Query, candidates: Candidates, fusion: Fusion, count: int) -> list[dict[str, Any]]:
    """Return the ``count`` best candidates as readers are shown them, with what each scorer gave.

    Where a source has a document in two files, a provision in force is shown once for each wording that it has.
    """
    fused, first = fuse(candidates, fusion), tiers(candidates, fusion)
    hits: dict[tuple[Any, ...], dict[str, Any]] = {}
    best = order(candidates, fused, fusion)
    for begin in range(0, len(best), max(1, count)):
        places = best[begin : begin + count]
        rows = columns(query, candidates.ids[places].tolist())
        for place in places.tolist():
            row = rows[int(candidates.ids[place])]
            hit = {
                "score": float(fused[place]),
                "scores": candidates.scores_of(place),
                "first": float(first[place]),
                **row,
            }
            hits.setdefault(_wording(row), hit)
        if len(hits) >= count:
            break
    return list(hits.values())[:count]


def _wording(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what two hits have in common that say the same as the law of the day."""
    if not row["in_force"]:
        return (row["id"],)
    return row["document"], row["path"], " ".join(row["content"].split())
