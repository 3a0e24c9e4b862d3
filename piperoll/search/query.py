"""A query as the scorers take it: what it names, what it asks, the places that it cites, and what may be found."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg import sql

from piperoll.corpora import registry
from piperoll.corpora.common.profile import Profile
from piperoll.model import Citation
from piperoll.search.conditions import Condition, Filters, as_parameter, divided
from piperoll.search.document_matching import Route, route
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed
from piperoll.text import analysis

WORDING = 0.5
"""What a word of a wording counts beside one of the query."""


@dataclass(frozen=True)
class Query:
    """One query with all that a scorer needs."""

    connection: Connection
    corpus: Corpus
    edition: int
    text: str
    plain: bool
    """It is asked as it is, without other words for it."""
    route: Route
    """Which documents it names, and what it asks."""
    wordings: Sequence[str]
    """How documents put what it asks for."""
    terms: Mapping[str, float]
    """As chunks have them, and how much each counts: those of what it asks, and of the wordings."""
    references: Sequence[Citation]
    """Places and documents that the text names outright."""
    filters: Filters
    of_versions: Sequence[Condition]
    """Those of the filters that versions alone decide."""
    of_chunks: Sequence[Condition]
    """The others."""
    below: Sequence[int] | None
    """The ids of the chunks at the path of the filters and below it; None: any path will do."""
    pool: int
    """Candidates that each scorer gives, at most."""
    vector: NDArray[np.float16] | None
    """Of the text, where it was computed before."""

    @property
    def profile(self) -> Profile:
        """Return the profile of the corpus."""
        return registry.get(self.corpus.profile)

    @property
    def narrowed(self) -> bool:
        """Only some documents are searched: those that are named, or that a filter leaves."""
        return bool(self.filters.document or self.filters.versions or self.of_versions)

    @property
    def few(self) -> bool:
        """Few chunks pass the filters, as far as is known: all of them are better fetched than asked for one by one."""
        named = self.filters.document is not None or self.filters.versions is not None
        return named or "passing" in vars(self)

    @cached_property
    def passing(self) -> NDArray[np.int64]:
        """The ids of all chunks that pass the filters."""
        return np.fromiter((one for (one,) in self.rows("search_passing_all")), np.int64)

    @property
    def within(self) -> "Query | None":
        """The same query to the documents that it names; None: it names none."""
        named = list(self.route.named)
        return replace(self, filters=replace(self.filters, versions=named)) if named else None

    def rows(self, name: str, *, vectors: sql.Identifier | None = None, **values: Any) -> list[Any]:
        """Run a statement, which may apply the filters."""
        text = composed(name, **({"vectors": vectors} if vectors else {}))
        document, profile = self.filters.document, self.profile
        known = {
            "corpus": self.corpus.id,
            "edition": self.edition,
            "day": self.filters.day,
            "document": document,
            "document_keys": None if document is None else [*profile.key_forms(document)],
            "header_separator": profile.header_separator,
            "role": self.filters.role,
            "path": self.filters.path,
            "below": self.below,
            "versions": self.filters.versions,
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
    plain: bool = False,
    routed: bool = True,
    vector: NDArray[np.float16] | None = None,
) -> Query:
    """The query that ``text`` is in a corpus.

    Args:
        plain: it is asked as it is, without other words for it.
        routed: documents that it names come first.

    Raises:
        UsageError: no document has a field that a condition names.
    """
    of_versions, of_chunks = divided(connection, corpus.id, edition, filters.where)
    text = text.replace("\0", " ").encode("utf-8", "replace").decode()  # what a database can be asked
    profile = registry.get(corpus.profile)
    way = route(connection, corpus, edition, text) if routed else Route({}, text)
    wordings = [] if plain else profile.expansions(way.rest)
    terms = Counter[str](analysis.asked(way.rest, corpus.language))
    weighted: dict[str, float] = dict(terms)
    for term, often in Counter(analysis.terms(" ".join(wordings), corpus.language)).items():
        weighted[term] = weighted.get(term, 0.0) + WORDING * often
    query = Query(
        connection,
        corpus,
        edition,
        text,
        plain=plain,
        route=way,
        wordings=wordings,
        terms=weighted,
        references=profile.references(text),
        filters=filters,
        of_versions=of_versions,
        of_chunks=of_chunks,
        below=None,
        pool=pool,
        vector=vector,
    )
    return query if filters.path is None else replace(query, below=[one for (one,) in query.rows("search_below")])
