"""Find the items inside a line with which a list begins that goes on below: "(b) The keeper shall: (i) light it;".

"(ii) put it out." on a line of its own continues it, and is in (b) as (i) is.
"""

import re
from bisect import bisect_left
from collections.abc import Container, Sequence
from functools import cached_property

from piperoll.corpora.clauses.candidates.candidate import BULLET_LEVEL, Candidate
from piperoll.corpora.clauses.pages.bullet_leads import BULLET
from piperoll.corpora.clauses.tree.unit_kinds import RULES, is_bold
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.corpora.clauses.words.labels import printed_as
from piperoll.corpora.clauses.words.stops import CITING, REFERRING, refers
from piperoll.coverage import VISIBLE
from piperoll.text.paragraphs import column_of

MAX_JUMP = 10
"""A number that is further on than this is not the next clause but a figure at a line start."""
LEADS = (":", "—", "–")
"""Last characters of what leads to a list."""
LONGEST_LIST = 30_000
"""Characters in front of an item in which the others stand inside a line."""
NINTH_ITEM = 2_000
"""Characters behind a ninth letter in which the tenth one is searched."""
LED = 40
"""Characters in front of the first item, among which the end of what leads to the list is sought."""
BEHIND = 3
"""Characters between two labels of one item, or between a heading and its first item."""
NEAR = 40
"""The last labels inside a line among which the one in front of an item is searched."""
# "The keeper shall: (i) light the lamp", "LAMPS a. Oil", "b.All oil"
LABEL = re.compile(
    r"(\()[ ]?([A-Za-z]{1,6}|\d{1,3})[ ]?\)|(?<=\s)([A-Za-z]|[ivx]{2,5}|[IVX]{2,5})([.)])(?=\s{0,3}[“\"(]?[A-Z])"
)
FIRST_WORD = re.compile(r"\(?[ ]?\w{1,6}[ ]?\\?[.)]{1,2}\s{0,40}[“\"(]?(\w)")
"""Matches a label and the first letter of the word behind it."""
SENTENCE = re.compile(r"(?<=[a-z)”\"\]]\.)[”\")]?\s{1,9}(?=[“\"([A-Z])")
"""Matches between two sentences."""
LONGEST_SENTENCE = 3_000
"""Characters in front of an item in which its sentence begins."""
CLOSING_MARKS = '”")'
"""Marks that stand between the stop of a sentence and the next one."""


