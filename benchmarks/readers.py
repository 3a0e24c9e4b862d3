"""Count what readers see while editions are published, rolled back and pruned, and indexes built, without a pause.

    python -m benchmarks.readers [--reads 100000] [--minutes 60] [--processes 2] [--threads 3] [--documents 20]

A small corpus on an embedded Postgres of its own. Every chunk of edition N says N, in its text and in its metadata. One
process changes the corpus in a loop: it publishes the next edition, goes back and forward, prunes to one edition or
two, and rebuilds the index of vectors or runs REINDEX. Readers in other processes, several threads each, ask by every
mode, grouped and as context, show, list citations, verify and export. One of twenty reads hesitates before each of its
statements, up to a third of a second, so that changes fall between them. A read is

* crossed, if something changed while it read
* mixed, if what it says comes from more than one edition, or from another than the one that it names
* empty, if it finds nothing, or less than an edition has
* an error, if it raises anything

Exit code 1 if any is mixed, empty or an error, or none was crossed. The table says how many reads there were of each
kind, and how many changes meanwhile.
"""

import argparse
import multiprocessing
import os
import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import psycopg
from psycopg import sql

import piperoll
from piperoll import library
from piperoll.embed import backend
from piperoll.hashing import digest
from piperoll.library import CorpusReader
from piperoll.model import Chunk, Document, Status, embedding_text
from piperoll.settings import Settings
from piperoll.store import corpora, editions, export, ledger, lexical_writer, prune, runs, vectors
from piperoll.store.connection import Connection, Database, open_database
from piperoll.store.vectors import Vectors
from tests.staging import staged_chunks, staged_document

CORPUS = "readers"
BACKEND = "minilm"
CHUNKS = 5
"""Each document has so many."""
HESITANT = 0.05
"""Share of the reads that hesitate before each statement."""
HESITATION = 0.3
"""Seconds, at most."""
LEAST_INDEXED = 50
"""In place of the one of the library, so that there is an index of few vectors."""
SAYS = re.compile(r"upplaga (\d+)")
WRONG = ("mixed", "empty", "errors")
OUTCOMES = ("reads", "crossed", *WRONG)

Said = tuple[int | None, Sequence[str], int]
"""A read gives the edition that it names, the texts that must be of it, and how many there must be at least."""


def document(number: int, edition: int) -> Document:
    """A document of an edition."""
    chunks, start = [], 0
    for place in range(CHUNKS):
        content = f"Fyr {number} lyser i upplaga {edition}, del {place}."
        chunks.append(
            Chunk(f"§{place}", "TEST", "", content, start, start + len(content), 9, metadata={"edition": edition})
        )
        start += len(content) + 1
    body = " ".join(chunk.content for chunk in chunks)
    return Document(f"SFS 2001:{number}", f"Lag {number}", "TEST", Status.CHUNKED, body, chunks)


@cache
def vector_of(content: str) -> Any:
    """A vector that looks drawn at random and is always the same for a text; no model is asked for so many."""
    drawn = np.random.default_rng(list(digest(content))).normal(size=backend.get(BACKEND).dimension)
    return (drawn / np.linalg.norm(drawn)).astype(np.float16)


class Writer:
    """Changes the corpus, one change after another."""

    def __init__(self, connection: Connection, documents: int) -> None:
        self.connection, self.documents = connection, documents
        values = {"profile": "se-law", "backend": BACKEND, "language": "swedish", "source": "/nowhere"}
        corpora.put(connection, name=CORPUS, **values)
        model = backend.get(BACKEND)
        self.vectors.ensure(model.identity, model.dimension)
        self.changes: Counter[str] = Counter()

    @property
    def corpus(self) -> corpora.Corpus:
        """The corpus as it is now."""
        return corpora.get(self.connection, CORPUS)

    @property
    def vectors(self) -> Vectors:
        """Its vectors."""
        return Vectors(self.connection, self.corpus, BACKEND)

    def publish(self) -> str:
        """The next edition, in which every document says its number."""
        corpus, run = self.corpus, uuid4()
        runs.start(self.connection, corpus, run, "benchmark")
        edition = editions.begin(self.connection, corpus, str(run))
        made = [(f"{number}.md", document(number, edition)) for number in range(self.documents)]
        texts = {
            digest(embedding_text("", "", chunk.content)): chunk.content for _, one in made for chunk in one.chunks
        }
        self.vectors.put(list(texts), np.asarray([vector_of(text) for text in texts.values()], np.float16))
        ledger.merge(
            self.connection, corpus, edition, run=str(run), made_by="benchmark", profile_version=1,
            documents=[staged_document(one, place) for place, one in made],
            chunks=[row for place, one in made for row in staged_chunks(one, place)],
        )  # fmt: skip
        editions.complete(self.connection, corpus, edition, str(run), {})
        indexed = self.vectors.index()
        lexical_writer.index(self.connection, self.corpus, corpus.language, edition)
        editions.publish(self.connection, self.corpus, edition)
        vector_of.cache_clear()
        return f"published, vector index {indexed}"

    def roll_back(self) -> str:
        """Any edition that there is."""
        editions.rollback(self.connection, self.corpus, random.choice(self.corpus.editions))
        return "rolled back or forward"

    def prune(self) -> str:
        """All but the newest, and the published one."""
        prune.prune(self.connection, self.corpus, random.choice((1, 2)))
        return "pruned"

    def rebuild(self) -> str:
        """The index of vectors, from nothing, beside the one in use."""
        self.connection.execute("UPDATE vector_index SET deleted = entries")
        return f"vector index {self.vectors.index()}"

    def reindex(self) -> str:
        """The index of vectors, in place, by Postgres."""
        name = sql.Identifier(self.vectors.index_name)
        self.connection.execute(sql.SQL("REINDEX INDEX {}").format(name))
        return "REINDEX"

    def change(self, stop: threading.Event, changes: Any) -> None:
        """Change the corpus until it is told to stop, and count for the readers."""
        steps: tuple[Callable[[], str], ...] = (self.publish, self.prune, self.roll_back, self.rebuild, self.reindex)
        while not stop.is_set():
            self.changes[random.choices(steps, (4, 4, 4, 1, 1))[0]()] += 1
            changes.value += 1


