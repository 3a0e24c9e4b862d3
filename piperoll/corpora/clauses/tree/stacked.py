"""Put a heading of a page below the heading directly above it, where the upper one has no text of its own."""

import re
from collections.abc import Sequence

from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, BULLET_LEVEL
from piperoll.corpora.clauses.pages.furniture import key
from piperoll.corpora.clauses.tree.unit_kinds import RULES
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.corpora.clauses.words.captions import BREAKS_OFF
from piperoll.text.paragraphs import column_of

CODE = re.compile(r"\S*\d\S*")
"""Matches what numbers a heading that has no label: "API-2 Licence"."""


def set_below_headings(text: str, root: Unit) -> None:
    """Put each clause below the heading of its looks that stands directly above it: "Lamps", and "Red lamps"."""
    for unit in list(root.walk()):
        if len(unit.children) > 1:
            unit.children = _stacked(text, unit.children)


def _stacked(text: str, siblings: Sequence[Unit]) -> list[Unit]:
    """Return the clauses of one parent, with those below a heading over nothing moved to it."""
    kept: list[Unit] = []
    above: Unit | None = None
    filled = {key(unit.caption) for unit in siblings if not _is_empty(text, unit)}
    for index, unit in enumerate(siblings):
        if above is not None and _stands_below(text, above, unit):
            unit.parent = above
            above.children.append(unit)
            above.end = unit.end
            continue
        over = index + 1 < len(siblings) and key(unit.caption) not in filled and _is_over(text, siblings, index)
        over = over or (unit.level > 0 and len(unit.values) > 1)  # "4.2 Lamps" has text of its own, "Oil" has no number
        above = unit if over else None
        kept.append(unit)
    return kept


def _is_over(text: str, siblings: Sequence[Unit], index: int) -> bool:
    """Return whether a heading has nothing but the next one below it, and is no line of a list of headings."""
    unit, below = siblings[index : index + 2]
    if not _is_empty(text, unit) or _is_empty(text, below) or BREAKS_OFF.search(below.caption):
        return False
    if index and _is_empty(text, siblings[index - 1]) and unit.level == siblings[index - 1].level:
        return False
    names_page = not index and unit.parent is not None and unit.parent.parent is None and unit.level <= BOLD_LEVEL
    return _stands_below(text, unit, below) and (unit.label is not None or not names_page)


def _is_empty(text: str, unit: Unit) -> bool:
    """Return whether a clause is a heading on a line of its own, and nothing else."""
    candidate = unit.candidate
    heads = candidate is not None and candidate.own_line and candidate.indent > 0 and bool(unit.caption)
    return heads and not unit.children and not text[unit.head : unit.end].strip(RULES)


def _stands_below(text: str, above: Unit, unit: Unit) -> bool:
    """Return whether a clause stands below a heading over nothing, behind those that stand there already.

    All do whose numbers go on with its number, or have none where it has one; else only the first one of its looks.
    """
    if unit.values and above.values:
        return len(unit.values) > len(above.values) and unit.values[: len(above.values)] == above.values
    if unit.label or not unit.caption:
        return False
    if above.level == unit.level == BULLET_LEVEL:
        return column_of(text, unit.start) > column_of(text, above.start)
    if code := CODE.match(above.caption) if not above.label else None:
        inner = CODE.match(unit.caption)
        if inner and re.match(rf"{re.escape(code[0])}\.\d", inner[0]):
            return True
    if above.label:
        heads = above.level > 0 or len(above.values) > 1 or bool(above.candidate and above.candidate.bold)
        return heads and above.level in (0, unit.level)
    return not above.children and above.level <= BOLD_LEVEL and unit.level == above.level
