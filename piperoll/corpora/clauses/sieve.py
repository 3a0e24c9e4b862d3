"""Leave out candidates that open no clause: the document's own heading, heads of pages, terms defined in passing.

A heading that stands over one clause only becomes the heading of that clause.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from piperoll.corpora.clauses.ahead import FAR, GAP
from piperoll.corpora.clauses.candidate import Candidate
from piperoll.corpora.clauses.contents import key

TITLE_WITHIN = 600
"""Characters within which the heading of a document begins."""
HEADED = 3
"""Clauses with a heading above each, from which every such heading belongs to the one clause below it."""
PAGES = 5
"""Captions of the same letters that are no headings: a document has as many pages, but not as many such clauses."""


def heading(candidates: Sequence[Candidate]) -> str:
    """Return the heading of the document itself; "" where it has none."""
    first = candidates[0] if candidates else None
    alone = first is not None and not first.label and first.own_line and first.start <= TITLE_WITHIN
    return first.caption if first is not None and alone else ""


def without_title(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates without the heading of the document itself and its repetitions at the heads of pages.

    This heading would stand in front of every path and header, and they would all change with it.
    """
    front = 0
    while front < len(candidates) and _is_filing(candidates[front]):
        front += 1
    filed = {one.label.parts for one in candidates[:front] if one.label}
    candidates = [one for one in candidates[front:] if not (one.label and one.label.parts in filed)]
    candidates = without_listed(candidates)
    if not heading(candidates):
        return list(candidates)
    title = candidates[0]
    if title.level and any(0 < candidate.level <= title.level for candidate in candidates[1:]):
        return list(candidates)
    return [
        candidate
        for candidate in candidates[1:]
        if candidate.label or candidate.level or candidate.caption.lower() != title.caption.lower()
    ]


def _is_filing(candidate: Candidate) -> bool:
    """Return whether a candidate in front of all others is the number of a filing, and no part: "EXHIBIT 10.2"."""
    label = candidate.label
    return label is not None and label.family == "schedule" and candidate.start <= TITLE_WITHIN and not candidate.level


def headed(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates with each heading above a clause as that clause's own, where most clauses have one.

    "Governing Law" above "4.8 This Agreement …" stands over 4.9 no more than "Severability" above it does over 4.10.
    """
    above: dict[tuple[str, int], list[int]] = {}
    bare: dict[tuple[str, int], int] = {}
    for index, one in enumerate(candidates):
        if one.label and one.label.family in ("number", "section") and not one.caption and not one.weak:
            kind = one.label.family, len(one.label.values)
            bare[kind] = bare.get(kind, 0) + 1
            if index and _stands_over(candidates[index - 1], one):
                above.setdefault(kind, []).append(index)
    owners = {at for kind, all_ in above.items() if len(all_) >= max(HEADED, bare[kind] / 2) for at in all_}
    return [
        replace(one, start=candidates[index - 1].start, caption=candidates[index - 1].caption)
        if index in owners
        else one
        for index, one in enumerate(candidates)
        if index + 1 not in owners
    ]


def _stands_over(heading: Candidate, clause: Candidate) -> bool:
    """Return whether a heading of no rank stands directly above a clause."""
    return heading.bare and heading.own_line and clause.start - heading.end <= GAP


def without_page_headers(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates without captions that come again and again: at the heads of pages, or below signatures."""
    captions = Counter(key(one.caption) for one in candidates if one.bare)
    return [one for one in candidates if not one.bare or captions[key(one.caption)] < PAGES]


def without_listed(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates without schedules that are only listed: each comes again, and has text only there."""
    later: set[tuple[str, ...]] = set()
    kept: list[Candidate] = []
    follows = None
    for one in reversed(candidates):
        parts = one.label.parts if one.label and one.label.family == "schedule" and one.own_line else ()
        if not (parts and parts in later and follows and follows.start - one.end <= GAP):
            kept.append(one)
        later |= {parts} if parts else set()
        follows = one
    return kept[::-1]


def without_lone_definitions(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates without terms that a sentence defines in passing: what follows is about the clause.

    In a list of definitions, each one goes on up to the next.
    """
    kept: list[Candidate] = []
    listed = False
    for index, one in enumerate(candidates):
        if one.definition or not one.label or one.label.family != "letter":
            before, listed = listed, one.definition
            if one.definition and one.weak and not one.label and not before and not _goes_on(candidates, index):
                continue
        kept.append(one)
    return kept


def _goes_on(candidates: Sequence[Candidate], index: int) -> bool:
    """Return whether another definition comes behind one and its own items."""
    for one in candidates[index + 1 : index + 1 + FAR]:
        if one.definition or not one.label or one.label.family != "letter":
            return one.definition
    return False
