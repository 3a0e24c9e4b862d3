"""Lines of a page between blank lines that nothing marks, and what stands below them."""

import pytest

from tests.corpora.clauses.documents import at, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year."
LONG = " ".join((PROSE, PROSE, PROSE, PROSE))
TITLE = "Terms of the lamp\n================="


def page(*parts: str) -> str:
    return "\n\n".join((TITLE, *parts))


@pytest.mark.parametrize(
    ("line", "heads"),
    [
        ("How the keeper chooses between the lamps of the tower and the pier", True),
        (
            "How long does the keeper of the tower hold the pages of the log that tell of ships, and who reads them?",
            True,
        ),
        ("Once the lamps of the tower are lit the keeper reads the log and", False),
        ("The keeper reads the log of the lamps and the oil before the dawn", False),
        ("Lamps of the tower and of the pier, the oil and the glass of the port", False),
        ("Lamps of the tower at 47 Harbour Road in the old part of the town", False),
    ],
)
def test_one_long_phrase_over_a_paragraph_is_a_heading(line: str, heads: bool) -> None:
    found = terms(page("Lamps", PROSE, line, PROSE, "Oil", PROSE))
    assert any(chunk.metadata.get("heading") == line for chunk in found.chunks) == heads


def test_a_long_phrase_over_a_list_may_lead_to_it() -> None:
    line = "Reasons for which a keeper of the port may be called to the tower"
    found = terms(page("Lamps", PROSE, line, "*   a storm over the pier\n*   a ship without lamps", "Oil", PROSE))
    assert all(chunk.metadata.get("heading") != line for chunk in found.chunks)


@pytest.mark.parametrize("line", ["Keeper of the Log: Ida North", "Place: Oslo", "Lamp data, and"])
def test_a_name_with_its_value_and_an_item_are_no_headings(line: str) -> None:
    found = terms(page("## Lamps", LONG, line, LONG, "## Oil", LONG))
    assert all(chunk.metadata.get("heading") != line for chunk in found.chunks)


@pytest.mark.parametrize("line", ["Lamps 2: red ones", "Lamps 2 : red ones", "ANNEX: LAMPS"])
def test_a_counted_part_with_a_colon_is_a_heading(line: str) -> None:
    found = terms(page("## Lamps", LONG, line, LONG, "## Oil", LONG))
    assert any(line in chunk.header for chunk in found.chunks)


def test_bold_lines_stand_below_the_captions_of_a_page() -> None:
    found = terms(
        "\n\n".join(("Lamps", LONG, "Oil", LONG, "Glass", LONG, "**Barrels**", LONG, "**Cans**", LONG, "Nets", LONG))
    )
    assert paths(found) == ["preamble", "oil", "glass", "glass.barrels", "glass.cans", "nets"]


def test_a_list_of_bold_bullets_stands_in_the_bold_words_with_which_the_paragraph_above_it_begins() -> None:
    item = f"    *   **Use:** {LONG}"
    found = terms(
        page(
            "## Lamps",
            f"**Lamps by night.** {LONG}",
            f"*   **Red lamp**\n{item}",
            f"*   **Green lamp**\n{item}",
            f"**Lamps by day.** {LONG}",
            f"*   **White lamp**\n{item}",
            "## Oil",
            LONG,
        )
    )
    assert at(found, "lamps.lamps-by-night.green-lamp").header.endswith("Lamps > Lamps by night > Green lamp")
    assert "lamps.lamps-by-day.white-lamp" in paths(found)


def test_a_caption_stands_below_the_marked_headings_of_its_clause() -> None:
    found = terms(page("## 1. Lamps", LONG, "### Red lamps", LONG, "Oil of the Lamps", LONG, "## 2. Glass", LONG))
    assert paths(found) == ["1", "1.red-lamps", "1.red-lamps.oil-of-the-lamps", "2"]


def test_numbers_go_on_below_each_heading_of_a_page() -> None:
    clauses = [f"{number}. {LONG}" for number in range(1, 13)]
    text = page(LONG, "Lamps of the Port", *clauses[:4], "Oil of the Port", *clauses[4:8], "Glass", *clauses[8:])
    headers = [chunk.header.partition(" > ")[2] for chunk in terms(text).chunks]
    assert headers[2].startswith("Lamps of the Port > 2.")
    assert headers[5].startswith("Oil of the Port")
    assert headers[8].startswith("Oil of the Port > 8.")
    assert headers[12].startswith("Glass > 12.")


def test_a_line_with_a_figure_over_a_number_that_goes_on_is_no_heading() -> None:
    text = page("## Lamps", LONG, "REF. 47 A", f"0 806 060 {LONG}", "## Oil", LONG)
    assert paths(terms(text)) == ["lamps", "oil"]


@pytest.mark.parametrize(("rules", "expected"), [(3, "glass.may-2031"), (2, "part-1.may-2031")])
def test_a_title_behind_a_rule_is_of_the_rank_of_the_headings_behind_the_others(rules: int, expected: str) -> None:
    parts = [f"- - -\n\nPart {number}\n======\n\n{LONG}" for number in range(rules)]
    found = terms("\n\n".join((TITLE, LONG, *parts, "- - -", "Glass", "### May 2031", LONG, "### Oil", LONG)))
    assert paths(found)[-2:] == [expected, f"{expected.partition('.')[0]}.oil"]
