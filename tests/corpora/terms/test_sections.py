"""What stands below a heading of a page, and what ends in front of the next one."""

from itertools import pairwise

import pytest

from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import at, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3


def headings(header: str) -> list[str]:
    return header.split(HEADER_SEPARATOR)[1:]


@pytest.mark.parametrize("front", ["", "We use these:\n\n"])
def test_the_items_of_the_only_list_of_a_page_stand_below_its_heading(front: str) -> None:
    items = "".join(f"{number}.  {LONG}\n" for number in (1, 2, 3))
    document = terms(f"# Policy\n\n## Overview\n\n{PROSE}\n\n## All our lamps\n\n{front}{items}")
    assert [path for path in paths(document) if path[-1] in "23"] == ["all-our-lamps.2", "all-our-lamps.3"]
    assert headings(at(document, "all-our-lamps.3").header)[0] == "All our lamps"


def test_numbers_that_count_on_below_other_headings_are_those_of_the_page() -> None:
    def items(*numbers: int) -> str:
        return "".join(f"{number}.  {LONG}\n" for number in numbers)

    document = terms(f"# Rules\n\n## Lamps\n\n{items(1, 2, 3)}\n## Oil\n\n{items(4, 5, 6)}")
    assert [path for path in paths(document) if path.isdecimal()] == ["2", "3", "4", "5", "6"]
    assert headings(at(document, "4").header)[0] == "Oil"


def test_headings_that_count_the_items_of_a_short_list_are_named_by_the_one_over_them() -> None:
    listed = "".join(f"### {number}. Duty {number}\n\n{LONG}\n\n" for number in (1, 2, 3))
    document = terms(f"# Rules\n\n## Log\n\n{LONG * 6}\n\n## Keepers\n\n{listed}## Pilots\n\n{LONG * 6}")
    assert [path for path in paths(document) if "keepers" in path] == ["keepers.1", "keepers.2", "keepers.3"]


def test_numbers_behind_sections_without_any_are_those_of_the_page() -> None:
    numbers = f"8.  **OIL.**\n\n{LONG}\n\n9.  **LAMPS.**\n\n{LONG}"
    document = terms(f"# Rules\n\n## Log\n\n{LONG * 6}\n\n## Keepers\n\n{LONG * 6}\n\n{numbers}")
    assert [path for path in paths(document) if path.isdecimal()] == ["8", "9"]


def test_a_heading_over_nothing_goes_with_what_is_above_a_heading_of_a_higher_rank() -> None:
    page = "".join(f"### Lamp {name}\n\n{LONG}\n\n##### Why we do it: {name}\n\n" for name in ("A", "B", "C"))
    document = terms(f"# Policy\n\n## Use\n\n{LONG}\n\n{page}## Oil\n\n{LONG}")
    assert at(document, "use.lamp-b").content.startswith("### Lamp B")
    assert at(document, "use.lamp-b").content.endswith("Why we do it: B")
    assert at(document, "oil").content.startswith("## Oil")


def test_a_line_that_comes_once_below_each_heading_heads_what_is_below_it() -> None:
    page = "".join(
        f"### Rule {name}\n\n{LONG}\n\nNot allowed\n\n{LONG}\n\nAllowed here\n\n{LONG}\n\n" for name in "ABCDEF"
    )
    document = terms(f"# Rules\n\n## Safety\n\n{LONG}\n\n{page}## End\n\n{LONG}")
    assert headings(at(document, "safety.rule-f.not-allowed").header) == ["Safety", "Rule F", "Not allowed"]
    assert headings(at(document, "safety.rule-b.allowed-here").header) == ["Safety", "Rule B", "Allowed here"]


def test_a_line_that_comes_often_below_one_heading_heads_nothing() -> None:
    document = terms(f"# Rules\n\n## Safety\n\n{LONG}\n\n" + f"Back again\n\n{LONG}\n\n" * 6)
    assert not [path for path in paths(document) if "back" in path]


