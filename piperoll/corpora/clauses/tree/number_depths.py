"""Find the depth of a number: behind the clause in front of it, below the one it continues, or in a list of its own."""

import re

from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, GAP, Candidate
from piperoll.corpora.clauses.tree.ahead import Ahead
from piperoll.corpora.clauses.tree.inner_items import MAX_JUMP
from piperoll.corpora.clauses.tree.open_units import NEAR, OpenUnits
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.corpora.clauses.words.labels import LETTERED, Label

FIRST = ("definitions", "interpretation")
"""First words of the heading of a clause that stands in no other one."""
HIGHEST = 99
"""The highest number that can be the first one: "512)" ends a citation."""
# "NOW THEREFORE, both parties agree as follows:"
AGREED = re.compile(
    r"(?i)(?:\bagree[ds]?\b|\bamended and restated\b|\btherefore\b)[^.;\n]{0,200}\bfollow(?:s|ing)\W{0,3}\s*\Z"
)
AGREED_WITHIN = 400
"""Characters in front of a clause in which such words stand."""
BELOW = 60
"""Characters of the white space in front of a number that stands below a heading, at most and one more."""
LED = 12
"""Characters in front of a list inside a line, the colon among them."""
MARKS = 8
"""Characters of a number with the marks of bold type in front of it."""
CLAUSE = 60
"""Characters of the shortest clause inside a line, where the one behind it tells that it is one."""
MAX_GAP = 3
"""A number inside a line, or a letter, that is further on than this in its series opens no clause."""


