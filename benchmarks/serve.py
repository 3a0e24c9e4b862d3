"""Measure the service under load: searches by clients at once, while editions are published or not.

    python -m benchmarks.serve FOLDER [--chunks 60000] [--seconds 30] [--clients 1,8]

FOLDER keeps an embedded Postgres with one corpus of made sentences whose vectors are drawn at random: only the first
run builds it. The service runs in a process of its own, on loopback, without keys; clients are threads of another. Each
client sends one search after another over one connection, hybrid, k = 10, no two queries alike. Half of the table is
measured while an edition is published, or rolled back, every second.

`cpu` is the processor time of a search, of the service and of the processes of Postgres behind it. `mixed` counts
answers with hits that the edition does not have, `failed` those without status 200.
"""

import argparse
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import numpy as np
import psutil
import uvicorn

from piperoll.embed import backend
from piperoll.hashing import digest
from piperoll.model import Chunk, Document, Status, embedding_text
from piperoll.serve.options import ServeOptions
from piperoll.serve.pool import PooledBase
from piperoll.serve.run import config
from piperoll.settings import Settings
from piperoll.store import corpora, editions, ledger, lexical, runs
from piperoll.store.connection import Connection, open_database
from piperoll.store.vectors import Vectors
from tests.staging import staged_chunks, staged_document

CORPUS, BACKEND = "served", "minilm"
CHUNKS = 20
"""Of a document."""
WORDS_KNOWN, WORDS = 20_000, 60
"""Different words, drawn as often as words of a language are; words of a chunk."""
SLAB = 500
"""Documents in one transaction."""
CHANGED = 5
"""Documents that the second edition has in other words."""
PAUSE = 1.0
"""Seconds between two publications."""
PORT = 8399
COLUMNS = "clients,publishing,searches a second,p50 ms,p95 ms,cpu ms,memory MB,failed,mixed,load".split(",")


