"""Say how many candidates each step of a search looks at, so that the best ones are among them."""

SCORER_FACTOR, SCORER_LEAST = 5, 100
"""Candidates that each scorer gives to the fusion: what one scorer ranks low may be the best of all together."""
DOCUMENTS_FACTOR, DOCUMENTS_LEAST = 10, 100
"""Hits that are grouped into documents: several of them may be of one document."""
CONTEXT_FACTOR = 3
"""Hits that a context is chosen from: some say the same."""
RERANKER_FACTOR, RERANKER_MOST = 3, 100
"""Candidates that a reranker reads. A large cross-encoder computes 0.6 GFLOP a token, which is seconds a passage on a
processor core."""


def of_scorer(wanted: int) -> int:
    """Return how many candidates each scorer gives, so that the best ``wanted`` of all are among them."""
    return max(SCORER_LEAST, SCORER_FACTOR * wanted)


def of_documents(k: int) -> int:
    """Return how many hits are grouped, so that the best ``k`` documents are among them."""
    return max(DOCUMENTS_LEAST, DOCUMENTS_FACTOR * k)


def of_context(k: int) -> int:
    """Return how many hits are looked at, so that ``k`` of them say different things."""
    return CONTEXT_FACTOR * k


def of_reranker(k: int, least: int) -> int:
    """Return how many candidates a reranker reads for the best ``k``; the settings want at ``least`` so many."""
    return min(max(RERANKER_FACTOR * k, least), RERANKER_MOST)
