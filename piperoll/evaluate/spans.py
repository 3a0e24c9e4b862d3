"""Ranges of characters as sets: overlap is counted once, however many ranges share it."""

from collections.abc import Iterable

Span = tuple[int, int]
"""Half open, in Unicode code points of the stored text."""


def union(spans: Iterable[Span]) -> list[Span]:
    """The same characters as disjoint ranges, ascending; ranges that touch become one."""
    merged: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def length(spans: Iterable[Span]) -> int:
    """Characters in ranges that are disjoint."""
    return sum(end - start for start, end in spans)


def overlap(one: Span, other: Span) -> int:
    """Characters that both have."""
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def common(ones: Iterable[Span], others: Iterable[Span]) -> int:
    """Characters that both sets have."""
    others = union(others)
    return sum(overlap(one, other) for one in union(ones) for other in others)
