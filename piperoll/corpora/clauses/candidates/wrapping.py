"""Tell the lines of a paragraph from headings on a page whose lines are wrapped, with a blank line between them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.pages.wrapped_lines import SENTENCE_ENDS

FULL = 0.75
"""Share of the usual width of wrapped lines from which a line is full."""


@dataclass(frozen=True, slots=True)
class Wrapping:
    """Say how the lines of a page are wrapped.

    Attributes:
        gap: line ends between two lines of a paragraph.
        width: characters of the shortest full line.
    """

    gap: int
    width: float

    def joins(self, text: str, before: Range, row: Range, after: Range) -> bool:
        """Return whether a line is one of a paragraph: a full line in front of it goes on, or it is one itself.

        Args:
            text: the stored text.
            before: the character range of the line before.
            row: the character range of the line.
            after: that of the line behind it.
        """
        line = text[slice(*row)]
        if line[-1] == "?" or line.isupper():
            return False
        begun = self._goes_on(text, before, row) and text[before[1] - 1] not in SENTENCE_ENDS
        return begun or self._goes_on(text, row, after)

    def paragraphs(self, text: str, rows: Sequence[Range]) -> dict[int, int]:
        """Return where each paragraph ends, by the start of its first line.

        Args:
            text: the stored text.
            rows: the character ranges of the lines.
        """
        ends: dict[int, int] = {}
        first = 0
        for (start, end), after in zip(rows, [*rows[1:], (0, 0)], strict=True):
            first = first or start + 1
            if not (after[1] and self._goes_on(text, (start, end), after)):
                ends[first - 1], first = end, 0
        return ends

    def _goes_on(self, text: str, row: Range, after: Range) -> bool:
        """Return whether a full line stands directly above the next one."""
        return row[1] - row[0] >= self.width and text.count("\n", row[1], after[0]) <= self.gap


def wrapping_of(text: str, rows: Sequence[Range]) -> Wrapping | None:
    """Return how the lines of a page are wrapped; None where no wider gap stands behind most ends of sentences."""
    gaps = [(start, end, after, text.count("\n", end, after)) for (start, end), (after, _) in pairwise(rows)]
    inside = [one for one in gaps if text[one[1] - 1] not in SENTENCE_ENDS and text[one[2]].islower()]
    behind = [gap for _, end, _, gap in gaps if text[end - 1] == "."]
    if not inside:
        return None
    common = Counter(gap for *_, gap in inside).most_common(1)[0][0]
    if 2 * sum(gap > common for gap in behind) <= len(behind):
        return None
    return Wrapping(common, FULL * median(end - start for start, end, _, _ in inside))


def joined(text: str, rows: Sequence[Range]) -> list[Range]:
    """Return the paragraphs of a plain text: its lines, those of a wrapped paragraph as one."""
    wrapping = wrapping_of(text, rows)
    return list(wrapping.paragraphs(text, rows).items()) if wrapping else list(rows)
