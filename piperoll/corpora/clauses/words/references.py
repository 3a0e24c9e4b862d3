"""Resolve a reference to a clause ("Section 3.2(a)") to the path of the chunk that holds it."""

import re
from collections.abc import Iterable, Mapping, Sequence

from piperoll.corpora.clauses.words import labels
from piperoll.model import Chunk, Citation

QUERY = re.compile(rf"(?i:(?<!\w){labels.WORD_LABEL})")

Parts = tuple[str, ...]
"""The parts of a clause's own path, as ("3", "2", "a") or ("art5",)."""


def named(query: str) -> list[Citation]:
    """Return the clauses that a query names outright.

    >>> [citation.path for citation in named("what does Section 3.2(a) say of Article IV")]
    ['3.2.a', 'art4']
    """
    labelled = ((match, labels.of_match(match)) for match in QUERY.finditer(query))
    return [Citation(*match.span(), "internal", "", ".".join(label.parts)) for match, label in labelled if label]


def clause_paths(chunks: Iterable[Chunk]) -> dict[Parts, str]:
    """Return the path of the chunk in which each clause begins, by the parts of the clause's own path."""
    return {tuple(clause.split(".")): chunk.path for chunk in reversed(list(chunks)) for clause in chunk.clauses}


def resolve(paths: Mapping[Parts, str], kind: str, parts: Sequence[str], within: str = "") -> str:
    """Return the path of the chunk that holds a clause, or of what encloses it where the clause itself is not marked.

    Args:
        paths: from :func:`clause_paths`.
        kind: what the reference calls it: "article", "section", "clause", "schedule", "exhibit" …
        parts: of its number, as ("3", "2", "a"); Roman numbers of articles as they are printed, or in digits.
        within: the path of the chunk that holds the reference: "clause (b)" is one of that clause, or of what encloses
            it.

    Returns:
        The path; "" where the document has no such clause.
    """
    lower = [part.lower() for part in parts]
    if not lower:
        return ""
    first = str(labels.roman(lower[0]) or lower[0])
    spellings: list[Parts] = [tuple(lower)]
    if kind == "article":
        spellings = [(f"art{first}", *lower[1:]), *([(first, *lower[1:])] if len(lower) > 1 else [])]
    elif kind in labels.SCHEDULES:
        spellings = [(f"{kind}-{lower[0]}", *lower[1:]), (f"{kind}-{'-'.join(lower)}",)]
    if parts[0].isalpha() and kind not in labels.SCHEDULES and kind != "article":
        above = within.split(".")
        spellings = [(*above[:length], *lower) for length in range(len(above), -1, -1)]
        return next((paths[spelling] for spelling in spellings if spelling in paths), "")
    for spelling in spellings:
        for length in range(len(spelling), 0, -1):
            if path := paths.get(spelling[:length]):
                return path
    return ""
