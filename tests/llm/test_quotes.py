"""Quotations are found where their words stand, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.llm.quotes import Quotable

TEXT = (
    "The holder’s  fee is\u00a05.5 per cent,\nand the “café” is \u00adfine; 5 000 kronor a year. 裁定上訴人勝。"
    " kronor för fyren i nöd; och Övergången"
)


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("holder's fee is 5.5 per cent", "holder’s  fee is\u00a05.5 per cent"),
        ("“fee is 5.5 per cent”", "fee is\u00a05.5 per cent"),
        ('and the "café" is fine.', "and the “café” is \u00adfine"),
        ("and the “cafe\u0301” is fine", "and the “café” is \u00adfine"),
        ("is fine; 5 000 kronor", "is \u00adfine; 5 000 kronor"),
        ("裁定上訴人", "裁定上訴人"),
    ],
)
def test_white_space_and_marks_make_no_difference(quote: str, stands: str) -> None:
    text = Quotable(TEXT)
    found = text.find(quote)
    assert found and TEXT[slice(*found)] == stands


@pytest.mark.parametrize(
    "quote",
    [
        "the holder’s fee is 5.5",  # "the" is "The"
        "holder's fee was 5.5 per cent",
        "holder's fee 5.5 per cent",
        "holder's fee is 5",  # of 5.5
        "and the “cafe” is fine",
        "the fee is fine",
        "is fine; 5",  # of 5 000
        "000 kronor a year",
        "older’s fee is 5.5",
        "per cent",  # too short
        "",
        "…",
        "法院",
        "“” ‘’",
        "kronor för fyren i nod",  # of "nöd", which is written with a combining mark
        "d; och Övergången",  # of "nöd"
        "Övergången",  # one word, whatever its letters are made of
    ],
)
def test_what_is_not_there_as_it_is_quoted_is_not_found(quote: str) -> None:
    assert Quotable(TEXT).find(quote) is None


@pytest.mark.parametrize(
    "quote", ["214 137 Gross margin 195 201", "5,235 2030 4,972 There", "195 201 180\t169 Operating"]
)
def test_cells_of_a_table_are_numbers_of_their_own(quote: str) -> None:
    table = "2029\t5,235\n2030\t4,972\tThere\nSales\t223\t214\t137\nGross margin\t195\t201\t180\t169\nOperating"
    assert Quotable(table).find(quote)


@given(st.text("abå\u0301 \n\u00ad“'\u200b5.,", max_size=60), st.data())
def test_a_range_holds_the_words_that_were_quoted(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = Quotable(text).find(text[start:end], 1)
    if found:
        first, last = found
        assert 0 <= first < last <= len(text)
        again = Quotable(text).find(text[first:last], 1)
        assert again == found, "what it finds is a quotation of the same place"
