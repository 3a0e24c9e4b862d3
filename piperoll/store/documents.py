"""Documents as readers see them."""

from typing import Any

from psycopg.rows import dict_row

from piperoll.errors import PiperollError
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query


def show(connection: Connection, corpus: Corpus, edition: int, key: str) -> list[dict[str, Any]]:
    """The versions of a document in an edition, newest first, each with its ``chunks``.

    Args:
        key: the document's key ("SFS 1977:1160", or without "SFS"), or its path in the source.

    Raises:
        PiperollError: there is no such document in the edition.
    """
    with connection.cursor(row_factory=dict_row) as cursor:
        values = {"corpus": corpus.id, "edition": edition, "key": key}
        versions = cursor.execute(query("show_document"), values).fetchall()
        if not versions:
            raise PiperollError(
                "unknown_document",
                f"Edition {edition} of {corpus.name} has no document {key!r}.",
                document=key,
                remedy="Give its number as printed, or its path in the source.",
            )
        for version in versions:
            version["chunks"] = cursor.execute(query("show_chunks"), {"version": version.pop("id")}).fetchall()
    return versions


def amendments_of(connection: Connection, corpus: Corpus, edition: int, statute: str) -> list[dict[str, Any]]:
    """The amending acts of ``statute`` ("SFS 1977:1160") that an edition holds, newest first."""
    with connection.cursor(row_factory=dict_row) as cursor:
        values = {"corpus": corpus.id, "edition": edition, "statute": statute}
        return cursor.execute(query("amendments_of"), values).fetchall()


def status(connection: Connection) -> list[dict[str, Any]]:
    """Every corpus with its editions, files by status, and last run."""
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(query("status")).fetchall()
