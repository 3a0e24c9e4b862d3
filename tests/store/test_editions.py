"""Editions and what differs between them, against a plain model of what each of them holds."""

import itertools
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from piperoll.errors import PiperollError, UsageError
from piperoll.store import diff, editions, prune, runs
from piperoll.store.connection import Connection
from piperoll.store.export import chunks
from piperoll.store.sql import query
from tests.store.history import Content, History, grown, law

numbers = itertools.count()


texts = st.sampled_from(["x", "y", "z"])
contents = st.builds(
    Content,
    key=st.sampled_from(["A", "B"]),
    year=st.sampled_from([2001, 2010]),
    chunks=st.dictionaries(st.sampled_from(["§1", "§2", "§3"]), texts, min_size=1).map(
        lambda chunks: tuple(sorted(chunks.items()))
    ),
)
states = st.dictionaries(st.sampled_from(["a.md", "b.md", "c.md"]), contents)
steps = st.one_of(
    st.tuples(st.just("build"), states),
    st.tuples(st.just("build"), states),
    st.tuples(st.just("die"), states),
    st.tuples(st.just("roll back"), st.integers(0, 9)),
    st.tuples(st.just("prune"), st.integers(1, 3)),
    st.tuples(st.just("prune, killed"), st.integers(1, 3)),
)
one, two = Content("A", 2001, (("§1", "x"),)), Content("B", 2001, (("§1", "x"),))


class Killed(Exception):
    pass


