"""A query as the scorers take it: its words, the places that it cites, and what may be found for it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg import sql

from piperoll.corpora import registry
from piperoll.search.where import Condition, as_parameter, check_keys
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query as statement
from piperoll.text import analysis


@dataclass(frozen=True, slots=True)
class Filters:
    """Restrictions that hold before ranking.

    ``document`` is a key or a path within the source; ``path`` matches that unit and all below it;
    ``day`` asks for the law of that day.
    """

    document: str | None = None
    path: str | None = None
    role: str | None = None
    day: date = field(default_factory=date.today)
    where: Sequence[Condition] = ()
    """On the metadata of versions and chunks; all must hold."""

    @property
    def selective(self) -> bool:
        """Few enough chunks pass that comparing them one by one beats walking the index."""
        return any((self.document, self.path, self.role, self.where))


@dataclass(frozen=True, slots=True)
class Query:
    """One query with all that a scorer needs."""

    connection: Connection
    corpus: Corpus
    edition: int
    text: str
    terms: Sequence[str]
    """Of the text, as chunks have them."""
    references: Sequence[str]
    """Paths that the text cites."""
    filters: Filters
    pool: int
    """Candidates that each scorer gives, at most."""
    vector: NDArray[np.float16] | None
    """Of the text, where it was computed before."""

    def rows(self, name: str, *, vectors: sql.Identifier | None = None, **values: Any) -> list[Any]:
        """Run a statement, which may apply the filters."""
        text = sql.SQL(statement(name)).format(
            filter=sql.SQL(statement("search_filter")).format(seen=sql.SQL(statement("version_seen"))),
            vectors=vectors or sql.Identifier("none"),
        )
        known = {
            "corpus": self.corpus.id,
            "edition": self.edition,
            "day": self.filters.day,
            "document": self.filters.document,
            "role": self.filters.role,
            "path": self.filters.path,
            "where": as_parameter(self.filters.where),
            "pool": self.pool,
        }
        # planned for the filters given: a plan for any would be one for none
        return self.connection.execute(text, known | values, prepare=False).fetchall()


def understand(
    connection: Connection,
    corpus: Corpus,
    edition: int,
    text: str,
    *,
    filters: Filters,
    pool: int,
    vector: NDArray[np.float16] | None = None,
) -> Query:
    """The query that ``text`` is in a corpus.

    Raises:
        UsageError: no document has a field that a condition names.
    """
    check_keys(connection, corpus.id, edition, filters.where)
    text = text.replace("\0", " ").encode("utf-8", "replace").decode()  # what a database can be asked
    return Query(
        connection,
        corpus,
        edition,
        text,
        terms=analysis.terms(text, corpus.language),
        references=registry.get(corpus.profile).references(text),
        filters=filters,
        pool=pool,
        vector=vector,
    )
