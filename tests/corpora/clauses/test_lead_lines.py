"""A line between two items of one list leads to the later ones."""

import pytest

from tests.corpora.clauses.documents import at, clauses, contract

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


def lists(first: str, line: str, second: str) -> str:
    """Two lists of labels ("1) 2)") in one clause, with a line between them, and a clause behind them."""
    items = [[f"{label} {LONG}.\n\n" for label in labels.split()] for labels in (first, second)]
    text = "".join([*items[0], line, "\n\n", *items[1]])
    return f"7. Oil. {LONG}.\n\n8. Duties. The keeper of the light will:\n\n{text}9. End. {LONG}."


@pytest.mark.parametrize(("first", "second"), [("1) 2)", "1) 2)"), ("(a) (b) (c)", "(i) (ii)"), ("(a) (b)", "(1) (2)")])
def test_a_line_behind_a_list_leads_to_a_list_of_its_own(first: str, second: str) -> None:
    read = contract(lists(first, "Lantern Harbour will:", second))
    assert {f"8.further.{label.strip('()')}" for label in second.split()} <= set(clauses(read))
    assert at(read, "8.further").content.startswith("Lantern Harbour will:")
    assert all("keeper of the light will" not in one.header for one in read.chunks if "further" in one.path)


def test_a_heading_behind_a_list_stands_over_a_list_of_its_own() -> None:
    read = contract(lists("1) 2)", "Lantern Harbour\n\nIn winter, the port has a keeper of its own.", "1) 2)"))
    assert at(read, "8.lantern-harbour.2").header.split(" > ")[1:3] == ["8. Duties", "Lantern Harbour"]


@pytest.mark.parametrize(
    ("first", "line", "second"),
    [
        pytest.param("1) 2)", "      In winter it is so:", "1) 2)", id="it stands right of the label"),
        pytest.param("(a) (b)", "In winter it is not so.", "(i) (ii)", id="it leads to nothing"),
    ],
)
def test_other_lines_behind_a_list_are_of_its_last_item(first: str, line: str, second: str) -> None:
    read = contract(lists(first, line, second))
    label = first.split()[-1].strip("()")
    assert at(read, f"8.{label}.{second.split()[-1].strip('()')}")
    assert not any("further" in one.path for one in read.chunks)
