"""Partitions that are handed over, in every order in which a run, its workers and a later run may come to them."""

from collections.abc import Iterator
from uuid import UUID, uuid4

import pytest

from piperoll.store import corpora, handed_over
from piperoll.store.connection import Connection, Database
from piperoll.store.corpora import Corpus

CALL = {"files": ["\udcff.md", "a\0b", "å.md"]}
"""JSON takes what a text of Postgres does not."""


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with database.connect(autocommit=True) as opened:
        yield opened


def corpus(connection: Connection, name: str = "test") -> Corpus:
    return corpora.put(connection, name=name, profile="se-law", backend="minilm", language="swedish", source="/nowhere")


def put(connection: Connection, of: Corpus) -> UUID:
    handed = uuid4()
    for _ in range(2):  # as after a lost connection
        handed_over.put(connection, of, handed, CALL)
    return handed


def test_a_call_and_its_answer(connection: Connection) -> None:
    handed = put(connection, corpus(connection))
    assert handed_over.answered(connection, handed) is None
    assert handed_over.take(connection, handed, "a") == CALL
    assert handed_over.take(connection, handed, "b") == CALL, "the first worker may have died"
    handed_over.answer(connection, handed, {"stages": []})
    assert handed_over.take(connection, handed, "c") is None
    assert handed_over.answered(connection, handed) == {"stages": []}
    handed_over.forget(connection, handed)
    assert handed_over.answered(connection, handed) is None


def test_only_what_no_worker_has_begun_is_withdrawn(connection: Connection) -> None:
    waiting, begun = (put(connection, corpus(connection)) for _ in range(2))
    handed_over.take(connection, begun, "a")
    assert handed_over.withdraw(connection, waiting)
    assert handed_over.take(connection, waiting, "a") is None
    assert not handed_over.withdraw(connection, begun)
    assert handed_over.withdraw(connection, waiting), "gone is gone, also the second time"


def test_a_later_run_clears_its_corpus_only(connection: Connection) -> None:
    mine, other = (put(connection, corpus(connection, name)) for name in ("mine", "other"))
    handed_over.clear(connection, corpus(connection, "mine"))
    handed_over.answer(connection, mine, {"stages": []})
    assert handed_over.answered(connection, mine) is None
    assert handed_over.take(connection, other, "a") == CALL
