"""Make a tree of clauses from candidates, and give each clause its path.

Numbering has no grammar that all drafters follow: letters stand under numbers or above them, Roman numbers count
articles or items. So the order is learned from the text. A label that continues an open series closes what was opened
since; a label of no open series opens a new one, one level down. Marked headings have their levels, articles and
schedules close whatever is open, and decimal numbers name their parents.
"""

from collections import Counter
from collections.abc import Sequence

from piperoll.corpora.clauses.contents import key
from piperoll.corpora.clauses.labels import Label, readings
from piperoll.corpora.clauses.naming import name_units
from piperoll.corpora.clauses.scan import BOLD_LEVEL, Candidate
from piperoll.corpora.clauses.tails import set_apart
from piperoll.corpora.clauses.units import Unit

PAGES = 5
"""Captions of the same letters that are no headings: a document has as many pages, but not as many such clauses."""
MAX_DEPTH = 9
"""Levels; deeper nesting is text of the level above."""
TITLE_WITHIN = 600
"""Characters within which the heading of a document begins."""
MAX_JUMP = 10
"""A number that is further on than this is not the next clause but a figure at a line start."""
RECITALS = frozenset(("preamble", "recital", "recitals", "whereas", "background", "witnesseth"))
"""Captions of what stands in front of the clauses."""
GAP = 8
"""Characters between a caption and the number below it."""
BEHIND = 3
"""Characters between two labels of one item."""
LISTED = 200
"""Characters between the last schedule that a contract lists and its signatures."""
MAX_GAP = 3
"""A letter that is further on than this in its series is an initial or an abbreviation."""


def outline(text: str, candidates: Sequence[Candidate]) -> Unit:
    """Return the tree of the clauses that ``candidates`` open in a text, with their paths."""
    root = Unit(0, len(text), head=0)
    builder = _Builder(root)
    tops = [candidate for candidate in candidates if candidate.label and not candidate.weak and _is_top(candidate)]
    decimals = [candidate for candidate in candidates if candidate.label and len(candidate.label.values) > 1]
    top, decimal = _Next(tops), _Next(decimals)
    for candidate in candidates:
        builder.add(candidate, top.behind(candidate), decimal.behind(candidate))
    builder.close(1, len(text))
    set_apart(text, root)
    name_units(root)
    return root


class _Next:
    """Find the next one of some candidates behind others, which are asked for in their order."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self.candidates, self.index = candidates, 0

    def behind(self, candidate: Candidate) -> Candidate | None:
        """Return the first of the candidates that begins behind ``candidate``; None behind the last one."""
        while self.index < len(self.candidates) and self.candidates[self.index].start <= candidate.start:
            self.index += 1
        return self.candidates[self.index] if self.index < len(self.candidates) else None


def _is_top(candidate: Candidate) -> bool:
    """Return whether a candidate is a top-level clause."""
    label = candidate.label
    return label is not None and (
        label.family in ("article", "schedule", "part")
        or (label.family in ("number", "section") and len(label.values) == 1)
    )


def _heads_clauses(unit: Unit) -> bool:
    """Return whether numbered clauses can stand below a caption."""
    return unit.series == "caption" and unit.caption.rstrip(" :").casefold() not in RECITALS


def _series(candidate: Candidate) -> str:
    """Return the series of a caption; on a page without marks, capitals stand over other headings."""
    if not candidate.own_line:
        return "run-in"
    return "small caption" if candidate.indent and not candidate.caption.isupper() else "caption"


def _alike(item: Candidate, next_item: Candidate) -> bool:
    """Return whether two items of Markdown stand in one column, both with or both without a caption of their own."""
    return 0 < item.indent == next_item.indent and item.own_line == next_item.own_line


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


def without_page_headers(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates without captions that come again and again: at the heads of pages, or below signatures."""
    captions = Counter(key(one.caption) for one in candidates if one.bare)
    return [one for one in candidates if not one.bare or captions[key(one.caption)] < PAGES]


def _is_filing(candidate: Candidate) -> bool:
    """Return whether a candidate in front of all others is the number of a filing, and no part: "EXHIBIT 10.2"."""
    label = candidate.label
    return label is not None and label.family == "schedule" and candidate.start <= TITLE_WITHIN and not candidate.level


