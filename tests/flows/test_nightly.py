"""The nightly command as its own process, against a real server."""

import json
from pathlib import Path
from typing import Any

from tests.flows.conftest import Bench

PATIENCE = 120
"""Seconds for a command on a machine that has other work."""


def nightly(bench: Bench, tmp_path: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Exit code and result of the command with two corpora: one whose folder is gone, and that of the bench."""
    config = tmp_path / "piperoll.toml"
    tables = [f'[corpus.{name}]\nsource = "{name}"\nprofile = "se-law"\n' for name in ("gone", bench.folder.name)]
    config.write_text("\n".join(tables), encoding="utf-8")
    bench.environment["PIPEROLL_CONFIG"] = str(config)
    child = bench.start("nightly", *arguments, "--json")
    out, errors = child.communicate(timeout=PATIENCE)
    assert out, errors
    return child.returncode, json.loads(out)


def test_one_that_fails_does_not_stop_the_others(bench: Bench, tmp_path: Path) -> None:
    bench.write("fyrar")
    code, out = nightly(bench, tmp_path)
    gone, source = out["corpora"]
    assert code == 1
    assert (gone["state"], gone["error"]["code"]) == ("failed", "source_missing")
    assert (source["state"], source["result"]["published"]) == ("completed", 1)
    assert bench.corpus("source").published_edition == 1


def test_serving_without_a_server_says_what_to_type(bench: Bench, tmp_path: Path) -> None:
    del bench.environment["PREFECT_API_URL"]
    bench.environment["PREFECT_HOME"] = str(tmp_path)  # no profile of the user's names one
    code, out = nightly(bench, tmp_path, "--serve")
    assert (code, out["error"]["code"]) == (2, "no_server")
    assert "prefect server start" in out["error"]["remedy"]


def test_a_schedule_that_is_none_is_wrong_use(bench: Bench, tmp_path: Path) -> None:
    code, out = nightly(bench, tmp_path, "--serve", "--time-zone", "Europe/Atlantis")
    assert (code, out["error"]["code"]) == (2, "bad_schedule")
