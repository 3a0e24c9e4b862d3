"""Find the headings that a list of the page counts: "4. **OIL**", and "2.1 Kinds of oil" directly below it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, Candidate

LEAST = 3
"""Headings over a first clause of another number, from which no number of theirs is a label."""

ABOVE_BOLD = BOLD_LEVEL - 1
"""Level of such a heading: bold lines without a number stand below it."""


def without_list_numbers(text: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates, without the numbers of bold headings that the clauses below them contradict.

    Args:
        text: the stored text.
        candidates: the candidates of a page, in order.
    """
    columns = [one.indent for one, below in pairwise(candidates) if _is_counted(text, one) and _differs(one, below)]
    if len(columns) < LEAST or 2 * len(columns) <= _agreeing(text, candidates):
        return list(candidates)
    changed = set(columns)
    return [
        replace(one, label=None, printed="", level=ABOVE_BOLD, bold=True)
        if one.indent in changed and _is_counted(text, one)
        else one
        for one in candidates
    ]


def _agreeing(text: str, candidates: Sequence[Candidate]) -> int:
    """Return over how many first clauses of their own number such headings stand."""
    return sum(_is_counted(text, one) and _first(below) == _number(one) for one, below in pairwise(candidates))


def _is_counted(text: str, one: Candidate) -> bool:
    """Return whether a candidate is a heading in bold type behind a number that nothing else marks."""
    return bool(_number(one) and one.own_line and one.caption) and not one.level and text[one.end - 2 : one.end] == "**"


def _differs(one: Candidate, below: Candidate) -> bool:
    """Return whether the first clause of another number stands below a heading."""
    return _first(below) not in (0, _number(one))


def _number(one: Candidate) -> int:
    """Return the number of a heading; 0 where it has none, or one of several parts."""
    label = one.label
    return label.values[0] if label and label.family == "number" and len(label.values) == 1 else 0


def _first(one: Candidate) -> int:
    """Return the number of the clause whose first one a candidate is: 2 for "2.1"; 0 for any other."""
    label = one.label
    return label.values[0] if label and len(label.values) == 2 and label.values[1] == 1 else 0
