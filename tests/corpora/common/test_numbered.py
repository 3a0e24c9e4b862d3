"""The run of numbers that counts the paragraphs."""

import pytest

from piperoll.corpora.common.numbered import rising_run


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        pytest.param([], [], id="none"),
        pytest.param([7], [0], id="one"),
        pytest.param([1, 2, 3], [0, 1, 2], id="plain"),
        pytest.param([1, 2, 3, 1, 2, 3, 4, 5, 6], [3, 4, 5, 6, 7, 8], id="a list in front"),
        pytest.param([1, 2, 3, 3, 4, 5, 3, 4], [0, 1, 2, 4, 5], id="a number twice"),
        pytest.param([1, 2, 10, 11, 3, 4], [0, 1, 4, 5], id="a quotation from far away"),
        pytest.param([1, 2, 3, 4, 3, 4, 5], [0, 1, 2, 3, 6], id="a quotation of numbers that were already there"),
        pytest.param([1, 2, 5, 6, 7, 8, 9], [0, 1, 2, 3, 4, 5, 6], id="two numbers left out"),
        pytest.param([1, 2, 40, 41], [0, 1], id="too many left out"),
        pytest.param([1, 1992, 2], [0, 2], id="a year"),
        pytest.param([12, 13, 14], [0, 1, 2], id="begins late"),
    ],
)
def test_run(numbers: list[int], expected: list[int]) -> None:
    assert rising_run(numbers) == expected


def test_of_two_with_one_number_the_likelier_is_taken() -> None:
    assert rising_run([1, 2, 3, 3, 4], [1, 1, 0.5, 1, 1]) == [0, 1, 3, 4]
    assert rising_run([1, 2, 3, 3, 4], [1, 1, 1, 0.5, 1]) == [0, 1, 2, 4]
