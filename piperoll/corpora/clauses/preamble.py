"""Leave out the labels in front of the parties in a preamble: "between: (1) Lantern Ltd.; and (2) Tower Ltd.".

They open no clauses.
"""

import re
from collections.abc import Sequence

from piperoll.corpora.clauses.candidate import Candidate

FRONT = 3_000
"""Characters at the beginning of a contract in which such a list begins."""
LONGEST = 6_000
"""Characters of the longest list of parties."""
LEADS = 60
"""Characters in front of the first party in which the words stand that lead to it."""
BETWEEN = re.compile(
    r"(?i)\b(?:between|among|by and between|the (?:following )?parties(?: hereto)?|parties)\W{0,3}\s*\Z"
)
FIRSTS = frozenset({"1", "a", "i"})
ENDS = re.compile(
    r"(?i:\bwhereas\b|\bagreed?\b.{0,80}\bas follows|\bwitnesseth\b|\bis agreed\b)"
    r"|\b(?:RECITALS?|Recitals|BACKGROUND|Background|PREAMBLE|Preamble|INTRODUCTION|Introduction|NOW,? THEREFORE)\b"
)
"""Matches what stands behind the parties."""


def without_parties(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a contract without the labels in front of its parties."""
    for index, one in enumerate(found):
        if one.start > FRONT:
            break
        if one.label is None or one.label.parts[-1] not in FIRSTS or one.own_line:
            continue
        if not BETWEEN.search(text, max(0, one.start - LEADS), one.start):
            continue
        end = ENDS.search(text, one.end, one.end + LONGEST)
        if end is None:
            break
        rest = found[index:]
        return [*found[:index], *(each for each in rest if each.start >= end.start() or not _is_alike(each, one))]
    return list(found)


def _is_alike(one: Candidate, first: Candidate) -> bool:
    """Return whether a candidate has a label of the kind of the first party's."""
    if one.label is None or first.label is None:
        return False
    return (one.label.family, one.label.shape) == (first.label.family, first.label.shape)
