"""What texts say, as stored: triplets, and the postings of their terms."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from psycopg.rows import dict_row

from piperoll.store.connection import Connection
from piperoll.store.lexical import Lexical
from piperoll.store.postings import Members, Posting
from piperoll.store.sql import query
from piperoll.text import relations


class Triplets(Lexical):
    """The index of the triplets of a corpus. What has places in it are triplets, each with the chunk it stands in."""

    pending: ClassVar[str] = "triplet_pending"
    texts: ClassVar[str] = "triplet_texts"
    places: ClassVar[str] = "triplet_places"
    kin: ClassVar[str] = f"^{relations.NAME}/"

    @staticmethod
    def name(language: str) -> str:
        """As :func:`piperoll.text.relations.name`."""
        return relations.name(language)

    def terms(self, texts: Sequence[str]) -> list[str]:
        """The terms of a triplet, each with the part that it stands in."""
        subject, predicate, object_ = texts
        return relations.terms(subject, predicate, object_, self.language)

    def read(self, terms: Iterable[str], edition: int) -> list[tuple[Members, dict[str, Posting]]]:
        """As of chunks. A corpus that was last indexed before there were triplets has none."""
        known = "SELECT FROM lexical_index WHERE corpus_id = %(corpus)s AND analysis = %(analysis)s"
        return super().read(terms, edition) if self.connection.execute(known, self.values).rowcount else []


def of_chunks(connection: Connection, chunks: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    """The triplets in chunks, by chunk id: ``start end subject predicate object made_by``."""
    found = defaultdict(list)
    with connection.cursor(row_factory=dict_row) as cursor:
        for row in cursor.execute(query("triplets_of_chunks"), {"chunks": list(chunks)}):
            found[row.pop("chunk_id")].append(row)
    return found
