"""Make a tree of clauses from candidates, and give each clause its path.

Numbering has no grammar that all drafters follow: letters stand under numbers or above them, Roman numbers count
articles or items. So the order is learned from the text. A label that continues an open series closes what was opened
since; a label of no open series opens a new one, one level down. Marked headings have their levels, articles and
schedules close whatever is open, and decimal numbers name their parents.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import itemgetter

from piperoll.corpora.clauses.ahead import COUNTED, GAP, Ahead
from piperoll.corpora.clauses.candidate import BOLD_LEVEL, BULLET_LEVEL, Candidate
from piperoll.corpora.clauses.further import set_documents
from piperoll.corpora.clauses.inner_items import MAX_JUMP, InnerItems
from piperoll.corpora.clauses.labels import LETTERED, Label, readings
from piperoll.corpora.clauses.naming import name_units
from piperoll.corpora.clauses.parts import set_parts
from piperoll.corpora.clauses.tails import set_apart
from piperoll.corpora.clauses.units import Unit
from piperoll.corpora.clauses.unmarked import is_in_front

MAX_DEPTH = 9
"""Levels; deeper nesting is text of the level above."""
HIGHEST = 99
"""The highest number that can be the first one: "512)" ends a citation."""
BEHIND = 3
"""Characters between two labels of one item."""
LISTED = 200
"""Characters between the last schedule that a contract lists and its signatures."""
CLAUSE = 60
"""Characters of the shortest clause inside a line, where the one behind it tells that it is one."""
NEAR = 40
"""The last units of a clause among which the one in front of a label is searched."""
MAX_GAP = 3
"""A letter that is further on than this in its series is an initial or an abbreviation."""


def outline(text: str, candidates: Sequence[Candidate]) -> Unit:
    """Return the tree of the clauses that ``candidates`` open in a text, with their paths."""
    root = Unit(0, len(text), head=0)
    builder = _Builder(text, root, candidates)
    for _ in candidates:
        builder.add()
    builder.close(1, len(text))
    set_documents(root)
    set_parts(root)
    set_apart(text, root)
    name_units(root)
    return root


def _word(part: Label) -> str:
    """Return the word of a part: "chapter" of "Chapter 1"."""
    return part.parts[0].partition("-")[0]


def _is_in_front(unit: Unit) -> bool:
    """Return whether a heading stands over what is in front of the clauses."""
    return not unit.label and is_in_front(unit.caption)


def _lists(unit: Unit, indent: int) -> bool:
    """Return whether a clause of a page has a list of numbers in a column right of its own."""
    own = unit.candidate.indent if unit.candidate else 0
    return 0 < own < indent and any(
        child.values and child.candidate and child.candidate.indent == indent for child in unit.children[-NEAR:]
    )


def _is_paragraph(unit: Unit) -> bool:
    """Return whether a clause is counted by "§ 3", and "2." thus stands in it."""
    return unit.candidate is not None and unit.candidate.printed.startswith("§")


def _is_figure(candidate: Candidate) -> bool:
    """Return whether a number is too high for a clause: "folio | 249, sheet"."""
    values = candidate.label.values if candidate.label else ()
    return len(values) == 1 and HIGHEST < values[0] < LETTERED


def _ends_definitions(candidate: Candidate) -> bool:
    """Return whether a candidate stands in no definition, but behind the last one of a list."""
    if candidate.label is None:
        return candidate.own_line
    return candidate.label.family not in ("letter", "number") or len(candidate.label.values) > 1


def _alike(item: Candidate, next_item: Candidate) -> bool:
    """Return whether two items of Markdown stand in one column, both with or both without a caption of their own."""
    return 0 < item.indent == next_item.indent and item.own_line == next_item.own_line


class _Builder:
    """Build the tree: ``stack`` holds the open units, the root first."""

    def __init__(self, text: str, root: Unit, candidates: Sequence[Candidate]) -> None:
        self.ahead = Ahead(candidates)
        self.items = InnerItems(text)
        self.stack = [root]
        self.begun = False
        """Whether a clause with a number was added."""
        first = next((one for one in candidates if one.bare and one.own_line), None)
        self.ranked = first is not None and first.caption.isupper()
        """Whether captions in capitals stand over others: the first caption is one."""

    def _series(self, candidate: Candidate) -> str:
        """Return the series of a caption; on a page without marks, capitals stand over other headings."""
        if not candidate.own_line:
            return "run-in"
        small = candidate.indent and not (self.ranked and candidate.caption.isupper())
        return "small caption" if small else "caption"

    def add(self) -> None:
        """Open a unit for the next candidate.

        The methods below return the depth of the new unit: how many open units enclose it, or None where it opens no
        clause.
        """
        candidate = self._of_rank(self.ahead.step())
        keep, series, value = self._place(candidate)
        if series.endswith("caption") and (inside := self._continued()):
            keep = inside
        elif candidate.bare or candidate.level >= BOLD_LEVEL or candidate.definition:
            keep = self._inside(candidate, keep)
        if keep is None and candidate.label and (candidate.definition or candidate.heads):
            candidate = candidate.unlabelled()
            keep, series, value = self._place(candidate)
            keep = self._inside(candidate, keep)
        if (again := self._begins_again(candidate)) is not None:
            if keep is None and candidate.label:
                series, value = min(readings(candidate.label.shape, candidate.label.text), key=itemgetter(1))
            keep = again if keep is None else min(keep, again)
        if keep is None or keep >= MAX_DEPTH:
            return
        if candidate.label and candidate.label.family != "letter":
            keep = min(keep, self._index("closing") or keep)
        if (
            candidate.caption
            and candidate.label
            and candidate.label.family in COUNTED
            and candidate.label.values == (1,)
        ):
            keep = next((index for index, unit in enumerate(self.stack[:keep]) if _is_in_front(unit)), keep)
        if _ends_definitions(candidate):
            keep = min(keep, self._index("definition") or keep)
        self.close(keep, candidate.start)
        self.begun |= candidate.label is not None
        parent = self.stack[-1]
        unit = Unit(candidate.start, candidate.start, candidate.end, candidate, series, value, parent)
        parent.children.append(unit)
        self.stack.append(unit)

    def _of_rank(self, candidate: Candidate) -> Candidate:
        """Return a candidate; a marked heading that counts on from one of a higher rank is of that rank."""
        values = candidate.label.values if candidate.level and candidate.label else ()
        if len(values) == 1 and values[0] > 1:
            for unit in self.stack:
                counts = 0 < unit.level < candidate.level and unit.values == (values[0] - 1,)
                if counts and not any(child.level and child.values for child in unit.children):
                    return replace(candidate, level=unit.level)
        return candidate

    def _place(self, candidate: Candidate) -> tuple[int | None, str, int]:
        """Return the depth of a candidate, its series, and its value in it."""
        label = candidate.label
        if candidate.closing:
            if self._index("closing") or (not candidate.caption and self.ahead.inside(self.stack)):
                return None, "", 0
            self._close_listed(candidate.start)
            return self._last_fixed("schedule"), "closing", 0
        if candidate.level:
            again = self._below_own_number(candidate)
            last = self.stack[-1]
            if last.family == "schedule" and not last.level and candidate.start - last.head <= GAP:
                again = len(self.stack)
            return self._below_level(candidate) if again is None else again, "", 0
        if label is None:
            if candidate.definition:
                return self._index("definition") or self._last_numbered(), "definition", 0
            return self._caption(candidate), self._series(candidate), 0
        if label.family in ("schedule", "article", "part"):
            return self._division(candidate, label), label.family, 0
        if label.family == "letter":
            return self._letter(candidate, label)
        return self._number(candidate, label), "", 0

    def _inside(self, candidate: Candidate, keep: int | None) -> int | None:
        """Return the depth of a heading without rank, or of a definition, by what comes behind its text."""
        inside = 0 if candidate.label else self.ahead.inside(self.stack)
        while inside and keep and inside < keep and 0 < self.stack[inside].level < max(BOLD_LEVEL, candidate.level):
            inside += 1  # marked headings in the clause stand over it too
        return inside or keep

    def _begins_again(self, candidate: Candidate) -> int | None:
        """Return the depth of a heading below which the open numbers begin again; None for any other.

        The heading is in none of them: "17. …", then "II. Dealers" and "1. …".
        """
        if not candidate.own_line or not candidate.caption:
            return None
        first = next((one for one in self.ahead.near() if not _is_figure(one)), None)
        if first is None:
            return None
        ranked = candidate.level >= BOLD_LEVEL or (not candidate.level and candidate.caption.isupper())
        if first.start - candidate.end > GAP and (first.level or not ranked):
            return None
        if first.label is None or first.label.family != "number" or first.label.values != (1,):
            return None
        if candidate.label and candidate.label.family != "letter":
            return None
        for index, unit in enumerate(self.stack):
            if unit.candidate and len(unit.values) == 1 and _alike(unit.candidate, first):
                return None if self.ahead.goes_on(unit.values[0]) else index
        return None

    def _continued(self) -> int:
        """Return the depth below the open number that the next decimal follows, else 0: none stands over 4.7 alone."""
        decimal = self.ahead.decimal
        values = decimal.label.values if decimal is not None and decimal.label else ()
        for index, unit in enumerate(self.stack):
            if values and unit.values == (*values[:-1], values[-1] - 1):
                return index + 1
        return 0

    def _close_listed(self, at: int) -> None:
        """End the schedules that a contract only lists in front of its signatures."""
        first = next((index for index, unit in enumerate(self.stack) if unit.family == "schedule"), None)
        if first is not None and self.stack[first].head + GAP > at - LISTED:
            self.close(first, at)

    def close(self, keep: int, at: int) -> None:
        """End at ``at`` all open units but the first ``keep``."""
        for unit in self.stack[keep:]:
            unit.end = at
        del self.stack[keep:]

    def _below_own_number(self, candidate: Candidate) -> int | None:
        """Return the depth of "2.1" below the open heading "2", of whatever level; None for any other."""
        values = candidate.label.values[:-1] if candidate.label else ()
        if candidate.label and candidate.label.values == (1,):  # "**12.2 Oil**", and "#### 1. Lamps"
            inner = self.stack[-1]
            if len(inner.values) > 1 and not inner.level and inner.candidate and inner.candidate.heads:
                return len(self.stack)
        return next(
            (i + 1 for i, unit in enumerate(self.stack) if values and unit.level and unit.values == values), None
        )

    def _behind(self, is_before: Callable[[Unit], bool], first: int = 0, series: str | None = None) -> int | None:
        """Return the depth of the unit behind one that may be closed, in an open unit from depth ``first`` on.

        With ``series``, only the last unit of it is read.
        """
        for index in range(len(self.stack) - 1, first - 1, -1):
            near = self.stack[index].children[: -NEAR - 1 : -1]
            if series is not None:
                near = [unit for unit in near if unit.series == series][:1]
            if any(map(is_before, near)):
                return index + 1
        return None

    def _below_level(self, candidate: Candidate) -> int:
        """Return the depth below the innermost heading of a higher rank; a first bold line goes below its number.

        A bold bullet goes below the caption above it, where two captions come behind.
        A heading with a letter is of a lower rank than one of its level that stands left of it.
        """
        level = candidate.level
        lettered = candidate.label is not None and candidate.label.family == "letter" and level < BOLD_LEVEL
        same = [index for index, unit in enumerate(self.stack) if unit.level == level]
        for index in same:
            other = self.stack[index].candidate
            if not (lettered and other and 0 < other.indent < candidate.indent):
                return index
        if same:
            return same[-1] + 1
        for index in range(len(self.stack) - 1, 0, -1):
            unit = self.stack[index]
            if 0 < unit.level < level or (level >= BOLD_LEVEL and (unit.values or unit.family == "schedule")):
                return index + 1
            if level == BULLET_LEVEL and unit.series.endswith("caption") and self.ahead.is_captioned:
                return index + 1
        return 1

    def _index(self, *series: str) -> int | None:
        """Return the depth of the outermost open unit of these series; None where none is open."""
        return next((index for index, unit in enumerate(self.stack) if index and unit.series in series), None)

    def _last_numbered(self) -> int:
        """Return the depth below the innermost number, heading or caption: definitions stand in no list of letters."""
        for index in range(len(self.stack) - 1, 0, -1):
            if self.stack[index].family != "letter" or self.stack[index].level:
                return index + 1
        return 1

    def _last_fixed(self, *families: str) -> int:
        """Return the depth below the innermost marked heading or unit of these families ("": captions of clauses).

        A letter of a page is one where it is a heading on a line of its own.
        """
        for index in range(len(self.stack) - 1, 0, -1):
            unit = self.stack[index]
            heads = bool(unit.level) or (unit.family in families and bool(unit.family or unit.series == "caption"))
            if unit.family == "letter" and not unit.level:
                heads = heads and self._is_heading(index) and bool(unit.candidate and unit.candidate.indent)
            if heads and not _is_in_front(unit):
                return index + 1
        return 1

    def _division(self, candidate: Candidate, label: Label) -> int | None:
        """Return the depth of an article, a part or a schedule."""
        if label.family == "schedule":  # "EXHIBIT 10.2" on top of a filing is its number, not a part of it
            if candidate.weak or not self.begun:
                return None
            depth = self._last_fixed()
            while candidate.indent and depth > 1 and self.stack[depth - 1].label:
                depth -= 1  # no annex of a page without a mark stands in its clause 18, whatever marks that
            return depth
        if candidate.weak:
            open_ = next((unit.label for unit in self.stack if unit.label and unit.family == label.family), None)
            step = label.values[0] - (open_.values[0] if open_ else 0)
            if step != 1 and not (candidate.caption.isupper() and (open_ is None or 1 < step <= MAX_GAP)):
                return None
        inner = self.stack[-1]
        if label.values == (1,) and inner.family == "letter" and inner.caption and candidate.start - inner.head <= GAP:
            return len(self.stack)  # "D. Lamps", and "Article 1" below it
        same = self._index(label.family)
        if same is not None:
            return self._of_word(same, label) if label.family == "part" else same
        return self._last_fixed("schedule", "part") if label.family == "article" else self._last_fixed("schedule")

    def _of_word(self, outermost: int, label: Label) -> int:
        """Return the depth of a part where others are open: "Chapter 1" stands in "Title II", "Title III" behind it."""
        word = _word(label)
        open_ = [index for index, unit in enumerate(self.stack) if unit.label and unit.family == "part"]
        for index in open_:
            own = self.stack[index].label
            if own and _word(own) == word:
                return index
        return open_[-1] + 1 if label.values == (1,) else outermost

    def _caption(self, candidate: Candidate) -> int:
        """Return the depth of a caption: over clauses that of other captions, over items inside the open clause."""
        series = self._series(candidate)
        same = self._index(series, "small caption") if series == "caption" else self._index(series)
        if same is not None:
            return same
        if not candidate.own_line:
            return self._outside_sentences(candidate)
        next_top = self.ahead.top
        item = next((index for index, unit in enumerate(self.stack) if unit.values or unit.family == "letter"), None)
        coded = next((index for index, unit in enumerate(self.stack) if unit.values[:1] > (LETTERED,)), 0)
        if coded and self.stack[coded].caption:
            return coded + 1  # "Taxis" in "F7. Amendments", and "1." below it
        if (
            next_top is not None
            and next_top.label
            and (next_top.label.values[:1] == (1,) or next_top.start - candidate.end <= GAP)
            and not (item and self._counts_inside(item, next_top))
        ):
            return self._last_fixed("schedule", "part", "letter")
        if item is None:
            return self._index("run-in") or self._outside_sentences(candidate)
        values = self.stack[item].values
        behind = [one.label.values for one in (self.ahead.decimal, self.ahead.top) if one and one.label]
        goes_on = values and any(own[: len(values)] in (values, (*values[:-1], values[-1] + 1)) for own in behind)
        heads = self.stack[item].caption and (values or self._is_heading(item))
        return item + bool(heads or goes_on)  # no item without a heading of its own line encloses one

    def _counts_inside(self, depth: int, first: Candidate) -> bool:
        """Return whether a number counts items in an open clause: on a page it stands right of that clause's."""
        open_ = self.stack[depth].candidate
        return open_ is not None and 0 < open_.indent < first.indent

    def _outside_sentences(self, candidate: Candidate) -> int:
        """Return the depth below the innermost unit that is no item of a list inside a sentence.

        "(A)" inside a sentence encloses what opens in that line, or behind a colon, and no line below it;
        with a heading it encloses letters in brackets.
        """
        depth = len(self.stack)
        bracketed = candidate.label is not None and candidate.label.shape == "()"
        while not candidate.weak and not candidate.led and depth > 1:
            inner = self.stack[depth - 1].candidate
            own = inner is None or not inner.weak or inner.definition or (bracketed and bool(inner.caption))
            if own or self.stack[depth - 1].family != "letter":
                break
            depth -= 1
        return depth

    def _number(self, candidate: Candidate, label: Label) -> int | None:
        """Return the depth of a number."""
        values = label.values
        if values[0] > LETTERED:
            return self._coded(values)
        if (amending := self._amends(candidate, label)) is not None:
            return amending
        article = next((unit for unit in self.stack if unit.family == "article" and unit.label), None)
        nearest = None
        for index in range(len(self.stack) - 1, 0, -1):
            unit = self.stack[index]
            own = unit.values
            if not own or (unit.candidate and 0 < candidate.indent < unit.candidate.indent):
                continue
            if len(values) == 1 and label.family == "number" and _is_paragraph(unit):
                continue
            if own == (*values[:-1], values[-1] - 1) and not self._heads_outside(index, candidate):
                return index + _lists(unit, candidate.indent)
            if len(own) < len(values) and own == values[: len(own)] and (values[-1] == 1 or not candidate.weak):
                if any(unit.values == (*values[:-1], values[-1] - 1) for unit in self.stack[:index]):
                    continue  # "5.", the item of a list in 5.1, and "5.2"
                return index + 1
            if len(own) == len(values) and own < values and own[:-1] == values[:-1] and nearest is None:
                nearest = index
            if len(values) == 2 and values[1] == 1 and own == (values[0] - 1,):
                return index  # 5.1 after 4 where nothing says 5
        numbered = next((index for index, unit in enumerate(self.stack) if unit.values), None)
        if values == (1,) and numbered and candidate.bold and candidate.heads and (listed := self._lists(numbered)):
            return listed
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
            titled = candidate.caption.isupper() and candidate.printed.endswith((".", ")"))
            if (
                nearest is not None
                and (len(values) > 1 or titled)
                and values[-1] - self.stack[nearest].values[-1] <= MAX_GAP
            ):
                return nearest
            if numbered and len(values) == 2 and self._is_followed(candidate, self.stack[numbered].values[0]):
                return numbered if article is None else self.stack.index(article) + 1
            if numbered is not None or set(values) != {1} or (len(values) == 2 and not self._leads(candidate)):
                return None
            recitals = next(
                (i for i, unit in enumerate(self.stack) if unit.label and unit.label.shape in (".", ")")), 0
            )
            if recitals and candidate.weak and candidate.caption:
                return recitals  # "A. …   B. …   1. Lamps."
            heads = candidate.own_line and candidate.caption and not candidate.weak
            return self._last_fixed("article", "schedule", "part", "letter", "") if heads else len(self.stack)
        if len(values) == 1 and values[0] == 1:
            if candidate.indent and len(self.stack[-1].values) > 1 and self._is_led_by(self.stack[-1], candidate):
                return len(self.stack)
            for index in range(len(self.stack) - 1, 0, -1):
                other = self.stack[index].candidate
                if other and len(self.stack[index].values) == 1 and self._is_series_of(index, candidate):
                    return index + self._leads_to(index, candidate)  # a new list where the last one was, or in its item
                if other and self.stack[index].values and 0 < other.indent < candidate.indent:
                    return index + 1
            if numbered is not None and self._are_recitals(numbered, candidate):
                return numbered
            inner = self.stack[-1]
            if inner.family == "letter" and inner.caption and candidate.start - inner.head <= GAP:
                return len(self.stack)  # "D. Lamps", and "1." below it
            if numbered is None and candidate.led and candidate.indent and not candidate.caption:
                return self._last_fixed("article", "schedule", "part", "letter", "")
            return self._last_fixed("article", "schedule", "part", "letter") if numbered is None else len(self.stack)
        if nearest is not None:
            jump = values[-1] - self.stack[nearest].values[-1]
            return nearest if jump <= MAX_JUMP else None
        if numbered is None:
            begins = values[0] <= HIGHEST and not (
                candidate.small and candidate.indent and values[0] > MAX_GAP
            )  # "66.1 et seq."
            return self._last_fixed("article", "schedule", "part", "letter", "") if begins else None
        if len(values) == 1 and (again := self._behind(lambda unit: unit.values == (values[0] - 1,), numbered)):
            return again
        if label.family == "number" and len(values) == 1 and _is_paragraph(self.stack[numbered]):
            return numbered + 1
        outer = self.stack[numbered].values
        if len(values) == 1 < len(outer) and label.family == "number" != self.stack[numbered].family:
            near = self.stack[numbered - 1].children[: -NEAR - 1 : -1]
            before = next((unit for unit in near if unit.family == "number"), None)
            if before is not None and before.values == (values[0] - 1,):
                return numbered  # "8. …", "Section 15.11" that it adds, and "9. Lamps"
        if len(values) < len(outer) and values == (*outer[: len(values) - 1], outer[len(values) - 1] + 1):
            return numbered if candidate.caption or len(values) > 1 else None
        return numbered if len(values) >= len(outer) and values[0] <= outer[0] + MAX_JUMP else None

    def _amends(self, candidate: Candidate, label: Label) -> int | None:
        """Return the depth of a section that an amendment quotes, behind the colon of a number; None for any other."""
        numbered = next((index for index, unit in enumerate(self.stack) if unit.values), None)
        if numbered is None or label.family != "section" or not (candidate.led and candidate.caption.isupper()):
            return None
        if label.values[0] == self.stack[numbered].values[0] or len(label.values) < 2 or not any(label.values[1:]):
            return None
        return None if any(unit.family == "section" for unit in self.stack) else numbered + 1

    def _heads_outside(self, depth: int, candidate: Candidate) -> bool:
        """Return whether a heading follows an open heading of its looks, and not the item of that number in it."""
        if not candidate.heads or self._looks(depth):
            return False
        values = self.stack[depth].values
        return any(unit.values == values and self._looks(index) for index, unit in enumerate(self.stack[:depth]))

    def _looks(self, depth: int) -> bool:
        """Return whether an open unit is a heading by its looks."""
        candidate = self.stack[depth].candidate
        return candidate is not None and candidate.heads

    def _is_series_of(self, depth: int, first: Candidate) -> bool:
        """Return whether the numbers that begin again are of the series of an open unit.

        A list without marks below a marked heading is not, unless clauses like "12.8" are open there.
        """
        other = self.stack[depth].candidate
        if other is None or not _alike(other, first) or _is_paragraph(self.stack[depth]):
            return False
        return bool(other.level) == bool(first.level) or any(len(unit.values) > 1 for unit in self.stack[depth:])

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

    def _coded(self, values: tuple[int, ...]) -> int:
        """Return the depth of "M.8" or "D3": behind the last of its kind, else below "M." or the innermost heading."""
        for index, unit in enumerate(self.stack):
            if index and unit.values[:1] > (LETTERED,) and unit.values != values[: len(unit.values)]:
                return index
        inner = (
            i + 1 for i, unit in enumerate(self.stack) if unit.values and unit.values == values[: len(unit.values)]
        )
        letters = (i + 1 for i, unit in enumerate(self.stack) if unit.value == values[0] - LETTERED and unit.label)
        return max(inner, default=0) or max(letters, default=0) or self._last_fixed("article", "schedule", "part", "")

    def _is_followed(self, candidate: Candidate, open_: int) -> bool:
        """Return whether "4.2" inside a line is a clause, ``open_`` being the open number: "4.3" or "5.1" is next."""
        decimal = self.ahead.decimal
        if decimal is None or decimal.label is None or candidate.label is None:
            return False
        first, second = candidate.label.values
        follows = decimal.label.values[:2] in ((first, second + 1), (first + 1, 1))
        return follows and 0 <= first - open_ <= MAX_GAP and decimal.start - candidate.end > CLAUSE

    def _leads(self, candidate: Candidate) -> bool:
        """Return whether "1.1" inside a line can be the first clause; in a list of terms any other number is next."""
        decimal = self.ahead.decimal
        behind = decimal.label.values if decimal is not None and decimal.label else ()
        return candidate.own_line or not behind or behind[:2] in ((1, 2), (2, 1)) or behind == (1, 1, 1)

    def _lists(self, numbered: int | None) -> int:
        """Return the depth of the bold line over the open numbers, which are a table of contents; 0 without one."""
        return next((index for index, unit in enumerate(self.stack[:numbered]) if unit.level == BOLD_LEVEL), 0)

    def _are_recitals(self, numbered: int, candidate: Candidate) -> bool:
        """Return whether the open number counts paragraphs in front of the clauses, which begin with ``candidate``."""
        heads = (candidate.own_line or candidate.caption.isupper()) and candidate.caption and not candidate.led
        return bool(heads) and not self.stack[numbered].caption and len(self.stack[numbered].values) == 1

    def _told(self, candidate: Candidate, reads: Sequence[tuple[str, int]]) -> tuple[int, str, int] | None:
        """Return the depth, series and value of "(i)" where the labels behind it tell whether it is a Roman number."""
        letters, romans = self._index(reads[0][0]) or 0, self._index(reads[1][0]) or 0
        roman = self.ahead.is_roman(self.stack[letters].value)
        if roman and (
            not romans or (romans < len(self.stack) - 1 and not candidate.caption and self._is_heading(romans))
        ):
            return self._outside_sentences(candidate), *reads[1]
        if roman is False and letters and 0 < reads[0][1] - self.stack[letters].value <= MAX_GAP:
            return letters, *reads[0]
        return None

    def _is_heading(self, depth: int) -> bool:
        """Return whether an open unit is a heading on a line of its own."""
        candidate = self.stack[depth].candidate
        return candidate is not None and candidate.own_line and bool(candidate.caption)

    def _letter(self, candidate: Candidate, label: Label) -> tuple[int | None, str, int]:
        """Return the depth of letters, their series, and their value in it."""
        reads = readings(label.shape, label.text)
        last = self.stack[-1]
        behind = candidate.start - last.head <= BEHIND and not last.caption and last.label is not None
        if label.text in ("i", "I") and not behind and (told := self._told(candidate, reads)):
            return told
        nested = behind and any(value == 1 for _, value in reads)
        for index in range(len(self.stack) - 1 - nested, 0, -1):  # "(h) (i)" are two labels of one item
            unit = self.stack[index]
            for series, value in reads:
                if unit.series == series and unit.value == value - 1:
                    return index, series, value
        for series, value in reversed(reads):  # i is the first Roman number before it is the ninth letter
            if value == 1:
                open_ = self._index(series)
                if open_ is not None and candidate.weak:
                    return None, "", 0
                return (self._outside_sentences(candidate) if open_ is None else open_), series, value
        if not candidate.weak and label.shape == "()" and (begun := self.items.begun(self.stack, candidate, reads)):
            return len(self.stack), *begun
        for series, value in reversed(reads):
            for index in range(len(self.stack) - 1, 0, -1):
                unit = self.stack[index]
                gap = value - unit.value
                if not candidate.weak and unit.series == series and (label.shape == "()" or 0 < gap <= MAX_GAP):
                    return index, series, value
        first = self._last_numbered() - 1
        for series, value in reads:
            again = self._behind(lambda unit: unit.value == value - 1, first, series)  # noqa: B023
            if again is not None:
                return again, series, value
        if candidate.weak:
            return None, "", 0
        run_in = candidate.bold and candidate.caption and not candidate.own_line  # "**II. Lamps.** The keeper"
        if (label.shape in (")", ".") and not behind and not run_in) or candidate.small:
            return None, "", 0
        series, value = reads[-1] if run_in and len(label.text) > 1 else reads[0]
        return self._outside_sentences(candidate), series, value
