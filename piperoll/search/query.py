"""Understand a query: what it names, what it asks, the places that it cites, and what may be found."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg import sql

from piperoll.corpora import registry
from piperoll.corpora.common.profile import Profile
from piperoll.model import Citation
from piperoll.search.conditions import Condition, Filters, as_parameter, divided
from piperoll.search.document_matching import Match, match_documents
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import composed, fragment
from piperoll.text import analysis
from piperoll.text.thesaurus import Thesauri

IN_FORCE_OR_NOT = {"version_seen": fragment("version_member"), "chunk_seen": sql.SQL("true")}
"""Parts of a statement that finds what the edition has, in force or not."""
INDENTS_COMMENTS = re.compile(r"^\s+|--.*$", re.MULTILINE)
EXPANSION = 0.5
"""Weight of a word of a query expansion, and of all synonyms of a word; a word of the query itself has 1."""


@dataclass(frozen=True)
class Query:
    """Hold one query with all that a scorer needs."""

    connection: Connection
    corpus: Corpus
    edition: int
    text: str
    plain: bool
    """Whether it is asked as it is, without expansions."""
    match: Match
    """The documents that it names, and what it asks of them."""
    expansions: Sequence[str]
    """How documents of the family put what it asks for."""
    terms: Mapping[str, float]
    """The terms of what it asks and of the expansions, as chunks have them, with their weights."""
    references: Sequence[Citation]
    """Places and documents that the text names outright."""
    filters: Filters
    of_versions: Sequence[Condition]
    """Conditions of the filters that versions alone decide."""
    of_chunks: Sequence[Condition]
    """The other conditions."""
    below: Sequence[int] | None
    """Ids of the chunks at the path of the filters and below it; None: the filters have no path."""
    pool: int
    """Candidates that each scorer gives, at most."""
    vector: NDArray[np.float16] | None
    """The vector of the text, where it was computed before."""

    @property
    def profile(self) -> Profile:
        """Return the profile of the corpus."""
        return registry.get(self.corpus.profile)

    @property
    def meant(self) -> str:
        """Return what it asks, besides the documents that it names, in the spelling that a model reads best."""
        return self.profile.respelled(self.match.rest)

    @property
    def narrowed(self) -> bool:
        """Return whether only some documents are searched: those that are named, or that a filter leaves."""
        return bool(self.filters.document or self.filters.versions or self.of_versions)

    @property
    def few(self) -> bool:
        """Return whether few chunks are known to pass the filters: then it is better to fetch all of them."""
        named = self.filters.document is not None or self.filters.versions is not None
        return named or "passing" in vars(self)

    @cached_property
    def passing(self) -> NDArray[np.int64]:
        """Return the ids of all chunks that pass the filters."""
        return np.fromiter((chunk for (chunk,) in self.rows("search_passing_all")), np.int64)

    @property
    def within(self) -> "Query | None":
        """Return the same query to the documents that it names; None: it names none."""
        named = list(self.match.named)
        return replace(self, filters=replace(self.filters, versions=named)) if named else None

    def rows(self, name: str, *, vectors: str | None = None, **values: Any) -> list[Any]:
        """Run a statement, which may apply the filters.

        Args:
            name: of the statement.
            vectors: name of the table of vectors that the statement reads, if it reads any.
            values: parameters of the statement besides corpus, edition, pool and filters.

        Returns:
            All rows.
        """
        text = _text(name, vectors, self.filters.include_repealed)
        document, profile = self.filters.document, self.profile
        parameters = {
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
        # planned for these filters: a plan for any filters would be a plan for none
        return self.connection.execute(text, parameters | values, prepare=False).fetchall()


@lru_cache(256)
def _text(name: str, vectors: str | None, include_repealed: bool) -> str:
    """Return a statement for :meth:`Query.rows` without comments and indents, which would be read each time."""
    parts: dict[str, sql.Composable] = {"vectors": sql.Identifier(vectors)} if vectors else {}
    text = composed(name, **parts, **(IN_FORCE_OR_NOT if include_repealed else {})).as_string()
    return INDENTS_COMMENTS.sub("", text)


def understand(
    connection: Connection,
    corpus: Corpus,
    edition: int,
    text: str,
    *,
    filters: Filters,
    pool: int,
    plain: bool = False,
    matched: bool = True,
    vector: NDArray[np.float16] | None = None,
    thesauri: Thesauri | None = None,
) -> Query:
    """Return the query that a text is in a corpus.

    Args:
        connection: to the database.
        corpus: the corpus.
        edition: number of the edition.
        text: as the user wrote it.
        filters: restrictions before ranking.
        pool: candidates that each scorer gives, at most.
        plain: ask the text as it is, without expansions.
        matched: look for the documents that the text names, which then come first.
        vector: of the text, where it was computed before.
        thesauri: those of the corpus; None: it has none.

    Raises:
        UsageError: no document has a field that a condition names, or a thesaurus cannot be read.
    """
    of_versions, of_chunks = divided(connection, corpus.id, edition, filters.where)
    text = text.replace("\0", " ").encode("utf-8", "replace").decode()  # what a database can be asked
    profile = registry.get(corpus.profile)
    match = match_documents(connection, corpus, edition, text) if matched else Match({}, text)
    thesauri = thesauri or Thesauri()
    expansions = [] if plain else [*profile.expansions(match.rest), *thesauri.wordings(match.rest, corpus.language)]
    synonyms = {} if plain else thesauri.synonyms(match.rest, corpus.language)
    query = Query(
        connection, corpus, edition, text,
        plain=plain,
        match=match,
        expansions=expansions,
        terms=_terms(match.rest, expansions, synonyms, corpus.language),
        references=profile.references(text),
        filters=filters,
        of_versions=of_versions,
        of_chunks=of_chunks,
        below=None,
        pool=pool,
        vector=vector,
    )  # fmt: skip
    return query if filters.path is None else replace(query, below=[chunk for (chunk,) in query.rows("search_below")])


def _terms(text: str, expansions: Sequence[str], synonyms: Mapping[str, float], language: str) -> dict[str, float]:
    """Return the terms of a query, of its expansions and of its synonyms, with their weights."""
    weights: dict[str, float] = dict(Counter(analysis.asked(text, language)))
    for term, count in Counter(analysis.terms(" ".join(expansions), language)).items():
        weights[term] = weights.get(term, 0.0) + EXPANSION * count
    for term, share in synonyms.items():
        weights[term] = weights.get(term, 0.0) + EXPANSION * share
    return weights