class _Builder:
    """Build the tree: ``stack`` holds the open units, the root first."""

    def __init__(self, root: Unit) -> None:
        self.stack = [root]
        self.headings: dict[int, Unit] = {}
        """The last numbered heading of each level."""
        self.begun = False
        """Whether a clause with a number was added."""

    def add(self, candidate: Candidate, next_top: Candidate | None, decimal: Candidate | None) -> None:
        """Open a unit for ``candidate``; ``next_top`` is the next top-level clause, ``decimal`` the next like "4.7".

        The methods below return the depth of the new unit: how many open units enclose it, or None where it opens no
        clause.
        """
        keep, series, value = self._place(candidate, next_top)
        if series.endswith("caption") and (inside := self._continued(decimal)):
            keep = inside
        if keep is None and candidate.label and (candidate.definition or candidate.heads):
            candidate = candidate.unlabelled()
            keep, series, value = self._place(candidate, next_top)
        if keep is None or keep >= MAX_DEPTH:
            return
        if candidate.label and candidate.label.family != "letter":
            keep = min(keep, self._index("closing") or keep)
        self.close(keep, candidate.start)
        self.begun |= candidate.label is not None
        parent = self.stack[-1]
        unit = Unit(candidate.start, candidate.start, candidate.end, candidate, series, value, parent)
        parent.children.append(unit)
        self.stack.append(unit)
        if unit.level and unit.values:
            self.headings[unit.level] = unit

    def _place(self, candidate: Candidate, next_top: Candidate | None) -> tuple[int | None, str, int]:
        """Return the depth of a candidate, its series, and its value in it."""
        label = candidate.label
        if candidate.closing:
            self._close_listed(candidate.start)
            return self._last_fixed("schedule"), "closing", 0
        if candidate.level:
            again = self._continues(candidate)
            return self._below_level(candidate.level) if again is None else again, "", 0
        if label is None:
            if candidate.definition:
                return self._index("definition") or self._last_numbered(), "definition", 0
            return self._caption(candidate, next_top), _series(candidate), 0
        if label.family in ("schedule", "article", "part"):
            return self._division(candidate, label), label.family, 0
        if label.family == "letter":
            return self._letter(candidate, label)
        return self._number(candidate, label), "", 0

    def _continued(self, decimal: Candidate | None) -> int:
        """Return the depth below the open number that ``decimal`` follows, else 0: no heading stands over 4.7 alone."""
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

    def _continues(self, candidate: Candidate) -> int | None:
        """Return the depth of a heading whose number is the next of its level, whatever headings stood between."""
        before = self.headings.get(candidate.level)
        if before is None or candidate.label is None or before.parent not in self.stack:
            return None
        if candidate.label.values != (*before.values[:-1], before.values[-1] + 1):
            return None
        return self.stack.index(before.parent) + 1

    def _below_level(self, level: int) -> int:
        """Return the depth below the innermost heading of a higher rank; a first bold line goes below its number."""
        same = next((index for index, unit in enumerate(self.stack) if unit.level == level), None)
        if same is not None:
            return same
        for index in range(len(self.stack) - 1, 0, -1):
            unit = self.stack[index]
            if 0 < unit.level < level or (level == BOLD_LEVEL and unit.values):
                return index + 1
        return 1

    def _index(self, *series: str) -> int | None:
        """Return the depth of the outermost open unit of these series; None where none is open."""
        return next((index for index, unit in enumerate(self.stack) if index and unit.series in series), None)

    def _last_numbered(self) -> int:
        """Return the depth below the innermost number, heading or caption: definitions stand in no list of letters."""
        for index in range(len(self.stack) - 1, 0, -1):
            if self.stack[index].family != "letter":
                return index + 1
        return 1

    def _last_fixed(self, *families: str) -> int:
        """Return the depth below the innermost marked heading or unit of these families ("": captions of clauses)."""
        for index in range(len(self.stack) - 1, 0, -1):
            unit = self.stack[index]
            if unit.level or (unit.family in families and (unit.family or _heads_clauses(unit))):
                return index + 1
        return 1

    def _division(self, candidate: Candidate, label: Label) -> int | None:
        """Return the depth of an article, a part or a schedule."""
        if label.family == "schedule":  # "EXHIBIT 10.2" on top of a filing is its number, not a part of it
            return None if candidate.weak or not self.begun else self._last_fixed()
        if candidate.weak:
            open_ = next((unit for unit in self.stack if unit.family == label.family), None)
            if not (label.values[:1] == (1,) if open_ is None else label.values[0] == open_.label.values[0] + 1):  # type: ignore[union-attr]
                return None
        same = self._index(label.family)
        if same is not None:
            return same
        return self._last_fixed("schedule", "part") if label.family == "article" else self._last_fixed("schedule")

    def _caption(self, candidate: Candidate, next_top: Candidate | None) -> int:
        """Return the depth of a caption: over clauses that of other captions, over items inside the open clause."""
        series = _series(candidate)
        same = self._index(series, "small caption") if series == "caption" else self._index(series)
        if same is not None:
            return same
        if not candidate.own_line:
            return self._outside_sentences(candidate)
        if (
            next_top is not None
            and next_top.label
            and (next_top.label.values[:1] == (1,) or next_top.start - candidate.end <= GAP)
        ):
            return self._last_fixed("schedule", "part")
        open_number = next((index for index, unit in enumerate(self.stack) if unit.values), None)
        return self._outside_sentences(candidate) if open_number is None else open_number + 1

    def _outside_sentences(self, candidate: Candidate) -> int:
        """Return the depth below the innermost unit that is no item of a list inside a sentence.

        "(A)" inside a sentence encloses what opens in that line, or behind a colon, and no line below it.
        """
        depth = len(self.stack)
        while not candidate.weak and not candidate.led and depth > 1:
            inner = self.stack[depth - 1].candidate
            if inner is None or not inner.weak or self.stack[depth - 1].family != "letter":
                break
            depth -= 1
        return depth

    def _number(self, candidate: Candidate, label: Label) -> int | None:
        """Return the depth of a number."""
        values = label.values
        article = next((unit for unit in self.stack if unit.family == "article" and unit.label), None)
        nearest = None
        for index in range(len(self.stack) - 1, 0, -1):
            unit = self.stack[index]
            own = unit.values
            if not own or (unit.candidate and 0 < candidate.indent < unit.candidate.indent):
                continue
            if own == (*values[:-1], values[-1] - 1):
                return index
            if len(own) < len(values) and own == values[: len(own)] and (values[-1] == 1 or not candidate.weak):
                return index + 1
            if len(own) == len(values) and own < values and own[:-1] == values[:-1] and nearest is None:
                nearest = index
            if len(values) == 2 and values[1] == 1 and own == (values[0] - 1,):
                return index  # 5.1 after 4 where nothing says 5
        numbered = next((index for index, unit in enumerate(self.stack) if unit.values), None)
        if candidate.weak or not candidate.delimited:
            if article is not None and article.label and values in ((article.label.values[0], 1), (1,)):
                return self.stack.index(article) + 1 if numbered is None else None
            if nearest is not None and len(values) > 1 and values[-1] - self.stack[nearest].values[-1] <= MAX_GAP:
                return nearest
            if numbered is not None or set(values) != {1}:
                return None
            heads = candidate.own_line and candidate.caption and not candidate.weak
            return self._last_fixed("article", "schedule", "part", "") if heads else len(self.stack)
        if len(values) == 1 and values[0] == 1:
            for index in range(len(self.stack) - 1, 0, -1):
                other = self.stack[index].candidate
                if other and self.stack[index].values and _alike(other, candidate):
                    return index  # a new list where the last one was
            if numbered is not None and self._are_recitals(numbered, candidate):
                return numbered
            inner = self.stack[-1]
            if inner.family == "letter" and inner.caption and candidate.start - inner.head <= GAP:
                return len(self.stack)  # "D. Lamps", and "1." below it
            if numbered is None and candidate.led and candidate.indent and not candidate.caption:
                return self._last_fixed("article", "schedule", "part", "")
            return self._last_fixed("article", "schedule", "part") if numbered is None else len(self.stack)
        if nearest is not None:
            jump = values[-1] - self.stack[nearest].values[-1]
            return nearest if jump <= MAX_JUMP else None
        if numbered is None:
            return self._last_fixed("article", "schedule", "part", "")
        outer = self.stack[numbered].values
        if candidate.caption and len(values) == 1 and values[0] == outer[0] + 1:
            return numbered  # 3 after 2.4 where nothing says 2
        return numbered if len(values) >= len(outer) and values[0] <= outer[0] + MAX_JUMP else None

    def _are_recitals(self, numbered: int, candidate: Candidate) -> bool:
        """Return whether the open number counts paragraphs in front of the clauses, which begin with ``candidate``."""
        heads = candidate.own_line and candidate.caption and not candidate.led
        return bool(heads) and not self.stack[numbered].caption and len(self.stack[numbered].values) == 1

    def _letter(self, candidate: Candidate, label: Label) -> tuple[int | None, str, int]:
        """Return the depth of letters, their series, and their value in it."""
        reads = readings(label.shape, label.text)
        last = self.stack[-1]
        behind = candidate.start - last.head <= BEHIND and not last.caption and last.label is not None
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
        if candidate.weak:
            return None, "", 0
        for series, value in reversed(reads):
            for index in range(len(self.stack) - 1, 0, -1):
                unit = self.stack[index]
                if unit.series == series and (label.shape == "()" or 0 < value - unit.value <= MAX_GAP):
                    return index, series, value
        if (label.shape in (")", ".") and not behind) or candidate.small:
            return None, "", 0
        series, value = reads[0]
        return self._outside_sentences(candidate), series, value
