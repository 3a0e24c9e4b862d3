"""Check what the database holds: runs, table statistics, vector indexes and the index of words."""

from collections.abc import Iterator

from piperoll.doctor.finding import Finding, fail, ok, size, warn
from piperoll.doctor.installation import Installation, NotYet, row, scalar
from piperoll.errors import PiperollError
from piperoll.store import corpora
from piperoll.store.sql import read_rows
from piperoll.text import analysis

DEAD_SHARE, DEAD_ROWS = 0.3, 50_000
"""Dead rows of a table worth a word: this share of it, and this many."""
UNANALYSED_BYTES = 256 << 20
"""Size from which a table without statistics is worth a word: a wrong plan of a smaller one costs little."""
GRAPH_BYTES = 3
"""Bytes of memory that building an HNSW graph takes for each number of a vector, its links included (measured: 384
numbers, m = 16: about 1.2 kB)."""


def runs(installation: Installation) -> Iterator[Finding]:
    """Check that no run died without another that went on."""
    with installation.tables() as connection:
        lost = read_rows(connection, "lost_runs", space=corpora.LOCK_SPACE)
    lost = [run for run in lost if installation.concerns(run["corpus"])]
    for run in lost:
        yield warn(
            f"the run of {run['corpus']} since {run['started_at']:%Y-%m-%d %H:%M} died ({run['process']})",
            f"piperoll reindex {run['corpus']} continues it.",
        )
    if not lost:
        yield ok("none was lost")


def tables(installation: Installation) -> Iterator[Finding]:
    """Check for many dead rows, and for tables that the planner knows nothing of."""
    with installation.tables() as connection:
        sizes = read_rows(connection, "table_sizes")
    for table in sizes:
        if table["dead_rows"] > max(DEAD_ROWS, DEAD_SHARE * max(0, table["rows"])):
            yield warn(
                f"{table['name']} has {table['dead_rows']:,} dead rows", f"VACUUM ANALYZE piperoll.{table['name']}"
            )
        if table["rows"] < 0 and table["size"] > UNANALYSED_BYTES:
            yield warn(f"{table['name']} has no statistics", f"ANALYZE piperoll.{table['name']}")
    largest = max(sizes, key=lambda table: int(table["size"]))
    yield ok(f"largest: {largest['name']}, {size(largest['size'])}")


def vector_indexes(installation: Installation) -> Iterator[Finding]:
    """Check that every vector index exists and could be built in memory, or can be reached where it is."""
    with installation.tables() as connection:
        memory = row(connection, "doctor_server")["maintenance_work_mem"]
        indexes = [index for index in read_rows(connection, "vector_indexes") if installation.concerns(index["corpus"])]
    for index in indexes:
        need = index["entries"] * index["dimension"] * GRAPH_BYTES
        facts = f"{index['corpus']}: {index['entries']:,} vectors, {size(index['size'] or 0)}"
        if index["size"] is None:
            yield warn(f"{index['corpus']} has no index", f"piperoll reindex {index['corpus']} builds it.")
        elif need > memory:
            yield warn(
                f"{facts}; building it takes {size(need)}, maintenance_work_mem is {size(memory)}",
                "Raise maintenance_work_mem: beyond it a build is several times slower.",
            )
        else:
            yield ok(facts)
    addresses = {name: one.vector_index for name, one in installation.configured().items() if one.vector_index}
    for corpus, address in addresses.items():
        from piperoll.s3_vectors import VectorIndex  # loads boto3

        try:
            there = VectorIndex.at(address).exists()
        except PiperollError as error:
            yield fail(f"{corpus}: {error.message}", error.remedy)
        else:
            yield ok(f"{corpus}: {address}{'' if there else ', which the next run creates'}")
    if not (indexes or addresses):
        yield ok("none is built yet")


def words(installation: Installation) -> Iterator[Finding]:
    """Check that the published edition of each corpus can be searched by words."""
    with installation.tables() as connection:
        if scalar(connection, "SELECT to_regclass('lexical_index') IS NULL"):
            raise NotYet("the database is older than the index of words")
        indexes = [index for index in read_rows(connection, "doctor_words") if installation.concerns(index["corpus"])]
    usable = {index["corpus"]: index for index in indexes if index["analysis"] == analysis.name(index["language"])}
    for corpus, published in {index["corpus"]: index["published_edition"] for index in indexes}.items():
        index = usable.get(corpus)
        if index and index["edition"] >= published:
            yield ok(f"{corpus}: {index['chunks']:,} chunks, up to edition {index['edition']}")
        else:
            yield warn(
                f"{corpus}: edition {published} is not indexed by words", f"piperoll reindex {corpus} does that."
            )
    if not indexes:
        yield ok("nothing is published yet")
