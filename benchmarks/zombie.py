"""`kill -9` of what runs a night, for real: does the next night run?

    python benchmarks/zombie.py {flow,worker,machine} [--lease memory|filesystem] [--no-automation]

Starts a Prefect server, a process worker and the nightly deployment with its concurrency limit of 1
(CANCEL_NEW) on loopback, kills the flow's process, or the worker too, or the server too and starts
that again, and then tries the next run. Only processes that this script started are killed.
"""

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import psutil

ROOT = Path(__file__).parents[1]
HEARTBEAT = 30
"""Seconds, the least that Prefect takes; the zombie automation waits for three."""
STATUTE = """---
beteckning: 2001:{number}
rubrik: Lag om fyr {number}
---

# Lag om fyr {number}

### 1 §

Fyr {number} ska lysa.
"""
DOCUMENTS = 400
WAIT = 420
"""Seconds to wait for what comes back by itself; a lease lasts 300."""


def until(what: str, met: Callable[[], Any], seconds: float = 120) -> Any:
    """Wait until ``met`` is true and return what it gave."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := met():
            return found
        time.sleep(0.5)
    raise SystemExit(f"waited {seconds} s in vain: {what}")


@contextmanager
def process(*command: str, log: Path) -> Iterator[psutil.Popen]:
    """A process of this script, ended with it."""
    with log.open("ab") as out:
        child = psutil.Popen([sys.executable, "-m", *command], cwd=ROOT, stdout=out, stderr=out)
    try:
        yield child
    finally:
        if child.is_running():
            child.terminate()
            child.wait(30)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("victim", choices=["flow", "worker", "machine"])
    parser.add_argument("--lease", choices=["memory", "filesystem"], default="filesystem")
    parser.add_argument("--no-automation", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        room = Path(temporary)
        room.chmod(0o755)
        os.environ |= {
            "PREFECT_HOME": str(room / "prefect"),
            "PREFECT_API_URL": f"http://127.0.0.1:{port}/api",
            "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
            "PREFECT_SERVER_CONCURRENCY_LEASE_STORAGE": f"prefect.server.concurrency.lease_storage.{given.lease}",
            "DO_NOT_TRACK": "1",
            "PIPEROLL_DATA_DIR": str(room / "data"),
            "PIPEROLL_PARTITION_BYTES": "100",
        }
        return night(given, room, port)


def night(given: argparse.Namespace, room: Path, port: int) -> int:
    """One killed run and the next, told on stdout."""
    import yaml
    from prefect.client.orchestration import get_client
    from prefect.deployments import run_deployment

    sys.path.append(str(ROOT / "deployments"))
    import apply

    from piperoll.settings import Settings
    from piperoll.store.connection import open_database

    source = room / "laws"
    source.mkdir()
    for number in range(1, DOCUMENTS + 1):
        (source / f"{number}.md").write_text(STATUTE.format(number=number), encoding="utf-8")
    server = ("prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port))
    log = room / "log"

    with (
        open_database(Settings(data_dir=room / "data")) as database,
        database.connect(autocommit=True) as connection,
        get_client(sync_client=True) as client,
    ):

        def call(*command: str) -> None:
            done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
            if done.returncode:
                raise SystemExit(done.stdout + done.stderr)

        def start() -> UUID:
            run = run_deployment(
                "reindex-corpus/nightly-demo",
                parameters={"corpus": "demo", "source": str(source), "profile": "se-law"},
                job_variables={"env": {"PREFECT_FLOWS_HEARTBEAT_FREQUENCY": str(HEARTBEAT)}},
                timeout=0,
                as_subflow=False,
            )
            return run.id

        def state(run: UUID) -> str:
            found = client.read_flow_run(run).state
            return found.name if found else ""

        def slots() -> int:
            deployment = client.read_deployment_by_name("reindex-corpus/nightly-demo")
            limit = deployment.global_concurrency_limit
            return client.read_global_concurrency_limit_by_name(limit.name).active_slots if limit else 0

        def loaded() -> int:
            row = connection.execute("SELECT count(*) FROM source_file").fetchone()
            return int(row[0]) if row else 0

        worker = ("prefect", "worker", "start", "--pool", "piperoll")
        with ExitStack() as alive:
            first = alive.enter_context(process(*server, log=log))
            until("server", lambda: client.api_healthcheck() is None)
            call("prefect", "work-pool", "create", "piperoll", "--type", "process")
            call("prefect", "--no-prompt", "deploy", "--prefect-file", "deployments/prefect.yaml", "-n", "nightly-demo")
            if not given.no_automation:
                wanted = yaml.safe_load(apply.AUTOMATIONS.read_text(encoding="utf-8"))["automations"]
                wanted[0]["trigger"]["within"] = 3 * HEARTBEAT
                apply.automations(wanted, None)
            polling = alive.enter_context(process(*worker, log=log))
            run = start()
            until("the run loads", lambda: state(run) == "Running" and loaded() > 10)
            victims = polling.children(recursive=True)
            if given.victim != "flow":
                victims.append(polling)
            if given.victim == "machine":
                victims.append(first)
            for victim in victims:
                victim.send_signal(signal.SIGKILL)
            psutil.wait_procs(victims, timeout=30)
            killed = time.monotonic()
            print(f"killed after {loaded()} of {DOCUMENTS} documents")
            if given.victim == "machine":
                alive.enter_context(process(*server, log=log))
                until("server", lambda: client.api_healthcheck() is None)
            if given.victim != "flow":
                alive.enter_context(process(*worker, log=log))
            return told(killed, run, start, state, slots)


def told(
    killed: float, run: UUID, start: Callable[[], UUID], state: Callable[[UUID], str], slots: Callable[[], int]
) -> int:
    """Try the next run at once, and again when the slot is free."""

    def said(text: str) -> None:
        print(f"{time.monotonic() - killed:6.0f} s  {text}", flush=True)

    ended = ("Completed", "Failed", "Crashed", "Cancelled")
    said(f"state {state(run)}, slots taken {slots()}")
    again = start()
    until("next run", lambda: state(again) in ended, 180)
    said(f"next run, tried at once: {state(again)}")
    seen = ""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        now = f"state {state(run)}, slots taken {slots()}"
        if now != seen:
            said(now)
        seen = now
        if not slots():
            break
        time.sleep(1)
    again = start()
    until("next run", lambda: state(again) in ended, 180)
    said(f"next run: {state(again)}")
    return 0 if state(again) == "Completed" else 1


if __name__ == "__main__":
    sys.exit(main())
