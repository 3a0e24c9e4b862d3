"""Find documents of an edition by their numbers and by the words of their titles.

Read once a process and edition: a built edition never changes.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from piperoll.cache import Cache
from piperoll.corpora import registry
from piperoll.search.lexical import idf
from piperoll.search.query import Query
from piperoll.store import editions
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query as statement
from piperoll.text import analysis

DIVISION = re.compile(r"\s*\([^()]*\)\Z")
"""What stands behind the number of a decision: "(Comm)", "(T2)"."""
KEPT = 8
"""Editions whose catalogue this process remembers."""


@dataclass(frozen=True)
class DocumentTitles:
    """Hold the documents of an edition by number and title; a document may have several titles, of several versions."""

    documents: Mapping[int, int]
    """The document of each version, by id."""
    versions: Mapping[int, Sequence[int]]
    """The versions of each document in the edition, valid on the day or not."""
    numbers: Mapping[str, Sequence[int]]
    """The documents cited by a number, by its plain form: the one whose key it is, else those that have it."""
    titled: NDArray[np.int64]
    """The document of each title."""
    weights: NDArray[np.float64]
    """The sum of the idf of the terms of each title."""
    having: Mapping[str, NDArray[np.int32]]
    """The titles that have each term."""
    words: Sequence[frozenset[str]]
    """The terms of each title."""
    printed: Sequence[str]
    """The keys as they are printed."""

    @cached_property
    def of_documents(self) -> Mapping[int, Sequence[int]]:
        """Return the titles of each document."""
        found: dict[int, list[int]] = defaultdict(list)
        for title, document in enumerate(self.titled.tolist()):
            found[document].append(title)
        return found

    def titles_of(self, document: int) -> list[frozenset[str]]:
        """Return the titles of a document, each as its terms."""
        return [self.words[title] for title in self.of_documents.get(document, ())]

    def weight(self, terms: Iterable[str]) -> float:
        """Return the sum of the idf of ``terms`` among the titles."""
        return sum(idf(len(self.titled), len(self.having[term])) for term in sorted(terms) if term in self.having)

    def numbered(self, number: str) -> Sequence[int]:
        """Return the documents that are cited as ``number``."""
        return self.numbers.get(plain(number), ())

    @cached_property
    def undivided(self) -> Mapping[str, Sequence[int]]:
        """Return the documents by their numbers without the division of a court: [2023] EWHC 2638 (Comm)."""
        found: dict[str, dict[int, None]] = defaultdict(dict)
        for number, documents in self.numbers.items():
            if (short := DIVISION.sub("", number)) != number:
                found[short] |= dict.fromkeys(documents)
        return {number: list(documents) for number, documents in found.items()}

    def titles_like(self, terms: Iterable[str], most: int) -> list[tuple[int, float]]:
        """Return documents with the likeness of their titles to ``terms``, best first.

        The likeness is the coefficient of Dice (1945) with each word counted by its idf: twice the weight of what both
        have, divided by the sum of the weights of both. It is 1 for all words of a title and no word of another.
        """
        shared = np.zeros(len(self.titled))
        total = 0.0
        for term in sorted(set(terms) & self.having.keys()):
            weight = idf(len(self.titled), len(self.having[term]))
            shared[self.having[term]] += weight
            total += weight
        places = np.flatnonzero(shared)
        likeness = 2 * shared[places] / (total + self.weights[places])
        best: dict[int, float] = {}
        for place in np.lexsort((self.titled[places], -likeness)):
            best.setdefault(int(self.titled[places[place]]), float(likeness[place]))
            if len(best) == most:
                break
        return list(best.items())


def plain(number: str) -> str:
    """Return a number as it is compared: "[1998] 2 S.C.R. 371" and "[1998] 2 SCR 371" are one."""
    return "".join(number.replace(".", "").casefold().split())


def words(title: str, language: str) -> frozenset[str]:
    """Return the terms of a title without years and numbers; the key in it is looked for by itself."""
    return frozenset(term for term in analysis.terms(title, language) if not any(map(str.isdigit, term)))


def build(rows: Iterable[tuple[int, int, str, str, Sequence[str]]], language: str) -> DocumentTitles:
    """Build the catalogue of some versions, each with id, document, key, title and other numbers."""
    documents: dict[int, int] = {}
    versions: dict[int, list[int]] = defaultdict(list)
    numbers: dict[str, dict[int, None]] = defaultdict(dict)
    own: dict[str, dict[int, None]] = defaultdict(dict)
    titles: dict[tuple[int, frozenset[str]], None] = {}
    keys: dict[str, None] = {}
    for version, document, key, title, others in rows:
        documents[version] = document
        versions[document].append(version)
        own[plain(key)][document] = None
        keys[key] = None
        for number in others:
            numbers[plain(number)][document] = None
        titles[document, words(title.replace(key, ""), language)] = None
    places: dict[str, list[int]] = defaultdict(list)
    for place, (_, terms) in enumerate(titles):
        for term in terms:
            places[term].append(place)
    weights = np.zeros(len(titles))
    having = {term: np.asarray(titled, np.int32) for term, titled in places.items()}
    for term in sorted(having):
        weights[having[term]] += idf(len(titles), len(having[term]))
    titled = np.fromiter((document for document, _ in titles), np.int64, len(titles))
    return DocumentTitles(
        documents,
        versions,
        {number: list(of_number) for number, of_number in (numbers | own).items()},
        titled,
        weights,
        having,
        [terms for _, terms in titles],
        list(keys),
    )


TITLES: Cache[tuple[UUID, int], DocumentTitles] = Cache(KEPT)
"""By the run that built an edition, and its number."""


def of(query: Query) -> DocumentTitles:
    """Return the catalogue of the edition that is searched."""
    return of_edition(query.connection, query.corpus, query.edition)


def of_edition(connection: Connection, corpus: Corpus, edition: int) -> DocumentTitles:
    """Return the catalogue of an edition.

    Args:
        connection: to the database.
        corpus: whose edition.
        edition: its number.
    """
    key = editions.built_by(connection, corpus.id, edition), edition
    if titles := TITLES.get(key):
        return titles
    fields = list(registry.get(corpus.profile).numbers)
    rows = connection.execute(statement("search_titles"), {"corpus": corpus.id, "edition": edition, "fields": fields})
    return TITLES.put(key, build(rows, corpus.language))
