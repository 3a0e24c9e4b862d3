"""Read citations as they are stored, with what they lead to in an edition."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from psycopg.rows import dict_row

from piperoll.corpora.common.numbered import paragraph_path
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed, fragment, query


@dataclass(slots=True)
class _Paths:
    """The chunks of one version, by path and by the paragraphs that they hold."""

    exact: dict[str, str] = field(default_factory=dict)
    below: dict[str, str] = field(default_factory=dict)
    """The first chunk under a path that is none itself."""

    def add(self, path: str, paragraphs: Sequence[int]) -> None:
        self.exact[path] = path
        for number in paragraphs:
            self.exact.setdefault(paragraph_path(number), path)
        above = path
        while (above := above.rpartition(".")[0]) and above not in self.below:
            self.below[above] = path

    def find(self, wanted: str) -> str | None:
        """Return the chunk at ``wanted``, else the first below it, else the nearest that encloses it."""
        if found := self.exact.get(wanted) or self.below.get(wanted):
            return found
        while wanted := wanted.rpartition(".")[0]:
            if found := self.exact.get(wanted):
                return found
        return None


def of_chunks(
    connection: Connection, corpus: Corpus, edition: int, day: date, chunks: Iterable[int]
) -> dict[int, list[dict[str, Any]]]:
    """Return the citations in chunks, by chunk id: ``start end text kind target target_path resolved``.

    ``resolved`` is ``{document, path}`` where the edition has what is cited, on that day; ``path`` is that of the
    chunk which holds it, null where the whole document is meant or the place is not found.

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
        day: on which what is cited must be valid.
        chunks: ids of chunks.
    """
    found = defaultdict(list)
    for row in _rows(connection, corpus, edition, day, "citations_in_chunks", chunks=list(chunks)):
        found[row["chunk_id"]].append(_shown(row))
    return found


def cites(
    connection: Connection, corpus: Corpus, edition: int, day: date, versions: Sequence[int], path: str = ""
) -> list[dict[str, Any]]:
    """Return the citations in versions of a document, in the order of the text, each with the ``path`` of its chunk.

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
        day: on which what is cited must be valid.
        versions: ids of versions.
        path: only those in this unit and below; "": all.
    """
    rows = _rows(connection, corpus, edition, day, "citations_in_versions", versions=list(versions))
    within = (row for row in rows if not path or row["path"] == path or (row["path"] or "").startswith(f"{path}."))
    return [{"path": row["path"], **_shown(row)} for row in within]


def cited_by(
    connection: Connection, corpus: Corpus, edition: int, day: date, key: str, versions: Sequence[int], path: str = ""
) -> list[dict[str, Any]]:
    """Return the citations of a document in an edition: ``document title path``, and the rest as in :func:`of_chunks`.

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
        day: on which what is cited must be valid.
        key: of the document.
        versions: of that document: their references to themselves count where they name a place.
        path: only citations of this unit and what is below it; "": all.
    """
    values = {"key": key, "versions": list(versions), "path": path}
    return [
        {"document": row["document"], "title": row["title"], "path": row["path"], **_shown(row)}
        for row in _rows(connection, corpus, edition, day, "citations_of_document", **values)
    ]


def _rows(
    connection: Connection, corpus: Corpus, edition: int, day: date, which: str, **values: Any
) -> list[dict[str, Any]]:
    statement = composed("citations", which=fragment(which))
    values |= {"corpus": corpus.id, "edition": edition, "day": day}
    with connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(statement, values).fetchall()
        places = _places(cursor, {row["cited_version"] for row in rows if row["target_path"]} - {None})
    for row in rows:
        known = places.get(row["cited_version"])
        row["cited_path"] = known.find(row["target_path"]) if known else None
    return rows


def _places(cursor: Any, versions: set[int]) -> Mapping[int, _Paths]:
    found: dict[int, _Paths] = defaultdict(_Paths)
    for row in cursor.execute(query("paths_of_versions"), {"versions": list(versions)}) if versions else ():
        found[row["version_id"]].add(row["path"], row["paragraphs"])
    return found


def _shown(row: Mapping[str, Any]) -> dict[str, Any]:
    resolved = {"document": row["cited_document"], "path": row["cited_path"]} if row["cited_version"] else None
    return {
        **{name: row[name] for name in ("start", "end", "text", "kind", "target", "target_path")},
        "resolved": resolved,
    }
