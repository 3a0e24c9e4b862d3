"""Measure whether the time of a refusal tells what the answer does not: is the key known, is there such a corpus?

    python -m benchmarks.access FOLDER [--rounds 1000]

FOLDER keeps an embedded Postgres, which this fills with keys; a service that asks for keys answers on loopback. In each
round every request is sent once, in an order drawn anew, over one connection. Rows of the same status must have the
same body (`body` is the beginning of its SHA-256), and medians that differ no more than those of two runs of this.
"""

import argparse
import hashlib
import random
import secrets
import statistics
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx

from piperoll.serve.options import ServeOptions
from piperoll.settings import Settings
from piperoll.store import corpora, keys
from piperoll.store.connection import Connection, open_database
from piperoll.store.keys import Scope
from tests.serve.conftest import running

OPENED, OTHER, NONE = "opened", "other", "nothing"
"""Corpora: the one that keys open, another one, and one that there is not."""
KEYS = 1_000
"""Keys besides those that are tried."""


def fill(connection: Connection) -> Mapping[str, tuple[str, str]]:
    """Make corpora and keys, and return by name what is tried: a key, and the corpus that it is sent for."""
    for name in (OPENED, OTHER):
        corpora.put(connection, name=name, profile="se-law", backend="minilm_small", language="swedish", source="")
    run = secrets.token_hex(4)
    with connection.transaction():
        for number in range(KEYS):
            keys.add(connection, f"{run} {number}", scopes=[Scope.READ])
    past = datetime.now(UTC) - timedelta(days=1)
    good = keys.add(connection, f"{run} good", scopes=[Scope.READ], corpora=[OPENED])
    removed = keys.add(connection, f"{run} removed", scopes=[Scope.READ])
    keys.remove(connection, f"{run} removed")
    expired = keys.add(connection, f"{run} expired", scopes=[Scope.READ], expires_at=past)
    searches = keys.add(connection, f"{run} searches", scopes=[Scope.SEARCH], corpora=[OPENED])
    unknown = keys.PREFIX + secrets.token_urlsafe(keys.BYTES)
    return {
        "unknown key": (unknown, OPENED),
        "one letter wrong": (good[:-1] + ("A" if good[-1] != "A" else "B"), OPENED),
        "expired key": (expired, OPENED),
        "removed key": (removed, OPENED),
        "unknown key, no such corpus": (unknown, NONE),
        "wrong scope": (searches, OPENED),
        "wrong scope, no such corpus": (searches, NONE),
        "another corpus": (good, OTHER),
        "no such corpus": (good, NONE),
    }


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=1_000)
    given = parser.parse_args()
    settings = Settings(data_dir=given.folder)
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        asked = fill(connection)
        seconds: dict[str, list[float]] = {name: [] for name in asked}
        told: dict[str, set[tuple[int, str]]] = {name: set() for name in asked}
        options = ServeOptions(keys=True, rate="1000000/second")
        with running(settings, options) as address, httpx.Client(base_url=address, timeout=60) as client:
            for number in range(given.rounds + 20):
                for name in random.sample(list(asked), len(asked)):
                    key, corpus = asked[name]
                    began = time.perf_counter()
                    headers = {"Authorization": f"Bearer {key}"}
                    answer = client.get("/api/editions", params={"corpus": corpus}, headers=headers)
                    if number >= 20:  # the first warm up
                        seconds[name].append(time.perf_counter() - began)
                    told[name].add((answer.status_code, hashlib.sha256(answer.content).hexdigest()[:8]))
    print("| request | n | median ms | p95 ms | status | body |")
    print("|---|---:|---:|---:|---:|---|")
    for name, every in seconds.items():
        ((status, body),) = told[name]
        p95 = statistics.quantiles(every, n=20)[-1]
        print(f"| {name} | {len(every)} | {1e3 * statistics.median(every):.2f} | {1e3 * p95:.2f} | {status} | {body} |")


if __name__ == "__main__":
    main()
