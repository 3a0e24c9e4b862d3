"""load: a parsed partition into the edition that is being built."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from psycopg import Connection

from piperoll import contract
from piperoll.errors import PiperollError
from piperoll.pipeline.job import Job
from piperoll.pipeline.parse import CHUNKS_FILE, CITATIONS_FILE, DOCUMENTS_FILE, TRIPLETS_FILE, Parsed
from piperoll.store import ledger
from piperoll.store.corpora import Corpus

log = logging.getLogger("piperoll")


def load_partition(connection: Connection, corpus: Corpus, edition: int, job: Job, parsed: Parsed) -> int:
    """COPY the partition and merge it with its ledger entries in one transaction; returns the chunks loaded.

    What was parsed leaves the workspace once it is in the database; if it cannot, the rows are there all the same.
    """
    room, profile = job.room, job.family
    with (
        room.file(parsed.name, DOCUMENTS_FILE) as documents,
        room.file(parsed.name, CHUNKS_FILE) as chunks,
        room.file(parsed.name, CITATIONS_FILE) as citations,
        room.file(parsed.name, TRIPLETS_FILE) if job.triplets else nullcontext() as triplets,
    ):
        loaded = ledger.merge(
            connection,
            corpus,
            edition,
            run=job.run,
            made_by=job.maker,
            profile_version=profile.version,
            documents=_rows(documents, contract.DOCUMENTS),
            chunks=_rows(chunks, contract.CHUNKS),
            citations=_rows(citations, contract.CITATIONS),
            triplets=_rows(triplets, contract.TRIPLETS) if triplets else (),
        )
    try:
        room.drop(parsed.name)
    except (PiperollError, OSError) as error:
        log.warning("Partition %s is loaded, and stays in the workspace: %s", parsed.name, error)
    return loaded


def _rows(path: Path, table: contract.Table) -> Iterator[Sequence[Any]]:
    """Yield the rows of a Parquet file as tuples, with the columns of ``table``."""
    for batch in pq.ParquetFile(path).iter_batches(columns=table.names):
        # the reader returns columns in the order of the file, not of the request
        yield from zip(*(batch.column(name).to_pylist() for name in table.names), strict=True)
