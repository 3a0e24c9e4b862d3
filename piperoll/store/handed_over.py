"""Hand partitions over to Prefect workers and their answers back, as JSON in the database that both have."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from psycopg.types.json import Json

from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query


def put(connection: Connection, corpus: Corpus, handed: UUID, call: Mapping[str, Any]) -> None:
    """Hand a call over; doing it twice leaves what doing it once leaves.

    Args:
        connection: in autocommit.
        corpus: that the partition is of.
        handed: id of the task run that leads a worker here.
        call: what is to be done.
    """
    statement = "INSERT INTO handed_over (id, corpus_id, call) VALUES (%s, %s, %s) ON CONFLICT (id) DO NOTHING"
    connection.execute(statement, (handed, corpus.id, Json(call)))


def take(connection: Connection, handed: UUID, process: str) -> dict[str, Any] | None:
    """Return the call for a worker; None: nobody waits for its answer any more.

    Args:
        connection: in autocommit.
        handed: id of its task run.
        process: the worker, for people.
    """
    row = connection.execute(query("take_over"), {"id": handed, "process": process}).fetchone()
    return row[0] if row else None


def answer(connection: Connection, handed: UUID, given: Mapping[str, Any]) -> None:
    """Hand the answer to a call back.

    Args:
        connection: in autocommit.
        handed: id of its task run.
        given: what the stages did, or the error.
    """
    connection.execute("UPDATE handed_over SET answer = %s WHERE id = %s", (Json(given), handed))


def answered(connection: Connection, handed: UUID) -> dict[str, Any] | None:
    """Return the answer to a call; None: there is none yet."""
    row = connection.execute("SELECT answer FROM handed_over WHERE id = %s", (handed,)).fetchone()
    return row[0] if row else None


def withdraw(connection: Connection, handed: UUID) -> bool:
    """Take a call back that no worker has begun, and return whether it is gone."""
    connection.execute("DELETE FROM handed_over WHERE id = %s AND taken_by IS NULL", (handed,))
    return connection.execute("SELECT FROM handed_over WHERE id = %s", (handed,)).fetchone() is None


def forget(connection: Connection, handed: UUID) -> None:
    """Delete a call with its answer."""
    connection.execute("DELETE FROM handed_over WHERE id = %s", (handed,))


def clear(connection: Connection, corpus: Corpus) -> None:
    """Delete the calls of all runs of a corpus; the caller holds its lock, so that those runs have died."""
    connection.execute("DELETE FROM handed_over WHERE corpus_id = %s", (corpus.id,))
