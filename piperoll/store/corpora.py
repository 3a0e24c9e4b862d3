"""Read and write the rows of corpora, and lock a corpus so that one run at a time works on it."""

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
    """Describe a corpus as stored. Edition 0 means that there is no edition yet."""

    id: int
    name: str
    profile: str
    backend: str
    language: str
    source: str
    built_edition: int
    published_edition: int
    editions: list[int]
    """Numbers of the built editions that have not been pruned, oldest first."""


def put(connection: Connection, *, name: str, profile: str, backend: str, language: str, source: str) -> Corpus:
    """Return the corpus called ``name``, and create it with these values if it is new.

    Args:
        connection: an open connection.
        name: name of the corpus.
        profile: name of the profile that parses its documents.
        backend: name of the embedding backend that searches use.
        language: language of its texts, as the analysis of words names it ("swedish").
        source: folder or address that its files come from.

    Returns:
        The corpus as stored. A corpus that exists keeps its own values.
    """
    values = {"name": name, "profile": profile, "backend": backend, "language": language, "source": source}
    connection.execute(query("put_corpus"), values)
    return get(connection, name)


def find(connection: Connection, name: str) -> Corpus | None:
    """Return the corpus called ``name``, or None if there is none."""
    with connection.cursor(row_factory=class_row(Corpus)) as cursor:
        return cursor.execute(query("get_corpus"), {"name": name}).fetchone()


def get(connection: Connection, name: str) -> Corpus:
    """Return the corpus called ``name``.

    Raises:
        UsageError: there is no such corpus.
    """
    if corpus := find(connection, name):
        return corpus
    names = ", ".join(row[0] for row in connection.execute("SELECT name FROM corpus ORDER BY name"))
    remedy = (
        f"There are: {names}." if names else "Index one first: piperoll reindex NAME --source FOLDER --profile se-law"
    )
    raise UsageError("unknown_corpus", f"There is no corpus {name!r}.", remedy=remedy)


def hold_published(connection: Connection, corpus: Corpus) -> int:
    """Return the number of the published edition and keep it unchanged until the transaction ends."""
    row = connection.execute(
        "SELECT published_edition FROM corpus WHERE id = %s FOR NO KEY UPDATE", (corpus.id,)
    ).fetchone()
    assert row is not None
    return int(row[0])


def switch_backend(connection: Connection, corpus: Corpus, backend: str) -> None:
    """Let searches and later runs of the corpus use ``backend``, in one short transaction.

    Args:
        connection: an open connection.
        corpus: the corpus, as read when the backend was found complete.
        backend: name of the backend to use from now on.

    Raises:
        PiperollError: another edition was published since ``corpus`` was read.
    """
    updated = connection.execute(
        "UPDATE corpus SET backend = %s WHERE id = %s AND published_edition = %s",
        (backend, corpus.id, corpus.published_edition),
    )
    if not updated.rowcount:
        raise PiperollError(
            "edition_moved",
            f"Another edition of {corpus.name} was published meanwhile; its backend stays {corpus.backend}.",
            remedy="The same command again.",
        )


@contextmanager
def locked(connection: Connection, corpus: Corpus) -> Iterator[None]:
    """Lock the corpus for one run; Postgres frees the lock when the process dies, because the session holds it.

    Args:
        connection: a connection in autocommit that does nothing else meanwhile.
        corpus: the corpus to lock.

    Raises:
        CorpusBusy: another run holds it.
    """
    row = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (LOCK_SPACE, corpus.id)).fetchone()
    if row is None or not row[0]:
        holder = connection.execute(query("running_process"), {"corpus": corpus.id}).fetchone()
        who = f" ({holder[0]}, since {holder[1]})" if holder else ""
        raise CorpusBusy(
            "corpus_busy",
            f"Another run holds the corpus {corpus.name}{who}; nothing was changed.",
            remedy="Wait for it, or end it: its lock goes with its process.",
        )
    try:
        yield
    finally:
        with suppress(psycopg.Error):  # a lost connection has freed its locks
            connection.execute("SELECT pg_advisory_unlock(%s, %s)", (LOCK_SPACE, corpus.id))
