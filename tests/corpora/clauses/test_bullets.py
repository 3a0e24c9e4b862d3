"""Test the headers of bullets: the lead-in of their list, and of the list in which that lead-in is an item."""

import pytest

from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import terms

PROSE = "the lamp at dusk, which the keeper puts out at dawn, on every day of the year that the port names in its log"
LONG = f"{PROSE} and {PROSE} and {PROSE}"


def over(text: str, begin: str) -> list[str]:
    """Return the headings of the chunk that begins with some words, in front of clauses of the same kind."""
    document = terms(
        f"# Page\n\n## Log\n\nThe log lies in the tower.\n\n## Lamps\n\n{text}\n\n## Oil\n\nAll oil is red."
    )
    chunk = next(one for one in document.chunks if one.content.startswith(begin))
    return chunk.header.split(HEADER_SEPARATOR)[2:]


def test_the_lead_in_of_an_inner_list_stands_below_that_of_the_outer_one() -> None:
    inner = f"    * Read {LONG};\n    * See {LONG}.\n"
    page = f"A guest must not:\n\n* Buy {LONG};\n* In the tower, by night or by day:\n{inner}* Sell {LONG}."
    assert over(page, "* Read") == ["A guest must not:", "In the tower, by night or by day:"]
    assert over(page, "* See") == ["A guest must not:", "In the tower, by night or by day:"]
    assert over(page, "* Sell") == ["A guest must not:"]


def test_a_paragraph_in_an_item_leads_below_the_lead_in_of_that_item() -> None:
    inner = f"    By night, she may:\n\n    * Read {LONG};\n    * See {LONG}.\n"
    page = f"A guest has these rights:\n\n* Buy {LONG};\n* Stay in the tower.\n\n{inner}* Sell {LONG}."
    assert over(page, "* See") == ["A guest has these rights:", "By night, she may:"]


def test_the_first_words_of_an_item_are_not_said_twice() -> None:
    lead = "a) The lamps which the keeper, who lives in the tower, shall light for all ships that come in, such as:"
    page = f"4\\. What is done\n\n{lead}\n\\- Light {LONG} {LONG};\n\n\\- Read {LONG} {LONG}.\n\nb) The oil: {LONG}."
    assert over(page, "\\- Read")[1:] == [lead]


def test_a_caption_that_is_cut_is_not_said_twice() -> None:
    said = (
        "To help the port light its lamps on every day of the year we ask the keepers of the towers and their friends"
    )
    page = f"4\\. What is done\n\n**(a)** Row {LONG}.\n\n**(b)** {said} – in short, we ask the crews of ships to:\n\n"
    found = over(f"{page}* Light {LONG} {LONG};\n* Read {LONG} {LONG}.\n", "* Read")
    assert [one[:11] for one in found].count("(b) To help") == 1
    assert found[-1].endswith("the crews of ships to:")


def test_a_caption_is_not_said_again_in_what_leads_to_the_list_below_it() -> None:
    lead = "**(b) To light the lamps –** We read the log of the tower, the pier and the port, also in order to:"
    page = f"4\\. What is done\n\n**(a) To row –** {LONG}.\n\n{lead}\n\n* Light {LONG} {LONG};\n* Read {LONG} {LONG}.\n"
    assert over(page, "* Read")[-2:] == ["(b) To light the lamps –", lead[len("**(b) To light the lamps –** ") :]]


def test_an_item_leads_to_those_beside_it_that_have_another_mark() -> None:
    inner = f"* By {LONG} {LONG};\n* Or {LONG} {LONG}.\n"
    page = f"A guest may:\n\n\\- Buy {LONG};\n\n\\- Sell the oil, but only when:\n\n{inner}\n\\- Row {LONG}."
    assert over(page, "* Or") == ["A guest may:", "Sell the oil, but only when:"]
    assert over(page, "\\- Row") == ["A guest may:"]


def test_an_item_leads_to_the_block_of_items_below_it() -> None:
    inner = f"* By {LONG} {LONG};\n* Or {LONG} {LONG}.\n"
    page = f"A guest may:\n\n* Buy {LONG};\n\n* Sell the oil, but only when:\n\n{inner}\n* Row {LONG}."
    assert over(page, "* Or") == ["A guest may:", "Sell the oil, but only when:"]
    assert over(page, "* Row") == ["A guest may:"]


def test_an_item_leads_to_items_between_blank_lines_up_to_the_next_lead_in() -> None:
    inner = f"* By {LONG} {LONG};\n\n* Or {LONG} {LONG}.\n"
    page = (
        f"A guest may:\n\n* Buy {LONG};\n\n* Sell the oil, if:\n\n{inner}\n* See all of the log:\n\n* At {LONG} {LONG}."
    )
    assert over(page, "* Or") == ["A guest may:", "Sell the oil, if:"]
    assert over(page, "* At") == ["A guest may:", "See all of the log:"]


