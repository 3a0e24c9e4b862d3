"""Search by words: how long a query takes, over chunks of made-up words with the frequencies of natural ones.

    python -m benchmarks.lexical [CHUNKS] [--data-dir DIR]

CHUNKS (60,000) chunks of 80 words on average, 10 to a document, word frequencies by Zipf's law, in an embedded Postgres
in a temporary folder, or in DIR, where a second run finds them. Each query is a whole search by words, from its text to
its ten hits with their texts:

* normal: 2 to 6 words, none of the 50 commonest
* hard: the same with one of the 10 commonest words
* worst: 6 of the 10 commonest words

cold: a new connection, and nothing remembered. cpu is the mean processor time of the process that searches. The best
ten are compared with those of bm25s, which is timed too.
"""

import argparse
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from itertools import pairwise
from pathlib import Path
from uuid import uuid4

import bm25s
import numpy as np
from numpy.typing import NDArray

from piperoll.search import lexical
from piperoll.search.conditions import Filters
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.settings import Settings
from piperoll.store import corpora, editions, runs
from piperoll.store import lexical as store
from piperoll.store.connection import Connection, open_database
from piperoll.store.corpora import Corpus
from piperoll.store.lexical_writer import Writer

VOCABULARY = 200_000
ZIPF = 1.07
WORDS = 80
CHUNKS_A_DOCUMENT = 10
QUERIES = 200
COLD = 40
CLIENTS = 4
LETTERS = "bcdfghjklmnpqrstvwxz"
"""Words of consonants: none is a function word, or has an ending."""
COLUMNS = f"{'queries':<34} {'p50':>7} {'p95':>7} {'p99':>7} {'cpu':>7}   ms"
EARLIER, LATER = date(1999, 1, 1), date(2015, 1, 1)


def word(rank: int) -> str:
    """The word of this frequency rank, from 0."""
    letters = ""
    rank += len(LETTERS) ** 2
    while rank:
        rank, digit = divmod(rank, len(LETTERS))
        letters += LETTERS[digit]
    return letters


