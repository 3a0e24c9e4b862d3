"""Describe a scorer: how it is run, and how its scores take part in the fusion."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from piperoll.search.lexical import Hits
from piperoll.search.modes import Mode
from piperoll.search.normalise import Floats, by_the_best
from piperoll.search.query import Query


def nothing(ids: Sequence[int]) -> dict[int, float]:
    """Return the scores of chunks by a scorer that lists all that it finds."""
    return {}


class Scored(NamedTuple):
    """Hold what a scorer finds: at most ``query.pool`` chunks that pass the filters, best first.

    ``others`` is asked for chunks that other scorers found. Those that it leaves out have nothing of what is asked for.
    ``certain`` are chunks that come before all others.
    """

    best: Hits
    others: Callable[[Sequence[int]], Mapping[int, float]] = nothing
    certain: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class ScorerSpec:
    """Describe one scorer: everything that the search needs to know about it."""

    name: str
    """In weights, and in the ``scores`` of a hit."""
    run: Callable[[Query], Scored]
    weight: float
    """How much it counts without settings; 0: it is not asked."""
    mode: Mode = Mode.LEXICAL
    """The mode besides ``hybrid`` in which it takes part; ``hybrid``: in no other."""
    normalise: Callable[[Floats], Floats] = by_the_best
    """Brings its scores onto 0..1 within the candidates."""
    finds: bool = True
    """Whether it finds chunks by itself; False: it only scores what others find."""
