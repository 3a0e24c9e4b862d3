"""A line between two items of one list leads to the later ones."""

import pytest

from tests.corpora.clauses.documents import at, contract

PROSE = "the keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year"
LONG = f"{PROSE}; {PROSE}; {PROSE}"


def document(line: str, stop: str = ";") -> str:
    items = [f"({letter}) {LONG}{stop}\n\n" for letter in "abcd"]
    text = "".join([*items[:2], line, *items[2:]])
    return f"3. Oil. The word has this meaning:\n\n{text}4. End. {LONG}."


@pytest.mark.parametrize("line", ["but not including any lamp that:", "Within two days of a wreck:"])
def test_a_line_between_two_items_leads_to_the_later_ones(line: str) -> None:
    read = contract(document(f"{line}\n\n"))
    assert line not in at(read, "3.b").content
    assert at(read, "3.c").content.startswith(line)
    assert line in at(read, "3.d").header
    assert "has this meaning" in at(read, "3.b").header
    assert "has this meaning" not in at(read, "3.d").header


@pytest.mark.parametrize(
    ("line", "stop"),
    [
        pytest.param("but not in winter.\n\n", ";", id="it leads to nothing"),
        pytest.param("The lamps of the port:\n\n", " to", id="the item in front goes on"),
        pytest.param(f"so that {PROSE} as follows:\n\n", ";", id="it goes on with a sentence"),
    ],
)
def test_other_lines_stay_in_the_item_in_front(line: str, stop: str) -> None:
    read = contract(document(line, stop))
    assert "has this meaning" in at(read, "3.d").header
    assert at(read, "3.c").content.startswith("(c)")
