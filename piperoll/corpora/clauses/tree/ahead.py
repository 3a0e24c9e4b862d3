"""Look ahead from a heading: the labels behind it tell in which clause it stands."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from piperoll.corpora.clauses.candidates.candidate import COUNTED, FAR, GAP, Candidate
from piperoll.corpora.clauses.tree.inner_items import InnerItems
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.corpora.clauses.words.labels import Label, letter, readings

BLANK = re.compile(r"\n[ \t\xa0]*\n")
"""Matches a blank line."""
STOP = re.compile(r"[.!?;][*_)”\"]*\Z")
"""Matches the end of a text that leads to no list."""
NINTH = 9
"""Value of "i" among letters."""


class Ahead:
    """Look ahead in the candidates of a text, which are asked for in their order."""

    def __init__(self, candidates: Sequence[Candidate], items: InnerItems) -> None:
        self.candidates, self.items = candidates, items
        self.at = -1
        tops = [one for one in candidates if one.label and not one.weak and is_top(one.label)]
        decimals = [one for one in candidates if one.label and len(one.label.values) > 1]
        self._top, self._decimal = _Next(tops), _Next(decimals)
        self._captions = [one.start for one in candidates if one.bare and one.own_line]

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

    @property
    def is_captioned(self) -> bool:
        """Return whether two captions on lines of their own, which nothing marks, come behind the candidate."""
        return len(self._captions) > 1 and self._captions[-2] > self.candidates[self.at].start

    def near(self) -> Sequence[Candidate]:
        """Return the next candidates, two at most."""
        return self.candidates[self.at + 1 : self.at + 3]

    def goes_on(self, last: int, expected: int = 1) -> bool:
        """Return whether numbers of which ``last`` is open go on behind those that begin at ``expected``."""
        for one in self.candidates[self.at + 1 : self.at + 1 + FAR]:
            values = one.label.values if one.label and one.label.family == "number" else ()
            if len(values) == 1 and not one.weak:
                if values[0] == expected:
                    expected += 1
                elif expected > 1:
                    return values[0] == last + 1
        return False

    def counts_on(self, number: int, times: int = 1) -> bool:
        """Return whether the next numbers of clauses, ``times`` of them, are those behind ``number``."""
        return list(islice(self._later_numbers(), times)) == list(range(number + 1, number + 1 + times))

    def lists_below(self, words: Unit) -> bool:
        """Return whether the candidate begins a list of numbers to which the text behind bold words leads.

        Its items have no captions, and the next bold words or a heading end it: "**Why.** We use data to", "1. run".
        """
        one = words.candidate
        if words.series != "run-in" or one is None or not one.bold or not self._is_led_behind(words):
            return False
        for behind in self.candidates[self.at : self.at + 1 + FAR]:
            if behind.label is None:
                return behind.bold or behind.level > 0
            if behind.caption or behind.indent < one.indent:
                return False
        return False

    def _is_led_behind(self, words: Unit) -> bool:
        """Return whether the text between a heading and the candidate ends no sentence."""
        return STOP.search(self.items.text[words.head : self.candidates[self.at].start].rstrip()) is None

    def is_behind_list(self, item: Unit) -> bool:
        """Return whether an open item of a page ends a list without blank lines, and the candidate is not right of it.

        In Markdown, what stands behind a blank line in the column of its marks is outside of such a list.
        """
        one, siblings = item.candidate, item.parent.children if item.parent else []
        if one is None or item.level or len(item.values) != 1 or len(siblings) < 2:
            return False
        before = siblings[-2]
        if before.level or before.values != (item.values[0] - 1,) or siblings[-1] is not item:
            return False
        outside = 0 < self.candidates[self.at].indent <= one.indent
        ends = outside and not self.counts_on(item.values[0])
        return ends and not BLANK.search(self.items.text, before.start, item.start)

    def comes_back(self, first: int, last: int) -> bool:
        """Return whether the next number of clauses is one from ``first`` to ``last``."""
        return next(self._later_numbers(), 0) in range(first, last + 1)

    def _later_numbers(self) -> Iterator[int]:
        """Yield the numbers behind the candidate that can count clauses further, without those that begin at 1."""
        for one in self.candidates[self.at + 1 : self.at + 1 + FAR]:
            values = one.label.values if one.label and one.label.family == "number" else ()
            if len(values) == 1 and values != (1,):
                yield values[0]

    def letter_comes(self, series: str, value: int) -> bool:
        """Return whether a letter comes on a line of its own, in front of the next article or schedule."""
        for one in self.candidates[self.at + 1 : self.at + 1 + FAR]:
            if one.label is None or one.weak:
                continue
            if one.label.family in ("article", "schedule", "part"):
                return False
            if one.label.family == "letter" and (series, value) in readings(one.label.shape, one.label.text):
                return True
        return False

    def inside(self, stack: Sequence[Unit]) -> int:
        """Return the depth below the open clause in which a heading with text of its own stands.

        It stands in clause 2 where clause 3 comes behind its text, and in item (b) where item (c) does. A definition in
        section 1.1 is not taken out of it by the article behind.

        Args:
            stack: the open units, the root first.

        Returns:
            The depth; 0 where the labels behind it continue no open clause.
        """
        restarted: set[str] = set()
        end = self.candidates[self.at].end
        for one in self._behind():
            label = one.label
            if label is None:
                continue
            if label.family == "letter":
                for series, value in readings(label.shape, label.text):
                    if value == 1:
                        restarted.add(series)
                    elif series not in restarted and (depth := _before(stack, series, value)):
                        if not self.items.begins_again(series, end, one.start):
                            return depth
                        restarted.add(series)
            elif not one.weak:
                defines = self.candidates[self.at].definition and label.family == "article"
                return _predecessor(stack, label) if label.family in COUNTED and not defines else 0
        return 0

    def is_roman(self, last: int) -> bool | None:
        """Return whether "(i)" is a Roman number and not the ninth letter; None where nothing behind it tells.

        Args:
            last: the value of the last letter of the same kind; 0 where none is open.
        """
        here = self.candidates[self.at].label
        second = False
        for one in self.candidates[self.at + 1 : self.at + 1 + FAR]:
            label = one.label
            if label is None or here is None:
                continue
            if label.family != "letter":
                if one.caption or not one.weak:
                    break
                continue
            if label.shape != here.shape or label.text.isupper() != here.text.isupper():
                continue
            text = label.text.lower()
            if text == "i":
                return second  # a letter is behind the Roman numbers, or Roman numbers are below the letter
            if text == "j" or (last and letter(text) == last + 1):
                return text != "j"
            second |= text == "ii"
        return True if second and last != NINTH - 1 else None

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
