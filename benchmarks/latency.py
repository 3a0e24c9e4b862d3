"""How long a search takes, and what the dense one misses: 60,000 and 300,000 chunks of real contracts and terms.

    python -m benchmarks.latency FOLDER --terms TERMS --contracts CONTRACTS     # builds what is not there yet
    python -m benchmarks.latency FOLDER [--queries N]                           # measures

FOLDER keeps the embedded Postgres with three corpora, so only the first run builds them; one that was interrupted is
begun anew, with the vectors that it had. TERMS has markdown files, CONTRACTS text files, at any depth. Their documents
are taken in the order of the hashes of their names, each content once, and cut as by ``piperoll reindex``:

* small: the first 60,000 chunks, with vectors by the bundled model
* large: the first 300,000. The vectors of those that small has not are made of those that it has: a vector is turned
  towards the difference of two others, as far as a real one stands from its nearest neighbour
* churned: small after 20 editions, each with other wordings of half of the chunks of a twentieth of the documents; what
  left is still in the index

Queries are the words of a heading, or ten words from the middle of a chunk, no two alike. A query is the whole search,
from its text to ten hits with their citations, but for its vector: that takes what the line "its vector" says.

Filters are by a field of the documents ("of documents": whole ones pass) or of the chunks ("of chunks": any pass).
recall is the share of the best ten by exact comparison that the dense search finds.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import islice, tee
from pathlib import Path
from uuid import uuid4

import numpy as np
import psutil
from numpy.typing import NDArray
from psycopg import sql

from piperoll.corpora import registry
from piperoll.embed import backend
from piperoll.hashing import digest
from piperoll.model import Document, embedding_text
from piperoll.pipeline.embed import vectors_of
from piperoll.search.conditions import Filters, parse
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.settings import Settings
from piperoll.store import corpora, editions, ledger, lexical_writer, runs
from piperoll.store.connection import Connection, open_database
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Vectors
from tests.staging import staged_chunks, staged_document

NAMES = ("small", "large", "churned")
SMALL, LARGE = 60_000, 300_000
EDITIONS = 20
CHANGED = 20
"""One of so many documents gets another wording in an edition."""
BACKEND = "minilm"
LOADED = 200
"""Documents in one transaction."""
SLAB = 1_000
"""Vectors that are computed and stored at once."""
REAL = 20_000
CLIENTS = 4
K = 10
WORDS = 10
WARM = 10
"""Queries that are asked before any is measured."""
ROUNDING = 1e-5
"""Of a cosine."""
COLUMNS = f"{'queries':<44} {'p50':>7} {'p95':>7} {'p99':>7} {'cpu':>7}  load"

Queries = list[tuple[str, NDArray[np.float16]]]


def documents(terms: Path, contracts: Path) -> Iterator[tuple[str, Document]]:
    """All documents by their place in the source, each content once."""
    files = [(path, "terms") for path in terms.rglob("*.md")] + [
        (path, "contracts") for path in contracts.rglob("*.txt")
    ]
    known = set()
    for path, profile in sorted(files, key=lambda file: digest(str(file[0].relative_to(file[0].parents[2])))):
        data = path.read_bytes()
        content = digest(data)
        if content not in known:
            known.add(content)
            place = "/".join((profile, *path.parts[-3:]))
            for document in registry.get(profile).read(data, path.name):
                # every snapshot is a document of its own: all are seen on any day
                yield place, replace(document, key=place, valid_from=None)


def first(count: int, found: Iterable[tuple[str, Document]]) -> Iterator[tuple[str, Document]]:
    """Documents with ``count`` chunks in all; the last is cut to fit. What is measured by is put into the metadata."""
    done = 0
    for place, document in found:
        chunks = [
            replace(chunk, metadata={**chunk.metadata, "draw": share(place, chunk.path)})
            for chunk in document.chunks[: count - done]
        ]
        yield place, replace(document, chunks=chunks, metadata={**document.metadata, "place": done / count})
        done += len(chunks)
        if done >= count:
            return


def share(*parts: str) -> float:
    """A number from 0 to 1 that looks drawn at random and is always the same for these."""
    return int.from_bytes(digest(*parts)[:6]) / (1 << 48)


def publish(connection: Connection, name: str, found: Iterable[tuple[str, Document]], embed: int) -> None:
    """An edition in which these documents are new or changed, made as a run makes it.

    Vectors are computed until there are ``embed``; those of the other texts are made of these.
    """
    # a profile without expansions, which would change what a query asks for and so its vector
    corpora.put(connection, name=name, profile="sst", backend=BACKEND, language="english", source="/nowhere")
    corpus, run = corpora.get(connection, name), uuid4()
    runs.start(connection, corpus, run, "benchmark")
    edition = editions.begin(connection, corpus, str(run))
    found = iter(found)
    while some := list(islice(found, LOADED)):
        ledger.merge(
            connection, corpus, edition, run=str(run), made_by="benchmark", profile_version=1,
            documents=[staged_document(document, place) for place, document in some],
            chunks=[row for place, document in some for row in staged_chunks(document, place)],
        )  # fmt: skip
    vectors, model = vectors_of(connection, corpus, BACKEND)
    texts = vectors.texts_without(edition)
    while slab := list(islice(texts, min(SLAB, embed - len(stored(connection, embed))))):
        vectors.put([one[0] for one in slab], model.embed([embedding_text(*rest) for _, *rest in slab]).vectors)
    make_vectors(vectors, edition, stored(connection, embed))
    editions.complete(connection, corpus, edition, str(run), {})
    done = vectors.index(), lexical_writer.index(connection, corpus, corpus.language, edition)
    editions.publish(connection, corpora.get(connection, name), edition)
    print(f"{name}, edition {edition}: vector index {done[0]}, words {done[1]}", flush=True)


def stored(connection: Connection, count: int) -> NDArray[np.float32]:
    """The first ``count`` vectors of small by the hashes of their texts: in this order they are computed."""
    table = Vectors(connection, corpora.get(connection, "small"), BACKEND).table
    rows = connection.execute(sql.SQL("SELECT vector FROM {} ORDER BY text_hash LIMIT %s").format(table), (count,))
    found = [row[0].to_numpy() for row in rows]
    return np.asarray(found, np.float32)


def make_vectors(vectors: Vectors, edition: int, real: NDArray[np.float32]) -> None:
    """Vectors for the texts of the edition that have none, each made of three ``real`` ones.

    One is turned by an angle towards the difference of two others, so that it moves as real ones differ. The angle is
    that from a real vector, drawn at random, to its nearest neighbour.
    """
    random = np.random.default_rng(edition)
    sample = real[random.choice(len(real), min(1_000, len(real)), replace=False)]
    near = np.sort(sample @ real.T, axis=1)[:, -2].clip(-1, 1)
    texts = vectors.texts_without(edition)
    while slab := list(islice(texts, SLAB)):
        missing = sorted(vectors.missing([text_hash for text_hash, *_ in slab]))
        base, one, other = (real[random.integers(len(real), size=len(missing))] for _ in range(3))
        away = one - other
        away -= np.sum(away * base, axis=1, keepdims=True) * base
        away /= np.linalg.norm(away, axis=1, keepdims=True).clip(min=1e-6)
        cosine = random.choice(near, len(missing))[:, None]
        made = cosine * base + np.sqrt(1 - cosine**2) * away
        vectors.put(missing, (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float16))


def amended(found: Sequence[tuple[str, Document]], edition: int) -> Iterator[tuple[str, Document]]:
    """The documents that change in ``edition``, with another wording of half of their chunks."""
    for number, (place, document) in enumerate(found):
        if number % CHANGED == edition % CHANGED:
            chunks = [
                replace(chunk, content=f"{chunk.content} As amended in {2000 + edition}.") if n % 2 else chunk
                for n, chunk in enumerate(document.chunks)
            ]
            yield place, replace(document, text=f"{document.text} {edition}", chunks=chunks)


def build(connection: Connection, terms: Path, contracts: Path, embed: int, names: Sequence[str] = NAMES) -> None:
    """Those of the corpora that are not there yet."""

    def published(name: str) -> int:
        corpus = corpora.find(connection, name)
        return corpus.published_edition if corpus else 0 if name in names else EDITIONS + 1

    found, again = tee(documents(terms, contracts))
    small = list(first(SMALL, found))
    if not published("small"):
        publish(connection, "small", small, embed)
    if not published("large"):
        publish(connection, "large", first(LARGE, again), embed)
    for edition in range(published("churned") + 1, EDITIONS + 2):
        publish(connection, "churned", small if edition == 1 else amended(small, edition), embed)


def asked(connection: Connection, corpus: Corpus, count: int) -> Queries:
    """Different texts with their vectors: the words of a heading, or some words from the middle of a chunk."""
    random = np.random.default_rng(7)
    rows = connection.execute(
        "SELECT header, content FROM chunk c JOIN version v ON v.id = c.version_id"
        " WHERE c.corpus_id = %s AND v.to_edition IS NULL ORDER BY c.metadata -> 'draw' LIMIT %s",
        (corpus.id, 4 * count),
    )
    texts: dict[str, None] = {}
    for number, (header, content) in enumerate(rows):
        words = header.rpartition(" > ")[2].split() if number % 2 else content.split()
        start = random.integers(max(1, len(words) - WORDS))
        texts[" ".join(words[start : start + WORDS])] = None
    some = [text for text in texts if text][:count]
    return list(zip(some, backend.get(BACKEND).embed(some).vectors, strict=True))


def hardest(connection: Connection, corpus: Corpus, count: int) -> Queries:
    """Six of the twenty commonest terms of the corpus each, which most of its chunks have; no vectors."""
    random = np.random.default_rng(7)
    rows = connection.execute(
        "SELECT p.term FROM posting p JOIN lexical_segment s ON s.id = p.segment_id WHERE s.corpus_id = %s"
        " AND p.term ~ '^[a-z]{3,}$' GROUP BY p.term ORDER BY sum(length(p.counts)) DESC LIMIT 20",
        (corpus.id,),
    )
    terms = [term for (term,) in rows]
    return [(" ".join(random.choice(terms, 6, replace=False)), np.zeros(0, np.float16)) for _ in range(count)]


Times = list[tuple[float, float]]


def timed(connection: Connection, name: str, queries: Queries, mode: Mode, filters: Filters | None = None) -> Times:
    """Milliseconds of each query by the clock, and of the processors of this process and of the server's."""
    corpus, server = corpora.get(connection, name), psutil.Process(connection.info.backend_pid)

    def worked() -> float:
        there = server.cpu_times()
        return time.process_time() + there.user + there.system

    for text, vector in queries[:WARM]:
        search(connection, corpus, text, SearchPlan(mode=mode, filters=filters), vector=vector)
    times, before = [], worked()
    for text, vector in queries:
        began = time.perf_counter()
        search(connection, corpus, text, SearchPlan(mode=mode, filters=filters), vector=vector)
        times.append(1000 * (time.perf_counter() - began))
    return [(one, 1000 * (worked() - before) / len(queries)) for one in times]


