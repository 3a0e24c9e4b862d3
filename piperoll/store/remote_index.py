"""Keep a remote index, which is one outside of Postgres, equal to the vectors of a corpus.

What the index holds is listed there and compared with the rows, in every run: nothing in Postgres says what was put, so
nothing can say it wrongly. A run that was killed is continued by the next one, and drift is mended by it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import orjson
from psycopg import Connection

from piperoll.errors import PiperollError
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed, query
from piperoll.store.vectors import Vectors

if TYPE_CHECKING:
    from piperoll.s3_vectors import VectorIndex

DATED = "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"
"""Years and days by which a remote index may filter: 2018, "2018", "2018-05", "2018-05-01"."""
MOST_VALUES, LONGEST_VALUE = 8, 64
"""Roles, and courts, of one text in its metadata, and the characters of one: together far below the 2 KB of metadata by
which S3 Vectors filters."""


def bring(vectors: Vectors, dimension: int, wanted: str | None) -> str:
    """Bring the index that searches ask up to date, and leave the remote ones that the settings no longer name.

    Args:
        vectors: of the corpus, by its backend.
        dimension: length of a vector.
        wanted: address of the remote index; None: the index is in Postgres.

    Returns:
        What was done, for people.

    Raises:
        PiperollError: the remote index cannot be used; see :class:`~piperoll.s3_vectors.VectorIndex`.
    """
    told = _fill(vectors, dimension, wanted) if wanted else ""
    left = [_leave(vectors, *one) for one in _known(vectors.connection, vectors.corpus) if one[1] != wanted]
    return "; ".join([told or vectors.index(), *left])


def forget(vectors: Vectors, hashes: Sequence[bytes]) -> None:
    """Delete the entries of texts that have no vector any more from the remote indexes that may have them."""
    for backend, address in _known(vectors.connection, vectors.corpus):
        if backend == vectors.backend:
            _at(address).delete([_prefix(vectors) + text_hash.hex() for text_hash in hashes])


def clear(vectors: Vectors) -> None:
    """Delete all vectors of the corpus by the backend from every remote index; an index that is gone has none."""
    for backend, address in _known(vectors.connection, vectors.corpus):
        if backend == vectors.backend:
            _clear(vectors, _at(address))


def drift(connection: Connection, corpus: Corpus) -> dict[str, int]:
    """Compare the remote index that searches of a corpus ask with the rows.

    Args:
        connection: a connection in autocommit: the lists that are compared are temporary tables.
        corpus: the corpus.

    Returns:
        ``vectors_missing``, which it lacks or has with other metadata, and ``vectors_unneeded``, which it has for
        nothing. Both are 0 where searches ask no remote index.
    """
    vectors = Vectors(connection, corpus, corpus.backend)
    missing, unneeded = 0, 0
    if address := vectors.remote():
        with _compared(vectors, _at(address)):
            counted = composed("remote_drift", vectors=vectors.table)
            missing, unneeded = connection.execute(counted).fetchone() or (0, 0)
    return {"vectors_missing": missing, "vectors_unneeded": unneeded}


def _at(address: str) -> "VectorIndex":
    """Return the index at an address; boto3 is loaded only where there is one."""
    from piperoll.s3_vectors import VectorIndex

    return VectorIndex.at(address)


def _known(connection: Connection, corpus: Corpus) -> list[tuple[str, str]]:
    """Return the remote indexes that may hold vectors of a corpus, as pairs of backend and address."""
    return connection.execute(query("remote_indexes"), {"corpus": corpus.id}).fetchall()


def _prefix(vectors: Vectors) -> str:
    """Return what the keys of all texts of a corpus begin with: corpora and backends may share an index."""
    return f"{vectors.corpus.name}/{vectors.backend}/"


def _fill(vectors: Vectors, dimension: int, address: str) -> str:
    """Make a remote index equal to the vectors, and let searches ask it from then on."""
    connection, index = vectors.connection, _at(address)
    values = {"backend": vectors.backend, "corpus": vectors.corpus.id, "address": address}
    connection.execute(query("put_remote_index"), values)
    index.ensure(dimension)
    put = 0
    with _compared(vectors, index):
        lacking = composed("remote_lacking", vectors=vectors.table)
        page = {"after": "", "page": index.batch(dimension)}
        while rows := connection.execute(lacking, page).fetchall():
            index.put((key, vector.to_list(), metadata) for key, vector, metadata in rows)
            put, page["after"] = put + len(rows), rows[-1][0]
        unneeded = [key for (key,) in connection.execute(query("remote_unneeded"))]
        index.delete(unneeded)
    with connection.transaction():
        _search(vectors, address)
        vectors.drop_index()
    return f"{address}: {put:,} put, {len(unneeded):,} deleted"


def _leave(vectors: Vectors, backend: str, address: str) -> str:
    """Let searches ask Postgres again, and delete from a remote index what it has of the corpus."""
    left = Vectors(vectors.connection, vectors.corpus, backend)
    if left.remote() == address:
        with left.connection.transaction():  # readers find the index in Postgres from when they no longer ask this one
            _search(left, None)
            left.index()
    try:
        _clear(left, _at(address))
    except PiperollError as error:  # what searches no longer ask keeps no edition from readers
        return f"{address} is not yet empty: {error.message}"
    left.connection.execute(
        "DELETE FROM remote_index WHERE backend = %s AND corpus_id = %s AND address = %s",
        (backend, left.corpus.id, address),
    )
    return f"{address} was emptied"


def _clear(vectors: Vectors, index: "VectorIndex") -> None:
    try:
        index.delete([key for key, _ in index.listed(_prefix(vectors))])
    except PiperollError as error:
        if error.code != "vector_index_missing":
            raise


def _search(vectors: Vectors, address: str | None) -> None:
    """Let searches ask the remote index at an address, or none."""
    values = {"backend": vectors.backend, "corpus": vectors.corpus.id, "address": address}
    for name in ("unsearch_remote_index", "search_remote_index"):
        vectors.connection.execute(query(name), values)


@contextmanager
def _compared(vectors: Vectors, index: "VectorIndex") -> Iterator[None]:
    """Hold, in temporary tables, what a remote index has of the corpus and what it has to have."""
    connection = vectors.connection
    connection.execute(query("remote_tables"))
    with connection.cursor() as cursor, cursor.copy("COPY listed_vector FROM STDIN") as copy:
        for key, metadata in index.listed(_prefix(vectors)):
            copy.write_row((key, orjson.dumps(metadata).decode()))
    connection.execute(
        composed("needed_vectors", vectors=vectors.table),
        {
            "prefix": _prefix(vectors),
            "name": vectors.corpus.name,
            "backend": vectors.backend,
            "corpus": vectors.corpus.id,
            "dated": DATED,
            "most": MOST_VALUES,
            "longest": LONGEST_VALUE,
        },
    )
    connection.execute("ANALYZE listed_vector, needed_vector")
    try:
        yield
    finally:
        connection.execute("DROP TABLE IF EXISTS listed_vector, needed_vector")
