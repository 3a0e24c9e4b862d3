"""A row of a page's table has in its header what rows above it say for it: a cell that spans it, its group."""

from tests.corpora.clauses.documents import terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year."
TOP = f"## Keeper\n\n{PROSE}\n\n## Lamps\n\n| Lamp | Use |\n| --- | --- |\n"


def headers(rows: str) -> list[tuple[str, str]]:
    """The end of each header, and the first words of its chunk."""
    return [(chunk.header.rpartition(" > ")[2], chunk.content[:16]) for chunk in terms(TOP + rows).chunks]


def test_an_empty_first_cell_stands_for_the_one_above() -> None:
    found = headers(f"| Tower lamp | {PROSE * 4} |\n|     | In fog: {PROSE * 4} |\n| Pier lamp | {PROSE * 4} |\n")
    assert ("Tower lamp", "|     | In fog: ") in found
    assert ("Lamp | Use", "| Pier lamp | Th") in found


def test_a_row_with_one_bold_cell_heads_the_rows_below_it() -> None:
    rows = "".join(f"| Lamp {number} | {PROSE * 4} |\n" for number in (1, 2, 3))
    found = headers(f"{rows}| **BY NIGHT** |     |\n{rows.replace('Lamp', 'Lantern')}")
    assert ("Lamp | Use", "| **BY NIGHT** |") in found
    assert ("BY NIGHT", "| Lantern 2 | Th") in found
    assert ("Lamp | Use", "| Lamp 3 | The k") in found


def test_what_is_cut_from_inside_of_a_row_has_the_headings_of_the_columns_and_the_first_cell() -> None:
    cell = "The keeper reads the log of the tower at dusk and writes down what it says. " * 30
    document = terms(f"# Terms\n\n## Log\n\n| Purpose | Data |\n| --- | --- |\n| To light the lamp | {cell} |\n")
    inner = [one.header for one in document.chunks if one.content.startswith("The keeper reads")]
    assert len(inner) > 1
    assert all(header.endswith("> Purpose | Data > To light the lamp") for header in inner)


def test_a_cell_that_is_cut_shows_it_and_ends_at_a_word() -> None:
    cell = "The keeper reads the log of the tower at dusk and writes down what it says. " * 30
    named = f"To light the lamps of the pier: {PROSE} And by day"
    document = terms(f"# Terms\n\n## Log\n\n| Use | {named} |\n| --- | --- |\n| {named} | {cell} |\n")
    column, first = (part.removeprefix("Use | ") for part in document.chunks[-1].header.split(" > ")[-2:])
    assert column == first
    assert first.endswith(" …")
    assert named.startswith(f"{first[:-2]} ")


def test_a_row_of_headings_that_stands_above_a_second_rule_is_over_the_rows_behind_it() -> None:
    rows = "".join(f"| Lamp {number} | {PROSE * 4} |\n" for number in (1, 2, 3))
    table = f"|     |     |\n| --- | --- |Red Lamps\n| Name | Log |\n| --- | --- |\n{rows}"
    found = [
        one.header for one in terms(f"# Rules\n\n## Lamps\n\n{table}").chunks if one.content.startswith("| Lamp 3")
    ]
    assert found
    assert all(header.endswith("> Lamps > Name | Log") for header in found)


def test_a_heading_in_a_cell_that_goes_on_behind_it_is_over_no_other_row() -> None:
    cell = "Red lamps<br><br>To light the pier of the port.\\*  <br>**_\\*At night._**<br><br>##### What is it?<br><br>"
    rows = f"| ##### {cell}{PROSE} | {PROSE * 3} |\n| Green lamps | {PROSE * 4} |\n"
    assert not any("red-lamps" in chunk.path for chunk in terms(TOP + rows).chunks)


def test_the_line_that_leads_to_a_table_is_over_its_rows() -> None:
    rows = "".join(f"| Lamp {number} | {PROSE * 4} |\n" for number in (1, 2, 3))
    table = f"| Name | Log |\n| --- | --- |\n{rows}"
    lead = f"{PROSE} In the towers of the port there are the following lamps:"
    for front, said in ((f"{lead}\n\n", ["In the towers of the port there are the following lamps:"]), (PROSE, [])):
        found = terms(f"# Rules\n\n## Oil\n\n{PROSE}\n\n## Lamps\n\n{front}\n\n{table}").chunks
        header = next(one.header for one in found if one.content.startswith("| Lamp 3"))
        assert header.split(" > ")[1:] == ["Lamps", *said, "Name | Log"]


def test_the_line_that_leads_to_a_table_is_over_its_first_row_which_is_empty() -> None:
    rows = "".join(f"| Lamp {number} | {PROSE * 4} |\n" for number in (1, 2))
    leads = [f"On every day of the year and on each night in which ships come the {place} has:" for place in "AB"]
    tables = "".join(f"{PROSE} {PROSE} {lead}\n\n|     |     |\n| --- | --- |\n{rows}\n" for lead in leads)
    found = terms(f"# Rules\n\n## Oil\n\n{PROSE}\n\n## Lamps\n\n{tables}").chunks
    assert [one.header.split(" > ")[-1] for one in found if one.content.startswith("|     |")] == leads


def test_a_bold_row_below_an_empty_one_goes_with_the_first_of_the_rows_that_it_heads() -> None:
    name = "name of the lamp and of the keeper who lights it at dusk and puts it out at dawn"
    columns = f"| **The {name}** | **What he writes into the log of the tower on every day of the year** |"
    rows = "".join(f"| Lamp {number} | {PROSE * 3} |\n" for number in (1, 2, 3))
    table = f"|     |     |\n| --- | --- |\n{columns}\n{rows}"
    contents = [one.content for one in terms(f"# Rules\n\n## Lamps\n\n{PROSE * 3}\n\n{table}").chunks]
    assert not any(content.endswith(columns) for content in contents)
    assert any(columns in content and "| Lamp 1 |" in content for content in contents)


def test_rows_that_are_all_bold_are_cut_from_each_other() -> None:
    rows = "".join(f"| **Lamp {number}** | **By {'night and ' * 12}day** |\n" for number in range(6))
    contents = [one.content for one in terms(f"{TOP}{rows}").chunks]
    assert sum(content.startswith("| **Lamp") for content in contents) > 1
