"""Find the paragraphs at the end of an opinion that order: behind its reasons they are a chunk of their own."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from piperoll.chunking.merge import Range
from piperoll.corpora.hk_cases import roles
from piperoll.corpora.hk_cases.units import Unit

SHORTEST_OPINION = 60
"""Characters of the last section of an opinion, at least: "57. I agree." is another's, which orders nothing."""
SHORT = 200
"""Characters of a paragraph that may stand between those that order, at most."""
LEAST_REASONS = 1_000
"""Characters of the section in front of the order, at least; fewer stand in one chunk with it."""
LEAST_LINES = 2_000
"""Characters of a unit without number, at least, of which the lines that order are a unit of their own."""
LINE_END = re.compile(r"(?<=[.?!])[ \t\xa0]*\n(?=[A-Z\u4e00-\u9fff])")
"""The end of a line that ends a sentence."""


def with_order_apart(text: str, units: Sequence[Unit]) -> list[Unit]:
    """Return the units of a part, the last one cut where it orders, if its paragraphs are lost: only lines are left.

    Args:
        text: the stored text.
        units: the units, in order.
    """
    last = units[-1] if units else None
    if last is None or last.number or last.end - last.start < LEAST_LINES:
        return list(units)
    starts = [last.start, *(match.end() for match in LINE_END.finditer(text, last.start, last.end))]
    first = _order(text, [*zip(starts, [*starts[1:], last.end], strict=True)])
    if first is None:
        return list(units)
    end = len(text[: starts[first]].rstrip())
    return [*units[:-1], replace(last, end=end), replace(last, start=starts[first])]


def ordering(text: str, units: Sequence[Unit]) -> set[Unit]:
    """Return the units that order at the end of an opinion, or below a heading that says so, behind longer reasons.

    Args:
        text: the stored text.
        units: the units of a part of it, in order.
    """
    found: set[Unit] = set()
    for _, opinion in groupby(units, key=lambda unit: unit.series):
        sections = [list(section) for _, section in groupby(opinion, key=lambda unit: unit.section)]
        last = next((section for section in reversed(sections) if _may_order(section)), None)
        for section in sections:
            heading = roles.JOINED.join(section[0].headings)
            if section is not last and roles.named(heading) != roles.ORDER:
                continue
            first = None if roles.orders_all(heading) else _order(text, [(unit.start, unit.end) for unit in section])
            if first is not None:
                found.update(section[first:])
    return found


def _may_order(section: Sequence[Unit]) -> bool:
    """Return whether a section is neither a postscript nor the agreement of another judge."""
    postscript = any(map(roles.POSTSCRIPT.match, section[0].headings[-1:]))
    return not postscript and section[-1].end - section[0].start > SHORTEST_OPINION


def _order(text: str, spans: Sequence[Range]) -> int | None:
    """Return the first of the ranges at the end of a row that order, where what stands before it is longer."""
    at = first = len(spans)
    while at and (spans[at - 1][1] - spans[at - 1][0] <= SHORT or roles.disposes(text[slice(*spans[at - 1])])):
        at -= 1
        if roles.disposes(text[slice(*spans[at])]):
            first = at
    if not 0 < first < len(spans):
        return None
    reasons, order = spans[first][0] - spans[0][0], spans[-1][1] - spans[first][0]
    return first if reasons >= max(LEAST_REASONS, order) else None
