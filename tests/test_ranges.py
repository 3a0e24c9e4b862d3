"""Ranges as sets, against the same characters as sets of numbers."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from piperoll.ranges import Range, common, gaps, length, union

RANGES = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=6)


def characters(ranges: list[Range]) -> set[int]:
    return {at for start, end in ranges for at in range(start, end)}


@given(RANGES, RANGES)
def test_they_hold_the_same_characters(ones: list[Range], others: list[Range]) -> None:
    joined = union(ones)
    assert characters(joined) == characters(ones)
    assert all(before[1] < after[0] for before, after in pairwise(joined))
    assert length(joined) == len(characters(ones))
    assert common(ones, others) == len(characters(ones) & characters(others))
    assert characters(gaps(ones, 20)) == set(range(20)) - characters(ones)
