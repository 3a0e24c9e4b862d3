"""The gate that is stored with a corpus: which editions need a reason to be published, and what is kept of it."""

from collections.abc import Iterator
from typing import Any

import pytest

from piperoll.errors import GateNotPassed, UsageError
from piperoll.store import editions, gates, prune
from piperoll.store.connection import Database
from piperoll.store.gates import StoredGate
from tests.store.history import Content, History

GATE = StoredGate("gold.jsonl", b"\x01\x02", [{"id": "1"}], "ndcg@10", 0.02)
PASSED = {"passed": True, "why": None, "against": 2, "gold_hash": "0102", "metric": "ndcg@10", "margin": 0.02}
REFUSED = PASSED | {"passed": False, "why": "ndcg@10 fell."}


@pytest.fixture
def history(database: Database) -> Iterator[History]:
    """A corpus with three editions; readers have had 1 and have 2, and 3 is built."""
    with database.connect(autocommit=True) as connection:
        made = History(connection, "test")
        for text in ("one", "two"):
            made.build({"a.md": Content("A", 2001, (("§1", text),))})
        edition, run = made.load({"a.md": Content("A", 2001, (("§1", "three"),))})
        editions.complete(connection, made.corpus, edition, run, {})
        gates.put(connection, made.corpus, GATE)
        yield made


def overridden(history: History) -> list[tuple[Any, ...]]:
    rows = gates.overrides(history.connection, history.corpus)
    return [(row["edition"], row["reason"], row["refused"]) for row in rows]


@pytest.mark.parametrize(
    ("verdict", "needs"),
    [
        (None, "did not judge it against edition 2"),
        (REFUSED, r"ndcg@10 fell\."),
        (PASSED, None),
        (PASSED | {"against": 1}, "did not judge"),  # readers have another edition now
        (PASSED | {"gold_hash": "0103"}, "did not judge"),
        (PASSED | {"metric": "mrr@10"}, "did not judge"),
        (PASSED | {"margin": 0.5}, "did not judge"),
    ],
)
def test_an_edition_that_readers_never_had_must_have_passed_the_gate_as_it_is(
    history: History, verdict: dict[str, Any] | None, needs: str | None
) -> None:
    if verdict:
        gates.keep_verdict(history.connection, history.corpus, 3, verdict)
    if not needs:
        assert editions.rollback(history.connection, history.corpus, 3) == 3
        assert overridden(history) == []
        return
    for publish in (editions.rollback, editions.publish):
        with pytest.raises(GateNotPassed, match=needs) as caught:
            publish(history.connection, history.corpus, 3)
        assert (caught.value.code, caught.value.exit_code) == ("gate_not_passed", 3)
        assert "piperoll rollback test --edition 3 --override-gate REASON" in caught.value.remedy
    assert history.corpus.published_edition == 2
    editions.publish(history.connection, history.corpus, 3, override_gate="  the old\nanswers were wrong ")
    assert history.corpus.published_edition == 3
    ((edition, reason, refused),) = overridden(history)
    assert (edition, reason) == (3, "the old answers were wrong")
    assert refused == (verdict["why"] if verdict and verdict["why"] else refused)
    listed = {row["number"]: row for row in editions.list_editions(history.connection, history.corpus)}
    assert [one["reason"] for one in listed[3]["overrides"]] == ["the old answers were wrong"]
    assert (listed[2]["overrides"], listed[3]["gate"]) == ([], verdict)


@pytest.mark.parametrize("reason", ["", " \n\t", "\0"])
def test_a_reason_must_say_something(history: History, reason: str) -> None:
    for number in (1, 3):
        with pytest.raises(UsageError) as caught:
            editions.rollback(history.connection, history.corpus, number, override_gate=reason)
        assert caught.value.code == "override_reason"
    assert history.corpus.published_edition == 2


def test_an_older_edition_that_readers_had_needs_no_reason(history: History) -> None:
    assert editions.rollback(history.connection, history.corpus) == 1
    assert editions.rollback(history.connection, history.corpus, 2) == 2, "it was never refused"
    assert overridden(history) == []


def test_who_was_let_past_the_gate_once_needs_a_reason_to_come_again(history: History) -> None:
    connection = history.connection
    gates.keep_verdict(connection, history.corpus, 3, REFUSED)
    editions.rollback(connection, history.corpus, 3, override_gate="no time")
    editions.rollback(connection, history.corpus, 2)
    with pytest.raises(GateNotPassed):
        editions.rollback(connection, history.corpus, 3)
    editions.rollback(connection, history.corpus, 3, override_gate="still no time")
    assert [reason for _, reason, _ in overridden(history)] == ["no time", "still no time"]


def test_an_older_edition_that_readers_never_had_needs_one(history: History) -> None:
    gates.keep_verdict(history.connection, history.corpus, 3, REFUSED)
    edition, run = history.load({"a.md": Content("A", 2001, (("§1", "four"),))})
    editions.complete(history.connection, history.corpus, edition, run, {})
    gates.keep_verdict(history.connection, history.corpus, 4, PASSED)
    assert editions.rollback(history.connection, history.corpus, 4) == 4
    with pytest.raises(GateNotPassed):
        editions.rollback(history.connection, history.corpus, 3)


def test_without_a_gate_and_before_anything_is_published_no_reason_is_needed(history: History) -> None:
    connection, corpus = history.connection, history.corpus
    assert gates.remove(connection, corpus)
    assert not gates.remove(connection, corpus)
    assert editions.rollback(connection, corpus, 3) == 3
    gates.put(connection, corpus, GATE)
    connection.execute("UPDATE corpus SET published_edition = 0")
    connection.execute("UPDATE edition SET published_at = NULL")
    assert editions.rollback(connection, corpus, 1) == 1


def test_a_gate_is_kept_as_it_was_put(history: History) -> None:
    assert gates.get(history.connection, history.corpus) == GATE


def test_reasons_leave_with_their_edition(history: History) -> None:
    editions.rollback(history.connection, history.corpus, 3, override_gate="no time")
    editions.rollback(history.connection, history.corpus, 2)
    prune.prune(history.connection, history.corpus, 2)
    assert [reason for _, reason, _ in overridden(history)] == ["no time"]
    history.connection.execute("DELETE FROM edition WHERE number = 3")
    assert overridden(history) == []