def test_a_line_behind_a_single_blank_leads_to_the_bullets_below_it() -> None:
    pier = f"\xa0For the pier:\n\n* Sell {LONG}.\n* Row {LONG} {LONG}."
    page = f"For the tower:\n\n* Buy {LONG} {LONG}.\n\n{LONG}.\n\n{pier}"
    assert over(page, "* Row") == ["For the pier:"]


def test_the_number_of_a_page_parts_no_list_from_its_lead_in() -> None:
    page = f"The guest shall:\n\n13\n\n\\- Buy {LONG} {LONG}.\n\n\\- Row {LONG} {LONG}."
    assert over(page, "\\- Row") == ["The guest shall:"]


def test_a_bullet_that_is_bold_words_alone_in_a_list_of_bold_words_heads_nothing() -> None:
    inner = f"    *   **Green lamps**.\n    *   **Blue lamps**.\n    *   **Lamps of ships**. {LONG}, {LONG}.\n"
    items = f"*   **Lamps**. All that burns. For example:\n{inner}*   **Bells**. {LONG}, {LONG}.\n"
    front = f"# Rules\n\n## Log\n\nThe log holds:\n\n**Harbour**. {LONG}"
    document = terms(f"{front}\n\n{items}\n**Ships**. {LONG}\n\n## Oil\n\n{LONG}")
    assert not any("Blue lamps" in one.header for one in document.chunks)
    assert any(one.header.endswith(" > Ships") for one in document.chunks)


@pytest.mark.parametrize("front", ["", "**Harbour Log.** "])
def test_what_leads_to_a_list_stands_over_the_item_of_it_that_heads_a_list_of_its_own(front: str) -> None:
    lead = "Of each lamp of the port the log tells:"
    inner = f"*   **Green lamps.**\n    *   At dusk: {LONG}, {LONG}\n    *   At dawn: {LONG}, {LONG}\n"
    items = f"*   **Red lamps.** {LONG}, {LONG}\n{inner}*   **Bells.** {LONG}, {LONG}\n"
    text = f"# Rules\n\n## Log\n\n**Ships.** {LONG}.\n\n{front}All of it is read. {lead}\n\n{items}\n## Oil\n\n{LONG}"
    found = [one.header for one in terms(text).chunks if one.content.startswith(("*   **Gr", "*   At", "*   **B"))]
    assert len(found) == 3
    assert all(f" > {lead}" in header for header in found)
    assert all(("Harbour Log" in header) == bool(front) for header in found)


@pytest.mark.parametrize("label", ["1. ", "1\\. ", "(a) "])
def test_a_clause_left_of_a_bullet_that_heads_a_list_of_its_own_is_not_in_it(label: str) -> None:
    inner = f"*   **Green lamps.**\n    *   **At dusk.** {LONG}\n    *   **At dawn.** {LONG}\n"
    clauses = f"{label}Oil is red. {LONG}\n\n{label.replace('1', '2').replace('a', 'b')}Bells are dear. {LONG}"
    document = terms(f"Rules\n=====\n\n### Log\n\n{LONG}\n\n*   **Red lamps.** {LONG}\n{inner}\n{clauses}")
    headers = [one.header for one in document.chunks if "Oil is" in one.content or "Bells are" in one.content]
    assert len(headers) == 2
    assert all(header.count(" > ") == 2 for header in headers)


@pytest.mark.parametrize("mark", ["–", "—", "−", "➢", "✓"])
def test_dashes_arrows_and_ticks_in_front_of_items_are_bullets(mark: str) -> None:
    page = f"A guest must not:\n\n{mark} buy {LONG}; {LONG};\n\n{mark} sell {LONG}; {LONG}.\n"
    assert over(page, f"{mark} sell") == ["A guest must not:"]


def test_a_dash_inside_of_a_lead_in_stays() -> None:
    page = f"A guest – also a keeper - must not:\n\n* buy {LONG}; {LONG};\n* sell {LONG}; {LONG}.\n"
    assert over(page, "* sell") == ["A guest – also a keeper - must not:"]


@pytest.mark.parametrize("mark", ["●", "•", "▪"])
def test_a_bullet_alone_in_its_line_goes_with_the_item_below_it(mark: str) -> None:
    items = f"{mark}\n\nbuy {LONG}; {LONG};\n\n{mark}\n\nsell {LONG}; {LONG};\n\n{mark}\n\nlend {LONG}; {LONG}.\n"
    page = f"A guest must not:\n\n{items}"
    assert over(page, f"{mark}\n\nsell") == ["A guest must not:"]
    assert not any(one.content.rstrip().endswith(mark) for one in terms(page).chunks)


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param("*   _Oil of the tower._", id="in italics"),
        pytest.param("*   **Oil of the tower** –", id="with a dash"),
        pytest.param(f"*   **Oil of the tower, {PROSE[:80]}**:", id="long"),
        pytest.param("_Oil of the tower._", id="of a paragraph"),
    ],
)
def test_the_marked_words_of_an_item_or_a_paragraph_stand_over_its_further_pieces(begun: str) -> None:
    sentences = " ".join(f"The {name} keeper sees {LONG}." for name in ("first", "second", "third"))
    page = f"Rules\n=====\n\n{LONG}.\n\n{LONG}.\n\n{begun} {sentences}\n"
    assert over(page, "The third keeper")[-1].startswith("Oil of the tower")


