"""Find the further documents of a page: the edition that was in force before, or a policy behind the terms."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from piperoll.corpora.clauses.ahead import GAP
from piperoll.corpora.clauses.candidate import BULLET_LEVEL, Candidate
from piperoll.corpora.clauses.contents import key
from piperoll.corpora.clauses.units import DOCUMENT, Unit

LEAST = 3
"""Clauses with a heading from which they are a document."""
SHARE = 0.6
"""Share of the clauses of both editions that have the same heading."""
MOST = 0.5
"""Share of the text of a page in the unit whose clauses begin again."""

LOWEST = BULLET_LEVEL + 1
"""Level of a clause that nothing marks."""


def set_documents(root: Unit) -> None:
    """Put the clauses of each further document of a page, over which no heading stands, below a unit of its own."""
    around: Unit | None = root
    while around is not None:
        for number, (start, end) in reversed(list(enumerate(_further(around.children), 2))):
            _gather(around, start, end, number)
        around = next(
            (unit for unit in around.children if not unit.label and unit.end - unit.start > MOST * root.end), None
        )


def _further(units: Sequence[Unit]) -> Iterator[tuple[int, int]]:
    """Yield where each further document begins and ends among the units of one parent."""
    begins = [index for index in range(1, len(units)) if _begins_again(units, index)]
    if begins:
        yield from pairwise((*begins, len(units)))
        return
    headings = [key(unit.caption) for unit in units]
    first = {heading: index for index, heading in reversed(list(enumerate(headings)))}
    again = next((index for index, heading in enumerate(headings) if heading and first[heading] < index), 0)
    if not again:
        return
    begin = _first_number(units, first[headings[again]])
    starts = [_first_number(units, index) for index, heading in enumerate(headings) if heading == headings[again]][1:]
    own = set(headings[begin : starts[0]])
    for start, end in pairwise((*starts, len(units))):
        alike = sum(heading in own and heading != "" for heading in headings[start:end])
        if alike >= max(LEAST, SHARE * max(len(own), end - start)):
            yield start, end


def _begins_again(units: Sequence[Unit], index: int) -> bool:
    """Return whether numbers of marked headings begin again behind a series of their rank."""
    series = units[index : index + LEAST]
    rank = units[index].level
    if not rank or [unit.values for unit in series] != [(number,) for number in range(1, LEAST + 1)]:
        return False
    before = next((unit for unit in reversed(units[:index]) if unit.values), None)
    return (
        before is not None
        and before.values >= (LEAST,)
        and before.level == rank
        and all(unit.caption and unit.level == rank for unit in series)
    )


def _first_number(units: Sequence[Unit], index: int) -> int:
    """Return the index of the first of the numbers that count up to a unit."""
    while index and units[index].values and units[index - 1].values == (units[index].values[0] - 1,):
        index -= 1
    return index


def _gather(around: Unit, start: int, end: int, number: int) -> None:
    """Put the units ``start`` to ``end`` of a parent below the heading in front of them, or a unit of their own."""
    units = around.children[start:end]
    at = units[0].start
    document = Unit(at, at, at, Candidate(at, at), DOCUMENT, number, around)
    heading = around.children[start - 1]
    outranks = at - heading.head <= GAP or 0 < heading.level < (units[0].level or LOWEST)
    if outranks and heading.caption and not heading.label and not heading.children:
        document, start = heading, start - 1
        document.series = DOCUMENT
    document.end = units[-1].end
    document.children = units
    for unit in units:
        unit.parent = document
    around.children[start:end] = [document]
