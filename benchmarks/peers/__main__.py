"""Piperoll beside five peers: the same documents, model, Postgres and two cores; what a run costs and what readers see.

    python -m benchmarks.peers --make-venvs VENVS
    python -m benchmarks.peers DATA --work WORK --venvs VENVS [--only SCENARIO,…] [--systems NAME,…] [--rounds 3]
    python -m benchmarks.peers --work WORK --table

DATA is the unpacked folder ``se-law/current``. WORK must lie where the account of Postgres may enter, such as /tmp.
Every result is one line in WORK/results.jsonl, from which the tables are printed: a benchmark that was stopped goes on
where it is told to. Systems take turns within a scenario, and another one begins in each round.

Warm means: programs, model and documents are in the page cache, nothing is waiting to be written; every run is a new
process.
"""

import argparse
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from benchmarks.peers import corpus, tables, venvs
from benchmarks.peers.scenarios import SCENARIOS, SMALL_CHANGES, Bench, Row, Scenario, read
from benchmarks.peers.server import Server
from benchmarks.peers.systems import PEERS, VARIANTS, Variant

T = TypeVar("T")
CORES = 2


def main() -> None:
    """Run the command line."""
    given = arguments()
    if given.make_venvs:
        venvs.make(given.make_venvs, set(given.systems or [peer.name for peer in PEERS]))
        return
    work = given.work.resolve()
    results = work / "results.jsonl"
    if given.table:
        print(tables.all_tables(read(results)))
        return
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    if not (work / "documents").exists():
        corpus.make(given.data, work / "documents", given.large)
    variants = [VARIANTS[name] for name in given.systems or VARIANTS]
    scenarios = [SCENARIOS[name] for name in given.only or SCENARIOS]
    pythons = dict(pair.split("=", 1) for pair in given.python)
    with Server(work / "server") as server:
        bench = Bench(work, server, pythons, given.venvs, given.small, given.large, results)
        if not given.cold:
            warm(bench, scenarios, variants)
        go_round(bench, scenarios, variants, given.rounds)
    print(tables.all_tables(read(results)))


def warm(bench: Bench, scenarios: list[Scenario], variants: list[Variant]) -> None:
    """Run every system once with the vectors that it will need."""
    for vectors in dict.fromkeys(scenario.vectors for scenario in scenarios):
        for variant in {variant.system.name: variant for variant in variants if variant.changes}.values():
            bench.warm(variant, vectors)


def go_round(bench: Bench, scenarios: list[Scenario], variants: list[Variant], rounds: int) -> None:
    """Measure every scenario with every variant, round by round."""
    for round_ in range(1, rounds + 1):
        for scenario in scenarios:
            for variant in turned(variants, round_ - 1):
                if not variant.changes and scenario.name.removesuffix("-cheap") not in SMALL_CHANGES:
                    continue
                row = bench.measure(variant, scenario, round_)
                print(line(row), flush=True)


def line(row: Row) -> str:
    """Return one result as a line."""
    cost = f"{row['wall']:8.2f} s {row['cpu']:8.2f} cpu-s {row['pss']:6.0f} MiB {row['texts']:6} texts"
    return f"{row['round']} {row['scenario']:20} {row['variant']:14} {cost}  {'; '.join(row['problems'])}"


def turned(items: Iterable[T], by: int) -> list[T]:
    """``items``, of which another one is first in each round."""
    listed = list(items)
    return listed[by % len(listed) :] + listed[: by % len(listed)]


def arguments() -> argparse.Namespace:
    """Return what the command line says."""

    def words(text: str) -> list[str]:
        return text.split(",")

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="?", help="markdown files of statutes")
    parser.add_argument("--work", type=Path, default=Path("/tmp/piperoll-peers"))
    parser.add_argument("--make-venvs", type=Path, metavar="FOLDER", help="make the environments of the peers, and end")
    parser.add_argument("--venvs", type=Path, metavar="FOLDER", help="where they are")
    parser.add_argument("--python", action="append", default=[], metavar="NAME=PATH", help="interpreter of a system")
    parser.add_argument("--only", type=words, metavar="SCENARIO,…", help=f"of {', '.join(SCENARIOS)}")
    parser.add_argument("--systems", type=words, metavar="NAME,…", help=f"of {', '.join(VARIANTS)}")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--small", type=int, default=50, help="files of the scenario full-small")
    parser.add_argument("--large", type=int, default=500, help="files of all others; fixed when WORK is made")
    parser.add_argument("--cold", action="store_true", help="warm nothing up: to see that all works, not to measure")
    parser.add_argument("--table", action="store_true", help="print the tables of what was measured, and end")
    given = parser.parse_args()
    if given.data is None and not (given.table or given.make_venvs or (given.work / "documents").exists()):
        parser.error("DATA is needed to make WORK.")
    return given


if __name__ == "__main__":
    main()
