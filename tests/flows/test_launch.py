"""Runs with an API of Prefect, with a temporary one, and with none: the same edition, and no more than it takes."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest
from prefect.settings import PREFECT_SERVER_DATABASE_CONNECTION_URL

from flows.launch import FEW_BYTES, api_is_configured, asks_for_prefect
from piperoll import settings as configured
from piperoll.errors import UsageError
from piperoll.settings import Settings
from tasks import common
from tests.flows.conftest import FEW, TOPICS, Bench

PATIENCE = 120
TELLS = """
import sys
from piperoll.cli import main
try:
    main()
finally:
    heavy = {"prefect", "torch", "transformers", "fastapi"}
    print("LOADED", *sorted(heavy & set(sys.modules)), file=sys.stderr)
"""
"""A program that runs the command line and says which heavy packages it loaded."""


pytestmark = [pytest.mark.small_partitions, pytest.mark.orchestrated]


def without_api(bench: Bench, *arguments: str) -> subprocess.Popen[str]:
    """The real command where no API is configured."""
    environment = {name: value for name, value in bench.environment.items() if not name.startswith("PREFECT_")}
    home = bench.folder.parent / "prefect"
    home.mkdir()
    made_before(home / "prefect.db")
    return subprocess.Popen(
        [sys.executable, "-c", TELLS, *arguments],
        env=environment | {"PREFECT_HOME": str(home)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def made_before(database: Path) -> None:
    """Copy the database of this process' API: a new one would take six processor seconds to make."""
    url = PREFECT_SERVER_DATABASE_CONNECTION_URL.value()
    with closing(sqlite3.connect(url.partition("///")[2])) as source, closing(sqlite3.connect(database)) as target:
        source.backup(target)


@pytest.mark.parametrize("runner", ["threads", "processes"])
def test_without_an_orchestrator_a_run_makes_the_same_edition(
    alone: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, runner: str
) -> None:
    monkeypatch.setenv("PIPEROLL_RUNNER", runner)
    configured.load.cache_clear()
    alone.write(*FEW)
    result = alone.launch()
    assert result["partitions"]["parsed"] == len(FEW)
    monkeypatch.setenv("PIPEROLL_RUNNER", "threads")  # by others of Prefect's: tests/flows/test_runners.py
    configured.load.cache_clear()
    alone.run(corpus="by-prefect")
    assert alone.export(tmp_path / "a.jsonl") == alone.export(tmp_path / "b.jsonl", name="by-prefect")
    with alone.database.connect() as connection:
        states = connection.execute("SELECT state, result IS NOT NULL FROM run").fetchall()
    assert states == [("completed", True)] * 2


