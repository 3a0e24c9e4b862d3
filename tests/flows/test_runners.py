"""The same edition, wherever the partitions are worked on."""

from pathlib import Path

import pytest

from piperoll import settings as configured
from piperoll.errors import UsageError
from piperoll.settings import Settings
from tasks.runner import task_runner
from tests.flows.conftest import TOPICS, Bench

pytestmark = pytest.mark.small_partitions


@pytest.fixture(scope="module")
def expected() -> dict[str, bytes]:
    return {}


@pytest.mark.parametrize("runner", ["threads", "processes", "dask"])
def test_runners_make_the_same_edition(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: dict[str, bytes], runner: str
) -> None:
    monkeypatch.setenv("PIPEROLL_RUNNER", runner)
    configured.load.cache_clear()
    bench.write(*TOPICS)
    result = bench.run()
    assert result["documents"]["new"] == len(TOPICS)
    assert result["partitions"]["parsed"] == len(TOPICS)
    exported = bench.export(tmp_path / "out.jsonl")
    assert exported == expected.setdefault("export", exported)
    assert bench.verified()["uncovered"] == 0


def test_a_runner_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "prefect_ray", None)
    with pytest.raises(UsageError, match="prefect_ray") as caught:
        task_runner(Settings(runner="ray"))
    assert "piperoll[ray]" in caught.value.remedy
