"""Dated snapshots indexed one after another: what is embedded anew, and whether each day shows its own wording.

    python benchmarks/snapshots.py [FOLDER] [--services N] [--backend NAME]

FOLDER has one folder a day, ``DATE/Service/Type.md`` (default: the archive ``terms`` beside the repository). The
first N services (0: all) are added day by day to the source of one corpus, with the real command on an embedded
Postgres in a temporary folder. Then every document is shown as of every day and compared with the file of that
day, and a sample of the wordings that are gone is searched for on both days.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import Any

from verify_corpora import data_folder

SAMPLE = 40
"""Wordings that are searched for."""


def add(snapshot: Path, source: Path, services: int) -> None:
    """Link the files of a snapshot into the source."""
    for folder in sorted(snapshot.iterdir())[: services or None]:
        for file in folder.iterdir():
            place = source / snapshot.name / folder.name / file.name
            place.parent.mkdir(parents=True, exist_ok=True)
            os.link(file, place)


def reindex(source: Path, config: Path) -> dict[str, Any]:
    """Run the real command and return its result."""
    command = [sys.executable, "-m", "piperoll.cli", "reindex", "terms", "--json"]
    done = subprocess.run(
        command, env=os.environ | {"PIPEROLL_CONFIG": str(config)}, stdout=subprocess.PIPE, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def wordings(source: Path, days: list[str]) -> None:
    """Every document as of every day against its file; then old wordings searched for, then and now."""
    from piperoll import settings
    from piperoll.search.conditions import Filters
    from piperoll.search.modes import Mode
    from piperoll.search.plan import SearchPlan
    from piperoll.search.search import search
    from piperoll.store import corpora, documents
    from piperoll.store.connection import open_database
    from piperoll.text.decode import decode

    with open_database(settings.load()) as database, database.connect(autocommit=True) as connection:
        corpus = corpora.get(connection, "terms")
        right = wrong = 0
        gone: list[tuple[str, str, str]] = []
        before: dict[str, set[str]] = {}
        for day in days:
            for file in sorted((source / day).rglob("*.md")):
                key = file.relative_to(source / day).with_suffix("").as_posix()
                shown = documents.show(connection, corpus, corpus.published_edition, key, date.fromisoformat(day))
                text = decode(file.read_bytes())
                same = all(
                    text[chunk["start"] : chunk["end"]] == chunk["content"]
                    for version in shown
                    for chunk in version["chunks"]
                )
                right, wrong = right + same, wrong + (not same)
                now = {chunk["content"] for version in shown for chunk in version["chunks"]}
                gone += [(key, day, content) for content in before.get(key, set()) - now if len(content) > 200]
                before[key] = now
        print(f"\n{right + wrong:,} documents shown as of a day: {right:,} as in that day's file, {wrong:,} not")
        counts = {"found on its day": 0, "not found on its day": 0, "found on the day that it was gone": 0}
        for key, day, content in random.Random(7).sample(sorted(gone), min(SAMPLE, len(gone))):
            earlier = max(one for one in days if one < day)
            for on, good, bad in (
                (earlier, "found on its day", "not found on its day"),
                (day, "found on the day that it was gone", ""),
            ):
                filters = Filters(document=key, day=date.fromisoformat(on))
                found = search(connection, corpus, content[:300], SearchPlan(k=5, mode=Mode.HYBRID, filters=filters))
                name = good if content in {hit["content"] for hit in found["hits"]} else bad
                if name:
                    counts[name] += 1
        print(f"{min(SAMPLE, len(gone))} of {len(gone):,} wordings that are gone, searched for: {counts}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--services", type=int, default=30)
    parser.add_argument("--backend", default="minilm")
    given = parser.parse_args()
    folder = given.folder or data_folder("terms")
    if folder is None:
        print("There are no snapshots here: give their folder.", file=sys.stderr)
        return 2
    days = sorted(path.name for path in folder.iterdir() if path.is_dir())
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:  # links do not cross file systems
        source, config = Path(temporary, "source"), Path(temporary, "piperoll.toml")
        source.mkdir()
        config.write_text(f'[corpus.terms]\nsource = "{source}"\nprofile = "terms"\nbackend = "{given.backend}"\n')
        os.environ |= {"PIPEROLL_DATA_DIR": str(Path(temporary, "data")), "PIPEROLL_CONFIG": str(config)}
        print(
            f"{'snapshot':12}{'files':>7}{'chunks':>9}{'embedded':>10}{'reused':>9}{'reused %':>10}{'s':>8}", flush=True
        )
        for day in days:
            add(folder / day, source, given.services)
            began = time.perf_counter()
            result = reindex(source, config)
            new, computed = result["chunks"]["new"], result["embeddings"]["computed"]
            print(
                f"{day:12}{result['documents']['new']:7,}{new:9,}{computed:10,}{new - computed:9,}"
                f"{100 * (new - computed) / max(1, new):10.1f}{time.perf_counter() - began:8.1f}",
                flush=True,
            )
        wordings(source, days)
    return 0


if __name__ == "__main__":
    sys.exit(main())
