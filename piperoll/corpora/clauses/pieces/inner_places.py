"""Name the items of lists inside the sentences of a clause, which open no clauses: "8.1.b" in the third part of 8.1."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from piperoll.corpora.clauses.tree.later_items import is_cited
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.corpora.clauses.words.labels import readings
from piperoll.corpora.clauses.words.phrases import Brackets
from piperoll.text.sentences import ends

LABEL = re.compile(r"(?<!\S)(?P<open>\(?)(?P<text>[A-Za-z]{1,5}|\d{1,2})\)(?=\s)")
"""Matches a label in brackets, "(a)", or before one, "a)"."""
LAST = {"w": 0, "x": 1, "y": 2, "z": 3}
"""Letters that count a list of their own, "(x) …, (y) …", which begins with one of the first two."""


@dataclass(slots=True)
class _List:
    """A list that is read: its series, the value of its last item, and the places of its items."""

    series: str
    value: int
    places: list[tuple[int, str]]
    inside: "_List | None" = None
    again: bool = False
    """Whether another list of its series, or the end of a sentence of the item around it, stands in front of it."""

    @property
    def counts(self) -> bool:
        """Return whether its items can be named: it has two, and nothing around it begins again."""
        return len(self.places) > 1 and not self.again and (self.inside is None or self.inside.counts)


def inner_places(text: str, unit: Unit) -> Iterator[tuple[int, str]]:
    """Yield the offsets and paths of the items inside the sentences of a clause, in front of its sub-clauses.

    An item of a list that begins again in the clause, or in an item, has no path of its own.

    Args:
        text: the stored text.
        unit: the clause.
    """
    open_: list[_List] = []
    found: list[tuple[_List, int]] = []
    end = unit.children[0].start if unit.children else unit.end
    brackets = Brackets(text, unit.head, end)
    for label in LABEL.finditer(text, unit.head, end):
        at = label.start()
        if brackets.hold(at) or is_cited(text, unit.head, at):
            continue
        reads = readings(f"{label['open']})", label["text"])
        if label["text"] in LAST:
            reads.append(("last", LAST[label["text"]]))
        after = next((one for one in reversed(open_) if (one.series, one.value + 1) in reads), None)
        if after is not None:
            del open_[open_.index(after) + 1 :]
            after.value += 1
        elif series := next((series for series, value in reversed(reads) if value <= 1), ""):
            again = next((depth for depth, one in enumerate(open_) if one.series == series), None)
            del open_[len(open_) if again is None else again :]
            inside = open_[-1] if open_ else None
            apart = again is not None or (inside and next(ends(text, inside.places[-1][0], at), at) < at)
            after = _List(series, dict(reads)[series], [], inside, bool(apart))
            open_.append(after)
        else:
            continue
        above = after.inside.places[-1][1] if after.inside else unit.path
        after.places.append((at, f"{above}.{label['text'].lower()}"))
        found.append((after, len(after.places) - 1))
    yield from (one.places[index] for one, index in found if one.counts)
