"""Read documents as readers see them."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from psycopg.rows import dict_row

from piperoll.corpora import registry
from piperoll.errors import PiperollError
from piperoll.store import citations, headnotes
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed, query, read_rows


def versions(connection: Connection, corpus: Corpus, edition: int, key: str, day: date) -> list[dict[str, Any]]:
    """Return the versions of a document in an edition, newest first; ``seen`` tells those that are valid on ``day``.

    Args:
        connection: to the database.
        corpus: whose edition.
        edition: its number.
        key: the document's key in a form that the profile knows, or its path in the source.

    Raises:
        PiperollError: there is no such document in the edition.
    """
    with connection.cursor(row_factory=dict_row) as cursor:
        keys = [*registry.get(corpus.profile).key_forms(key)]
        values = {"corpus": corpus.id, "edition": edition, "key": key, "keys": keys, "day": day}
        found = cursor.execute(composed("show_document"), values).fetchall()
    if not found:
        raise unknown(corpus, edition, key)
    return found


def unknown(corpus: Corpus, edition: int, key: str) -> PiperollError:
    """Return the error that an edition has no such document.

    Args:
        corpus: that was asked.
        edition: number of its edition.
        key: as it was asked for.
    """
    return PiperollError(
        "unknown_document",
        f"Edition {edition} of {corpus.name} has no document {key!r}.",
        document=key,
        remedy="Give its number as printed, or its path in the source.",
    )


def seen(found: Sequence[dict[str, Any]], day: date | None = None) -> list[dict[str, Any]]:
    """Return those of ``versions`` that a reader sees; the newest where none is valid and no ``day`` was asked for.

    Raises:
        PiperollError: none is valid on that day.
    """
    valid = [one for one in found if one["seen"]]
    if not valid and day:
        days = ", ".join(sorted(str(one["valid_from"]) for one in found if one["valid_from"]))
        raise PiperollError(
            "not_valid",
            f"No version of {found[0]['document']} is valid on {day}.",
            document=found[0]["document"],
            remedy=f"Its versions are valid from {days}." if days else "",
        )
    return valid or list(found[:1])


def show(
    connection: Connection, corpus: Corpus, edition: int, key: str, day: date | None = None
) -> list[dict[str, Any]]:
    """Return the versions of a document that are valid on a day, with their ``chunks``.

    Each has its ``headnote`` (:func:`piperoll.store.headnotes.shown`), each chunk its ``citations``
    (:func:`piperoll.store.citations.of_chunks`). A document has several versions
    on one day where several files of the source hold it.

    Args:
        connection: to the database.
        corpus: whose edition.
        edition: its number.
        key: as :func:`versions` takes it.
        day: on which they are valid; None: today, else the newest.

    Raises:
        PiperollError: there is no such document, or none is valid on that day.
    """
    on = day or date.today()
    shown = seen(versions(connection, corpus, edition, key, on), day)
    notes = headnotes.shown(connection, corpus, edition, {version["id"]: version["document"] for version in shown})
    with connection.cursor(row_factory=dict_row) as cursor:
        for version in shown:
            values = {"version": version["id"], "seen": version["seen"], "day": on}
            version["headnote"] = notes.get(version["id"])
            version["chunks"] = cursor.execute(composed("show_chunks"), values).fetchall()
            ids = [chunk["id"] for chunk in version["chunks"]]
            cited = citations.of_chunks(connection, corpus, edition, on, ids)
            for chunk in version["chunks"]:
                chunk["citations"] = cited.get(chunk.pop("id"), [])
    return shown


def add_texts(connection: Connection, shown: Sequence[dict[str, Any]]) -> None:
    """Add to versions that :func:`show` returned their ``text``, and the ranges that are ``set_aside``."""
    by_id = {version["id"]: version for version in shown}
    for row in read_rows(connection, "version_texts", ids=list(by_id)):
        by_id[row["id"]] |= {"text": row["text"], "set_aside": row["set_aside"]}


def values(connection: Connection, corpus: Corpus, edition: int, field: str) -> dict[str, int]:
    """Return the values of a field of the metadata of versions, with how many versions have each.

    Args:
        connection: to the database.
        corpus: whose edition.
        edition: its number.
        field: of the metadata; each value of a list counts.
    """
    parameters = {"corpus": corpus.id, "edition": edition, "field": field}
    return dict(connection.execute(composed("metadata_values"), parameters).fetchall())


def status(connection: Connection) -> list[dict[str, Any]]:
    """Return every corpus with its editions, files by status, and last run."""
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(query("status")).fetchall()


def quarantined(connection: Connection, corpus: Corpus) -> list[dict[str, Any]]:
    """Return the files that could not be used: source, code, reason, remedy, and the edition that found them so."""
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(query("quarantine"), {"corpus": corpus.id}).fetchall()