class NumberDepths:
    """Find the depths of numbers among the open units."""

    def __init__(self, stack: OpenUnits, ahead: Ahead) -> None:
        self.stack, self.ahead = stack, ahead

    def depth(self, candidate: Candidate, label: Label) -> int | None:
        """Return the depth of a number; what a clause of an amendment inserts stands in that clause up to the next."""
        own = next((index for index, unit in enumerate(self.stack) if unit.candidate and unit.candidate.amends), None)
        if own is None:
            return self._depth(candidate, label)
        if label.family == "number" and label.values == (self.stack[own].values[0] + 1,):
            return own
        inside = self._depth(candidate, label)
        return max(inside or 0, own + 1) if inside or candidate.heads else None

    def _depth(self, candidate: Candidate, label: Label) -> int | None:
        values = label.values
        if values[0] > LETTERED:
            return self._coded(label)
        if (amending := self._amends(candidate, label)) is not None:
            return amending
        if candidate.told and (before := self.stack.begun_with(values[0] - 1)):
            return before  # whatever list is open in 3.4, clause 4 is behind clause 3
        article = next((unit for unit in self.stack if unit.family == "article" and unit.label), None)
        nearest = None
        for index in range(len(self.stack) - 1, 0, -1):
            unit = self.stack[index]
            own = unit.values
            if not own or (unit.candidate and 0 < candidate.indent < unit.candidate.indent):
                continue
            if len(values) == 1 and label.family == "number" and _is_paragraph(unit):
                continue
            if own == (*values[:-1], values[-1] - 1) and (
                _marks_differ(unit, candidate) or (nearest and self._is_nearer(nearest, index, candidate))
            ):
                continue
            if own == (*values[:-1], values[-1] - 1) and not self._counts_outside(index, candidate):
                return index + _lists(unit, candidate)
            if len(own) < len(values) and own == values[: len(own)] and (values[-1] == 1 or not candidate.weak):
                if any(unit.values == (*values[:-1], values[-1] - 1) for unit in self.stack[:index]):
                    continue  # "5.", the item of a list in 5.1, and "5.2"
                inner = self.stack[index + 1] if index + 1 < len(self.stack) else None
                return index + 1 + (inner is not None and _has_word(inner))  # "8.1" in "Module Two" of "Clause 8"
            if len(own) == len(values) and own < values and own[:-1] == values[:-1] and nearest is None:
                nearest = index
            if len(values) == 2 and values[1] == 1 and own == (values[0] - 1,):
                return index  # 5.1 after 4 where nothing says 5
        numbered = next((index for index, unit in enumerate(self.stack) if unit.values), None)
        if numbered is None and candidate.indent and self.stack.is_below_caption(candidate):
            return len(self.stack)
        if values == (1,) and numbered and candidate.bold and candidate.heads and (listed := self._lists(numbered)):
            return listed
        if numbered and values == (1,) and self._lists_inside(candidate):
            return len(self.stack)
        if candidate.weak or not candidate.delimited:
            if (
                article is not None
                and article.label
                and (
                    values in ((article.label.values[0], 1), (1,))
                    or (
                        candidate.caption and len(values) == 2 and values[0] == article.label.values[0] and not numbered
                    )
                )
            ):
                return self.stack.index(article) + 1 if numbered is None else None
            stopped = candidate.printed.endswith((".", ")"))
            titled = stopped and (
                candidate.caption.isupper() or (bool(candidate.caption) and self.ahead.counts_on(values[0]))
            )
            if (
                nearest is not None
                and (len(values) > 1 or titled or (stopped and self._goes_on(candidate, values[0], nearest)))
                and values[-1] - self.stack[nearest].values[-1] <= MAX_GAP
            ):
                return nearest
            if titled and (printed_twice := self._is_printed_twice(candidate, values)):
                return printed_twice
            if numbered and len(values) == 2 and self._is_followed(candidate, self.stack[numbered].values[0]):
                if self.stack[numbered].values == values[:1]:
                    return numbered + 1  # "16.2" in 16, whose 16.1 was not found
                return numbered if article is None else self.stack.index(article) + 1
            if numbered is None and titled and len(values) == 1 and 1 < values[0] <= MAX_GAP:
                return self.stack.last_fixed("article", "schedule", "part", "")  # the first ones are unseen
            if numbered is not None or set(values) != {1} or (len(values) == 2 and not self._leads(candidate)):
                return None
            recitals = next(
                (i for i, unit in enumerate(self.stack) if unit.label and unit.label.shape in (".", ")")), 0
            )
            if recitals and candidate.weak and candidate.caption:
                return recitals  # "A. …   B. …   1. Lamps."
            heads = candidate.caption and (candidate.caption.casefold().startswith(FIRST) or not candidate.weak)
            heads = heads and (candidate.own_line or candidate.weak)
            return self.stack.last_fixed("article", "schedule", "part", "letter", "") if heads else len(self.stack)
        if len(values) == 1 and values[0] == 1:
            if candidate.indent and len(self.stack[-1].values) > 1 and self._is_led_by(self.stack[-1], candidate):
                return len(self.stack)
            inner = self.stack[-1]
            if candidate.indent and inner.values > (1,) and inner.caption and candidate.start - inner.head <= GAP:
                return len(self.stack)  # "15. Lamps", and "1. Oil" directly below it
            for index in range(len(self.stack) - 1, 0, -1):
                other = self.stack[index].candidate
                if other and len(self.stack[index].values) == 1 and self._is_series_of(index, candidate):
                    return index + self._leads_to(index, candidate)  # a new list where the last one was, or in its item
                if other and self.stack[index].values and 0 < other.indent < candidate.indent:
                    return index + 1
            if numbered is not None and self._are_recitals(numbered, candidate):
                return numbered
            if self._stands_below(self.stack[-1], candidate) or (
                numbered is None and (self._is_led_by_letter(candidate) or self.ahead.lists_below(self.stack[-1]))
            ):
                return len(self.stack)
            if numbered is None and candidate.led and not candidate.caption and (candidate.indent or candidate.small):
                return self.stack.last_fixed("article", "schedule", "part", "letter", "")
            counted = next((index + 1 for index, unit in enumerate(self.stack) if _has_word(unit)), 0)
            if numbered is None:
                return counted or self.stack.last_fixed("article", "schedule", "part", "letter")
            return len(self.stack)
        if nearest is not None:
            jump = values[-1] - self.stack[nearest].values[-1]
            return nearest if jump <= MAX_JUMP else None
        if numbered is None:
            begins = values[0] <= HIGHEST and not (
                candidate.small and candidate.indent and values[0] > MAX_GAP
            )  # "66.1 et seq."
            return self.stack.last_fixed("article", "schedule", "part", "letter", "") if begins else None
        if len(values) == 1 and (again := self.stack.behind(lambda unit: unit.values == (values[0] - 1,), numbered)):
            return again
        if label.family == "number" and len(values) == 1 and _is_paragraph(self.stack[numbered]):
            return numbered + 1
        outer = self.stack[numbered].values
        if len(values) == 1 < len(outer) and label.family == "number" != self.stack[numbered].family:
            near = self.stack[numbered - 1].children[: -NEAR - 1 : -1]
            last = next((unit for unit in near if unit.family == "number"), None)
            if last is not None and last.values == (values[0] - 1,):
                return numbered  # "8. …", "Section 15.11" that it adds, and "9. Lamps"
        if (
            len(outer) > len(values) == 2
            and values[1] == 1
            and candidate.caption
            and outer[0] < values[0] <= outer[0] + MAX_GAP
        ):
            return numbered  # "10.01 Lamps." behind 9.02.5.4.2
        if len(values) < len(outer) and values == (*outer[: len(values) - 1], outer[len(values) - 1] + 1):
            return numbered if candidate.caption or len(values) > 1 else None
        return numbered if len(values) >= len(outer) and values[0] <= outer[0] + MAX_JUMP else None

    def _goes_on(self, candidate: Candidate, number: int, nearest: int) -> bool:
        """Return whether a number inside a line goes on the open series, though others are missing between them.

        It has a title, and none of the missing ones comes behind it; or two numbers behind it count on.
        """
        if _marks_differ(self.stack[nearest], candidate):
            return False
        missing = self.stack[nearest].values[0] + 1
        titled = bool(candidate.caption) and not self.ahead.comes_back(missing, number)
        return titled or self.ahead.counts_on(number, 2)

    def _is_printed_twice(self, candidate: Candidate, values: tuple[int, ...]) -> int:
        """Return the depth of the open clause of the same number and another title: "7. Lamps", "7. Oil"; else 0."""
        return next(
            (i for i, unit in enumerate(self.stack) if unit.values == values and unit.caption and candidate.caption), 0
        )

    def _amends(self, candidate: Candidate, label: Label) -> int | None:
        """Return the depth of a section that an amendment quotes, behind the colon of a number; None for any other."""
        numbered = next((index for index, unit in enumerate(self.stack) if unit.values), None)
        if numbered is None or label.family != "section" or not (candidate.led and candidate.caption.isupper()):
            return None
        if label.values[0] == self.stack[numbered].values[0] or len(label.values) < 2 or not any(label.values[1:]):
            return None
        return None if any(unit.family == "section" for unit in self.stack) else numbered + 1

    def _counts_outside(self, depth: int, candidate: Candidate) -> bool:
        """Return whether a number follows an open one of its looks, and not the item of that number in it.

        A heading follows a heading, "3\\." follows "2\\.", not "2." in that, and "Clause 3" follows "Clause 2".
        """
        values = self.stack[depth].values
        outer = [index for index, unit in enumerate(self.stack[:depth]) if unit.values == values]
        if candidate.heads and not self._looks(depth) and any(map(self._looks, outer)):
            return True
        family = candidate.label.family if candidate.label else ""
        if candidate.indent and any(self.stack[index].family == family != self.stack[depth].family for index in outer):
            return True
        escaped = self._is_escaped(candidate)
        return any(
            self._is_escaped(self.stack[depth].candidate)
            is not escaped
            is self._is_escaped(self.stack[index].candidate)
            for index in outer
        )

    def _is_nearer(self, inner: int, outer: int, candidate: Candidate) -> bool:
        """Return whether a number of a list with gaps is the next of a marked heading: "17." and "19." in "## 18."."""
        item = self.stack[inner].candidate
        if item is None or not self.stack[outer].level or candidate.level or item.level:
            return False
        return inner > outer and candidate.own_line and bool(candidate.caption) and alike(item, candidate)

    def _is_escaped(self, number: Candidate | None) -> bool:
        """Return whether a page writes a number as "3\\.", so that it begins no list of the page."""
        begin = number.start if number else 0
        return "\\." in self.ahead.items.text[begin : begin + MARKS]

    def _looks(self, depth: int) -> bool:
        """Return whether an open unit is a heading by its looks."""
        candidate = self.stack[depth].candidate
        return candidate is not None and candidate.heads

    def _is_series_of(self, depth: int, first: Candidate) -> bool:
        """Return whether the numbers that begin again are of the series of an open unit.

        A list without marks below a marked heading is not, unless clauses like "12.8" are open there.
        """
        other = self.stack[depth].candidate
        if other is None or _is_paragraph(self.stack[depth]):
            return False
        if not alike(other, first) and not self._is_last_item(depth, first):
            return False
        return bool(other.level) == bool(first.level) or any(len(unit.values) > 1 for unit in self.stack[depth:])

    def _is_last_item(self, depth: int, first: Candidate) -> bool:
        """Return whether an open unit is a short sentence at the end of a list of items that look like another item."""
        *_, before, last = (None, None, *self.stack[depth - 1].children[-2:])
        if before is None or last is not self.stack[depth] or before.values != (last.values[0] - 1,):
            return False
        column = last.candidate.indent if last.candidate else 0
        stopped = self.ahead.items.text[last.head - 1] == "." and column == first.indent
        return stopped and not last.children and before.candidate is not None and alike(before.candidate, first)

    def _is_led_by(self, unit: Unit, first: Candidate) -> bool:
        """Return whether a list begins behind the colon of a clause, in the column of that or right of it."""
        column = unit.candidate.indent if unit.candidate else 0
        return 0 < column <= first.indent and not first.level and unit.start < first.led + column

    def _leads_to(self, depth: int, candidate: Candidate) -> bool:
        """Return whether a list that begins again is in the open item: behind the colon of that item, or it goes on."""
        unit = self.stack[depth]
        if not candidate.led or (unit.candidate and unit.candidate.own_line and unit.caption):
            return False
        return candidate.led <= unit.start + 1 or self.ahead.goes_on(unit.values[0])

    def _coded(self, label: Label) -> int:
        """Return the depth of "M.8" or "D3": behind the last of its kind, else below "M." or the innermost heading."""
        values = label.values
        for index, unit in enumerate(self.stack):
            if index and unit.values[:1] > (LETTERED,) and unit.values != values[: len(unit.values)]:
                return index
        inner = (
            i + 1 for i, unit in enumerate(self.stack) if unit.values and unit.values == values[: len(unit.values)]
        )
        letters = (i + 1 for i, unit in enumerate(self.stack) if unit.label and unit.label.parts == label.parts[:1])
        return (
            max(inner, default=0) or max(letters, default=0) or self.stack.last_fixed("article", "schedule", "part", "")
        )

    def _is_followed(self, candidate: Candidate, open_: int) -> bool:
        """Return whether "4.2" inside a line is a clause, ``open_`` being the open number: "4.3" or "5.1" is next."""
        decimal = self.ahead.decimal
        if decimal is None or decimal.label is None or candidate.label is None:
            return False
        first, second = candidate.label.values
        follows = decimal.label.values[:2] in ((first, second + 1), (first + 1, 1))
        return follows and 0 <= first - open_ <= MAX_GAP and decimal.start - candidate.end > CLAUSE

    def _stands_below(self, letter: Unit, first: Candidate) -> bool:
        """Return whether "1." stands below a letter with a heading: directly, or behind the colon of its text.

        "D. Lamps", "1. …"; "**I. Lamps.** These are kinds of lamps:", "1. …".
        """
        if letter.family != "letter" or not letter.caption:
            return False
        between = self.ahead.items.text[letter.head : min(first.start, letter.head + BELOW)]
        bold = letter.candidate is not None and letter.candidate.bold
        leads = first.led > letter.start and (bold or self.stack.is_heading(len(self.stack) - 1))
        return leads or not between.strip()

    def _is_led_by_letter(self, first: Candidate) -> bool:
        """Return whether a list begins behind the colon of a letter: "C. The keeper shall:", and "1. …" below it.

        The letter stands in an article, or the next letter comes behind the list.
        """
        letter = self.stack[-1]
        one = letter.candidate
        if letter.family != "letter" or one is None or one.weak:
            return False
        line = self.ahead.items.text.rfind("\n", 0, letter.start) + 1
        if first.led <= line or self._is_agreed(first):
            return False
        in_article = self.stack[-2].family == "article"
        return in_article or self.ahead.letter_comes(letter.series, letter.value + 1)

    def _lists_inside(self, first: Candidate) -> bool:
        """Return whether a list begins inside a line, behind a colon: "shall: 1. Light the lamp. 2. Read the log."."""
        text = self.ahead.items.text
        if not first.weak or first.own_line or text[max(0, first.start - LED) : first.start].rstrip()[-1:] != ":":
            return False
        return any(one.weak and one.label and one.label.values == (2,) for one in self.ahead.near())

    def _leads(self, candidate: Candidate) -> bool:
        """Return whether "1.1" inside a line can be the first clause; in a list of terms any other number is next."""
        decimal = self.ahead.decimal
        behind = decimal.label.values if decimal is not None and decimal.label else ()
        return candidate.own_line or not behind or behind[:2] in ((1, 2), (2, 1)) or behind == (1, 1, 1)

    def _lists(self, numbered: int | None) -> int:
        """Return the depth of the bold line over the open numbers, which are a table of contents; 0 without one."""
        return next((index for index, unit in enumerate(self.stack[:numbered]) if unit.level == BOLD_LEVEL), 0)

    def _is_agreed(self, candidate: Candidate) -> bool:
        """Return whether the line that leads to a clause says that what follows is agreed: "agree as follows:"."""
        first = max(candidate.led - 1, candidate.start - AGREED_WITHIN)
        return AGREED.search(self.ahead.items.text, first, candidate.start) is not None

    def _are_recitals(self, numbered: int, candidate: Candidate) -> bool:
        """Return whether the open number counts paragraphs in front of the clauses, which begin with ``candidate``."""
        open_ = self.stack[numbered]
        if open_.caption or len(open_.values) != 1:
            return False
        if candidate.led > self.stack[-1].start + 1 and self._is_agreed(candidate):
            return not self.ahead.goes_on(open_.values[0], 2)
        if not candidate.caption or candidate.led:
            return False
        if candidate.own_line or candidate.caption.isupper():
            return True
        before = [unit for unit in self.stack[numbered - 1].children if unit.values]
        return len(before) > 1 and not any(unit.caption for unit in before) and not self.ahead.goes_on(open_.values[0])


