"""Make a tree of clauses from candidates, and give each clause its path.

Numbering has no grammar that all drafters follow: letters stand under numbers or above them, Roman numbers count
articles or items. So the order is learned from the text. A label that continues an open series closes what was opened
since; a label of no open series opens a new one, one level down. Marked headings have their levels, articles and
schedules close whatever is open, and decimal numbers name their parents.
"""

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

from piperoll.corpora.clauses.candidates.amendments import names_amendment
from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, BULLET_LEVEL, COUNTED, GAP, Candidate
from piperoll.corpora.clauses.candidates.quoted_articles import INNER, stands_inside
from piperoll.corpora.clauses.pages.page_gaps import NO_EDGES, Edges
from piperoll.corpora.clauses.tree.ahead import Ahead
from piperoll.corpora.clauses.tree.definition_tails import end_definitions
from piperoll.corpora.clauses.tree.further import set_documents
from piperoll.corpora.clauses.tree.inner_items import InnerItems
from piperoll.corpora.clauses.tree.later_items import join_lone_firsts, open_later_items
from piperoll.corpora.clauses.tree.lead_lines import set_lead_lines
from piperoll.corpora.clauses.tree.letter_depths import LetterDepths
from piperoll.corpora.clauses.tree.lone import set_beside_lone_lines, set_beside_lone_notices
from piperoll.corpora.clauses.tree.naming import name_units
from piperoll.corpora.clauses.tree.number_depths import MAX_GAP, NumberDepths, alike, is_figure
from piperoll.corpora.clauses.tree.open_units import OpenUnits, is_in_front
from piperoll.corpora.clauses.tree.parts import set_parts
from piperoll.corpora.clauses.tree.quotations import Quotations
from piperoll.corpora.clauses.tree.rules import end_sections
from piperoll.corpora.clauses.tree.stacked import set_below_headings
from piperoll.corpora.clauses.tree.tails import set_apart
from piperoll.corpora.clauses.tree.unit_kinds import SIGNING, ends_definitions, ends_signatures, leads_to_terms
from piperoll.corpora.clauses.tree.units import DOCUMENT, FURTHER, Unit
from piperoll.corpora.clauses.words.labels import LETTERED, Label, readings, word_of

MAX_DEPTH = 9
"""Levels; deeper nesting is text of the level above."""
LISTED = 200
"""Characters between the last schedule that a contract lists and its signatures."""
HEADINGS = 3
"""Headings of plain text behind which an exhibit opens: in front of them, its number is that of the document."""


def outline(text: str, candidates: Sequence[Candidate], edges: Edges = NO_EDGES) -> Unit:
    """Return the tree of the clauses that ``candidates`` open in a text, with their paths.

    Args:
        text: the stored text.
        candidates: in their order.
        edges: what is printed around its pages.
    """
    root = Unit(0, len(text), head=0)
    builder = _Builder(text, root, candidates)
    for _ in candidates:
        builder.add()
    builder.stack.close(1, len(text))
    join_lone_firsts(root, builder.items)
    open_later_items(root, builder.items)
    set_documents(text, root)
    set_parts(root)
    set_lead_lines(text, root, edges)
    set_apart(text, root, edges)
    end_sections(text, root)
    end_definitions(text, root, edges)
    set_beside_lone_lines(root)
    set_beside_lone_notices(root)
    set_below_headings(text, root)
    name_units(root)
    return root


