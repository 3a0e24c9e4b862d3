"""Search by a remote index through publish, rollback, prune, faults, kill -9 and drift, and count its requests.

    PIPEROLL_DATA_DIR=/tmp/remote python -m benchmarks.remote_index [--vectors 5000 --share 0.05]

The server is real HTTP on loopback (tests/s3_vectors.py): it compares by exact cosine, gives pages of a hundred, and
one request in twenty goes wrong, by 429, 503, a cut connection, or an answer that is lost. After each step all queries
are asked with and without filters, and what they find is compared with what comparing all vectors of the documents that
readers may see finds. The first run is killed with signal 9 after half of its requests to put. Prints Markdown.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint
from typing import Any

from piperoll import s3_vectors, settings
from piperoll.embed import backend
from piperoll.search.conditions import Filters, parse
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.store import corpora, editions, prune, remote_index
from piperoll.store.connection import Connection, open_database
from piperoll.store.vectors import Vectors
from tests.s3_vectors import FAULTS, S3Vectors
from tests.search import scattered
from tests.search.scattered import DIMENSION, NAME, Text, build, nearest

CHUNKS = 10
COURTS = ("HKCFI", "HKCFA", "UKSC", "SCC", "FCA")
QUERIES = 10
OPERATIONS = ("ListVectors", "PutVectors", "DeleteVectors", "QueryVectors")
FILTERS: list[tuple[list[str], Callable[[Mapping[str, Any]], bool]]] = [
    ([], lambda known: True),
    (["court=UKSC"], lambda known: known["court"] == "UKSC"),
    (["date>=2015"], lambda known: known["date"] >= "2015"),
    (["court=SCC", "year=2014"], lambda known: known["court"] == "SCC" and known["year"] == 2014),
    (["n<2"], lambda known: known["n"] < 2),
    (["court!=SCC", "n=7"], lambda known: known["court"] != "SCC" and known["n"] == 7),
]


def judgment(number: int, wording: str = "") -> Text:
    """Return a document of ten chunks, of which one says what those of a hundred others say."""
    year = 2000 + number % 20
    contents = [(f"{number} {place} {wording}", {"n": place}) for place in range(CHUNKS - 1)]
    shared = (f"costs follow the event, by formula {number % 5}", {"n": CHUNKS})
    return Text([*contents, shared], {"court": COURTS[number % 5], "year": year, "date": f"{year}-06-01"})


def asked(connection: Connection, texts: Mapping[str, Text]) -> tuple[int, int]:
    """Ask all queries; return how many were asked, and how many found what comparing all vectors finds."""
    corpus, same = corpora.get(connection, "test"), 0
    for where, holds in FILTERS:
        plan = SearchPlan(mode=Mode.DENSE, filters=Filters(where=[parse(one) for one in where]))
        for number in range(QUERIES):
            found = search(connection, corpus, f"query {number}", plan)["hits"]
            same += [hit["content"] for hit in found] == nearest(texts, f"query {number}", holds, 10)
    return len(FILTERS) * QUERIES, same


class Table:
    """Print a row for each step: what it took to do it, and what searches found and took then."""

    def __init__(self, connection: Connection, server: S3Vectors) -> None:
        self.connection, self.server, self.before = connection, server, Counter[str]()
        print("| step | vectors there | list | put | delete | faults | drift | same hits | query requests a search |")
        print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")

    def row(self, step: str, seen: Mapping[str, Text] | None) -> None:
        took, faults = self._counts(), self.server.faults.total() - self.server.faults[""]
        found, requests = "", ""
        if seen is not None:
            count, same = asked(self.connection, seen)
            found, requests = f"{same} of {count}", f"{self._counts()['QueryVectors'] / count:.1f}"
        drift = sum(remote_index.drift(self.connection, corpora.get(self.connection, "test")).values())
        self._counts()
        self.server.faults.clear()
        done = " | ".join(f"{took[name]:,}" for name in OPERATIONS[:3])
        print(
            f"| {step} | {len(self.server.held()):,} | {done} | {faults} | {drift} | {found} | {requests} |", flush=True
        )

    def _counts(self) -> Counter[str]:
        """Return the requests since the last call."""
        since = self.server.requests - self.before
        self.before = self.server.requests.copy()
        return since


def bring(connection: Connection, server: S3Vectors) -> None:
    """Do what the index stage of a run does."""
    corpus = corpora.get(connection, "test")
    remote_index.bring(Vectors(connection, corpus, NAME), DIMENSION, server.address())


def killed(server: S3Vectors, count: int, at: int) -> None:
    """Let a process build the first edition, and kill it when it has sent so many requests to put."""
    environment = os.environ | server.environment
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.remote_index", "--vectors", str(count), "--work", server.address()],
        env=environment,
    )

    def fault(operation: str) -> str:
        if operation == "PutVectors" and server.requests[operation] == at:
            os.kill(process.pid, signal.SIGKILL)
            return "lost"
        return ""

    server.fault = fault
    assert process.wait() == -signal.SIGKILL


def steps(connection: Connection, server: S3Vectors, count: int, share: float) -> None:
    """Do every step, and print its row."""
    first = documents(count)
    killed(server, count, max(1, count // s3_vectors.PUT_MOST // 2))
    draw = random.Random(7)
    server.fault = lambda operation: draw.choice(FAULTS) if draw.random() < share else ""
    table = Table(connection, server)
    table.row("the first run, killed", None)
    bring(connection, server)
    editions.publish(connection, corpora.get(connection, "test"), 1)
    table.row("the next run goes on, and publishes", first)
    changed = {key: judgment(int(key[1:]), "anew") for key in first if int(key[1:]) % 10 == 0}
    build(connection, changed, server.address())
    table.row("a tenth changed, not published", first)
    editions.publish(connection, corpora.get(connection, "test"), 2)
    table.row("published", first | changed)
    editions.rollback(connection, corpora.get(connection, "test"))
    table.row("rolled back", first)
    editions.publish(connection, corpora.get(connection, "test"), 2)
    prune.prune(connection, corpora.get(connection, "test"), 1)
    table.row("published again, and pruned", first | changed)
    index = server.indexes["laws"]
    for number, key in enumerate(sorted(server.held())[: count // 50]):
        metadata, vector = index.metadata.pop(key), index.vectors.pop(key)
        if number % 2:
            index.metadata[f"test/{NAME}/{number:064x}"], index.vectors[f"test/{NAME}/{number:064x}"] = metadata, vector
    table.row("a fiftieth lost or under other keys", first | changed)
    bring(connection, server)
    table.row("the next run", first | changed)


def documents(count: int) -> dict[str, Text]:
    """Return documents with about so many different texts."""
    return {f"D{number}": judgment(number) for number in range(count // (CHUNKS - 1))}


def main() -> None:
    """Run as the description above says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vectors", type=int, default=5_000)
    parser.add_argument("--share", type=float, default=0.05)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    options = parser.parse_args()
    entry = EntryPoint(NAME, f"{scattered.__name__}:Scattered", backend.GROUP)
    backend.entry_points = lambda group: [entry] if group == backend.GROUP else []
    with open_database(settings.load()) as database, database.connect(autocommit=True) as connection:
        if options.work:
            build(connection, documents(options.vectors), options.work)
            return
        server = S3Vectors()
        os.environ |= server.environment
        steps(connection, server, options.vectors, options.share)
        server.close()


if __name__ == "__main__":
    main()
