"""A disk fills up under a run: readers still read, the error names the disk, and with room the next run goes on."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from piperoll import terminal
from piperoll.settings import Settings
from tests.chaos.operations import CORPUS, Mortal, Operation
from tests.chaos.sweep import CONFIG, STATUTE

SIZE = 220  # MB
LEFT = (0, 6, 40)  # MB that are free when a run begins
SECTIONS = 60


@pytest.fixture
def disk(make_dir: Callable[[], Path]) -> Iterator[Path]:
    """A small disk of its own, in memory."""
    folder = make_dir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}m,mode=755", "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("only root may mount a disk, and some containers let nobody")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Mortal]:
    process = Mortal(tmp_path)
    yield process
    process.close()


def write(folder: Path, state: str) -> None:
    folder.mkdir(exist_ok=True)
    for number in range(20):
        more = (f"### {10 + part} §\n\n{state} {number} {part} ljus över hamnen.\n\n" for part in range(SECTIONS))
        text = STATUTE.format(number=number, state=state, other=number + 1) + "\n" + "".join(more)
        (folder / f"{number}.md").write_text(text, encoding="utf-8")


def fill(disk: Path, left: int) -> None:
    """Fill the disk with a file of somebody else's, until so many MB are left."""
    with (disk / "other").open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, shutil.disk_usage(disk).free - (left << 20) or 1)


def test_readers_read_and_the_next_run_goes_on(disk: Path, mortal: Mortal, tmp_path: Path) -> None:
    (tmp_path / "piperoll.toml").write_text(CONFIG + CONFIG.replace(CORPUS, "undisturbed"), encoding="utf-8")
    write(tmp_path / "source", "first")
    settings = {"PIPEROLL_DATA_DIR": str(disk / "data"), "PIPEROLL_CONFIG": str(tmp_path / "piperoll.toml")}

    def do(*arguments: str) -> int:
        return int(mortal.run(Operation("", "", arguments), **settings)["code"])

    def exported() -> bytes:
        out = tmp_path / "out.jsonl"
        assert do("export", CORPUS, "--out", str(out)) == 0, mortal.said()
        return out.read_bytes()

    assert do("reindex", CORPUS) == 0, mortal.said()
    codes = []
    for left in LEFT:
        before = exported()
        write(tmp_path / "source", f"left {left}")
        fill(disk, left)
        if ended := do("reindex", CORPUS, "--json"):
            error = json.loads((mortal.folder / "out").read_text())["error"]
            assert error["code"] in ("database_full", "workspace_full", "disk_full"), error
            assert str(disk) in error["message"] + error["remedy"]
            assert exported() == before, "readers still read"
            codes.append(error["code"])
        (disk / "other").unlink()
        assert do("reindex", CORPUS) == 0, mortal.said()
        assert exported() != before
        assert ended == 0 or codes
    assert "database_full" in codes
    assert do("reindex", "undisturbed") == 0, mortal.said()
    last = exported()
    assert do("export", "undisturbed", "--out", str(tmp_path / "other.jsonl")) == 0
    assert (tmp_path / "other.jsonl").read_bytes() == last


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a file that is always full")
@pytest.mark.parametrize("words", [["status", "--json"], ["status"]])
def test_a_full_disk_behind_the_output_is_told_on_stderr(settings: Settings, words: list[str]) -> None:
    assert settings.dsn
    environment = os.environ | {"PIPEROLL_DSN": settings.dsn.get_secret_value()}
    environment.pop("PYTHONUNBUFFERED", None)  # it would hide what fails only when the output is written out
    command = [sys.executable, "-m", "piperoll.cli", *words]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, env=environment, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: A disk is full")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a file that is always full")
def test_a_full_disk_behind_the_log_ends_nothing() -> None:
    full = Path("/dev/full").open("w", buffering=1)  # noqa: SIM115  (closing it fails too)
    terminal.Talk(file=full).print("what a run does")
    with pytest.raises(OSError, match="No space left"):
        full.close()
