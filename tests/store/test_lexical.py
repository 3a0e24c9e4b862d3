"""The index of words, against a count of everything from nothing: whatever happened before, and whoever died."""

import itertools
import threading
from collections import Counter
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from piperoll.errors import PiperollError
from piperoll.search import lexical as scoring
from piperoll.search.conditions import Filters
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.store import corpora, editions, lexical_units, lexical_writer, postings, prune, verify
from piperoll.store.connection import Connection, Database
from piperoll.store.lexical import Lexical
from piperoll.store.lexical_writer import Writer
from piperoll.text import analysis
from tests.search.test_lexical import reference
from tests.store.history import Content, History, law

numbers = itertools.count()
WORDS = "alfa beta gamma delta"
DAY = date(2020, 1, 1)
Found = dict[tuple[str, str, str], float]


def expected(history: History, edition: int, query: str) -> Found:
    """Score by source, path and text of each chunk of an edition that shares a word with the query, by bm25s."""
    rows = history.expected(edition)
    texts = [analysis.terms(f"{path}\n{text}", "simple") for _, _, path, text, _ in rows]
    scores = reference(texts, analysis.terms(query, "simple"))
    return {(row[1], row[2], row[3]): float(score) for row, score in zip(rows, scores, strict=True) if score}


def found(history: History, edition: int, query: str) -> Found:
    """The same by the index."""
    index = Lexical(history.connection, history.corpus)
    terms = analysis.terms(query, "simple")
    ids, scores = scoring.score(index.read(terms, edition), Counter(terms), edition)
    rows = history.connection.execute(
        "SELECT c.id, v.source, c.path, c.content FROM chunk c JOIN version v ON v.id = c.version_id"
        " WHERE c.id = ANY (%s)",
        (ids.tolist(),),
    )
    named = {row[0]: (row[1], row[2], row[3]) for row in rows}
    return {named[one]: score for one, score in zip(ids.tolist(), scores.tolist(), strict=True)}


def check(history: History) -> None:
    for edition in history.editions:
        assert Lexical(history.connection, history.corpus).check(edition) == (0, 0)
        for query in (WORDS, "beta beta gamma"):
            assert found(history, edition, query) == pytest.approx(expected(history, edition, query), rel=1e-4)


# ---- random histories

texts = st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=6).map(" ".join)
contents = st.builds(
    Content,
    key=st.sampled_from(["A", "B"]),
    year=st.just(2001),
    chunks=st.dictionaries(st.sampled_from(["§1", "§2", "§3"]), texts, min_size=1).map(
        lambda chunks: tuple(sorted(chunks.items()))
    ),
)
states = st.dictionaries(st.sampled_from(["a.md", "b.md", "c.md", "d.md"]), contents)
steps = st.one_of(
    st.tuples(st.just("build"), states),
    st.tuples(st.just("build"), states),
    st.tuples(st.just("die in the index"), states),
    st.tuples(st.just("die"), states),
    st.tuples(st.just("roll back"), st.integers(0, 9)),
    st.tuples(st.just("prune"), st.integers(1, 3)),
)
one, two = Content("A", 2001, (("§1", "alfa beta"),)), Content("B", 2001, (("§1", "beta"), ("§2", "gamma")))


class Killed(Exception):
    pass


