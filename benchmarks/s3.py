"""Ten thousand small objects in S3: a first plan, a first run, a run with nothing to do, and one with faults.

    python benchmarks/s3.py [--objects 10000] [--slow-down 0.05] [--cut 0.02]

The server speaks S3 on loopback and is itself much slower than the real one: the requests are what counts. The
documents have no text, so that nothing is embedded. Every line is the real command in a process of its own.
"""

import argparse
import json
import logging
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from moto.backends import get_backend
from moto.core import DEFAULT_ACCOUNT_ID
from moto.server import ThreadedMotoServer

from tests.s3 import S3

DOCUMENT = "---\nbeteckning: {year}:{number}\nrubrik: Förordning om sak {number}\n---\n"


def fill(s3: S3, objects: int) -> None:
    """Put the documents into the server's memory at once: by requests it would take minutes."""
    backend = get_backend("s3")[DEFAULT_ACCOUNT_ID]["aws"]
    for number in range(objects):
        data = DOCUMENT.format(year=1000 + number // 1000, number=number % 1000 + 1).encode()
        backend.put_object(s3.bucket, f"laws/{number // 1000}/{number:05}.md", data)


def row(s3: S3, title: str, environment: dict[str, str], *command: str) -> None:
    """Run a command and print what it took."""
    s3.requests.clear()
    s3.faults.clear()
    began = time.perf_counter()
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "piperoll.cli",
            *command,
            "--source",
            s3.address("laws"),
            "--profile",
            "se-law",
            "--json",
        ],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    seconds = time.perf_counter() - began
    result = json.loads(done.stdout)
    discover = f"{result['seconds']['discover']:.1f}" if "seconds" in result else ""
    asked = " | ".join(f"{s3.requests[kind]:,}" for kind in ("LIST", "GET"))
    faults = s3.faults["slow_down"] + s3.faults["cut"]
    found = ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in result["documents"].items() if count)
    print(f"| {title} | {seconds:.1f} | {discover} | {asked} | {faults:,} | {found} |", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objects", type=int, default=10_000)
    parser.add_argument("--slow-down", type=float, default=0.05)
    parser.add_argument("--cut", type=float, default=0.02)
    given = parser.parse_args()
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    s3 = S3(server.get_host_and_port()[1])
    fill(s3, given.objects)
    dice = random.Random(1)

    def fault(kind: str, key: str) -> str:
        drawn = dice.random()
        return "slow_down" if drawn < given.slow_down else "cut" if drawn < given.slow_down + given.cut else ""

    with tempfile.TemporaryDirectory() as data:
        Path(data).chmod(0o755)
        patience = {"PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "300"}  # on a busy machine
        environment = s3.environment | patience | {"PIPEROLL_DATA_DIR": data}
        print("| | s | discover, s | LIST | GET | faults | documents |\n|---|---:|---:|---:|---:|---:|---|")
        row(s3, "plan", environment, "plan", "quiet")
        row(s3, "first run", environment, "reindex", "quiet")
        row(s3, "nothing to do", environment, "reindex", "quiet")
        s3.fault = fault
        row(s3, "first run, with faults", environment, "reindex", "faulty")
        row(s3, "nothing to do, with faults", environment, "reindex", "faulty")
    s3.close()
    server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
