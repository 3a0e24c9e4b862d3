"""Find the item inside a line that leads to a list: "The port may close it: (a) by day; (b) by night, if: (i) …".

Nothing else opens "(a)" and "(b)" there, and what follows in the list would be cited without them.
"""

import re
from collections.abc import Sequence

from piperoll.corpora.clauses.tree.inner_items import BEHIND, LABEL, SENTENCE, InnerItems
from piperoll.corpora.clauses.tree.later_items import is_cited
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.corpora.clauses.words.labels import printed_as, readings
from piperoll.corpora.clauses.words.phrases import Brackets
from piperoll.corpora.clauses.words.stops import refers

LONGEST_LEAD_IN = 8_000
"""Characters in front of a list in which the item that leads to it is searched."""
LED = re.compile(r"[:—–]\s+(?:[-–]?\d{1,3}[-–]?\s+)?(?:_{5,}\s+)?\Z")
"""Matches the end of what leads to a list, also in front of the number and the rule at the end of a page."""
NEXT_ITEM = r"[;.]\s+(?:(?:and|or|and/or)\s+)?"
"""Matches between two items."""


def leading_items(
    items: InnerItems, stack: Sequence[Unit], start: int, end: int, series: str
) -> tuple[str, Sequence[int]]:
    """Return the series and the places of the items inside the open clause, the last of which leads to a list.

    A colon leads to the list. The last of the items is told by the stops in front of it and of the one behind the list,
    by the heading directly in front of the only one, or by the document, which cites "Section 5.1(b)(i)".

    Args:
        items: the labels inside the lines of the text.
        stack: the open units, the root first.
        start: offset of the first item of the list.
        end: offset behind which the next clause begins.
        series: of that list.

    Returns:
        No places where none leads to it.
    """
    text, clause = items.text, stack[-1]
    begin = max(clause.head, start - LONGEST_LEAD_IN)
    if len(stack) == 1 or not LED.search(text, begin, start):
        return "", ()
    brackets = Brackets(text, begin, start)
    labels = [match for match in LABEL.finditer(text, begin, start) if match[1] and not brackets.hold(match.start())]
    for match in reversed(labels):
        last = match.start()
        if refers(text, last, begin) or is_cited(text, begin, last):
            continue
        if SENTENCE.search(text, last, start):
            break
        for own, value in readings("()", match[2]):
            if own == series or any(unit.series == own for unit in stack) or items.places(own, value + 1, last, start):
                continue
            places = items.before(own, range(1, value + 1), begin, last + 1)
            if not places or any(brackets.hold(at) for at in places):
                continue
            directly = last <= clause.head + BEHIND if value == 1 else re.search(rf"{NEXT_ITEM}\Z", text[begin:last])
            counts = directly and ";" not in text[last:start]
            if _cites(text, stack, match[2]) or (counts and (value == 1 or _goes_on(items, own, value, start, end))):
                return own, places
    return "", ()


def _goes_on(items: InnerItems, series: str, value: int, start: int, end: int) -> bool:
    """Return whether the next item stands behind a list, which has no list of such items in itself.

    Args:
        items: the labels inside the lines of the text.
        series: of the item that leads to the list.
        value: of it.
        start: offset of the first item of the list.
        end: offset behind which the next clause begins.
    """
    behind = re.search(rf"{NEXT_ITEM}\({printed_as(series, value + 1)}\)\s", items.text[start:end])
    return behind is not None and not items.places(series, 1, start, start + behind.start())


def _cites(text: str, stack: Sequence[Unit], letters: str) -> bool:
    """Return whether a document cites an item of the open clause, and one below it: "Section 5.1(b)(i)"."""
    number = ""
    for unit in stack:
        if unit.values and unit.label:
            number = ".".join(unit.label.parts)
        elif unit.label and unit.series.startswith("()"):
            number += f"({unit.label.text})"
    return bool(number) and f"{number}({letters})(" in text
