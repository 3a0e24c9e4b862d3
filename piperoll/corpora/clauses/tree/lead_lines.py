"""Give an item the line above it that leads to the rest of its list: "(c) …;", "but not in winter:", "(d) …"."""

import re
from itertools import pairwise

from piperoll.corpora.clauses.tree.flush import LEADS, SPACE, Lines
from piperoll.corpora.clauses.tree.units import Unit

COMPLETE = re.compile(r"(?i)[.;](?:\s+(?:and|or))?\s*\Z")
"""Matches the end of an item behind which a line can lead to the next ones."""
SHORT = 80
"""Characters of such a line that begins with a small letter; a longer one goes on with a sentence."""
BEFORE = 20
"""Characters in front of such a line that are read."""


def set_lead_lines(text: str, root: Unit) -> None:
    """Let items begin with the line that leads to them behind the item in front, which ends there."""
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


def _last(unit: Unit) -> Unit:
    """Return the innermost unit at the end of one."""
    while unit.children:
        unit = unit.children[-1]
    return unit


def has_lead_line(item: Unit) -> bool:
    """Return whether an item begins with the line that leads to it."""
    return item.candidate is not None and item.start < item.candidate.start
