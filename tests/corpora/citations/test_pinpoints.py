"""Pinpoints: the paragraph of a decision, and the steps into a provision."""

import pytest

from piperoll.corpora.citations.pinpoints import paragraph, sibling, steps


@pytest.mark.parametrize(
    ("printed", "path"), [("at paras 45-47", "para.45"), ("[45]", "para.45"), ("§70", "para.70"), ("above", "")]
)
def test_paragraph(printed: str, path: str) -> None:
    assert paragraph(printed) == path


@pytest.mark.parametrize(
    ("printed", "expected"),
    [("36(1)(a)", ["36", "1", "a"]), ("(1)(a)", ["1", "a"]), ("39A", ["39A"]), ("490.012 (2.1)", ["490.012", "2.1"])],
)
def test_steps(printed: str, expected: list[str]) -> None:
    assert steps(printed) == expected


@pytest.mark.parametrize(
    ("path", "printed", "expected"),
    [("s.4.1.a", "(b)", "s.4.1.b"), ("s.4.1.a", "(2)", "s.4.2"), ("s.4.1", "(a)", "s.4.1.a"), ("s.4", "(1)", "s.4.1")],
)
def test_a_sibling_takes_the_place_of_the_step_of_its_sort(path: str, printed: str, expected: str) -> None:
    assert sibling(path, printed) == expected
