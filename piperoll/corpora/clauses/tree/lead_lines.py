"""Give items the line that leads to them: "(c) …;", "but not in winter:", "(d) …", or a list that begins again."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.pages.page_gaps import NO_EDGES, Edges
from piperoll.corpora.clauses.tree.flush import LEADS, OPENS, SPACE, Lines, is_own
from piperoll.corpora.clauses.tree.units import FURTHER, Unit
from piperoll.corpora.clauses.words.captions import CAPTION_LENGTH, is_title

COMPLETE = re.compile(r"(?i)[.;](?:\s+(?:and|or))?\s*\Z")
"""Matches the end of an item behind which a line can lead to the next ones."""
SHORT = 80
"""Characters of such a line that begins with a small letter; a longer one goes on with a sentence."""
STOPS = frozenset('.;:!?)”"')
"""Last characters of a paragraph, and none of a heading."""
BEFORE = 20
"""Characters in front of such a line that are read."""


def set_lead_lines(text: str, root: Unit, edges: Edges = NO_EDGES) -> None:
    """Let items begin with the line that leads to them behind the item in front, which ends there.

    Args:
        text: the stored text.
        root: of its clauses.
        edges: what is printed around its pages.
    """
    _end_in_front_of_lists(text, root, edges)
    lines: Lines | None = None
    for unit in root.walk():
        for before, item in pairwise(unit.children):
            one = item.candidate
            if one is None or item.family != "letter" or one.led - 1 <= before.head or before.end != item.start:
                continue
            if (before.series, before.value + 1) != (item.series, item.value):
                continue
            at = one.led - 1
            if _last(before).start >= at:
                continue  # a heading of its own stands in that line
            lines = lines or Lines(text)
            start, end = lines.above(at)
            line = text[at : item.start].rstrip(SPACE)
            if line[-1:] not in LEADS or (line.lstrip()[:1].islower() and len(line) > SHORT):
                continue
            if COMPLETE.search(text, max(start, end - BEFORE), end):
                item.start = at
                last: Unit | None = before
                while last is not None and last.end > at:
                    last.end = at
                    last = last.children[-1] if last.children else None


def _end_in_front_of_lists(text: str, root: Unit, edges: Edges) -> None:
    """End the last item of a list in front of the paragraphs behind which the list begins again: "3. …", "1. …"."""
    lines: Lines | None = None
    made: set[int] = set()
    waiting = [root]
    while waiting:
        around = waiting.pop()
        for item in _begun_again(around.children):
            lines = lines or Lines(text, edges)
            if found := _behind_first_paragraph(text, item, lines):
                over = item
                while over.parent is not None and id(over.parent) in made and over.parent.children[-1] is over:
                    over = over.parent
                unit = _end_at(text, over, *found)
                made.add(id(unit))
                if unit.parent is not around:
                    waiting.append(unit)
        waiting += around.children


def _end_at(text: str, item: Unit, at: int, end: int) -> Unit:
    """End an item, and the last ones in it, in front of a line; return the unit that begins with it and has the rest.

    Args:
        text: the stored text.
        item: the outermost item that ends.
        at: offset of the first character of the line.
        end: offset behind its last character.
    """
    parent = item.parent
    assert parent is not None
    line = text[at:end].rstrip()
    headed = len(line) <= CAPTION_LENGTH and line[-1] not in STOPS and is_title(line)
    own = Candidate(at, at + len(line), caption=line, own_line=True) if headed else Candidate(at, at)
    unit = Unit(at, item.end, own.end, own, "caption" if headed else FURTHER, 0, parent)
    index = next(index for index, one in enumerate(parent.children) if one is item)
    parent.children.insert(index + 1, unit)
    while item.children and item.children[0].start < at:
        item.end = at
        item = item.children[-1]
    item.end = at
    unit.children, item.children = item.children, []
    for child in unit.children:
        child.parent = unit
    return unit


def _begun_again(siblings: Sequence[Unit]) -> list[Unit]:
    """Return the items that are the last ones of their lists and begin with another list, as no other item does.

    That list is of their own style, or they are letters without captions, or definitions.
    """
    styles = Counter(map(_style, siblings))
    labels = {(_style(one), _value(one)) for one in siblings}
    inner = Counter((_style(one), style) for one in siblings for style in set(map(_style, one.children)))
    found: list[Unit] = []
    for item in siblings:
        style, own = _style(item), item.candidate
        if not item.children or item.family not in ("letter", "number") or (style, _value(item) + 1) in labels:
            continue
        first = _style(item.children[0])
        titled = item.caption != "" and not (own and own.definition)
        among = item.family == "letter" and not titled and styles[style] > 1 and inner[style, first] == 1
        heads = item.level > 0 or (item.caption != "" and own is not None and own.own_line)
        if _value(item.children[0]) == 1 and (first == style or among) and not heads:
            found.append(item)
    return found


def _value(item: Unit) -> int:
    """Return the number of an item in its list."""
    return item.values[-1] if item.values else item.value


def _style(item: Unit) -> tuple[str, str, int, str]:
    """Return what the labels of one list have in common, with the marks around them: "()" of "(1)"."""
    marks = re.sub(r"\w", "", item.candidate.printed) if item.candidate else ""
    return item.family, item.series, len(item.values), marks


def _behind_first_paragraph(text: str, item: Unit, lines: Lines) -> tuple[int, int] | None:
    """Return the line of an item with which its second paragraph begins, in front of its own items; None without."""
    first = item.children[0]
    leads = text[item.start : first.start].rstrip(SPACE)[-1:] in LEADS
    again = _style(item) == _style(first)
    if leads and item.caption and any(_value(one) == _value(item) + 1 for one in item.children if again):
        return None  # the clause behind it may be the one that counts on
    for (_, end), (start, stop) in pairwise(lines.paragraphs(item)):
        if start >= first.start or text[end - 1] in LEADS:
            break
        blank = text.count("\n", end, start)
        apart = start >= item.head and (blank > 1 or (blank == 0 and not item.caption)) and OPENS.match(text, start)
        closed = text[end - 1] in STOPS
        if apart and closed + leads + again > 1 and not is_own(text, item, start):
            return start, min(stop, first.start)
    return None


def _last(unit: Unit) -> Unit:
    """Return the innermost unit at the end of one."""
    while unit.children:
        unit = unit.children[-1]
    return unit


def has_lead_line(item: Unit) -> bool:
    """Return whether an item begins with the line that leads to it."""
    return item.candidate is not None and item.start < item.candidate.start
