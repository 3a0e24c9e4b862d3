"""Keep headnotes that models are shown as examples, and choose those for a judgment."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector
from psycopg import Connection, sql

from piperoll.hashing import digest
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed, query
from piperoll.store.vectors import Vectors

BESIDE = ("front", "closing", "notes")
"""Roles of chunks that do not tell what a judgment is about."""
ALIKE = 1.0
"""Standard deviations above the mean over all examples from which on one is alike: 1 in 6 of them, or none."""
SLAB = 64
"""Examples that are embedded at once."""
NO_VECTORS = "(SELECT NULL::bytea AS text_hash, NULL::halfvec AS vector WHERE false)"
"""Replaces the table of vectors where the corpus has none by a backend."""


class Kept(NamedTuple):
    """Hold an example: the judgment that it is of, the court, and its text."""

    citation: str
    court: str
    body: str

    @property
    def hash(self) -> bytes:
        """Return the hash of all of it."""
        return digest("headnote example", *self)


def add(connection: Connection, corpus: Corpus, origin: str, examples: Sequence[Kept]) -> None:
    """Put examples of a corpus that are not there yet.

    Args:
        connection: in autocommit, or in a transaction.
        corpus: whose.
        origin: ``file`` or ``source``.
        examples: each once or more.
    """
    unique = {one.hash: one for one in examples}
    values = {
        "corpus": corpus.id,
        "origin": origin,
        "hashes": list(unique),
        "citations": [one.citation for one in unique.values()],
        "courts": [one.court for one in unique.values()],
        "bodies": [one.body for one in unique.values()],
    }
    connection.execute(query("put_examples"), values)


def settle(connection: Connection, corpus: Corpus, edition: int, examples: Sequence[Kept]) -> None:
    """Let these be all examples of a corpus from its file, and forget those of documents that left.

    Args:
        connection: in autocommit.
        corpus: whose.
        edition: that the documents must be in.
        examples: of the file.
    """
    with connection.transaction():
        connection.execute(composed("forget_examples"), {"corpus": corpus.id, "edition": edition})
        connection.execute(
            "DELETE FROM headnote_corpus WHERE corpus_id = %s AND origin = 'file' AND hash <> ALL (%s)",
            (corpus.id, [one.hash for one in examples]),
        )
        add(connection, corpus, "file", examples)


def embed(
    connection: Connection,
    corpus: Corpus,
    backend: str,
    vectors_of: Callable[[Sequence[str]], NDArray[np.float16]],
) -> int:
    """Embed the examples that have no vector by a backend, slab by slab, and return how many had none.

    Args:
        connection: in autocommit.
        corpus: whose examples.
        backend: its name.
        vectors_of: embeds texts.
    """
    done = 0
    values = {"corpus": corpus.id, "backend": backend, "slab": SLAB}
    while rows := connection.execute(query("examples_to_embed"), values).fetchall():
        made = [HalfVector(vector) for vector in vectors_of([body for _, body in rows])]
        told = {"hashes": [key for key, _ in rows], "vectors": made}
        connection.execute(query("put_example_vectors"), values | told)
        done += len(rows)
    return done


def alike(
    connection: Connection,
    corpus: Corpus,
    backend: str,
    judgments: Sequence[tuple[int, str, str]],
    most: int,
) -> dict[int, list[dict[str, Any]]]:
    """Return the examples for judgments, by version, the best first: ``citation court body similarity``.

    They are those most alike by the vectors of the backend; where none is alike, those of the same court.

    Args:
        connection: to the database.
        corpus: whose examples.
        backend: its name.
        judgments: version, key and court of each.
        most: examples of a judgment.
    """
    vectors = Vectors(connection, corpus, backend)
    ids, keys, courts = (list(column) for column in zip(*judgments, strict=True)) if judgments else ([], [], [])
    table = vectors.table if vectors.exists() else sql.SQL(NO_VECTORS)
    values = {
        "corpus": corpus.id, "versions": ids, "keys": keys, "courts": courts, "beside": list(BESIDE),
        "backend": backend, "alike": ALIKE, "most": most,
    }  # fmt: skip
    found = defaultdict(list)
    for version, citation, court, body, similarity in connection.execute(
        composed("examples_alike", vectors=table), values
    ):
        found[version].append({"citation": citation, "court": court, "body": body, "similarity": similarity})
    return found
