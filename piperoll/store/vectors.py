"""Vectors, memoised by (backend, text): one table a backend, a partition a corpus, HNSW on each partition."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector
from psycopg import Connection, sql

from piperoll.errors import PiperollError, UsageError
from piperoll.store.corpora import LOCK_SPACE, Corpus
from piperoll.store.sql import composed, query

HNSW = "m=32, ef_construction=256"
"""Parameters of the index, as ``CREATE INDEX`` has them and ``pg_class.reloptions`` lists them.

Contracts of one kind say nearly the same: with pgvector's own 16 and 64 a candidate list of 1,000 finds .93 of the
ten nearest among 218,000 of them, with 24 and 128 .95, with these .98 (docs/benchmarks.md). Building takes two to three
times as long as with 24 and 128. An index that was built with others is built anew."""
DEAD_SHARE = 0.1
APPENDED_SHARE = 1.0
"""Vectors deleted and added since the index was built, as shares of those it was built with, from which it is built
anew. Measured with 50,000 (benchmarks/index_churn.py): with a tenth dead a search reads twice the pages, with a quarter
it misses 6 more of the 100 nearest, and building takes less time than the vacuum that would mend the graph. Added ones
cost no recall and no page up to half; building at twice the size is a guard for what was not measured."""
DDL_LOCK = 0
DROP_PATIENCE = "10s"
"""Waiting longer for readers to leave a table would hold up those that come after."""
NO_VECTORS = "(SELECT NULL::bytea AS text_hash WHERE false)"
"""Stands for the table of a backend that the corpus has none of."""
PAGE = 16_384
"""Texts fetched at once where many lack a vector: bounds memory."""


def worn(built: int, deleted: int, entries: int) -> bool:
    """Has an index of ``built`` vectors changed too much, now that there are ``entries`` and ``deleted`` have gone?"""
    return deleted > DEAD_SHARE * built or entries - built + deleted > APPENDED_SHARE * built


def tables(connection: Connection) -> list[tuple[str, str]]:
    """Backends and corpora that have a table of vectors together."""
    return [(backend, corpus) for backend, corpus in connection.execute(query("vector_tables"))]


class Lacking(NamedTuple):
    """How far a backend has come with an edition."""

    chunks: int
    without: int
    """Chunks that have no vector."""
    texts: int
    """Texts to embed for them: chunks that say the same share one."""


class Vectors:
    """The vectors of one corpus by one backend."""

    def __init__(self, connection: Connection, corpus: Corpus, backend: str) -> None:
        self.connection = connection
        self.corpus = corpus
        self.backend = backend
        self.parent = sql.Identifier(f"embedding_{backend}")
        self.table_name = f"embedding_{backend}_c{corpus.id}"
        self.table = sql.Identifier(self.table_name)
        self.index_name = f"{self.table_name}_hnsw"

    def ensure(self, identity: str, dimension: int) -> None:
        """Make the tables where they are missing.

        Raises:
            PiperollError: the table holds vectors that another form of the model made.
        """
        with self.connection.transaction():
            self.connection.execute("SELECT pg_advisory_xact_lock(%s, %s)", (LOCK_SPACE, DDL_LOCK))
            self.connection.execute(
                "INSERT INTO backend (name, identity, dimension) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
                (self.backend, identity, dimension),
            )
            self.check(identity)
            self.connection.execute(
                sql.SQL(
                    "CREATE TABLE IF NOT EXISTS {} (corpus_id int NOT NULL, text_hash bytea NOT NULL,"
                    " vector halfvec({}) NOT NULL, PRIMARY KEY (corpus_id, text_hash)) PARTITION BY LIST (corpus_id)"
                ).format(self.parent, sql.Literal(dimension))
            )
            self.connection.execute(
                sql.SQL("CREATE TABLE IF NOT EXISTS {} PARTITION OF {} FOR VALUES IN ({})").format(
                    self.table, self.parent, sql.Literal(self.corpus.id)
                )
            )

    def check(self, identity: str) -> None:
        """Make sure that the vectors were made by the model that is at hand.

        Raises:
            PiperollError: they were made by another form of it; distances between the two mean nothing.
        """
        row = self.connection.execute("SELECT identity FROM backend WHERE name = %s", (self.backend,)).fetchone()
        if row and row[0] != identity:
            raise PiperollError(
                "backend_changed",
                f"The vectors of backend {self.backend} were made by {row[0]!r},"
                f" and this machine would make {identity!r}.",
                remedy="Where machines differ, use the backend minilm_fp32 on all; else give the new model a new name.",
            )

    def present(self) -> None:
        """Make sure that the corpus has a table of vectors by this backend.

        Raises:
            UsageError: it has none.
        """
        if not self.exists():
            raise UsageError(
                "backend_empty",
                f"Corpus {self.corpus.name} has no vectors by backend {self.backend}.",
                remedy=f"piperoll backfill {self.corpus.name} --stage embed --backend {self.backend}",
            )

    def missing(self, hashes: Sequence[bytes]) -> set[bytes]:
        """Which of ``hashes`` have no vector yet; those that another corpus has are taken over from it."""
        with self.connection.transaction():
            self.connection.execute(
                sql.SQL(
                    "INSERT INTO {table} SELECT DISTINCT ON (text_hash) {corpus}, text_hash, vector FROM {parent}"
                    " WHERE corpus_id <> {corpus} AND text_hash = ANY (%s) ON CONFLICT DO NOTHING"
                ).format(table=self.table, parent=self.parent, corpus=sql.Literal(self.corpus.id)),
                (list(hashes),),
            )
        rows = self.connection.execute(
            sql.SQL(
                "SELECT hash FROM unnest(%s::bytea[]) AS hash"
                " WHERE NOT EXISTS (SELECT FROM {} e WHERE e.text_hash = hash)"
            ).format(self.table),
            (list(hashes),),
        )
        return {bytes(row[0]) for row in rows}

    def put(self, hashes: Sequence[bytes], vectors: NDArray[np.float16]) -> None:
        """Store vectors, shape (len(hashes), dimension), in one transaction; what is there already stays."""
        with self.connection.transaction(), self.connection.cursor() as cursor:
            cursor.execute(sql.SQL("CREATE TEMP TABLE staged_vector (text_hash bytea, vector halfvec) ON COMMIT DROP"))
            with cursor.copy("COPY staged_vector FROM STDIN (FORMAT BINARY)") as copy:
                copy.set_types(["bytea", "halfvec"])
                for text_hash, vector in zip(hashes, vectors, strict=True):
                    copy.write_row((text_hash, HalfVector(vector)))
            cursor.execute(
                sql.SQL("INSERT INTO {} SELECT {}, text_hash, vector FROM staged_vector ON CONFLICT DO NOTHING").format(
                    self.table, sql.Literal(self.corpus.id)
                )
            )

    def exists(self) -> bool:
        """Has the corpus a table for this backend?"""
        row = self.connection.execute("SELECT to_regclass(%s) IS NOT NULL", (self.table_name,)).fetchone()
        return bool(row and row[0])

    def delete(self, hashes: Sequence[bytes]) -> None:
        """Delete the vectors of these texts, and count them as dead entries of the index, in one transaction."""
        with self.connection.transaction():
            deleted = self.connection.execute(
                sql.SQL("DELETE FROM {} WHERE text_hash = ANY (%s)").format(self.table), (list(hashes),)
            ).rowcount
            self.connection.execute(
                "UPDATE vector_index SET deleted = deleted + %s WHERE backend = %s AND corpus_id = %s",
                (deleted, self.backend, self.corpus.id),
            )

    def lacking(self, edition: int, sources: Sequence[str] | None = None) -> Lacking:
        """What ``edition`` lacks of vectors: of all its files, or of ``sources``."""
        vectors = self.table if self.exists() else sql.SQL(NO_VECTORS)
        statement = composed("vectors_lacking", vectors=vectors)
        values = {"corpus": self.corpus.id, "edition": edition, "sources": sources}
        row = self.connection.execute(statement, values).fetchone()
        return Lacking(*row) if row else Lacking(0, 0, 0)

    def texts_without(
        self, edition: int, sources: Sequence[str] | None = None
    ) -> Iterator[tuple[bytes, str, str, str]]:
        """Texts of ``edition`` (of ``sources`` only, if given) that lack a vector: (hash, header, prefix, content)."""
        statement = composed("texts_without_vector", vectors=self.table)
        values = {"corpus": self.corpus.id, "edition": edition, "sources": sources, "after": b"", "page": PAGE}
        while rows := self.connection.execute(statement, values).fetchall():
            for text_hash, header, prefix, content in rows:
                yield bytes(text_hash), header, prefix, content
            values["after"] = rows[-1][0]

    def index(self) -> str:
        """Build the HNSW index where there is none, or beside the old one where that has changed too much or was built
        with other parameters.

        Returns what was done: ``kept``, ``built``, ``rebuilt`` or ``empty``.
        """
        with self.connection.transaction():
            count = self.connection.execute(sql.SQL("SELECT count(*) FROM {}").format(self.table)).fetchone()
            entries = int(count[0]) if count else 0
            known = self.connection.execute(
                "SELECT entries, deleted FROM vector_index WHERE backend = %s AND corpus_id = %s",
                (self.backend, self.corpus.id),
            ).fetchone()
            built_with = self._parameters()
            exists = built_with is not None
            if entries == 0:
                return "empty"
            if built_with == HNSW and known and not worn(known[0], known[1], entries):
                return "kept"
            self._build(beside=exists)
            self.connection.execute(
                "INSERT INTO vector_index (backend, corpus_id, entries) VALUES (%s, %s, %s)"
                " ON CONFLICT (backend, corpus_id)"
                " DO UPDATE SET entries = excluded.entries, deleted = 0, built_at = now()",
                (self.backend, self.corpus.id, entries),
            )
            return "rebuilt" if exists else "built"

    def drop(self) -> int:
        """Delete the vectors of the corpus by this backend; returns how many there were.

        With those of the last corpus the backend itself goes, so that its name is free for another form of the model.
        """
        with self.connection.transaction():
            self.connection.execute("SELECT pg_advisory_xact_lock(%s, %s)", (LOCK_SPACE, DDL_LOCK))
            self.connection.execute("SELECT set_config('lock_timeout', %s, true)", (DROP_PATIENCE,))
            count = self.connection.execute(sql.SQL("SELECT count(*) FROM {}").format(self.table)).fetchone()
            self.connection.execute(sql.SQL("DROP TABLE {}").format(self.table))
            self.connection.execute(
                "DELETE FROM vector_index WHERE backend = %s AND corpus_id = %s", (self.backend, self.corpus.id)
            )
            if self.backend not in {backend for backend, _ in tables(self.connection)}:
                self.connection.execute(sql.SQL("DROP TABLE {}").format(self.parent))
                self.connection.execute("DELETE FROM backend WHERE name = %s", (self.backend,))
        return int(count[0]) if count else 0

    def _parameters(self) -> str | None:
        """What the index was built with; None where there is no valid one."""
        row = self.connection.execute(
            "SELECT array_to_string(c.reloptions, ', ') FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
            " WHERE i.indisvalid AND i.indexrelid = to_regclass(%s)",
            (self.index_name,),
        ).fetchone()
        return (row[0] or "") if row else None

    def _build(self, *, beside: bool) -> None:
        name, fresh = sql.Identifier(self.index_name), sql.Identifier(f"{self.index_name}_new")
        self.connection.execute(sql.SQL("DROP INDEX IF EXISTS {}").format(fresh))
        create = f"CREATE INDEX {{}} ON {{}} USING hnsw (vector halfvec_cosine_ops) WITH ({HNSW})"
        self.connection.execute(sql.SQL(create).format(fresh, self.table))
        if beside:
            self.connection.execute(sql.SQL("DROP INDEX {}").format(name))
        self.connection.execute(sql.SQL("ALTER INDEX {} RENAME TO {}").format(fresh, name))
