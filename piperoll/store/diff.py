"""What one edition has otherwise than another: documents by key, chunks by document and path."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from psycopg.rows import dict_row

from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query

CHANGES = ("added", "removed", "changed")


def diff(connection: Connection, corpus: Corpus, before: int, after: int) -> list[dict[str, Any]]:
    """The documents that differ, by key: ``document``, ``title``, ``change`` and ``chunks``.

    ``change`` is added, removed or changed, seen from ``before`` to ``after``; ``chunks`` has the paths of those
    added, removed and changed. A document has changed when its text, title, status or days of validity have, or a
    chunk; a chunk, when its text (header, prefix or content) or its days of validity have. One that only moved to
    another file, or was cut anew with the same result, has not.

    Costs what differs, not what the editions hold.
    """
    low, high = sorted((before, after))
    come, gone = ("appeared", "disappeared") if before < after else ("disappeared", "appeared")
    columns = {"added": come, "removed": gone, "changed": "changed"}
    names = {column: name for name, column in columns.items()}
    with connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(query("diff_editions"), {"corpus": corpus.id, "low": low, "high": high})
        return [
            {
                "document": row["document"],
                "title": row["title"],
                "change": names[row["change"]],
                "chunks": {name: row[column] for name, column in columns.items()},
            }
            for row in rows
        ]


def counted(changes: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """How many ``documents`` and ``chunks`` were added, removed and changed."""
    documents: Counter[str] = Counter()
    chunks: Counter[str] = Counter()
    for change in changes:
        documents[change["change"]] += 1
        chunks.update({name: len(paths) for name, paths in change["chunks"].items()})
    return {
        "documents": {name: documents[name] for name in CHANGES},
        "chunks": {name: chunks[name] for name in CHANGES},
    }
