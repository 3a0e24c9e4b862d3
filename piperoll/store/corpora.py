"""The row of a corpus, and the lock that lets one run at a time work on it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import psycopg
from psycopg import Connection
from psycopg.rows import class_row

from piperoll.errors import CorpusBusy, PiperollError, UsageError
from piperoll.store.sql import query

LOCK_SPACE = 0x7069  # "pi": our advisory locks among those of other programs


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus as stored. Edition 0 means none."""

    id: int
    name: str
    profile: str
    backend: str
    language: str
    source: str
    built_edition: int
    published_edition: int
    editions: list[int]
    """Numbers of the built ones that have not been pruned, oldest first."""


def put(connection: Connection, *, name: str, profile: str, backend: str, language: str, source: str) -> Corpus:
    """The corpus called ``name``, created with these values if it is new."""
    values = {"name": name, "profile": profile, "backend": backend, "language": language, "source": source}
    connection.execute(query("put_corpus"), values)
    return get(connection, name)


def find(connection: Connection, name: str) -> Corpus | None:
    """The corpus called ``name``, or None."""
    with connection.cursor(row_factory=class_row(Corpus)) as cursor:
        return cursor.execute(query("get_corpus"), {"name": name}).fetchone()


def get(connection: Connection, name: str) -> Corpus:
    """The corpus called ``name``.

    Raises:
        UsageError: there is none.
    """
    if corpus := find(connection, name):
        return corpus
    known = ", ".join(row[0] for row in connection.execute("SELECT name FROM corpus ORDER BY name"))
    remedy = (
        f"There are: {known}." if known else "Index one first: piperoll reindex NAME --source FOLDER --profile se-law"
    )
    raise UsageError("unknown_corpus", f"There is no corpus {name!r}.", remedy=remedy)


def hold_published(connection: Connection, corpus: Corpus) -> int:
    """The published edition as it is now, and stays until the transaction ends."""
    row = connection.execute(
        "SELECT published_edition FROM corpus WHERE id = %s FOR NO KEY UPDATE", (corpus.id,)
    ).fetchone()
    assert row is not None
    return int(row[0])


def switch_backend(connection: Connection, corpus: Corpus, backend: str) -> None:
    """Let searches and later runs of the corpus use ``backend``, in one short transaction.

    Raises:
        PiperollError: another edition was published since ``corpus`` was read.
    """
    done = connection.execute(
        "UPDATE corpus SET backend = %s WHERE id = %s AND published_edition = %s",
        (backend, corpus.id, corpus.published_edition),
    )
    if not done.rowcount:
        raise PiperollError(
            "edition_moved",
            f"Another edition of {corpus.name} was published meanwhile; its backend stays {corpus.backend}.",
            remedy="The same command again.",
        )


@contextmanager
def locked(connection: Connection, corpus: Corpus) -> Iterator[None]:
    """Hold the corpus for one run; the lock is the session's, so a process that dies lets go of it.

    Args:
        connection: one in autocommit that is used for nothing else meanwhile.

    Raises:
        CorpusBusy: another run holds it.
    """
    row = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (LOCK_SPACE, corpus.id)).fetchone()
    if row is None or not row[0]:
        holder = connection.execute(
            "SELECT process, started_at::timestamp(0) FROM run"
            " WHERE corpus_id = %s AND state = 'running' ORDER BY started_at DESC LIMIT 1",
            (corpus.id,),
        ).fetchone()
        who = f" ({holder[0]}, since {holder[1]})" if holder else ""
        raise CorpusBusy(
            "corpus_busy",
            f"Another run holds the corpus {corpus.name}{who}; nothing was changed.",
            remedy="Wait for it, or end it: its lock goes with its process.",
        )
    try:
        yield
    finally:
        with suppress(psycopg.Error):  # a connection that is gone has let go of its locks
            connection.execute("SELECT pg_advisory_unlock(%s, %s)", (LOCK_SPACE, corpus.id))
