"""Tell sections with Roman numbers that stand over other clauses: "SECTION II – LAMPS" over "Clause 4" or "1. Oil"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.labels import Label

ROMAN = re.compile(r"(?:SECTION|Section) (?P<number>[IVX]{1,5})")
LEAST = 2
"""Sections that count on from the first one, from which they are divisions."""


def with_roman_sections(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates with sections in Roman numbers as parts, where other numbers count the clauses in them.

    They do where sections or clauses in Arabic numbers stand there too, or numbers begin again at 1 below them.
    """
    romans = [index for index, one in enumerate(candidates) if _is_roman(one)]
    values = [one.label.values[0] for one in (candidates[index] for index in romans) if one.label]
    if len(romans) < LEAST or values[0] != 1 or any(second != first + 1 for first, second in pairwise(values)):
        return list(candidates)
    begins = [_first_below(candidates, start, end) for start, end in pairwise([*romans, len(candidates)])]
    arabic = any(
        one.label is not None and one.label.family == "section" and not one.weak and index not in romans
        for index, one in enumerate(candidates)
    )
    if not arabic and sum(begins) < LEAST:
        return list(candidates)
    divisions = set(romans)
    return [
        replace(one, label=Label("part", (f"section-{one.label.values[0]}",), one.label.values))
        if index in divisions and one.label
        else one
        for index, one in enumerate(candidates)
    ]


def _is_roman(one: Candidate) -> bool:
    """Return whether a candidate is a section with a Roman number at the beginning of a line."""
    return not one.weak and one.label is not None and ROMAN.fullmatch(one.printed.rstrip(".:")) is not None


def _first_below(candidates: Sequence[Candidate], start: int, end: int) -> bool:
    """Return whether number 1 comes between two candidates."""
    between = (one.label for one in candidates[start + 1 : end] if not one.weak)
    return any(label is not None and label.family == "number" and label.values == (1,) for label in between)
