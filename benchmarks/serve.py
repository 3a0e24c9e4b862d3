"""Measure the service under load: searches by clients at once, while editions are published or not.

    python -m benchmarks.serve FOLDER --terms TERMS --contracts CONTRACTS --questions FILE …     # builds, then measures
    python -m benchmarks.serve FOLDER --questions FILE … [--seconds 20] [--clients 1,8,32]

FOLDER keeps the embedded Postgres of ``benchmarks.latency``: 60,000 and 300,000 chunks of real contracts and terms. The
first 30,000 of their texts have vectors by the model; the others have such vectors turned as far as real ones stand
apart, so that the graph is as hard to walk as a real one, and what is found by meaning in these chunks is not. Texts,
words and names are real throughout. A second edition has other wordings in a twentieth of the documents.

FILEs have real questions: JSON of LegalBench-RAG, or lines with ``query`` or ``text``. No two queries of the list are
alike, and of each ten

* three are whole questions, most of which name a document: "Consider the NDA between A and B; does it …?"
* three are what such a question asks, without the document
* two are that with a letter left out of the longest word
* one cites a place: "section 8.5 of" and the title of a document
* one is ten words from the middle of a chunk that both editions have in other words

The service runs in a process of its own, on loopback, without keys, as ``piperoll serve`` runs it but for the limit of
requests of one client. Clients are threads of this process. Each sends one search after another over one connection:
hybrid, k = 10. In half of the table the other edition is published, a step forward or back, every second.

``cpu`` is the processor time of a search, of the service and of the processes of Postgres behind it. Memory is that of
the service, and what is private to the processes of Postgres, before and after. ``refused`` counts answers with 503 or
429, ``failed`` others without 200, ``mixed`` those with hits that the edition does not have.
"""

import argparse
import json
import multiprocessing
import os
import random
import re
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import psutil
import uvicorn

from benchmarks import latency
from piperoll.serve.options import ServeOptions
from piperoll.serve.pool import PooledBase
from piperoll.serve.run import config
from piperoll.settings import Settings
from piperoll.store import corpora, editions
from piperoll.store.connection import Connection, open_database
from piperoll.store.corpora import Corpus

CORPORA = ("small", "large")
EMBEDDED = 30_000
"""Texts whose vectors the model makes."""
PROFILE = "contracts"
"""Profile of the corpora while they are served, with its thesaurus."""
PAUSE = 1.0
"""Seconds between two publications."""
PORT = 8399
WARM = 100
"""Queries that are asked before any is measured."""
COLUMNS = (
    "chunks,clients,publishing,searches a second,p50 ms,p95 ms,cpu ms,service MB,Postgres MB,refused,failed,mixed,load"
).split(",")

CHANGED = """
    SELECT e.edition, d.key, c.content
    FROM (VALUES (1), (2)) AS e (edition)
    JOIN version v ON v.corpus_id = %(corpus)s AND v.from_edition <= e.edition
        AND (v.to_edition IS NULL OR v.to_edition > e.edition)
    JOIN document d ON d.id = v.document_id
    JOIN chunk c ON c.version_id = v.id
    WHERE v.document_id IN (SELECT document_id FROM version WHERE corpus_id = %(corpus)s AND from_edition = 2)
    ORDER BY c.id"""
"""Statement: the chunks, in each edition, of the documents that the second edition changed."""
PLACES = """
    SELECT c.path, v.title FROM chunk c JOIN version v ON v.id = c.version_id
    WHERE c.corpus_id = %(corpus)s AND c.path ~ '[0-9]$' ORDER BY c.metadata -> 'draw' LIMIT 2000"""


def build(connection: Connection, terms: Path, contracts: Path) -> None:
    """Build what is not there yet: the corpora, and second editions, which change the documents that small has."""
    latency.build(connection, terms, contracts, EMBEDDED, CORPORA)
    small = list(latency.first(latency.SMALL, latency.documents(terms, contracts)))
    for name in CORPORA:
        if corpora.get(connection, name).built_edition < 2:
            latency.publish(connection, name, latency.amended(small, 2), EMBEDDED)


