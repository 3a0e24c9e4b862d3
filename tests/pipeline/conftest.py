"""The settings of runs that go on in this process, in a folder and a database of their own."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from piperoll import settings as configured
from piperoll.pipeline import asking
from piperoll.settings import Settings
from tasks import common

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
