"""The nightly command as its own process, against a real server."""

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from prefect.client.orchestration import get_client
from prefect.deployments import run_deployment
from prefect.exceptions import ObjectNotFound

from tests.flows.conftest import SMALL, Bench

pytestmark = pytest.mark.orchestrated

PATIENCE = 120
"""Seconds for a command on a machine that has other work."""


def nightly(bench: Bench, tmp_path: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Exit code and result of the command with two corpora: one whose folder is gone, and that of the bench."""
    config = tmp_path / "piperoll.toml"
    tables = [SMALL.format(name=name, source=name) for name in ("gone", bench.folder.name)]
    config.write_text("".join(tables), encoding="utf-8")
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


def test_what_is_served_runs_and_may_be_served_again(bench: Bench, tmp_path: Path) -> None:
    bench.write("fyrar")
    bench.configure("test")
    bench.environment["PREFECT_RUNNER_POLL_FREQUENCY"] = "1"
    name = "reindex-corpus/nightly-test"
    with get_client(sync_client=True) as client:
        with serving(bench) as served:
            run: Any = until(lambda: started(name), served)
            until(lambda: (state := client.read_flow_run(run.id).state) and state.is_final(), served)
            state = client.read_flow_run(run.id).state
            assert state
            assert state.is_completed(), state.message
            assert bench.corpus().published_edition == 1
            deployment = client.read_deployment_by_name(name)
        with serving(bench) as served:
            until(lambda: client.read_deployment_by_name(name).updated != deployment.updated, served)
            again = client.read_deployment_by_name(name)
    for one in (deployment, again):
        assert [each.schedule.timezone for each in one.schedules] == ["Europe/Stockholm"]


@contextmanager
def serving(bench: Bench) -> Iterator["subprocess.Popen[str]"]:
    """Serve the corpus until the end of a block."""
    served = bench.start_anew("nightly", "--serve", "--at", "02:00", "--time-zone", "Europe/Stockholm")
    try:
        yield served
    finally:
        served.terminate()
        served.communicate(timeout=PATIENCE)


def started(deployment: str) -> Any:
    """A run of the deployment, or None while there is none of that name."""
    try:
        return run_deployment(deployment, timeout=0, as_subflow=False)
    except ObjectNotFound:
        return None


def until(met: Callable[[], Any], process: "subprocess.Popen[str]") -> Any:
    """Wait until ``met`` is true, while the process lives and patience lasts; returns what it gave."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        if found := met():
            return found
        time.sleep(0.5)
    raise AssertionError(f"waited in vain; the process: {process.poll()}")
