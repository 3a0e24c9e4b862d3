"""Group hits by document: which documents answer a query, and by which passages."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from psycopg.rows import dict_row

from piperoll.corpora import registry
from piperoll.model import HEADER_SEPARATOR
from piperoll.search import rerank as reranking
from piperoll.search.document_text import Part, pack
from piperoll.search.plan import SearchPlan
from piperoll.search.pool import of_documents
from piperoll.search.rerank import Rerank, Reranked
from piperoll.search.search import find
from piperoll.store import headnotes
from piperoll.store.connection import Connection, reading
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed
from piperoll.text.tokens import CHARACTERS_PER_TOKEN

HIGHLIGHTS = 3
"""Passages shown of a document."""

Hit = Mapping[str, Any]


def documents(
    connection: Connection,
    corpus: Corpus,
    text: str,
    plan: SearchPlan | None = None,
    *,
    with_headnotes: bool = False,
) -> dict[str, Any]:
    """Return the best ``plan.k`` documents for ``text``, with what is known of them and their best passages.

    A reranker reads whole documents, each packed into the tokens that it takes.

    Args:
        connection: to the database.
        corpus: as readers see it.
        text: the query.
        plan: how to search; None: without settings.
        with_headnotes: add to each document the headnote of its version.

    Returns:
        ``{query, edition, backend, documents}``, and ``reranked`` and ``vectors`` where they were asked for.

    Raises:
        UsageError: as :func:`piperoll.search.search.search` has it.
    """
    plan = plan or SearchPlan()
    k, rerank = plan.k, plan.rerank
    with reading(connection):
        hits = find(connection, corpus, text, replace(plan, rerank=None), pool=of_documents(k))
        groups = grouped(hits.hits)
        ranked = [_document(group) for group in groups]
        if rerank:
            separator = registry.get(corpus.profile).header_separator
            result = _reranked(rerank, text, groups, rerank.pool(k), separator)
            ranked = [ranked[index] | _scores(result, ranked[index]["score"], index) for index in result.order]
            hits = replace(hits, reranked={"model": rerank.model.name, "problem": result.problem})
        best = [{"rank": rank, **document} for rank, document in enumerate(ranked[:k], 1)]
        with connection.cursor(row_factory=dict_row) as cursor:
            ids = [document["version_id"] for document in best]
            values = {"ids": ids, "corpus": corpus.id, "edition": hits.edition, "day": hits.day}
            rows = {row.pop("id"): row for row in cursor.execute(composed("versions_shown"), values)}
        if with_headnotes:
            keys = {document["version_id"]: document["document"] for document in best}
            notes = headnotes.shown(connection, corpus, hits.edition, keys)
            rows = {version: row | {"headnote": notes.get(version)} for version, row in rows.items()}
    return hits.head | {"documents": [document | rows[document.pop("version_id")] for document in best]}


def grouped(hits: Iterable[Hit]) -> list[list[Hit]]:
    """Group ``hits`` (best first) by document, the best document first.

    A document's score is that of its best passage (MaxP in Dai and Callan, SIGIR 2019), equal ones go by the next
    best: a sum would put long documents with many half-fitting passages before the short one that answers.
    """
    passages: dict[str, list[Hit]] = {}
    for hit in hits:
        passages.setdefault(hit["document"], []).append(hit)
    return sorted(passages.values(), key=lambda group: [*(-hit["score"] for hit in group), 0.0])


def packed(hits: Sequence[Hit], room: int, separator: str = HEADER_SEPARATOR) -> str:
    """Return what is read of a document: its title and its hits.

    Args:
        hits: of the document, best first.
        room: characters at most.
        separator: of the parts of a header.
    """
    parts = (Part(hit["start"], hit["header"].partition(separator)[2], hit["content"]) for hit in hits)
    return pack(hits[0]["title"], parts, room)


def _reranked(rerank: Rerank, text: str, groups: Sequence[Sequence[Hit]], read: int, separator: str) -> Reranked:
    """Order the documents by model and search together; the model reads the first ``read``."""
    room = rerank.model.tokens * CHARACTERS_PER_TOKEN - len(text)
    texts = [packed(hits, room, separator) for hits in groups[:read]]
    return reranking.rerank(rerank, text, texts, [hits[0]["score"] for hits in groups])


def _scores(result: Reranked, fused: float, index: int) -> dict[str, Any]:
    """Return what reranking adds to a document: nothing where the model changed nothing."""
    if result.problem:
        return {}
    return {"score": result.scores[index], "scores": {"fused": fused, "rerank": result.by_model[index]}}


def _document(hits: Sequence[Hit]) -> dict[str, Any]:
    """Return a document by the version of its best passage, with its best passages as ``highlights``."""
    best = hits[0]
    return {
        "score": best["score"],
        **{name: best[name] for name in ("document", "source", "title", "version_id")},
        "passages": len(hits),
        "highlights": [_highlight(hit) for hit in hits[:HIGHLIGHTS]],
    }


def _highlight(hit: Hit) -> dict[str, Any]:
    names = ("score", "scores", "source", "path", "role", "header", "content", "start", "end")
    shown = {name: hit[name] for name in names}
    return shown | {"paragraph_numbers": hit["metadata"].get("paragraph_numbers", [])}
