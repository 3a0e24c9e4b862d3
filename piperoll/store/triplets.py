"""What texts say, as stored."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from psycopg.rows import dict_row

from piperoll.store.connection import Connection
from piperoll.store.sql import query


def of_chunks(connection: Connection, chunks: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    """The triplets in chunks, by chunk id: ``start end subject predicate object made_by``."""
    found = defaultdict(list)
    with connection.cursor(row_factory=dict_row) as cursor:
        for row in cursor.execute(query("triplets_of_chunks"), {"chunks": list(chunks)}):
            found[row.pop("chunk_id")].append(row)
    return found
