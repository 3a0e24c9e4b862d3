"""Find the further documents of a page: the edition that was in force before, or a policy behind the terms."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from piperoll.corpora.clauses.candidates.candidate import BULLET_LEVEL, GAP, Candidate
from piperoll.corpora.clauses.pages.furniture import key
from piperoll.corpora.clauses.tree.titled import set_titled
from piperoll.corpora.clauses.tree.units import DOCUMENT, Unit

LEAST = 3
"""Clauses with a heading from which they are a document."""
SHARE = 0.6
"""Share of the clauses of both editions that have the same heading."""
MOST = 0.5
"""Share of the text of a page in the unit whose clauses begin again."""

LOWEST = BULLET_LEVEL + 1
"""Level of a clause that nothing marks."""


def set_documents(text: str, root: Unit) -> None:
    """Put the clauses of each further document of a page below its title, or below a unit of its own without any.

    Args:
        text: the stored text.
        root: the tree.
    """
    set_titled(text, root)
    around: Unit | None = root
    while around is not None:
        further = list(enumerate(_further(around.children), 2))
        shared = _shared(around.children) if further else set()
        told, begun = False, len(around.children)
        for number, (start, end) in reversed(further):
            told = _promote_edition(around.children, start - 1, shared)
            begun = _gather(around, start, min(end, begun), number, told=told)
        if told:
            _set_first_edition(around, begun, shared)
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


def _edition(heading: Unit) -> Unit | None:
    """Return what tells the edition directly below the heading of a document: "If you live abroad"; None without it."""
    inner = heading.children[0] if len(heading.children) == 1 and not heading.label else None
    candidate = inner.candidate if inner and not (inner.label or inner.children) else None
    if inner and candidate and candidate.own_line and candidate.level and inner.start - heading.head <= GAP:
        return inner
    return None


def _shared(siblings: Sequence[Unit]) -> set[str]:
    """Return the headings that several editions of a document have, each with what tells it below."""
    times = Counter(key(unit.caption) for unit in siblings if _edition(unit))
    return {heading for heading, number in times.items() if number > 1}


def _promote_edition(siblings: list[Unit], index: int, shared: Container[str]) -> bool:
    """Put what tells the edition of a document in the place of its ``shared`` heading; return whether anything does."""
    heading = siblings[index]
    edition = _edition(heading)
    if edition is None or key(heading.caption) not in shared:
        return False
    _replace(siblings, index, edition)
    return True


def _replace(siblings: list[Unit], index: int, edition: Unit) -> None:
    edition.start, edition.parent = siblings[index].start, siblings[index].parent
    siblings[index] = edition


def _set_first_edition(around: Unit, second: int, shared: Container[str]) -> None:
    """Put the clauses of the first edition below what tells it; ``second`` is the index of the second edition."""
    siblings = around.children
    before = enumerate(siblings[:second])
    first = next((index for index, unit in before if _edition(unit) and key(unit.caption) in shared), second)
    edition = _edition(siblings[first])
    if edition is None:
        return
    _replace(siblings, first, edition)
    edition.children = siblings[first + 1 : second]
    del siblings[first + 1 : second]
    for unit in edition.children:
        unit.parent = edition
        edition.end = unit.end


def _gather(around: Unit, start: int, end: int, number: int, *, told: bool) -> int:
    """Put the units ``start`` to ``end`` of a parent below the heading in front of them, or a unit of their own.

    Args:
        around: the parent.
        start: the index of the first unit.
        end: the index behind the last one.
        number: which document of the page it is.
        told: whether the heading in front tells the edition.

    Returns:
        The index at which the document stands now.
    """
    units = around.children[start:end]
    at = units[0].start
    document = Unit(at, at, at, Candidate(at, at), DOCUMENT, number, around)
    heading = around.children[start - 1]
    outranks = told or at - heading.head <= GAP or 0 < heading.level < (units[0].level or LOWEST)
    if outranks and heading.caption and not heading.label and not heading.children:
        document, start = heading, start - 1
        document.series = DOCUMENT
    document.end = units[-1].end
    document.children = units
    for unit in units:
        unit.parent = document
    around.children[start:end] = [document]
    return start
