"""Ask for the words of the first hits as well: pseudo-relevance feedback (RM3; Abdul-Jaleel and others, "UMass at TREC
2004: Novelty and HARD", TREC 2004).

Documents of one kind say the same in like words, and people ask in others: "they may stop the service at any time"
finds "modify or discontinue, temporarily or permanently" in some documents, and these words find it in the document
that the query names. So the feedback comes from the whole edition, and is used where few documents are searched. In a
search of all documents the first hits stay first, and their words only lead astray.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

CHUNKS = 30
"""Chunks from which feedback is taken."""
READ = 120
"""The commonest terms of these chunks, which are weighed against how common they are anywhere."""
TERMS = 30
"""The terms that are asked for."""
SHARE = 0.5
"""Share of the weight of the query that they get. Over 1,772 statements about what documents say 0.5 to 0.7, 30 to 100
chunks and 30 to 60 terms differed by less than .02."""


def candidates(chunks: Sequence[tuple[float, Sequence[str]]]) -> dict[str, float]:
    """Return the commonest terms of chunks with their probabilities, the sum of p(term | chunk) p(chunk | query).

    Args:
        chunks: score and terms of each.
    """
    total = sum(score for score, _ in chunks)
    probabilities: dict[str, float] = defaultdict(float)
    for score, terms in chunks:
        for term, count in Counter(terms).items():
            probabilities[term] += score / total * count / len(terms)
    return dict(sorted(probabilities.items(), key=lambda item: (-item[1], item[0]))[:READ])


def expanded(
    terms: Mapping[str, float], probabilities: Mapping[str, float], idfs: Mapping[str, float]
) -> dict[str, float]:
    """Return the terms of a query and those of the feedback that tell most (p * idf), with the weight of the query.

    Args:
        terms: of the query, with their weights.
        probabilities: of the terms of the feedback, as :func:`candidates` gives them.
        idfs: of the same terms.

    Returns:
        All terms with their weights.
    """
    telling = {term: p * idfs.get(term, 0.0) for term, p in probabilities.items()}
    best = sorted((term for term in telling if telling[term] > 0), key=lambda term: (-telling[term], term))[:TERMS]
    if not best:
        return dict(terms)
    total = sum(telling[term] for term in best)
    weight = sum(terms.values()) * SHARE
    weights = {term: (1 - SHARE) * times for term, times in terms.items()}
    for term in best:
        weights[term] = weights.get(term, 0.0) + weight * (telling[term] / total)
    return weights