class Hesitant(psycopg.Cursor[Any]):
    """Waits before each statement."""

    def execute(self, *arguments: Any, **named: Any) -> Any:
        """Wait, then run the statement."""
        time.sleep(random.uniform(0, HESITATION))
        return super().execute(*arguments, **named)


class Visited(Database):
    """A database of which some connections hesitate."""

    def connect_anew(self) -> Connection:
        """Open a connection."""
        made = super().connect_anew()
        if random.random() < HESITANT:
            made.cursor_factory = Hesitant
        return made


def texts(hits: Iterable[Any]) -> list[str]:
    """Return the texts of hits."""
    return [hit.content for hit in hits]


def reads(documents: int, out: Path) -> Mapping[str, tuple[int, Callable[[CorpusReader], Said]]]:
    """Every kind of read: how often, and the read itself."""
    some = min(10, documents * CHUNKS)

    def search(**options: Any) -> Callable[[CorpusReader], Said]:
        def read(laws: CorpusReader) -> Said:
            found = laws.search(f"vilken fyr lyser, del {random.randrange(CHUNKS)}", **options)
            return found.edition, texts(found.hits), some

        return read

    def grouped(laws: CorpusReader) -> Said:
        found = laws.documents("fyr lyser", mode="lexical")
        return found.edition, [said.content for one in found.documents for said in one.highlights], min(10, documents)

    def context(laws: CorpusReader) -> Said:
        found = laws.context("fyr lyser", mode="lexical", budget=200)
        return found.edition, [found.text, *(block.text for block in found.blocks)], 2

    def shown(laws: CorpusReader) -> Said:
        (version,) = laws.show(f"SFS 2001:{random.randrange(documents)}").versions
        return None, texts(version.chunks), CHUNKS

    def cites(laws: CorpusReader) -> Said:
        return laws.cites(f"SFS 2001:{random.randrange(documents)}").edition, [], 0

    def cited_by(laws: CorpusReader) -> Said:
        return laws.cited_by(f"SFS 2001:{random.randrange(documents)}").edition, [], 0

    def exported(laws: CorpusReader) -> Said:
        with laws.connection() as (connection, corpus):
            number = editions.seen(corpus)
            export.export(connection, corpus, number, out)
        return number, out.read_text(encoding="utf-8").splitlines(), documents * CHUNKS

    def verified(laws: CorpusReader) -> Said:
        report = laws.verify()
        return report.edition, ["not verified"] * (not report.holds), 0 if report.chunks == documents * CHUNKS else 1

    return {
        "search, lexical": (30, search(mode="lexical")),
        "search, dense": (4, search(mode="dense")),
        "search, hybrid": (4, search(mode="hybrid")),
        "search, filtered": (4, search(mode="lexical", where=["edition>0"])),
        "search by document": (10, grouped),
        "context": (10, context),
        "show": (30, shown),
        "cites": (10, cites),
        "cited-by": (10, cited_by),
        "export": (4, exported),
        "verify": (1, verified),
    }


def judged(said: Said) -> str | None:
    """What is wrong with a read; None: nothing."""
    edition, told, least = said
    if len(told) < least or not all(told):
        return "empty"
    numbers = {int(number) for text in told for number in SAYS.findall(text)}
    if any(not SAYS.search(text) for text in told) or len(numbers | ({edition} if edition else set())) > 1:
        return "mixed"
    return None