def client(folder: Path, name: str, queries: Queries, mode: Mode) -> Times:
    """The same, as a process of its own."""
    with open_database(Settings(data_dir=folder)) as database, database.connect(autocommit=True) as connection:
        return timed(connection, name, queries, mode)


def show(what: str, times: Times) -> None:
    clock, processor = np.asarray(times).T
    figures = [*np.percentile(clock, [50, 95, 99]), processor.mean()]
    print(f"{what:<44} " + " ".join(f"{one:>7.1f}" for one in figures) + f" {os.getloadavg()[0]:>5.1f}", flush=True)


def filters_of(connection: Connection, corpus: Corpus) -> dict[str, Filters]:
    """By name, from those that let much pass to those that let little."""
    row = connection.execute(
        "SELECT source FROM version v WHERE corpus_id = %s AND to_edition IS NULL"
        " AND (SELECT count(*) FROM chunk WHERE version_id = v.id) > 100 ORDER BY id LIMIT 1",
        (corpus.id,),
    ).fetchone()
    assert row
    shares = {"10 %": 0.1, "1 %": 0.01, "0.1 %": 0.001}
    return {
        **{f"{name} of documents": Filters(where=[parse(f"place<{one}")]) for name, one in shares.items()},
        **{f"{name} of chunks": Filters(where=[parse(f"draw<{one}")]) for name, one in shares.items()},
        "one document": Filters(document=row[0]),
    }


