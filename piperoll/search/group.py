"""Hits by document: which documents answer a query, and by which passages."""

from collections.abc import Iterable, Mapping
from typing import Any

from psycopg.rows import dict_row

from piperoll.search.fusion import DEFAULT, Fusion
from piperoll.search.query import Filters
from piperoll.search.rerank import Rerank
from piperoll.search.search import Mode, find
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query

HIGHLIGHTS = 3
"""Passages shown of a document."""
POOL_FACTOR = 10
POOL_LEAST = 100
"""Hits that are grouped: this many times as many as documents are wanted, at least POOL_LEAST."""


def documents(
    connection: Connection,
    corpus: Corpus,
    text: str,
    *,
    k: int = 10,
    mode: Mode = Mode.HYBRID,
    fusion: Fusion = DEFAULT,
    filters: Filters | None = None,
    edition: int | None = None,
    by: str | None = None,
    rerank: Rerank | None = None,
) -> dict[str, Any]:
    """The best ``k`` documents for ``text``, with what is known of them and their best passages.

    See :func:`piperoll.search.search.search` for the rest.
    """
    pool = max(POOL_LEAST, POOL_FACTOR * k)
    found = find(
        connection, corpus, text,
        k=k, pool=pool, mode=mode, fusion=fusion, filters=filters, edition=edition, by=by, rerank=rerank,
    )  # fmt: skip
    ranked = by_document(found.hits, k)
    with connection.cursor(row_factory=dict_row) as cursor:
        ids = [one["version_id"] for one in ranked]
        known = {row.pop("id"): row for row in cursor.execute(query("versions_shown"), {"ids": ids})}
    return found.head | {"documents": [one | known.get(one.pop("version_id"), {}) for one in ranked]}


def by_document(hits: Iterable[Mapping[str, Any]], k: int) -> list[dict[str, Any]]:
    """The best ``k`` documents of ``hits`` (best first), each with its best passages as ``highlights``; what is said of
    the document itself is by the version of its best passage.

    A document's score is that of its best passage (MaxP in Dai and Callan, SIGIR 2019), equal ones go by the next
    best: a sum would put long documents with many half-fitting passages before the short one that answers.
    """
    passages: dict[str, list[Mapping[str, Any]]] = {}
    for hit in hits:
        passages.setdefault(hit["document"], []).append(hit)
    ranked = sorted(passages.values(), key=lambda found: [*(-hit["score"] for hit in found), 0.0])
    return [{"rank": rank, **_document(found)} for rank, found in enumerate(ranked[:k], 1)]


def _document(found: list[Mapping[str, Any]]) -> dict[str, Any]:
    best = found[0]
    return {
        "score": best["score"],
        **{name: best[name] for name in ("document", "source", "title", "version_id")},
        "passages": len(found),
        "highlights": [_highlight(hit) for hit in found[:HIGHLIGHTS]],
    }


def _highlight(hit: Mapping[str, Any]) -> dict[str, Any]:
    shown = {name: hit[name] for name in ("score", "source", "path", "role", "header", "content", "start", "end")}
    return shown | {"paragraph_numbers": hit["metadata"].get("paragraph_numbers", [])}