def made_up(chunks: int, random: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Frequency ranks of all words in all chunks one after another, and where each chunk begins."""
    lengths = random.integers(WORDS // 2, WORDS * 3 // 2, chunks)
    share = 1 / np.arange(1, VOCABULARY + 1) ** ZIPF
    ranks = np.searchsorted(np.cumsum(share / share.sum()), random.random(int(lengths.sum())))
    return ranks.clip(max=VOCABULARY - 1), np.concatenate([[0], np.cumsum(lengths)])


def fill(connection: Connection, texts: Sequence[str]) -> Corpus:
    """A corpus with these chunks as its first edition, by plain COPY."""
    corpora.put(connection, name="zipf", profile="se-law", backend="minilm", language="simple", source="/nowhere")
    corpus, run = corpora.get(connection, "zipf"), uuid4()
    runs.start(connection, corpus, run, "benchmark")
    edition = editions.begin(connection, corpus, str(run))
    documents = -(-len(texts) // CHUNKS_A_DOCUMENT)
    connection.execute(
        "INSERT INTO document (corpus_id, key) SELECT %s, 'D' || n FROM generate_series(1, %s) n",
        (corpus.id, documents),
    )
    connection.execute(
        "INSERT INTO version (corpus_id, document_id, source, ordinal, content_hash, title, kind, status, text,"
        " set_aside, metadata, valid_from, from_edition)"
        " SELECT corpus_id, id, key, 0, '', key, 'TEST', 'chunked', '', '[]', '{}',"
        " CASE WHEN id %% 2 = 0 THEN DATE '2001-01-01' ELSE DATE '1991-01-01' END, %s FROM document ORDER BY id",
        (edition,),
    )
    versions = [row[0] for row in connection.execute("SELECT id FROM version ORDER BY id")]
    with connection.cursor().copy(
        "COPY chunk (corpus_id, version_id, ordinal, path, role, header, content, char_start, char_end, tokens,"
        " metadata, text_hash) FROM STDIN"
    ) as copy:
        for number, text in enumerate(texts):
            version, ordinal = divmod(number, CHUNKS_A_DOCUMENT)
            role = "RARE" if number % 1_000 == 0 else "PROVISION"
            path = f"kap{ordinal % 3}.§{ordinal}"
            row = (corpus.id, versions[version], ordinal, path, role, "", text, 0, len(text), 1, "{}", b"")
            copy.write_row(row)
    editions.complete(connection, corpus, edition, str(run), {})
    connection.execute("ANALYZE")
    return corpora.get(connection, "zipf")


def queries(random: np.random.Generator) -> dict[str, list[str]]:
    """Texts of queries by kind. The ranks of rarer words are drawn evenly in their logarithm."""

    def rare(count: int) -> list[int]:
        return np.exp(random.uniform(np.log(50), np.log(20_000), count)).astype(int).tolist()

    def asked(ranks: Sequence[int]) -> str:
        return " ".join(word(rank) for rank in ranks)

    return {
        "normal": [asked(rare(random.integers(2, 7))) for _ in range(QUERIES)],
        "hard": [asked([random.integers(10), *rare(random.integers(1, 6))]) for _ in range(QUERIES)],
        "worst": [asked(random.permutation(10)[:6].tolist()) for _ in range(QUERIES)],
    }


Times = list[tuple[float, float]]


def timed(call: Callable[[str], object], texts: Sequence[str]) -> Times:
    """Milliseconds of each by the clock, and of this process' processor."""
    times = []
    for text in texts:
        began, worked = time.perf_counter(), time.process_time()
        call(text)
        times.append((1000 * (time.perf_counter() - began), 1000 * (time.process_time() - worked)))
    return times


def show(name: str, times: Times) -> None:
    clock, processor = np.asarray(times).T
    figures = [*np.percentile(clock, [50, 95, 99]), processor.mean()]
    print(f"{name:<34} " + " ".join(f"{one:>7.1f}" for one in figures), flush=True)


def client(data: Path, texts: Sequence[str]) -> Times:
    """A process of its own that asks these, the first three unmeasured."""
    with open_database(Settings(data_dir=data)) as database, database.connect(autocommit=True) as connection:
        corpus = corpora.get(connection, "zipf")
        return timed(
            lambda text: search(connection, corpus, text, SearchPlan(mode=Mode.LEXICAL)), [*texts[:3], *texts]
        )[3:]


def run(chunks: int, data: Path) -> None:
    random = np.random.default_rng(7)
    ranks, bounds = made_up(chunks, random)
    vocabulary = [word(rank) for rank in range(VOCABULARY)]
    texts = [
        " ".join([vocabulary[one] for one in ranks[start:end].tolist()]) for start, end in pairwise(bounds.tolist())
    ]
    with open_database(Settings(data_dir=data)) as database, database.connect(autocommit=True) as connection:
        if not corpora.find(connection, "zipf"):
            corpus = fill(connection, texts)
            began, worked = time.perf_counter(), time.process_time()
            Writer(connection, corpus).index(1)
            took = f"{time.perf_counter() - began:.0f} s ({time.process_time() - worked:.0f} s of this processor)"
            print(f"index built in {took}")
            editions.publish(connection, corpus, 1)
            connection.execute("VACUUM ANALYZE posting, lexical_segment")
        corpus = corpora.get(connection, "zipf")
        sizes = connection.execute(
            "SELECT pg_total_relation_size('posting') + pg_total_relation_size('lexical_segment'),"
            " (SELECT count(*) FROM lexical_segment), (SELECT count(*) FROM posting)"
        ).fetchone()
        assert sizes
        print(
            f"{chunks:,} chunks, {len(ranks):,} words:"
            f" {sizes[0] / 1e6:.0f} MB, {sizes[1]} segments, {sizes[2]:,} postings"
        )
        kinds = queries(random)
        print(COLUMNS)

        def ask(text: str, filters: Filters | None = None) -> object:
            return search(connection, corpus, text, SearchPlan(mode=Mode.LEXICAL, filters=filters))

        def ask_cold(text: str) -> None:
            store.CACHE.clear()
            store.POSTINGS.clear()
            with database.connect(autocommit=True) as fresh:
                search(fresh, corpora.get(fresh, "zipf"), text, SearchPlan(mode=Mode.LEXICAL))

        timed(ask, kinds["normal"][:20])
        for kind, asked in kinds.items():
            show(f"{kind}, warm", timed(ask, asked))
        for kind, asked in kinds.items():
            show(f"{kind}, cold", timed(ask_cold, asked[:COLD]))
        filters = {
            "a day on which half is valid": Filters(day=EARLIER),
            "one document": Filters("D77", day=LATER),
            "a role that all but 0.1 % have": Filters(role="PROVISION", day=LATER),
            "a role that 0.1 % have": Filters(role="RARE", day=LATER),
            "a chapter that a third has": Filters(path="kap1", day=LATER),
        }
        for name, one in filters.items():
            show(f"hard, {name}", timed(lambda text, one=one: ask(text, one), kinds["hard"][: QUERIES // 2]))  # type: ignore[misc]
        with ProcessPoolExecutor(CLIENTS, multiprocessing.get_context("spawn")) as pool:
            for kind, asked in kinds.items():
                some = asked[: QUERIES // 2]
                times = [one for part in pool.map(client, [data] * CLIENTS, [some] * CLIENTS) for one in part]
                show(f"{kind}, {CLIENTS} clients at once", times)
        compare(connection, corpus, texts, kinds)


def compare(connection: Connection, corpus: Corpus, texts: Sequence[str], kinds: dict[str, list[str]]) -> None:
    """The same queries to bm25s, in memory, with a selection of the best that is as exact as ours."""
    began = time.perf_counter()
    peer = bm25s.BM25(method="lucene", k1=lexical.K1, b=lexical.B)
    peer.index([text.split() for text in texts], show_progress=False)
    print(f"bm25s, in memory: built in {time.perf_counter() - began:.0f} s")
    numbers = np.arange(len(texts))
    for kind, asked in kinds.items():
        worst, equal = 0.0, 0

        def ask(text: str) -> NDArray[np.float64]:
            scores = peer.get_scores(text.split())
            found = np.flatnonzero(scores)
            order = lexical.best(numbers[found], scores[found], 10)
            return np.asarray(scores[found][order], np.float64)

        show(f"{kind}, bm25s", timed(ask, asked))
        for text in asked:
            hits = search(connection, corpus, text, SearchPlan(mode=Mode.LEXICAL))["hits"]
            theirs = ask(text)
            ours = np.asarray([hit["scores"]["lexical"] for hit in hits])
            worst = max(worst, float(np.abs(ours - theirs).max(initial=0)))
            equal += len(ours) == len(theirs)
        print(
            f"  scores of the best ten differ by {worst:.1e} at most; as many hits in {equal} of {len(asked)} queries"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chunks", type=int, nargs="?", default=60_000)
    parser.add_argument("--data-dir", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        run(given.chunks, given.data_dir or Path(temporary))
    return 0


if __name__ == "__main__":
    sys.exit(main())
