"""A rule ends the last of several sub-headings of a page."""

from tests.corpora.clauses.documents import terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4


def headers(red: str, green: str) -> list[str]:
    document = terms(
        f"Rules\n=====\n\nLamps\n-----\n\n### Red Lamps\n\n{red}\n\n### Green Lamps\n\n{green}\n\nOil\n---\n\n{LONG}\n"
    )
    return [below for chunk in document.chunks if (below := chunk.header.partition(" > ")[2])]


def test_what_stands_behind_a_rule_is_about_all_the_sub_headings() -> None:
    found = headers(LONG, f"{LONG}\n\n* * *\n\nWe keep all lamps. {LONG}")
    assert found == ["Lamps > Red Lamps", "Lamps > Green Lamps", "Lamps", "Oil"]


def test_a_rule_below_other_sub_headings_too_ends_none() -> None:
    found = headers(f"{LONG}\n\n* * *\n\nWe keep them. {LONG}", f"{LONG}\n\n* * *\n\nWe keep all lamps. {LONG}")
    assert "Lamps" not in found


NUMBERS = f"1. You light the lamp at dusk: {LONG}\n2. We put it out at dawn: {LONG}\n"


def test_a_bold_line_in_the_column_of_the_last_number_without_a_heading_is_not_in_it() -> None:
    document = terms(f"# Port\n\n## Lamps\n\n{NUMBERS}\n**Limits of liability**\n\n{LONG}\n\n## Oil\n\n{LONG}\n")
    assert document.chunks[-2].header.endswith(" > Lamps > Limits of liability")


def test_a_bold_line_right_of_a_number_or_in_front_of_the_next_one_is_in_it() -> None:
    inside = terms(f"# Port\n\n## Lamps\n\n{NUMBERS}\n    **Red lamps**\n\n    {LONG}\n\n## Oil\n\n{LONG}\n")
    assert " > 2. We put it out at dawn" in inside.chunks[-2].header
    between = terms(
        f"# Port\n\n## Lamps\n\n{NUMBERS}\n**Red lamps**\n\n{LONG}\n\n3. We keep the log: {LONG}\n\n## Oil\n\n{LONG}\n"
    )
    red = next(chunk for chunk in between.chunks if chunk.content.startswith("**Red"))
    assert " > 2. We put it out at dawn" in red.header
