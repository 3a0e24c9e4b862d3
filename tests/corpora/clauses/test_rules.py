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
