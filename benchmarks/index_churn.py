"""When is an HNSW index that has seen changes worth building anew? Recall and latency by share of changed entries.

    python benchmarks/index_churn.py [--vectors 50000] [--data-dir DIR]

Synthetic clustered vectors of the shape of the default model, in an embedded Postgres in a temporary
folder. Each share starts from a fresh index:

* appended: that share of new vectors, from clusters that the index has never seen, was inserted one by one
* deleted: that share was deleted, and nothing has vacuumed yet
* vacuumed: the same after VACUUM, which takes the entries out of the graph and mends it

Searches as the product does: same index settings, same candidate list as the first walk.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector

from piperoll.search.pool import SCORER_LEAST
from piperoll.search.scorers import EF_SEARCH_MOST
from piperoll.settings import Settings
from piperoll.store.connection import Connection, open_database
from piperoll.store.vectors import HNSW

DIMENSION = 384
CLUSTERS = 600
SPREAD = 0.7
"""Noise around a cluster's centre, as a share of its length: neighbours stay hard to tell apart."""
NEAREST = "SELECT id FROM churn ORDER BY vector <=> %s LIMIT %s"
QUERIES = 100
SHARES = (0.1, 0.25, 0.5)
"""Of the vectors that the index was built with."""
COLUMNS = "change     share  seconds  recall@10  recall@100  p50 ms  p95 ms  pages"


def clustered(count: int, clusters: int, random: np.random.Generator) -> NDArray[np.float16]:
    """Unit vectors, shape (count, DIMENSION)."""
    centres = random.standard_normal((clusters, DIMENSION))
    points = centres[random.integers(clusters, size=count)] + SPREAD * random.standard_normal((count, DIMENSION))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    return points.astype(np.float16)


def fill(connection: Connection, vectors: NDArray[np.float16], first: int) -> None:
    with connection.cursor() as cursor, cursor.copy("COPY churn FROM STDIN (FORMAT BINARY)") as copy:
        copy.set_types(["int4", "halfvec"])
        for number, vector in enumerate(vectors, first):
            copy.write_row((number, HalfVector(vector)))


def build(connection: Connection, vectors: NDArray[np.float16]) -> None:
    """A table with these vectors and a fresh index."""
    connection.execute("DROP TABLE IF EXISTS churn")
    connection.execute(f"CREATE TABLE churn (id int, vector halfvec({DIMENSION})) WITH (autovacuum_enabled = off)")
    fill(connection, vectors, 0)
    connection.execute(f"CREATE INDEX ON churn USING hnsw (vector halfvec_cosine_ops) WITH ({HNSW})")


def measure(connection: Connection, queries: NDArray[np.float16], live: NDArray[np.float16], first: int = 0) -> str:
    """Recall against exact search, latency, and pages read by a query, as columns; ids of ``live`` from ``first``."""
    exact = np.argsort(-(queries.astype(np.float32) @ live.astype(np.float32).T), axis=1)[:, :SCORER_LEAST] + first
    ten, hundred, times, pages = [], [], [], []
    with connection.transaction():
        connection.execute("SELECT set_config('hnsw.ef_search', %s, true)", (str(EF_SEARCH_MOST),))
        connection.execute("SET LOCAL enable_seqscan = off")
        for query, near in zip(queries, exact.tolist(), strict=True):
            values = (HalfVector(query), SCORER_LEAST)
            began = time.perf_counter()
            found = [row[0] for row in connection.execute(NEAREST, values)]
            times.append(1000 * (time.perf_counter() - began))
            ten.append(len(set(near[:10]) & set(found[:10])) / 10)
            hundred.append(len(set(near) & set(found)) / SCORER_LEAST)
            plan = connection.execute("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + NEAREST, values).fetchone()
            assert plan
            pages.append(plan[0][0]["Plan"]["Shared Hit Blocks"] + plan[0][0]["Plan"]["Shared Read Blocks"])
    p50, p95 = np.percentile(times, [50, 95])
    return f"{np.mean(ten):>9.3f}  {np.mean(hundred):>10.3f}  {p50:>6.2f}  {p95:>6.2f}  {np.mean(pages):>5,.0f}"


def run(connection: Connection, count: int) -> None:
    random = np.random.default_rng(7)
    old, new = clustered(count, CLUSTERS, random), clustered(count, CLUSTERS, random)
    asked_old, asked_new = old[-QUERIES:], new[:QUERIES]  # real ones resemble what is stored

    def show(change: str, share: float, began: float, *what: Any) -> None:
        took = time.perf_counter() - began
        print(f"{change:<9} {share:>5.0%} {took:>8.1f}  {measure(connection, *what)}", flush=True)

    print(COLUMNS)
    began = time.perf_counter()
    build(connection, old)
    show("fresh", 0, began, asked_old, old)
    for share in SHARES:
        part = int(share * count)
        began = time.perf_counter()
        fill(connection, new[:part], count)
        queries = np.concatenate([asked_old[::2], asked_new[::2]])
        both = np.concatenate([old, new[:part]])
        show("appended", share, began, queries, both)
        began = time.perf_counter()
        connection.execute("REINDEX TABLE churn")
        show("  anew", share, began, queries, both)
        build(connection, old)
        began = time.perf_counter()
        connection.execute("DELETE FROM churn WHERE id < %s", (part,))
        show("deleted", share, began, asked_old, old[part:], part)
        began = time.perf_counter()
        connection.execute("VACUUM churn")
        show("vacuumed", share, began, asked_old, old[part:], part)
        build(connection, old)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vectors", type=int, default=50_000)
    parser.add_argument("--data-dir", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        data = given.data_dir or Path(temporary)
        with open_database(Settings(data_dir=data)) as database, database.connect(autocommit=True) as connection:
            run(connection, given.vectors)
    return 0


if __name__ == "__main__":
    sys.exit(main())
