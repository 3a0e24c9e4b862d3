"""Match relations: what a query asks against the triplets (subject, predicate, object) that chunks state.

    score(triplet) = sum over the parts (subject, predicate, object) of the idf of the query's terms in it
                     * the number of parts that have any * DIFFERENT where query and triplet state different norms
    score(chunk)   = sum over its triplets

The idf is as in :mod:`piperoll.search.lexical`, with triplets in place of chunks. A part alone is a shared word; two
or three are a relation, so they count twice and three times as much. "May not" is not "may": a query that states a norm
(a duty, a right, a ban) is answered less by another.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from piperoll.search.lexical import EditionSegments, Numbers, Segments, idf
from piperoll.store import postings as arrays
from piperoll.store.postings import Posting
from piperoll.text import relations
from piperoll.text.relations import PARTS, Norm

DIFFERENT = 0.5
"""Share of the score of a triplet whose norm is not the query's: still of the same matter, and whether one may is
also answered by that one may not."""


@dataclass(frozen=True, slots=True)
class TripletQuery:
    """Hold what is looked for in triplets."""

    terms: Sequence[str]
    norm: Norm | None

    @classmethod
    def of(cls, text: str, language: str) -> "TripletQuery":
        """Return what a query asks of triplets in a language."""
        return cls(sorted(set(relations.asked(text, language))), relations.norm(text, language))

    @property
    def keys(self) -> list[str]:
        """Return the terms as the index has them: each in every part, and the norms."""
        return [*(f"{part}:{term}" for part in PARTS for term in self.terms), *(f"n:{norm}" for norm in Norm)]


def score(segments: Segments, query: TripletQuery, edition: int) -> tuple[Numbers, Numbers]:
    """Return ids and scores of all chunks of an edition that state any of what is asked.

    Args:
        segments: of the index of triplets, read with the keys of ``query``.
        query: what is looked for.
        edition: number of the edition.

    Returns:
        Ids and scores, both of shape (chunks,).
    """
    seen = EditionSegments(segments, edition)
    having = Counter[str]()
    for key, count in seen.frequencies(f"{part}:{term}" for part in PARTS for term in query.terms).items():
        having[key.partition(":")[2]] += count
    weights = {term: idf(seen.units, having[term]) for term in query.terms if having[term]}
    chunks: list[Numbers] = [np.empty(0, np.int64)]
    scores: list[Numbers] = [np.empty(0)]
    for members, postings, inside in seen:
        total = _relations(postings, weights, query.norm, len(inside)) * inside
        places = np.flatnonzero(total > 0)
        chunks.append(members.chunks[places])
        scores.append(total[places])
    ids, at = np.unique(np.concatenate(chunks), return_inverse=True)
    return ids, np.bincount(at, np.concatenate(scores), len(ids))


def matched(rows: Sequence[Mapping[str, Any]], query: TripletQuery, language: str) -> list[Mapping[str, Any]]:
    """Return the triplets that state any of what is asked.

    Args:
        rows: triplets, with ``subject``, ``predicate`` and ``object``.
        query: what is looked for.
        language: of the triplets.

    Returns:
        Rows, in their order.
    """
    terms = [relations.terms(row["subject"], row["predicate"], row["object"], language) for row in rows]
    _, counted = arrays.count(terms)
    bounds = counted.starts.tolist()
    postings = {
        term: Posting(counted.places[start:end], counted.counts[start:end])
        for term, start, end in zip(counted.terms, bounds[:-1], bounds[1:], strict=True)
    }
    scores = _relations(postings, dict.fromkeys(query.terms, 1.0), query.norm, len(rows))
    return [row for row, score in zip(rows, scores.tolist(), strict=True) if score]


def _relations(postings: Mapping[str, Posting], weights: Mapping[str, float], norm: Norm | None, size: int) -> Numbers:
    """Return the score of each triplet, shape (size,)."""
    parts = np.zeros((len(PARTS), size))
    for part, total in zip(PARTS, parts, strict=True):
        for term, weight in weights.items():
            if posting := postings.get(f"{part}:{term}"):
                total[_places(posting)] += weight
    scores: Numbers = parts.sum(axis=0) * np.count_nonzero(parts, axis=0)
    for other in Norm if norm else ():
        if other is not norm and (posting := postings.get(f"n:{other}")):
            scores[_places(posting)] *= DIFFERENT
    return scores


def _places(posting: Posting) -> Numbers:
    return np.flatnonzero(posting.counts) if posting.places is None else posting.places
