"""Delete what no kept edition needs, in short transactions, while readers read.

The rows of the pruned editions are deleted first, so that nobody begins to read an edition that is about to disappear.
The rest follows from the editions that are left, so the next pruning completes one that was interrupted.
"""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext

from piperoll.errors import UsageError
from piperoll.store import corpora, editions, lexical_writer, remote_index
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed, query
from piperoll.store.vectors import Vectors

VERSIONS = 200
"""Versions deleted in one transaction, each with its chunks: some thousand rows, so a few megabytes of log."""
ROWS = 10_000
"""Documents, or vectors, deleted in one transaction."""


def kept_editions(built: Sequence[int], published: int, keep: int) -> list[int]:
    """Return the editions that a pruning keeps: the newest ``keep``, and the published one.

    Args:
        built: numbers of the built editions, ascending.
        published: number of the published edition.
        keep: how many of the newest to keep.

    Returns:
        The numbers of the kept editions, ascending.

    Raises:
        UsageError: ``keep`` is less than 1.
    """
    if keep < 1:
        raise UsageError("keep_editions", f"{keep} editions cannot be kept.", remedy="Keep at least 1.")
    return [number for number in built if number == published or number in built[-keep:]]


def prune(connection: Connection, corpus: Corpus, keep: int, *, dry_run: bool = False) -> dict[str, int]:
    """Delete all editions except the newest ``keep`` and the published one, with everything that only they need.

    Readers of the kept editions notice nothing. While an edition is unfinished, all vectors are kept: the run that
    continues it may need vectors that belong to no chunk yet.

    Args:
        connection: a connection in autocommit that does nothing else meanwhile.
        corpus: the corpus to prune.
        keep: how many of the newest editions to keep.
        dry_run: only count.

    Returns:
        The numbers of editions, versions, chunks, documents, vectors (of all backends) and runs that were deleted, or
        would be.

    Raises:
        CorpusBusy: a run holds the corpus.
        UsageError: ``keep`` is less than 1.
    """
    with nullcontext() if dry_run else corpora.locked(connection, corpus):
        with connection.transaction():
            published = corpora.hold_published(connection, corpus)
            built = corpora.get(connection, corpus.name).editions
            left = kept_editions(built, published, keep)
            if not dry_run:
                connection.execute(
                    "DELETE FROM edition WHERE corpus_id = %s AND state = 'built' AND number <> ALL (%s)",
                    (corpus.id, left),
                )
        indexes = [] if dry_run else lexical_writer.indexes(connection, corpus)
        for index in indexes:  # one may lag behind, and once a version is deleted nothing tells when it left
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
    """Delete the versions that no edition in ``left`` has, their chunks, and documents without another version."""
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
                    # a run that lost its lock without knowing may still load rows: it locks this row while it does
                    connection.execute(
                        "SELECT FROM edition WHERE corpus_id = %s AND state = 'building' FOR UPDATE", (corpus.id,)
                    )
                    connection.execute(query(f"prune_{name}"), batch)
    return {"versions": versions, "chunks": int(chunks[0]) if chunks else 0, "documents": documents}


def _vectors(connection: Connection, corpus: Corpus, *, dry_run: bool) -> int:
    """Delete the vectors, by every backend, of texts that no remaining chunk has."""
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
                    "SELECT text_hash FROM doomed_vector WHERE number > %(start)s AND number <= %(end)s", batch
                )
                hashes = [bytes(row[0]) for row in rows]
                vectors.delete(hashes)
                remote_index.forget(vectors, hashes)
            vectors.index()
    return total


def _runs(connection: Connection, corpus: Corpus, left: Sequence[int], *, dry_run: bool) -> int:
    """Delete the runs from before the first one whose edition is kept or being built."""
    values = {"corpus": corpus.id, "kept": left}
    if dry_run:
        return len(connection.execute(composed("old_runs"), values).fetchall())
    return connection.execute(composed("prune_runs"), values).rowcount


def _batches(count: int, size: int) -> Iterator[dict[str, int]]:
    """Yield ranges of ``count`` numbered rows, ``size`` at a time: after start, up to end."""
    for start in range(0, count, size):
        yield {"start": start, "end": start + size}
