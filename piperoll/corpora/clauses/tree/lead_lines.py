"""Give items the line that leads to them: "(c) …;", "but not in winter:", "(d) …", or a list that begins again."""

import re
from itertools import pairwise

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.pages.page_gaps import NO_EDGES, Edges
from piperoll.corpora.clauses.tree.flush import LEADS, OPENS, SPACE, Lines, is_own
from piperoll.corpora.clauses.tree.unit_kinds import precedes
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
    for item in list(root.walk()):
        if item.parent is None or not item.children or not _begins_again(item):
            continue
        lines = lines or Lines(text, edges)
        at, end = _behind_first_paragraph(text, item, lines)
        if not at:
            continue
        over = item
        while over.parent and over.parent.parent and id(over.parent) in made:
            over = over.parent
        parent = over.parent
        assert parent is not None
        line = text[at:end].rstrip()
        headed = len(line) <= CAPTION_LENGTH and line[-1] not in STOPS and is_title(line)
        own = Candidate(at, at + len(line), caption=line, own_line=True) if headed else Candidate(at, at)
        unit = Unit(at, item.end, own.end, own, "caption" if headed else FURTHER, 0, parent, item.children)
        made.add(id(unit))
        parent.children.insert(parent.children.index(over) + 1, unit)
        item.children = []
        for child in unit.children:
            child.parent = unit
        while item is not parent:
            item.end = at
            assert item.parent is not None
            item = item.parent


def _begins_again(item: Unit) -> bool:
    """Return whether an item is the last one of its list and begins with another list, as no other item does.

    That list is of its own style, or the item is a letter without a caption, or a definition.
    """
    siblings = item.parent.children if item.parent else []
    first, own = item.children[0], item.candidate
    if item.family not in ("letter", "number") or item.level or (item.caption and own and own.own_line):
        return False
    if (first.values[-1] if first.values else first.value) != 1 or any(precedes(item, one) for one in siblings):
        return False
    if _style(item) == _style(first):
        return True
    others = [one for one in siblings if one is not item and _style(one) == _style(item)]
    within = any(_style(inner) == _style(first) for one in others for inner in one.children)
    titled = item.caption and not (own and own.definition)
    return bool(others) and item.family == "letter" and not (titled or within)


def _style(item: Unit) -> tuple[str, str, int, str]:
    """Return what the labels of one list have in common, with the marks around them: "()" of "(1)"."""
    marks = re.sub(r"\w", "", item.candidate.printed) if item.candidate else ""
    return item.family, item.series, len(item.values), marks


def _behind_first_paragraph(text: str, item: Unit, lines: Lines) -> tuple[int, int]:
    """Return the line of an item with which its second paragraph begins, in front of its own items; (0, 0) without."""
    first = item.children[0]
    leads = text[item.start : first.start].rstrip(SPACE)[-1:] in LEADS
    again = _style(item) == _style(first)
    for (_, end), (start, stop) in pairwise(lines.paragraphs(item)):
        if start >= first.start or text[end - 1] in LEADS:
            break
        blank = text.count("\n", end, start)
        apart = start >= item.head and (blank > 1 or (blank == 0 and not item.caption)) and OPENS.match(text, start)
        closed = text[end - 1] in STOPS
        if apart and closed + leads + again > 1 and not is_own(text, item, start):
            return start, min(stop, first.start)
    return 0, 0


def _last(unit: Unit) -> Unit:
    """Return the innermost unit at the end of one."""
    while unit.children:
        unit = unit.children[-1]
    return unit


def has_lead_line(item: Unit) -> bool:
    """Return whether an item begins with the line that leads to it."""
    return item.candidate is not None and item.start < item.candidate.start
