"""Which documents a query names, and what it asks of them: the document first, the passage second.

"Consider the reseller agreement between A and B; may it be assigned?" is a question about assignment, asked of one
document. Words of its names outweigh every passage about assignment elsewhere, and are noise within it.

    score(document) = sum over the query's words of  place(word) * idf(word)^2  +  2 * best over its names of  m^2 / t

m and t are idf^2 summed over the words of a name that the query has, and over all of them; idf counts documents that
have the word anywhere, so that what every contract says names none. A name is certain when the idf of its words in the
query adds up to most of ln N, which is what it takes to tell one of N documents from the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from piperoll.search.lexical import idf
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.lexical import DOCUMENTS, Lexical
from piperoll.store.sql import query as statement
from piperoll.text import analysis, names

PLACES = np.array([0.0, 0.0, 1.0, 1.5])
"""What a word counts by where it stands in a document: nowhere, in the text, in the opening, in a name."""
WHOLE_NAME = 2.0
"""How much more a name counts that the query has whole."""
CERTAIN = 0.6
"""Of ln N. Over 714 contracts and policies, 900 queries that name one had 0.8 and more (19 of 20), 350 that name none
had at most 0.5 (99 of 100)."""
LEAST_DOCUMENTS = 50
"""Few documents have few words, any of which would tell one from the others."""
AS_GOOD = 0.9
"""Documents whose names fit that much as well as the best are named, too: several of one party."""
LOOKED_AT = 40
"""Documents whose names are compared with the query."""
ASIDE = {True: 0.1, False: -3.0}
"""What a word counts for the stretch of a query that names a document, besides idf^2: whether it is of its names."""
LINK = -0.05
"""The same for function words, which stand within names."""


@dataclass(frozen=True, slots=True)
class Route:
    """``named``: the versions that a query names for certain, the best first, with their scores as shares of the best.

    ``rest``: the query without the words that name them, or the query.
    """

    named: Mapping[int, float]
    rest: str


def route(connection: Connection, corpus: Corpus, edition: int, text: str) -> Route:
    """The documents of an edition that ``text`` names."""
    asked = _Words(connection, corpus, edition, names.of_query(text))
    if not (found := asked.best()):
        return Route({}, text)
    values = {"versions": list(found), "corpus": corpus.id, "edition": edition}
    rows: dict[int, list[str]] = dict(connection.execute(statement("routing_names"), values).fetchall())
    called = {one: {frozenset(names.parts(name)) for name in of_it} for one, of_it in rows.items()}
    told = {one: max(asked.told(name) for name in of_it) for one, of_it in called.items()}
    most = max(told.values(), default=0.0)
    if most < CERTAIN * log(max(asked.documents, LEAST_DOCUMENTS)):
        return Route({}, text)
    named = [one for one in called if told[one] >= AS_GOOD * most]
    every = _Words(connection, corpus, edition, {word for one in named for name in called[one] for word in name})
    scores = {
        one: found[one] + WHOLE_NAME * max(_whole(name, asked.words, every.idf) for name in called[one])
        for one in named
    }
    best = max(scores.values())
    shares = {one: scores[one] / best for one in sorted(scores, key=lambda one: (-scores[one], one))}
    of_best = set().union(*map(names.of_name, rows[next(iter(shares))]))
    return Route(shares, _without(text, of_best, asked.idf, corpus.language))


def _whole(name: frozenset[str], asked: set[str], weights: Mapping[str, float]) -> float:
    """m^2 / t."""
    squares = {word: weights.get(word, 0.0) ** 2 for word in name}
    had = sum(square for word, square in squares.items() if word in asked)
    return had * had / sum(squares.values()) if had else 0.0


class _Words:
    """What the index of documents says of some words, in one edition."""

    def __init__(self, connection: Connection, corpus: Corpus, edition: int, words: set[str]) -> None:
        self.words = words
        self._segments = Lexical(connection, corpus, unit=DOCUMENTS).read(words, edition)
        self._inside = [members.inside(edition) for members, _ in self._segments]
        self.documents = sum(int(np.count_nonzero(here)) for here in self._inside)
        having = dict.fromkeys(words, 0)
        for (_, postings), here in zip(self._segments, self._inside, strict=True):
            for word, (places, counts) in postings.items():
                having[word] += int(np.count_nonzero(here & (counts > 0)) if places is None else here[places].sum())
        self.idf = {word: idf(self.documents, found) for word, found in having.items() if found}

    def best(self) -> dict[int, float]:
        """The best versions and the first part of their scores."""
        versions, scores = [], []
        for (members, postings), here in zip(self._segments, self._inside, strict=True):
            total = np.zeros(len(members.chunks))
            for word in sorted(postings.keys() & self.idf.keys()):
                places, counts = postings[word]
                total[slice(None) if places is None else places] += self.idf[word] ** 2 * PLACES[counts]
            versions.append(members.chunks)
            scores.append(total * here)
        if not versions:
            return {}
        ids, score = np.concatenate(versions), np.concatenate(scores)
        order = np.lexsort((ids, -score))[:LOOKED_AT]
        return {int(ids[place]): float(score[place]) for place in order if score[place] > 0}

    def told(self, name: frozenset[str]) -> float:
        """How much the words of a name tell that the query has, in nats."""
        return sum(self.idf.get(word, 0.0) for word in name)


def _without(text: str, name: set[str], weights: Mapping[str, float], language: str) -> str:
    """``text`` without the stretch that fits a name best."""
    spans = names.spans(text)
    links = analysis.STOP.get(language, frozenset())
    counts = []
    for place, (word, _, _) in enumerate(spans):
        beside = {word + spans[place + 1][0]} if place + 1 < len(spans) else set()
        beside |= {spans[place - 1][0] + word} if place else set()
        if name & {word, *beside}:
            counts.append(weights.get(word, 0.0) ** 2 + ASIDE[True])
        else:
            counts.append(LINK if word in links else ASIDE[False])
    first, last = _best_stretch(counts)
    if first == last:
        return text
    rest = f"{text[: spans[first][1]]} {text[spans[last - 1][2] :]}"
    return rest if names.words(rest) else text


def _best_stretch(counts: Sequence[float]) -> tuple[int, int]:
    """Where the stretch with the greatest sum begins and ends (Kadane); empty where no sum is above 0."""
    best, at, begin, total = 0.0, (0, 0), 0, 0.0
    for place, count in enumerate(counts):
        if total <= 0:
            begin, total = place, 0.0
        total += count
        if total > best:
            best, at = total, (begin, place + 1)
    return at
