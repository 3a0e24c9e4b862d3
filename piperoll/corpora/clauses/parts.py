"""Find the parts of a document whose clauses begin again at 1: "TERMS OF SALE", and clauses 1 to 14 below it.

The heading of such a part is often no larger than those of its clauses, or nothing marks it.
"""

from collections.abc import Sequence

from piperoll.corpora.clauses.ahead import COUNTED, GAP
from piperoll.corpora.clauses.units import PART, Unit


def set_parts(root: Unit) -> None:
    """Put the clauses that begin again directly below a heading under that heading."""
    for unit in list(root.walk()):
        if len(unit.children) > 2:
            unit.children = _with_parts(unit.children)


def _with_parts(siblings: Sequence[Unit]) -> list[Unit]:
    """Return the clauses of one parent, with those of each part moved to its heading."""
    kept: list[Unit] = []
    counted: set[str] = set()
    part: Unit | None = None
    outside = inside = 0
    for unit in siblings:
        number = _number(unit)
        if part is not None and unit.family == part.children[-1].family and _goes_on(number, inside, outside):
            _move(unit, part)
            inside = number
        elif number == 1 and unit.family in counted and kept and _is_heading_of(kept[-1], unit):
            part, inside = kept[-1], 1
            part.series = PART
            _move(unit, part)
        else:
            part = None
            if number:
                counted.add(unit.family)
                outside = number
            kept.append(unit)
    return kept


def _goes_on(number: int, inside: int, outside: int) -> bool:
    """Return whether a number goes on with those inside a part, and not with those in front of it."""
    return number == inside + 1 or (number > inside and number != outside + 1)


def _is_number(unit: Unit) -> bool:
    return unit.family in COUNTED


def _number(unit: Unit) -> int:
    """Return the number of a clause; 0 of one that has none, or several."""
    values = unit.label.values if unit.label and _is_number(unit) else ()
    return values[0] if len(values) == 1 else 0


def _is_heading_of(heading: Unit, first: Unit) -> bool:
    """Return whether a unit is only a heading, and directly above the first clause of its part."""
    candidate = heading.candidate
    return (
        candidate is not None
        and candidate.own_line
        and bool(candidate.caption)
        and not _is_number(heading)
        and not heading.children
        and first.start - heading.head <= GAP
    )


def _move(unit: Unit, part: Unit) -> None:
    unit.parent = part
    part.children.append(unit)
    part.end = unit.end
