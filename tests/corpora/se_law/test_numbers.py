"""Labels of provisions: how they are spelt in paths, and which one comes after which."""

import pytest

from piperoll.corpora.se_law.numbers import follows, is_next, label, sfs_key, sort_key, spaced, without_number


@pytest.mark.parametrize(
    ("printed", "key"),
    [("1977:1160", "SFS 1977:1160"), ("SFS 1977:1160", "SFS 1977:1160"), ("SFS 1848:61 s.2", "SFS 1848:61 s.2")],
)
def test_key(printed: str, key: str) -> None:
    assert sfs_key(printed) == key


def test_a_title_is_without_its_number() -> None:
    assert without_number("Arbetsmiljölag (1977:1160)") == "Arbetsmiljölag"
    assert without_number("(1977:1160)") == "(1977:1160)", "else nothing would be left"


def test_labels_are_spelt_in_two_ways() -> None:
    assert [label(spaced(one)) for one in ("5a", "12", "3ä")] == ["5a", "12", "3ä"]
    assert spaced("5a") == "5 a"


def test_labels_are_sorted_as_they_are_printed() -> None:
    mixed = ["10", "2 b", "3", "1", "11 a", "2", "2 a"]
    assert sorted(mixed, key=sort_key) == ["1", "2", "2 a", "2 b", "3", "10", "11 a"]
    assert [sort_key(one)[0] for one in ("iv", "ix", "xl")] == [4, 9, 40]


@pytest.mark.parametrize(
    ("previous", "number", "soon", "next_"),
    [
        ("5", "6", True, True),
        ("5", "5 a", True, True),
        ("5 a", "5 b", True, True),
        ("5 a", "6", True, True),
        ("5", "5 b", True, False),
        ("5", "8", True, False),
        ("5", "9", False, False),
        ("5", "4", False, False),
    ],
)
def test_what_comes_after(previous: str, number: str, soon: bool, next_: bool) -> None:
    assert (follows(previous, number), is_next(previous, number)) == (soon, next_)
