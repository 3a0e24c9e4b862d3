"""Read the acts that amended a document: those that the corpus has, and those that only its own list names."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from psycopg.rows import dict_row

from piperoll.corpora import registry
from piperoll.store import documents
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed, query

NUMBER = re.compile(r"(\d{4}):(\d+)")


def amendments(
    connection: Connection,
    corpus: Corpus,
    edition: int,
    key: str,
    path: str = "",
    *,
    acts: Collection[str] | None = None,
) -> list[dict[str, Any]]:
    """Return the acts that amended a document, newest first: document, title, date, note and text.

    ``date`` is the day of entry into force, ``note`` what the list of the document says that the act changed. The text
    is None where the corpus has not the act, or has it in chunks because it is more than an amendment.

    Args:
        connection: to the database.
        corpus: whose edition.
        edition: its number.
        key: of the document that is amended, in a form that the profile knows, or its path in the source.
        path: only acts that changed this unit or what is below it; "": all.
        acts: only these; None: all.

    Raises:
        PiperollError: the edition has neither the document nor an act that amends it.
    """
    profile = registry.get(corpus.profile)
    keys = [*profile.key_forms(key)]
    values: dict[str, Any] = {"corpus": corpus.id, "edition": edition, "key": key, "keys": keys, "path": path}
    with connection.cursor(row_factory=dict_row) as cursor:
        versions = cursor.execute(composed("amended_versions"), values).fetchall()
        listed = {one["act"]: one for version in versions for one in version["listed"]}
        values["keys"] = [*{*keys, *(version["key"] for version in versions)}]
        values["versions"] = [version["id"] for version in versions]
        named = {row["act"] for row in cursor.execute(query("acts_of_unit"), values)}
        values["acts"] = [*{*listed, *named}]
        stored = {row["document"]: row for row in cursor.execute(composed("amendments_of"), values)}
    if not versions and not stored:
        raise documents.unknown(corpus, edition, key)
    wanted = {*listed, *named, *stored} if acts is None else {*acts} & {*listed, *named, *stored}
    if path:
        wanted &= named | {
            act for act, one in listed.items() if _changed(profile.amended_units(one.get("note", "")), path)
        }
    return [
        _amendment(act, listed.get(act, {}), stored.get(act, {})) for act in sorted(wanted, key=_order, reverse=True)
    ]


def act_of(metadata: Mapping[str, Any]) -> str | None:
    """Return the act that last amended a chunk, or repealed what stood in it; None where it names none."""
    act = metadata.get("amendedBy") or metadata.get("repealed_by")
    return act if isinstance(act, str) else None


def add_to(chunks: Sequence[dict[str, Any]], connection: Connection, corpus: Corpus, edition: int, key: str) -> None:
    """Add to each chunk of a document the act that last amended it, as ``amendment``; None where it names none.

    Args:
        chunks: with their ``metadata``.
        connection: to the database.
        corpus: whose edition.
        edition: its number.
        key: of the document.
    """
    acts = {act for chunk in chunks if (act := act_of(chunk["metadata"]))}
    found = {one["document"]: one for one in amendments(connection, corpus, edition, key, acts=acts)}
    for chunk in chunks:
        chunk["amendment"] = found.get(act_of(chunk["metadata"]) or "")


def _changed(paths: Sequence[str], path: str) -> bool:
    """Return whether any of the paths is ``path``, below it, or the whole that it is in."""
    return any(one == path or one.startswith(f"{path}.") or path.startswith(f"{one}.") for one in paths)


def _amendment(act: str, listed: dict[str, Any], stored: dict[str, Any]) -> dict[str, Any]:
    return {
        "document": act,
        "title": stored.get("title") or listed.get("title", ""),
        "date": listed.get("in_force") or stored.get("date"),
        "note": listed.get("note", ""),
        "text": stored.get("text"),
    }


def _order(act: str) -> tuple[int, int, str]:
    number = NUMBER.search(act)
    return (int(number[1]), int(number[2]), act) if number else (0, 0, act)
