"""Measure how long each step of a question takes: what it names, its searches, their union, the context.

    python -m benchmarks.ask_steps FOLDER --questions FILE … [--count 100] [--filters named|wide]

FOLDER is that of ``benchmarks.serve``, which builds it: 60,000 and 300,000 chunks of real contracts and terms. FILEs
have real questions, as there; most name a document. Each is asked as ``piperoll ask --explain`` asks it, in one process
with a loaded model. A line of the table is a step; searches are told apart by where they search.
"""

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.serve import CORPORA, asked
from piperoll.embed.minilm import MiniLM
from piperoll.library import CorpusReader, EvidenceBase
from piperoll.settings import Settings
from piperoll.store.connection import open_database

WARM = 5
"""Questions that are asked before any is measured."""


def measured(reader: CorpusReader, questions: Sequence[str], filters: str) -> dict[str, list[float]]:
    """Return milliseconds by step, a number a question that has the step."""
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    for number, question in enumerate(questions):
        told = reader.ask(question, explain=True, filters=filters)
        assert told.trace and told.blocks, told
        for step in told.trace if number >= WARM else ():
            name = f"search, {step.detail.partition(':')[0]}" if step.step == "search" else step.step
            seconds[name].append(1_000 * step.seconds)
        if number >= WARM:
            seconds["all"].append(1_000 * sum(step.seconds for step in told.trace))
    return seconds


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--questions", type=Path, nargs="+", required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--filters", default="wide")
    given = parser.parse_args()
    settings = Settings(data_dir=given.folder)
    questions = asked(given.questions)[: WARM + given.count]
    with EvidenceBase(open_database(settings), settings) as base:
        print("| corpus | step | questions | p50 ms | p95 ms |\n|---|---|---:|---:|---:|")
        MiniLM().load()
        for name in CORPORA:
            for step, every in measured(base[name], questions, given.filters).items():
                p50, p95 = np.percentile(every, [50, 95])
                print(f"| {name} | {step} | {len(every)} | {p50:.1f} | {p95:.1f} |", flush=True)
    print(f"load {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