def test_a_line_in_capitals_with_a_stop_heads_the_paragraph_below_it() -> None:
    heading = "LIMITS OF THE DUTIES OF THE KEEPER IN WINTER."
    document = terms(
        f"# Terms\n\n## More\n\n{LONG}\n\n{heading}\n\n{LONG}\n\nNO LAMP WILL EVER BE LIT BY DAY.\n\n1. Oil\n"
    )
    assert headings(at(document, "more.limits-of-the-duties-of-the-keeper-in-winter").header)[-1] == heading[:-1]
    assert not [path for path in paths(document) if "by-day" in path]


def test_a_heading_over_a_heading_is_named_by_the_one_over_the_text() -> None:
    text = f"## Oil\n\n### Casks\n\n{LONG * 4}\n\n### Cans\n\n{LONG * 4}\n\n## Log\n\n{LONG}\n\n### Books\n\n{LONG * 4}"
    document = terms(f"# Terms\n\n{text}")
    assert [path for path in paths(document) if ".p" not in path] == ["oil.casks", "oil.cans", "log", "log.books"]
    assert headings(at(document, "oil.casks").header) == headings(at(document, "oil.casks.p2").header)
    assert at(document, "oil.casks").content.startswith("# Terms\n\n## Oil")


def test_numbers_marked_as_headings_are_those_of_the_page_not_those_of_a_list() -> None:
    listed = "".join(f"{number}. **Lamp {number}:** {LONG * 4}\n" for number in range(1, 7))
    page = "".join(f"##### {number}. Duty {number}\n\n{LONG}\n\n" for number in range(1, 9))
    document = terms(f"# Charter of the harbour\n\n{LONG}\n\n{listed}\n{page}")
    assert at(document, "4").content.startswith("##### 4. Duty 4")


def test_a_line_that_ends_in_a_paragraph_heads_what_is_in_its_next_line() -> None:
    document = terms(f"# Terms\n\n## Rights\n\n{LONG}  \n  \nRights of the keeper  \n{LONG}\n\n## Oil\n\n{LONG}")
    assert at(document, "rights.rights-of-the-keeper").content.startswith("Rights of the keeper")
    assert not [path for path in paths(terms(f"# Terms\n\n## Rights\n\n{LONG}\nRights of\n{LONG}")) if "of" in path]


def test_a_line_heads_the_words_that_lead_to_a_list() -> None:
    listed = "This is not done in the light of our lamps:\n\n" + f"* {PROSE}\n" * 4
    document = terms(f"# Terms\n\n## Use\n\n{LONG}\n\nDo not harm the keeper\n\n{listed}\n## Oil\n\n{LONG}")
    assert at(document, "use.do-not-harm-the-keeper").content.startswith("Do not harm")


def test_the_last_line_of_an_address_heads_nothing() -> None:
    address = f"Harbour Inc.\n\nPier 4\n\nPort Town, ME 04101\n\n{LONG}\n"
    assert paths(terms(f"# Terms\n\n## Oil\n\n{LONG}\n\n## Contact\n\n{address}")) == ["oil", "contact"]


def test_a_line_over_a_heading_that_nothing_marks_goes_with_it() -> None:
    lines = "Our use of lamps\n\nThird party access to lamps"
    document = terms(f"# Policy\n\n## Use\n\n{LONG}\n\n### Log\n\n{LONG}\n\n{lines}\n\n{LONG}\n")
    assert at(document, "use.log").content.endswith("of the year.")
    assert document.chunks[-1].content.startswith("Our use of lamps")
    assert headings(document.chunks[-1].header)[-1] == "Third party access to lamps"


