"""Look ahead from a heading: the labels behind it tell in which clause it stands."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from piperoll.corpora.clauses.candidate import Candidate
from piperoll.corpora.clauses.contents import key
from piperoll.corpora.clauses.labels import Label, readings
from piperoll.corpora.clauses.units import Unit

GAP = 8
"""Characters between a heading and what stands directly below it."""
FAR = 80
"""Candidates behind a heading that are read."""
COUNTED = frozenset({"number", "section", "article"})
"""Families of labels that count clauses."""
HEADED = 3
"""Clauses with a heading above each, from which every such heading belongs to the one clause below it."""


PAGES = 5
"""Captions of the same letters that are no headings: a document has as many pages, but not as many such clauses."""


class Ahead:
    """Look ahead in the candidates of a text, which are asked for in their order."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self.candidates = candidates
        self.at = -1
        tops = [one for one in candidates if one.label and not one.weak and is_top(one.label)]
        decimals = [one for one in candidates if one.label and len(one.label.values) > 1]
        self._top, self._decimal = _Next(tops), _Next(decimals)

    def step(self) -> Candidate:
        """Go to the next candidate and return it."""
        self.at += 1
        return self.candidates[self.at]

    @property
    def top(self) -> Candidate | None:
        """Return the next top-level clause."""
        return self._top.behind(self.candidates[self.at])

    @property
    def decimal(self) -> Candidate | None:
        """Return the next clause like "4.7"."""
        return self._decimal.behind(self.candidates[self.at])

    def inside(self, stack: Sequence[Unit]) -> int:
        """Return the depth below the open clause in which a heading with text of its own stands.

        It stands in clause 2 where clause 3 comes behind its text, and in item (b) where item (c) does.

        Args:
            stack: the open units, the root first.

        Returns:
            The depth; 0 where the labels behind it continue no open clause.
        """
        restarted: set[str] = set()
        for one in self._behind():
            label = one.label
            if label is None:
                continue
            if label.family == "letter":
                for series, value in readings(label.shape, label.text):
                    if value == 1:
                        restarted.add(series)
                    elif series not in restarted and (depth := _before(stack, series, value)):
                        return depth
            elif not one.weak:
                return _predecessor(stack, label) if label.family in COUNTED else 0
        return 0

    def _behind(self) -> Iterator[Candidate]:
        """Yield the candidates behind a heading; none where a clause stands directly below the heading."""
        end = self.candidates[self.at].end
        direct = not self.candidates[self.at].definition
        for one in self.candidates[self.at + 1 : self.at + 1 + FAR]:
            direct = direct and one.start - end <= GAP
            if direct and one.label:
                return
            yield one
            end = one.end


class _Next:
    """Find the next one of some candidates behind others, which are asked for in their order."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self.candidates, self.index = candidates, 0

    def behind(self, candidate: Candidate) -> Candidate | None:
        """Return the first of the candidates that begins behind ``candidate``; None behind the last one."""
        while self.index < len(self.candidates) and self.candidates[self.index].start <= candidate.start:
            self.index += 1
        return self.candidates[self.index] if self.index < len(self.candidates) else None


def is_top(label: Label) -> bool:
    """Return whether a label is that of a top-level clause."""
    if label.family in ("article", "schedule", "part"):
        return True
    return label.family in ("number", "section") and len(label.values) == 1


def _before(stack: Sequence[Unit], series: str, value: int) -> int:
    """Return the depth below the open item in front of an item; 0 where none is open."""
    return next((i + 1 for i, unit in enumerate(stack) if unit.series == series and unit.value == value - 1), 0)


def _predecessor(stack: Sequence[Unit], label: Label) -> int:
    """Return the depth below the open clause in front of a clause; 0 where none is open."""
    before = (*label.values[:-1], label.values[-1] - 1) if label.values else ()
    for index, unit in enumerate(stack):
        own = unit.label
        if own and own.values == before and (own.family == "article") == (label.family == "article"):
            return index + 1
    return 0


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
