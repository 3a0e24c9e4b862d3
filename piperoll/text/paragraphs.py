"""Blank-line separated paragraphs and sentence ends, as ranges."""

import re
from collections.abc import Iterator

GAP = re.compile(r"\n[^\S\n]*\n\s*")
SENTENCE_END = re.compile(r'[.!?]["”»)\]]?\s+(?=["“”»(\[]?[A-ZÅÄÖ])')


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """``start, end`` without the white space at either side."""
    body = text[start:end]
    lead = len(body) - len(body.lstrip())
    return (start + lead, start + len(body.rstrip())) if lead < len(body) else (end, end)


def paragraphs(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Ranges of the paragraphs of ``text[start:end]``, trimmed, none of them empty."""
    at, stop = trim(text, start, len(text) if end is None else end)
    for gap in GAP.finditer(text, at, stop):
        last = gap.start()
        while text[last - 1].isspace():
            last -= 1
        yield at, last
        at = gap.end()
    if at < stop:
        yield at, stop


def lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Ranges of the lines of ``text[start:end]``, without their line ends."""
    at = start
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        yield at, stop
        at = stop + 1