@given(st.lists(steps, min_size=3, max_size=10), st.sampled_from([2, 5, postings.CAPACITY]))
@example([("build", {"a.md": one, "b.md": two}), ("die in the index", {"b.md": one}), ("build", {"a.md": one})], 2)
@example([("build", {"a.md": one}), ("build", {"a.md": two}), ("roll back", 0), ("prune", 1), ("build", {})], 5)
@example([("build", {"a.md": one}), ("die in the index", {"a.md": two}), ("die in the index", {}), ("prune", 1)], 2)
@hypothesis(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_edition_is_scored_as_if_counted_from_nothing(
    connection: Connection, story: list[tuple[str, Any]], capacity: int
) -> None:
    history = History(connection, f"corpus-{next(numbers)}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexical_writer, "CAPACITY", capacity)
        for what, value in story:
            if what == "build":
                history.build(value)
            elif what == "die":
                history.load(value)
            elif what == "die in the index":
                _die_in_the_index(history, value)
                continue  # that edition cannot be searched yet
            elif what == "roll back" and history.editions:
                target = sorted(history.editions)[value % len(history.editions)]
                history.published = editions.rollback(connection, history.corpus, target)
            elif what == "prune" and history.editions:
                prune.prune(connection, history.corpus, value)
                left = history.corpus.editions
                history.editions = {number: state for number, state in history.editions.items() if number in left}
            if what != "die" and history.editions:
                Writer(connection, history.corpus).index(history.built)
                check(history)


def _die_in_the_index(history: History, state: dict[str, Content]) -> None:
    """A run that is killed when its first segment is in: the edition is built, and not published."""
    with pytest.MonkeyPatch.context() as patch:
        real = Writer._extend

        def once(index: Writer, edition: int) -> bool:
            real(index, edition)
            raise Killed

        patch.setattr(Writer, "_extend", once)
        edition, run = history.load(state)
        number = editions.complete(history.connection, history.corpus, edition, run, {})
        history.building = False
        if number == edition:
            history.editions[number], history.built = dict(state), number
        if not number:
            return
        with pytest.raises(Killed):
            Writer(history.connection, history.corpus).index(number)


# ---- what is done, and what it costs


def many(count: int, text: str = "alfa beta") -> dict[str, Content]:
    return {f"{number:04}.md": law(f"K{number}", f"{text} nummer") for number in range(count)}


def test_work_is_that_of_what_changed(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    state = many(40)
    history.build(state)
    read: list[str] = []
    real = analysis.terms
    monkeypatch.setattr(analysis, "terms", lambda text, language: read.append(text) or real(text, language))
    history.build(state | {"0007.md": law("K7", "gamma"), "new.md": law("N", "delta")})
    assert sorted(read) == ["kap1.§1\n\ndelta", "kap1.§1\n\ngamma"]
    assert Writer(history.connection, history.corpus).index(2) == "kept"
    assert len(read) == 2
    check(history)


def test_segments_are_few_and_hold_what_they_can(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexical_writer, "CAPACITY", 32)
    state: dict[str, Content] = {}
    for number in range(75):
        state |= {f"{number}.md": law(f"K{number}", "alfa")}
        history.build(state)
    sizes = [one.size for one in Lexical(history.connection, history.corpus).segments()]
    assert sum(sizes) == 75
    assert max(sizes) <= 32
    assert len(sizes) <= 10
    check_one = max(history.editions)
    assert found(history, check_one, "alfa") == pytest.approx(expected(history, check_one, "alfa"), rel=1e-4)


@pytest.mark.parametrize(("gone", "left"), [(3, 40), (5, 35)])
def test_a_pruning_leaves_out_what_is_dead_once_it_is_much(history: History, gone: int, left: int) -> None:
    history.build(many(40))
    history.build({name: one for name, one in many(40).items() if int(name[:4]) >= gone})
    assert sum(one.size for one in Lexical(history.connection, history.corpus).segments()) == 40
    prune.prune(history.connection, history.corpus, 1)
    history.editions.pop(1)
    assert sum(one.size for one in Lexical(history.connection, history.corpus).segments()) == left
    check(history)


def test_one_history_gives_the_same_postings_however_it_was_cut(
    history: History, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stored(history: History) -> list[Any]:
        index = Lexical(connection, history.corpus)
        return [(list(p.terms), p.places.tolist(), p.counts.tolist()) for p in map(index.postings, index.segments())]

    state = many(30) | {"b.md": law("B", "gamma", "delta delta")}
    history.build(state)
    other = History(connection, "other")
    monkeypatch.setattr(lexical_writer, "UNITS", tuple(replace(unit, batch=3) for unit in lexical_units.UNITS))
    monkeypatch.setattr(lexical_writer, "PAGE", 4)
    other.build(state)
    assert stored(other) == stored(history)


# ---- several at once


def test_two_that_index_at_once_leave_what_one_leaves(
    history: History, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lexical_writer, "CAPACITY", 8)
    history.build(many(40))
    history.connection.execute("DELETE FROM lexical_index")
    together = threading.Barrier(2)

    def work() -> None:
        with database.connect(autocommit=True) as other:
            index = Writer(other, history.corpus)
            together.wait(60)
            index.index(1)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    check(history)


def test_a_reader_sees_one_state_while_segments_are_merged(
    history: History, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    history.build(many(20))
    wanted = expected(history, 1, WORDS)
    stop = threading.Event()
    read: list[Found] = []
    failed: list[BaseException] = []

    def poll() -> None:
        try:
            with database.connect(autocommit=True) as other:
                mine = History.__new__(History)
                mine.connection, mine.name = other, "test"
                while not stop.is_set():
                    read.append(found(mine, 1, WORDS))
        except BaseException as error:
            failed.append(error)

    reader = threading.Thread(target=poll)
    reader.start()
    state = many(20)
    for number in range(12):
        state |= {f"new-{number}.md": law(f"N{number}", "alfa gamma")}
        history.build(state)
    stop.set()
    reader.join(60)
    assert failed == []
    assert read
    assert all(one == pytest.approx(wanted, rel=1e-4) for one in read)


# ---- what is not there


def analyses(history: History) -> set[str]:
    """By which the chunks of the corpus are indexed."""
    found = {row[0] for row in history.connection.execute("SELECT analysis FROM lexical_index")}
    return found - {unit.made_by("english") for unit in lexical_units.UNITS if unit is not lexical_units.CHUNKS}


def test_terms_made_otherwise_are_indexed_anew_and_until_then_it_is_said(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    history.build({"a.md": one})
    assert search(history.connection, history.corpus, "alfa", SearchPlan(mode=Mode.LEXICAL))["hits"]
    monkeypatch.setattr(analysis, "VERSION", 99)
    with pytest.raises(PiperollError) as caught:
        search(history.connection, history.corpus, "alfa", SearchPlan(mode=Mode.LEXICAL))
    assert (caught.value.code, caught.value.message) == (
        "not_indexed", "The words of edition 1 of test are not indexed yet (terms 99/simple).",
    )  # fmt: skip
    assert "piperoll reindex test" in caught.value.remedy
    assert Writer(history.connection, history.corpus).index(1) == "built"
    check(history)
    assert {"99/simple"} == analyses(history)


def test_another_language_is_indexed_beside_the_one_that_readers_search_by(history: History) -> None:
    history.build({"a.md": law("A", "laws")})
    assert Writer(history.connection, history.corpus, "english").index(1) == "built"
    check(history)
    corpus = history.corpus
    editions.publish(history.connection, corpus, 1, language="english")
    found = search(history.connection, history.corpus, "the law", SearchPlan(mode=Mode.LEXICAL))["hits"]
    assert [hit["content"] for hit in found] == ["laws"]
    Writer(history.connection, history.corpus).index(1)
    assert {analysis.name("english")} == analyses(history)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("DELETE FROM posting WHERE term = 'gamma'", (0, 2)),  # of chunks, and of documents
        ("DELETE FROM lexical_segment", (5, 0)),
        ("DELETE FROM chunk WHERE content = 'gamma'", (0, 1)),
        ("UPDATE lexical_segment SET until = since", (5, 0)),
        ("UPDATE posting SET counts = '\\x000009' WHERE term = 'gamma' AND length(counts) = 3", (0, 1)),
    ],
)
def test_verify_notices_what_the_index_lacks_or_has_too_much(
    history: History, database: Database, damage: str, told: tuple[int, int]
) -> None:
    history.build({"a.md": one, "b.md": two})
    assert verify.holds(verify.verify(history.connection, history.corpus, 1))
    history.connection.execute(damage)
    report = verify.verify(history.connection, history.corpus, 1)
    assert (report["unindexed"], report["misindexed"]) == told
    assert not verify.holds(report)


# ---- filters


def test_the_best_are_chosen_among_those_that_pass(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many better ones do not: by the walk, and where that ends, by all that pass."""
    state = {f"{number}.md": law(f"K{number}", "alfa alfa alfa", "beta") for number in range(60)}
    state["low.md"] = Content("LOW", 2001, (("kap2.§1", "alfa beta gamma delta delta"),))
    state["later.md"] = law("LATER", "alfa", year=2019)
    history.build(state)
    for walk in ((), (2, 4), scoring.WALK):
        monkeypatch.setattr(scoring, "WALK", walk)

        def keys(**chosen: Any) -> list[str]:
            filters = Filters(**chosen)
            hits = search(
                history.connection, history.corpus, "alfa", SearchPlan(k=100, mode=Mode.LEXICAL, filters=filters)
            )["hits"]
            return [hit["document"] for hit in hits]

        assert keys(day=DAY)[0] != "LOW"
        assert len(keys(day=DAY)) == 62
        assert keys(day=DAY, path="kap2") == ["LOW"]
        assert keys(day=DAY, document="LOW") == ["LOW"]
        assert keys(day=DAY, document="later.md") == ["LATER"]
        assert keys(day=DAY, role="NONE") == []
        assert "LATER" not in keys(day=date(2018, 1, 1))
        assert keys(day=date(1990, 1, 1)) == []


def test_a_score_does_not_depend_on_day_or_filter(history: History) -> None:
    history.build({"a.md": one, "b.md": two, "c.md": law("C", "beta delta", year=2019)})
    scores = set()
    for filters in (Filters(day=DAY), Filters(day=date(2005, 1, 1)), Filters(document="A", day=DAY)):
        hits = search(history.connection, history.corpus, "beta", SearchPlan(mode=Mode.LEXICAL, filters=filters))[
            "hits"
        ]
        scores.update(hit["scores"]["lexical"] for hit in hits if hit["document"] == "A")
    assert len(scores) == 1


def test_corpora_have_words_of_their_own(history: History, connection: Connection) -> None:
    other = History(connection, "other")
    history.build({"a.md": one, "b.md": two})
    before = found(history, 1, WORDS)
    other.build(many(10))
    assert found(history, 1, WORDS) == before
    connection.execute("DELETE FROM corpus WHERE name = 'other'")
    assert corpora.find(connection, "other") is None
    assert found(history, 1, WORDS) == before
