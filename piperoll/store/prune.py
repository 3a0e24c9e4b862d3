"""Pruning: what no kept edition needs is deleted, in short transactions, while readers read.

The rows of the pruned editions go first, so that nobody begins to read what is about to leave. What is to be deleted
follows from the editions that are left, so a pruning that was interrupted is completed by the next one.
"""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext

from piperoll.errors import UsageError
from piperoll.store import corpora, editions, lexical
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed, query
from piperoll.store.vectors import Vectors

VERSIONS = 200
"""Deleted in one transaction, each with its chunks: some thousand rows, so a few megabytes of log."""
ROWS = 10_000
"""Documents or vectors deleted in one transaction."""


def kept(built: Sequence[int], published: int, keep: int) -> list[int]:
    """Which of the editions ``built`` (ascending) a pruning leaves: the newest ``keep``, and the published one.

    Raises:
        UsageError: ``keep`` is less than 1.
    """
    if keep < 1:
        raise UsageError("keep_editions", f"{keep} editions cannot be kept.", remedy="Keep at least 1.")
    return [number for number in built if number == published or number in built[-keep:]]


def prune(connection: Connection, corpus: Corpus, keep: int, *, dry_run: bool = False) -> dict[str, int]:
    """Delete what no edition needs but such as are neither among the newest ``keep`` nor published.

    Readers of the editions that stay notice nothing. While an edition is unfinished, vectors stay: the run that
    continues it may need those that no chunk has yet.

    Args:
        connection: one in autocommit that is used for nothing else meanwhile.
        dry_run: only count.

    Returns:
        How many editions, versions, chunks, documents, vectors (of all backends) and runs were, or would be, deleted.

    Raises:
        CorpusBusy: a run holds the corpus.
        UsageError: ``keep`` is less than 1.
    """
    with nullcontext() if dry_run else corpora.locked(connection, corpus):
        with connection.transaction():
            published = corpora.hold_published(connection, corpus)
            built = corpora.get(connection, corpus.name).editions
            left = kept(built, published, keep)
            if not dry_run:
                connection.execute(
                    "DELETE FROM edition WHERE corpus_id = %s AND state = 'built' AND number <> ALL (%s)",
                    (corpus.id, left),
                )
        indexes = [] if dry_run else lexical.all_of(connection, corpus)
        for index in indexes:  # which may lag behind: when a version left is known only while there is one
            index.write_left(max(built, default=0))
        pruned = {
            "editions": len(built) - len(left),
            **_documents(connection, corpus, left, dry_run=dry_run),
            "vectors": _vectors(connection, corpus, dry_run=dry_run),
            "runs": _runs(connection, corpus, left, dry_run=dry_run),
        }
        for index in indexes:
            index.tidy(left)
        return pruned


def _documents(connection: Connection, corpus: Corpus, left: Sequence[int], *, dry_run: bool) -> dict[str, int]:
    """Versions that no edition in ``left`` has, with their chunks, and documents that have no other version."""
    values = {"corpus": corpus.id, "kept": left}
    connection.execute(query("doomed_tables"))
    versions = connection.execute(query("doomed_versions"), values).rowcount
    connection.execute("ANALYZE doomed_version")
    chunks = connection.execute("SELECT coalesce(sum(chunks), 0)::bigint FROM doomed_version").fetchone()
    documents = connection.execute(query("doomed_documents"), values).rowcount
    if not dry_run:
        for name, count, size in (("versions", versions, VERSIONS), ("documents", documents, ROWS)):
            for batch in _batches(count, size):
                with connection.transaction():
                    # a run that lost its lock unawares may be loading: it holds this row as it does
                    connection.execute(
                        "SELECT FROM edition WHERE corpus_id = %s AND state = 'building' FOR UPDATE", (corpus.id,)
                    )
                    connection.execute(query(f"prune_{name}"), batch)
    return {"versions": versions, "chunks": int(chunks[0]) if chunks else 0, "documents": documents}


def _vectors(connection: Connection, corpus: Corpus, *, dry_run: bool) -> int:
    """Vectors of texts that only doomed versions have, or none, by every backend."""
    if editions.interrupted(connection, corpus):
        return 0
    total = 0
    for (backend,) in connection.execute("SELECT name FROM backend ORDER BY name").fetchall():
        vectors = Vectors(connection, corpus, backend)
        if not vectors.exists():
            continue
        connection.execute("TRUNCATE doomed_vector RESTART IDENTITY")
        statement = composed("doomed_vectors", vectors=vectors.table)
        count = connection.execute(statement, {"corpus": corpus.id}).rowcount
        total += count
        if count and not dry_run:
            for batch in _batches(count, ROWS):
                rows = connection.execute(
                    "SELECT text_hash FROM doomed_vector WHERE place > %(start)s AND place <= %(end)s", batch
                )
                vectors.delete([row[0] for row in rows])
            vectors.index()
    return total


def _runs(connection: Connection, corpus: Corpus, left: Sequence[int], *, dry_run: bool) -> int:
    values = {"corpus": corpus.id, "kept": left}
    if dry_run:
        return len(connection.execute(query("old_runs"), values).fetchall())
    return connection.execute(f"DELETE FROM run WHERE id IN ({query('old_runs')})", values).rowcount


def _batches(count: int, size: int) -> Iterator[dict[str, int]]:
    """Places of doomed rows, from 1, ``size`` at a time: after start, up to end."""
    for start in range(0, count, size):
        yield {"start": start, "end": start + size}
