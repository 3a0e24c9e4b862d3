"""Test the headers below marked headings to which a line at the end of the text in front of them leads."""

from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3
LEAD = "Besides, a guest of the tower has these rights:"


def over(*paragraphs: str) -> dict[str, list[str]]:
    """Return the headings of each chunk of a section, by the first word of the chunk."""
    text = "\n\n".join(("# Rules", "## Oil", LONG, "## Guests", LONG, *paragraphs, "## End", LONG))
    found = [chunk for chunk in terms(text).chunks if "> Guests" in chunk.header]
    return {one.content.split()[0].strip("*.:"): one.header.split(HEADER_SEPARATOR)[2:] for one in found}


def test_what_leads_to_the_headings_of_a_later_list_stands_over_them() -> None:
    found = over(f"**Reading.** {LONG}", LEAD, f"**Rowing.** {LONG}", f"**Swimming.** {LONG}")
    assert found["Reading"] == ["Reading"]
    assert found["Rowing"] == [LEAD, "Rowing"]
    assert found["Swimming"] == [LEAD, "Swimming"]


def test_a_line_in_front_of_many_headings_leads_to_none() -> None:
    found = over(f"**Reading.** {LONG}", LEAD, *(f"**{name}ing.** {LONG}" for name in "ABCDEFGHIJKL"))
    assert found["Aing"] == ["Aing"]


def test_a_caption_in_front_of_headings_leads_to_none() -> None:
    found = over(f"**Reading.** {LONG}", "Address of visits:", f"**Tower.** {LONG}", f"**Pier.** {LONG}")
    assert found["Pier"] == ["Pier"]


def test_a_line_at_the_end_of_a_part_of_a_page_leads_to_no_other_part() -> None:
    guests = "\n\n".join((LONG, LEAD, f"## Rowing\n\n{LONG}", f"## Swimming\n\n{LONG}"))
    tower = f"# Tower\n\n## Oil\n\n{LONG}\n\n## Guests\n\n{guests}"
    found = [chunk.header for chunk in terms(f"# Rules\n\n{LONG}\n\n{tower}\n\n# Pier\n\n{LONG}").chunks]
    assert any(header.endswith("> Tower > Rowing") for header in found)
    assert [header for header in found if LEAD in header] == []
