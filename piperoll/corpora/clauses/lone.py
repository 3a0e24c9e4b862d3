"""Put beside a lone bold line what stands beside it, where bold words in front of texts head the clauses before it."""

from piperoll.corpora.clauses.ahead import GAP
from piperoll.corpora.clauses.candidate import BOLD_LEVEL
from piperoll.corpora.clauses.units import Unit

LEAST = 2
"""Clauses in front of the lone line whose bold words run into their text, from which those behind it are like them."""


def set_beside_lone_lines(root: Unit) -> None:
    """Put what stands below a lone bold line behind it: "**Oil.** The keeper", and "**Guests from abroad**" alone.

    The line is a heading as the others are, only that its text begins on a line of its own.
    """
    for parent in list(root.walk()):
        alone = [unit for unit in parent.children if _is_bold_line(unit)]
        if len(alone) != 1:
            continue
        at = parent.children.index(alone[0])
        line = alone[0]
        if (
            sum(map(_runs_in, parent.children[:at])) < LEAST
            or not line.children
            or not all(map(_runs_in, line.children))
        ):
            continue
        if line.children[0].start - line.head > GAP:
            parent.children[at + 1 : at + 1] = line.children
            for unit in line.children:
                unit.parent = parent
            line.end, line.children = line.children[0].start, []


def _is_bold_line(unit: Unit) -> bool:
    return unit.level == BOLD_LEVEL and not unit.label


def _runs_in(unit: Unit) -> bool:
    """Return whether bold words in front of a text head a clause."""
    one = unit.candidate
    return one is not None and one.bold and not one.own_line and not one.label
