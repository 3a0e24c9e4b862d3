"""read, parse and chunk: the files of a partition become Parquet files in the workspace."""

import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from piperoll.corpora.registry import Profile
from piperoll.coverage import measure
from piperoll.hashing import digest
from piperoll.model import CITATION_KINDS, Document, DocumentError, embedding_text
from piperoll.pipeline.plan import Partition
from piperoll.pipeline.workspace import Workspace
from piperoll.redact import redact
from piperoll.sources.base import Source
from piperoll.text import statements

SAME = "same"
"""Outcome of a file whose bytes are what the ledger knows: only its fingerprint is written down."""

Rows = Iterable[dict[str, Any]]
QUARANTINED = "quarantined"

FILES = pa.schema(
    [
        ("source", pa.string()),
        ("size", pa.int64()),
        ("fingerprint", pa.string()),
        ("why", pa.string()),
        ("content_hash", pa.binary()),
        ("outcome", pa.string()),
        ("code", pa.string()),
        ("reason", pa.string()),
        ("remedy", pa.string()),
        ("ordinal", pa.int32()),
        ("key", pa.string()),
        ("title", pa.string()),
        ("kind", pa.string()),
        ("text", pa.large_string()),
        ("set_aside", pa.large_string()),
        ("metadata", pa.large_string()),
        ("valid_from", pa.date32()),
        ("valid_to", pa.date32()),
    ]
)
CHUNKS = pa.schema(
    [
        ("source", pa.string()),
        ("document", pa.int32()),
        ("ordinal", pa.int32()),
        ("path", pa.string()),
        ("role", pa.string()),
        ("parent", pa.string()),
        ("header", pa.string()),
        ("prefix", pa.string()),
        ("content", pa.large_string()),
        ("start", pa.int32()),
        ("end", pa.int32()),
        ("tokens", pa.int32()),
        ("metadata", pa.string()),
        ("valid_from", pa.date32()),
        ("valid_to", pa.date32()),
        ("text_hash", pa.binary()),
    ]
)
CITATIONS = pa.schema(
    [
        ("source", pa.string()),
        ("document", pa.int32()),
        ("ordinal", pa.int32()),
        ("chunk", pa.int32()),
        ("start", pa.int32()),
        ("end", pa.int32()),
        ("kind", pa.string()),
        ("target", pa.string()),
        ("target_path", pa.string()),
    ]
)
TRIPLETS = pa.schema(
    [
        ("source", pa.string()),
        ("document", pa.int32()),
        ("made_by", pa.string()),
        ("ordinal", pa.int32()),
        ("chunk", pa.int32()),
        ("start", pa.int32()),
        ("end", pa.int32()),
        ("subject", pa.string()),
        ("predicate", pa.string()),
        ("object", pa.string()),
    ]
)
DEFECT = "This is a defect of the profile: report it with the file."
LONGEST_NAME = 500
"""Characters in a document key or a path."""
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
        said_by = _Batches(draft / TRIPLETS_FILE, TRIPLETS) if extractor else None
        with (
            _Batches(draft / DOCUMENTS_FILE, FILES) as documents,
            _Batches(draft / CHUNKS_FILE, CHUNKS) as chunks,
            _Batches(draft / CITATIONS_FILE, CITATIONS) as citations,
            said_by or nullcontext(),
        ):
            for name, file_name, data in source.read_all(partition.files.select("source", "fingerprint").iter_rows()):
                for row, rows, cited, said in _file(files[name], file_name, data, profile, extractor):
                    counts[tally(row["why"], row["outcome"])] += row["ordinal"] == 0
                    documents.add(row)
                    for chunk in rows:
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
    """One row of FILES for each document in a file, with its rows of CHUNKS, of CITATIONS and of TRIPLETS."""
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
        documents = [_storable(document) for document in profile.read(data, name)]
        found = [
            (
                _document_row(document, ordinal),
                list(_chunk_rows(document, file["source"], ordinal)),
                list(_citation_rows(document, file["source"], ordinal)),
                list(_triplet_rows(document, file["source"], ordinal, profile.language, extractor))
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
        yield base | {"outcome": QUARANTINED, "code": "defect", "reason": reason, "remedy": DEFECT}, (), (), ()
        return
    for row, chunks, citations, triplets in found:
        yield base | row, chunks, citations, triplets


def _storable(document: Document) -> Document:
    """``document`` as it is, if the store can hold it and nothing of it was lost.

    Raises:
        DocumentError: ``nul_character``, ``name_too_long`` (keys and paths are indexed), ``text_lost``,
            ``duplicate_path``, ``citation_misplaced`` or ``citation_too_long``.
    """
    names = (document.key, document.title, *(name for chunk in document.chunks for name in (chunk.path, chunk.header)))
    if "\0" in document.text or any("\0" in name for name in names):
        raise DocumentError("nul_character", "The text holds NUL characters.", remedy="Remove them.")
    if longest := next(
        (one for one in (document.key, *(chunk.path for chunk in document.chunks)) if len(one) > LONGEST_NAME), ""
    ):
        raise DocumentError("name_too_long", f"A number of {len(longest):,} characters: {longest[:60]}…")
    account = measure(
        document.text,
        ((chunk.start, chunk.end, chunk.content) for chunk in document.chunks),
        ((one.start, one.end, one.reason) for one in document.set_aside),
    )
    if account.uncovered or account.mismatches:
        raise DocumentError(
            "text_lost", f"{account.uncovered} characters are in no chunk, first: {account.first_gap!r}.", remedy=DEFECT
        )
    if len({chunk.path for chunk in document.chunks}) < len(document.chunks):
        raise DocumentError("duplicate_path", "Two chunks have one path.", remedy=DEFECT)
    for one in document.citations:
        if not 0 <= one.start < one.end <= len(document.text) or one.kind not in CITATION_KINDS:
            raise DocumentError("citation_misplaced", f"A citation stands outside the text: {one}.", remedy=DEFECT)
        if max(len(one.target), len(one.path)) > LONGEST_NAME or "\0" in one.target + one.path:
            raise DocumentError(
                "citation_too_long", f"A citation names something odd: {one.target[:60]!r}.", remedy=DEFECT
            )
    return document


def _document_row(document: Document, ordinal: int) -> dict[str, Any]:
    return {
        "outcome": document.status.value,
        "ordinal": ordinal,
        "key": document.key,
        "title": document.title,
        "kind": document.kind,
        "text": document.text,
        "set_aside": orjson.dumps([[one.start, one.end, one.reason] for one in document.set_aside]).decode(),
        "metadata": _json(document.metadata),
        "valid_from": document.valid_from,
        "valid_to": document.valid_to,
    }


def _chunk_rows(document: Document, source: str, ordinal: int) -> Iterator[dict[str, Any]]:
    for position, chunk in enumerate(document.chunks):
        yield {
            "source": source,
            "document": ordinal,
            "ordinal": position,
            "path": chunk.path,
            "role": chunk.role,
            "parent": chunk.parent,
            "header": chunk.header,
            "prefix": chunk.prefix,
            "content": chunk.content,
            "start": chunk.start,
            "end": chunk.end,
            "tokens": chunk.tokens,
            "metadata": _json(chunk.metadata),
            "valid_from": chunk.valid_from,
            "valid_to": chunk.valid_to,
            "text_hash": digest(embedding_text(chunk.header, chunk.prefix, chunk.content)),
        }


def _citation_rows(document: Document, source: str, ordinal: int) -> Iterator[dict[str, Any]]:
    """Each citation with the ordinal of the chunk that holds it (of two that overlap, the first); None: set aside."""
    order = sorted(range(len(document.chunks)), key=lambda index: document.chunks[index].start)
    starts = [document.chunks[index].start + document.chunks[index].metadata.get("overlap", 0) for index in order]
    for position, one in enumerate(document.citations):
        at = bisect_right(starts, one.start) - 1
        holder = order[at] if at >= 0 and one.end <= document.chunks[order[at]].end else None
        yield {
            "source": source,
            "document": ordinal,
            "ordinal": position,
            "chunk": holder,
            "start": one.start,
            "end": one.end,
            "kind": one.kind,
            "target": one.target,
            "target_path": one.path,
        }


def _triplet_rows(
    document: Document, source: str, ordinal: int, language: str, extractor: str
) -> Iterator[dict[str, Any]]:
    """What the chunks say, a statement in a repeated passage once."""
    position = 0
    for number, chunk in enumerate(document.chunks):
        start = chunk.start + chunk.metadata.get("overlap", 0)
        for one in statements.triplets(document.text, start, chunk.end, language):
            yield {
                "source": source,
                "document": ordinal,
                "made_by": extractor,
                "ordinal": position,
                "chunk": number,
                "start": one.start,
                "end": one.end,
                "subject": one.subject,
                "predicate": one.predicate,
                "object": one.object,
            }
            position += 1


def _json(value: Mapping[str, Any]) -> str:
    return orjson.dumps(_without_nul(dict(value)), option=orjson.OPT_SORT_KEYS).decode()


def _without_nul(value: Any) -> Any:
    """``value`` without NUL characters, which ``jsonb`` cannot hold."""
    if isinstance(value, str):
        return value.replace("\0", "")
    if isinstance(value, dict):
        return {_without_nul(key): _without_nul(one) for key, one in value.items()}
    return [_without_nul(one) for one in value] if isinstance(value, list | tuple) else value


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
