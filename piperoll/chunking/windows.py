"""Windows of whole paragraphs: up to a limit, never inside one, with the last ones again at the start of the next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from piperoll.chunking.merge import Range


@dataclass(frozen=True, slots=True)
class Window:
    """Paragraphs ``first`` to ``last`` (inclusive) of a list; ``repeated`` of them were in the window before."""

    first: int
    last: int
    repeated: int


def windows(parts: Sequence[Range], limit: int, overlap: int = 0) -> Iterator[Window]:
    """Cut ``parts`` (ranges in order) into windows that span at most ``limit`` characters.

    A single part over the limit is a window of its own. ``overlap`` parts are repeated at most, and none that
    would leave no room for a new one.
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
