"""Put beside a lone heading what stands beside it, where the parts or clauses around it have no such heading."""

from collections.abc import Sequence

from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, GAP
from piperoll.corpora.clauses.tree.units import Unit

FEW = 2
"""Lone lines at most among the clauses of one parent; where there are more, each of them heads a chapter."""
LEAST = 2
"""Clauses in front of the lone line whose bold words run into their text, from which those behind it are like them, and
parts whose numbers stand directly below their heading."""


def set_beside_lone_lines(root: Unit) -> None:
    """Put what stands below a lone bold line behind it: "**Oil.** The keeper", and "**Guests from abroad**" alone.

    The line is a heading as the others are, only that its text begins on a line of its own.
    """
    for parent in list(root.walk()):
        alone = [unit for unit in parent.children if _is_bold_line(unit)]
        for line in alone if len(alone) <= FEW else []:
            at = parent.children.index(line)
            if (
                sum(map(_runs_in, parent.children[:at])) < LEAST
                or not line.children
                or not all(map(_runs_in, line.children))
                or line.children[0].start - line.head <= GAP
            ):
                continue
            parent.children[at + 1 : at + 1] = line.children
            for unit in line.children:
                unit.parent = parent
            line.end, line.children = line.children[0].start, []


def set_beside_lone_notices(root: Unit) -> None:
    """Put the numbers of a part behind the only heading of that part: "WARNING!" is over a notice, and over no clause.

    In the other parts of the page the numbers stand directly below the heading of the part.
    """
    for whole in list(root.walk()):
        parts = [unit for unit in whole.children if unit.level and not unit.label]
        direct = sum(_is_first(part.children[:1]) for part in parts)
        for part in parts if direct >= LEAST else []:
            notice = part.children[0] if len(part.children) == 1 else None
            if notice is None or notice.label or not notice.level or not _is_first(notice.children[:1]):
                continue
            first = notice.children[0]
            if first.start - notice.head > GAP:
                part.children += notice.children
                for unit in notice.children:
                    unit.parent = part
                notice.end, notice.children = first.start, []


def _is_first(units: Sequence[Unit]) -> bool:
    """Return whether a number 1 is the first one of some units."""
    return any(unit.values == (1,) for unit in units)


def _is_bold_line(unit: Unit) -> bool:
    return unit.level == BOLD_LEVEL and not unit.label


def _runs_in(unit: Unit) -> bool:
    """Return whether bold words in front of a text head a clause."""
    one = unit.candidate
    return one is not None and one.bold and not one.own_line and not one.label
