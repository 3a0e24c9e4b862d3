"""The same edition, wherever the partitions are worked on."""

import os
import shutil
import socket
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import psutil
import pytest
from prefect.futures import PrefectDistributedFuture
from prefect.settings import PREFECT_LOCAL_STORAGE_PATH, temporary_settings
from prefect.states import Completed
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from piperoll import settings as configured
from piperoll.errors import CorpusBusy, PiperollError, UsageError
from piperoll.settings import Settings
from tasks import flight, hand_over
from tasks.runner import task_runner
from tests.conftest import MakeDir
from tests.flows.conftest import FEW, Bench
from tests.loopback import serve

pytestmark = [pytest.mark.small_partitions, pytest.mark.orchestrated]

NOBODY = "65534"
TWO = FEW[:2]
"""For processes that load Prefect for each partition."""


@pytest.fixture(scope="module")
def expected() -> dict[str, bytes]:
    return {}


@pytest.mark.parametrize("runner", ["threads", "processes", "dask"])
def test_runners_make_the_same_edition(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: dict[str, bytes], runner: str
) -> None:
    monkeypatch.setenv("PIPEROLL_RUNNER", runner)
    configured.load.cache_clear()
    bench.write(*TWO)
    result = bench.run()
    assert result["documents"]["new"] == len(TWO)
    assert result["partitions"]["parsed"] == len(TWO)
    exported = bench.export(tmp_path / "out.jsonl")
    assert exported == expected.setdefault("export", exported)
    assert bench.verified()["uncovered"] == 0


def test_a_runner_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "prefect_ray", None)
    with pytest.raises(UsageError, match="prefect_ray") as caught:
        task_runner(Settings(runner="ray"))
    assert "piperoll[ray]" in caught.value.remedy


def stored(storage: Path) -> list[Path]:
    return [path for path in storage.rglob("*") if path.is_file()]


