"""A whole first run and a run at once after it: seconds by stage, their shares, and what the second one costs.

    python benchmarks/reindex.py FOLDER [--limit N] [--data-dir DIR]

Uses the real command in processes of its own, on an embedded Postgres in a temporary folder (or
DIR, which must be empty to measure a first run).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

TARGET_EMBEDDING = 0.80
"""Share of a first run that embedding should have: what else there is, is overhead."""
TARGET_SECOND = 0.05
"""Share of the first run's time that a run with nothing to do may take."""


def run(folder: Path, limit: int, data: Path) -> tuple[float, dict[str, Any]]:
    """Seconds of the whole process, and its result."""
    command = [sys.executable, "-m", "piperoll.cli", "reindex", "bench", "--source", str(folder), "--profile", "se-law"]
    began = time.perf_counter()
    done = subprocess.run(
        [*command, "--limit", str(limit), "--json"],
        env=os.environ | {"PIPEROLL_DATA_DIR": str(data)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return time.perf_counter() - began, json.loads(done.stdout)


def table(title: str, wall: float, result: dict[str, Any]) -> None:
    print(f"\n{title}: {wall:.1f} s, documents {result['documents']}, chunks {result['chunks']}")
    stages = result["seconds"] | {"outside the stages": wall - sum(result["seconds"].values())}
    for name, seconds in stages.items():
        print(f"  {name:<20} {seconds:>9.2f} s {100 * seconds / wall:>6.1f} %")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--data-dir", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        data = given.data_dir or Path(temporary)
        first_wall, first = run(given.folder, given.limit, data)
        table("First run", first_wall, first)
        embedding = first["seconds"]["embed"] / first_wall
        speed = first["embeddings"]["tokens"] / max(0.001, first["seconds"]["embed"])
        print(
            f"  embedding {100 * embedding:.1f} % (target {100 * TARGET_EMBEDDING:.0f} %), {speed:,.0f} tokens a second"
        )
        second_wall, second = run(given.folder, given.limit, data)
        table("Again at once", second_wall, second)
        ratio = second_wall / first_wall
        computed = second["embeddings"]["computed"]
        print(f"  {100 * ratio:.1f} % of the first run (target {100 * TARGET_SECOND:.0f} %), {computed} computed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
