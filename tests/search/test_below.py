"""A unit and all that is below it, where paths do not begin with those of the units above them."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from piperoll.errors import UsageError
from piperoll.evaluate.gold import Gold, Place, Query
from piperoll.evaluate.metrics import holds
from piperoll.evaluate.resolve import resolve
from piperoll.search.conditions import Filters
from piperoll.search.fusion import Fusion
from piperoll.search.modes import Method
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.settings import Settings
from piperoll.store.connection import Connection, Database
from piperoll.store.corpora import Corpus
from tests.search.indexing import index

SAID = "The keeper shall trim the wick and fill the oil of the lamp every evening before the sun has set. " * 4
ITEMS = "\n\n".join(f"({letter}) {SAID}" for letter in "abc")
CONTRACT = f"""LAMP AGREEMENT

This Lamp Agreement is made between Harbour Lamp Works Limited and Nordkap Trading AB.

ARTICLE I
THE LAMPS

Section 1.01 Lamps of the Harbour. {SAID}

{ITEMS}

Section 1.02 Lamps of the Pier. {SAID}

{ITEMS}

ARTICLE II
THE OIL

Section 2.01 Oil.

{ITEMS}

Section 2.02 Wicks. {SAID}

{ITEMS}
"""
"""Sections 1.01 and 2.01 have no chunk of their own: they are joined to the headings of their articles."""
FIRST = {"art1", "1.01.a", "1.01.b", "1.01.c", "1.02", "1.02.a", "1.02.b", "1.02.c"}
SECOND = {"art2", "2.01.b", "2.01.c", "2.02", "2.02.a", "2.02.b", "2.02.c"}
BELOW = [
    ("art1", FIRST),
    ("art2", SECOND),
    ("1.01", {"1.01.a", "1.01.b", "1.01.c"}),
    ("1.02", {"1.02", "1.02.a", "1.02.b", "1.02.c"}),
    ("1.02.b", {"1.02.b"}),
    ("art", set[str]()),
    ("art3", set[str]()),
]


@pytest.fixture
def contracts(database: Database, settings: Settings, tmp_path: Path) -> Iterator[tuple[Connection, Corpus]]:
    """The agreement, and beside it one whose second article has the numbers of the first."""
    source = tmp_path / "contracts"
    source.mkdir()
    (source / "lamps.txt").write_text(CONTRACT)
    turned = CONTRACT.replace("1.0", "3.0").replace("2.0", "1.0").replace("3.0", "2.0")
    (source / "turned.txt").write_text(turned.replace("Lamp Works", "Turned Lamp Works"))
    with database.connect(autocommit=True) as connection:
        yield connection, index(connection, settings, "contracts", source, "contracts")


def found(connection: Connection, corpus: Corpus, path: str, document: str | None = None) -> set[tuple[str, str]]:
    """Source and path of all that a search for a word of every chunk finds."""
    filters, fusion = Filters(document=document, path=path), Fusion(Method.SUM, {"lexical": 1.0})
    hits = search(connection, corpus, "keeper", SearchPlan(k=500, fusion=fusion, filters=filters))["hits"]
    return {(hit["source"], hit["path"]) for hit in hits}


def test_a_path_has_all_that_is_below_it_in_its_own_document(contracts: tuple[Connection, Corpus]) -> None:
    for path, below in BELOW:
        assert found(*contracts, path, "lamps.txt") == {("lamps.txt", one) for one in below}, path
    swapped = {"art1", "2.01.b", "2.01.c", "2.02", "2.02.a", "2.02.b", "2.02.c"}
    assert swapped < {path for _, path in found(*contracts, "art1", "turned.txt")}
    assert found(*contracts, "art1") == found(*contracts, "art1", "lamps.txt") | found(*contracts, "art1", "turned.txt")


def test_a_unit_of_a_gold_set_has_the_same_below_it(contracts: tuple[Connection, Corpus]) -> None:
    connection, corpus = contracts
    hits = [{"document": source, "source": source, "path": path} for source, path in found(*contracts, "art1")]
    hits += [{"document": source, "source": source, "path": path} for source, path in found(*contracts, "art2")]
    for path, below in BELOW:
        gold = Gold("g", [Query("1", "keeper", ((Place("lamps.txt", path),),), where="line 1")])
        if not below:
            with pytest.raises(UsageError, match=f"no edition of contracts has {path} in 'lamps.txt'"):
                resolve(connection, corpus, 1, gold, date.today())
            continue
        (query,) = resolve(connection, corpus, 1, gold, date.today()).queries
        (places,) = query.answers
        right = {hit["path"] for hit in hits if any(holds(hit, place) for place in places)}
        assert right == below, path
        assert all(any(holds(hit, place) for hit in hits) or place.path == path for place in places)
