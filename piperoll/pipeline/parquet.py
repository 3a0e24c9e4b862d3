"""Write and read the Parquet files of the workspace, a few rows in memory at a time."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a night in which nothing changed does not wait for it
    import pyarrow as pa

ROW_GROUP = 2_000
"""Rows written at once: bounds memory at a few megabytes whatever the size of a partition."""


class Writer:
    """A writer puts rows into a Parquet file; the file is complete on disk when its ``with`` block ends."""

    def __init__(self, path: Path, schema: "pa.Schema") -> None:
        self.path, self.schema = path, schema
        self.rows: list[dict[str, Any]] = []

    def __enter__(self) -> "Writer":
        import pyarrow.parquet as pq

        self.writer = pq.ParquetWriter(self.path, self.schema, compression="zstd")
        return self

    def add(self, rows: Iterable[dict[str, Any]]) -> int:
        """Add rows, each a value by column, and return how many."""
        count = 0
        for row in rows:
            self.rows.append(row)
            count += 1
            if len(self.rows) >= ROW_GROUP:
                self._flush()
        return count

    def _flush(self) -> None:
        import pyarrow as pa

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


def read(path: Path, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a file as tuples of ``columns``, in that order."""
    import pyarrow.parquet as pq

    for batch in pq.ParquetFile(path).iter_batches(columns=list(columns)):
        # the reader returns columns in the order of the file, not of the request
        yield from zip(*(batch.column(name).to_pylist() for name in columns), strict=True)
