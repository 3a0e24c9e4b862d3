"""The dense search against comparing all vectors, whatever filters let pass; and that a search is one view."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from piperoll.search import scorers
from piperoll.search.conditions import Filters, parse
from piperoll.search.context import context
from piperoll.search.group import documents
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.store import corpora, prune
from piperoll.store.connection import Connection, Database, reading
from piperoll.store.corpora import Corpus
from tests.search.scattered import NAME, Scattered, Text, nearest, numbered, publish

DOCUMENTS = 150


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with database.connect(autocommit=True) as connection:
        yield connection


@pytest.fixture
def laws(connection: Connection, model: Scattered) -> tuple[Corpus, dict[str, Text]]:
    """3,000 chunks, of which half were replaced once; what they said before is still in the index."""
    texts = {f"D{number}": numbered(number) for number in range(DOCUMENTS)}
    publish(connection, texts)
    changed = {key: numbered(int(key[1:]), "anew") for key in texts if int(key[1:]) % 2}
    return publish(connection, changed), texts | changed


FILTERS: list[tuple[list[str], Callable[[Mapping[str, Any]], bool]]] = [
    ([], lambda known: True),
    (["half=yes"], lambda known: known["half"] == "yes"),
    (["half=yes", "n<500"], lambda known: known["half"] == "yes" and known["n"] < 500),
    (["n<100"], lambda known: known["n"] < 100),
    (["n<10"], lambda known: known["n"] < 10),
    (["n=7"], lambda known: known["n"] == 7),
    (["n=7", "half=no"], lambda known: known["n"] == 7 and known["half"] == "no"),
    (["number<15"], lambda known: known["number"] < 15),
    (["number=3"], lambda known: known["number"] == 3),
    (["n=7|8|11", "half=no|maybe"], lambda known: known["n"] in (7, 8, 11) and known["half"] == "no"),
    (["number=3|9"], lambda known: known["number"] in (3, 9)),
    (["n<0"], lambda known: False),
]


def test_what_is_found_is_what_comparing_all_finds(
    connection: Connection, laws: tuple[Corpus, dict[str, Text]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the index or one by one: a filter never costs a hit. The index alone may miss few."""
    corpus, texts = laws
    queries = [f"query {number}" for number in range(10)]
    for conditions, holds in FILTERS:
        filters = Filters(where=[parse(one) for one in conditions])
        found = wanted = 0
        for query in queries:
            expected = nearest(texts, query, holds, 10)
            hits = search(connection, corpus, query, SearchPlan(mode=Mode.DENSE, filters=filters))["hits"]
            assert len(hits) == len(expected)
            assert all(holds({**texts[hit["document"]].metadata, **hit["metadata"]}) for hit in hits)
            assert all(
                text in texts[hit["document"]].chunks for hit in hits for text in [(hit["content"], hit["metadata"])]
            )
            found += len({hit["content"] for hit in hits} & {*expected})
            wanted += len(expected)
        assert found >= 0.98 * wanted, conditions


def test_a_walk_goes_on_until_enough_pass_or_all_that_pass_are_compared(
    connection: Connection, laws: tuple[Corpus, dict[str, Text]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However short the walks are, and where there are none, the same is found."""
    corpus, _ = laws
    for conditions in (["n<500"], ["n<100"], ["number<15"]):
        filters = Filters(where=[parse(one) for one in conditions])
        found = []
        for walk, most, walks in ((scorers.WALK, scorers.WALK_MOST, scorers.WALKS), (1, 2, 2), (1, 1, 1), (30, 30, 1),
                                  (4, 0, 2), (1, 1_000, 9)):  # fmt: skip
            monkeypatch.setattr(scorers, "WALK", walk)
            monkeypatch.setattr(scorers, "WALK_MOST", most)
            monkeypatch.setattr(scorers, "WALKS", walks)
            hits = search(connection, corpus, "query", SearchPlan(mode=Mode.DENSE, filters=filters))["hits"]
            found.append([hit["content"] for hit in hits])
        assert all(one == found[0] for one in found), conditions


def test_a_field_that_chunks_get_later_is_asked_of_them_in_that_edition(
    connection: Connection, model: Scattered
) -> None:
    """Whether a chunk has a field is remembered of an edition, and of no other."""
    filters = Filters(where=[parse("court=A")])

    def found(corpus: Corpus) -> set[str]:
        return {hit["content"] for hit in search(connection, corpus, "one", SearchPlan(filters=filters))["hits"]}

    corpus = publish(connection, {"X": Text([("one", {}), ("two", {})], {"court": "A"})})
    assert found(corpus) == found(corpus) == {"one", "two"}
    later = publish(connection, {"X": Text([("one", {"court": "B"}), ("two anew", {})], {"court": "A"})})
    assert found(later) == {"two anew"}
    assert {
        hit["content"] for hit in search(connection, later, "one", SearchPlan(edition=1, filters=filters))["hits"]
    } == {
        "one",
        "two",
    }


# ---- one view


def test_a_search_is_of_one_edition_whatever_is_published_and_pruned_meanwhile(
    database: Database, connection: Connection, model: Scattered
) -> None:
    """While the query is embedded, another run publishes, and the edition that is being searched is pruned."""
    old = {f"D{n}": Text([(f"lamp {n}", {"n": n}), (f"oil {n}", {})], {"wording": "old"}) for n in range(5)}
    new = {f"D{n}": Text([(f"lamp {n} anew", {"n": n})], {"wording": "new"}) for n in range(4)}
    some = Filters(where=[parse("n>=0")])
    ways: list[Callable[[Connection, Corpus], Any]] = [
        lambda *here: [hit["content"] for hit in search(here[0], here[1], "lamp", SearchPlan(k=5))["hits"]],
        lambda *here: [hit["content"] for hit in search(here[0], here[1], "lamp", SearchPlan(filters=some))["hits"]],
        lambda *here: [one["text"] for one in context(here[0], here[1], "lamp")["blocks"]],
        lambda *here: [(one["document"], one["metadata"]) for one in documents(here[0], here[1], "lamp")["documents"]],
    ]
    for way in ways:
        corpus = publish(connection, old)

        def meanwhile() -> None:
            model.meanwhile = lambda: None
            with database.connect(autocommit=True) as other:
                prune.prune(other, publish(other, new), 1)

        expected = way(connection, corpus)
        assert expected
        scorers._embedded.cache_clear()  # or the query is not embedded again
        model.meanwhile = meanwhile
        assert way(connection, corpus) == expected
        after = way(connection, corpus)  # by a corpus as it was before
        assert after
        assert after == way(connection, corpora.get(connection, "test")) != expected


def test_a_view_changes_nothing_and_stays(database: Database, connection: Connection) -> None:
    values = {"profile": "se-law", "backend": NAME, "language": "simple", "source": "/nowhere"}
    corpora.put(connection, name="one", **values)
    with database.connect(autocommit=True) as other:
        with reading(connection), reading(connection):
            assert corpora.find(connection, "two") is None
            corpora.put(other, name="two", **values)
            assert corpora.find(connection, "two") is None
            assert connection.execute("SHOW transaction_read_only").fetchone() == ("on",)
        assert corpora.find(connection, "two")
    with connection.transaction():
        corpora.put(connection, name="three", **values)
        with reading(connection):
            assert corpora.find(connection, "three")
        corpora.put(connection, name="four", **values)
