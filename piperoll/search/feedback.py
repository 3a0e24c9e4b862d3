"""Pseudo-relevance feedback: the words of what is found first are asked for as well (RM3; Abdul-Jaleel and others,
"UMass at TREC 2004: Novelty and HARD", TREC 2004).

Documents of one kind say the same in like words, and people ask in others: "they may stop the service at any time"
finds "modify or discontinue, temporarily or permanently" in some documents, and these words find it in the one that is
asked. So the feedback comes from the whole edition, and serves where few documents are searched. Where all are, what
was found first stays first, and its words only lead astray.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

CHUNKS = 30
"""That feedback is taken from."""
READ = 120
"""Terms of these, the commonest, that are weighed against how common they are anywhere."""
TERMS = 30
"""Of these, that are asked for."""
SHARE = 0.5
"""Of the weight of the query that they get. Over 1,772 statements about what documents say 0.5 to 0.7, 30 to 100 chunks
and 30 to 60 terms differed by less than .02."""


def candidates(found: Sequence[tuple[float, Sequence[str]]]) -> dict[str, float]:
    """The commonest terms of chunks with their probabilities: p(t) = sum over chunks of p(t | chunk) p(chunk | query).

    Args:
        found: score and terms of each.
    """
    total = sum(score for score, _ in found)
    probable: dict[str, float] = defaultdict(float)
    for score, terms in found:
        for term, often in Counter(terms).items():
            probable[term] += score / total * often / len(terms)
    return dict(sorted(probable.items(), key=lambda item: (-item[1], item[0]))[:READ])


def expanded(asked: Mapping[str, float], probable: Mapping[str, float], idf: Mapping[str, float]) -> dict[str, float]:
    """The terms of the query and those of the feedback that tell most (p * idf), with the weight of the query."""
    telling = {term: p * idf.get(term, 0.0) for term, p in probable.items()}
    best = sorted((term for term in telling if telling[term] > 0), key=lambda term: (-telling[term], term))[:TERMS]
    if not best:
        return dict(asked)
    told = sum(telling[term] for term in best)
    weight = sum(asked.values()) * SHARE
    terms = {term: (1 - SHARE) * times for term, times in asked.items()}
    for term in best:
        terms[term] = terms.get(term, 0.0) + weight * (telling[term] / told)
    return terms
