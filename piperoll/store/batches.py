"""Keep which requests are in which batch of a service, so that no process that dies loses one."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from psycopg import Connection

from piperoll.store.answers import Asker
from piperoll.store.services import CLAIMS
from piperoll.store.sql import query


class Handed(NamedTuple):
    """Hold a request that was handed in: who asked, and what was reckoned."""

    asker: Asker
    reckoned: tuple[int, int]
    """Tokens of the request and of its answer."""


def begin(connection: Connection, model: str, owner: int) -> int:
    """Return the number of a new batch.

    Args:
        connection: in a transaction.
        model: its name in the settings.
        owner: who hands the batch in, as of claims.
    """
    statement = "INSERT INTO model_batch (model, owner) VALUES (%s, %s) RETURNING id"
    row = connection.execute(statement, (model, owner)).fetchone()
    assert row
    return int(row[0])


def put(
    connection: Connection, batch: int, asker: Asker, requests: Sequence[tuple[bytes, float, int, int]]
) -> set[bytes]:
    """Put requests into a batch, and return the keys of those that are in it now.

    Args:
        connection: in a transaction.
        batch: its number.
        asker: who asks.
        requests: key, price, tokens of each and of its answer, as reckoned.
    """
    columns = dict(zip(("keys", "prices", "inputs", "outputs"), map(list, zip(*requests, strict=True)), strict=True))
    values = {"batch": batch, **columns, **asker._asdict()}
    return {bytes(row[0]) for row in connection.execute(query("put_requests"), values)}


def named(connection: Connection, batch: int, service_id: str) -> None:
    """Write down the name that a batch has at the service.

    Args:
        connection: in autocommit, or in a transaction.
        batch: its number.
        service_id: the name.
    """
    connection.execute("UPDATE model_batch SET service_id = %s WHERE id = %s", (service_id, batch))


def known(connection: Connection, keys: Sequence[bytes]) -> dict[bytes, tuple[bool, int]]:
    """Return of requests whether they are in a batch now, and in how many they failed, by their keys."""
    statement = "SELECT key, batch IS NOT NULL, failed FROM model_request WHERE key = ANY (%s)"
    return {bytes(key): (pending, failed) for key, pending, failed in connection.execute(statement, (list(keys),))}


def open_of(connection: Connection, model: str, corpus: str) -> list[tuple[int, str]]:
    """Return number, and name at the service, of the batches that hold requests of a corpus.

    Args:
        connection: in autocommit, or in a transaction.
        model: its name in the settings.
        corpus: its name.
    """
    return connection.execute(query("open_batches"), {"model": model, "corpus": corpus}).fetchall()


def orphans(connection: Connection, model: str) -> list[tuple[int, datetime, int]]:
    """Return number, time and count of requests of the batches that nobody hands in any more; locked, as by a lock."""
    return connection.execute(query("orphans"), {"model": model, "space": CLAIMS}).fetchall()


def names(connection: Connection, model: str) -> set[str]:
    """Return the names at the service of all batches of a model that are open."""
    statement = "SELECT service_id FROM model_batch WHERE model = %s AND service_id IS NOT NULL"
    return {name for (name,) in connection.execute(statement, (model,))}


def hold(connection: Connection, batch: int) -> bool:
    """Lock a batch until the end of the transaction; return whether it is still open, and nobody else has it."""
    statement = "SELECT FROM model_batch WHERE id = %s FOR UPDATE SKIP LOCKED"
    return connection.execute(statement, (batch,)).fetchone() is not None


def requests(connection: Connection, batch: int) -> dict[bytes, Handed]:
    """Return the requests of a batch by their keys."""
    statement = "SELECT key, corpus, run, stage, input, output FROM model_request WHERE batch = %s"
    rows: Any = connection.execute(statement, (batch,))
    return {bytes(key): Handed(Asker(*asker), (read, written)) for key, *asker, read, written in rows}


def end(connection: Connection, batch: int, answered: Sequence[bytes], *, failed: int = 1) -> None:
    """Close a batch: requests without an answer have failed once more, and are in no batch.

    Args:
        connection: in a transaction.
        batch: its number.
        answered: keys of the requests that have their answers.
        failed: how often the others count as failed.
    """
    connection.execute("DELETE FROM model_request WHERE batch = %s AND key = ANY (%s)", (batch, list(answered)))
    connection.execute("UPDATE model_request SET batch = NULL, failed = failed + %s WHERE batch = %s", (failed, batch))
    connection.execute("DELETE FROM model_batch WHERE id = %s", (batch,))


def forget(connection: Connection, keys: Sequence[bytes]) -> None:
    """Forget in how many batches requests failed: they were answered otherwise."""
    connection.execute("DELETE FROM model_request WHERE batch IS NULL AND key = ANY (%s)", (list(keys),))
