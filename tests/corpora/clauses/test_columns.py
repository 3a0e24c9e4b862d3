"""Columns of numbers that are torn off from their texts: no heading is over what stands behind the next column."""

from tests.corpora.clauses.documents import contract

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4


def column(*numbers: str) -> str:
    """Return the column of numbers of a page."""
    return "\n\n".join(numbers)


def headers(*parts: str) -> dict[str, str]:
    """Return the headers of a contract of some parts, without the title, by the first words of its chunks."""
    document = contract("\n\n".join(parts))
    return {" ".join(chunk.content.split()[:2]): chunk.header.partition(" > ")[2] for chunk in document.chunks}


def test_no_heading_is_over_what_follows_behind_a_column_of_numbers_or_behind_its_paragraph() -> None:
    found = headers(
        f"Lamp Agreement of the Port.\n\n{column('1.', '1.1', '1.2')}\n\nLamps, if red, are kept. {PROSE}",
        f"Delays. Oil may be late. {PROSE}",
        f"Glass, if old, is clean. {PROSE}",
        f"{column('2.', '2.1', '2.2')}\n\nDuties of the Keeper.\n\nOil, if new, is kept dry. {PROSE}",
        f"Wicks, if long, are cut. {PROSE}",
        f"{column('3.', '3.1', '4.')}\n\nBoats, if any, are moored. {PROSE}",
    )
    assert found["Delays. Oil"] == "Delays"
    assert found["Glass, if"] == ""
    assert found["Wicks, if"] == "Duties of the Keeper"
    assert found["Boats, if"] == ""


def test_what_stands_inside_a_page_that_is_one_line_heads_nothing_behind_a_column() -> None:
    page = f"Disclaimer of Warranties. {PROSE * 5}Assignment of oil is not allowed. {PROSE}"
    text = (page, column("1.", "1.1", "2."), page, column("3.", "3.1", "4."), page, f"Schedule 1 Lamps\n\n{PROSE}")
    chunks = contract("\n\n".join(text)).chunks
    assert {chunk.header.partition(" > ")[2] for chunk in chunks} == {"", "Schedule 1 Lamps"}
    assert chunks[-1].path.startswith("schedule-1")


def test_a_sentence_goes_on_behind_a_column() -> None:
    found = headers(
        f"Lamps of the Port\n\n{PROSE}",
        f"Oil and Glass\n\n{PROSE} No keeper will be required",
        f"{column('1.', '2.', '3.')}\n\nto bring oil to the tower. {PROSE}",
        f"Wicks, if long, are cut. {PROSE}",
        f"{column('4.', '5.', '6.')}\n\nThe End of the Year\n\nBoats, if any, are moored. {PROSE}",
    )
    assert found["Wicks, if"] == ""


def test_columns_that_are_torn_off_are_set_aside() -> None:
    columns = [column("1.", "1.1", "1.2"), column("1.3", "2.", "2.1"), column("2.2", "3.", "3.1")]
    text = f"{columns[0]}\n\nLamp Agreement\n\n{PROSE}{PROSE}\n\n{columns[1]}\n\n{PROSE * 3}\n\n{columns[2]}\n\n{PROSE}"
    document = contract(text)
    aside = [part.reason for part in document.set_aside]
    assert aside == ["numbers without their text"] * 3
    assert [document.text[part.start : part.end] for part in document.set_aside] == columns
    assert document.chunks[0].content.startswith("Lamp Agreement")


def test_columns_that_count_nothing_leave_headings_as_they_are() -> None:
    form = f"List of keepers:\n\n{column('1.', '2.', '3.')}\n\nList of boats:\n\n{column('1.', '2.', '3.')}"
    found = headers(f"1. Lamps\n\n{PROSE}", f"Wicks, if long, are cut. {PROSE}", f"2. Oil\n\n{PROSE}", form)
    assert found["Wicks, if"] == "1. Lamps"


def test_of_headings_below_each_other_at_the_end_of_a_page_none_is_over_the_next_page() -> None:
    found = headers(
        f"1. RED LAMPS\n\n2. OIL AND GLASS:\n\n7\n\n\n\n\nBoats are moored. {PROSE * 3}", f"3. LOGS\n\n{PROSE}"
    )
    assert found["Boats are"] == ""
    assert found["3. LOGS"] == "3. LOGS"


def test_one_heading_at_the_end_of_a_page_is_over_the_next_page() -> None:
    found = headers(f"1. RED LAMPS\n\n{PROSE}", f"2. OIL AND GLASS:\n\n7\n\n\n\n\nBoats are moored. {PROSE}")
    assert found["2. OIL"] == "2. OIL AND GLASS"
