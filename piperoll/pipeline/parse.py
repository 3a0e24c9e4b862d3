"""read, parse and chunk: the files of a partition become Parquet files in the workspace."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from piperoll import contract
from piperoll.corpora.registry import Profile
from piperoll.hashing import digest
from piperoll.model import DocumentError
from piperoll.pipeline import rows
from piperoll.pipeline.plan import Partition
from piperoll.pipeline.workspace import Workspace
from piperoll.redact import redact
from piperoll.sources.base import Source

SAME = "same"
"""Outcome of a file whose bytes are what the ledger knows: only its fingerprint is written down."""

Rows = Iterable[dict[str, Any]]
QUARANTINED = "quarantined"

ROW_GROUP = 2_000
"""Rows written at once: bounds memory at a few megabytes whatever the size of a partition."""


DOCUMENTS_FILE, CHUNKS_FILE, CITATIONS_FILE = "documents.parquet", "chunks.parquet", "citations.parquet"
TRIPLETS_FILE = "triplets.parquet"


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parsed partition in the workspace, where ``name`` finds it."""

    index: int
    name: str
    counts: Mapping[str, int]
    """Files by what they were: new, changed, unchanged, quarantined."""
    chunk_count: int
    reused: bool
    """It was found finished, made by an earlier run."""


def parse_partition(
    partition: Partition, source: Source, profile: Profile, workspace: Workspace, extractor: str | None = None
) -> Parsed:
    """Parse every file of ``partition``; a finished result of the same name is taken as it is.

    A file that cannot be read or parsed becomes a quarantined row with its reason; any other error
    of a profile on one file is a defect of ours, and quarantined too rather than stopping the run.

    Args:
        extractor: of triplets, as rows of it are called; none: there are none, nor a file of them.

    Raises:
        PiperollError: the source cannot be reached, or the workspace has no room.
    """
    if found := workspace.find(partition.name):
        return Parsed(partition.index, partition.name, found["counts"], found["chunks"], True)
    files = {file["source"]: file for file in partition.files.iter_rows(named=True)}
    counts: Counter[str] = Counter()
    chunk_count = 0
    with workspace.draft(partition.name) as draft:
        said_by = _Batches(draft / TRIPLETS_FILE, contract.TRIPLETS.schema) if extractor else None
        with (
            _Batches(draft / DOCUMENTS_FILE, contract.DOCUMENTS.schema) as documents,
            _Batches(draft / CHUNKS_FILE, contract.CHUNKS.schema) as chunks,
            _Batches(draft / CITATIONS_FILE, contract.CITATIONS.schema) as citations,
            said_by or nullcontext(),
        ):
            for name, file_name, data in source.read_all(partition.files.select("source", "fingerprint").iter_rows()):
                for row, cut, cited, said in _file(files[name], file_name, data, profile, extractor):
                    counts[tally(row["why"], row["outcome"])] += row["ordinal"] == 0
                    documents.add(row)
                    for chunk in cut:
                        chunks.add(chunk)
                        chunk_count += 1
                    for citation in cited:
                        citations.add(citation)
                    if said_by:
                        for triplet in said:
                            said_by.add(triplet)
        workspace.finish(partition.name, draft, {"counts": counts, "chunks": chunk_count})
    return Parsed(partition.index, partition.name, dict(counts), chunk_count, False)


def _file(
    file: Mapping[str, Any], name: str, data: bytes | DocumentError, profile: Profile, extractor: str | None
) -> Iterator[tuple[dict[str, Any], Rows, Rows, Rows]]:
    """Yield the row of each document in a file, with the rows of its chunks, citations and triplets."""
    base = {
        "source": file["source"],
        "size": file["size"],
        "fingerprint": file["fingerprint"],
        "why": file["why"],
        "ordinal": 0,
    }
    try:
        if isinstance(data, DocumentError):
            raise data
        content_hash = digest(data)
        base["content_hash"] = content_hash
        if content_hash == file["known_hash"]:
            yield base | {"outcome": SAME}, (), (), ()
            return
        documents = [rows.storable(document) for document in profile.read(data, name)]
        found = [
            (
                rows.document_row(document, ordinal),
                list(rows.chunk_rows(document, file["source"], ordinal)),
                list(rows.citation_rows(document, file["source"], ordinal)),
                list(rows.triplet_rows(document, file["source"], ordinal, profile.language, extractor))
                if extractor
                else [],
            )
            for ordinal, document in enumerate(documents)
        ]
    except DocumentError as error:
        row = {"outcome": QUARANTINED, "code": error.code, "reason": error.message, "remedy": error.remedy}
        yield base | row, (), (), ()
        return
    except Exception as error:  # a defect in a profile must cost one document, not the night
        reason = redact(f"{type(error).__name__}: {error}")[:500]
        yield base | {"outcome": QUARANTINED, "code": "defect", "reason": reason, "remedy": rows.DEFECT}, (), (), ()
        return
    for row, chunks, citations, triplets in found:
        yield base | row, chunks, citations, triplets


class _Batches:
    """Writes rows to a Parquet file in groups; the file is complete on disk when the block ends."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        self.path, self.schema = path, schema
        self.rows: list[dict[str, Any]] = []

    def __enter__(self) -> "_Batches":
        self.writer = pq.ParquetWriter(self.path, self.schema, compression="zstd")
        return self

    def add(self, row: dict[str, Any]) -> None:
        self.rows.append(row)
        if len(self.rows) >= ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        if self.rows:
            self.writer.write_table(pa.Table.from_pylist(self.rows, schema=self.schema))
            self.rows = []

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind:
            with suppress(OSError):  # a full disk, perhaps, which is being told already
                self.writer.close()
            return
        self._flush()
        self.writer.close()
        with self.path.open("rb") as file:
            os.fsync(file.fileno())


def tally(why: str, outcome: str) -> str:
    """Under which word a file is counted: ``new``, ``changed``, ``unchanged`` or ``quarantined``."""
    if outcome == QUARANTINED:
        return QUARANTINED
    if outcome == SAME:
        return "unchanged"
    return "new" if why == "new" else "changed"