class Counts:
    """Outcomes by kind of read, of one process."""

    def __init__(self) -> None:
        self.outcomes: Counter[tuple[str, str]] = Counter()
        self.examples: list[str] = []
        self.lock = threading.Lock()

    def add(self, kind: str, crossed: bool, wrong: str | None, example: object = "") -> None:
        """Count a read."""
        with self.lock:
            self.outcomes[kind, "reads"] += 1
            self.outcomes[kind, "crossed"] += crossed
            if wrong:
                self.outcomes[kind, wrong] += 1
                self.examples = [*self.examples, f"{kind}: {wrong}: {str(example)[:300]}"][:5]


def read_on(laws: CorpusReader, counts: Counts, given: Any, shared: Any, name: str) -> None:
    """Read, one after another, until there are enough reads of all processes together."""
    stop, done, changes, _ = shared
    with tempfile.TemporaryDirectory() as folder:
        kinds = reads(given.documents, Path(folder, f"{name}.jsonl"))
        shares = [share for share, _ in kinds.values()]
        while not stop.is_set():
            kind = random.choices(list(kinds), shares)[0]
            before = changes.value
            try:
                said: Any = kinds[kind][1](laws)
                wrong = judged(said)
            except Exception as error:  # whatever a reader meets is what this counts
                wrong, said = "errors", f"{type(error).__name__}: {error}"
            counts.add(kind, changes.value != before, wrong, said)
            with done.get_lock():
                done.value += 1


def reader(given: Any, shared: Any) -> None:
    """A process of readers."""
    counts = Counts()
    library.open_database = visited  # type: ignore[attr-defined]
    with piperoll.open(Settings(data_dir=given.data)) as base:
        laws = CorpusReader(base, CORPUS)
        threads = [
            threading.Thread(target=read_on, args=(laws, counts, given, shared, f"{os.getpid()}-{number}"))
            for number in range(given.threads)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    shared[-1].put((counts.outcomes, counts.examples))


def visited(settings: Settings) -> Database:
    """The database of the settings, of which some connections hesitate."""
    opened = open_database(settings)
    opened.__class__ = Visited
    return opened


def measure(given: Any) -> tuple[Counter[tuple[str, str]], list[str], Counter[str]]:
    """Let readers and the writer work until there are enough reads; what they counted."""
    vectors.LEAST_INDEXED = LEAST_INDEXED
    context = multiprocessing.get_context("spawn")
    shared = stop, done, changes, results = context.Event(), context.Value("q"), context.Value("q"), context.Queue()
    with open_database(Settings(data_dir=given.data)) as database, database.connect(autocommit=True) as connection:
        writer = Writer(connection, given.documents)
        writer.publish()
        writer.publish()
        working = [context.Process(target=reader, args=(given, shared)) for _ in range(given.processes)]
        for process in working:
            process.start()
        ended = threading.Event()
        changing = threading.Thread(target=writer.change, args=(ended, changes))
        changing.start()
        deadline = time.monotonic() + 60 * given.minutes
        while done.value < given.reads and time.monotonic() < deadline and changing.is_alive():
            time.sleep(0.2)
        ended.set()
        changing.join()
        stop.set()
        found = [results.get(timeout=120) for _ in working]
        for process in working:
            process.join()
    outcomes = sum((one for one, _ in found), Counter[tuple[str, str]]())
    return outcomes, [example for _, examples in found for example in examples], writer.changes


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reads", type=int, default=100_000)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--threads", type=int, default=3)
    parser.add_argument("--documents", type=int, default=20)
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="piperoll-readers-") as folder:
        Path(folder).chmod(0o755)  # root's Postgres is not root's
        given.data = Path(folder)
        outcomes, examples, changes = measure(given)
        seconds = time.monotonic() - began
    print(f"| {'read':<20} | {' | '.join(f'{name:>7}' for name in OUTCOMES)} |\n|---|{'--:|' * len(OUTCOMES)}")
    for kind in sorted({kind for kind, _ in outcomes}):
        print(f"| {kind:<20} | {' | '.join(f'{outcomes[kind, name]:7,}' for name in OUTCOMES)} |")
    total = {name: sum(count for (_, one), count in outcomes.items() if one == name) for name in OUTCOMES}
    print(f"| {'all':<20} | {' | '.join(f'{total[name]:7,}' for name in OUTCOMES)} |")
    print(f"\nmeanwhile, in {seconds:,.0f} s: {', '.join(f'{what} {n:,}' for what, n in sorted(changes.items()))}")
    for example in examples:
        print(example)
    return 1 if any(total[name] for name in WRONG) or not total["crossed"] else 0


if __name__ == "__main__":
    sys.exit(main())
