"""Find the documents that a query names, and separate what the query asks from the words that name them.

"Consider the reseller agreement between A and B; may it be assigned?" asks one document about assignment. The words of
its name help to find that document. Inside it they do not help to find the passage, so they are taken out.

    score(document) = sum over the query's words of  weight(word) * idf(word)^2  +  2 * best over its names of  m^2 / t

m is the sum of idf^2 over the words of a name that the query has, t the same sum over all words of the name. One word
out of a long name weighs no more than one of the opening: "fraud" does not name an act "to prevent wrong payments,
fraud and crime". The idf counts the documents that have the word anywhere, so a word that every document has can name
none. A word that stands in the opening of only one of N documents is worth about (ln N)^2: a document is named from
CERTAIN times that score on.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from piperoll.cache import Cache
from piperoll.search.lexical import EditionSegments, idf
from piperoll.store import editions
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.lexical import Lexical
from piperoll.store.lexical_units import DOCUMENTS
from piperoll.store.postings import Posting
from piperoll.store.sql import query as statement
from piperoll.text import analysis, names

NOWHERE = np.empty(0, dtype=np.int64)
PLACES = np.array([0.0, 0.0, 1.0, 1.5])
"""Weight of a word by where it stands in a document: nowhere, in the text, in the opening, in a name."""
NAME_OVER_OPENING = float(PLACES[names.IN_NAME] - PLACES[names.IN_OPENING])
WHOLE_NAME = 2.0
"""Weight of a name, beside the weights of its words in the query."""
SEVERAL = 2
"""Words of a name with an idf of 1 or more that the query must have: one alone may be an ordinary word, as "games"."""
MOST_OF_NAME = 0.8
"""Share of the idf^2 of a name from which on one word alone is meant as that name: "Spotify" of "Spotify Terms"."""
CERTAIN = 0.85
"""Share of (ln N)^2 from which on a score names a document. Over 714 documents with parties, 99 of 100 queries that
name one score 1.2 of it or more, and 99 of 100 that name none .8 or less. Over 416 enactments 19 of 20 of these do."""
LEAST_DOCUMENTS = 50
"""N is never taken below this: in a small corpus any ordinary word tells one document from the others."""
AS_GOOD = 0.8
"""A document with at least this share of the best score is named, too: one party may have several documents."""
KIND = 10
"""What more than one in so many documents are called is the name of a kind: "Terms of Service"."""
LOOKED_AT = 40
"""Documents whose names are compared with the query."""
KEPT = 10_000
"""Versions whose names this process remembers, at some 3 kB each."""
OF_NAME, OF_OPENING, OTHER = 0.1, 1.0, -3.0
"""Scores of words, to find the part of a query that names a document. A word of its names scores idf^2 + OF_NAME; a
function word does only where they have no others, as "och" does not name the act "om avgifter och skatter". A word of
its opening, where all parties stand, scores the same if it is written with a capital within a sentence, but OF_OPENING
at most: "Confidential Information" stands in many openings. Any other word scores OTHER."""
BEGINS = re.compile(r"(?:^|[.?!;\n])\W*")
"""What stands before the first word of a sentence, whose capital says nothing."""
SENTENCE = re.compile(r"[;?!\n]")
BRACKETED = re.compile(r"[;?!()\n]")
INTRODUCING = 2
"""At most so many words next to a name ask nothing: "consider", "according to"."""
OPENS = "?!(\n"
"""After these, as at the beginning, a sentence may be longer than a name and still only name a document: its other
words are parties, with capitals. After other marks it goes on with the question: "Closing conditions: Approvals"."""
LINK = -0.05
"""Score of function words, which stand within names."""
MARK = re.compile(r"[;:?!()\n]")
OVER_MARK, OVER_END = 6.0, 3.0
"""Cost of going on over a MARK, or over the end of a part: the question may have words of names, too."""


@dataclass(frozen=True, slots=True)
class Match:
    """Hold the versions of documents that a query names, and what the query asks of them."""

    named: Mapping[int, float]
    """Scores by id of the version, the best first, as shares of the best score."""
    rest: str
    """The query without the words that name the documents; the whole query where it names none."""


def match_documents(connection: Connection, corpus: Corpus, edition: int, text: str) -> Match:
    """Find the documents of an edition that a query names.

    Args:
        connection: to the database.
        corpus: the corpus; its index of documents must already cover the edition.
        edition: number of the edition.
        text: the query.

    Returns:
        The versions of the documents that the query names, whatever day they are valid on, with the rest of the query.
        The best one must be certain; others are named with AS_GOOD of its score. Where none is certain, there are no
        versions, and the rest is the whole query.
    """
    query = _Words(connection, corpus, edition, names.of_query(text))
    marked = names.marked(text)
    candidates = query.best(marked)
    names_of = _names_of(connection, corpus, edition, list(candidates))
    words_of = {version: named.words for version, named in names_of.items()}
    spelled = names.spelled(text).keys()
    asked = frozenset(query.words)

    @cache
    def of_opening(version: int) -> float:
        return candidates[version] - NAME_OVER_OPENING * _loose(words_of[version], query.idf)

    def score(version: int, least: int) -> float:
        if names_of[version].every.isdisjoint(asked):
            return candidates[version]
        whole = (_whole(name, spelled, least) for name in words_of[version])
        return of_opening(version) + WHOLE_NAME * max(whole)

    called = {version for version, listed in words_of.items() if any(name.keys() in marked for name in listed)}
    called = called if len(called) <= max(query.documents, LEAST_DOCUMENTS) // KIND else set()
    certain = max((score(version, SEVERAL) for version in words_of), default=0.0)
    if not called and certain < CERTAIN * log(max(query.documents, LEAST_DOCUMENTS)) ** 2:
        return Match({}, text)
    scores = {version: score(version, 1) for version in called or words_of}
    best = max(scores.values())
    ranked = sorted(scores, key=lambda version: (-scores[version], version))
    named = {version: scores[version] / best for version in ranked if called or scores[version] >= AS_GOOD * best}
    of_best = set().union(*map(names.of_name, names_of[ranked[0]].written))
    of_best |= {part for word in of_best & query.words.keys() for part in query.words[word]}
    rest = _without(text, of_best, query.opening(ranked[0]), query.idf, corpus.language)
    return Match({}, text) if rest is None else Match(named, rest)


Squares = Mapping[str, float]
"""The words of a name, in ascending order, each with its idf^2: sums of floats depend on their order."""


@dataclass(frozen=True, slots=True)
class _Names:
    """Hold what one version of a document is called: the names as they are written, and the words of each."""

    written: Sequence[str]
    words: Sequence[Squares]
    every: frozenset[str]
    """The words of all of them."""


NAMES: Cache[tuple[UUID, int, int], _Names] = Cache(KEPT)
"""By the run that built an edition, its number, and the version."""


def _names_of(connection: Connection, corpus: Corpus, edition: int, versions: Sequence[int]) -> dict[int, _Names]:
    """Return the names of versions, by id; of those that an edition does not have none."""
    run = editions.built_by(connection, corpus.id, edition)
    found = {version: known for version in versions if (known := NAMES.get((run, edition, version)))}
    values = {"versions": [version for version in versions if version not in found], "corpus": corpus.id}
    if not values["versions"]:
        return found
    rows = connection.execute(statement("document_names"), values | {"edition": edition}).fetchall()
    words_of = {version: [sorted(names.parts(name)) for name in {*written}] for version, written in rows}
    every = {word: (word,) for listed in words_of.values() for name in listed for word in name}
    squares = {word: weight**2 for word, weight in _Words(connection, corpus, edition, every).idf.items()}
    for version, written in rows:
        words = [{word: squares.get(word, 0.0) for word in name} for name in words_of[version]]
        found[version] = NAMES.put((run, edition, version), _Names(written, words, frozenset().union(*words)))
    return found


def _whole(name: Squares, query: Collection[str], least: int = 1) -> float:
    """Return m^2 / t; 0 where the query has fewer than ``least`` words of the name that tell it from others."""
    if name.keys().isdisjoint(query):
        return 0.0
    shared = [square for word, square in name.items() if word in query]
    telling = sum(square >= 1 for square in shared)
    return sum(shared) ** 2 / sum(name.values()) if any(shared) and telling >= least else 0.0


def _loose(listed: Sequence[Squares], query: Mapping[str, float]) -> float:
    """Return the idf^2 of the words that the query has of names without meaning any of these names.

    Args:
        listed: the words of each name of a document.
        query: the words of the query with their idf.
    """
    held, meant = set[str](), set[str]()
    for name in listed:
        if shared := name.keys() & query.keys():
            held |= shared
            telling = sum(name[word] >= 1 for word in shared)
            square = sum(name[word] for word in sorted(shared))
            if telling >= SEVERAL or square >= MOST_OF_NAME * sum(name.values()):
                meant |= shared
    return sum(query[word] ** 2 for word in sorted(held - meant))


class _Words:
    """Hold what the index of documents says of some words, in one edition."""

    def __init__(
        self, connection: Connection, corpus: Corpus, edition: int, words: Mapping[str, Sequence[str]]
    ) -> None:
        self.words = words
        segments = Lexical(connection, corpus, unit=DOCUMENTS).read(words, edition)
        self._seen = EditionSegments(segments, edition)
        self.documents = self._seen.units
        having = self._seen.frequencies(words)
        rare = {word: idf(self.documents, having[word]) for word in words}
        links = analysis.STOP.get(corpus.language, frozenset())
        self.idf = {word: min(rare[word], self._most(word, rare, links)) for word in words if having[word]}

    def _most(self, word: str, rare: Mapping[str, float], links: Collection[str]) -> float:
        """Return the upper limit of the idf of a word made of others: "nondisclosure" means "non-disclosure".

        That is the idf of its parts. Parts that are more than initials tell more by standing together where few
        openings have them all: every document speaks of news and of media, few speak of Media News.
        """
        parts = self.words[word]
        alone = sum(rare.get(part, 0.0) for part in parts)
        if len(parts) == 1 or _initials(word, parts) or any(part in links for part in parts):
            return alone
        return max(alone, idf(self.documents, self._together(parts)))

    def _together(self, parts: Sequence[str]) -> int:
        """Return how many documents have all ``parts`` in their names or opening."""
        return sum(
            int(np.count_nonzero(inside & (_opened(len(members.chunks), postings, parts) == len(parts))))
            for members, postings, inside in self._seen
        )

    def best(self, marked: Sequence[set[str]] = ()) -> dict[int, float]:
        """Return the first part of the scores of the best versions, and of those with all words of a marked name."""
        versions, scores, called = [], [], []
        for members, postings, inside in self._seen:
            total = np.zeros(len(members.chunks))
            for word in sorted(postings.keys() & self.idf.keys()):
                places, counts = postings[word]
                having = slice(None) if places is None else places
                score = self.idf[word] ** 2 * PLACES[counts]
                if _initials(word, parts := self.words[word]):  # "consider now Hydraspin" does not name CNH
                    score *= 2 * _opened(len(members.chunks), postings, parts)[having] > len(parts)
                total[having] += score
            versions.append(members.chunks)
            scores.append(total * inside)
            called.append(inside & _called(len(members.chunks), postings, marked))
        if not versions:
            return {}
        ids, score, by_name = np.concatenate(versions), np.concatenate(scores), np.concatenate(called)
        orders = (np.lexsort((ids, -score)), np.flatnonzero(by_name))
        looked_at = np.concatenate([order[:LOOKED_AT] for order in orders])
        return {int(ids[place]): float(score[place]) for place in looked_at if score[place] > 0}

    def opening(self, version: int) -> set[str]:
        """Return the words that stand in the names or the opening of a version: also parties that no name has."""
        opening = set()
        for members, postings in self._seen.segments:
            (place,) = np.nonzero(members.chunks == version)
            for word, (places, counts) in postings.items():
                here = counts[place] if places is None else counts[np.isin(places, place)]
                if (here >= names.IN_OPENING).any():
                    opening.add(word)
        return opening


def _initials(word: str, parts: Sequence[str]) -> bool:
    """Return whether a word has one letter of each of several others."""
    return 1 < len(parts) == len(word)


def _called(documents: int, postings: Mapping[str, Posting], marked: Sequence[set[str]]) -> NDArray[np.bool_]:
    """Return which documents of a segment have all words of a name in ``marked`` in their names: shape (documents,)."""
    found = np.zeros(documents, dtype=bool)
    for name in marked:
        inside = [postings.get(word, (NOWHERE, NOWHERE)) for word in name]
        total = np.zeros(documents, dtype=np.int64)
        for places, counts in inside:
            total[slice(None) if places is None else places] += counts >= names.IN_NAME
        found |= total == len(name)
    return found


def _opened(documents: int, postings: Mapping[str, Posting], parts: Sequence[str]) -> NDArray[np.int64]:
    """Count how many of ``parts`` each document of a segment has in its names or opening: shape (documents,)."""
    total = np.zeros(documents, dtype=np.int64)
    for part in parts:
        places, counts = postings.get(part, (NOWHERE, NOWHERE))
        total[slice(None) if places is None else places] += counts >= names.IN_OPENING
    return total


Span = tuple[str, int, int]
"""A word, and where it begins and ends."""


def _without(text: str, name: set[str], opening: set[str], weights: Mapping[str, float], language: str) -> str | None:
    """Return ``text`` without the part that fits best what names a document: words of its names and of its opening.

    None: no part does. Then the words that the query shares with the document are what it asks about.
    """
    links = analysis.STOP.get(language, frozenset())
    spans = names.spans(text)
    part = part_end(language)
    first, last = _best_stretch(_word_scores(text, spans, name, opening, weights, links), _breaks(text, spans, part))
    if first == last:
        return None
    start, end = _sentence(text, [span for span in spans if span[0] not in links], spans[first:last], part)
    rest = f"{text[:start]} {text[end:]}".strip()
    return rest if names.words(rest) else text


def _word_scores(
    text: str,
    spans: Sequence[Span],
    name: set[str],
    opening: set[str],
    weights: Mapping[str, float],
    links: Collection[str],
) -> list[float]:
    """Return the score of each word for the part that names a document."""
    scores = []
    name = name - set(links) or name
    begins = {match.end() for match in BEGINS.finditer(text)}
    for index, (word, start, _) in enumerate(spans):
        joined = {word + spans[index + 1][0]} if index + 1 < len(spans) else set()
        joined |= {spans[index - 1][0] + word} if index else set()
        square = weights.get(word, 0.0) ** 2
        if name & {word, *joined}:
            scores.append(square + OF_NAME)
        elif word in links or start in begins:
            scores.append(LINK)
        else:
            scores.append(min(square + OF_NAME, OF_OPENING) if word in opening and text[start].isupper() else OTHER)
    return scores


@cache
def part_end(language: str) -> re.Pattern[str]:
    """Return the pattern of where a part of a query ends.

    A comma or full stop ends a part unless a word follows that names go on with, as in "Foo Inc. and Bar".
    """
    return re.compile(rf"{MARK.pattern}|[,.](?=$|\s+(?!(?:{'|'.join(names.goes_on(language))})\b|&))", re.IGNORECASE)


def _breaks(text: str, spans: Sequence[Span], part: re.Pattern[str]) -> list[float]:
    """Return the cost of coming to each word from the one before; ``part`` matches where a part ends."""
    breaks = ((MARK, OVER_MARK), (part, OVER_END))
    marks = [([match.start() for match in mark.finditer(text)], cost) for mark, cost in breaks]
    ends = [0, *(end for _, _, end in spans)]
    return [
        next((cost for at, cost in marks if bisect_left(at, end) < bisect_left(at, start)), 0.0)
        for end, (_, start, _) in zip(ends, spans, strict=False)
    ]


def _sentence(text: str, telling: Sequence[Span], named: Sequence[Span], part: re.Pattern[str]) -> tuple[int, int]:
    """Return the range of what names a document.

    It is the whole sentence or part of it where the others of its ``telling`` words ask nothing, and something is left
    outside it; else it goes from the first to the last of the ``named`` words. ``part`` matches where a part ends.
    """
    start, end = named[0][1], named[-1][2]
    for mark in (SENTENCE, BRACKETED, part):
        begin, stop = _between(mark, text, start, end)
        others = [at for _, at, _ in telling if begin <= at < start or end <= at < stop]
        opens = begin == 0 or text[begin - 1] in OPENS
        small = sum(not text[at].isupper() for at in others)
        idle = small < len(named) if opens else len(others) <= INTRODUCING
        if idle and names.words(text[:begin] + text[stop:]):
            return begin, stop
    return start, end


def _between(mark: re.Pattern[str], text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range around ``text[start:end]`` from behind the mark before it up to and with the mark after it."""
    before = max((match.end() for match in mark.finditer(text, 0, start)), default=0)
    after = mark.search(text, end)
    return before, after.end() if after else len(text)


def _best_stretch(scores: Sequence[float], breaks: Sequence[float]) -> tuple[int, int]:
    """Return where the stretch with the greatest sum begins and ends (Kadane); empty where no sum is above 0.

    ``breaks`` are the costs of coming to a place from the one before.
    """
    best, stretch, begin, total = 0.0, (0, 0), 0, 0.0
    for place, (score, cost) in enumerate(zip(scores, breaks, strict=True)):
        total -= cost
        if total <= 0:
            begin, total = place, 0.0
        total += score
        if total > best:
            best, stretch = total, (begin, place + 1)
    return stretch
