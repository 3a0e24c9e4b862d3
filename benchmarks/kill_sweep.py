"""Kill each operation that writes before and after each statement that it sends, and compare what the next try leaves.

    python benchmarks/kill_sweep.py [--minutes 40] [--operation NAME]... [--kills 0] [--state FILE] [--seed 1]

`kill -9` of a reindex, backfill, prune, switch, rollback, publish, migration or `initdb`, on a copy of a database for
each kill; then the same command again. Its export, rows and workspace must be those of an undisturbed run, and a reader
who polls all the while must see the old edition or the new one. The files have hostile names. `--state` keeps what was
done, so that the next call goes on. Exit code 1 where anything is found. Only processes that this script started are
killed.
"""

import argparse
import json
import random
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import psycopg

sys.path.insert(0, str(Path(__file__).parents[1]))

from piperoll.store.cluster import open_cluster
from piperoll.store.server import _postmaster, embedded
from tests.chaos.operations import OPERATIONS
from tests.chaos.outcomes import Outcome
from tests.chaos.sweep import Sweep
from tests.conftest import scratch

COLUMNS = ("operation", "moments", "kills", "cycles", "lost", "doubled", "unequal", "mixed reads", "errors", "polls")


@contextmanager
def prepared() -> Iterator[Sweep]:
    """Yield a sweep on a server of its own, whose data may be lost in a crash."""
    folder = Path(tempfile.mkdtemp(prefix="piperoll-sweep-", dir=scratch()))
    folder.chmod(0o755)
    try:
        with embedded(folder) as dsn:
            with psycopg.connect(dsn, autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET fsync = off")
                connection.execute("SELECT pg_reload_conf()")
            sweep = Sweep(folder / "sweep", dsn)
            try:
                sweep.prepare()
                yield sweep
            finally:
                sweep.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def planned(sweep: Sweep, names: Iterable[str], seed: int) -> list[tuple[str, int]]:
    """Return every operation with each of its moments, so ordered that a part of the list is a sample of all."""
    draw = random.Random(seed)
    places = []
    for name in names:
        moments = list(range(1, sweep.reference(OPERATIONS[name]).moments + 1))
        draw.shuffle(moments)
        places += [(number / len(moments), name, moment) for number, moment in enumerate(moments)]
    return [(name, moment) for _, name, moment in sorted(places)]


def table(sweep: Sweep, outcomes: list[Outcome]) -> bool:
    """Print what became of each operation; return whether nothing was found."""
    print(f"\n| {' | '.join(COLUMNS)} |\n|---{'|--:' * (len(COLUMNS) - 1)}|")
    for name in [*OPERATIONS, "all"]:
        mine = [one for one in outcomes if name in (one.operation, "all")]
        if mine:
            moments = sum(sweep.reference(OPERATIONS[one]).moments for one in {one.operation for one in mine})
            sums = [sum(getattr(one, what) for one in mine) for what in ("lost", "doubled", "unequal", "mixed")]
            errors, killed = sum(bool(one.found) for one in mine), sum(one.killed for one in mine)
            figures = [moments, killed, len(mine), *sums, errors, sum(one.polls for one in mine)]
            print(f"| {name} | {' | '.join(f'{figure:,}' for figure in figures)} |")
    return not any(one.found for one in outcomes)


def cpu(sweep: Sweep) -> str:
    """Return the processor seconds of this call so far, for people."""
    mine = resource.getrusage(resource.RUSAGE_SELF)
    server = _postmaster(open_cluster(sweep.folder.parent / "postgres"))
    parts = {
        "commands": sweep.mortal.cpu,
        "Postgres": sum(server.cpu_times()[:4]) if server else 0,
        "this script": mine.ru_utime + mine.ru_stime,
    }
    return ", ".join(f"{seconds:.0f} of {what}" for what, seconds in parts.items())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--operation", action="append", choices=OPERATIONS, help="only this one; repeatable")
    parser.add_argument("--kills", type=int, default=0, help="stop after so many; 0: when all moments are done")
    parser.add_argument("--state", type=Path, help="a file of what was done; it is added to")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = time.monotonic()
    outcomes: list[Outcome] = []
    if given.state and given.state.exists():
        outcomes = [Outcome(**json.loads(line)) for line in given.state.read_text().splitlines()]
    done = {(one.operation, one.moment) for one in outcomes}
    with prepared() as sweep:
        for name, moment in planned(sweep, given.operation or OPERATIONS, given.seed):
            if (name, moment) in done:
                continue
            if time.monotonic() - began > 60 * given.minutes or 0 < given.kills <= sum(one.killed for one in outcomes):
                break
            outcomes.append(outcome := sweep.kill(OPERATIONS[name], moment))
            if given.state:
                with given.state.open("a") as file:
                    file.write(json.dumps(asdict(outcome)) + "\n")
            if outcome.found:
                print(f"{name}, moment {moment}, {outcome.label}: {outcome.found}", flush=True)
            if len(outcomes) % 50 == 0:
                print(f"{len(outcomes)} cycles, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        whole = table(sweep, outcomes)
        print(f"\n{time.monotonic() - began:.0f} s; processor seconds: {cpu(sweep)}")
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
