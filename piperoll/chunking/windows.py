"""Cut a list of paragraphs into windows of whole paragraphs.

A window stays within a limit and may repeat the last paragraphs of the window before it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from piperoll.chunking.merge import Range


@dataclass(frozen=True, slots=True)
class Window:
    """A window holds the paragraphs ``first`` to ``last`` (inclusive); ``repeated`` of them are in the one before,
    too."""

    first: int
    last: int
    repeated: int


def windows(parts: Sequence[Range], limit: int, overlap: int = 0) -> Iterator[Window]:
    """Yield windows of whole paragraphs.

    A paragraph over the limit is a window of its own. Paragraphs are repeated only where a new one still fits.

    Args:
        parts: character ranges of the paragraphs, in order.
        limit: characters that a window spans at most.
        overlap: paragraphs that are repeated at most.

    Yields:
        The windows in order.
    """
    first = 0
    while first < len(parts):
        new = first
        repeated = 0
        if first and overlap:
            for back in range(1, min(overlap, first) + 1):
                if parts[new][1] - parts[first - back][0] > limit:
                    break
                repeated = back
        last = new
        start = parts[new - repeated][0]
        while last + 1 < len(parts) and parts[last + 1][1] - start <= limit:
            last += 1
        yield Window(new - repeated, last, repeated)
        first = last + 1
