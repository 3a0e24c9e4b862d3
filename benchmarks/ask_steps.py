"""How long each step of a question takes: what it names, its searches, their union, the context.

    python -m benchmarks.ask_steps FOLDER [--chunks 60000] [--questions 100]

FOLDER keeps an embedded Postgres with the judgments of four courts in twenty years, of made sentences whose vectors are
drawn at random: only the first run builds them. Each question has six words, a court and a year, and is asked as
``piperoll ask --filters wide --explain`` asks it: with the filters of what it names, and wider.
"""

import argparse
import os
import sys
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import numpy as np

from piperoll.embed import backend
from piperoll.hashing import digest
from piperoll.library import EvidenceBase
from piperoll.model import Chunk, Document, Status, embedding_text
from piperoll.settings import Settings
from piperoll.store import corpora, editions, ledger, lexical, runs
from piperoll.store.connection import Connection, open_database
from piperoll.store.vectors import Vectors
from tests.staging import staged_chunks, staged_document

CORPUS, BACKEND = "asked", "minilm"
CHUNKS = 20
"""Of a document."""
WORDS_KNOWN, WORDS = 20_000, 60
"""Different words, drawn as often as words of a language are; words of a chunk."""
SLAB = 500
"""Documents in one transaction."""
COURTS = {"UKSC": "the Supreme Court", "UKPC": "the Privy Council", "EWFC": "the Family Court", "EAT": "the EAT"}
OLDEST, YEARS = 2005, 20
WARM = 5
"""Questions that are asked before any is measured."""


def word(number: int) -> str:
    """A word that is no other."""
    return "".join("bdfgklmnprst"[number // 12**place % 12] + "aeiou"[number // 5**place % 5] for place in range(4))


def sentence(draws: np.random.Generator, words: int) -> str:
    """Words as often as in a language: the second half as often as the first, and so on."""
    ranks = np.minimum(draws.zipf(1.2, words), WORDS_KNOWN)
    return " ".join(word(int(rank)) for rank in ranks)


def document(number: int) -> Document:
    """A document of made sentences."""
    draws = np.random.default_rng([number, 1])
    chunks, start = [], 0
    for place in range(CHUNKS):
        content = sentence(draws, WORDS)
        chunks.append(Chunk(f"p{place}", "TEST", "", content, start, start + len(content), 100))
        start += len(content) + 1
    return Document(
        f"D {number}", f"Document {number}", "TEST", Status.CHUNKED, " ".join(one.content for one in chunks), chunks
    )


def judgment(number: int) -> Document:
    """A document with a court and a day."""
    day = f"{OLDEST + number % YEARS}-06-01"
    court = [*COURTS][number // YEARS % len(COURTS)]
    return replace(document(number), metadata={"court": court, "date": day})


def publish(connection: Connection, documents: int) -> None:
    """The edition of these judgments."""
    values = {"profile": "hk-cases", "backend": BACKEND, "language": "english", "source": "/nowhere"}
    corpus, run = corpora.put(connection, name=CORPUS, **values), uuid4()
    model, vectors = backend.get(BACKEND), Vectors(connection, corpus, BACKEND)
    vectors.ensure(model.identity, model.dimension)
    runs.start(connection, corpus, run, "benchmark")
    edition = editions.begin(connection, corpus, str(run))
    draws = np.random.default_rng(edition)
    for begin in range(0, documents, SLAB):
        made = [(f"{number}.txt", judgment(number)) for number in range(begin, min(begin + SLAB, documents))]
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
    lexical.index(connection, corpora.get(connection, CORPUS), corpus.language, edition)
    editions.publish(connection, corpora.get(connection, CORPUS), edition)


def question(number: int) -> str:
    """A question that names a court and a year."""
    draws = np.random.default_rng([11, number])
    court = [*COURTS.values()][number % len(COURTS)]
    return f"{sentence(draws, 6)} in {court} in {OLDEST + int(draws.integers(YEARS))}"


def measured(base: EvidenceBase, count: int) -> dict[str, list[float]]:
    """Milliseconds by step; those of searches by where they search."""
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    for number in range(-WARM, count):
        told = base[CORPUS].ask(question(abs(number)), explain=True, filters="wide")
        assert told.trace and told.blocks and told.mode == "local", told
        for step in told.trace if number >= 0 else ():
            name = f"search, {step.detail.partition(':')[0]}" if step.step == "search" else step.step
            seconds[name].append(1_000 * step.seconds)
        if number >= 0:
            seconds["all"].append(1_000 * sum(step.seconds for step in told.trace))
    return seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chunks", type=int, default=60_000)
    parser.add_argument("--questions", type=int, default=100)
    given = parser.parse_args()
    settings = Settings(data_dir=given.folder)
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        if not corpora.find(connection, CORPUS):
            publish(connection, given.chunks // CHUNKS)
    base = EvidenceBase(open_database(settings), settings)
    with base:
        print("| step | p50 ms | p95 ms |\n|---|---:|---:|")
        for name, every in measured(base, given.questions).items():
            p50, p95 = np.percentile(every, [50, 95])
            print(f"| {name} | {p50:.1f} | {p95:.1f} |")
    print(f"{given.chunks:,} chunks, {given.questions} questions, load {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
