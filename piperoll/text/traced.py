"""Change a text and still know where each character of it stood."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from piperoll.ranges import Range


@dataclass(frozen=True, slots=True)
class Traced:
    """Hold a changed text, and for each of its characters the range of the first text that it stands for."""

    text: str
    ranges: tuple[Range, ...]

    @classmethod
    def of(cls, text: str) -> "Traced":
        """Return a text that nothing has changed yet."""
        return cls(text, tuple((at, at + 1) for at in range(len(text))))

    def sub(self, pattern: re.Pattern[str], written: str | Callable[[re.Match[str]], str]) -> "Traced":
        """Return the text with ``written`` for each match; all of it stands for the whole match."""
        pieces, ranges, last = [], list[Range](), 0
        for match in pattern.finditer(self.text):
            new = written if isinstance(written, str) else written(match)
            pieces += [self.text[last : match.start()], new]
            ranges += self.ranges[last : match.start()]
            if match[0] == new:
                ranges += self.ranges[match.start() : match.end()]
            elif new:
                ranges += [self.range(*match.span())] * len(new)
            last = match.end()
        return Traced("".join([*pieces, self.text[last:]]), (*ranges, *self.ranges[last:]))

    def without(self, match: re.Match[str]) -> "Traced":
        """Return the text without one match in it."""
        start, end = match.span()
        return Traced(self.text[:start] + self.text[end:], self.ranges[:start] + self.ranges[end:])

    def range(self, start: int, end: int) -> Range:
        """Return the range of the first text that ``text[start:end]`` stands for; ``start`` is before ``end``."""
        return self.ranges[start][0], self.ranges[end - 1][1]

    def matches(self, pattern: re.Pattern[str]) -> Iterator[tuple[str, int, int]]:
        """Yield each match that is not empty, with its range in the first text."""
        for match in pattern.finditer(self.text):
            yield match[0], *self.range(*match.span())
