"""The terms of a triplet: what it is found by, each in its part, and the norm that it states."""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from piperoll.text import analysis

VERSION = 1
"""Raise it when any triplet gives other terms than before."""
NAME = "triplet"
PARTS = ("s", "p", "o")
"""Subject, predicate, object: before the terms of each."""


class Norm(StrEnum):
    """What a statement makes of an act."""

    DUTY = "duty"
    RIGHT = "right"
    BAN = "ban"
    """It may not be done, or is not."""
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
"""Who speaks and who is spoken to: words that say nothing in a text at large, and who is meant in a statement."""
WORD = re.compile(r"[^\W\d_]+(?:['’]t\b)?")


def name(language: str) -> str:
    """What made an index of triplets: no terms by one name match those by another."""
    return f"{NAME}/{VERSION}/{analysis.name(language)}"


def terms(subject: str, predicate: str, object_: str, language: str) -> list[str]:
    """The terms of a triplet: ``s:tenant p:sublet o:premis``, and ``n:ban`` where it states a norm."""
    found = norm(f"{subject} {predicate}", language)
    return [
        *(f"s:{one}" for one in asked(subject, language)),
        *(f"p:{one}" for one in asked(predicate, language)),
        *(f"o:{one}" for one in asked(object_, language)),
        *([f"n:{found}"] if found else []),
    ]


def asked(text: str, language: str) -> list[str]:
    """The terms of ``text``, and persons, without the words that only make a norm."""
    persons = PERSONS.get(language, {})
    said = [persons[word] for word in WORD.findall(text.lower()) if word in persons]
    return [*said, *(one for one in analysis.terms(text, language) if one not in _norm_terms(language))]


@cache
def _norm_terms(language: str) -> frozenset[str]:
    words = [*(word for group in NORMS.get(language, ()) for word in group.split()), *NOT.get(language, ())]
    return frozenset(one for word in words for one in analysis.terms(word, language))


def norm(text: str, language: str) -> Norm | None:
    """The norm that ``text`` states, by its first word of duty or right and by what denies it; None: none is plain."""
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