Texts = dict[int, set[tuple[str, str]]]
"""Keys and contents of the chunks of changed documents, by edition."""


def texts_of(connection: Connection, corpus: Corpus) -> Texts:
    texts: Texts = {1: set(), 2: set()}
    for edition, key, content in connection.execute(CHANGED, {"corpus": corpus.id}):
        texts[edition].add((key, content))
    return texts


def asked(files: Sequence[Path]) -> list[str]:
    """Return the questions of files, each once, in an order that is always the same."""
    texts: dict[str, None] = {}
    for file in files:
        whole = file.read_text(encoding="utf-8")
        rows = json.loads(whole)["tests"] if file.suffix == ".json" else map(json.loads, whole.splitlines())
        texts |= {row.get("query") or row["text"]: None for row in rows}
    found = list(texts)
    random.Random(7).shuffle(found)
    return found


def misspelt(text: str) -> str:
    """Return a text without a letter of its longest word."""
    word = max(re.findall(r"\w+", text), key=len, default="")
    return text.replace(word, word[: len(word) // 2] + word[len(word) // 2 + 1 :], 1)


def queries(connection: Connection, corpus: Corpus, questions: Sequence[str], texts: Texts) -> list[str]:
    """Return queries of every kind, no two alike."""
    alone = [question.rpartition(";")[2].strip() for question in questions]
    random.Random(8).shuffle(alone)
    rows = connection.execute(PLACES, {"corpus": corpus.id}).fetchall()
    places = cycle(f"section {re.findall(r'[0-9.]+$', path)[0].strip('.')} of {title}" for path, title in rows)
    changed = sorted(content for _, content in texts[1] ^ texts[2])
    random.Random(9).shuffle(changed)
    middle = cycle(" ".join(text.split()[5:15]) for text in changed if len(text.split()) > 15)
    whole, bare, wrong = iter(questions), iter(alone), map(misspelt, reversed(alone))
    found: dict[str, None] = {}
    for _ in range(len(questions) // 3):
        some = (*islice(whole, 3), *islice(bare, 3), *islice(wrong, 2), next(places), next(middle))
        found |= dict.fromkeys(some)
    return list(found)


def served(folder: Path) -> None:
    """Serve until the process is ended."""
    settings, options = Settings(data_dir=folder), ServeOptions(port=PORT, rate="1000000/second")
    uvicorn.Server(config(PooledBase(open_database(settings), settings, options.timeout), options)).run()


@dataclass
class Load:
    """Clients that search until they are told to stop."""

    corpus: str
    queries: Iterator[str]
    texts: Texts
    stop: threading.Event = field(default_factory=threading.Event)
    times: list[float] = field(default_factory=list)
    refused: int = 0
    failed: int = 0
    mixed: int = 0

    def client(self) -> None:
        """Send one search after another."""
        with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", timeout=60) as client:
            while not self.stop.is_set():
                body = {"corpus": self.corpus, "query": next(self.queries)}
                began = time.perf_counter()
                answer = client.post("/api/search", json=body)
                self.times.append(time.perf_counter() - began)
                self.refused += answer.status_code in (429, 503)
                self.failed += answer.status_code not in (200, 429, 503)
                self.mixed += answer.status_code == 200 and self.is_mixed(answer.json())

    def is_mixed(self, told: dict[str, Any]) -> bool:
        """Return whether a hit says what only the other edition says."""
        other = self.texts[3 - told["edition"]] - self.texts[told["edition"]]
        return any((hit["document"], hit["content"]) in other for hit in told["hits"])


@dataclass(frozen=True)
class Machine:
    """The processes that work on an answer."""

    service: psutil.Process
    postgres: psutil.Process
    others: frozenset[psutil.Process]
    """Processes of Postgres that were there before the service."""

    def connections(self) -> list[psutil.Process]:
        """Return the processes of Postgres that live as long as connections of the service."""
        return [one for one in self.postgres.children() if one not in self.others]

    def worked(self) -> float:
        """Return the processor seconds of the service and of its connections."""
        every = [self.service, *self.connections()]
        return sum(times.user + times.system for times in (one.cpu_times() for one in every))

    def memory(self) -> tuple[float, float]:
        """Return the MB of the service, and those that only the processes of Postgres have."""
        private = sum(one.memory_full_info().uss for one in self.connections())
        return self.service.memory_info().rss / 1e6, private / 1e6


def measure(connection: Connection, machine: Machine, load: Load, clients: int, seconds: float, busy: bool) -> None:
    """Print one line of the table."""
    threads = [threading.Thread(target=load.client) for _ in range(clients)]
    before, used, began = machine.memory(), machine.worked(), time.perf_counter()
    for thread in threads:
        thread.start()
    for number in count():
        if busy:
            editions.publish(connection, corpora.get(connection, load.corpus), 1 + number % 2)
        time.sleep(PAUSE)
        if time.perf_counter() - began > seconds:
            break
    load.stop.set()
    for thread in threads:
        thread.join()
    took, used, after = time.perf_counter() - began, machine.worked() - used, machine.memory()
    p50, p95 = (1_000 * float(one) for one in np.percentile(load.times, [50, 95]))
    size = latency.SMALL if load.corpus == "small" else latency.LARGE
    figures = [
        f"{size:,}", clients, "yes" if busy else "no", f"{len(load.times) / took:.0f}", f"{p50:.0f}", f"{p95:.0f}",
        f"{1_000 * used / len(load.times):.1f}", *(f"{a:,.0f} → {b:,.0f}" for a, b in zip(before, after, strict=True)),
        load.refused, load.failed, load.mixed, f"{os.getloadavg()[0]:.1f}",
    ]  # fmt: skip
    print(f"| {' | '.join(map(str, figures))} |", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--terms", type=Path)
    parser.add_argument("--contracts", type=Path)
    parser.add_argument("--questions", type=Path, nargs="+", required=True)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--clients", default="1,8,32")
    parser.add_argument("--corpora", default=",".join(CORPORA))
    parser.add_argument("--publishing", default="no,yes")
    given = parser.parse_args()
    settings = Settings(data_dir=given.folder)
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        if given.terms and given.contracts:
            build(connection, given.terms, given.contracts)
        for name in CORPORA:
            editions.publish(connection, corpora.get(connection, name), 2, profile=PROFILE)
        postgres = psutil.Process(connection.info.backend_pid).parent()
        assert postgres
        others = frozenset(postgres.children())
        service = multiprocessing.get_context("spawn").Process(target=served, args=(given.folder,))
        service.start()
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", transport=httpx.HTTPTransport(retries=10)) as client:
                while client.get("/readyz").status_code != 200:
                    time.sleep(0.2)
            machine = Machine(psutil.Process(service.pid), postgres, others)
            print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
            questions = asked(given.questions)
            for name in given.corpora.split(","):
                corpus = corpora.get(connection, name)
                texts = texts_of(connection, corpus)
                some = queries(connection, corpus, questions, texts)
                endless = cycle(some)
                with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", timeout=60) as client:
                    for query in islice(endless, WARM):
                        client.post("/api/search", json={"corpus": name, "query": query})
                for busy in given.publishing.split(","):
                    for clients in map(int, given.clients.split(",")):
                        load = Load(name, endless, texts)
                        measure(connection, machine, load, clients, given.seconds, busy == "yes")
                print(f"{name}: {len(some):,} queries, edition {corpora.get(connection, name).published_edition}")
        finally:
            service.terminate()
            service.join()
    return 0


if __name__ == "__main__":
    sys.exit(main())