@given(st.lists(steps, min_size=3, max_size=9))
@example([("build", {"a.md": one, "b.md": two}), ("build", {"b.md": two}), ("build", {"a.md": one}), ("prune", 1)])
@example([("build", {"a.md": one}), ("build", {"a.md": two}), ("roll back", 0), ("prune", 1), ("roll back", 1)])
@example([("build", {"a.md": one}), ("die", {"a.md": two}), ("prune", 1), ("build", {"a.md": one}), ("prune", 1)])
@example([("build", {"a.md": one}), ("build", {"a.md": two}), ("build", {}), ("prune, killed", 1), ("prune", 1)])
@hypothesis(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_kept_edition_is_what_it_was(connection: Connection, story: list[tuple[str, Any]]) -> None:
    history = History(connection, f"corpus-{next(numbers)}")
    for what, value in story:
        if what == "build":
            history.build(value)
        elif what == "die":
            history.load(value)
        elif what == "roll back" and history.editions:
            target = sorted(history.editions)[value % len(history.editions)]
            history.published = editions.rollback(connection, history.corpus, target)
        elif what.startswith("prune"):
            _prune(history, value, killed=what.endswith("killed"))
        _check(history)
    prune.prune(connection, history.corpus, 9)  # completes one that was killed
    if not history.building:
        assert history.hashes() == history.needed()


def _prune(history: History, keep: int, *, killed: bool) -> None:
    counted = prune.prune(history.connection, history.corpus, keep, dry_run=True)
    left = sorted(history.editions)[-keep:]
    history.editions = {
        number: state for number, state in history.editions.items() if number in left or number == history.published
    }
    with pytest.MonkeyPatch.context() as patch:
        if killed:
            patch.setattr(prune, "_batches", _dying)
            try:
                prune.prune(history.connection, history.corpus, keep)
            except Killed:
                return
        else:
            assert prune.prune(history.connection, history.corpus, keep) == counted
    if not history.building:
        assert history.hashes() == history.needed()
    unneeded = history.connection.execute(
        "SELECT key FROM document d WHERE corpus_id = %s AND NOT EXISTS (SELECT FROM version WHERE document_id = d.id)",
        (history.corpus.id,),
    ).fetchall()
    assert unneeded == []


def _dying(count: int, size: int) -> Iterator[dict[str, int]]:
    yield {"start": 0, "end": 1}
    raise Killed


def _check(history: History) -> None:
    corpus = history.corpus
    assert (corpus.built_edition, corpus.published_edition) == (history.built, history.published)
    assert corpus.editions == sorted(history.editions)
    for number in history.editions:
        assert history.rows(number) == history.expected(number)
    for before, after in itertools.pairwise([*sorted(history.editions), history.published or 0]):
        if after:
            changes = diff.diff(history.connection, corpus, before, after)
            found = {row["document"]: (row["change"], *row["chunks"].values()) for row in changes}
            assert found == history.diff(before, after)


# ---- numbers that are not there


def test_a_number_that_is_not_there_says_what_there_is(history: History) -> None:
    grown(history, 5)
    editions.rollback(history.connection, history.corpus, 2)
    prune.prune(history.connection, history.corpus, 2)
    corpus = history.corpus
    for ask in (editions.seen, lambda corpus, number: editions.rollback(history.connection, corpus, number)):
        for number in (0, 3, 6):
            with pytest.raises(UsageError) as caught:
                ask(corpus, number)
            assert caught.value.message.startswith(f"Corpus test has no edition {number}")
            assert ("pruned" in caught.value.message) == (number == 3)
            assert caught.value.remedy == "It has 2, 4 to 5."


def test_a_rollback_goes_to_the_newest_before_or_to_any(history: History) -> None:
    grown(history, 5)
    editions.rollback(history.connection, history.corpus, 3)
    prune.prune(history.connection, history.corpus, 1)
    assert history.corpus.editions == [3, 5]
    with pytest.raises(UsageError, match="had no edition before the published one, which is 3"):
        editions.rollback(history.connection, history.corpus)
    assert editions.rollback(history.connection, history.corpus, 5) == 5
    assert editions.rollback(history.connection, history.corpus) == 3


def test_a_rollback_goes_to_none_that_a_gate_held_back(history: History) -> None:
    grown(history, 4)
    held_back = "UPDATE edition SET published_at = NULL WHERE corpus_id = %s AND number = 3"
    history.connection.execute(held_back, (history.corpus.id,))
    assert editions.rollback(history.connection, history.corpus) == 2
    assert editions.rollback(history.connection, history.corpus, 3) == 3  # by its number
    assert editions.rollback(history.connection, history.corpus) == 2


def test_a_rollback_before_anything_is_published_says_so(history: History) -> None:
    with pytest.raises(UsageError, match="no published edition yet"):
        editions.rollback(history.connection, history.corpus)


@pytest.mark.parametrize(
    ("known", "told"), [([], "none"), ([3], "3"), ([1, 2, 3], "1 to 3"), ([1, 3, 4, 9], "1, 3 to 4, 9")]
)
def test_ranges(known: list[int], told: str) -> None:
    assert editions.ranges(known) == told


def test_what_is_exported_of_a_day_is_what_search_has_then(history: History) -> None:
    wordings = {f"{year}.md": Content("Act", year, (("1", f"as of {year}"),)) for year in (2001, 2011)}
    history.build({**wordings, "other.md": Content("Other", 2005, (("1", "another"),))})

    def exported(day: date | None) -> list[str]:
        return [one["source"] for one in chunks(history.connection, history.corpus, 1, day)]

    assert exported(None) == ["2001.md", "2011.md", "other.md"]
    assert exported(date(2004, 1, 1)) == ["2001.md"]
    assert exported(date(2011, 1, 1)) == ["2011.md", "other.md"]


# ---- differences


def test_what_moved_or_was_only_cut_anew_has_not_changed(history: History) -> None:
    same = law("A", "first", "second")
    history.build({"a.md": same})
    history.build({"moved.md": same})
    assert diff.diff(history.connection, history.corpus, 1, 2) == []


def test_a_diff_tells_documents_and_chunks_apart(history: History) -> None:
    history.build({"a.md": law("A", "one", "two"), "b.md": law("B", "b")})
    history.build({"a.md": law("A", "one", "two anew", "three"), "c.md": law("C", "c")})
    changes = diff.diff(history.connection, history.corpus, 1, 2)
    assert [(row["document"], row["change"], row["chunks"]) for row in changes] == [
        ("A", "changed", {"added": ["kap1.§3"], "removed": [], "changed": ["kap1.§2"]}),
        ("B", "removed", {"added": [], "removed": ["kap1.§1"], "changed": []}),
        ("C", "added", {"added": ["kap1.§1"], "removed": [], "changed": []}),
    ]
    assert diff.count_changes(changes) == {
        "documents": {"added": 1, "removed": 1, "changed": 1},
        "chunks": {"added": 2, "removed": 1, "changed": 1},
    }
    back = diff.diff(history.connection, history.corpus, 2, 1)
    assert [(row["document"], row["change"]) for row in back] == [("A", "changed"), ("B", "added"), ("C", "removed")]


def test_a_diff_reads_only_what_differs(history: History) -> None:
    """As Postgres counts them: some rows for each document that differs, however many there are in all."""
    files = {f"{number}.md": law(f"K{number}", "text") for number in range(400)}
    history.build(files)
    for changed, low in ((6, 1), (60, 2)):
        files |= {f"{number}.md": law(f"K{number}", f"text {low}") for number in range(changed)}
        history.build(files)
        history.connection.execute("ANALYZE")
        values = {"corpus": history.corpus.id, "low": low, "high": low + 1}
        with history.connection.transaction():
            history.connection.execute("SET LOCAL enable_seqscan = off")  # cheaper in tables as small as these
            plan = history.connection.execute(
                "EXPLAIN (ANALYZE, FORMAT JSON) " + query("diff_editions"), values
            ).fetchone()
        assert plan
        assert changed < _read(plan[0][0]["Plan"]) < 50 * changed


def _read(node: dict[str, Any]) -> int:
    """Rows that scans of tables, indexes and named parts of the statement gave or threw away."""
    own = 0
    if node.keys() & {"Relation Name", "Index Name", "CTE Name"}:
        own = round(node["Actual Loops"] * (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)))
    return own + sum(_read(child) for child in node.get("Plans", []))


