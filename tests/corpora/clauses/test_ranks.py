"""Headings that stand over all others, letters with numbers as labels, lists of schedules, labels without words."""

import pytest

from tests.corpora.clauses.documents import contract, paths, terms

PROSE = "The keeper lights the lamp at dusk and puts it out at dawn, and the log of the harbour says so. "


def own(text: str) -> list[str]:
    return [path for path in paths(terms(text.format(PROSE * 6))) if ".p" not in path]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (  # the title again below what the page shows first
            "Lamp Terms\n==\n\nLamp Terms\n==\n\n{0}\n\nOil\n--\n\n{0}\n\nGlass\n--\n\n{0}",
            ["preamble", "oil", "glass"],
        ),
        (  # the only heading of its rank is no chapter
            "{0}{0}\n\nWelcome\n==\n\n{0}\n\nOil\n--\n\n{0}\n\nGlass\n--\n\n{0}{0}\n\nWicks\n--\n\n{0}",
            ["preamble", "welcome", "oil", "glass", "wicks"],
        ),
        (  # a chapter at the end stays one
            "{0}\n\nOil\n--\n\n{0}\n\nGlass\n--\n\n{0}\n\nWicks\n--\n\n{0}\n\nAnnex\n==\n\n{0}\n\nLamps\n--\n\n{0}",
            ["preamble", "oil", "glass", "wicks", "annex"],
        ),
    ],
)
def test_the_only_heading_of_its_rank(text: str, expected: list[str]) -> None:
    found = own(text)
    assert [path for path in found if "." not in path][: len(expected)] == expected


def test_a_letter_and_a_number_are_a_label() -> None:
    text = "M. Oil\n--\n\nM.1. **Amount.** {0}\n\nM.2. **Price.** {0}\n\nN. Lamps\n--\n\nN1. Use\n\n1. {0}\n\n"
    text += "N2. Care\n\n{0}"
    chunks = terms(text.format(PROSE * 6)).chunks
    assert {"m.1", "m.2", "n.1", "n.1.1", "n.2"} <= {clause for chunk in chunks for clause in chunk.clauses}
    (care,) = [chunk for chunk in chunks if "n.2" in chunk.clauses]
    assert care.header.endswith("N. Lamps > N2. Care")


def test_schedules_that_are_listed_in_front_enclose_nothing() -> None:
    listed = "Exhibit A - Form of Lamp\n\nExhibit B - Form of Log\n\n"
    document = contract(
        f"1. Oil. {PROSE * 2}\n\n{listed}" + "".join(f"{i}. Lamps {i}. {PROSE * 5}\n\n" for i in range(2, 9))
    )
    assert not [path for path in paths(document) if path.startswith("exhibit")]


def test_a_label_without_words_stands_in_front_of_the_next() -> None:
    text = (
        f"4.1 Lamps. (a) The keeper shall: (i) (A) light {PROSE * 5}; and (B) clean {PROSE * 5}; (ii) sleep. (b) End.\n"
    )
    headers = [chunk.header for chunk in contract(text).chunks]
    assert not [header for header in headers if any(part in ("(i)", "(a)") for part in header.split(" > "))]


def test_what_leads_to_a_list_is_not_said_twice() -> None:
    items = "".join(f"* Lamp {number} {PROSE * 3}\n" for number in range(8))
    headers = {chunk.header for chunk in terms(f"Oil\n--\n\n{PROSE}\n\nLamps\n--\n\nLamps:\n\n{items}").chunks}
    assert not [header for header in headers if header.count("Lamps") > 1]


def test_a_line_in_front_of_a_table_goes_with_it() -> None:
    table = "| Lamp | Place |\n| --- | --- |\n" + "".join(f"| Lamp {number} | {PROSE} |\n" for number in range(9))
    contents = [chunk.content for chunk in terms(f"Oil\n--\n\n{table}\nLamps of the north\n\n{table}").chunks]
    assert not [content for content in contents if content.rstrip().endswith("north")]