def test_a_bold_bullet_stands_below_the_bold_line_above_it_in_a_numbered_clause() -> None:
    def category(name: str) -> str:
        return f"**_{name}_**\n\n*   **Sources**\n    *   {LONG}\n*   **Uses**\n    *   {LONG}\n\n"

    listed = "".join(map(category, ("Names", "Places", "Days")))
    document = terms(f"# Policy\n\n**14\\. Notice**\n\n**14.1. Log**\n\n{LONG}\n\n{listed}**14.2. Oil**\n\n{LONG}")
    assert headings(at(document, "14.1.places.uses").header)[-3:] == ["14.1. Log", "Places", "Uses"]


def test_a_list_behind_a_colon_stands_in_the_clause_that_leads_to_it() -> None:
    items = "".join(f"    {number}.  {LONG}\n" for number in range(1, 6))
    text = f"**5.1 Use.** {LONG}\n\n    **5.2 Limits.** You may not do this:\n\n{items}\n    **5.3 End.** {LONG}"
    document = terms(f"# Terms\n\n4.  OIL\n    ---\n\n    {LONG}\n\n5.  RIGHTS\n    ------\n\n    {text}")
    assert [path for path in paths(document) if path[0] == "5"] == [
        "5",
        "5.2",
        *(f"5.2.{n}" for n in range(2, 6)),
        "5.3",
    ]


def test_items_of_a_list_at_the_beginning_of_a_page_that_are_joined_have_what_leads_to_it() -> None:
    items = f"1.  {LONG}\n\n2.  {PROSE}\n\n3.  {PROSE}\n\n4.  {LONG}\n"
    document = terms(f"# Claims\n\nYour claim must have all of the following:\n\n{items}\n## Oil\n\n{LONG}\n")
    assert headings(at(document, "2").header) == ["Your claim must have all of the following:"]


def test_the_data_of_a_picture_inside_the_page_are_in_no_chunk() -> None:
    picture = f"![The tower](data:image/png;base64,{'iVBORw0KGgo' * 200}=)"
    document = terms(f"# Terms\n\n## Oil\n\n{LONG}\n\n{picture}\n\nIt burns well.\n\n## Log\n\n{LONG}\n")
    assert [document.text[one.start : one.end] for one in document.set_aside] == [picture]
    assert not [chunk for chunk in document.chunks if "base64" in chunk.content]
    assert [chunk.path for chunk in document.chunks] == ["oil", "oil.p2", "log"]


def test_pictures_one_behind_the_other_are_set_aside_apart() -> None:
    first, second = (f"{'A' * 1100}![{'A' * 10}", "B" * 1100)
    document = terms(f"# Terms\n\n{LONG}\n\n![x](data:{first})](data:{second})\n\n## Log\n\n{LONG}\n")
    ranges = [(one.start, one.end) for one in document.set_aside]
    assert all(end <= start for (_, end), (start, _) in pairwise(ranges))


def test_a_heading_of_two_lines_on_a_page_of_wrapped_lines_is_one() -> None:
    lines = "The keeper shall light the lamp of the tower at dusk and shall put it\n\nout at dawn, on every day of it."
    body = "\n\n\n\n".join([lines] * 4)
    text = f"Terms\n\n\n\n8. LAMPS AND OTHER LIGHTS OF THE\n\nHARBOUR\n\n\n\n{body}\n\n\n\n9. OIL\n\n\n\n{body}\n"
    document = terms(text)
    assert headings(at(document, "8").header) == ["8. LAMPS AND OTHER LIGHTS OF THE HARBOUR"]
    assert headings(at(document, "9").header) == ["9. OIL"]


def test_a_long_line_with_capitals_heads_the_paragraph_below_it_and_no_address_does() -> None:
    heading = "The Harbour's Right to Change this Agreement and the Lamps of the Tower"[4:]
    address = "Harbour Lamps and Oils Limited, Pier Road, Port Town 4, Republic of the Isles"
    page = f"# Terms\n\n## Oil\n\n{LONG}\n\n{heading}\n\n{LONG}\n\n{address}\n\n{LONG}\n"
    assert headings(terms(page).chunks[-1].header) == ["Oil", heading]
