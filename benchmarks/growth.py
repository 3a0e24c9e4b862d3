"""How a run grows with the corpus: a full run, one with nothing to do and one with 1 % changed, at several sizes.

    python benchmarks/growth.py FOLDER [--sizes 1000 10000 100000]

FOLDER keeps for each size its documents, its data folder and its figures, so a size that is finished is not run
again; delete FOLDER/SIZE to do so. Documents are short and made up: two provisions of about 30 tokens each with their
headers, all different. Each run is the real command in a process of its own, on an embedded Postgres that is already
up. Prints Markdown. Memory is the most that the processes of a command held at once, sampled; Postgres is not in it.
"Outside" is the time of the whole process less that between the run's first and last entry in its record: Python's
imports, the start of Prefect's temporary API, the artifacts, the end of the flow. Stages of partitions that are worked
on at the same time are added up.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

from piperoll.settings import Settings
from piperoll.store.connection import Connection, open_database

SAMPLING_SECONDS = 0.1
CHANGED_EACH = 100
"""Of so many documents one changes before the third run."""
PER_YEAR = 1_000
WORDS = (
    "anläggning ansökan avgift avtal behörig bestämmelse beslut byggnad dispens enskild ersättning farled fartyg "
    "fastighet fiske fordon fyr förening föreskrift förvaltning gräns hamn handel handling hinder innehavare intyg "
    "kommun kontroll kostnad kvarn lagring last ledning linje länsstyrelse lös makt mark mätning myndighet märke "
    "nämnd område omfattning park pris prövning register rätt sjö skada skydd sluss strand syfte tid tillsyn "
    "tillstånd trafik transport tull undantag underhåll uppgift utrustning vatten verksamhet villkor väg ägare ändamål"
).split()
RUNS = ("full", "no change", "1 % changed")


def document(number: int, wording: int = 0) -> str:
    """A statute of two provisions whose words no other has."""
    draw = random.Random(f"{number}-{wording}")
    title, first, second = (" ".join(draw.choices(WORDS, k=count)) for count in (1, 2, 2))
    label = f"{1900 + number // PER_YEAR}:{number % PER_YEAR + 1}"
    head = f"---\nbeteckning: {label}\nrubrik: Lag om {title}\n---\n\n# Lag om {title}\n\n"
    return f"{head}### 1 §\n\nAnmäl {first} {number}.\n\n### 2 §\n\nBetala {second} {number}.\n"


def path(source: Path, number: int) -> Path:
    return source / str(1900 + number // PER_YEAR) / f"{number % PER_YEAR + 1}.md"


def write(source: Path, size: int) -> None:
    for number in range(size):
        if number % PER_YEAR == 0:
            path(source, number).parent.mkdir(parents=True, exist_ok=True)
        path(source, number).write_text(document(number), encoding="utf-8")


def memory(process: psutil.Process) -> int:
    """Bytes held by the process and its children."""
    total = 0
    with suppress(psutil.Error):
        for one in (process, *process.children(recursive=True)):
            with suppress(psutil.Error):
                total += one.memory_info().rss
    return total


def run(source: Path, data: Path) -> dict[str, Any]:
    """Figures of one run."""
    command = [sys.executable, "-m", "piperoll.cli", "reindex", "growth", "--source", str(source), "--profile"]
    began, peak = time.perf_counter(), 0
    child = subprocess.Popen(
        [*command, "se-law", "--json"],
        env=os.environ | {"PIPEROLL_DATA_DIR": str(data)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    process = psutil.Process(child.pid)
    while child.poll() is None:
        peak = max(peak, memory(process))
        time.sleep(SAMPLING_SECONDS)
    wall = time.perf_counter() - began
    assert child.stdout
    result = json.loads(child.stdout.read())
    if child.returncode:
        raise SystemExit(f"The run failed: {result}")
    return {"wall": wall, "memory": peak, "result": result}


def stored(connection: Connection) -> dict[str, int]:
    """Rows and bytes of the database."""
    tables = ("version", "chunk", "source_file", "embedding_minilm")
    counts = {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone() for name in tables}
    size = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    return {name: int(row[0]) for name, row in (counts | {"bytes": size}).items() if row}


def inside(connection: Connection) -> float:
    """Seconds of the last run, from its lock to its result."""
    row = connection.execute(
        "SELECT extract(epoch FROM finished_at - started_at)::float8 FROM run ORDER BY started_at DESC LIMIT 1"
    ).fetchone()
    return float(row[0]) if row else 0.0


def measure(room: Path, size: int) -> dict[str, Any]:
    """The three runs at one size; found again in ``room`` when they were finished before."""
    figures = room / "figures.json"
    if figures.is_file():
        return dict(json.loads(figures.read_text()))
    if room.exists():
        raise SystemExit(f"{room} holds an unfinished size: delete it to start it anew.")
    source, data = room / "source", room / "data"
    write(source, size)
    data.mkdir()
    found: dict[str, Any] = {}
    with open_database(Settings(data_dir=data)) as database, database.connect(autocommit=True) as connection:
        for name in RUNS:
            if name == RUNS[2]:
                for number in range(0, size, CHANGED_EACH):
                    path(source, number).write_text(document(number, wording=1), encoding="utf-8")
            found[name] = run(source, data) | {"stored": stored(connection), "inside": inside(connection)}
            print(f"{size:,} documents, {name}: {found[name]['wall']:.1f} s", file=sys.stderr, flush=True)
    figures.write_text(json.dumps(found))
    return found


def markdown(columns: list[str], rows: list[list[str]]) -> None:
    print("\n| " + " | ".join(columns) + " |\n|" + "---|" + "---:|" * (len(columns) - 1))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    given.folder.chmod(0o755)
    found = {size: measure(given.folder / str(size), size) for size in given.sizes}
    whole, stages = [], []
    for name in RUNS:
        for size, figures in found.items():
            one = figures[name]
            seconds, rows = one["result"]["seconds"], one["stored"]
            numbers = (one["wall"], one["wall"] - one["inside"], 1e3 * one["wall"] / size, one["memory"] / 1e6)
            counts = (rows["version"], rows["chunk"], rows["embedding_minilm"], rows["bytes"] / 1e6)
            spent = [f"{value:,.1f}" for value in numbers] + [f"{value:,.0f}" for value in counts]
            whole.append([f"{name}, {size:,}", *spent])
            stages.append([f"{name}, {size:,}", *(f"{seconds.get(stage, 0):,.2f}" for stage in STAGES)])
    columns = "run, documents|wall s|outside s|wall ms a document|memory MB|versions|chunks|vectors|database MB"
    markdown(columns.split("|"), whole)
    markdown(["seconds by stage", *STAGES], stages)
    return 0


STAGES = ("discover", "parse", "embed", "load", "verify", "complete", "index", "publish")

if __name__ == "__main__":
    sys.exit(main())
