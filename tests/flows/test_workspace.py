"""A result in the workspace that is damaged or forged is made again by the run that finds it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from piperoll.pipeline.load import Load
from piperoll.pipeline.stage import Context, StageResult
from piperoll.pipeline.workspace import SUMMARY_FILE, FolderWorkspace, Marker
from tests.flows.conftest import TOPICS, Bench

RUN = Load.run


def results(bench: Bench, kind: str) -> list[Path]:
    return sorted(Path(bench.environment["PIPEROLL_WORKSPACE"]).glob(f"test/finished/{kind}-*"))


def flip(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :])


def die(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run until everything is parsed and nothing is loaded."""

    def dies(self: Load, context: Context) -> StageResult:
        raise OSError("dead")  # none that a file is blamed for

    with monkeypatch.context() as patch:
        patch.setattr(Load, "run", dies)
        with pytest.raises(OSError, match="dead"):
            bench.run()


@pytest.fixture
def good(bench: Bench, tmp_path: Path) -> bytes:
    """The edition of an undisturbed run."""
    bench.write(*TOPICS[:4])
    bench.run(corpus="good")
    return bench.export(tmp_path / "good.jsonl", name="good")


def forge(bench: Bench) -> None:
    """Put the rows of one partition in the place of another, sealed as anybody can without a key."""
    first, *others = results(bench, "parse")
    for other in others:
        for file in ("document", "chunk", "citation"):
            (other / f"{file}.parquet").write_bytes((first / f"{file}.parquet").read_bytes())
        marker = Marker.read(first.name, (first / SUMMARY_FILE).read_bytes(), b"")
        assert marker
        (other / SUMMARY_FILE).write_bytes(Marker(other.name, marker.files, marker.summary).sealed(b""))


DISTURBANCES: dict[str, Callable[[Bench], None]] = {
    "rows": lambda bench: [flip(one / "citation.parquet") for one in results(bench, "parse")] and None,
    "texts": lambda bench: [flip(one / "text.parquet") for one in results(bench, "enrich")] and None,
    "marker": lambda bench: [os.truncate(one / SUMMARY_FILE, 0) for one in results(bench, "parse")] and None,
    "gone": lambda bench: [(one / "chunk.parquet").unlink() for one in results(bench, "parse")] and None,
    "forged": forge,
}


@pytest.mark.parametrize("disturbance", DISTURBANCES)
def test_a_run_that_continues_makes_damaged_results_again(
    bench: Bench, good: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disturbance: str
) -> None:
    die(bench, monkeypatch)
    assert results(bench, "parse")
    DISTURBANCES[disturbance](bench)
    assert bench.run()["documents"]["new"] == 4
    assert bench.export(tmp_path / "test.jsonl") == good
    assert bench.verified()["uncovered"] == 0
    assert not results(bench, "parse")


def test_damage_between_two_stages_of_one_run_is_made_good(
    bench: Bench, good: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged: set[str] = set()

    def damage(self: Load, context: Context) -> StageResult:
        for parsed in results(bench, "parse"):
            if parsed.name not in damaged:
                damaged.add(parsed.name)
                flip(parsed / "chunk.parquet")
        return RUN(self, context)

    monkeypatch.setattr(Load, "run", damage)
    assert bench.run()["documents"]["new"] == 4
    assert damaged
    assert bench.export(tmp_path / "test.jsonl") == good


def test_the_key_seals_what_a_run_leaves_and_is_never_shown(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from piperoll import settings

    key = "a secret of the nights"
    monkeypatch.setenv("PIPEROLL_WORKSPACE_KEY", key)
    settings.load.cache_clear()
    bench.write("fyrar")
    die(bench, monkeypatch)
    [parsed] = results(bench, "parse")
    data = (parsed / SUMMARY_FILE).read_bytes()
    assert Marker.read(parsed.name, data, key.encode())
    assert FolderWorkspace(parsed.parents[1]).find(parsed.name) is None  # without the key it is nobody's
    bench.run()
    assert key not in caplog.text
    assert key not in repr(settings.load())