class InnerItems:
    """Find the items that stand inside the lines of a text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def holds_bullet(self, unit: Unit, candidate: Candidate) -> bool:
        """Return whether a heading stands in an open unit: right of its bullet, or as a bullet of the list in its text.

        Args:
            unit: the open unit.
            candidate: the heading.
        """
        one = unit.candidate
        if one is None or unit.level == BULLET_LEVEL:
            return one is not None and one.indent < candidate.indent
        if candidate.level != BULLET_LEVEL or one.own_line or not is_bold(unit):
            return False
        above = self.text[unit.head : candidate.start].rstrip(RULES)
        line = above[above.rfind("\n") + 1 :]
        return above == line or above[-1:] in (":", "：") or BULLET.match(line.lstrip()) is not None

    def left_of_bullets(self, stack: Sequence[Unit], candidate: Candidate, depth: int) -> int:
        """Return a depth, or that of the bullet that heads a text right of it, where a candidate stands left of that.

        Args:
            stack: the open units, the root first.
            candidate: what opens a unit, and is no bullet.
            depth: how many open units enclose it.
        """
        if candidate.level == BULLET_LEVEL or not candidate.indent:
            return depth
        for index, unit in enumerate(stack[:depth]):
            one = unit.candidate
            if one is None or unit.level != BULLET_LEVEL or one.indent < candidate.indent:
                continue
            text = VISIBLE.search(self.text, unit.head, candidate.start)
            if text and column_of(self.text, text.start()) >= one.indent:
                return index
        return depth

    def begun(
        self, stack: Sequence[Unit], candidate: Candidate, reads: Sequence[tuple[str, int]]
    ) -> tuple[str, int] | None:
        """Return the series and value of an item in front of which the others stand inside the open clause.

        Args:
            stack: the open units, the root first.
            candidate: the item, on a line of its own.
            reads: the series and values that its label can have.

        Returns:
            None where no list begins inside the open clause.
        """
        last = stack[-1]
        if len(stack) == 1 or (candidate.caption and not last.values):
            return None
        start = max(last.head, candidate.start - LONGEST_LIST)
        open_ = [(unit.series, unit.value) for unit in stack]
        if any(own == series and 0 < value - last_ <= MAX_JUMP for series, value in reads for own, last_ in open_):
            return None
        for series, value in reversed(reads):
            if any(own == series for own, _ in open_[1:]):
                continue
            begins = self.places(series, 1, start, candidate.start)
            led = any(self._is_led(at, start) for at in begins)
            if (led or not candidate.small) and self.places(series, value - 1, start, candidate.start):
                return series, value
        return None

    def before(self, series: str, values: range, start: int, end: int) -> list[int]:
        """Return where the items in front of one stand inside lines, the first one first; none where one is missing.

        Args:
            series: of the item.
            values: their numbers in it.
            start: offset from which they are searched.
            end: offset of the item.
        """
        found: list[int] = []
        for number in reversed(values):
            places = self.places(series, number, max(start, end - LONGEST_LIST), end)
            if not places:
                return []
            end = places[-1]
            found.append(end)
        return found[::-1]

    def is_ninth(self, reads: Sequence[tuple[str, int]], start: int, candidate: Candidate) -> bool:
        """Return whether "(i)" is the ninth letter of a list, the first eight items of which stand inside lines.

        Args:
            reads: the series and values that the label can have, the letter first.
            start: offset behind the heading of the innermost open unit.
            candidate: the item.
        """
        (letters, ninth), (romans, _) = reads
        if not self.before(letters, range(1, ninth), start, candidate.start):
            return False
        end = candidate.end + NINTH_ITEM
        end = next(iter(self.places(letters, ninth + 1, candidate.end, end)), end)
        seconds = self.places(romans, 2, candidate.end, end)
        return not seconds or bool(self.places(romans, 1, candidate.end, seconds[0]))

    def begins_again(self, series: str, start: int, end: int) -> bool:
        """Return whether a list of that series begins inside a line: "provided that: (a) …; (b) …" in an item (a).

        Args:
            series: of the list.
            start: offset of the first character in which it is searched.
            end: offset behind the last one.
        """
        return any(self._is_led(at, start) for at in self.places(series, 1, start, end))

    def awaits(self, series: str, value: int, start: int, item: Candidate, *, led: bool = True) -> bool:
        """Return whether a list that begins inside a line has no item of a value yet: "(a) …, that: (a) …; (b) …".

        Args:
            series: of the list.
            value: of the item.
            start: offset of the first character in which the list is searched.
            item: behind the list; one that begins a sentence is of no list whose first item begins none.
            led: whether only lists count to which a colon leads; else also those behind "relating to".
        """
        sentence = self.begins_sentence(item)
        firsts = self.places(series, 1, start, item.start, REFERRING if led else CITING)
        firsts = [at for at in firsts if not sentence or self.is_capital(at)]
        begun = next((at for at in firsts if not led or self._is_led(at, start)), None)
        return begun is not None and not self.places(series, value, begun, item.start)

    def counts_in_sentence(self, series: str, value: int, start: int, item: Candidate) -> bool:
        """Return whether the items in front of one stand in its sentence: "Oil means (a) oil of fish; (b) petroleum".

        Args:
            series: of the list.
            value: of the item.
            start: offset in front of which the sentence does not begin.
            item: behind the others.
        """
        if self.begins_sentence(item):
            return False
        breaks = SENTENCE.finditer(self.text, max(start, item.start - LONGEST_SENTENCE), item.start + 1)
        begin = max((match.end() for match in breaks), default=0)
        return 0 < begin < item.start and bool(self.before(series, range(1, value), begin, item.start))

    def begins_sentence(self, item: Candidate) -> bool:
        """Return whether a sentence ends in front of an item, and its first word has a capital letter."""
        before = self.text[max(0, item.start - NEAR) : item.start].rstrip()
        return before.rstrip(CLOSING_MARKS)[-1:] == "." and self.is_capital(item.start)

    def is_capital(self, at: int) -> bool:
        """Return whether the first word behind a label has a capital letter."""
        words = FIRST_WORD.match(self.text, at)
        return words is not None and words[1].isupper()

    def goes_on(self, series: str, value: int, start: int, end: int) -> bool:
        """Return whether an item of a series stands inside a line there.

        Args:
            series: of the item.
            value: of the item.
            start: offset of the first character in which it is searched.
            end: offset behind the last one.
        """
        return bool(self.places(series, value, start, end))

    def _is_led(self, at: int, start: int) -> bool:
        """Return whether a colon or a dash leads to the item at ``at``."""
        return self.text[max(start, at - LED) : at].rstrip()[-1:] in LEADS

    def places(self, series: str, value: int, start: int, end: int, words: Container[str] = REFERRING) -> list[int]:
        """Return where an item of a series stands inside a line and is no reference: "(iii)", not "under (iii)".

        Args:
            series: of the item.
            value: of the item in its series.
            start: offset of the first character in which it may stand.
            end: offset behind the last one; only the last NEAR labels in front of it are read.
            words: behind which a label is a reference.
        """
        shape = series[: series.find(")") + 1] or series[0]
        places = self._labels.get(shape + printed_as(series, value), ())
        last = bisect_left(places, end)
        first = max(bisect_left(places, start), last - NEAR)
        return [at for at in places[first:last] if not refers(self.text, at, start, words)]

    @cached_property
    def _labels(self) -> dict[str, list[int]]:
        """Return where labels of letters stand inside lines, by their shape and letters: "()a", ".a"."""
        places: dict[str, list[int]] = {}
        for match in LABEL.finditer(self.text):
            before = self.text[max(0, match.start() - 10) : match.start()]
            if (
                0 < len(before) - len(stripped := before.rstrip(" \t\xa0")) < 10
                and stripped
                and not stripped[-1].isspace()
            ):
                shape = "()" if match[1] else match[4]
                places.setdefault(shape + (match[2] or match[3]), []).append(match.start())
        return places
