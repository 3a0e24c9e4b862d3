"""Find paragraphs and lines in a text, as character ranges."""

import re
from collections.abc import Iterator
from functools import lru_cache

GAP = re.compile(r"\n[^\S\n]*\n\s*")
ROW = re.compile(r"\S(?:[^\n]*\S)?")
"""Matches a line that is not blank, trimmed."""


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a character range without the white space at its ends.

    Args:
        text: the stored text.
        start: offset of the first character.
        end: offset behind the last character.

    Returns:
        Start and end of the rest; (end, end) where there is nothing but white space.
    """
    if start < end and not (text[start].isspace() or text[end - 1].isspace()):
        return start, end
    body = text[start:end]
    lead = len(body) - len(body.lstrip())
    return (start + lead, start + len(body.rstrip())) if lead < len(body) else (end, end)


def paragraphs(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the paragraphs of ``text[start:end]``, which blank lines separate.

    Args:
        text: the stored text.
        start: offset of the first character.
        end: offset behind the last character; by default the end of the text.

    Yields:
        The character range of each paragraph, trimmed and not empty.
    """
    at, stop = trim(text, start, len(text) if end is None else end)
    for gap in GAP.finditer(text, at, stop):
        last = gap.start()
        while text[last - 1].isspace():
            last -= 1
        yield at, last
        at = gap.end()
    if at < stop:
        yield at, stop


def column_of(text: str, at: int) -> int:
    """Return the column of an offset in its line."""
    return at - text.rfind("\n", 0, at) - 1


def lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the lines of ``text[start:end]``.

    Args:
        text: the stored text.
        start: offset of the first character.
        end: offset behind the last character.

    Yields:
        The character range of each line, without its line end.
    """
    at = start
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        yield at, stop
        at = stop + 1


def rows(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the lines of ``text[start:end]`` that are not blank, trimmed.

    Args:
        text: the stored text.
        start: offset of the first character.
        end: offset behind the last character; by default the end of the text.

    Yields:
        The character range of each line, without the white space at its ends.
    """
    for match in ROW.finditer(text, start, len(text) if end is None else end):
        yield match.span()


@lru_cache(maxsize=1)
def all_rows(text: str) -> tuple[tuple[int, int], ...]:
    """Return what :func:`rows` yields of a whole text; that of the last text is remembered."""
    return tuple(rows(text))
