"""A changed text still knows where its characters stood."""

import re

from hypothesis import given
from hypothesis import strategies as st

from piperoll.text.traced import Traced

DIGITS = re.compile(r"\d+")


def test_what_was_written_stands_for_all_of_its_match() -> None:
    text = Traced.of("FY23 and FY24").sub(re.compile(r"FY(\d\d)"), lambda match: f"20{match[1]}")
    assert text.text == "2023 and 2024"
    assert [*text.matches(DIGITS)] == [("2023", 0, 4), ("2024", 9, 13)]
    shorter = text.sub(re.compile(" and"), "")
    assert (shorter.text, [*shorter.matches(DIGITS)][1]) == ("2023 2024", ("2024", 9, 13))
    [first, _] = DIGITS.finditer(shorter.text)
    assert [*shorter.without(first).matches(DIGITS)] == [("2024", 9, 13)]


@given(st.text("ab1 "), st.text("ab1 ", max_size=3))
def test_a_word_that_is_left_stands_where_it_stood(text: str, written: str) -> None:
    changed = Traced.of(text).sub(DIGITS, written)
    assert len(changed.ranges) == len(changed.text)
    assert [*changed.ranges] == sorted(changed.ranges)
    if not written:
        assert "".join(text[start:end] for start, end in changed.ranges) == changed.text
