"""Embed by each kind of service through faults, limits and kill -9, and count at the server what that cost.

    PIPEROLL_DATA_DIR=/tmp/services python -m benchmarks.services [--texts 10000 --share 0.05]

The server is real HTTP on loopback (tests/services.py): one request in twenty goes wrong, by 429 with and without a
time, 500, a cut connection, broken JSON, too few or too many vectors, vectors of another length or with NaN. Two worker
processes each try to embed all texts by what a run calls, and share the limits of a minute in Postgres. When four
tenths of the vectors are stored both are killed with signal 9, and two others go on. Prints Markdown.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from piperoll import settings
from piperoll.hashing import digest
from piperoll.model import embedding_text
from piperoll.pipeline.embed import Text, embed_texts, vectors_of
from piperoll.store import corpora
from piperoll.store.connection import Connection, open_database
from piperoll.store.services import Limits
from tests.services import ENVIRONMENT, KINDS, Embedder, embedder, vector

WORKERS, CONNECTIONS = 2, 4
KILLED_AT = 0.4
DELAY = 0.1
"""Seconds that the server takes for an answer, so that requests are under way when the workers are killed."""
BATCH = {"openai": 64, "azure-openai": 64, "bedrock-titan": 1, "bedrock-cohere": 96}
DIMENSION = {"openai": 64, "azure-openai": 64, "bedrock-titan": 1_024, "bedrock-cohere": 1_024}
CORPUS = {"name": "services", "profile": "se-law", "language": "simple", "source": "/nowhere"}


@dataclass(frozen=True)
class Row:
    """Hold what one kind of service was sent."""

    kind: str
    texts: int
    stored: int
    wrong: int
    """Stored vectors that are not those of their texts."""
    requests: int
    faults: Counter[str]
    lost: int
    """Texts that were answered when the workers were killed, and were not stored."""
    under_way: int
    """The most that could be."""
    twice: int
    """Texts that were answered twice, but for these."""
    most_requests: int
    requests_limit: int
    most_tokens: int
    tokens_limit: int
    tokens_paid: int
    tokens_told: int
    """Tokens of the answers that were stored: ``tokens_paid`` counts the server, ``tokens_told`` Piperoll."""
    minutes: float
    cpu: float
    """Processor seconds of the workers."""


def texts_of(count: int) -> list[Text]:
    """Return texts that are all different, of about 200 characters."""
    contents = (
        f"{number} § The keeper of light {number} " + "shall report to the county. " * 6 for number in range(count)
    )
    return [(digest(content), "Act on lights", "", content) for content in contents]


def work(backend: str, count: int) -> None:
    """Embed what has no vector yet, as the stage of a run does."""
    with (
        open_database(settings.load()) as database,
        database.connect(autocommit=True) as connection,
        database.connect(autocommit=True) as own,
    ):
        vectors, model = vectors_of(connection, corpora.get(connection, CORPUS["name"]), backend)
        known = settings.load().backend[backend]
        limits = Limits(own, backend, known.requests_per_minute, known.tokens_per_minute)
        embed_texts(texts_of(count), vectors, model, limits=limits)


def configure(folder: Path, server: Embedder, kind: str, limits: dict[str, int]) -> dict[str, str]:
    """Write the settings of a backend of this kind; return the environment of a worker."""
    table = server.settings(kind) | limits | {"batch_texts": BATCH[kind], "connections": CONNECTIONS}
    lines = [f"[backend.{name_of(kind)}]", *(f"{name} = {json.dumps(value)}" for name, value in table.items())]
    config = folder / f"{kind}.toml"
    config.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return os.environ | ENVIRONMENT | {"PIPEROLL_CONFIG": str(config), "OMP_NUM_THREADS": "1"}


def name_of(kind: str) -> str:
    return kind.replace("-", "_")


def start(kind: str, count: int, environment: dict[str, str]) -> list[psutil.Popen]:
    command = [sys.executable, "-m", "benchmarks.services", "--work", name_of(kind), "--texts", str(count)]
    return [psutil.Popen(command, env=environment, stderr=subprocess.PIPE) for _ in range(WORKERS)]


def seconds_of(workers: list[psutil.Popen]) -> float:
    return sum(sum(worker.cpu_times()[:2]) for worker in workers if worker.is_running())


def stored(connection: Connection, kind: str) -> dict[bytes, Any]:
    """Return the stored vectors by the hash of their text."""
    table = f"embedding_{name_of(kind)}"
    if connection.execute("SELECT to_regclass(%s)", (table,)).fetchone() == (None,):
        return {}
    return {bytes(row[0]): row[1] for row in connection.execute(f"SELECT text_hash, vector FROM {table}")}


def count_of(connection: Connection, kind: str) -> int:
    row = connection.execute("SELECT texts FROM service WHERE backend = %s", (name_of(kind),)).fetchone()
    return int(row[0]) if row else 0


def measure(folder: Path, kind: str, count: int, share: float, limits: dict[str, int], window: float = 60.0) -> Row:
    """Embed ``count`` texts by this kind of service on the database of the settings, and return what came of it.

    Args:
        folder: for the settings of the workers.
        kind: of service.
        count: of texts.
        share: of requests that go wrong.
        limits: of requests and tokens in a minute, as settings name them.
        window: seconds in which the most requests and tokens are counted.
    """
    texts = {embedding_text(*text[1:]): text[0] for text in texts_of(count)}
    with (
        embedder(DIMENSION[kind], share=share) as server,
        open_database(settings.load()) as database,
        database.connect(autocommit=True) as connection,
    ):
        server.delay = DELAY
        corpora.put(connection, backend="minilm", **CORPUS)
        environment = configure(folder, server, kind, limits)
        began = time.monotonic()
        workers = start(kind, count, environment)
        while count_of(connection, kind) < KILLED_AT * count and all(one.poll() is None for one in workers):
            time.sleep(0.05)
        cpu = seconds_of(workers)
        for one in workers:
            one.send_signal(signal.SIGKILL)
            one.wait()
        while server.at_work:  # what it was sent before, it still answers
            time.sleep(0.05)
        answered = {texts[text] for text in server.given if text in texts}
        lost = answered - stored(connection, kind).keys()
        others = start(kind, count, environment)
        while any(one.poll() is None for one in others):
            cpu_of_others = seconds_of(others)
            time.sleep(0.2)
        for one in others:
            if one.returncode:
                raise SystemExit(one.stderr.read().decode())
        minutes = (time.monotonic() - began) / 60
        found = stored(connection, kind)
        most_requests, most_tokens = server.most(window)
        return Row(
            kind=kind,
            texts=count,
            stored=len(found),
            wrong=sum(not _right(text, found[known], server) for text, known in texts.items() if known in found),
            requests=len(server.arrivals),
            faults=server.made,
            lost=len(lost),
            under_way=WORKERS * CONNECTIONS * BATCH[kind],
            twice=sum(
                times > 1 and texts.get(text) not in lost for text, times in server.given.items() if text in texts
            ),
            most_requests=most_requests,
            requests_limit=limits["requests_per_minute"],
            most_tokens=most_tokens,
            tokens_limit=limits["tokens_per_minute"],
            tokens_paid=sum(len(text) // 4 + 1 for text in texts),
            tokens_told=_told(connection, kind),
            minutes=minutes,
            cpu=cpu + cpu_of_others,
        )


def _right(text: str, found: Any, server: Embedder) -> bool:
    return bool(np.allclose(found.to_numpy(), vector(text, server.dimension), atol=2e-3))


def _told(connection: Connection, kind: str) -> int:
    row = connection.execute("SELECT tokens FROM service WHERE backend = %s", (name_of(kind),)).fetchone()
    return int(row[0]) if row else 0


LIMITS = {
    "openai": {"requests_per_minute": 80, "tokens_per_minute": 250_000},
    "azure-openai": {"requests_per_minute": 400, "tokens_per_minute": 200_000},
    "bedrock-titan": {"requests_per_minute": 5_000, "tokens_per_minute": 300_000},
    "bedrock-cohere": {"requests_per_minute": 100, "tokens_per_minute": 200_000},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=10_000)
    parser.add_argument("--share", type=float, default=0.05)
    parser.add_argument("--kinds", nargs="*", default=KINDS)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.work:
        work(chosen.work, chosen.texts)
        return
    folder = settings.load().data_dir
    folder.mkdir(parents=True, exist_ok=True)
    print("| service | stored | wrong | requests | of them failed | answered twice | lost by kill -9 (at most) |"
          " requests a minute (limit) | tokens a minute (limit) | tokens told / paid | minutes | cpu s |")  # fmt: skip
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    for kind in chosen.kinds:
        row = measure(folder, kind, chosen.texts, chosen.share, LIMITS[kind])
        failed = sum(count for fault, count in row.faults.items() if fault)
        print(f"| {kind} | {row.stored:,} of {row.texts:,} | {row.wrong} | {row.requests:,} | {failed} | {row.twice} |"
              f" {row.lost} ({row.under_way}) | {row.most_requests:,} ({row.requests_limit:,}) |"
              f" {row.most_tokens:,} ({row.tokens_limit:,}) | {row.tokens_told / row.tokens_paid:.3f} |"
              f" {row.minutes:.1f} | {row.cpu:.0f} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
