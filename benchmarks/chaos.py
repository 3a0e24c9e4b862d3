"""Thirty random kills that hit, under a corpus of 300 documents, with a reader who watches all the time.

    python benchmarks/chaos.py [KILLS] [SEED] [MINUTES]

Each run stands on one of the runners (threads, processes, Dask) and loses, at a random moment, its own process with
all its workers, one worker, the database (killed, or shut down fast), or the Prefect server. The source changes
between editions. At the end an undisturbed corpus is made of the same source: both exports must be equal byte for byte.
Everything is on loopback, in folders of its own; only processes that this script started are killed.
"""

import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.chaos.harness import Fire, Reader, ended, kill_flow, kill_worker

SIZE = 300
KILLS_AN_EDITION = 5
MOMENT = (0.2, 0.9)
"""Of a kill, from the start of the run, in times of a first run undisturbed."""
TARGETS = ("flow", "worker", "database", "database restart", "server")
RUNNERS = ("threads", "processes", "dask")


class PrefectServer:
    """A Prefect server of this script's own."""

    def __init__(self, home: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/api"
        self.environment = os.environ | {
            "PREFECT_HOME": str(home),
            "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
            "DO_NOT_TRACK": "1",
        }
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "prefect", "server", "start", "--port", str(self.port), "--no-ui"]
        self.process = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 180
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.url}/health", timeout=2).close()
                return
            except OSError:
                time.sleep(0.2)
        raise SystemExit("The Prefect server did not start.")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 20)
    minutes = float(sys.argv[3]) if len(sys.argv) > 3 else 60.0
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        data_dir = Path(tempfile.mkdtemp(prefix="piperoll-chaos-"))
        data_dir.chmod(0o755)
        server = PrefectServer(folder / "prefect")
        settings = {
            "PIPEROLL_PARTITION_BYTES": "4000",
            "PREFECT_API_URL": server.url,
            "PREFECT_HOME": str(folder / "prefect"),
            "PREFECT_CLIENT_MAX_RETRIES": "2",
        }
        fire = Fire(folder, data_dir, SIZE, settings)
        try:
            with fire.database:
                sys.exit(burn(fire, server, kills, chance, minutes))
        finally:
            server.kill()


def burn(fire: Fire, server: PrefectServer, kills: int, chance: random.Random, minutes: float) -> int:
    """Do it, print the table, and return the exit code."""
    began = time.monotonic()
    fire.finish()
    seconds = time.monotonic() - began
    reader = Reader(fire.database, fire.folder)
    reader.start()
    outcomes: Counter[tuple[str, str, str]] = Counter()
    states = 0
    hits = tries = 0
    while hits < kills and time.monotonic() < began + 60 * minutes:
        tries += 1
        if hits == states * KILLS_AN_EDITION:
            fire.finish()
            states += 1
            fire.change(states, chance)
        target, runner = chance.choice(TARGETS), chance.choice(RUNNERS)
        if target == "worker" and runner == "threads":
            runner = "processes"
        run = fire.start(PIPEROLL_RUNNER=runner)
        early = ended(run, chance.uniform(*MOMENT) * seconds)
        if early:
            hit = False
        elif target == "flow":
            hit = kill_flow(run)
        elif target == "worker":
            hit = kill_worker(run, chance)
        elif target == "server":
            server.kill()
            server.start()
            hit = True
        else:
            hit = fire.kill_database() if target == "database" else fire.restart_database()
        if not ended(run, 120):
            kill_flow(run)
            outcome = "hung, ended by us"
        else:
            outcome = {0: "published", 1: "failed, told"}.get(run.returncode, f"died ({run.returncode})")
        hits += hit
        outcomes[target if hit else "too late", runner, outcome] += 1
        print(f"{tries:3} {target:17}{runner:10}{'hit' if hit else 'missed':7}{outcome}", flush=True)
        if not hit:  # the run came to its end, so there is nothing left to do for the next one
            fire.change(states * 100 + tries, chance)
    fire.finish()
    reader.done.set()
    reader.join(60)
    fire.finish("undisturbed")
    equal = fire.export() == fire.export("undisturbed")
    print(f"\n| {'killed':17} | {'runner':9} | {'then the run':17} | times |\n|---|---|---|--:|")
    for (target, runner, outcome), count in sorted(outcomes.items()):
        print(f"| {target:17} | {runner:9} | {outcome:17} | {count:5} |")
    print(f"\npolls: {dict(sorted(reader.polls.items()))}")
    print(f"mixed, empty or changed editions seen: {len(reader.wrong)} {reader.wrong[:3]}")
    print(f"export equal to the undisturbed corpus: {equal}")
    return 0 if equal and not reader.wrong and len(reader.seen) > 1 else 1


if __name__ == "__main__":
    main()
