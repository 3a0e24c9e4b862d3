"""Cut a list of paragraphs into windows of whole paragraphs.

A window stays within a limit and may repeat the last paragraphs of the window before it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from piperoll.chunking.merge import Range

SHARE = 4
"""A window repeats at most a fourth of itself."""


@dataclass(frozen=True, slots=True)
class Window:
    """A window holds the paragraphs ``first`` to ``last`` (inclusive); ``repeated`` of them are in the one before,
    too."""

    first: int
    last: int
    repeated: int


def length(part: Range) -> int:
    """Return the characters of a range."""
    return part[1] - part[0]


def windows(
    parts: Sequence[Range], limit: int, overlap: int = 0, size: Callable[[Range], int] = length
) -> Iterator[Window]:
    """Yield windows of whole paragraphs, about as long as each other.

    A paragraph over the limit is a window of its own. Paragraphs are repeated only where a new one still fits, and
    where they are no more than a fourth of the window.

    Args:
        parts: character ranges of the paragraphs, in order.
        limit: characters that a window spans at most.
        overlap: paragraphs that are repeated at most.
        size: returns the size of a range; a longer one is no smaller.

    Yields:
        The windows in order.
    """
    first = 0
    left = _fewest(parts, limit, size)
    while first < len(parts):
        last = first
        aim = size((parts[first][0], parts[-1][1])) / max(1, left)
        whole = size(parts[first])
        while last + 1 < len(parts):
            grown = size((parts[first][0], parts[last + 1][1]))
            if grown > limit or (whole + grown) / 2 > aim:
                break
            last, whole = last + 1, grown
        repeated = 0
        end = parts[last][1]
        for back in range(1, min(overlap, first) + 1):
            whole = size((parts[first - back][0], end))
            if whole > limit or SHARE * size((parts[first - back][0], parts[first - 1][1])) > whole:
                break
            repeated = back
        yield Window(first - repeated, last, repeated)
        first = last + 1
        left -= 1


def _fewest(parts: Sequence[Range], limit: int, size: Callable[[Range], int]) -> int:
    """Return how many windows there are at least."""
    count, start = 0, None
    for part in parts:
        if start is None or size((start, part[1])) > limit:
            count, start = count + 1, part[0]
    return count
