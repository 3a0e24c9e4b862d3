"""Quotations are found between marks of every kind and in blocks; terms, lists and inches are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.check import quotations


def quoted(text: str) -> list[str]:
    return [one.text(text) for one in quotations.find(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He said “the goods must conform” then", ["the goods must conform"]),
        ("«det är så det» och »så är det ju«", ["det är så det", "så är det ju"]),
        ("och ”arbetsgivaren ska alltid” x", ["arbetsgivaren ska alltid"]),
        ("„das ist es ja“ and \"one two three\"", ["das ist es ja", "one two three"]),
        ("‘the seller’s own goods are’ but don't and it's", ["the seller’s own goods are"]),
        ("a “b ‘c d’ e f” g", ["b ‘c d’ e f"]),
        ("a “b “c d” e f” g", ["b “c d” e f"]),
        ("“p one two three\n\n“p two three four” end", ["p one two three", "p two three four"]),
        ('unclosed "a b c d\n\nnext "e f g h" ok', ["e f g h"]),
        ("x:\n\n> line one two three\n> four five six\n\ny", ["line one two three\n> four five six"]),
        ("he says that\n\n    The party shall not do it.\n    More.\n\ny", ["The party shall not do it.\n    More."]),
        ("x:\n\n> one two three four five six (Smith [2031] EWHC 5 (Ch), para 3).\n", ["one two three four five six"]),
        ("he says\n\n    one two three four five six\n\n    ([2031] EWHC 5 at [2])\n", ["one two three four five six"]),
        ("x:\n\n> one two three four five six\n> — Smith v Jones\n", ["one two three four five six"]),
        ("he says:\n\n    “The party shall not do it ever.”\n", ["The party shall not do it ever."]),
        ("x:\n\n> ‘chilling’, but they felt this was not\n\ny", ["‘chilling’, but they felt this was not"]),
        ("It ends.\n\n    The party shall not do it ever.\n", []),
        ("items:\n\n    - one two three four five six\n", []),
        ("(“the Big Old Act”) and the “reasonable person” test", []),
        ('5" x 6" wide', []),
    ],
)  # fmt: skip
def test_quotations(text: str, expected: list[str]) -> None:
    assert quoted(text) == expected


@given(st.text(st.sampled_from("“”„«»\"‘’'ab \n>\t.()"), max_size=200))
def test_ranges_rise_and_do_not_overlap(text: str) -> None:
    last = 0
    for one in quotations.find(text):
        assert last <= one.outer_start <= one.start < one.end <= one.outer_end <= len(text)
        last = one.outer_end
    assert len(quotations.masked(text, quotations.find(text))) == len(text)


@pytest.mark.parametrize("text", ['"', "“", '"a b c ', "‘a’ ", "> ", "    x\n", "\n\n", "“a b c d” ", "\t“"])
def test_a_megabyte_of_marks_is_read_in_one_pass(text: str) -> None:
    quotations.find(text * (1_000_000 // len(text)))
