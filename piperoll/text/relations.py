"""Turn a triplet into search terms: those of its three parts, and the norm that it states."""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from piperoll.text import analysis

VERSION = 1
"""Raise it when any triplet gives other terms than before."""
NAME = "triplet"
PARTS = ("s", "p", "o")
"""Prefixes of the terms of subject, predicate and object."""


class Norm(StrEnum):
    """A norm is what a statement makes of an act: a duty, a right, a ban or an exemption."""

    DUTY = "duty"
    RIGHT = "right"
    BAN = "ban"
    """The act may not be done, or is not done."""
    EXEMPTION = "exemption"


# Words of duty, whose opposite is a ban; words of duty, whose opposite is that there is none; words of a right.
NORMS: Mapping[str, tuple[str, str, str]] = {
    "english": (
        "shall must will agree agrees undertake undertakes covenants promises should",
        "need needs required requires obliged obligated obligation responsible liable duty has have",
        "may can entitled permitted allowed allows allow permits permit authorized authorised right reserves reserve",
    ),
    "swedish": (
        "ska skall måste bör",
        "behöver skyldig skyldiga skyldigt skyldighet åligger",
        "får kan rätt tillåtet tillåten tillåts",
    ),
}
NOT: Mapping[str, frozenset[str]] = {
    "english": frozenset(
        "not never no nor neither nobody cannot prohibited prohibits prohibit forbidden forbids".split()
    ),
    "swedish": frozenset("inte ej aldrig ingen inget inga varken förbjudet förbjuden förbud förbjuds".split()),
}
PERSONS: Mapping[str, Mapping[str, str]] = {
    "english": {"i": "you", "you": "you", "your": "you", "we": "we", "us": "we", "our": "we"},
    "swedish": {"jag": "du", "du": "du", "ni": "du", "vi": "vi", "oss": "vi"},
}
"""Pronouns for who speaks and who is spoken to, and one word for each. In a text at large they say nothing; in a
statement they are its subject or object."""
WORD = re.compile(r"[^\W\d_]+(?:['’]t\b)?")


def name(language: str) -> str:
    """Return the name of the analysis that made an index of triplets: terms of one name match no terms of another."""
    return f"{NAME}/{VERSION}/{analysis.name(language)}"


def terms(subject: str, predicate: str, object_: str, language: str) -> list[str]:
    """Return the terms of a triplet: ``s:tenant p:sublet o:premis``, and ``n:ban`` where it states a norm.

    Args:
        subject: its first part.
        predicate: its second part.
        object_: its third part.
        language: as of a corpus: ``english`` or ``swedish``.

    Returns:
        The terms of the parts in this order, then the norm.
    """
    stated = norm(f"{subject} {predicate}", language)
    return [
        *(f"s:{term}" for term in asked(subject, language)),
        *(f"p:{term}" for term in asked(predicate, language)),
        *(f"o:{term}" for term in asked(object_, language)),
        *([f"n:{stated}"] if stated else []),
    ]


def asked(text: str, language: str) -> list[str]:
    """Return the terms of ``text`` and the persons in it, without the words that only make a norm."""
    persons = PERSONS.get(language, {})
    mentioned = [persons[word] for word in WORD.findall(text.lower()) if word in persons]
    return [*mentioned, *(term for term in analysis.terms(text, language) if term not in _norm_terms(language))]


@cache
def _norm_terms(language: str) -> frozenset[str]:
    words = [*(word for group in NORMS.get(language, ()) for word in group.split()), *NOT.get(language, ())]
    return frozenset(term for word in words for term in analysis.terms(word, language))


def norm(text: str, language: str) -> Norm | None:
    """Return the norm that ``text`` states, by its first word of duty or right and by negation; None if unclear."""
    if language not in NORMS:
        return None
    duty, need, right = (group.split() for group in NORMS[language])
    words = WORD.findall(text.lower().replace("’", "'"))
    negative = any(word in NOT[language] or word.endswith("n't") for word in words)
    for word in words:
        if word in duty or word in ("won't", "mustn't"):
            return Norm.BAN if negative else Norm.DUTY
        if word in need:
            return Norm.EXEMPTION if negative else Norm.DUTY
        if word in right or word in ("can't", "cannot"):
            return Norm.BAN if negative else Norm.RIGHT
    return Norm.BAN if negative else None
