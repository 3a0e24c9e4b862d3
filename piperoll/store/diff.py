"""Compare two editions of a corpus: documents by key, chunks by document and path."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import read_rows

CHANGES = ("added", "removed", "changed")


def diff(connection: Connection, corpus: Corpus, before: int, after: int) -> list[dict[str, Any]]:
    """Return the documents that differ between two editions, ordered by key.

    A document has changed when its text, title, status, days of validity or a chunk changed. A chunk has changed when
    its text (header, prefix or content) or its days of validity changed. A document that only moved to another file,
    or was cut again with the same result, has not changed.

    The time grows with the differences, not with the size of the editions.

    Args:
        connection: an open connection.
        corpus: the corpus that has both editions.
        before: number of the edition to compare from; it may be the newer one.
        after: number of the edition to compare with.

    Returns:
        A dict for each document: ``document`` (its key), ``title``, ``change`` (added, removed or changed, from
        ``before`` to ``after``) and ``chunks`` (the paths of the chunks by change).
    """
    low, high = sorted((before, after))
    added, removed = ("appeared", "disappeared") if before < after else ("disappeared", "appeared")
    columns = {"added": added, "removed": removed, "changed": "changed"}
    names = {column: name for name, column in columns.items()}
    return [
        {
            "document": row["document"],
            "title": row["title"],
            "change": names[row["change"]],
            "chunks": {name: row[column] for name, column in columns.items()},
        }
        for row in read_rows(connection, "diff_editions", corpus=corpus.id, low=low, high=high)
    ]


def count_changes(changes: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """Return how many ``documents`` and ``chunks`` of a :func:`diff` were added, removed and changed."""
    documents: Counter[str] = Counter()
    chunks: Counter[str] = Counter()
    for change in changes:
        documents[change["change"]] += 1
        chunks.update({name: len(paths) for name, paths in change["chunks"].items()})
    return {
        "documents": {name: documents[name] for name in CHANGES},
        "chunks": {name: chunks[name] for name in CHANGES},
    }
