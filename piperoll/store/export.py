"""Export an edition: natural keys only, in a stable order, so that equal editions give equal bytes."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.parquet as pq
from psycopg.rows import dict_row

from piperoll.contract import CHUNKS, DOCUMENTS, TEXTS
from piperoll.errors import UsageError
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed

SCHEMA = pa.schema(
    [
        DOCUMENTS["key"].field.with_name("document"),
        *(DOCUMENTS[name].field for name in ("source", "title")),
        *(CHUNKS[name].field for name in "path role header content start end valid_from valid_to metadata".split()),
        TEXTS["prefix"].field,
    ]
)
BATCH = 2_000


def export(connection: Connection, corpus: Corpus, edition: int, out: Path) -> int:
    """Write the chunks of ``edition`` to ``out`` (``.jsonl`` or ``.parquet``); returns how many.

    The file appears under its name only when it is complete.

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
        out: the file.

    Raises:
        UsageError: the ending is neither of the two, or the folder is missing.
    """
    writers = {".jsonl": _jsonl, ".parquet": _parquet}
    if out.suffix not in writers:
        raise UsageError("export_format", f"{out}: the ending decides the format.", remedy="Use .jsonl or .parquet.")
    if not out.parent.is_dir():
        raise UsageError("export_folder", f"There is no folder {out.parent}.", remedy="Make the folder first.")
    draft = out.with_name(f".{out.name}.part")
    count = writers[out.suffix](draft, chunks(connection, corpus, edition))
    draft.replace(out)
    return count


def chunks(connection: Connection, corpus: Corpus, edition: int, day: date | None = None) -> Iterator[dict[str, Any]]:
    """Yield the chunks of an edition with the columns of SCHEMA, in a stable order; few are in memory at a time.

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
        day: only those that are valid then, as search has them.
    """
    values = {"corpus": corpus.id, "edition": edition, "day": day}
    statement = composed("export_edition")
    with connection.transaction(), connection.cursor(name="export", row_factory=dict_row) as cursor:
        cursor.itersize = BATCH
        yield from cursor.execute(statement, values)


def _jsonl(path: Path, rows: Iterator[dict[str, Any]]) -> int:
    count = 0
    with path.open("wb") as file:
        for count, row in enumerate(rows, 1):  # noqa: B007 - the count is returned
            if row["prefix"] is None:
                del row["prefix"]
            file.write(orjson.dumps(row, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE))
    return count


def _parquet(path: Path, rows: Iterator[dict[str, Any]]) -> int:
    count = 0
    with pq.ParquetWriter(path, SCHEMA, compression="zstd") as writer:
        batch: list[dict[str, Any]] = []
        for row in rows:
            row["metadata"] = orjson.dumps(row["metadata"], option=orjson.OPT_SORT_KEYS).decode()
            batch.append(row)
            count += 1
            if len(batch) == BATCH:
                writer.write_table(pa.Table.from_pylist(batch, schema=SCHEMA))
                batch = []
        if batch:
            writer.write_table(pa.Table.from_pylist(batch, schema=SCHEMA))
    return count
