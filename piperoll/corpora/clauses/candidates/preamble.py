"""Read the preamble of a contract: the labels in front of its parties, and the heading of its recitals.

The labels open no clauses: "between: (1) Lantern Ltd.; and (2) Tower Ltd.". The heading can stand at a line's end.
"""

import re
from collections.abc import Sequence
from itertools import takewhile
from operator import attrgetter

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.captions import plain

FRONT = 3_000
"""Characters at the beginning of a contract in which such a list begins."""
LONGEST = 6_000
"""Characters of the longest list of parties."""
LEADS = 60
"""Characters in front of the first party in which the words stand that lead to it."""
BETWEEN = re.compile(
    r"(?i)\b(?:between|among|by and between|the (?:following )?parties(?: hereto)?|parties)\W{0,3}\s*\Z"
)
AND_ALONE = re.compile(r"\n[^\w\n]*(?i:and)[^\w\n]*\n\s*\Z")
"""Matches what stands on a cover in front of the last party: "(1) Lantern Ltd.", "and", "(2) Tower Ltd."."""
FIRSTS = frozenset({"1", "a", "i"})
ENDS = re.compile(
    r"(?i:\bwhereas\b|\bagreed?\b.{0,80}\bas follows|\bwitnesseth\b|\bis agreed\b)"
    r"|\b(?:RECITALS?|Recitals|BACKGROUND|Background|PREAMBLE|Preamble|INTRODUCTION|Introduction|NOW,? THEREFORE)\b"
)
"""Matches what stands behind the parties."""
RECITED_WITHIN = 40_000
"""Characters at the beginning of a contract, contents included, in which its recitals begin."""
_CAPITALS = r"R ?E ?C ?I ?T ?A ?L(?: ?S)?|BACKGROUND|PREAMBLE|W ?I ?T ?N ?E ?S(?: ?S)?(?: ?E)? ?T ?H"
_FIRST = r"(?=[^\w“\"(]{1,150}(?:WHEREAS|Whereas|\(?[A1][.)](?:\s|[A-Z][a-z])))"
# "… (the “Parties”). RECITALS A. The keeper", "… the "Parties".   Recitals" over "WHEREAS", "WHEREAS: A. The keeper",
# "RECITALS -----" and "*** WITNESSETH ***" on a line of their own, or capitals at the end of a line
RECITED = re.compile(
    rf"(?:(?<=[.;,)\]”\"])[^\S\n]{{1,9}}|(?<=\n)[^\w\n]{{0,99}})"
    rf"(?P<heading>{_CAPITALS}|WHEREAS(?=:)|Recitals|Background)(?: ?[.:])?{_FIRST}"
    rf"|(?<=[.;)\]”\"])[^\S\n]{{1,9}}(?P<last>{_CAPITALS}|WHEREAS(?=:))(?: ?:)?(?=[^\S\n]*\n)"
    r"|(?<=\s)(?P<whereas>WHEREAS)\b:?(?=[^\w“\"(]{1,9}\(?A[.)]\s)"
)


def without_parties(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a contract without the labels in front of its parties, on its cover and behind it."""
    found = _without_cover(text, found)
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


def _without_cover(text: str, found: Sequence[Candidate]) -> Sequence[Candidate]:
    """Return the candidates without the first numbers, where they count parties.

    "And" stands alone in front of one, or they stand in front of nothing but names, and 1 comes again.
    """
    labelled = [one for one in found if one.label]
    last = _last_name(text, labelled) or _last_behind_and(text, labelled)
    return found if last is None else [one for one in found if one.label is None or one.start > last.start]


def _last_behind_and(text: str, labelled: Sequence[Candidate]) -> Candidate | None:
    """Return the first of the first numbers in front of which "and" stands alone."""
    first = labelled[0] if labelled else None
    if first is None or first.start > FRONT or (first.label and first.label.parts[-1] not in FIRSTS):
        return None
    counted = list(takewhile(lambda one: one.start <= FRONT and _is_alike(one, first), labelled))
    led = (one for one in counted[1:] if AND_ALONE.search(text, max(0, one.start - LEADS), one.start))
    return next(led, None)


def _last_name(text: str, labelled: Sequence[Candidate]) -> Candidate | None:
    """Return the last of the first numbers in brackets with nothing but a line each, if 1 comes again behind it."""
    names: list[Candidate] = []
    first = next((index for index, one in enumerate(labelled) if one.label and one.label.shape == "()"), 0)
    for one in labelled[first:]:
        beside = not names or not text[names[-1].end : one.start].strip()
        if not (one.own_line and one.label and one.label.shape == "()" and one.label.parts == (str(len(names) + 1),)):
            break
        if not (beside and one.caption) or one.start > FRONT:
            break
        names.append(one)
    again = any(one.label and one.label.parts == ("1",) for one in labelled[first + len(names) :])
    return names[-1] if again and len(names) > 1 else None


def with_recitals(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a contract, the headings of recitals inside or around a line among them."""
    begun = {one.start for one in found}
    headings = [
        Candidate(
            match.start(match.lastgroup or 0), match.end(), caption=plain(match[match.lastgroup or 0]), own_line=True
        )
        for match in RECITED.finditer(text, 0, RECITED_WITHIN)
    ]
    headings = [heading for heading in headings if heading.start not in begun]
    rest = (one for one in found if not any(heading.start <= one.start < heading.end for heading in headings))
    return sorted([*rest, *headings], key=attrgetter("start"))


def _is_alike(one: Candidate, first: Candidate) -> bool:
    """Return whether a candidate has a label of the kind of the first party's."""
    if one.label is None or first.label is None:
        return False
    return (one.label.family, one.label.shape) == (first.label.family, first.label.shape)