class _Builder:
    """Build the tree: ``stack`` holds the open units, the root first."""

    def __init__(self, text: str, root: Unit, candidates: Sequence[Candidate]) -> None:
        self.items = InnerItems(text)
        self.ahead = Ahead(candidates, self.items)
        self.stack = OpenUnits([root])
        self.quotations = Quotations(text, self.stack)
        self.numbers = NumberDepths(self.stack, self.ahead)
        self.letters = LetterDepths(self.stack, self.ahead, self.items)
        self.begun = False
        """Whether a clause with a number was added, or some headings."""
        first = next((one for one in candidates if one.bare and one.own_line), None)
        self.ranked = first is not None and first.caption.isupper()
        """Whether captions in capitals stand over others: the first caption is one."""

    def _series(self, candidate: Candidate) -> str:
        """Return the series of a caption; on a page without marks, capitals stand over other headings."""
        if not candidate.own_line:
            return "run-in"
        if candidate.indent and stands_inside(self.ahead.items.text, candidate):
            return INNER
        small = candidate.indent and not (self.ranked and candidate.caption.isupper())
        return "small caption" if small else "caption"

    def add(self) -> None:
        """Open a unit for the next candidate.

        The methods below return the depth of the new unit: how many open units enclose it, or None where it opens no
        clause.
        """
        candidate = self._of_rank(self.ahead.step())
        quoted = self.quotations.depth(candidate)
        if candidate.ends:
            self._end(candidate)
            return
        further = None
        if self.stack[-1].series == FURTHER and not (candidate.label and candidate.label.family == "letter"):
            further = self.stack.pop()
        if self._open(candidate, quoted) and further:
            further.end = candidate.start
        elif further:
            self.stack.append(further)  # it goes on

    def _open(self, candidate: Candidate, quoted: int) -> bool:
        """Open the unit of a candidate, ``quoted`` deep at least; return whether it opens one."""
        keep, series, value = self._place(candidate)
        if series.endswith("caption") and (inside := self._continued()):
            keep = inside
        elif series != INNER and (candidate.bare or candidate.level >= BOLD_LEVEL or candidate.definition):
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
            return False
        keep = max(self.items.left_of_bullets(self.stack, candidate, keep), quoted)
        if (closing := self.stack.depth_of("closing")) and ends_signatures(candidate):
            if candidate.bare and SIGNING.match(candidate.caption):
                return False
            keep = min(keep, closing)
        if (
            candidate.caption
            and candidate.label
            and candidate.label.family in COUNTED
            and candidate.label.values == (1,)
        ):
            keep = next((index for index, unit in enumerate(self.stack[:keep]) if is_in_front(unit)), keep)
        if ends_definitions(candidate) or candidate.definition:
            keep = min(keep, self.stack.depth_of("definition") or keep)
        self.stack.close(keep, candidate.start)
        parent = self.stack[-1]
        self.begun |= candidate.label is not None or (not candidate.indent and len(parent.children) >= HEADINGS)
        label = candidate.label
        unseen = candidate.weak or series not in parent.last or (label is not None and label.shape == "()")
        if label and label.family == "letter" and value > 1 and unseen and not label.shape.isalpha():
            self.letters.open_before(parent, candidate, series, value)
        unit = Unit(candidate.start, candidate.start, candidate.end, candidate, series, value, parent)
        parent.children.append(unit)
        parent.last[series] = unit
        self.stack.append(unit)
        return True

    def _end(self, candidate: Candidate) -> None:
        """End what is open, up to the schedule; what follows is a unit of its own, or the next candidate begins.

        Headings on lines of their own go on, where only a paragraph ends.
        """
        if self.stack.depth_of("closing"):
            return
        self.begun = True
        keep = self.stack.last_fixed("schedule")
        if not candidate.own_line:
            keep = max(keep, (self.stack.depth_of("caption") or 0) + 1)
        self.stack.close(keep, candidate.start)
        behind = self.ahead.near()
        if not (behind and behind[0].start == candidate.start):
            unit = Unit(candidate.start, candidate.start, candidate.start, candidate, FURTHER, 0, self.stack[-1])
            self.stack[-1].children.append(unit)
            self.stack.append(unit)

    def _of_rank(self, candidate: Candidate) -> Candidate:
        """Return a candidate; a marked heading that counts on from one of a higher rank is of that rank.

        And an amendment, the form of which a schedule is, is of a low one.
        """
        last = self.stack[-1]
        if candidate.level and last.family == "schedule" and names_amendment(last.caption, candidate.start - last.head):
            return replace(candidate, level=BOLD_LEVEL)
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
            if self.stack.depth_of("closing") or (not candidate.caption and self.ahead.inside(self.stack)):
                return None, "", 0
            self._close_listed(candidate.start)
            return self.stack.last_fixed("schedule"), "closing", 0
        if candidate.level:
            again = self.stack.at_schedule(candidate)
            again = self._below_own_number(candidate) if again is None else again
            series = DOCUMENT if candidate.document else ""
            return self._below_level(candidate) if again is None else again, series, 0
        if label is None:
            if candidate.definition:
                led = leads_to_terms(self.ahead.items.text, self.stack[-1], candidate)
                first = len(self.stack) if led else self.stack.last_numbered()
                return self.stack.depth_of("definition") or first, "definition", 0
            return self._caption(candidate), self._series(candidate), 0
        if label.family in ("schedule", "article", "part"):
            return self._division(candidate, label), label.family, 0
        if label.family == "letter":
            return self.letters.place(candidate, label)
        return self.numbers.depth(candidate, label), "", 0

    def _inside(self, candidate: Candidate, keep: int | None) -> int | None:
        """Return the depth of a heading without rank, or of a definition, by what comes behind its text."""
        inside = 0 if candidate.label else self.ahead.inside(self.stack)
        if (
            candidate.definition
            and keep
            and (
                (inside > keep and self.stack.depth_of("definition"))  # none stands in an item of the one before it
                or leads_to_terms(self.ahead.items.text, self.stack[keep - 1], candidate)
            )
        ):
            return keep
        if candidate.level == BULLET_LEVEL and keep and inside < keep <= len(self.stack):
            unit = self.stack[keep - 1]
            left = unit.candidate and unit.label and 0 < unit.candidate.indent < candidate.indent
            if left or self.items.holds_bullet(unit, candidate):
                return keep  # a bullet stands in the item that is left of it
        lowest = max(BOLD_LEVEL + (candidate.bare and not (candidate.own_line or candidate.bold)), candidate.level)
        while inside and keep and inside < keep and 0 < self.stack[inside].level < lowest:
            inside += 1  # marked headings in the clause stand over it too
        return inside or keep

    def _begins_again(self, candidate: Candidate) -> int | None:
        """Return the depth of a heading below which the open numbers begin again; None for any other.

        The heading is in none of them: "17. …", then "II. Dealers" and "1. …".
        """
        if not (candidate.own_line and candidate.caption) or (candidate.label and candidate.label.family != "letter"):
            return None
        first = next((one for one in self.ahead.near() if not is_figure(one)), None)
        if first is None:
            return None
        ranked = candidate.level >= BOLD_LEVEL or (not candidate.level and candidate.caption.isupper())
        if first.start - candidate.end > GAP and (first.level or not ranked):
            return None
        if first.label is None or first.label.family != "number" or first.label.values != (1,):
            return None
        for index, unit in enumerate(self.stack):
            if unit.candidate and len(unit.values) == 1 and alike(unit.candidate, first):
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
            self.stack.close(first, at)

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

    def _below_level(self, candidate: Candidate) -> int:
        """Return the depth below the innermost heading of a higher rank; a first bold line goes below its number.

        A bold bullet goes below the caption above it, where two captions come behind.
        A heading with a letter is of a lower rank than one of its level left of it, and so is such a bullet.
        """
        level = candidate.level
        lettered = candidate.label is not None and candidate.label.family == "letter" and level < BOLD_LEVEL
        lettered = lettered or level == BULLET_LEVEL
        same = [index for index, unit in enumerate(self.stack) if unit.level == level]
        for index in same:
            other = self.stack[index].candidate
            if not (lettered and other and 0 < other.indent < candidate.indent):
                return index
        if same:
            return self.stack.below_marked(same[-1] + 1, level)
        for index in range(len(self.stack) - 1, 0, -1):
            unit = self.stack[index]
            if self.items.holds_bullet(unit, candidate):
                return index + 1
            if level == BOLD_LEVEL and unit.values and (beside := self._bold_beside(index)):
                return beside
            if 0 < unit.level < level or (level >= BOLD_LEVEL and (unit.values or unit.family == "schedule")):
                return index + 1
            over = unit.series.endswith("caption")
            if over and (self.ahead.is_captioned if level == BULLET_LEVEL else self.stack.outranks(unit, level)):
                return index + 1
        return 1

    def _bold_beside(self, item: int) -> int:
        """Return the depth of what a bold line behind an item stands beside: its bold number, a list's end; or 0."""
        unit, above = self.stack[item], self.stack[item - 1]
        heads = above.candidate is not None and above.candidate.heads and len(above.values) == 1
        if heads and not (above.level or unit.caption):
            return item - 1
        return item if self.ahead.is_behind_list(unit) else 0

    def _division(self, candidate: Candidate, label: Label) -> int | None:
        """Return the depth of an article, a part or a schedule."""
        if label.family == "schedule":  # "EXHIBIT 10.2" on top of a filing is its number, not a part of it
            if candidate.weak or not self.begun:
                return None
            if candidate.indent and (beside := self.stack.schedule_of(word_of(label))):
                return beside
            depth = self.stack.last_fixed()
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
        same = self.stack.depth_of(label.family)
        if same is not None:
            return self._of_word(same, label) if label.family == "part" else same
        return (
            self.stack.last_fixed("schedule", "part")
            if label.family == "article"
            else self.stack.last_fixed("schedule")
        )

    def _of_word(self, outermost: int, label: Label) -> int:
        """Return the depth of a part where others are open: "Chapter 1" stands in "Title II", "Title III" behind it."""
        word = word_of(label)
        open_ = [index for index, unit in enumerate(self.stack) if unit.label and unit.family == "part"]
        for index in open_:
            own = self.stack[index].label
            if own and word_of(own) == word:
                return index
        return open_[-1] + 1 if label.values == (1,) else outermost

    def _caption(self, candidate: Candidate) -> int:
        """Return the depth of a caption: over clauses that of other captions, over items inside the open clause."""
        series = self._series(candidate)
        same = self.stack.depth_of(series, "small caption") if series == "caption" else self.stack.depth_of(series)
        if same is not None:
            return same
        if series == INNER:
            return max((index + 1 for index in range(1, len(self.stack)) if self.stack.is_heading(index)), default=1)
        if not candidate.own_line:
            return self.stack.outside_items(candidate, self.stack.outside_sentences(candidate))
        next_top = self.ahead.top
        inner = range(self.stack.schedule_of(), len(self.stack))
        item = next((at for at in inner if self.stack[at].values or self.stack[at].family == "letter"), None)
        coded = next((index for index, unit in enumerate(self.stack) if unit.values[:1] > (LETTERED,)), 0)
        if coded and self.stack[coded].caption:
            return coded + 1  # "Taxis" in "F7. Amendments", and "1." below it
        if (
            next_top is not None
            and next_top.label
            and (next_top.label.values[:1] == (1,) or next_top.start - candidate.end <= GAP)
            and not (item and self._counts_inside(item, next_top))
        ):
            return self.stack.last_fixed("schedule", "part", "letter")
        if item is None:
            return self.stack.depth_of("run-in") or self.stack.outside_sentences(candidate)
        values = self.stack[item].values
        behind = [one.label.values for one in (self.ahead.decimal, self.ahead.top) if one and one.label]
        goes_on = values and any(own[: len(values)] in (values, (*values[:-1], values[-1] + 1)) for own in behind)
        heads = self.stack[item].caption and (values or self.stack.is_heading(item))
        # no item without a heading of its own line encloses one
        return self.stack.below_marked(item + bool(heads or goes_on))

    def _counts_inside(self, depth: int, first: Candidate) -> bool:
        """Return whether a number counts items in an open clause: on a page it stands right of that clause's."""
        open_ = self.stack[depth].candidate
        return open_ is not None and 0 < open_.indent < first.indent