@contextmanager
def by_tcp(dsn: str) -> Iterator[str]:
    """Serve a database that has only a socket in a private folder on a port of this machine."""
    place = conninfo_to_dict(dsn)
    path = f"{place['host']}/.s.PGSQL.{place.get('port', 5432)}"

    def copy(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    class Forward(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with socket.socket(socket.AF_UNIX) as server:
                server.connect(path)
                threading.Thread(target=copy, args=(server, self.request), daemon=True).start()
                copy(self.request, server)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Forward) as listening:
        listening.daemon_threads = True
        serve(listening)
        yield make_conninfo(dsn, host="127.0.0.1", port=listening.server_address[1])
        listening.shutdown()


@contextmanager
def worker(bench: Bench, home: Path, said: Path) -> Iterator[None]:
    """Serve partitions from another home, and as another user where this one can become another.

    That user may read what this one may read, because Python itself may lie in a private folder; it may write nowhere
    but in its home.
    """
    kept = {name: value for name, value in bench.environment.items() if not name.startswith(("PREFECT_", "PIPEROLL_"))}
    environment = kept | {
        "HOME": str(home),
        "PREFECT_HOME": str(home / "prefect"),
        "PREFECT_API_URL": bench.environment["PREFECT_API_URL"],
        "PIPEROLL_DATA_DIR": str(home / "data"),
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "tasks.worker"]
    if os.geteuid() == 0 and (setpriv := shutil.which("setpriv")):
        shutil.chown(home, int(NOBODY), int(NOBODY))
        reads = ["--inh-caps", "-all,+dac_read_search", "--ambient-caps", "-all,+dac_read_search"]
        command = [setpriv, "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", *reads, *command]
    with by_tcp(bench.environment["PIPEROLL_DSN"]) as dsn, said.open("wb") as log:
        environment["PIPEROLL_DSN"] = dsn
        process = psutil.Popen(command, env=environment, cwd=home, stdout=log, stderr=subprocess.STDOUT)
        try:
            yield
        finally:
            for one in [*process.children(recursive=True), process]:
                one.kill()
            process.wait(30)


def test_a_worker_of_another_home_shares_nothing_but_the_database_and_the_api(
    bench: Bench, make_dir: MakeDir, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.folder, home = make_dir(), make_dir()
    bench.write(*TWO)
    bench.run(corpus="by-threads")
    monkeypatch.setenv("PIPEROLL_RUNNER", "workers")
    monkeypatch.setattr(flight, "LONGEST", 300)
    configured.load.cache_clear()
    here = tmp_path / "storage"
    with worker(bench, home, tmp_path / "worker.log"), temporary_settings({PREFECT_LOCAL_STORAGE_PATH: here}):
        result = bench.run()
        assert result["partitions"] == {"parsed": len(TWO), "reused": 0}
        assert bench.export(tmp_path / "a.jsonl") == bench.export(tmp_path / "b.jsonl", name="by-threads")
        assert bench.count("handed_over") == 0
        assert not stored(here), "Prefect keeps no parameters"
        assert not stored(home / "prefect" / "storage"), "and no results"

        monkeypatch.setattr(hand_over, "made_by", lambda job: "other code")
        with pytest.raises(PiperollError, match="has other code") as caught:
            bench.run(corpus="other")
        assert caught.value.code == "worker_differs"
        assert bench.count("handed_over") == 0
    assert not stored(home / "prefect" / "storage"), "nor of a partition that failed"
    assert not list((tmp_path / "workspace" / "test").rglob("*.parquet")), "what is parsed stays with the worker"


def test_a_partition_that_no_worker_takes_ends_the_run(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIPEROLL_RUNNER", "workers")
    configured.load.cache_clear()
    bench.write(*FEW)
    with monkeypatch.context() as patched:
        patched.setattr(flight, "LONGEST", 1)
        with pytest.raises(PiperollError, match="partition 1 came back from no worker") as caught:
            bench.run()
    assert caught.value.code == "worker_lost"
    assert bench.count("handed_over") == 0
    assert hand_over.task()(return_state=True).is_cancelled(), "a worker that comes too late has nothing to do"

    monkeypatch.setenv("PIPEROLL_RUNNER", "threads")
    configured.load.cache_clear()
    assert bench.run()["published"] == 1


def test_what_a_run_that_died_has_left_is_gone_after_the_next_run(bench: Bench) -> None:
    bench.write("fyrar")
    bench.run()
    with bench.database.connect(autocommit=True) as connection:
        connection.execute(
            "INSERT INTO handed_over (id, corpus_id, call) SELECT gen_random_uuid(), id, '{}' FROM corpus"
        )
    bench.run()
    assert bench.count("handed_over") == 0


@pytest.mark.parametrize(("times", "told"), [(2, "Completed"), (10_000, "unknown")])
def test_a_task_run_of_which_no_state_is_recorded_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, times: int, told: str
) -> None:
    """Prefect records states behind the events that tell them, and says so by an error."""
    left = iter(range(times))

    def wait(future: PrefectDistributedFuture[None], timeout: float) -> None:
        if next(left, None) is not None:
            raise RuntimeError("Task run … has no state which means it hasn't started yet.")
        future._final_state = Completed()

    monkeypatch.setattr(PrefectDistributedFuture, "wait", wait)
    monkeypatch.setattr(hand_over, "UNRECORDED", 0.01)
    assert hand_over.Handed("partition 0", uuid4())._wait(0.5) == told


@pytest.mark.parametrize(
    ("error", "comes_back"),
    [
        (UsageError("a", "b", remedy="c", document="d"), (UsageError, "a", "b", "c", "d")),
        (CorpusBusy("a", "b", remedy="c"), (CorpusBusy, "a", "b", "c", None)),
        (PiperollError("a", "b\0", remedy="c"), (PiperollError, "a", "b\0", "c", None)),
    ],
)
def test_an_error_of_a_worker_comes_back(error: PiperollError, comes_back: tuple[object, ...]) -> None:
    again = PiperollError.from_json(hand_over._told(error))
    assert (type(again), again.code, again.message, again.remedy, again.document) == comes_back


def test_an_error_of_another_kind_comes_back_as_its_text() -> None:
    again = PiperollError.from_json(hand_over._told(ValueError("no good")))
    assert again.code == "worker_failed"
    assert "no good" in again.message
