"""Keep the ledger of source files, and merge a partition together with its entries."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

import polars as pl
from psycopg import Connection, Cursor

from piperoll import bounded, contract
from piperoll.corpora import registry
from piperoll.sources.base import Container
from piperoll.store import editions
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query

RETRIED = ("vanished", "unreadable", "symlink_loop", "changed_while_read", "stalled", *bounded.CODES)
"""Reasons that can pass without the listing of the file changing: such a file is tried in every run."""

FETCHED = 50_000
"""Rows of the ledger fetched at once: as Python's objects they take far more room than in a frame."""

LEDGER = {
    "source": pl.String,
    "known_size": pl.Int64,
    "known_fingerprint": pl.String,
    "made_by": pl.String,
    "content_hash": pl.Binary,
    "status": pl.String,
}


def read(connection: Connection, corpus: Corpus | None) -> pl.DataFrame:
    """Return the ledger: columns source, known_size, known_fingerprint, made_by, content_hash, status."""
    frames = [pl.DataFrame(schema=LEDGER)]
    if corpus:
        with connection.transaction(), connection.cursor(name="ledger") as cursor:
            cursor.execute(query("ledger"), {"corpus": corpus.id})
            while rows := cursor.fetchmany(FETCHED):
                columns = dict(zip(LEDGER, zip(*rows, strict=True), strict=True))  # by rows it keeps five times as much
                frames.append(pl.DataFrame(columns, schema=LEDGER))
    return pl.concat(frames)


def merge(
    connection: Connection,
    corpus: Corpus,
    edition: int,
    *,
    run: str,
    made_by: str,
    profile_version: int,
    documents: Iterable[Sequence[Any]],
    chunks: Iterable[Sequence[Any]],
    citations: Iterable[Sequence[Any]] = (),
    triplets: Iterable[Sequence[Any]] = (),
    facts: Iterable[Sequence[Any]] = (),
    lacking: Collection[str] = (),
    made_in_part: str = "",
) -> int:
    """Bring a parsed partition into ``edition``, rows and ledger in one transaction; returns the chunks loaded.

    Doing it twice leaves what doing it once leaves.

    Args:
        documents: rows with the columns of :data:`piperoll.contract.DOCUMENTS`, in their order.
        chunks: rows with those of STAGED_CHUNKS.
        citations: rows with those of CITATIONS.
        triplets: rows with those of TRIPLETS.
        facts: rows with those of FACTS.
        lacking: files to which something could not be added yet.
        made_in_part: what is written down as the maker of these, instead of ``made_by``.
    """
    values = {
        "corpus": corpus.id,
        "edition": edition,
        "made_by": made_by,
        "profile_version": profile_version,
        "retried": list(RETRIED),
        "lacking": list(lacking),
        "made_in_part": made_in_part,
    }
    with connection.transaction(), connection.cursor() as cursor:
        editions.hold(connection, corpus, edition, run)
        _stage(cursor, contract.DOCUMENTS, documents)
        _stage(cursor, contract.STAGED_CHUNKS, chunks)
        _stage(cursor, contract.CITATIONS, citations)
        _stage(cursor, contract.TRIPLETS, triplets)
        _stage(cursor, contract.FACTS, facts)
        for statement in ("drop_unseen_versions", "close_changed_versions", "load_documents", "load_versions"):
            cursor.execute(query(statement), values)
        loaded = cursor.execute(query("load_chunks"), values).rowcount
        cursor.execute(query("load_citations"), values)
        cursor.execute(query("load_triplets"), values)
        cursor.execute(query("load_facts"), values)
        cursor.execute(query("load_ledger"), values)
        cursor.execute(query("load_ledger_same"), values)
    return loaded


def forget(connection: Connection, corpus: Corpus, sources: Sequence[str]) -> None:
    """Forget the fingerprints of files, so that the next listing takes them for changed.

    Args:
        connection: in autocommit.
        corpus: whose lock is held.
        sources: the files.
    """
    values = {"corpus": corpus.id, "sources": list(sources)}
    connection.execute(query("forget_fingerprints"), values)


def within(
    connection: Connection,
    corpus: Corpus,
    *,
    documents: Sequence[str] = (),
    since: date | None = None,
    until: date | None = None,
    status: Sequence[str] = (),
    made_before: int | None = None,
    days: Sequence[str] = (),
) -> pl.DataFrame:
    """Return the files of the ledger that meet every condition given, by source.

    Columns: source, size (bytes), made_by, edition (the one that it was loaded for), chunks.

    Args:
        documents: keys, or paths in the source.
        since, until: first and last day on which one of its versions entered into force, or that the first of the
            fields ``days`` of its metadata tells where it has none.
        status: what became of it.
        made_before: made by a version of the profile below this one.
    """
    values = {
        "corpus": corpus.id,
        "documents": [*documents] if documents else None,
        "keys": [form for key in documents for form in registry.get(corpus.profile).key_forms(key)],
        "since": since and since.isoformat(),
        "until": until and until.isoformat(),
        "status": [str(one) for one in status] if status else None,
        "made_before": made_before,
        "days": [*days],
    }
    schema = {"source": pl.String, "size": pl.Int64, "made_by": pl.String, "edition": pl.Int64, "chunks": pl.Int64}
    return pl.DataFrame(connection.execute(query("ledger_within"), values).fetchall(), schema=schema, orient="row")


def _stage(cursor: Cursor[Any], table: contract.Table, rows: Iterable[Sequence[Any]]) -> None:
    """Create the staging table of ``table`` and copy ``rows`` into it."""
    cursor.execute(table.staging_table)
    with cursor.copy(f"COPY {table.staging} FROM STDIN (FORMAT BINARY)") as copy:
        copy.set_types(table.copy_types)
        for row in rows:
            copy.write_row(row)


def drop_gone(
    connection: Connection,
    corpus: Corpus,
    edition: int,
    run: str,
    sources: Sequence[str],
    containers: Mapping[str, Container] | None = None,
) -> None:
    """Take files that left the source out of ``edition`` and out of the ledger, and write down its archives.

    Args:
        containers: all of them, once all of their members are in the ledger; None: as they were.
    """
    with connection.transaction():
        editions.hold(connection, corpus, edition, run)
        connection.execute(
            query("close_gone_versions"), {"corpus": corpus.id, "edition": edition, "sources": list(sources)}
        )
        if containers is not None:
            names, seen = list(containers), list(containers.values())
            values = {
                "corpus": corpus.id,
                "sources": names,
                "fingerprints": [one.fingerprint for one in seen],
                "members": [one.members for one in seen],
            }
            connection.execute(query("put_containers"), values)


def containers(connection: Connection, corpus: Corpus | None) -> dict[str, Container]:
    """Return the archives that the last complete run saw, by name."""
    statement = "SELECT source, fingerprint, members FROM container WHERE corpus_id = %s"
    rows = connection.execute(statement, (corpus.id,)).fetchall() if corpus else []
    return {source: Container(fingerprint, members) for source, fingerprint, members in rows}