def test_a_completion_is_completed_again_where_its_answer_was_lost(connection: Connection, history: History) -> None:
    edition, run = history.load({"a.md": law("A", "alike")})
    assert editions.complete(connection, history.corpus, edition, run, {}) == 1
    assert editions.complete(connection, history.corpus, edition, run, {}) == 1
    with pytest.raises(PiperollError, match="Another run has taken"):
        editions.complete(connection, history.corpus, edition, str(uuid4()), {})


def test_a_run_that_another_took_over_writes_nothing_more(connection: Connection, history: History) -> None:
    first, second = uuid4(), uuid4()
    runs.start(connection, history.corpus, first, "stopped")
    runs.start(connection, history.corpus, second, "works")
    edition = editions.begin(connection, history.corpus, str(second))
    attempts: list[Callable[[], object]] = [
        lambda: editions.begin(connection, history.corpus, str(first)),
        lambda: editions.hold(connection, history.corpus, edition, str(first)),
        lambda: editions.publish(connection, history.corpus, edition, newest=True, run=str(first)),
        lambda: runs.check(connection, history.corpus, first),
    ]
    for attempt in attempts:
        with pytest.raises(PiperollError) as caught:
            attempt()
        assert caught.value.code == "run_superseded"
    assert not runs.finish(connection, first, "completed", edition=edition)
    assert editions.built_by(connection, history.corpus.id, edition) == second
    assert connection.execute("SELECT id, state FROM run ORDER BY state").fetchall() == [
        (first, "lost"), (second, "running"),
    ]  # fmt: skip


def test_a_run_that_begins_twice_is_one(connection: Connection, history: History) -> None:
    run = uuid4()
    runs.start(connection, history.corpus, run, "test")
    runs.start(connection, history.corpus, run, "test")
    assert connection.execute("SELECT id, state FROM run").fetchall() == [(run, "running")]


def test_an_edition_that_is_published_again_is_no_younger_but_one_that_comes_back_is(
    connection: Connection, history: History
) -> None:
    def published() -> dict[int, Any]:
        return {row["number"]: row["published_at"] for row in editions.list_editions(connection, history.corpus)}

    grown(history, 2)
    before = published()
    editions.publish(connection, history.corpus, 2, newest=True)
    assert published() == before
    editions.rollback(connection, history.corpus)
    assert published()[2] == before[2]
    assert published()[1] > before[1]
