"""Score the chunks of an edition by BM25: exact scores, and exactly the best chunks.

The formula is that of Lucene since version 8 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and
Beyond", 2009, without the constant factor k1 + 1, which changes no order):

    score(chunk) = sum over the query's terms of  idf(term) * tf / (tf + K1 * (1 - B + B * length / average length))
    idf(term) = ln(1 + (N - df + 0.5) / (df + 0.5))

N, df and the average are of the members of the edition, whatever day or filter is asked for, so that a chunk's score
is the same for all who search the edition.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piperoll.store.postings import Members, Posting

K1 = 0.9
B = 0.4
"""The defaults of Anserini, for passages. On documents cut at 500 characters they put more of the right ranges into the
first ten hits than Lucene's 1.2 and 0.75: .680 against .641 (contractnli, 150 queries), .436 against .395 (CUAD)."""
WALK = (256, 1_024, 4_096)
"""So many of the best chunks at a time are asked whether they pass the filters. Once too few of these do, few of all
chunks do, and all that pass are fetched."""

Hits = list[tuple[int, float]]
"""(chunk id, score), best first; of equal scores the smaller id."""
Numbers = NDArray[Any]
Bools = NDArray[np.bool_]
Segments = Sequence[tuple[Members, Mapping[str, Posting]]]
"""Segments of an index, each with the postings that were read of it."""


def idf(chunks: float, having: float) -> float:
    """Return the weight of a term that ``having`` of ``chunks`` have."""
    return log(1 + (chunks - having + 0.5) / (having + 0.5))


def damping(lengths: Numbers, average: float) -> Numbers:
    """Return the number that dampens the count of a term, for the length of each text."""
    return np.asarray(K1 * (1 - B) + K1 * B / average * lengths, np.float32)


class EditionSegments:
    """Hold the segments of an index as one edition sees them: units of other editions do not count."""

    def __init__(self, segments: Segments, edition: int) -> None:
        self.segments = segments
        self.inside = [members.inside(edition) for members, _ in segments]
        """By segment, which of its places the edition has."""
        self._within = [int(np.count_nonzero(inside)) for inside in self.inside]
        self.units = sum(self._within)
        """How many units the edition has."""

    def __iter__(self) -> Iterator[tuple[Members, Mapping[str, Posting], Bools]]:
        """Yield each segment with the places that the edition has."""
        for (members, postings), inside in zip(self.segments, self.inside, strict=True):
            yield members, postings, inside

    def frequencies(self, terms: Iterable[str]) -> Counter[str]:
        """Return how many units have each of ``terms``, of those that were read with the segments."""
        wanted = set(terms)
        having = Counter[str]()
        for (_, postings, inside), within in zip(self, self._within, strict=True):
            every = within == len(inside)
            for term in wanted & postings.keys():
                places, counts = postings[term]
                if places is None:
                    having[term] += int(np.count_nonzero(counts if every else inside & (counts > 0)))
                else:
                    having[term] += len(places) if every else int(np.count_nonzero(inside[places]))
        return having

    def idfs(self, terms: Iterable[str]) -> dict[str, float]:
        """Return the weight of each of ``terms`` that any unit has."""
        return {term: idf(self.units, having) for term, having in self.frequencies(terms).items() if having}


def score(segments: Segments, terms: Mapping[str, float], edition: int) -> tuple[Numbers, Numbers]:
    """Return ids and scores of all chunks of an edition that have any of ``terms``.

    Args:
        segments: of the index, read with these terms.
        terms: how often each counts.
        edition: number of the edition.

    Returns:
        Ids and scores, both of shape (chunks,).
    """
    seen = EditionSegments(segments, edition)
    length = sum(int(members.lengths.sum(where=inside)) for members, _, inside in seen)
    idfs = seen.idfs(terms)
    weights = {term: times * idfs[term] for term, times in sorted(terms.items()) if term in idfs}
    ids: list[Numbers] = [np.empty(0, np.int64)]
    scores: list[Numbers] = [np.empty(0, np.float32)]
    for members, postings, inside in seen:
        if any(term in weights for term in postings):
            total = _totals(postings, weights, damping(members.lengths, length / seen.units)) * inside
            places = np.flatnonzero(total > 0)
            ids.append(members.chunks[places])
            scores.append(total[places])
    return np.concatenate(ids), np.concatenate(scores)


def _totals(postings: Mapping[str, Posting], weights: Mapping[str, float], against: Numbers) -> Numbers:
    """Return the score of each place of a segment. Terms come in one order, because sums of floats depend on it."""
    total = np.zeros(len(against), np.float32)
    for term, weight in weights.items():
        if term in postings:
            places, counts = postings[term]
            often = counts.astype(np.float32)
            part = often + (against if places is None else against[places])
            np.divide(often, part, out=part)
            part *= np.float32(weight)
            if places is None:
                total += part
            else:
                total[places] += part
    return total


def best(ids: Numbers, scores: Numbers, count: int) -> Numbers:
    """Return the places of the ``count`` best chunks, best first; of equal scores the smaller id.

    Args:
        ids: of the chunks.
        scores: of the same chunks.
        count: how many are wanted.

    Returns:
        Indices into ``ids``, shape (at most count,).
    """
    if count < len(scores):
        least = np.partition(scores, len(scores) - count)[len(scores) - count]
        candidates = np.flatnonzero(scores >= least)
    else:
        candidates = np.arange(len(scores))
    return candidates[np.lexsort((ids[candidates], -scores[candidates]))][:count]


def passing(
    ids: Numbers,
    scores: Numbers,
    count: int,
    some: Callable[[list[int]], Iterable[int]] | None,
    every: Callable[[], Numbers],
) -> Hits:
    """Return the ``count`` best chunks that pass the filters.

    Args:
        ids: of all chunks that have a score.
        scores: of the same chunks.
        count: how many are wanted.
        some: returns which of some chunks pass; None: few pass, so it is not worth asking.
        every: returns all chunks that pass.

    Returns:
        Id and score of each, best first.
    """
    if some:
        kept: list[int] = []
        asked = 0
        for more in WALK:
            places = best(ids, scores, asked + more)[asked:]
            asked += more
            chunks = ids[places].tolist()
            passes = set(some(chunks)) if chunks else set()
            kept += (place for place, chunk in zip(places.tolist(), chunks, strict=True) if chunk in passes)
            if len(kept) >= count or asked >= len(ids):
                return _hits(ids, scores, kept[:count])
            if len(kept) / asked < count / sum(WALK):
                break
    allowed = np.isin(ids, every())
    ids, scores = ids[allowed], scores[allowed]
    return _hits(ids, scores, best(ids, scores, count).tolist())


def rank(texts: Mapping[int, Sequence[str]], terms: Mapping[str, float]) -> Hits:
    """Score a few texts by the same formula, by id; those that have none of ``terms`` are left out."""
    counts = {key: Counter(text) for key, text in texts.items()}
    having = {term: sum(term in count for count in counts.values()) for term in terms}
    average = sum(map(len, texts.values())) / max(1, len(texts))
    hits: Hits = []
    for key, count in counts.items():
        against = float(damping(np.asarray(len(texts[key])), average or 1.0))
        total = sum(
            times * idf(len(texts), having[term]) * count[term] / (count[term] + against)
            for term, times in terms.items()
        )
        if total > 0:
            hits.append((key, total))
    return sorted(hits, key=lambda hit: (-hit[1], hit[0]))


def _hits(ids: Numbers, scores: Numbers, places: Sequence[int]) -> Hits:
    return [(int(ids[place]), float(scores[place])) for place in places]
