"""A query as the scorers take it: its words, the places that it cites, and what may be found for it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg import sql

from piperoll.corpora import registry
from piperoll.search.where import Condition, as_parameter, divided
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


@dataclass(frozen=True)
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
    of_versions: Sequence[Condition]
    """Those of the filters that versions alone decide."""
    of_chunks: Sequence[Condition]
    """The others."""
    pool: int
    """Candidates that each scorer gives, at most."""
    vector: NDArray[np.float16] | None
    """Of the text, where it was computed before."""

    @property
    def few(self) -> bool:
        """Few chunks pass the filters, as far as is known: all of them are better fetched than asked for one by one."""
        return self.filters.document is not None or "passing" in vars(self)

    @cached_property
    def passing(self) -> NDArray[np.int64]:
        """The ids of all chunks that pass the filters."""
        return np.fromiter((one for (one,) in self.rows("search_passing_all")), np.int64)

    def rows(self, name: str, *, vectors: sql.Identifier | None = None, **values: Any) -> list[Any]:
        """Run a statement, which may apply the filters."""
        of_version = sql.SQL(statement("filter_version")).format(seen=sql.SQL(statement("version_seen")))
        of_chunk = sql.SQL(statement("filter_chunk"))
        text = sql.SQL(statement(name)).format(
            of_version=of_version,
            of_chunk=of_chunk,
            filter=sql.SQL(" AND ").join([of_version, of_chunk]),
            vectors=vectors or sql.Identifier("none"),
        )
        known = {
            "corpus": self.corpus.id,
            "edition": self.edition,
            "day": self.filters.day,
            "document": self.filters.document,
            "role": self.filters.role,
            "path": self.filters.path,
            "of_versions": as_parameter(self.of_versions),
            "of_chunks": as_parameter(self.of_chunks),
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
    of_versions, of_chunks = divided(connection, corpus.id, edition, filters.where)
    text = text.replace("\0", " ").encode("utf-8", "replace").decode()  # what a database can be asked
    return Query(
        connection,
        corpus,
        edition,
        text,
        terms=analysis.terms(text, corpus.language),
        references=registry.get(corpus.profile).references(text),
        filters=filters,
        of_versions=of_versions,
        of_chunks=of_chunks,
        pool=pool,
        vector=vector,
    )