def word(number: int) -> str:
    """A word that is no other."""
    return "".join("bdfgklmnprst"[number // 12**place % 12] + "aeiou"[number // 5**place % 5] for place in range(4))


def sentence(draws: np.random.Generator, words: int) -> str:
    """Words as often as in a language: the second half as often as the first, and so on."""
    ranks = np.minimum(draws.zipf(1.2, words), WORDS_KNOWN)
    return " ".join(word(int(rank)) for rank in ranks)


def document(number: int, edition: int) -> Document:
    """A document of an edition."""
    draws = np.random.default_rng([number, edition if number < CHANGED else 1])
    chunks, start = [], 0
    for place in range(CHUNKS):
        content = sentence(draws, WORDS)
        chunks.append(Chunk(f"p{place}", "TEST", "", content, start, start + len(content), 100))
        start += len(content) + 1
    return Document(
        f"D {number}", f"Document {number}", "TEST", Status.CHUNKED, " ".join(one.content for one in chunks), chunks
    )


def publish(
    connection: Connection,
    documents: int,
    name: str = CORPUS,
    profile: str = "contracts",
    of: Callable[[int, int], Document] = document,
) -> None:
    """The next edition of a corpus, whose documents ``of`` makes of a number and the edition."""
    values = {"profile": profile, "backend": BACKEND, "language": "english", "source": "/nowhere"}
    corpus, run = corpora.put(connection, name=name, **values), uuid4()
    model, vectors = backend.get(BACKEND), Vectors(connection, corpus, BACKEND)
    vectors.ensure(model.identity, model.dimension)
    runs.start(connection, corpus, run, "benchmark")
    edition = editions.begin(connection, corpus, str(run))
    draws = np.random.default_rng(edition)
    for begin in range(0, documents if edition == 1 else CHANGED, SLAB):
        numbers = range(begin, min(begin + SLAB, documents if edition == 1 else CHANGED))
        made = [(f"{number}.txt", of(number, edition)) for number in numbers]
        texts = [digest(embedding_text("", "", chunk.content)) for _, one in made for chunk in one.chunks]
        drawn = draws.normal(size=(len(texts), model.dimension))
        vectors.put(texts, (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float16))
        ledger.merge(
            connection, corpus, edition, run=str(run), made_by="benchmark", profile_version=1,
            documents=[staged_document(one, place) for place, one in made],
            chunks=[row for place, one in made for row in staged_chunks(one, place)],
        )  # fmt: skip
    editions.complete(connection, corpus, edition, str(run), {})
    vectors.index()
    lexical.index(connection, corpora.get(connection, name), corpus.language, edition)
    editions.publish(connection, corpora.get(connection, name), edition)


def served(folder: Path) -> None:
    """The process of the service."""
    settings, options = Settings(data_dir=folder), ServeOptions(port=PORT, rate="1000000/second")
    uvicorn.Server(config(PooledBase(open_database(settings), settings, options.timeout), options)).run()


@dataclass
class Load:
    """Clients that search until they are told to stop."""

    changed: frozenset[str]
    """Documents that an edition has in words of its own."""
    texts: dict[int, set[str]]
    """What these say in each edition."""
    stop: threading.Event = field(default_factory=threading.Event)
    times: list[float] = field(default_factory=list)
    failed: int = 0
    mixed: int = 0

    def client(self, number: int) -> None:
        """Send one search after another."""
        draws = np.random.default_rng([7, number, time.time_ns() % 2**32])
        with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", timeout=60) as client:
            while not self.stop.is_set():
                body = {"corpus": CORPUS, "query": sentence(draws, 6)}
                began = time.perf_counter()
                answer = client.post("/api/search", json=body)
                self.times.append(time.perf_counter() - began)
                self.failed += answer.status_code != 200
                self.mixed += answer.status_code == 200 and self.is_mixed(answer.json())

    def is_mixed(self, told: dict[str, Any]) -> bool:
        """Whether a hit is of another edition than the answer names."""
        texts = self.texts[told["edition"]]
        return any(hit["document"] in self.changed and hit["content"] not in texts for hit in told["hits"])


@dataclass(frozen=True)
class Machine:
    """The processes that work on an answer."""

    service: psutil.Process
    postgres: psutil.Process

    def worked(self) -> float:
        """Their processor seconds; the processes of Postgres live as long as connections."""
        every = [self.service, *self.postgres.children()]
        return sum(times.user + times.system for times in (one.cpu_times() for one in every))


def measure(
    folder: Path, machine: Machine, texts: dict[int, set[str]], clients: int, seconds: float, busy: bool
) -> None:
    """One line of the table."""
    load = Load(frozenset(f"D {number}" for number in range(CHANGED)), texts)
    threads = [threading.Thread(target=load.client, args=(number,)) for number in range(clients)]
    before, began = machine.worked(), time.perf_counter()
    for thread in threads:
        thread.start()
    with open_database(Settings(data_dir=folder)) as database, database.connect(autocommit=True) as connection:
        for number in count():
            if busy:
                editions.publish(connection, corpora.get(connection, CORPUS), 1 + number % 2)
            time.sleep(PAUSE)
            if time.perf_counter() - began > seconds:
                break
    load.stop.set()
    for thread in threads:
        thread.join()
    took, used = time.perf_counter() - began, machine.worked() - before
    p50, p95 = (1_000 * float(one) for one in np.percentile(load.times, [50, 95]))
    memory = machine.service.memory_info().rss / 1_000_000
    figures = [
        clients, "yes" if busy else "no", f"{len(load.times) / took:.0f}", f"{p50:.0f}", f"{p95:.0f}",
        f"{1_000 * used / len(load.times):.1f}", f"{memory:,.0f}", load.failed, load.mixed, f"{os.getloadavg()[0]:.1f}",
    ]  # fmt: skip
    print(f"| {' | '.join(map(str, figures))} |", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chunks", type=int, default=60_000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--clients", default="1,8")
    given = parser.parse_args()
    settings = Settings(data_dir=given.folder)
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        corpus = corpora.find(connection, CORPUS)
        for _ in range(corpus.built_edition if corpus else 0, 2):
            publish(connection, given.chunks // CHUNKS)
        texts = {
            edition: {chunk.content for number in range(CHANGED) for chunk in document(number, edition).chunks}
            for edition in (1, 2)
        }
        service = multiprocessing.get_context("spawn").Process(target=served, args=(given.folder,))
        service.start()
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", transport=httpx.HTTPTransport(retries=10)) as client:
                while client.get("/readyz").status_code != 200:
                    time.sleep(0.2)
            print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
            postgres = psutil.Process(connection.info.backend_pid).parent()
            assert postgres
            machine = Machine(psutil.Process(service.pid), postgres)
            for busy in (False, True):
                for clients in map(int, given.clients.split(",")):
                    measure(given.folder, machine, texts, clients, given.seconds, busy)
        finally:
            service.terminate()
            service.join()
    return 0


if __name__ == "__main__":
    sys.exit(main())
