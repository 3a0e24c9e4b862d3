"""What questions to a corpus may name, as its edition has it; and that searches take the filters that follow."""

from collections.abc import Callable
from pathlib import Path

import pytest

from piperoll.search.context import context
from piperoll.search.entities import Kind, QueryEntities, understood
from piperoll.search.modes import Mode
from piperoll.search.options import SearchOptions
from piperoll.search.routing import route
from piperoll.search.search import search
from piperoll.search.universe import Universe, universe_of
from piperoll.settings import Settings
from piperoll.store.connection import Connection, Database
from piperoll.store.corpora import Corpus
from tests.search.indexing import index

EXAMPLES = Path(__file__).parents[2] / "examples"
Check = Callable[[Connection, Corpus, Universe, Settings], None]


def filings(connection: Connection, corpus: Corpus, universe: Universe, settings: Settings) -> None:
    assert {ticker for company in universe.companies for ticker in company.tickers} == {"LAMP"}
    assert {"ITEM_1A", "ITEM_7"} <= universe.sections
    assert (universe.oldest, universe.newest) == (1996, 2031)
    assert universe.spelled(["lighthouse", "lanternfsih"]) == {"lighthouse"}
    asked = understood("lanternfsih's item-7 in 2031", universe)
    assert kinds(asked) == {Kind.COMPANY: 1, Kind.YEAR: 1, Kind.SECTION: 1}
    [filtered, _] = route(asked).pools
    plan = filtered.applied(SearchOptions(mode=Mode.LEXICAL, k=50)).plan(settings, corpus.name)
    hits = search(connection, corpus, "net sales of lamps", plan)["hits"]
    assert hits
    assert {hit["metadata"]["item"] for hit in hits} == {"ITEM_7"}
    text = context(connection, corpus, "net sales of lamps", plan)["text"]
    assert text.startswith("=== Lanternfish Lamps, Inc. | 2031 | ITEM_7 ===\n\n--- ITEM_7.")


def statutes(connection: Connection, corpus: Corpus, universe: Universe, settings: Settings) -> None:
    assert universe.acts["SFS 2031:12"].startswith("Fyrlag")
    assert kinds(understood("vad säger fyrlagen om ljuset", universe)) == {Kind.ACT: 1}
    assert kinds(understood("vad säger lagen om ljuset", universe)) == {}


def terms(connection: Connection, corpus: Corpus, universe: Universe, settings: Settings) -> None:
    assert universe.services
    assert kinds(understood(f"may {universe.services[0]} close my account?", universe)) == {Kind.SERVICE: 1}


def judgments(connection: Connection, corpus: Corpus, universe: Universe, settings: Settings) -> None:
    [court, *_] = sorted(universe.courts)
    assert kinds(understood(f"{court} on collisions", universe)) == {Kind.COURT: 1}


def kinds(entities: QueryEntities) -> dict[Kind, int]:
    return {kind: len(found) for kind in Kind if (found := entities.of(kind))}


@pytest.mark.parametrize(
    ("folder", "profile", "check"),
    [
        ("sec-10k", "sec-10k", filings),
        ("se-law", "se-law", statutes),
        ("terms", "terms", terms),
        ("hk-cases", "hk-cases", judgments),
    ],
)
def test_a_universe_is_what_an_edition_has(
    database: Database, settings: Settings, folder: str, profile: str, check: Check
) -> None:
    with database.connect(autocommit=True) as connection:
        corpus = index(connection, settings, "u", EXAMPLES / folder, profile)
        assert corpus.published_edition
        check(connection, corpus, universe_of(connection, corpus, corpus.published_edition), settings)
