"""`kill -9` of runs at random moments, against one that nobody disturbs: are the editions byte-equal?

    python benchmarks/kill.py FOLDER [--limit 100] [--kills 6] [--seed 1]

A reader polls the published edition all the while and must see the old edition or the new one,
whole. Everything happens on an embedded Postgres in a temporary folder; only processes that this
script started are killed.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from piperoll.settings import Settings
from piperoll.store import corpora, editions
from piperoll.store.connection import Connection, open_database
from piperoll.store.export import export

EDITED = 0.5
"""Share of the files that change between the first edition and the disturbed one."""


def command(corpus: str, source: Path) -> list[str]:
    return [
        sys.executable,
        "-m",
        "piperoll.cli",
        "reindex",
        corpus,
        "--source",
        str(source),
        "--profile",
        "se-law",
        "--json",
    ]


def seen(connection: Connection, corpus: str, scratch: Path) -> str:
    """Digest of what a reader sees."""
    known = corpora.get(connection, corpus)
    export(connection, known, editions.seen(known), scratch)
    return hashlib.sha256(scratch.read_bytes()).hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    draw = random.Random(given.seed)
    files = sorted(path for path in given.folder.rglob("*") if path.suffix in (".md", ".html", ".json"))
    chosen = draw.sample(files, min(given.limit, len(files)))

    with tempfile.TemporaryDirectory() as temporary:
        room = Path(temporary)
        room.chmod(0o755)
        source = room / "source"
        source.mkdir()
        for path in chosen:
            shutil.copy(path, source / f"{path.parent.name}-{path.name}")
        settings = Settings(data_dir=room / "data")
        environment = os.environ | {"PIPEROLL_DATA_DIR": str(settings.data_dir), "PIPEROLL_PARTITION_BYTES": "200000"}
        with open_database(settings) as database, database.connect(autocommit=True) as connection:

            def run(corpus: str) -> dict[str, Any]:
                done = subprocess.run(command(corpus, source), env=environment, stdout=subprocess.PIPE, check=True)
                return dict(json.loads(done.stdout))

            scratch = room / "seen.jsonl"
            began = time.perf_counter()
            run("disturbed")
            length = time.perf_counter() - began
            old = seen(connection, "disturbed", scratch)
            for path in draw.sample(sorted(source.iterdir()), int(EDITED * len(chosen))):
                path.write_bytes(path.read_bytes().replace(b" ska ", b" skall "))

            polls: Counter[str] = Counter()
            for number in range(1, given.kills + 1):
                child = subprocess.Popen(command("disturbed", source), env=environment, stdout=subprocess.DEVNULL)
                stop = time.perf_counter() + draw.uniform(0.1, 1.0) * length
                while time.perf_counter() < stop and child.poll() is None:
                    polls[seen(connection, "disturbed", scratch)] += 1
                child.send_signal(signal.SIGKILL)
                child.wait()
                state = connection.execute(
                    "SELECT count(*) FILTER (WHERE edition = 2), count(*) FROM source_file"
                ).fetchone()
                print(f"kill {number}: {state and state[0]} files of the new edition are loaded", flush=True)
            last = run("disturbed")
            new = seen(connection, "disturbed", scratch)
            run("undisturbed")
            reference = seen(connection, "undisturbed", scratch)
        named = {
            "old edition": polls.pop(old, 0),
            "new edition": polls.pop(new, 0),
            "anything else": sum(polls.values()),
        }
        print(f"documents of the last run: {last['documents']}, partitions: {last['partitions']}")
        print(f"polls by readers: {named}")
        print("byte-equal to the undisturbed edition:", new == reference)
    return 0 if new == reference and not named["anything else"] else 1


if __name__ == "__main__":
    sys.exit(main())
