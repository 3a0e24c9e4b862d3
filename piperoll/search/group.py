"""Hits by document: which documents answer a query, and by which passages."""

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
from piperoll.store.connection import Connection, reading
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query
from piperoll.text.tokens import CHARACTERS_PER_TOKEN

HIGHLIGHTS = 3
"""Passages shown of a document."""

Hit = Mapping[str, Any]


def documents(connection: Connection, corpus: Corpus, text: str, plan: SearchPlan | None = None) -> dict[str, Any]:
    """Return the best ``plan.k`` documents for ``text``, with what is known of them and their best passages.

    A reranker reads whole documents, each packed into the tokens that it takes.

    Args:
        connection: to the database.
        corpus: as readers see it.
        text: the query.
        plan: how to search; None: without settings.

    Returns:
        ``{query, edition, backend, documents}``, and ``reranked`` and ``vectors`` where they were asked for.

    Raises:
        UsageError: as :func:`piperoll.search.search.search` has it.
    """
    plan = plan or SearchPlan()
    k, rerank = plan.k, plan.rerank
    with reading(connection):
        found = find(connection, corpus, text, replace(plan, rerank=None), pool=of_documents(k))
        groups = grouped(found.hits)
        ranked = [_document(one) for one in groups]
        if rerank:
            separator = registry.get(corpus.profile).header_separator
            done = _reranked(rerank, text, groups, rerank.pool(k), separator)
            ranked = [ranked[one] | _scores(done, ranked[one]["score"], one) for one in done.order]
            found = replace(found, reranked={"model": rerank.model.name, "problem": done.problem})
        best = [{"rank": rank, **one} for rank, one in enumerate(ranked[:k], 1)]
        with connection.cursor(row_factory=dict_row) as cursor:
            ids = [one["version_id"] for one in best]
            known = {row.pop("id"): row for row in cursor.execute(query("versions_shown"), {"ids": ids})}
    return found.head | {"documents": [one | known[one.pop("version_id")] for one in best]}


def grouped(hits: Iterable[Hit]) -> list[list[Hit]]:
    """``hits`` (best first) by document, the best document first.

    A document's score is that of its best passage (MaxP in Dai and Callan, SIGIR 2019), equal ones go by the next
    best: a sum would put long documents with many half-fitting passages before the short one that answers.
    """
    passages: dict[str, list[Hit]] = {}
    for hit in hits:
        passages.setdefault(hit["document"], []).append(hit)
    return sorted(passages.values(), key=lambda found: [*(-hit["score"] for hit in found), 0.0])


def packed(found: Sequence[Hit], room: int, separator: str = HEADER_SEPARATOR) -> str:
    """What is read of a document, in at most ``room`` characters: its title and the passages found, best first."""
    parts = (Part(hit["start"], hit["header"].partition(separator)[2], hit["content"]) for hit in found)
    return pack(found[0]["title"], parts, room)


def _reranked(how: Rerank, text: str, groups: Sequence[Sequence[Hit]], read: int, separator: str) -> Reranked:
    """The documents in the order of the model and of the search together; the model reads the first ``read``."""
    room = how.model.tokens * CHARACTERS_PER_TOKEN - len(text)
    texts = [packed(found, room, separator) for found in groups[:read]]
    return reranking.rerank(how, text, texts, [found[0]["score"] for found in groups])


def _scores(done: Reranked, fused: float, index: int) -> dict[str, Any]:
    """What reranking says of a document: nothing where the model changed nothing."""
    if done.problem:
        return {}
    return {"score": done.scores[index], "scores": {"fused": fused, "rerank": done.by_model[index]}}


def _document(found: Sequence[Hit]) -> dict[str, Any]:
    """A document by the version of its best passage, with its best passages as ``highlights``."""
    best = found[0]
    return {
        "score": best["score"],
        **{name: best[name] for name in ("document", "source", "title", "version_id")},
        "passages": len(found),
        "highlights": [_highlight(hit) for hit in found[:HIGHLIGHTS]],
    }


def _highlight(hit: Hit) -> dict[str, Any]:
    shown = {name: hit[name] for name in ("score", "source", "path", "role", "header", "content", "start", "end")}
    return shown | {"paragraph_numbers": hit["metadata"].get("paragraph_numbers", [])}
