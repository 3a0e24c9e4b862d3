"""Runs that go on in this process, in a folder and a database of their own."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from piperoll import settings as configured
from piperoll.pipeline import asking
from piperoll.settings import Settings
from piperoll.store.connection import Database
from tasks import common
from tests.claude import ENVIRONMENT, claude
from tests.claude_answers import summaries
from tests.pipeline.prefixes import Bench

Environment = Callable[[Mapping[str, str]], None]


@pytest.fixture
def environment(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Environment]:
    """Sets variables beside those of a run in ``tmp_path``. Waits are short, and no warning was given before."""
    assert settings.dsn
    mine = {
        "PIPEROLL_CONFIG": str(tmp_path / "piperoll.toml"),
        "PIPEROLL_DSN": settings.dsn.get_secret_value(),
        "PIPEROLL_WORKSPACE": str(tmp_path / "workspace"),
        "PIPEROLL_ORCHESTRATOR": "none",
    }

    def put(variables: Mapping[str, str]) -> None:
        for name, value in (mine | dict(variables)).items():
            monkeypatch.setenv(name, value)

    monkeypatch.setattr("piperoll.patience.FIRST_WAIT", 0.01)
    asking._warned.clear()
    common.database.cache_clear()
    yield put
    common.database().close()
    common.database.cache_clear()
    configured.load.cache_clear()


@pytest.fixture
def bench(environment: Environment, database: Database, tmp_path: Path) -> Iterator[Bench]:
    environment(ENVIRONMENT)
    (tmp_path / "laws").mkdir()
    with claude(summaries) as server:
        made = Bench(tmp_path, database, server)
        made.configure()
        yield made