def latencies(connection: Connection, folder: Path, name: str, count: int) -> None:
    corpus = corpora.get(connection, name)
    queries, hard = asked(connection, corpus, count), hardest(connection, corpus, count)
    print(f"\n{name}\n{COLUMNS}")
    kinds = {
        "dense": (Mode.DENSE, queries),
        "lexical": (Mode.LEXICAL, queries),
        "lexical, six of the commonest words": (Mode.LEXICAL, hard),
        "hybrid": (Mode.HYBRID, queries),
    }
    for kind, (mode, some) in kinds.items():
        show(kind, timed(connection, name, some, mode))
    for kind in ("dense", "hybrid"):
        for which, filters in filters_of(connection, corpus).items():
            show(f"{kind}, {which}", timed(connection, name, queries[: count // 2], Mode(kind), filters))
    with ProcessPoolExecutor(CLIENTS, multiprocessing.get_context("spawn")) as pool:
        for kind, (mode, some) in kinds.items():
            jobs = [pool.submit(client, folder, name, some[: count // 2], mode) for _ in range(CLIENTS)]
            show(f"{kind}, {CLIENTS} clients", [one for job in jobs for one in job.result()])


def recall(connection: Connection, name: str, count: int) -> None:
    """Shares of the best ten by comparing all, and how many chunks pass."""
    corpus = corpora.get(connection, name)
    vectors = Vectors(connection, corpus, BACKEND)
    rows = connection.execute(
        sql.SQL(
            "SELECT v.source, c.path, (v.metadata -> 'place')::float8, (c.metadata -> 'draw')::float8, e.vector"
            " FROM version v JOIN chunk c ON c.version_id = v.id JOIN {} e USING (text_hash)"
            " WHERE v.corpus_id = %s AND v.to_edition IS NULL"
        ).format(vectors.table),
        (corpus.id,),
    ).fetchall()
    sources, paths, places, draws, stored = zip(*rows, strict=True)
    chunks = {place: number for number, place in enumerate(zip(sources, paths, strict=True))}
    matrix = np.stack([one.to_numpy() for one in stored]).astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)  # which half precision leaves a little off 1
    queries = asked(connection, corpus, count)
    print(f"\n{name}: {len(chunks):,} chunks\n{'dense':<44} {'recall@10':>9} {'pass':>9}")
    for which, filters in {"no filter": Filters(), **filters_of(connection, corpus)}.items():
        passing = np.ones(len(chunks), bool)
        for one in filters.where:
            passing = np.asarray(places if one.key == "place" else draws) < float(one.value)
        if filters.document:
            passing = np.asarray(sources) == filters.document
        found = []
        for text, vector in queries:
            asks = vector.astype(np.float32)
            scores = np.where(passing, matrix @ asks / np.linalg.norm(asks), -2)
            wanted = min(K, int(passing.sum()))
            least = np.partition(scores, -wanted)[-wanted] - ROUNDING
            hits = search(connection, corpus, text, SearchPlan(k=K, mode=Mode.DENSE, filters=filters), vector=vector)[
                "hits"
            ]
            right = sum(scores[chunks[hit["source"], hit["path"]]] >= least for hit in hits)
            found.append(right / wanted)
        print(f"{which:<44} {np.mean(found):>9.3f} {passing.sum():>9,}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--terms", type=Path)
    parser.add_argument("--contracts", type=Path)
    parser.add_argument("--embed", type=int, default=REAL, help="texts that the model itself embeds")
    parser.add_argument("--queries", type=int, default=200)
    given = parser.parse_args()
    with (
        open_database(Settings(data_dir=given.folder)) as database,
        database.connect(autocommit=True) as connection,
    ):
        if given.terms and given.contracts:
            build(connection, given.terms, given.contracts, given.embed)
        model = backend.get(BACKEND)
        texts = [text for text, _ in asked(connection, corpora.get(connection, "small"), given.queries)]
        began = time.perf_counter()
        for text in texts:
            model.embed([text])
        print(f"the vector of a query: {1000 * (time.perf_counter() - began) / len(texts):.1f} ms on average")
        for name in ("small", "large"):
            latencies(connection, given.folder, name, given.queries)
        for name in ("small", "large", "churned"):
            recall(connection, name, given.queries // 2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
