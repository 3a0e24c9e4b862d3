"""Headings of clauses at the end of a line, behind the text of the clause in front."""

import pytest

from tests.corpora.clauses.documents import contract

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4


def tops(text: str) -> list[str]:
    """Return the paths of the clauses that are no parts of others, the first chunk of each."""
    return list(dict.fromkeys(chunk.path.partition(".")[0] for chunk in contract(text).chunks))


@pytest.mark.parametrize("headings", [("LAMPS", "OIL", "GLASS OF LAMPS"), ("Lamps", "Oil", "Glass of Lamps")])
def test_headings_may_stand_at_the_ends_of_lines(headings: tuple[str, ...]) -> None:
    text = "".join(f" {number}. {heading}\n\n{PROSE}" for number, heading in enumerate(headings, 1))
    assert tops(f"{PROSE}{text}") == ["preamble", "1", "2", "3"]


def test_a_heading_in_a_line_may_stand_in_front_of_its_first_item() -> None:
    text = f"{PROSE} So agreed. LAMPS OF THE PORT 1. LAMPS, OIL & GLASS. (a) Lamps. {PROSE}\n\n(b) Oil. {PROSE}"
    text += f" 2. DUTIES OF THE KEEPER. (a) Light. {PROSE}\n\n(b) Dark. {PROSE} 3. END OF THE YEAR. (a) Log. {PROSE}"
    assert tops(text) == ["preamble", "1", "2", "3"]


def test_numbers_of_a_list_at_the_ends_of_lines_open_no_clause() -> None:
    text = f"1. Lamps. {PROSE}\n\n2. Oil. {PROSE} 4. bring the oil\n\n{PROSE}\n\n3. Glass. {PROSE}\n\n4. End. {PROSE}"
    assert tops(text) == ["1", "2", "3", "4"]
