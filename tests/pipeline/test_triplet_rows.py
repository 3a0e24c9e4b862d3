"""Triplets from files to hits: stored with their version, indexed, proved, found, and gone with it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from piperoll.errors import PiperollError
from piperoll.pipeline.job import job_for
from piperoll.search.conditions import Filters
from piperoll.search.fusion import Fusion
from piperoll.search.modes import Method, Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.settings import Settings
from piperoll.store import corpora, verify
from piperoll.store.connection import Connection, Database
from piperoll.store.prune import prune
from piperoll.text import statements
from tests.search.indexing import build

FIRST = "1. Lamps. The keeper shall light the lamp. The keeper may not sell the lamp.\n2. Sea. The sea freezes.\n"
SECOND = "1. Boats. The owner may sell the boat.\n"
RELATIONS = Fusion(Method.SUM, {"lexical": 0.5, "triplet": 0.5})


class Harbour:
    """A corpus of two contracts, and runs on it that do everything but embed."""

    def __init__(self, connection: Connection, settings: Settings, folder: Path) -> None:
        self.connection, self.settings, self.folder = connection, settings, folder

    @property
    def corpus(self) -> corpora.Corpus:
        return corpora.get(self.connection, "harbour")

    def write(self, name: str, text: str) -> None:
        self.folder.mkdir(exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")

    def run(self, triplets: bool = True) -> int:
        """How many files were done."""
        job = job_for(self.settings, "harbour", source=str(self.folder), profile="contracts")
        return build(self.connection, replace(job, stages=("triplets",) if triplets else ())).todo.height

    def rows(self, edition: int) -> list[tuple[Any, ...]]:
        statement = """
            SELECT v.source, t.made_by, t.ordinal, c.path, t.char_start, t.char_end, t.subject, t.predicate, t.object
            FROM triplet t JOIN version v ON v.id = t.version_id JOIN chunk c ON c.id = t.chunk_id
            WHERE v.from_edition <= %(edition)s AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
            ORDER BY v.source, t.made_by, t.ordinal"""
        return self.connection.execute(statement, {"edition": edition}).fetchall()

    def hits(self, query: str, **options: Any) -> list[dict[str, Any]]:
        plan = SearchPlan(mode=Mode.LEXICAL, fusion=RELATIONS, **options)
        found = search(self.connection, self.corpus, query, plan)
        hits: list[dict[str, Any]] = found["hits"]
        return hits

    def verified(self) -> dict[str, Any]:
        corpus = self.corpus
        return verify.verify(self.connection, corpus, corpus.published_edition)


@pytest.fixture
def harbour(database: Database, settings: Settings, tmp_path: Path) -> Iterator[Harbour]:
    with database.connect(autocommit=True) as connection:
        made = Harbour(connection, settings, tmp_path / "contracts")
        made.write("lamp.txt", FIRST)
        made.write("boat.txt", SECOND)
        yield made


def test_what_is_said_is_stored_and_found_with_its_range(harbour: Harbour) -> None:
    harbour.run()
    assert [row[6:] for row in harbour.rows(1)] == [
        ("The owner", "may sell", "the boat"),
        ("The keeper", "shall light", "the lamp"),
        ("The keeper", "may not sell", "the lamp"),
    ]
    report = harbour.verified()
    assert (report["triplets"], report["misplaced_triplets"]) == (3, 0)
    assert verify.holds(report)
    hit = harbour.hits("the keeper lights the lamp")[0]
    assert hit["scores"]["triplet"] > 0
    assert [FIRST[one["start"] : one["end"]] for one in hit["triplets"]] == [
        "The keeper shall light the lamp.",
        "The keeper may not sell the lamp.",
    ]
    assert hit["triplets"][0]["made_by"] == f"rules/{statements.VERSION}"


def test_filters_hold(harbour: Harbour) -> None:
    harbour.run()
    assert {hit["source"] for hit in harbour.hits("may the owner sell")} == {"boat.txt", "lamp.txt"}
    only = harbour.hits("may the owner sell", filters=Filters(document="lamp.txt"))
    assert {hit["source"] for hit in only} == {"lamp.txt"}


def test_a_second_run_does_nothing_and_from_nothing_gives_the_same(harbour: Harbour) -> None:
    harbour.run()
    rows = harbour.rows(1)
    assert harbour.run() == 0
    assert harbour.rows(1) == rows
    harbour.connection.execute("DELETE FROM corpus")
    harbour.connection.execute("DELETE FROM version")
    harbour.run()
    assert harbour.rows(1) == rows


def test_triplets_are_members_of_the_editions_of_their_version(harbour: Harbour) -> None:
    harbour.run()
    before = harbour.rows(1)
    harbour.write("lamp.txt", FIRST.replace("light", "clean"))
    assert harbour.run() == 1
    assert harbour.rows(1) == before
    assert [row[7] for row in harbour.rows(2)] == ["may sell", "shall clean", "may not sell"]
    assert "triplet" in harbour.hits("light", edition=1)[0]["scores"]
    assert harbour.hits("light") == []
    assert verify.holds(harbour.verified())
    prune(harbour.connection, harbour.corpus, 1)
    assert harbour.connection.execute("SELECT count(*) FROM triplet").fetchone() == (3,)
    assert verify.holds(harbour.verified())


def test_the_setting_and_the_version_of_the_rules_decide_rows(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert harbour.run(triplets=False) == 2
    assert harbour.rows(1) == []
    assert "triplet" not in harbour.hits("keeper lamp")[0]["scores"]
    assert harbour.run() == 2
    assert len(harbour.rows(2)) == 3
    monkeypatch.setattr(statements, "VERSION", statements.VERSION + 1)
    assert harbour.run() == 2
    assert {row[1] for row in harbour.rows(3)} == {f"rules/{statements.VERSION}"}
    assert harbour.run(triplets=False) == 2
    assert harbour.rows(4) == []


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE triplet SET char_end = char_end + 500", "misplaced_triplets"),
        ("DELETE FROM triplet", "misindexed"),
        ("DELETE FROM lexical_index WHERE analysis LIKE 'triplet/%'", "unindexed"),
    ],
)
def test_verify_notices(harbour: Harbour, damage: str, told: str) -> None:
    harbour.run()
    harbour.connection.execute(damage)
    report = harbour.verified()
    assert report[told] > 0
    assert not verify.holds(report)


def test_a_corpus_that_was_indexed_before_there_were_triplets_says_so(harbour: Harbour) -> None:
    harbour.run()
    harbour.connection.execute("DELETE FROM lexical_index WHERE analysis LIKE 'triplet/%'")
    with pytest.raises(PiperollError) as caught:
        harbour.hits("keeper lamp")
    assert caught.value.code == "not_indexed"