def test_a_number_in_bold_type_names_no_further_piece() -> None:
    sentences = " ".join(f"The {name} keeper sees {LONG}." for name in ("first", "second", "third"))
    page = f"Rules\n=====\n\n{LONG}.\n\n{LONG}.\n\n*   **No. 300.** {sentences}\n"
    assert over(page, "The third keeper") == []


def test_paragraphs_without_bullets_that_end_in_semicolons_are_a_list() -> None:
    items = f"Buy {LONG};\n\nRead {LONG}, also in German; and\n\nSee {LONG}."
    page = f"A guest of the tower may:\n\n{items}\n\nKeepers {LONG}."
    assert over(page, "Read") == ["A guest of the tower may:"]
    assert over(page, "See") == ["A guest of the tower may:"]
    assert over(page, "Keepers") == []


def test_paragraphs_that_end_in_stops_are_no_list() -> None:
    page = f"A guest of the tower may:\n\nBuy {LONG}.\n\nRead {LONG};\n\nSee {LONG}."
    assert over(page, "See") == []


@pytest.mark.parametrize(
    ("lead", "said"),
    [
        ("We light the following lamps of the tower.", True),
        ("We light the lamps only as described below.", True),
        ("Below, you find examples of our lamps.", True),
        ("Nous allumons les lampes aux fins énoncées ci-dessous.", True),
        ("Which lamps we light is said in section 3.2 below.", False),
        ("We light the lamps of the tower and of the pier.", False),
    ],
)
def test_a_sentence_with_a_stop_leads_to_bullets_where_it_says_so(lead: str, said: bool) -> None:
    page = f"{LONG}. {lead}\n\n* Red {LONG}.\n* Green {LONG}.\n\nKeepers {LONG}."
    assert over(page, "* Green") == ([lead] if said else [])
    assert over(page, "Keepers") == []


@pytest.mark.parametrize(
    ("lead", "said"),
    [
        ("A keeper must keep what the port says of:", True),
        ("Besides, a keeper must obey all rules, including but not limited to..", True),
        ("A keeper must read", False),
    ],
)
def test_what_leads_to_the_parts_of_a_sentence_stands_over_those_that_are_cut_from_it(lead: str, said: bool) -> None:
    found = over(f"* The tower is red. {lead} the lamps, {LONG}; the oil, {LONG}; the glass, {LONG}.", "the glass")
    assert found == ([lead] if said else [])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("The log of the tower says of its guests:", True),
        ("The log of the tower says no more of them.", False),
    ],
)
def test_a_line_with_a_colon_stands_over_the_paragraph_behind_it(line: str, said: bool) -> None:
    front = f"The tower is red: {LONG}, {LONG}. It is very old, and on every day of the year it is lit."
    found = over(f"{front} {line}\n\nRowing is good by night, {LONG}, {LONG}.", "Rowing")
    assert found == ([line] if said else [])


def test_a_field_of_a_form_stands_over_no_other_field() -> None:
    fields = "\n\n".join(f"The {name} of the guest of the tower, {LONG}:" for name in ("name", "age", "boat", "town"))
    assert over(f"Please write into the log:\n\n{fields}", "The boat") == []


@pytest.mark.parametrize("lead", ["A guest of the tower may ask us, in particular where", "Wir löschen das Buch, wenn"])
def test_words_without_a_stop_lead_to_items_that_go_on_with_their_sentence(lead: str) -> None:
    page = f"{lead}\n\n* light {LONG};\n\n* read {LONG}.\n\nOur guests {LONG}."
    assert over(page, "* read") == [lead]
    assert over(page, "Our guests") == []


def test_a_line_without_a_stop_does_not_lead_to_items_that_are_sentences() -> None:
    page = f"The guests of the tower\n\n* Guests light {LONG} {LONG}.\n\n* Guests read {LONG} {LONG}."
    assert over(page, "* Guests read") == []


def test_words_in_front_of_a_sentence_are_not_said_twice() -> None:
    lead = "Right to ask - You may ask us for the log of the tower, in particular where"
    page = f"### Right to ask\n\n{lead}\n\n* light {LONG} {LONG};\n\n* read {LONG} {LONG}."
    assert over(page, "* read") == ["Right to ask", lead.removeprefix("Right to ask - ")]
