"""Find the paragraph behind a list that is none of its last item: "The keeper shall: (a) … (b) …", and a paragraph."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.pages.furniture import GAP
from piperoll.corpora.clauses.pages.page_gaps import NO_EDGES, Edges
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.text.paragraphs import all_rows, column_of

LEADS = frozenset(":—–：")
"""Last characters of the words that lead to a list."""
ITEM_ENDS = re.compile(r"(?i)(?:[;,](?:\s+(?:and|or|and/or))?|\s(?:and|or|and/or))\s*\Z")
"""Matches the end of an item inside a sentence."""
PART_ENDS = frozenset(',;.)”"')
"""Last characters of an item in front of what holds for all items."""
HOLDS = re.compile(r"(?:in (?:each|either|any|all|every) (?:such )?cases?|provided|then|except that)\b")
"""Matches the beginning of what holds for all items of a list."""
LONG = 40
"""Characters of the shortest paragraph behind a list whose items have no blank lines between them."""
LEAD = 20
"""Characters beside an item that are read, and of the shortest item."""
SPACE = " \n\t\xa0*_"
"""White space and marks at the end of the words that lead to a list."""
OPENS = re.compile(r"[*_]{0,3}[“\"(\[]?[^\W\d_a-zà-ÿ]")
"""Matches the beginning of a sentence."""
STOP = re.compile(r"[.!?][)”\"]?\Z")
"""Matches the end of a sentence."""
SENTENCE_LINE = re.compile(r"[.,;:?!)”\"](?:\s+[-–—]?\d{1,4}[-–—]?)?\Z")
"""Matches the end of a line of a sentence, also with the number of its page."""
NOTICE = re.compile(r"(?i)[\[*†]|.{0,80}\b(?:confidential|confidentiality) (?:treatment|request)")
"""Matches a notice that stands at the foot of a page, inside a sentence."""
SENTENCE = 200
"""Characters of a line that is no foot of a page, though it ends without a stop."""
WIDE = 120
"""Characters of a line that is a paragraph: no page is so wide that such a line is wrapped."""
OWN = 300
"""Characters of a paragraph in which it names the item that it belongs to."""
# "… oil it.   The keeper may", but not "1.   The keeper"
WIDE_GAP = re.compile(r"(?:(?<=[a-z)”\"\]][.!?])|(?<=[.!?][)”\"]))[ \t\xa0]{3,}(?=[“\"(]?[A-Z][A-Za-z])")


class Lines:
    """Give the lines of a text without what is printed around its pages, which is ``edges``."""

    def __init__(self, text: str, edges: Edges = NO_EDGES) -> None:
        self.text = text
        self._lines = [
            (edges.behind_front(text, *row)[0], edges.numbers.get(row[1], row[1]))
            for row in all_rows(text)
            if not edges.holds(text, *row)
        ]
        self._starts = [start for start, _ in self._lines]

    def inside(self, unit: Unit) -> Sequence[Range]:
        """Return the lines of a unit, and that in which it begins."""
        return self._lines[
            max(0, bisect_right(self._starts, unit.start) - 1) : bisect_right(self._starts, unit.end - 1)
        ]

    def paragraphs(self, unit: Unit) -> Iterator[Range]:
        """Yield the lines of a unit; a wide gap behind a sentence parts a line that is too long to be wrapped."""
        for start, end in self.inside(unit):
            if end - start > SENTENCE:
                begin = max(start, unit.start)
                for gap in WIDE_GAP.finditer(self.text, begin, min(end, unit.end)):
                    yield start, gap.start()
                    start = gap.end()
            yield start, end

    def above(self, at: int) -> Range:
        """Return the line in front of an offset, or what stands in front of it in its line."""
        index = bisect_left(self._starts, at) - 1
        return (self._lines[index][0], min(at, self._lines[index][1])) if index >= 0 else (0, 0)


def series(unit: Unit) -> tuple[str, ...]:
    """Return what the items of one list have in common, also letters with captions; nothing for what is no item."""
    if not unit.label or unit.level or unit.family not in ("letter", "number"):
        return ()
    one = unit.candidate
    headed = unit.caption and unit.values and one and (one.own_line or not one.indent)
    return () if headed else (unit.family, unit.series, str(len(unit.values)))


def flush_paragraph(text: str, items: Sequence[Unit], lines: Lines) -> tuple[Unit, int] | None:
    """Return the first paragraph behind a list to which a colon leads, and the innermost unit in which it stands.

    It stands behind the last sentence of the last item. The other items are no whole sentences ("… burns; or (b) …
    shines."), or none of them has a second paragraph. None where there is no such paragraph, where it names the last
    item, or stands right of its label, or where the last item ends in a list of its own to which a colon leads.

    Args:
        text: the stored text.
        items: of the list, two at least.
        lines: of the text.
    """
    last = items[-1]
    if len(items) < 2 or not series(last):
        return None
    if tail := _tail(text, items, lines):
        return last, tail
    if left := _left_of_labels(text, items, lines):
        return left
    if not (_is_led(text, items, lines) or _is_in_sentence(text, items, lines)):
        return None
    headed = _are_headed(text, items)
    if headed:
        if last.caption and last.candidate and last.candidate.own_line:
            return None  # paragraphs stand below a heading
        if 2 * sum(bool(one.values and one.caption) for one in items) >= len(items):
            return None  # so do they where most numbers have headings in front of their texts
    leaf = last
    while leaf.children:
        leaf = leaf.children[-1]
        if leaf.end != last.end or (series(leaf) and _is_led(text, _list_of(leaf), lines)):
            return None
    found = next(_sentences(text, leaf, lines, leaf.head if headed or leaf is not last else leaf.start), None)
    if found is None:
        return None
    start, stop = found
    if not _is_sentence(text, start, stop) or is_own(text, last, start):
        return None
    whole = [one for one in items[:-1] if not ITEM_ENDS.search(text[max(one.start, one.end - LEAD) : one.end])]
    if 2 * len(whole) >= len(items) and any(_has_second(text, one, lines) for one in whole):
        return None
    return leaf, start


def _are_headed(text: str, items: Sequence[Unit]) -> bool:
    """Return whether an item in front of the last one has a heading and text below it: "(a) $500." is only short."""
    return any(one.caption and text[one.head : one.end].strip(SPACE) for one in items[:-1])


def _is_led(text: str, items: Sequence[Unit], lines: Lines) -> bool:
    """Return whether a colon leads to a list: to one whose items have captions, words and not a heading alone."""
    start, end = lines.above(items[0].start)
    parent = items[0].parent
    if len(items) < 2 or parent is None or text[start:end].rstrip(SPACE)[-1:] not in LEADS:
        return False
    return not (items[-1].caption and parent.caption) or end - max(parent.head, start) > LONG


def _is_in_sentence(text: str, items: Sequence[Unit], lines: Lines) -> bool:
    """Return whether the items of a list are parts of a sentence, which leads to them without a colon."""
    start, end = lines.above(items[0].start)
    leads = text[start:end].rstrip(SPACE)[-1:]
    captions = any(one.caption for one in items[:-1])
    return (leads.isalnum() or leads == ",") and not captions and _parts(text, items) == len(items) - 1


def _parts(text: str, items: Sequence[Unit]) -> int:
    """Return how many of the items in front of the last one end as parts of a sentence."""
    return sum(bool(ITEM_ENDS.search(text[max(one.start, one.end - LEAD) : one.end])) for one in items[:-1])


def _tail(text: str, items: Sequence[Unit], lines: Lines) -> int:
    """Return where the paragraph begins that goes on with the sentence behind all items of a list; 0 without it.

    It stands in the column of their labels at most.
    """
    last = items[-1]
    inner = last.children and last.children[-1].end == last.end
    if inner or 2 * _parts(text, items) < len(items) - 1:
        return 0  # that list ends there, or the sentence of the last item goes on
    column = column_of(text, last.start)
    for (_, end), (start, _) in pairwise(lines.paragraphs(last)):
        if text.count("\n", end, start) > 1 and text[end - 1] in PART_ENDS and HOLDS.match(text, start):
            return start if start > last.head and column_of(text, start) <= column else 0
    return 0


def _left_of_labels(text: str, items: Sequence[Unit], lines: Lines) -> tuple[Unit, int] | None:
    """Return the first paragraph that stands left of the labels of a list, and the innermost unit in which it stands.

    It stands behind the last sentence of the last item, and on the same page of plain text. None where a label stands
    in the column of the paragraph, or inside a line, or a heading on a line of its own begins the last item.

    Args:
        text: the stored text.
        items: of the list, two at least.
        lines: of the text.
    """
    leaf = last = items[-1]
    if last.candidate and last.candidate.indent:
        return None
    while leaf.children and leaf.children[-1].end == last.end:
        leaf = leaf.children[-1]
    headed = any(one.caption and one.candidate and one.candidate.own_line for one in (last, leaf))
    if leaf.children or headed or any(text[text.rfind("\n", 0, one.start) + 1 : one.start].strip() for one in items):
        return None
    column = min(column_of(text, one.start) for one in items) - 1
    first = 0
    for start, stop in _sentences(text, leaf, lines, leaf.start):
        below = start > leaf.head and text.count("\n", lines.above(start)[1], start) <= GAP
        first = (first or start) if below and column_of(text, start) < column else 0
        if first and _is_sentence(text, start, stop):
            return None if is_own(text, last, first) else (leaf, first)
    return None


def _list_of(item: Unit) -> Sequence[Unit]:
    """Return the items of a list, ``item`` being the last unit of its parent."""
    siblings = item.parent.children if item.parent else []
    first = len(siblings)
    while first and series(siblings[first - 1]) == series(item):
        first -= 1
    return siblings[first:]


def _sentences(text: str, unit: Unit, lines: Lines, head: int) -> Iterator[Range]:
    """Yield the first line of each later paragraph of a unit that stands behind the end of a sentence.

    It stands behind a blank line, or is a line so long that it is not wrapped.

    Args:
        text: the stored text.
        unit: which is read.
        lines: of the text.
        head: the offset at which its first sentence begins.
    """
    for (first, end), (start, stop) in pairwise(lines.paragraphs(unit)):
        apart = text.count("\n", end, start) > 1 or stop - start > WIDE
        if apart and STOP.search(text, max(head, end - 2), end) and not NOTICE.match(text, first):
            yield start, stop


def _is_sentence(text: str, start: int, stop: int) -> bool:
    """Return whether a line begins a paragraph of sentences, and is no heading or foot of a page."""
    if stop - start <= LONG or not OPENS.match(text, start):
        return False
    wrapped = text[stop : stop + 2].count("\n") == 1
    return stop - start > SENTENCE or wrapped or SENTENCE_LINE.search(text, stop - LEAD, stop) is not None


def is_own(text: str, item: Unit, start: int) -> bool:
    """Return whether a paragraph is of an item: it stands right of its label, or names it as “this”.

    Args:
        text: the stored text.
        item: the last one of a list.
        start: the offset at which the paragraph begins.
    """
    return stands_right(text, item, start) or names_item(text, item, start)


def names_item(text: str, item: Unit, start: int) -> bool:
    """Return whether what begins at an offset names an item: "for this item (d)".

    Args:
        text: the stored text.
        item: the item.
        start: the offset.
    """
    label = item.candidate.printed if item.candidate else ""
    return re.search(rf"\bthis \w+ (?:[\w.]|\(\w+\))*{re.escape(label)}(?!\()", text[start : start + OWN]) is not None


def stands_right(text: str, item: Unit, start: int) -> bool:
    """Return whether a line stands right of the label of an item that begins its line.

    Args:
        text: the stored text.
        item: the item.
        start: offset of the first character of the line.
    """
    line = text.rfind("\n", 0, item.start) + 1
    return not text[line : item.start].strip() and column_of(text, start) > column_of(text, item.start) + 1


def _has_second(text: str, item: Unit, lines: Lines) -> bool:
    """Return whether an item has a second paragraph in front of its own items."""
    end = item.children[0].start if item.children else item.end
    return any(
        start < end and _is_sentence(text, start, stop) for start, stop in _sentences(text, item, lines, item.head)
    )
