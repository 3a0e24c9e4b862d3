"""Vectors of several corpora by one backend: tables and indexes are made at the same time, and nobody is in the way."""

import threading
from collections.abc import Callable

import numpy as np
import pytest

from piperoll.hashing import digest
from piperoll.store import corpora, vectors
from piperoll.store.connection import Database
from piperoll.store.vectors import Vectors

ROUNDS = 6
TEXTS = 40
CORPORA = ("a", "b", "c")


def together(tasks: list[Callable[[], None]]) -> list[BaseException]:
    """Do all of ``tasks`` in threads that begin at once, and return their errors."""
    failed: list[BaseException] = []
    barrier = threading.Barrier(len(tasks))

    def run(task: Callable[[], None]) -> None:
        barrier.wait()
        try:
            task()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failed


def test_corpora_build_indexes_of_one_backend_at_once(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "LEAST_INDEXED", 1)
    values = {"profile": "se-law", "backend": "toy", "language": "simple", "source": "/nowhere"}
    with database.connect(autocommit=True) as connection:
        for name in CORPORA:
            corpora.put(connection, name=name, **values)

    def work(name: str) -> None:
        for number in range(ROUNDS):
            with database.connect(autocommit=True) as connection:
                mine = Vectors(connection, corpora.get(connection, name), "toy")
                mine.ensure("toy, 2 dimensions", 2)
                hashes = [digest(f"{number} {text}") for text in range(TEXTS)]  # alike in all: copied from each other
                lacking = sorted(mine.missing(hashes))
                angles = np.linspace(0, 1, len(lacking))
                mine.put(lacking, np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float16))
                mine.index()
                mine.delete(hashes[: TEXTS // 2])
                mine.index()

    assert together([lambda name=name: work(name) for name in CORPORA]) == []  # type: ignore[misc]
    with database.connect(autocommit=True) as connection:
        for name in CORPORA:
            mine = Vectors(connection, corpora.get(connection, name), "toy")
            mine.index()
            found = connection.execute(
                "SELECT i.indexrelid::regclass::text, i.indisvalid FROM pg_index i JOIN pg_am a ON a.amname = 'hnsw'"
                " JOIN pg_class c ON c.oid = i.indexrelid AND c.relam = a.oid WHERE i.indrelid = %s::regclass",
                (mine.table_name,),
            ).fetchall()
            assert found == [(mine.index_name, True)]
            assert mine.missing([digest(f"{ROUNDS - 1} {text}") for text in range(TEXTS)]) == {
                digest(f"{ROUNDS - 1} {text}") for text in range(TEXTS // 2)
            }


def test_a_table_is_dropped_while_others_are_made(database: Database) -> None:
    values = {"profile": "se-law", "backend": "toy", "language": "simple", "source": "/nowhere"}
    with database.connect(autocommit=True) as connection:
        for name in CORPORA:
            Vectors(connection, corpora.put(connection, name=name, **values), "toy").ensure("toy, 2 dimensions", 2)

    def work(name: str) -> None:
        for number in range(ROUNDS):
            with database.connect(autocommit=True) as connection:
                mine = Vectors(connection, corpora.get(connection, name), "toy")
                hashes = [digest(f"{name} {number} {text}") for text in range(TEXTS)]
                mine.missing(hashes)
                mine.put(hashes, np.ones((TEXTS, 2), np.float16))
                mine.drop()
                mine.ensure("toy, 2 dimensions", 2)

    assert together([lambda name=name: work(name) for name in CORPORA]) == []  # type: ignore[misc]
