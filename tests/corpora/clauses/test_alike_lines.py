"""Test the headers of lines that begin alike behind a line that leads to them, without bullets."""

import pytest

from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import terms

LONG = "is what the keeper of the tower lights at dusk and puts out at dawn, on every day of the year that it names"
LEAD = "In these rules, the words below mean the following:"


def over(*paragraphs: str) -> list[list[str]]:
    """Return the headings of each chunk of a section behind its first one."""
    text = "\n\n".join(("# Rules", "## Oil", f"All oil {LONG}.", "## Words", *paragraphs, "## End", f"Oil {LONG}."))
    found = [chunk for chunk in terms(text).chunks if "> Words" in chunk.header]
    return [one.header.split(HEADER_SEPARATOR)[2:] for one in found[1:]]


@pytest.mark.parametrize(
    "begin", ["“{}” ", "“**{}**” ", "_{}_. It ", "**{}** - it ", "{}: it ", "\\* The {} ", "o The {} "]
)
def test_a_line_leads_to_all_lines_behind_it_that_begin_alike(begin: str) -> None:
    items = [begin.format(name) + f"{LONG}; it {LONG}, and it {LONG}." for name in ("Lamp", "Wick", "Glass", "Crew")]
    found = over(LEAD, *items)
    assert len(found) >= 2
    assert all(one[:1] == [LEAD] for one in found)


def test_another_paragraph_ends_what_begins_alike() -> None:
    items = [f"“{name}” {LONG}; it {LONG}, and it {LONG}." for name in ("Lamp", "Wick")]
    found = over(LEAD, *items, f"The crew {LONG}; it {LONG}, and it {LONG}.", f"“Oil” {LONG}; it {LONG}, and {LONG}.")
    assert found[-1] == []


def test_a_line_that_begins_as_the_lines_behind_it_leads_to_none() -> None:
    items = [f"For the {name}: it {LONG}; it {LONG}, and it {LONG}." for name in ("port", "pier", "tower")]
    assert over("For the keeper of the tower:", f"The crew {LONG}.", *items)[-1] == []


def test_small_headings_have_the_line_in_front_of_the_first_one() -> None:
    items = [f"{name}\n\nIt {LONG}. It {LONG}. It {LONG}." for name in ("_To see_", "_To read_", "_To row_")]
    assert over("We light the lamp for the following purposes:", *items)[-1][0].startswith("We light")


def test_bullets_inside_a_line_have_what_leads_to_them() -> None:
    items = "; ".join(
        f"– the {name} {LONG}" for name in ("lamp", "wick", "glass", "crew", "oil", "log", "rope", "boat")
    )
    found = over(f"The keeper of the tower sees to: {items}.")
    assert found
    assert all(one == ["The keeper of the tower sees to:"] for one in found)
