"""The service logs questions by the same function as the library, by a connection that may write."""

from pathlib import Path

import pytest

from piperoll.settings import CorpusSettings, Settings
from piperoll.store import corpora, questions
from piperoll.store.connection import open_database
from tests.serve.conftest import CORPORA, Serve

ROOT = Path(__file__).parents[2]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Settings with which every corpus logs."""
    tables = {
        name: CorpusSettings(source=str(ROOT / "examples" / profile), profile=profile, log_questions=1)
        for name, profile in CORPORA.items()
    }
    return settings.model_copy(update={"corpus": tables})


def test_what_is_asked_and_opened_is_logged_and_warming_up_is_not(settings: Settings, serve: Serve) -> None:
    client = serve()
    while not client.get("/readyz").is_success:
        pass
    found = client.post("/api/search", json={"corpus": "laws", "query": "fyren", "mode": "lexical"}).json()
    cases = client.post("/api/search/cases", json={"corpus": "cases", "query": "light"}).json()
    document = client.get("/api/documents/SFS 2031:12", params={"corpus": "laws", "asked": found["asked"]})
    assert document.is_success
    assert client.get("/api/documents/SFS 2031:12", params={"corpus": "laws", "asked": "no id"}).status_code == 422
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        logged = {name: questions.every(connection, corpora.get(connection, name)) for name in CORPORA}
    assert [(str(one["asked"]), one["opened"]) for one in logged["laws"]] == [(found["asked"], ["SFS 2031:12"])]
    assert [str(one["asked"]) for one in logged["cases"]] == [cases["asked"]]
    assert logged["filings"] == logged["terms"] == []
