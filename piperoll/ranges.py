"""Treat ranges of characters as sets: what several ranges share is counted once."""

from collections.abc import Iterable

Range = tuple[int, int]
"""A character range: its start (inclusive) and its end (exclusive), in Unicode code points of the stored text."""


def union(ranges: Iterable[Range]) -> list[Range]:
    """Return the same characters as disjoint ranges, ascending; ranges that touch become one."""
    merged: list[Range] = []
    for start, end in sorted(one for one in ranges if one[0] < one[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def gaps(ranges: Iterable[Range], length: int) -> list[Range]:
    """Return the ranges of a text of ``length`` characters that are in none of ``ranges``."""
    between: list[Range] = []
    at = 0
    for start, end in union(ranges):
        if at < start:
            between.append((at, start))
        at = end
    if at < length:
        between.append((at, length))
    return between


def length(ranges: Iterable[Range]) -> int:
    """Return how many characters are in disjoint ranges."""
    return sum(end - start for start, end in ranges)


def overlap(one: Range, other: Range) -> int:
    """Return how many characters two ranges share."""
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def common(ones: Iterable[Range], others: Iterable[Range]) -> int:
    """Return how many characters two sets of ranges share."""
    others = union(others)
    return sum(overlap(one, other) for one in union(ones) for other in others)
