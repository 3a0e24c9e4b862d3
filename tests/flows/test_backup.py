"""The scripts of docs/editions.md, as they stand there: a corpus is dumped, and restored into a fresh data folder."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from piperoll.store.server import embedded
from tests.flows.conftest import Bench

ROOT = Path(__file__).parents[2]
PATIENCE = 120  # seconds for one command on a busy machine

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def folders(make_dir: Callable[[], Path]) -> Iterator[tuple[Path, Path]]:
    """Two data folders, whose servers are started once for all commands."""
    old, new = make_dir(), make_dir()
    with embedded(old), embedded(new):
        yield old, new


def test_a_restored_backup_is_the_same_and_a_reindex_of_it_finds_nothing_to_do(
    bench: Bench, tmp_path: Path, folders: tuple[Path, Path]
) -> None:
    old, new = folders
    bench.write("fyrar", "bikupor")
    bench.configure("test")
    reindex = ("reindex", "test")
    _command(bench, old, *reindex)
    bench.path("fyrar").write_text(
        bench.path("fyrar").read_text(encoding="utf-8").replace("Länsstyrelsen", "Kommunen"), encoding="utf-8"
    )
    assert _command(bench, old, *reindex)["edition"] == 2
    before = {number: _export(bench, old, tmp_path, number) for number in (1, 2)}

    for script, folder in zip(_scripts(), (old, new), strict=True):
        _python(_environment(bench, folder), tmp_path, "-c", script)

    assert {number: _export(bench, new, tmp_path, number) for number in (1, 2)} == before
    assert before[1] != before[2]
    proved = _command(bench, new, "verify", "test")
    assert (proved["documents"], proved["uncovered"], proved["mismatches"]) == (2, 0, 0)
    hits = _command(bench, new, "search", "test", "vem utövar tillsyn över bikupor", "--k", "1")["hits"]
    assert hits[0]["document"] == "SFS 1991:2"
    assert "dense" in hits[0]["scores"]
    again = _command(bench, new, *reindex)
    assert (again["edition"], again["documents"]["unchanged"], again["embeddings"]["computed"]) == (2, 2, 0)
    assert again["partitions"] == {"parsed": 0, "reused": 0}


def _scripts() -> list[str]:
    text = (ROOT / "docs" / "editions.md").read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def _environment(bench: Bench, data: Path) -> dict[str, str]:
    environment = bench.environment | {"PIPEROLL_DATA_DIR": str(data), "PYTHONPATH": str(ROOT)}
    return {name: value for name, value in environment.items() if name not in ("PIPEROLL_DSN", "PIPEROLL_WORKSPACE")}


def _python(environment: Mapping[str, str], folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, cwd=folder, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def _command(bench: Bench, data: Path, *arguments: str) -> Any:
    command = bench.commands().start(
        *arguments, "--json", environment=_environment(bench, data), cwd=bench.folder.parent
    )
    out, err = command.communicate(timeout=PATIENCE)
    assert command.returncode == 0, err + out
    return json.loads(out)


def _export(bench: Bench, data: Path, folder: Path, edition: int) -> bytes:
    out = folder / "out.jsonl"
    _command(bench, data, "export", "test", "--out", str(out), "--edition", str(edition))
    return out.read_bytes()
