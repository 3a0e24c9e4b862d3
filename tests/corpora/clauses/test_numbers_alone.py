"""Numbers on lines of their own above their text, and headings at the ends of pages above their first number."""

import pytest

from tests.corpora.clauses.documents import at, clauses, contract, paths, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_numbers_on_lines_of_their_own_open_clauses(gap: str) -> None:
    text = "\n\n".join(
        f"{one}{gap}{words}"
        for one, words in (
            ("1.", "Lamps"),
            ("1.1", f"Each lamp is red by night. {LONG}"),
            ("1.2", LONG),
            ("2.", "Wages"),
            ("2.1", f"The wage is 90 crowns per day. {LONG}"),
        )
    )
    document = contract(text)
    assert clauses(document) == ["1", "1.1", "1.2", "2", "2.1"]
    assert all("1.2" not in chunk.header for chunk in document.chunks if "crowns" in chunk.content)


def test_numbers_on_lines_of_their_own_open_the_clauses_of_a_page() -> None:
    lamps, oil = ("".join(f"{part}.{one}  \n{LONG * 2}\n\n" for one in (1, 2)) for part in (1, 2))
    document = terms(f"1\\. Lamps\n---------\n\n{lamps}2\\. Oil\n-------\n\n{oil}")
    assert paths(document) == ["1", "1.2", "2", "2.2"]


def test_numbers_on_lines_of_their_own_in_a_table_open_nothing() -> None:
    table = "\n\n".join(("Height", "1.1", "Red", "1.4", "Green", "1.2", "White", "2.7"))
    text = f"1. Lamps. {LONG}\n\n{table}\n\n2. Oil. {LONG}\n\n3. Law. {LONG}"
    assert clauses(contract(text)) == ["1", "2", "3"]


def test_a_heading_at_the_end_of_a_page_stands_over_the_number_on_the_next_one() -> None:
    lamps = "".join(f"{number}. Lamp {number}. {LONG}\n\n" for number in range(1, 4))
    parts = "".join(f"{letter}. LAMPS {letter * 3}\n\n{lamps}" for letter in "ABCDEFGH")
    text = f"{parts}I. MISCELLANEOUS\n\n\n{' ' * 34}5\n\n\f\n{lamps}"
    assert at(contract(text), "i.2").header.endswith("I. MISCELLANEOUS > 2. Lamp 2")
