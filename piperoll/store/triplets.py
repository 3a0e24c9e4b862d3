"""Read the stored triplets (subject, predicate, object) of texts."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from piperoll.store.connection import Connection
from piperoll.store.sql import read_rows


def of_chunks(connection: Connection, chunks: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    """Return the triplets of chunks by chunk id, each with ``start end subject predicate object made_by``."""
    triplets = defaultdict(list)
    for row in read_rows(connection, "triplets_of_chunks", chunks=list(chunks)):
        triplets[row.pop("chunk_id")].append(row)
    return triplets