def _lists(unit: Unit, item: Candidate) -> bool:
    """Return whether a clause of a page has a list of such numbers as that of an item, in a column right of its own."""
    own = unit.candidate.indent if unit.candidate else 0
    numbers = len(item.label.values) if item.label else 0
    return 0 < own < item.indent and any(
        len(child.values) == numbers and child.candidate and child.candidate.indent == item.indent
        for child in unit.children[-NEAR:]
    )


def _has_word(unit: Unit) -> bool:
    """Return whether a word in front of its number counts a clause: "Task 2"."""
    return unit.label is not None and unit.label.shape.isalpha()


def _is_paragraph(unit: Unit) -> bool:
    """Return whether a clause is counted by "§ 3", and "2." thus stands in it."""
    return unit.candidate is not None and unit.candidate.printed.startswith("§")


def _marks_differ(unit: Unit, candidate: Candidate) -> bool:
    """Return whether "4)" cannot follow a clause: it is printed "3."."""
    marks = {unit.candidate.printed[-1:] if unit.candidate else "", candidate.printed[-1:]}
    return marks == {".", ")"}


def alike(item: Candidate, next_item: Candidate) -> bool:
    """Return whether two items of Markdown stand in one column, both with or both without a caption of their own."""
    return 0 < item.indent == next_item.indent and item.own_line == next_item.own_line


def is_figure(candidate: Candidate) -> bool:
    """Return whether a number is too high for a clause: "folio | 249, sheet"."""
    values = candidate.label.values if candidate.label else ()
    return len(values) == 1 and HIGHEST < values[0] < LETTERED
