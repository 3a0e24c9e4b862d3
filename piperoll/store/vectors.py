"""Store one vector for each backend and text, and keep an index of them.

Each backend has one table, each corpus one partition of it, and each partition an HNSW index. "The table" of a corpus
is that partition. A backend embeds a text once for all corpora, however many chunks have it: the vector is copied.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector
from psycopg import Connection, sql

from piperoll.errors import PiperollError, UsageError
from piperoll.store import readers
from piperoll.store.corpora import LOCK_SPACE, Corpus
from piperoll.store.sql import composed, query

HNSW = "m=32, ef_construction=256"
"""Parameters of the index, as ``CREATE INDEX`` takes them and ``pg_class.reloptions`` lists them.

Contracts of one kind say nearly the same: with pgvector's own 16 and 64 a candidate list of 1,000 finds .93 of the
ten nearest among 218,000 of them, with 24 and 128 .95, with these .98 (docs/benchmarks.md). Building takes two to three
times as long as with 24 and 128. An index that was built with other parameters is rebuilt."""
LEAST_INDEXED = 20_000
"""Vectors from which on an index is worth its time. So many are compared one by one in half the time of a walk of an
index with a candidate list of 1,000 (benchmarks/few_vectors.py), none is missed, and a new one costs next to nothing.
"""
DEAD_SHARE = 0.1
APPENDED_SHARE = 1.0
"""Shares of the vectors of an index that may be deleted (DEAD_SHARE) and added (APPENDED_SHARE) before it is rebuilt.
Measured with 50,000 vectors (benchmarks/index_churn.py): with a tenth deleted a search reads twice the pages, with a
quarter it misses 6 more of the 100 nearest, and building takes less time than the vacuum that would mend the graph.
Added vectors cost no recall and no page up to half; rebuilding at twice the size is a precaution, as more was not
measured."""
DDL_LOCK = 0
"""Key of the lock on creating and deleting tables. Locks of corpora have their ids as keys, from 1."""
DROP_PATIENCE = "10s"
"""Longest wait for running queries before a table is deleted: meanwhile new queries of it have to wait too."""
NO_VECTORS = "(SELECT NULL::bytea AS text_hash WHERE false)"
"""Replaces the table of vectors where the corpus has none by a backend."""
PAGE = 16_384
"""Texts fetched at once where many lack a vector: bounds memory."""


def needs_rebuild(built: int, deleted: int, entries: int) -> bool:
    """Return whether an index has changed too much since it was built.

    Args:
        built: number of vectors when it was built.
        deleted: number of vectors deleted since.
        entries: number of vectors now.
    """
    return deleted > DEAD_SHARE * built or entries - built + deleted > APPENDED_SHARE * built


def tables(connection: Connection) -> list[tuple[str, str]]:
    """Return the pairs of backend and corpus, by name, that have a table of vectors."""
    return [(backend, corpus) for backend, corpus in connection.execute(query("vector_tables"))]


class Lacking(NamedTuple):
    """Count the chunks of an edition, those of them without a vector by a backend, and the texts to embed for these."""

    chunks: int
    """All chunks of the edition."""
    without: int
    """Chunks without a vector."""
    texts: int
    """Texts to embed for the chunks without a vector: chunks with equal text share one."""
    bytes: int
    """Bytes of the texts of all chunks without a vector."""


class Vectors:
    """Read and write the vectors that one backend made for one corpus."""

    def __init__(self, connection: Connection, corpus: Corpus, backend: str) -> None:
        self.connection = connection
        self.corpus = corpus
        self.backend = backend
        self.parent = sql.Identifier(f"embedding_{backend}")
        self.table_name = f"embedding_{backend}_c{corpus.id}"
        self.table = sql.Identifier(self.table_name)
        self.index_name = f"{self.table_name}_hnsw"

    def ensure(self, identity: str, dimension: int) -> None:
        """Register the backend, and create the tables that are missing; the HNSW index is built by :meth:`index`.

        Args:
            identity: of the model: all that decides a vector.
            dimension: length of a vector.

        Raises:
            PiperollError: the table holds vectors of a model with another identity.
        """
        with self.connection.transaction():
            self._lock_tables()
            self.connection.execute(
                "INSERT INTO backend (name, identity, dimension) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
                (self.backend, identity, dimension),
            )
            self.check(identity)
            self.connection.execute(
                composed("create_backend_table", parent=self.parent, dimension=sql.Literal(dimension))
            )
            self.connection.execute(
                sql.SQL("CREATE TABLE IF NOT EXISTS {} PARTITION OF {} FOR VALUES IN ({})").format(
                    self.table, self.parent, sql.Literal(self.corpus.id)
                )
            )
            for table in (f"embedding_{self.backend}", self.table_name):
                readers.admit(self.connection, table)

    def check(self, identity: str) -> None:
        """Make sure that no model of another identity made the vectors of this backend, if there are any.

        Raises:
            PiperollError: another one made them; distances between the two mean nothing.
        """
        row = self.connection.execute("SELECT identity FROM backend WHERE name = %s", (self.backend,)).fetchone()
        if row and row[0] != identity:
            raise PiperollError(
                "backend_changed",
                f"The vectors of backend {self.backend} were made by {row[0]!r},"
                f" and this machine would make {identity!r}.",
                remedy="Where machines differ, use the backend minilm_fp32 on all; else set back what was changed in"
                " the settings, or give the changed model a new name.",
            )

    def present(self) -> None:
        """Make sure that the corpus has a table of vectors by this backend, empty or not.

        Raises:
            UsageError: it has no such table.
        """
        if not self.exists():
            raise UsageError(
                "backend_empty",
                f"Corpus {self.corpus.name} has no vectors by backend {self.backend}.",
                remedy=f"piperoll backfill {self.corpus.name} --stage embed --backend {self.backend}",
            )

    def missing(self, hashes: Sequence[bytes]) -> set[bytes]:
        """Copy vectors of these texts from other corpora, and return the hashes that still have no vector."""
        values = {"hashes": list(hashes)}
        copy = composed("copy_vectors", vectors=self.table, parent=self.parent, corpus=sql.Literal(self.corpus.id))
        with self.connection.transaction():
            self.connection.execute(copy, values)
        rows = self.connection.execute(composed("hashes_without_vector", vectors=self.table), values)
        return {bytes(row[0]) for row in rows}

    def put(self, hashes: Sequence[bytes], vectors: NDArray[np.float16]) -> None:
        """Store vectors, shape (len(hashes), dimension), in one transaction; stored vectors are not replaced."""
        statement = "INSERT INTO {} SELECT {}, * FROM unnest(%b::bytea[], %b::halfvec[]) ON CONFLICT DO NOTHING"
        insert = sql.SQL(statement).format(self.table, sql.Literal(self.corpus.id))
        with self.connection.transaction():
            self.connection.execute(insert, (list(hashes), [HalfVector(vector) for vector in vectors]))

    def exists(self) -> bool:
        """Return whether the corpus has a table for this backend."""
        row = self.connection.execute("SELECT to_regclass(%s) IS NOT NULL", (self.table_name,)).fetchone()
        return bool(row and row[0])

    def delete(self, hashes: Sequence[bytes]) -> None:
        """Delete the vectors of these texts in one transaction, and count them as deleted entries of its index."""
        with self.connection.transaction():
            deleted = self.connection.execute(
                sql.SQL("DELETE FROM {} WHERE text_hash = ANY (%s)").format(self.table), (list(hashes),)
            ).rowcount
            self.connection.execute(
                "UPDATE vector_index SET deleted = deleted + %s WHERE backend = %s AND corpus_id = %s",
                (deleted, self.backend, self.corpus.id),
            )

    def lacking(self, edition: int, sources: Sequence[str] | None = None) -> Lacking:
        """Count the chunks of ``edition``, and those without a vector, in all its files or only in ``sources``."""
        vectors = self.table if self.exists() else sql.SQL(NO_VECTORS)
        statement = composed("vectors_lacking", vectors=vectors)
        values = {"corpus": self.corpus.id, "edition": edition, "sources": sources}
        row = self.connection.execute(statement, values).fetchone()
        return Lacking(*row) if row else Lacking(0, 0, 0, 0)

    def bytes_of(self, edition: int) -> int:
        """Return the bytes of all texts of ``edition``, with vectors or without."""
        values = {"corpus": self.corpus.id, "edition": edition}
        row = self.connection.execute(query("bytes_of_texts"), values).fetchone()
        return int(row[0]) if row else 0

    def texts_without(
        self, edition: int, sources: Sequence[str] | None = None
    ) -> Iterator[tuple[bytes, str, str, str]]:
        """Yield (hash, header, prefix, content) for each text of ``edition`` without a vector, ordered by hash.

        Args:
            edition: number of the edition.
            sources: only texts in these files; None: in all files.

        The corpus must have a table of vectors (:meth:`ensure`). Texts are fetched in pages, while they are embedded.
        """
        statement = composed("texts_without_vector", vectors=self.table)
        values = {"corpus": self.corpus.id, "edition": edition, "sources": sources, "after": b"", "page": PAGE}
        while rows := self.connection.execute(statement, values).fetchall():
            for text_hash, header, prefix, content in rows:
                yield bytes(text_hash), header, prefix, content
            values["after"] = rows[-1][0]

    def index(self) -> str:
        """Build the HNSW index of many vectors, or replace one that has changed too much or has other parameters.

        Returns:
            ``kept``: nothing to do; ``built``: there was none; ``rebuilt``: it replaced one; ``none``: there are too
            few vectors for one; ``dropped``: so few do not need the one that had to be rebuilt; ``empty``: there are no
            vectors; ``remote``: searches ask a remote index.
        """
        with self.connection.transaction():
            if self.remote():
                return "remote"
            entries = self._count()
            index_row = self.connection.execute(
                "SELECT entries, deleted FROM vector_index WHERE backend = %s AND corpus_id = %s",
                (self.backend, self.corpus.id),
            ).fetchone()
            parameters = self._parameters()
            exists = parameters is not None
            if entries == 0:
                return "empty"
            if parameters == HNSW and index_row and not needs_rebuild(index_row[0], index_row[1], entries):
                return "kept"
            if entries < LEAST_INDEXED:
                if exists:
                    self._drop_index()
                return "dropped" if exists else "none"
            self._build(replace=exists)
            values = {"backend": self.backend, "corpus": self.corpus.id, "entries": entries}
            self.connection.execute(query("put_vector_index"), values)
            return "rebuilt" if exists else "built"

    def remote(self) -> str | None:
        """Return the address of the remote index that searches ask; None: they use Postgres alone."""
        values = {"backend": self.backend, "corpus": self.corpus.id}
        row = self.connection.execute(query("remote_address"), values).fetchone()
        return row[0] if row else None

    def drop_index(self) -> None:
        """Drop the index in Postgres, if there is one. The vectors stay."""
        with self.connection.transaction():
            if self._parameters() is not None:
                self._drop_index()

    def size(self) -> tuple[int, int]:
        """Return the bytes of the table with its indexes, and those of the vector index among them."""
        row = self.connection.execute(query("vector_size"), {"table": self.table_name, "index": self.index_name})
        found = row.fetchone()
        return (found[0], found[1]) if found else (0, 0)

    def drop(self) -> int:
        """Delete the vectors of the corpus by this backend, and return how many there were.

        The table is dropped; it must exist, and running queries are waited for. If no other corpus has a table of the
        backend, the backend itself is deleted, so that a model with another identity can take its name.
        """
        with self.connection.transaction():
            self._lock_tables()
            self.connection.execute("SELECT set_config('lock_timeout', %s, true)", (DROP_PATIENCE,))
            count = self._count()
            self.connection.execute(sql.SQL("DROP TABLE {}").format(self.table))
            self._forget_index()
            self.connection.execute(
                "DELETE FROM remote_index WHERE backend = %s AND corpus_id = %s", (self.backend, self.corpus.id)
            )
            if self.backend not in {backend for backend, _ in tables(self.connection)}:
                self.connection.execute(sql.SQL("DROP TABLE {}").format(self.parent))
                self.connection.execute("DELETE FROM backend WHERE name = %s", (self.backend,))
        return count

    def _lock_tables(self) -> None:
        """Let no other process create or delete tables of vectors until the transaction ends."""
        self.connection.execute("SELECT pg_advisory_xact_lock(%s, %s)", (LOCK_SPACE, DDL_LOCK))

    def _count(self) -> int:
        row = self.connection.execute(sql.SQL("SELECT count(*) FROM {}").format(self.table)).fetchone()
        return int(row[0]) if row else 0

    def _parameters(self) -> str | None:
        """Return the parameters that the index was built with, or None if there is no valid index."""
        row = self.connection.execute(query("index_parameters"), {"name": self.index_name}).fetchone()
        return (row[0] or "") if row else None

    def _drop_index(self) -> None:
        self.connection.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(self.index_name)))
        self._forget_index()

    def _forget_index(self) -> None:
        self.connection.execute(
            "DELETE FROM vector_index WHERE backend = %s AND corpus_id = %s", (self.backend, self.corpus.id)
        )

    def _build(self, *, replace: bool) -> None:
        """Build a new index, and put it in the place of the old one when it is complete."""
        name, new = sql.Identifier(self.index_name), sql.Identifier(f"{self.index_name}_new")
        self.connection.execute(sql.SQL("DROP INDEX IF EXISTS {}").format(new))
        create = f"CREATE INDEX {{}} ON {{}} USING hnsw (vector halfvec_cosine_ops) WITH ({HNSW})"
        self.connection.execute(sql.SQL(create).format(new, self.table))
        if replace:
            self.connection.execute(sql.SQL("DROP INDEX {}").format(name))
        self.connection.execute(sql.SQL("ALTER INDEX {} RENAME TO {}").format(new, name))
