"""Keep headnotes of judgments, and read the judgments that have none."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from psycopg import Connection
from psycopg.rows import dict_row

from piperoll.model import Chunk, Citation, Document, Status
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed, query, read_rows

PARTS = (
    "citation",
    "court",
    "procedural_posture",
    "issues",
    "holdings",
    "legal_principles",
    "disposition",
    "key_citations",
)
SOURCE = "source"
"""Who made a headnote that came with the judgments."""
NONE = "none"
"""The part of the only row where there is no headnote, and its flag says why."""
PAGE = 100
"""Judgments fetched at once: one may have 1 MB."""
Judgment = tuple[int, str, Document]
"""The id of a version, its source, and the document."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """Find the judgments of an edition that have no headnote.

    ``kinds`` are those of documents that are judgments. ``again``: also those with a headnote that a model wrote and
    that ``made_by`` did not make, or for which none could be written.
    """

    connection: Connection
    corpus: Corpus
    edition: int
    kinds: Sequence[str]
    made_by: str
    again: bool = False

    @property
    def _values(self) -> dict[str, Any]:
        given = {"kinds": list(self.kinds), "made_by": self.made_by, "again": self.again}
        return {"corpus": self.corpus.id, "edition": self.edition, **given}

    def page(self, after: int) -> list[Judgment]:
        """Return some judgments, by version, after one; none: these were all."""
        values = {**self._values, "after": after, "page": PAGE}
        return _documents(self.connection, "judgments_without_headnote", values)

    def count(self) -> int:
        """Return how many there are."""
        row = self.connection.execute(composed("count_without_headnote"), self._values).fetchone()
        return int(row[0]) if row else 0


def summaries(
    connection: Connection, corpus: Corpus, edition: int, kinds: Sequence[str], *, after: int = 0
) -> list[Judgment]:
    """Return a page of the documents of an edition that summarise a judgment and are not kept as its headnote.

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
        kinds: of documents that are judgments, and may have a summary of themselves.
        after: the version after which the page begins.
    """
    values = {"corpus": corpus.id, "edition": edition, "kinds": list(kinds), "after": after, "page": PAGE}
    return _documents(connection, "summaries_not_kept", values)


def _documents(connection: Connection, name: str, values: Mapping[str, Any]) -> list[Judgment]:
    with connection.cursor(row_factory=dict_row) as cursor:
        return _filled(connection, cursor.execute(composed(name), values).fetchall())


def _filled(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> list[Judgment]:
    """Return the documents of rows of versions, with their chunks and what they cite."""
    ids = [row["id"] for row in rows]
    chunks, cited = defaultdict(list), defaultdict(list)
    texts = {row["id"]: row["text"] for row in rows}
    for chunk in read_rows(connection, "chunks_to_summarise", versions=ids):
        version, numbers = chunk.pop("version_id"), tuple(chunk.pop("paragraphs"))
        content = texts[version][chunk["start"] : chunk["end"]]
        chunks[version].append(Chunk(**chunk, content=content, tokens=0, paragraphs=numbers))
    for one in read_rows(connection, "citations_to_check", versions=ids):
        cited[one["version_id"]].append(Citation(0, 0, one["kind"], one["target"]))
    return [
        (
            row["id"],
            row["source"],
            Document(
                row["key"], row["title"], row["kind"], Status.CHUNKED, row["text"], chunks[row["id"]],
                citations=cited[row["id"]], metadata=row["metadata"],
            ),
        )
        for row in rows
    ]  # fmt: skip


def put(
    connection: Connection, corpus: Corpus, version: int, made_by: str, statements: Sequence[Mapping[str, Any]]
) -> None:
    """Put the headnote of a version in the place of the one that it has, in one transaction.

    Args:
        connection: in autocommit.
        corpus: whose version.
        version: its id.
        made_by: who made it.
        statements: each with ``part statement supports flags``, in their order.
    """
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM headnote WHERE version_id = %s", (version,))
        head = {"corpus": corpus.id, "version": version, "made_by": made_by}
        cursor.executemany(
            query("put_headnote"),
            [
                {**head, **one, "ordinal": place, "supports": orjson.dumps(one["supports"]).decode()}
                for place, one in enumerate(statements)
            ],
        )


def shown(connection: Connection, corpus: Corpus, edition: int, keys: Mapping[int, str]) -> dict[int, dict[str, Any]]:
    """Return the headnotes of versions as readers see them, by version. One of the source goes first.

    Args:
        connection: to the database.
        corpus: whose edition.
        edition: its number.
        keys: of the documents, by the ids of their versions.

    Returns:
        Of each version that has one: ``document``: where it stands, ``made_by``, and ``parts``: by the names of all
        eight its statements, each with its flags and the paragraphs that support it; where there is none, ``none``
        with a flag that says why.
    """
    values = {"corpus": corpus.id, "edition": edition, "versions": list(keys), "keys": list(keys.values())}
    with connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(composed("headnotes_shown"), values).fetchall()
    found = {
        version: [row for row in rows if row["version"] == version or row["summary_of"] == key]
        for version, key in keys.items()
    }
    return {version: _told(of_it) for version, of_it in found.items() if of_it}


def _told(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the first headnote of some rows."""
    parts: dict[str, list[dict[str, Any]]] = {part: [] for part in PARTS}
    for row in rows:
        if row["version"] == rows[0]["version"]:
            told = {name: row[name] for name in ("statement", "supports", "flags")}
            parts.setdefault(row["part"], []).append(told)
    return {"document": rows[0]["document"], "made_by": rows[0]["made_by"], "parts": parts}
