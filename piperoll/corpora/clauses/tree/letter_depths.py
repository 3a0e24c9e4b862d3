"""Find the depth of letters in brackets or with a stop, Roman numbers among them, and open the items inside lines."""

from collections.abc import Sequence
from itertools import pairwise

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.tree.ahead import Ahead
from piperoll.corpora.clauses.tree.inner_items import BEHIND, MAX_JUMP, InnerItems
from piperoll.corpora.clauses.tree.leading_items import leading_items
from piperoll.corpora.clauses.tree.number_depths import MAX_GAP
from piperoll.corpora.clauses.tree.open_units import NEAR, OpenUnits
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.corpora.clauses.words.labels import ORDINAL_VALUES, Label, printed_as, readings

X = 10
"""The Roman number that is the first of the last letters: "(x) … and (y) …"."""
LONGEST_ITEM = 10_000
"""Characters of an item up to which the next one opens behind whole lists in it."""


class LetterDepths:
    """Find the depths of letters among the open units."""

    def __init__(self, stack: OpenUnits, ahead: Ahead, items: InnerItems) -> None:
        self.stack, self.ahead, self.items = stack, ahead, items

    def place(self, candidate: Candidate, label: Label) -> tuple[int | None, str, int]:
        """Return the depth of letters, their series, and their value in it; the item that leads to them opens first."""
        depth, series, value = self._depth(candidate, label)
        if depth != len(self.stack) or label.shape != "()":
            return depth, series, value
        firsts = self.items.before(series, range(1, value), self.stack[-1].head, candidate.start)
        if firsts or value == 1:
            self._open_leading(firsts[0] if firsts else candidate.start, series)
        return len(self.stack), series, value

    def _depth(self, candidate: Candidate, label: Label) -> tuple[int | None, str, int]:
        """Return the depth of letters among the open units, their series, and their value in it."""
        reads = readings(label.shape, label.text)
        if label.shape.isalpha() and (beside := self._beside_word(label, reads)):
            return beside
        last = self.stack[-1]
        behind = candidate.start - last.head <= BEHIND and not last.caption and last.label is not None
        if label.text in ("i", "I") and not behind and (told := self._told(candidate, reads)):
            return told
        if behind and label.text == "x" and last.value != X - 1:
            return None, "", 0  # "(iii) (x) …, (y) … and (z) …" is no list of Roman numbers
        nested = behind and any(value == 1 for _, value in reads)
        for index in range(len(self.stack) - 1 - nested, 0, -1):  # "(h) (i)" are two labels of one item
            unit = self.stack[index]
            for series, value in reads:
                if unit.series == series and unit.value == value - 1:
                    if candidate.weak and self._stands_inside(unit, candidate, series, value):
                        return None, "", 0  # the next item of a list in that item
                    return index, series, value
        for series, value in reversed(reads):  # i is the first Roman number before it is the ninth letter
            if value == 1 and behind and not candidate.weak:
                return len(self.stack), series, value
            if value == 1:
                open_ = self.stack.depth_of(series)
                if open_ is not None and candidate.weak:
                    return None, "", 0
                return (self.stack.outside_sentences(candidate) if open_ is None else open_), series, value
        if not candidate.weak and label.shape == "()" and (begun := self.items.begun(self.stack, candidate, reads)):
            return len(self.stack), *begun
        follows = not candidate.weak or bool(candidate.caption) or self.items.begins_sentence(candidate)
        for series, value in reversed(reads):
            for index in range(len(self.stack) - 1, 0, -1):
                unit = self.stack[index]
                if follows and unit.series == series and self._follows(unit, candidate, value):
                    if candidate.weak and self._stands_inside(unit, candidate, series, value):
                        return None, "", 0
                    return index, series, value
        first = self.stack.last_numbered() - 1
        while not candidate.weak and self.stack[first].series == "definition":
            first -= 1  # "(b)" behind the definitions of "(a)"
        for series, value in reads:
            again = self.stack.behind(lambda unit: unit.value == value - 1, first, series)  # noqa: B023
            if again is not None:
                return again, series, value
            if candidate.bold and candidate.caption:  # "**B. Oil**", behind the numbers that came behind "**A. Lamps**"
                again = self.stack.behind(lambda unit: unit.value == value - 1 and _is_bold(unit), 0, series)  # noqa: B023
                if again is not None:
                    return again, series, value
        if label.text in ORDINAL_VALUES:  # "SECOND", behind the sections that "FIRST" sets out
            return self.stack.last_fixed("schedule"), *reads[0]
        if candidate.weak:
            return self._behind_unseen(candidate, reads) or (None, "", 0)
        if label.shape != "()" and not behind and (inside := self._begun_inside(reads, candidate)):
            return inside
        run_in = candidate.bold and candidate.caption and not candidate.own_line  # "**II. Lamps.** The keeper"
        if (label.shape in (")", ".") and not behind and not run_in) or candidate.small:
            return None, "", 0
        series, value = reads[-1] if run_in and len(label.text) > 1 else reads[0]
        return self.stack.outside_sentences(candidate), series, value

    def _open_leading(self, start: int, series: str) -> None:
        """Open the items inside the open clause, the last of which leads to a list.

        Args:
            start: offset of the first item of the list.
            series: of the list.
        """
        behind = [one.start for one in (self.ahead.top, self.ahead.decimal) if one]
        own, places = leading_items(self.items, self.stack, start, min(behind, default=start), series)
        parent = self.stack[-1]
        for value, (at, end) in enumerate(pairwise((*places, start)), 1):
            parent.children.append(_inside_line(at, end, own, value, "()", parent))
        if places:
            parent.last[own] = parent.children[-1]
            self.stack.append(parent.children[-1])

    def _told(self, candidate: Candidate, reads: Sequence[tuple[str, int]]) -> tuple[int | None, str, int] | None:
        """Return the depth, series and value of "(i)" where the labels around it tell whether it is a Roman number."""
        last = self.stack[-1]
        if self.items.is_ninth(reads, last.head, candidate):
            return (None, "", 0) if candidate.weak else (len(self.stack), *reads[0])
        if last.series == reads[0][0] and not candidate.weak:
            lead = self.items.text[max(last.start, candidate.start - NEAR) : candidate.start].rstrip()
            if lead[-1:] in (":", "："):
                return len(self.stack), *reads[1]  # "(h) In this clause:", and "(i)" below it
        letters, romans = self.stack.depth_of(reads[0][0]) or 0, self.stack.depth_of(reads[1][0]) or 0
        roman = self.ahead.is_roman(self.stack[letters].value)
        if roman is None and letters and not romans and 0 < candidate.led <= self.stack[-1].start + 1:
            return len(self.stack), *reads[1]  # "(h) The keeper shall:", and "(i)" below it
        if roman and (
            not romans or (romans < len(self.stack) - 1 and not candidate.caption and self.stack.is_heading(romans))
        ):
            return self.stack.outside_sentences(candidate), *reads[1]
        if roman is False and letters and 0 < reads[0][1] - self.stack[letters].value <= MAX_GAP:
            return letters, *reads[0]
        return None

    def _behind_unseen(self, candidate: Candidate, reads: Sequence[tuple[str, int]]) -> tuple[int, str, int] | None:
        """Return the place of an item that begins a sentence, where the first one stands unseen behind a heading.

        "Lamps of the port a. Oil burns. b. Glass. The owner …": nothing tells that the first one opens.
        """
        depth = self.stack.last_numbered()
        if depth == 1 or not self.items.begins_sentence(candidate):
            return None
        clause = self.stack[depth - 1]
        for series, value in reads:
            open_ = any(unit.series == series for unit in self.stack[depth:])
            if value == 1 or open_:
                continue
            places = self.items.before(series, range(1, value), clause.start, candidate.start)
            if places and places[0] <= clause.head + BEHIND:
                return depth, series, value
        return None

    def _begun_inside(self, reads: Sequence[tuple[str, int]], candidate: Candidate) -> tuple[int, str, int] | None:
        """Return the place of "B." on a line of its own, where "A." stands unseen inside the innermost open unit.

        Where "iv." stands inside its line, "iii." opens nothing that would hold it: no Roman number opens there.
        """
        line_end = self.items.text.find("\n", candidate.end)
        for index in range(len(self.stack) - 1, -1, -1):
            unit = self.stack[index]
            for series, value in reads:
                if value > 1 and self.items.before(series, range(1, value), unit.head, candidate.start):
                    goes_on = self.items.goes_on(series, value + 1, candidate.end, line_end)
                    return None if goes_on and series.endswith("roman") else (index + 1, series, value)
            if unit.family != "letter":
                break
        return None

    def _stands_inside(self, unit: Unit, candidate: Candidate, series: str, value: int) -> bool:
        """Return whether an item inside a line is the next one of a list in an open item, or in its definition."""
        inner = self.stack[-1]
        if self.items.counts_in_sentence(series, value, unit.head, candidate):
            return True
        if inner is not unit and inner.series == "definition":
            return self.items.awaits(series, value, inner.head, candidate, led=False)
        if candidate.start - unit.head > LONGEST_ITEM:
            return self.items.begins_again(series, unit.head, candidate.start)
        return self.items.awaits(series, value, unit.head, candidate)

    def _follows(self, unit: Unit, candidate: Candidate, value: int) -> bool:
        """Return whether an item on a line of its own can be of the series of an open unit, with others between."""
        gap = value - unit.value
        if 0 < gap <= MAX_GAP or candidate.label is None or candidate.label.shape != "()":
            return 0 < gap <= MAX_GAP
        if gap <= 0:
            return not self.items.before(unit.series, range(1, value), self.stack[-1].head, candidate.start)
        between = range(unit.value + 1, value)
        return gap <= MAX_JUMP or bool(self.items.before(unit.series, between, unit.head, candidate.start))

    def _beside_word(self, label: Label, reads: Sequence[tuple[str, int]]) -> tuple[int, str, int] | None:
        """Return the depth of "Condition 1" behind the last "Task 3"; None where a task comes behind it, or none is."""
        for index, unit in enumerate(self.stack):
            if unit.label and unit.label.shape.isalpha() and unit.label.shape != label.shape:
                return None if self.ahead.letter_comes(unit.series, unit.value + 1) else (index, *reads[0])
        return None

    def open_before(self, parent: Unit, candidate: Candidate, series: str, value: int) -> None:
        """Open the items in front of one that stand inside lines: "shall: (a) …; (b) …", and "(c) …" below.

        Args:
            parent: the unit in which the items stand.
            candidate: the item, on a line of its own or the first one that was found.
            series: of it.
            value: of it.
        """
        siblings = [child for child in parent.children[-NEAR:] if child.series == series]
        last = siblings[-1] if siblings else None
        if last and candidate.weak and not self.items.begins_sentence(candidate):
            return
        if last is not None and last is not parent.children[-1]:
            return
        start = last.head if last else parent.children[-1].end if parent.children else parent.head
        first = last.value + 1 if last else 1
        places = self.items.before(series, range(first, value), start, candidate.start)
        if candidate.weak and places:
            begin = all(map(self.items.is_capital, places)) if last else places[0] <= parent.head + BEHIND
            if not begin:
                return
        if last and places and (not last.children or last.children[-1].start < places[0]):
            _end(last, places[0])
        elif last:
            return
        for number, (at, end) in enumerate(pairwise((*places, candidate.start)), first):
            shape = candidate.label.shape if candidate.label else ""
            parent.children.append(_inside_line(at, end, series, number, shape, parent))


def _inside_line(start: int, end: int, series: str, value: int, shape: str, parent: Unit) -> Unit:
    """Return the unit of an item inside a line.

    Args:
        start: offset of its label.
        end: offset behind its last character.
        series: of it.
        value: of it.
        shape: the marks of its label.
        parent: the clause that encloses it.
    """
    text = printed_as(series, value)
    printed = f"({text})" if shape == "()" else text + shape
    own = Candidate(
        start, start + len(printed), Label("letter", (text.lower(),), (), shape, text), weak=True, printed=printed
    )
    return Unit(start, end, own.end, own, series, value, parent)


def _is_bold(unit: Unit) -> bool:
    """Return whether a unit has a caption in bold type."""
    return unit.candidate is not None and unit.candidate.bold and bool(unit.caption)


def _end(unit: Unit, at: int) -> None:
    """End a unit that is closed, and all that is open to the same place in it, at ``at``."""
    while unit.end > at:
        unit.end = at
        if unit.children:
            unit = unit.children[-1]
