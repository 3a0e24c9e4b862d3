"""Measure parts of a text in tokens, as they are embedded."""

from bisect import bisect_left
from itertools import accumulate

from piperoll.chunking.merge import Range
from piperoll.model import UNSEEN
from piperoll.text.tokens import CHARACTERS_PER_TOKEN, WIDE

MOST_UNSEEN = 4
"""A text counts for at least one part in this many of its length."""


class Sizes:
    """Measure parts of a text.

    Args:
        text: the stored text.
        wide: whether each character of Chinese, Japanese or Korean writing is a token.
    """

    def __init__(self, text: str, *, wide: bool) -> None:
        unseen = [match.span() for match in UNSEEN.finditer(text)]
        self.unseen = [start for start, _ in unseen]
        self.hidden = list(accumulate((end - start for start, end in unseen), initial=0))
        self.wide = [match.start() for match in WIDE.finditer(text)] if wide and not text.isascii() else []

    def size(self, part: Range) -> int:
        """Return the tokens of ``part`` as it is embedded: link targets and indentation must not move a cut."""
        start, end = part
        length = end - start
        if self.unseen:
            hidden = self.hidden[bisect_left(self.unseen, end)] - self.hidden[bisect_left(self.unseen, start)]
            length = max(length - hidden, length // MOST_UNSEEN)
        if self.wide:
            length += (CHARACTERS_PER_TOKEN - 1) * (bisect_left(self.wide, end) - bisect_left(self.wide, start))
        return -(-length // CHARACTERS_PER_TOKEN)

    def within(self, start: int, end: int, limit: int) -> bool:
        """Return whether a range has at most ``limit`` tokens; most ranges tell by their length.

        Args:
            start: offset of its first character.
            end: offset behind its last one.
            limit: the tokens.
        """
        length, most = end - start, limit * CHARACTERS_PER_TOKEN
        if self.wide:
            return self.size((start, end)) <= limit
        return length <= most or (length // MOST_UNSEEN <= most and self.size((start, end)) <= limit)
