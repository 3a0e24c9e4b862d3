"""Headings of plain text, which nothing marks but the lines around them."""

import pytest

from piperoll.corpora.clauses.candidates.set_off import is_set_off
from tests.corpora.clauses.documents import contract, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4


def headers(*parts: str) -> list[str]:
    """Return the headers of a contract of some parts, without the title."""
    return [chunk.header.partition(" > ")[2] for chunk in contract("\n\n".join(parts)).chunks]


@pytest.mark.parametrize(
    "row",
    [
        "Week 7 - 13",
        "Red Lamp Registered 4711001 1-Jun-18",
        "No fee No fee",
        "Ada Wick (646) 555-0100 ada@lanternfish.com",
        "Full Name (Typed or Printed)",
        "WHEREAS, Keeper is",
    ],
)
def test_a_row_of_a_table_or_an_address_is_no_heading(row: str) -> None:
    assert not any(
        row in header for header in headers(f"1. Lamps\n\n{PROSE}", f"{row}\n\n{PROSE}", f"2. Oil\n\n{PROSE}")
    )


@pytest.mark.parametrize(
    ("line", "heads"), [("DUTIES AND FEES.", True), ("LANTERN LAMPS INC.", False), ("Tower Lamps.", True)]
)
def test_capitals_with_a_stop_are_a_heading_but_no_company(line: str, heads: bool) -> None:
    found = headers("LAMP AGREEMENT", PROSE, line, PROSE, "OIL AND GLASS", PROSE)
    assert any(line[:-1] in header for header in found) == heads


def test_the_heading_behind_the_first_sentence_is_not_the_title() -> None:
    found = headers("Lamps of the Port, 31 Pier", PROSE, "DEFINITIONS", PROSE, "OIL AND GLASS", PROSE)
    assert "DEFINITIONS" in found


def test_small_letters_behind_a_hyphen_are_in_titles() -> None:
    assert "Non-use and Non-disclosure" in headers(
        f"Lamps. {PROSE}", f"Non-use and Non-disclosure. {PROSE}", f"Oil. {PROSE}"
    )


def test_an_abbreviation_ends_no_heading() -> None:
    found = headers("1. Notices", PROSE, f"Lantern Lamps Inc. One Tower Road, Port, at which the {PROSE}")
    assert set(found) == {"1. Notices"}


@pytest.mark.parametrize(
    ("line", "below", "heads"),
    [
        ("DUTIES OF THE KEEPER:", "The keeper lights the lamp of the port at dusk on every day of the year.", True),
        ("LANTERN CORP:", "By: A. Keeper, of the harbour, in front of whom all of them have signed it.", False),
        ("BETWEEN:", "Lantern, a company with a pier, and the port of the town, both at the sea.", False),
    ],
)
def test_capitals_with_a_colon_are_a_heading_above_a_sentence(line: str, below: str, heads: bool) -> None:
    text = f"1. Lamps\n\n{PROSE}\n\n{line}\n\n{below}\n\n{PROSE}"
    assert any(f"> {line}" in chunk.header for chunk in contract(text).chunks) is heads


def test_the_heading_of_a_table_of_contents_stands_over_no_clause_behind_it() -> None:
    contents = "\n\n".join(f"CLAUSE {at}. PART {at}     {at + 3}" for at in range(1, 8))
    clauses = (f"CLAUSE {at}. PART {at}\n\n{PROSE}" for at in range(1, 8))
    front = f"1. Start. {PROSE}\n\nANNEX 1\n\nRules of the Port\n\nMANUAL FOR THE KEEPER    TABLE OF CONTENTS"
    assert not any("TABLE OF CONTENTS" in header for header in headers(front, contents, *clauses)[2:])


@pytest.mark.parametrize(
    ("line", "above", "heads"),
    [
        pytest.param("Duties of the Keeper.", "dark.", True, id="a stop"),
        pytest.param("Duties of the Keeper .", "dark.", True, id="a space in front of the stop"),
        pytest.param("Duties of the Keeper.", "lit under the", False, id="the end of a sentence"),
        pytest.param("Lamps: None.", "dark.", False, id="a row"),
        pytest.param(".", "dark.", False, id="a stop alone"),
    ],
)
def test_a_title_with_a_stop_is_a_heading_behind_a_sentence(line: str, above: str, heads: bool) -> None:
    clause = f"1. Oil. {PROSE}The tower is {above}"
    document = contract(f"LAMP AGREEMENT\n\n{clause}\n\n{line}\n\n(a) {PROSE}\n\n(b) {PROSE}\n\n2. Keys. {PROSE}\n")
    assert any("Duties of the Keeper" in chunk.metadata.get("heading", "") for chunk in document.chunks) is heads


