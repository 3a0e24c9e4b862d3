"""Prove that nothing was lost: every non-space character is in a chunk or in a set-aside range."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from piperoll.ranges import Range, gaps, union

VISIBLE = re.compile(r"\S")
WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Coverage:
    """Hold the account of one document, in non-space characters."""

    characters: int
    covered: int
    set_aside: dict[str, int]
    uncovered: int
    mismatches: int
    first_gap: str = ""


def visible(text: str) -> int:
    """Return the number of non-space characters in ``text``."""
    return sum(map(len, text.split()))


def measure(text: str, chunks: Iterable[tuple[int, int, str]], set_aside: Iterable[tuple[int, int, str]]) -> Coverage:
    """Count how much of a text is covered.

    Args:
        text: the stored text.
        chunks: (start, end, content) of each chunk.
        set_aside: (start, end, reason) of each set-aside range.

    Returns:
        The account.
    """
    mismatches = 0
    spans: list[Range] = []
    for start, end, content in chunks:
        mismatches += text[start:end] != content or not 0 <= start <= end <= len(text)
        spans.append((start, end))
    in_chunks = union(spans)
    covered = sum(visible(text[start:end]) for start, end in in_chunks)
    asides: Counter[str] = Counter()
    for start, end, reason in set_aside:
        asides[reason] += visible(text[start:end])
        spans.append((start, end))
    missing = [text[start:end] for start, end in gaps(spans, len(text)) if not text[start:end].isspace()]
    uncovered = sum(map(visible, missing))
    return Coverage(
        visible(text), covered, dict(asides), uncovered, mismatches, missing[0].strip()[:80] if missing else ""
    )
