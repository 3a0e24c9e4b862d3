"""Everyday questions by the lines of a thesaurus that mean most like them: real lines, model, words and rows."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from piperoll.corpora import se_law
from piperoll.embed import backend
from piperoll.search import near_wordings
from piperoll.search.conditions import Filters
from piperoll.search.near_wordings import Lines
from piperoll.search.query import Query, understand
from piperoll.search.scorers import wording
from piperoll.store.connection import Connection, Database
from piperoll.store.corpora import Corpus
from piperoll.store.lexical_units import UNITS
from piperoll.store.lexical_writer import Writer
from scripts import line_vectors
from scripts.line_vectors import eight_bits, fitted, passage, questions
from tests.store.history import Content, History

DRIVING = (
    "Ett fordon får inte föras av den som på grund av sjukdom, uttröttning eller påverkan av alkohol inte kan föra"
    " fordonet på ett betryggande sätt."
)
TEXTS = (
    "Styrelsen ska se till att sammanträden hålls när det behövs.",
    DRIVING,
    "Avgiften ska betalas till kommunen inom trettio dagar.",
)
EVERYDAY = "kan man bli fälld om man var alldeles för trött vid ratten"


@pytest.fixture(scope="module")
def lines() -> Lines:
    return near_wordings.load(se_law.LINE_VECTORS["e5"])


@pytest.fixture
def laws(database: Database) -> Iterator[tuple[Connection, Corpus]]:
    with database.connect(autocommit=True) as connection:
        history = History(connection, "laws")
        chunks = tuple((f"kap0.§{number}", text) for number, text in enumerate(TEXTS, 1))
        history.build({"laws.md": Content("SFS 1999:1", 1999, chunks)})
        corpus = replace(history.corpus, backend="e5", language="swedish")
        for unit in UNITS:
            Writer(connection, corpus, unit=unit).index(1)
        yield connection, corpus


def asked(laws: tuple[Connection, Corpus], text: str, **filters: object) -> Query:
    connection, corpus = laws
    return understand(connection, corpus, 1, text, filters=Filters(**filters), pool=10)


def found(query: Query) -> list[str]:
    ids = [chunk for chunk, _ in wording(query).best]
    contents = dict(query.connection.execute("SELECT id, content FROM chunk").fetchall())
    return [contents[chunk] for chunk in ids]


def test_the_file_has_the_lines_of_the_thesaurus_which_their_names_find(lines: Lines) -> None:
    names = line_vectors.lines()
    assert lines.wordings == list(names), "python -m scripts.line_vectors"
    some = list(names.items())[::2_000]
    asked = backend.embed_queries("e5", [questions(given)[0] for _, given in some]).astype(np.float32)
    found = [wording in dict(lines.nearest(vector)[:10]) for (wording, _), vector in zip(some, asked, strict=True)]
    assert sum(found) >= 0.9 * len(some)


def test_a_name_that_is_no_question_is_asked_in_two_and_a_line_is_one_passage() -> None:
    assert questions(["får min hund sova hos grannen"]) == ["får min hund sova hos grannen"] * 2
    assert questions(["sova i tält", "hund"]) == [
        "får man sova i tält",
        "får jag sova i tält",
        "kan jag hund",
        "måste jag hund",
    ]
    assert passage(["a", "b"], "c d") == "a, b. c d" and passage([], "c d") == "c d"


@pytest.mark.transformers
def test_a_map_is_learned_that_brings_questions_to_their_lines() -> None:
    random = np.random.default_rng(1)
    lines = near_wordings.unit(random.normal(size=(40, 16)).astype(np.float32))
    names, line_of = 4_000, np.tile(np.arange(40), 100)
    noise = random.normal(size=(names, 2, 16)).astype(np.float32) * np.repeat([0.0, 0.5], 8).astype(np.float32)
    asked = near_wordings.unit(lines[line_of][:, None] + noise)
    change = fitted(asked, line_of, lines, lines[line_of])
    question = asked[:, 0]
    before, after = (
        np.mean((one @ lines.T).argmax(axis=1) == line_of) for one in (question, question + question @ change)
    )
    assert after > before + 0.03, "what says nothing counts less"
    assert np.abs(eight_bits(lines)).max() == 127


def test_the_nearest_lines_come_first(lines: Lines) -> None:
    vector = backend.embed_queries("e5", [EVERYDAY])[0].astype(np.float32)
    nearest = lines.nearest(vector)
    nearness = [near for _, near in nearest]
    assert len(nearest) == near_wordings.NEAREST and nearness == sorted(nearness, reverse=True)
    assert "uttröttning" in " ".join(wording for wording, _ in nearest[:3])


def test_an_everyday_question_finds_the_chunk_of_a_wording(laws: tuple[Connection, Corpus]) -> None:
    query = asked(laws, EVERYDAY)
    assert near_wordings.words_met(query) < near_wordings.MET
    assert found(query)[0] == DRIVING
    assert found(query) == found(query), "the same when its wordings are remembered"
    assert found(asked(laws, EVERYDAY, day=date(1998, 1, 1))) == [], "what is not in force passes no filter"


@pytest.mark.parametrize("text", ["fordon föras sjukdom uttröttning", f"{EVERYDAY} enligt 3 kap. 1 §", "", "och"])
def test_no_line_is_looked_for(laws: tuple[Connection, Corpus], text: str) -> None:
    assert wording(asked(laws, text)).best == []


def test_a_wording_of_a_provision_that_is_not_there_finds_nothing(laws: tuple[Connection, Corpus]) -> None:
    known, unknown = "fordon föras sjukdom uttröttning", "fordon ratificerad protokoll konvention"
    hits = near_wordings.found(asked(laws, EVERYDAY), [(unknown, 0.9), (known, 0.8), ("bikupa", 0.1)])
    assert [score for _, score in hits] == [pytest.approx(0.7)]
    assert near_wordings.found(asked(laws, EVERYDAY), [(unknown, 0.9), ("bikupa", 0.1)]) == []


def test_only_the_model_and_profile_of_the_vectors_have_lines(laws: tuple[Connection, Corpus]) -> None:
    query = asked(laws, EVERYDAY)
    assert wording(query).best
    for other in ({"backend": "minilm"}, {"profile": "terms"}):
        assert wording(replace(query, corpus=replace(query.corpus, **other))).best == []
    assert wording(replace(query, plain=True)).best == []
    assert wording(asked(laws, EVERYDAY, document="SFS 1999:1")).best == []