SAID = "The keeper lights the lamp at dusk and puts it out at dawn, on every day of the year. "


def test_a_long_line_heads_clauses_that_are_counted_anew() -> None:
    heading = "Ledger of the oil that is kept for a lamp of the harbour in the tower"
    first = f"Lamps of the Port\n\n1. {SAID * 3}\n\n2. {SAID * 3}\n\nOil of the Port\n\n{SAID * 3}"
    document = terms(f"{first}\n\n{heading}\n\n1. {SAID * 3}\n\n2. {SAID * 3}\n")
    assert document.chunks[-1].header.endswith(f"> {heading}")
    assert not any(path.endswith(".v2") for path in paths(document))


@pytest.mark.parametrize("bullet", ["*   Log", "●\n\nlog"])
def test_a_few_words_behind_a_sentence_head_the_list_below_them(bullet: str) -> None:
    items = "".join(f"{bullet} number {number} of the keeper, and {SAID.lower() * 3}\n\n" for number in range(3))
    text = f"Log that we write\n\n{SAID * 3}\n\n{SAID * 3}\n\nLog that we read\n\n{items}"
    headers = [chunk.header for chunk in terms(text).chunks if "number 2" in chunk.content]
    assert headers[0].endswith("> Log that we read")


@pytest.mark.parametrize(
    ("behind", "item"),
    [("The keeper writes down these, all of them:", "Log"), (SAID, "log"), ("the lamps of the port and the", "Log")],
)
def test_a_few_words_are_no_heading_of_a_list_that_goes_on_with_them(behind: str, item: str) -> None:
    items = "".join(f"*   {item} number {number} of the keeper, and {SAID.lower() * 3}\n" for number in range(3))
    text = f"Log that we write\n\n{SAID * 3}\n\n{behind}\n\nLog that we read\n\n{items}"
    assert not any(chunk.path.endswith("log-that-we-read") for chunk in terms(text).chunks)


@pytest.mark.parametrize("end", [".", "", "●"])
def test_the_end_of_a_page_does_not_tell_whether_its_first_line_heads_a_list(end: str) -> None:
    line, item = "Log that we read", "* Log of the keeper, and of all the others who are in the tower at night"
    text = f"{line}\n\n{item}\n\nAsk the keeper{end}"
    behind = (len(line) + 2, len(line) + 2 + len(item))
    assert is_set_off(text, (0, 0), (0, len(line)), behind, unmarked=False)


CAPTIONS = ("Oil of the Lamp", "Broken glass", "Keepers", "Towers of the Port", "Log Book")


def test_headings_with_a_stop_run_into_the_paragraphs_of_a_page_where_several_in_a_row_have_one() -> None:
    said = "".join(f"{caption}. {SAID * 6}\n\n{SAID * 6}\n\n" for caption in CAPTIONS)
    document = terms(f"## Harbour\n\n{SAID * 6}\n\n**For the keepers of Oslo**\n\n{said}## Boats\n\n{SAID * 6}\n")
    headers = [chunk.header for chunk in document.chunks if chunk.path.endswith(".p2")]
    assert [header.split(" > ")[-2:] for header in headers if "Oslo" in header][-1:] == [
        ["For the keepers of Oslo", "Log Book"]
    ]
    assert all(any(header.endswith(f"> {caption}") for header in headers) for caption in CAPTIONS)


@pytest.mark.parametrize("captions", [CAPTIONS[:2], ("We light it", "You read it", "It is dark", "The end")])
def test_two_short_sentences_or_those_with_a_verb_are_no_headings_of_a_page(captions: tuple[str, ...]) -> None:
    said = "".join(f"{caption}. {SAID * 6}\n\n{SAID * 6}\n\n" for caption in captions)
    document = terms(f"## Harbour\n\n{SAID * 6}\n\n{said}## Boats\n\n{SAID * 6}\n")
    assert {path.split(".")[0] for path in paths(document)} == {"harbour", "boats"}
    assert not any(chunk.header.count(">") > 1 for chunk in document.chunks)
