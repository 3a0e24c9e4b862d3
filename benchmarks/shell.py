"""Measure commands in processor seconds, from their start to their end.

    python -m benchmarks.shell [FOLDER --profile NAME] [--against CHECKOUT] [--rounds N] [--only WORD]

FOLDER is indexed into an embedded Postgres of the benchmark's own, which runs while the commands are measured, as
beside another reader; none: examples/se-law. Each command is a process of its own. "server" is what its connections
cost in Postgres. The last column is the cost without the server, in imports of torch. With --against, the commands of
another checkout answer the same questions in the same rounds; its database must have the same migrations.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import psutil

from benchmarks.indexed import indexed
from piperoll.store.connection import Connection

ROOT = Path(__file__).parents[1]
NAME = "shell"
QUESTION = "vem ansvarar för arbetsmiljön"
TORCH = "import torch"


class Cost(NamedTuple):
    """Processor seconds of a process and of all that it waited for, and of the server meanwhile."""

    own: float
    server: float


def commands(document: str) -> dict[str, list[str]]:
    search = ["search", NAME, QUESTION]
    return {
        "--help": ["--help"],
        "search --help": ["search", "--help"],
        "status": ["status"],
        "show": ["show", NAME, document],
        "cites": ["cites", NAME, document],
        "search, by words": [*search, "--mode", "lexical"],
        "search, by meaning": [*search, "--mode", "dense"],
        "search": search,
        "search, reranked": [*search, "--reranker", "late-interaction"],
    }


def of_server(postmaster: psutil.Process) -> float:
    """Processor seconds of the connections that have ended."""
    times = postmaster.cpu_times()
    return float(times.children_user + times.children_system)


def cost(command: list[str], environment: dict[str, str], postmaster: psutil.Process) -> Cost:
    """Run a command, which must succeed."""
    before = of_server(postmaster)
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(command, env=environment, cwd="/", stdout=nowhere, stderr=nowhere)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}.")
    return Cost(usage.ru_utime + usage.ru_stime, of_server(postmaster) - before)


def postmaster_of(connection: Connection) -> psutil.Process:
    parent = psutil.Process(connection.info.backend_pid).parent()
    assert parent
    return parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "examples" / "se-law")
    parser.add_argument("--profile", default="se-law")
    parser.add_argument("--against", type=Path, help="another checkout")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="commands whose name holds this")
    parser.add_argument("--data", type=Path, help="where the database is kept (default: it is not)")
    given = parser.parse_args()
    checkouts = {"now": ROOT} | ({"before": given.against} if given.against else {})
    with tempfile.TemporaryDirectory(prefix="shell-", ignore_cleanup_errors=True) as folder:
        data = given.data or Path(folder)
        data.chmod(0o755)  # Postgres may run as another account
        with indexed(data, NAME, given.folder.absolute(), given.profile) as (connection, _):
            row = connection.execute("SELECT source FROM version ORDER BY source LIMIT 1").fetchone()
            assert row
            chunks = connection.execute("SELECT count(*) FROM chunk").fetchone()
            postmaster = postmaster_of(connection)
            costs: dict[tuple[str, str], list[Cost]] = defaultdict(list)
            plain = {name: value for name, value in os.environ.items() if name != "PIPEROLL_DSN"}
            for _ in range(given.rounds):
                costs[TORCH, ""].append(cost([sys.executable, "-c", TORCH], plain, postmaster))
                for name, arguments in commands(row[0]).items():
                    for side, checkout in checkouts.items():
                        if given.only in name:
                            environment = plain | {"PIPEROLL_DATA_DIR": str(data), "PYTHONPATH": str(checkout)}
                            command = [sys.executable, "-m", "piperoll.cli", *arguments]
                            costs[name, side].append(cost(command, environment, postmaster))
            print(f"{chunks[0] if chunks else 0:,} chunks; medians of {given.rounds} rounds, processor seconds\n")
            table(costs)


def table(costs: dict[tuple[str, str], list[Cost]]) -> None:
    """Print the medians."""
    torch = statistics.median(one.own for one in costs[TORCH, ""])
    print(f"{'':22}{'':8}{'seconds':>9}{'server':>9}{'torches':>9}")
    for (name, side), measured in costs.items():
        own = statistics.median(one.own for one in measured)
        server = statistics.median(one.server for one in measured)
        print(f"{name:22}{side:8}{own:9.2f}{server:9.2f}{own / torch:9.2f}")


if __name__ == "__main__":
    main()
