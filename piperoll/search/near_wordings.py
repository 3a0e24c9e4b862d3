"""Find what is asked in everyday words by the lines of a thesaurus that mean most like the question.

A name of a thesaurus is met by its own words (:mod:`piperoll.text.thesaurus`), and what people say is endless. So each
line, its names with its wording, has a vector too, which learned from its names how people ask
(``scripts/line_vectors.py``). The lines nearest to a question give their wordings, and a wording is found where a chunk
has most of its words. Who asks in the words of the documents is not led astray: one chunk has most of them, and then no
line is looked for.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from piperoll.cache import Cache
from piperoll.search import lexical as bm25
from piperoll.search.lexical import Hits, Segments
from piperoll.search.query import Query
from piperoll.store import editions
from piperoll.store.lexical import Lexical
from piperoll.store.sql import array_of
from piperoll.text import analysis

Floats = NDArray[np.float32]

MET = 0.45
"""Share of the weight of a question's words that its best chunk has, from which they are the words of the documents. Of
200 subject headings of statutes the 5th percentile is .63, of 100 everyday questions the 95th is .35."""
NEAREST = 100
"""Lines that are looked at. 20 to 200 differed by less than .03 of recall@5 (docs/benchmarks.md)."""
MOST = 0.45
"""Share of the weight of a wording's words that its best chunk must have; if it has less, the provision is not in the
corpus. Of wordings of provisions that are in it 1 % have less, of others 84 % (docs/benchmarks.md)."""
CHUNKS, SHARE = 3, 0.6
"""Chunks that a wording stands for, at most, and the share of the best one's score that each must have."""
READ = 8
"""Chunks that are remembered of a wording, so that some of them pass the filters."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Hold the lines of a thesaurus with their vectors."""

    wordings: Sequence[str]
    vectors: Floats
    """One factor scales them all, so their products with a question only compare with each other. Shape (lines,
    dimension)."""
    common: Floats
    """The mean of the vectors of questions, each of length 1; it is taken from each question. Shape (dimension,)."""

    def nearest(self, vector: Floats) -> list[tuple[str, float]]:
        """Return the wordings of the lines nearest to a question, best first, each with how near it is.

        Args:
            vector: of the question, as chunks are compared with. Shape (dimension,).
        """
        nearness = self.vectors @ unit(unit(vector) - self.common)
        best = np.argsort(-nearness, kind="stable")[:NEAREST]
        return [(self.wordings[line], float(nearness[line])) for line in best]


def unit(vectors: Floats) -> Floats:
    """Return vectors of length 1, shape as given; what has no length stays as it is."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1.0), np.float32)


@cache
def load(file: Path) -> Lines:
    """Return the lines of a file that ``scripts/line_vectors.py`` wrote."""
    with np.load(file) as stored:
        return Lines(stored["wordings"].tolist(), stored["vectors"].astype(np.float32), stored["common"])


def words_met(query: Query) -> float:
    """Return the share of the weight of the query's words that its best chunk has, 0 to 1; 1: it has no words."""
    terms = dict.fromkeys(analysis.terms(query.match.rest, query.corpus.language), 1.0)
    segments = Lexical(query.connection, query.corpus).read(terms, query.edition)
    weights = _weights(segments, terms, query.edition)
    _, scores = bm25.score(segments, terms, query.edition)
    return float(scores.max(initial=0.0)) / sum(weights.values()) if terms else 1.0


def _weights(segments: Segments, terms: Iterable[str], edition: int) -> dict[str, float]:
    """Return the weight of each of ``terms``, whether any chunk of the edition has it or not."""
    seen = bm25.EditionSegments(segments, edition)
    having = seen.frequencies(terms)
    return {term: bm25.idf(seen.units, having[term]) for term in terms}


def found(query: Query, nearest: Sequence[tuple[str, float]]) -> Hits:
    """Return the chunks of wordings that pass the filters of a query, best first.

    Args:
        query: the query.
        nearest: wordings, each with how near it is to the query, best first; the last one is the measure of the others.
    """
    chunks_of = _chunks_of(query, [wording for wording, _ in nearest])
    every = sorted({chunk for hits in chunks_of.values() for chunk, _ in hits})
    passing = {chunk for (chunk,) in query.rows("search_passing", ids=array_of(every))}
    scores: dict[int, float] = {}
    for wording, nearness in nearest:
        hits = [hit for hit in chunks_of[wording] if hit[0] in passing][:CHUNKS]
        for chunk, score in hits:
            above = nearness * score / hits[0][1] - nearest[-1][1]
            if score >= SHARE * hits[0][1] and above > scores.get(chunk, 0.0):
                scores[chunk] = above
    return sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))


REMEMBERED: Cache[tuple[UUID, int, str], Hits] = Cache(20_000)
"""The chunks of a wording, by the run that built the edition and its number; a kilobyte each."""


def _chunks_of(query: Query, wordings: Sequence[str]) -> dict[str, Hits]:
    """Return the best chunks of the edition for each wording by its words, whether they pass the filters or not."""
    run = editions.built_by(query.connection, query.corpus.id, query.edition)
    known = {wording: REMEMBERED.get((run, query.edition, wording)) for wording in wordings}
    terms = {
        wording: dict.fromkeys(analysis.terms(wording, query.corpus.language), 1.0)
        for wording, hits in known.items()
        if hits is None
    }
    every = {term for asked in terms.values() for term in asked}
    segments = Lexical(query.connection, query.corpus).read(every, query.edition) if terms else []
    weights = _weights(segments, every, query.edition)
    for wording, asked in terms.items():
        own = [
            (members, {term: postings[term] for term in asked if term in postings}) for members, postings in segments
        ]
        ids, scores = bm25.score(own, asked, query.edition)
        enough = MOST * sum(weights[term] for term in asked)
        best = bm25.best(ids, scores, READ) if scores.max(initial=0.0) >= enough else ()
        hits = [(int(ids[place]), float(scores[place])) for place in best]
        known[wording] = REMEMBERED.put((run, query.edition, wording), hits)
    return {wording: hits or [] for wording, hits in known.items()}
