"""Windows hold whole paragraphs, stay within the limit, and repeat no more than they may."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.chunking.windows import Window, windows

TENS = [(start, start + 9) for start in range(0, 60, 10)]
"""Six paragraphs of nine characters, with one between them."""


@pytest.mark.parametrize(
    ("limit", "overlap", "expected"),
    [
        pytest.param(59, 0, [(0, 5, 0)], id="all fit"),
        pytest.param(29, 0, [(0, 2, 0), (3, 5, 0)], id="three and three"),
        pytest.param(29, 1, [(0, 2, 0), (3, 5, 0)], id="the last one is a third"),
        pytest.param(49, 1, [(0, 2, 0), (2, 5, 1)], id="the last one again, a fourth"),
        pytest.param(9, 3, [(one, one, 0) for one in range(6)], id="nothing fits beside another"),
        pytest.param(5, 0, [(one, one, 0) for one in range(6)], id="each is over the limit"),
    ],
)
def test_windows(limit: int, overlap: int, expected: list[tuple[int, int, int]]) -> None:
    assert list(windows(TENS, limit, overlap)) == [Window(*one) for one in expected]


@given(st.lists(st.integers(1, 30), max_size=20), st.integers(1, 60), st.integers(0, 4))
def test_every_paragraph_is_new_in_one_window(lengths: list[int], limit: int, overlap: int) -> None:
    parts, start = [], 0
    for length in lengths:
        parts.append((start, start + length))
        start += length + 1
    found = list(windows(parts, limit, overlap))
    assert [index for one in found for index in range(one.first + one.repeated, one.last + 1)] == [*range(len(parts))]
    for one in found:
        assert one.repeated <= overlap
        assert parts[one.last][1] - parts[one.first][0] <= limit or one.first == one.last
