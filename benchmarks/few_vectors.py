"""From how many vectors on does an HNSW index find sooner than a comparison with every one of them?

    python -m benchmarks.few_vectors [--vectors 5000,10000,20000,50000] [--data-dir DIR]

Synthetic clustered vectors of the shape of the default model, in an embedded Postgres in a temporary folder. Each
number of vectors is searched without an index, then with one that has the product's parameters, by a candidate list of
the same length as the product's longest. A ratio below 1 says that comparing all is faster.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector

from benchmarks.index_churn import CLUSTERS, DIMENSION, NEAREST, QUERIES, clustered, fill
from piperoll.search.pool import SCORER_LEAST
from piperoll.search.scorers import EF_SEARCH_MOST
from piperoll.settings import Settings
from piperoll.store.connection import Connection, open_database
from piperoll.store.vectors import HNSW

COLUMNS = "vectors  build s  exact ms: best  p50  walk ms: best  p50  recall  exact/walk"


def found(connection: Connection, queries: NDArray[np.float16]) -> tuple[list[float], list[set[int]]]:
    """Return milliseconds of each query, in ascending order, and the ids that each found."""
    times, ids = [], []
    for query in queries:
        began = time.perf_counter()
        rows = connection.execute(NEAREST, (HalfVector(query), SCORER_LEAST)).fetchall()
        times.append(1000 * (time.perf_counter() - began))
        ids.append({row[0] for row in rows})
    return sorted(times), ids


def measure(connection: Connection, vectors: NDArray[np.float16]) -> str:
    """Return one line of the table."""
    connection.execute("DROP TABLE IF EXISTS churn")
    connection.execute(f"CREATE TABLE churn (id int, vector halfvec({DIMENSION})) WITH (autovacuum_enabled = off)")
    connection.execute("ALTER TABLE churn ALTER vector SET STORAGE plain")
    fill(connection, vectors, 0)
    connection.execute("ANALYZE churn")
    queries = vectors[-QUERIES:]
    exact, nearest = found(connection, queries)
    began = time.perf_counter()
    connection.execute(f"CREATE INDEX ON churn USING hnsw (vector halfvec_cosine_ops) WITH ({HNSW})")
    built = time.perf_counter() - began
    with connection.transaction():
        connection.execute("SELECT set_config('hnsw.ef_search', %s, true)", (str(EF_SEARCH_MOST),))
        connection.execute("SET LOCAL enable_seqscan = off")
        walk, walked = found(connection, queries)
    recall = np.mean([len(one & other) / len(one) for one, other in zip(nearest, walked, strict=True)])
    middle = QUERIES // 2
    return (
        f"{len(vectors):>7,}  {built:>7.1f}  {exact[0]:>14.1f}  {exact[middle]:>3.0f}  {walk[0]:>13.1f}  "
        f"{walk[middle]:>3.0f}  {recall:>6.3f}  {exact[middle] / walk[middle]:>10.2f}"
    )


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vectors", default="5000,10000,20000,50000", metavar="N,…")
    parser.add_argument("--data-dir", type=Path)
    given = parser.parse_args()
    vectors = clustered(max(map(int, given.vectors.split(","))), CLUSTERS, np.random.default_rng(7))
    print(COLUMNS)
    with tempfile.TemporaryDirectory() as temporary:
        data = given.data_dir or Path(temporary)
        with open_database(Settings(data_dir=data)) as database, database.connect(autocommit=True) as connection:
            for count in map(int, given.vectors.split(",")):
                print(measure(connection, vectors[:count]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