def test_without_an_orchestrator_a_transient_fault_is_tried_again(
    alone: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    from piperoll.pipeline.load import Load

    failed: list[int] = []
    load = Load.run

    def failing(self: Load, context: Any) -> Any:
        if not failed:
            failed.append(1)
            raise ConnectionError("a lost connection")
        return load(self, context)

    monkeypatch.setattr(Load, "run", failing)
    monkeypatch.setattr(common, "BACKOFF_SECONDS", 0)
    alone.write("fyrar")
    assert alone.launch()["published"] == 1
    assert failed


def test_without_an_orchestrator_a_failure_is_recorded(alone: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    from piperoll.pipeline.load import Load

    def failing(self: Load, context: Any) -> Any:
        raise ValueError("no good")

    monkeypatch.setattr(Load, "run", failing)
    alone.write("fyrar")
    with pytest.raises(ValueError, match="no good"):
        alone.launch()
    with alone.database.connect() as connection:
        assert connection.execute("SELECT state, error FROM run").fetchall() == [("failed", "ValueError: no good")]


def test_without_an_orchestrator_a_runner_of_prefect_is_refused(alone: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIPEROLL_RUNNER", "dask")
    configured.load.cache_clear()
    alone.write("fyrar")
    with pytest.raises(UsageError, match="through Prefect only"):
        alone.launch()


def test_a_night_in_which_nothing_changed_loads_neither_prefect_nor_the_model(bench: Bench) -> None:
    bench.write("fyrar", "broar")
    bench.run()
    child = without_api(bench, "reindex", "test", "--source", str(bench.folder), "--profile", "se-law", "--json")
    told, errors = child.communicate(timeout=PATIENCE)
    assert child.returncode == 0, errors
    assert errors.splitlines()[-1] == "LOADED"
    result = json.loads(told)
    assert (result["edition"], result["documents"]["unchanged"]) == (1, 2)
    assert result["seconds"]["start"] > 0
    with bench.database.connect() as connection:
        assert connection.execute("SELECT count(*) FROM run WHERE state = 'completed'").fetchone() == (2,)


def test_a_small_run_needs_no_prefect(bench: Bench) -> None:
    bench.write("fyrar", "broar")
    bench.run()
    bench.path("broar").unlink()
    bench.write("kvarnar")
    child = without_api(bench, "reindex", "test", "--source", str(bench.folder), "--profile", "se-law", "--json")
    told, errors = child.communicate(timeout=PATIENCE)
    assert child.returncode == 0, errors
    assert errors.splitlines()[-1] == "LOADED", "few texts need no torch either"
    result = json.loads(told)
    assert (result["edition"], result["documents"]["new"], result["documents"]["gone"]) == (2, 1, 1)


@pytest.mark.parametrize(
    ("setting", "value", "asks"),
    [("RUNNER", "processes", False), ("RUNNER", "dask", True), ("NOTIFY", "slack-webhook/ops", True)],
)
def test_what_only_prefect_has_is_never_done_without(
    monkeypatch: pytest.MonkeyPatch, setting: str, value: str, asks: bool
) -> None:
    monkeypatch.setenv(f"PIPEROLL_{setting}", value)
    assert asks_for_prefect(Settings()) is asks


def test_a_temporary_api_is_closed_to_others_and_ends_with_its_run(bench: Bench) -> None:
    for topic in TOPICS:
        bench.write(topic)
        long = bench.path(topic).read_text(encoding="utf-8") + "\nLänsstyrelsen får meddela föreskrifter.\n" * 600
        bench.path(topic).write_text(long, encoding="utf-8")
    assert sum(one.stat().st_size for one in bench.folder.iterdir()) > FEW_BYTES
    bench.configure("test")
    child = without_api(bench, "reindex", "test")
    api, deadline = None, time.monotonic() + PATIENCE
    while not (bench.count("run") and api) and child.poll() is None and time.monotonic() < deadline:
        api = next((one for one in psutil.Process(child.pid).children() if "flows.temporary_api" in one.cmdline()), api)
        time.sleep(0.1)
    assert api, child.communicate(timeout=PATIENCE)
    (listens,) = {one.laddr for one in api.net_connections("tcp") if one.status == psutil.CONN_LISTEN}
    assert listens.ip == "127.0.0.1"
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(
            urllib.request.Request(f"http://127.0.0.1:{listens.port}/api/flows/count", method="POST"), timeout=PATIENCE
        )
    assert refused.value.code == 401
    secret = api.environ()["PREFECT_SERVER_API_AUTH_STRING"]
    assert secret not in " ".join(api.cmdline()), "every account may read command lines"
    child.send_signal(signal.SIGKILL)
    child.communicate(timeout=PATIENCE)
    assert api.wait(timeout=PATIENCE) is None or not api.is_running()


def test_an_api_is_found_wherever_prefect_would(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith("PREFECT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PREFECT_HOME", str(tmp_path / "home"))
    asked = [sys.executable, "-c", "from flows.launch import api_is_configured as a; print(a())"]

    def found() -> bool:
        told = subprocess.run(asked, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": here})
        return told.stdout.strip() == "True"

    here = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    assert not api_is_configured()
    (tmp_path / "prefect.toml").write_text('[api]\nurl = "http://127.0.0.1:1/api"\n', encoding="utf-8")
    assert found()
    (tmp_path / "prefect.toml").unlink()
    monkeypatch.setenv("PREFECT_API_URL", "http://127.0.0.1:1/api")
    assert api_is_configured()
