"""A corpus of statutes that the frameworks search, by words."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from piperoll.library import EvidenceBase
from piperoll.pipeline.job import job_for
from piperoll.results.found import SearchResult
from piperoll.settings import Settings
from piperoll.store.connection import open_database
from tests.conftest import name_of
from tests.search.indexing import build

ROOT = Path(__file__).parents[2]
QUERY = "vem ansvarar för att fyren lyser"


@pytest.fixture(scope="module")
def template(filled: Settings) -> str:
    """The examples of statutes."""
    with open_database(filled) as database, database.connect(autocommit=True) as connection:
        build(connection, job_for(filled, "laws", source=str(ROOT / "examples" / "se-law"), profile="se-law"))
    return name_of(filled)


@pytest.fixture
def base(settings: Settings) -> Iterator[EvidenceBase]:
    """The evidence base, opened."""
    with open_database(settings) as database:
        yield EvidenceBase(database, settings)


@pytest.fixture
def hits(base: EvidenceBase) -> SearchResult:
    """What the library finds."""
    return base["laws"].search(QUERY, k=3, mode="lexical", as_of="2032-06-01")
