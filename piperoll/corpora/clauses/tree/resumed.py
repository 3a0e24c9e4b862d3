"""Find the clauses that go on with the numbers of one that has ended: "4.2" behind signatures in the midst of 4."""

from piperoll.corpora.clauses.tree.units import Unit

MISSING = 1
"""Numbers that may be missing between the last one of a clause and the one that goes on: 12.7 was printed as 11.7."""


def resumed(root: Unit) -> dict[int, Unit]:
    """Return the headings over the clauses that stand behind the clause that their number names, by their identities.

    "12.8" goes on with 12 where 12.6 was in it, and "11.7" between them has ended it.

    Args:
        root: the tree of a document.
    """
    found: dict[int, Unit] = {}
    for parent in root.walk():
        ended: dict[tuple[int, ...], tuple[Unit, int]] = {}
        for unit in parent.children:
            above, last = ended.get(unit.values[:-1], (None, 0)) if len(unit.values) > 1 else (None, 0)
            if above and last < unit.values[-1] <= last + 1 + MISSING:
                found[id(unit)] = above
                ended[above.values] = above, unit.values[-1]
            inner = [one.values[-1] for one in unit.children if one.values and one.values[:-1] == unit.values]
            if unit.values and unit.caption and inner:
                ended[unit.values] = unit, inner[-1]
    return found
