"""How long each step of a question takes: what it names, its searches, their union, the context.

    python -m benchmarks.ask_steps FOLDER [--chunks 60000] [--questions 100]

FOLDER keeps an embedded Postgres with the judgments of four courts in twenty years, of made sentences whose vectors are
drawn at random: only the first run builds them. Each question has six words, a court and a year, and is asked as
``piperoll ask --filters wide --explain`` asks it: with the filters of what it names, and wider.
"""

import argparse
import os
import sys
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks import serve
from piperoll.library import EvidenceBase
from piperoll.model import Document
from piperoll.settings import Settings
from piperoll.store import corpora
from piperoll.store.connection import open_database

CORPUS = "asked"
COURTS = {"UKSC": "the Supreme Court", "UKPC": "the Privy Council", "EWFC": "the Family Court", "EAT": "the EAT"}
OLDEST, YEARS = 2005, 20
WARM = 5
"""Questions that are asked before any is measured."""


def judgment(number: int, edition: int) -> Document:
    """A document with a court and a day."""
    day = f"{OLDEST + number % YEARS}-06-01"
    court = [*COURTS][number // YEARS % len(COURTS)]
    return replace(serve.document(number, edition), metadata={"court": court, "date": day})


def question(number: int) -> str:
    """A question that names a court and a year."""
    draws = np.random.default_rng([11, number])
    court = [*COURTS.values()][number % len(COURTS)]
    return f"{serve.sentence(draws, 6)} in {court} in {OLDEST + int(draws.integers(YEARS))}"


def measured(base: EvidenceBase, count: int) -> dict[str, list[float]]:
    """Milliseconds by step; those of searches by where they search."""
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    for number in range(-WARM, count):
        told = base[CORPUS].ask(question(abs(number)), explain=True, filters="wide")
        assert told.trace and told.blocks and told.mode == "local", told
        for step in told.trace if number >= 0 else ():
            name = f"search, {step.detail.partition(':')[0]}" if step.step == "search" else step.step
            seconds[name].append(1_000 * step.seconds)
        if number >= 0:
            seconds["all"].append(1_000 * sum(step.seconds for step in told.trace))
    return seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chunks", type=int, default=60_000)
    parser.add_argument("--questions", type=int, default=100)
    given = parser.parse_args()
    settings = Settings(data_dir=given.folder)
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        if not corpora.find(connection, CORPUS):
            serve.publish(connection, given.chunks // serve.CHUNKS, CORPUS, "hk-cases", judgment)
    base = EvidenceBase(open_database(settings), settings)
    with base:
        print("| step | p50 ms | p95 ms |\n|---|---:|---:|")
        for name, every in measured(base, given.questions).items():
            p50, p95 = np.percentile(every, [50, 95])
            print(f"| {name} | {p50:.1f} | {p95:.1f} |")
    print(f"{given.chunks:,} chunks, {given.questions} questions, load {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
