"""Headings as documents really print them: what is none of them, and what stands over what."""

import pytest

from tests.corpora.clauses.documents import clauses, contract, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3
WRAPPED = "The agreement between the keepers and the harbour will be filed on a form of the Lighthouse\n\n"


def headers(text: str) -> list[str]:
    """The headers of a contract without the title."""
    return [one.header.partition(" > ")[2] for one in contract(text).chunks]


def test_a_lead_in_heads_nothing_that_stands_in_front_of_it() -> None:
    document = contract(f"3. Duties. {LONG}{LONG}{LONG}In winter:\n\n(a) {LONG}\n\n(b) {LONG}\n\n4. End. {LONG}")
    in_front = [one for one in document.chunks if one.path.startswith("3") and one.start < document.text.index("(a)")]
    assert len(in_front) > 1
    assert {one.header for one in in_front} == {"contract > 3. Duties"}
    assert next(one for one in document.chunks if one.content.startswith("(b)")).header.count("In winter:") == 1


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(f"{WRAPPED}Commission. The agreement {PROSE}{PROSE}", id="a sentence that goes on"),
        pytest.param(f"{PROSE}\n\nAttn: The Keeper of the Lamp, {PROSE}{PROSE}", id="an address"),
        pytest.param(f"{PROSE}\n\nParty A: Lamps Ltd., {PROSE}{PROSE}", id="a party"),
        pytest.param(f"{PROSE}\n\nMay 2, 2031\n\n{LONG}", id="a day"),
        pytest.param(f"{PROSE}\n\nPortland, ME 04101\n\n{LONG}", id="a place"),
    ],
)
def test_what_heads_nothing(line: str) -> None:
    assert set(headers(f"1. Oil. {LONG}\n\n(a) {line}\n\n2. End. {LONG}")[1:]) <= {
        "1. Oil",
        "2. End",
        *(one for one in headers(f"1. Oil. {LONG}\n\n(a) {line}") if one.startswith("1. Oil > (a)")),
    }
    assert clauses(contract(f"{line}\n\n1. Oil. {LONG}"))[0] == "1"
    assert all(one.path.startswith("text") for one in contract(line).chunks)


def test_a_label_behind_the_head_of_a_page_opens_a_clause() -> None:
    text = f"Article 1 Oil\n\n1.1 Light {LONG}\n\n(For reference only)   Article 2 Lamps\n\n2.1 Glass {LONG}"
    assert clauses(contract(text)) == ["art1", "1.1", "art2", "2.1"]


def test_clauses_are_none_of_the_recitals() -> None:
    recitals = "".join(f"{number}. Party {number} keeps a lamp of its own. {PROSE}\n\n" for number in (1, 2, 3))
    text = f"LAMPS\n\n{LONG}\n\nWHEREAS\n\n{recitals}1. Oil\n\n{LONG}\n\n2. Lamps\n\n{LONG}"
    assert headers(text)[-2:] == ["1. Oil", "2. Lamps"]


def test_the_schedules_that_are_only_listed_hold_no_signatures() -> None:
    text = (
        f"1. Oil. {LONG}\n\nAppendix 1   Lamps\n\nAppendix 2   Glass\n\nIn witness whereof, the parties sign. {PROSE}"
    )
    assert paths(contract(text))[-1] == "in-witness-whereof"


def test_an_amendment_behind_the_exhibits_is_no_part_of_them() -> None:
    text = f"{LONG * 15}\n\n1. Oil. {LONG}\n\nEXHIBIT A\n\nLAMPS\n\n{LONG}\n\nAMENDMENT TO LAMP AGREEMENT\n\n{LONG}"
    assert paths(contract(text))[-1] == "amendment-to-lamp-agreement"


def test_a_heading_without_text_is_in_the_chunk_of_what_it_heads() -> None:
    text = f"Article I. Oil\n\n{LONG}\n\nArticle II. Fees, Billing & Payment\n\nFees.\n\n(a) {LONG}\n\n(b) {LONG}"
    assert next(one for one in contract(text).chunks if "Fees." in one.content).content.startswith("Article II.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"1.0 OIL.\n\n1.1. {LONG}\n\n1.2. {LONG}\n\n2.0 LAMPS.\n\n2.1. {LONG}", ["1", "1.1", "1.2", "2", "2.1"]),
        (f"ARTICLE ONE OIL 1.1 Aa. {LONG}ARTICLE TWO LAMPS 2.1 Bb. {LONG}", ["art1", "1.1", "art2", "2.1"]),
        (f"1. Oil 1.1 {LONG}1.2 {LONG}1.4 {LONG}", ["1", "1.1", "1.2", "1.4"]),
        (f"ARTICLE I.\n\nOIL 1.1 Aa. (a) {LONG}1.2 Bb. {LONG}", ["art1", "1.1", "1.1.a", "1.2"]),
        (f"2.2 {LONG}2.3 {LONG}\n\n3. OIL 3.1 {LONG}3.2 {LONG}", ["2.2", "2.3", "3", "3.1", "3.2"]),
        (f"4.6 {LONG}\n\nMINIMUM PAYMENT\n\n{LONG}\n\n4.7 {LONG}", ["4.6", "4.7"]),
        (f"§ 1 Oil\n\n{LONG}\n\n§ 2 keepers and lamps\n\n{LONG}", ["1", "2"]),
    ],
)
def test_numbers(text: str, expected: list[str]) -> None:
    assert clauses(contract(text)) == expected


def test_no_heading_stands_over_a_number_that_goes_on() -> None:
    assert "4.7" in headers(f"4.6 {LONG}\n\nMINIMUM PAYMENT\n\n{LONG}\n\n4.7 {LONG}")[-1]
    assert "PAYMENT" not in headers(f"4.6 {LONG}\n\nMINIMUM PAYMENT\n\n{LONG}\n\n4.7 {LONG}")[-1]


def test_questions_and_short_lines_between_blank_lines_head_a_page_without_marks() -> None:
    headings = ("OUR LAMPS", "Who lights them?", "About oil", "THE END")
    page = f"Lamps\n\n{PROSE}\n\n" + "".join(f"{heading}\n\n{PROSE}\n{LONG * 3}\n\n" for heading in headings)
    own = [one for one in paths(terms(page)) if ".p" not in one]
    assert own == ["preamble", "our-lamps", "our-lamps.who-lights-them", "our-lamps.about-oil", "the-end"]


def test_words_that_come_again_and_again_in_front_of_a_text_head_nothing() -> None:
    page = "Lamps\n=====\n\n" + "".join(f"{LONG}\n\n**Legal Basis:** {LONG}\n\n" for _ in range(6))
    assert not any("Legal Basis" in one.header for one in terms(page).chunks)


def test_a_lettered_heading_on_its_own_line_keeps_its_text_and_its_numbers() -> None:
    numbers = f"**1.** {LONG}\n\n **2.** {LONG}"
    page = f"**I. Lamps**\n\n **A. Oil**\n\n{LONG}\n\n **B. Glass**\n\n {numbers}\n\n **C. End**\n\n{LONG}"
    own = [one.header.partition(" > ")[2] for one in terms(page).chunks]
    assert own == ["I. Lamps > A. Oil", "I. Lamps > B. Glass", "I. Lamps > C. End"]


def test_a_definition_says_what_a_term_means() -> None:
    page = f"Cookies\n=======\n\n{LONG}\n\n“Lamp” has a lifespan of two years. {LONG}\n\n{LONG}"
    assert not any("Lamp" in one.header for one in terms(page, "Harbour/Log.md").chunks)


def test_a_list_of_far_shorter_items_ends_in_front_of_the_rest() -> None:
    items = "".join(f"{letter}) {PROSE}\n{PROSE}\n" for letter in "ab")
    rest = "".join(f"{number} The harbour pays for it.\n" for number in range(1, 12)).replace("1 The", "The")
    document = contract(f"The log excludes:\n{items}{rest.replace('0', '')}{LONG}")
    assert any(one.path.startswith("further") for one in document.chunks)


def test_a_dotted_entry_is_one_of_a_table_of_contents() -> None:
    entries = "".join(f"{number}.  Non disclosure of lamps.........{number}\n\n" for number in range(1, 6))
    document = contract(f"LAMPS\n\nTABLE OF CONTENTS\n\n{entries}{LONG}\n\n1. Oil\n\n{LONG}\n\n2. Glass\n\n{LONG}")
    assert clauses(document) == ["1", "2"]


def test_recitals_at_the_beginning_are_a_heading() -> None:
    text = f"{PROSE}\n\nRECITALS\n\nWHEREAS, {LONG}\n\nAGREEMENT\n\n1. Lamps. {LONG}\n\n2. Oil. {LONG}"
    assert headers(text)[-3:] == ["RECITALS", "1. Lamps", "2. Oil"]


def test_short_phrases_with_a_stop_head_a_text_without_any_mark() -> None:
    phrases = ["Customer service.", "How long is it lit?", "Encryption."]
    text = "\n".join(f"{phrase}\n{PROSE}\nIt is dark.\n{LONG}" for phrase in phrases)
    assert dict.fromkeys(headers(f"{LONG}\n{text}")) == dict.fromkeys(
        ["", "Customer service", "How long is it lit?", "Encryption"]
    )


def test_a_line_in_capitals_stands_over_a_line_of_fewer_words() -> None:
    text = f"1. Lamps. {LONG}\n\n2. Oil. {LONG}\n\nSERVICES\n\nThe keeper shall furnish the following services:\n\n"
    document = contract(f"{text}1. Light. {LONG}\n\n2. Fog. {LONG}")
    assert paths(document)[-2:] == ["services", "services.2"]


@pytest.mark.parametrize(
    ("above", "heading"),
    [
        ("The keeper reads the log of the tower on each day on which no ship comes into the port", "OIL AND GLASS"),
        ("The keeper reads the log of the tower on each day on which no ship comes in.   C-3", "Oil and Glass"),
        ("- ------------------------------------------------------------------------------", "Oil and Glass"),
    ],
)
def test_a_line_over_a_long_text_heads_it_where_no_sentence_ends_above(above: str, heading: str) -> None:
    document = contract(f"LAMP LEASE\n\n1. Lamps. {LONG}\n\n2. Log. {LONG}\n\n{above}\n\n{heading}\n\n{LONG}{LONG}")
    assert any(path.endswith("oil-and-glass") for path in paths(document))


@pytest.mark.parametrize(
    "above", ["The keeper reads the log of the tower on each day on which he is in the", "N/A    ."]
)
def test_a_line_heads_nothing_where_a_sentence_goes_on(above: str) -> None:
    short = "The keeper buys it from the port at the price of the day."
    document = contract(f"LAMP LEASE\n\n1. Lamps. {LONG}\n\n2. Log. {LONG}\n\n{above}\n\nOil and Glass\n\n{short}")
    assert not any(path.endswith("oil-and-glass") for path in paths(document))


def test_a_title_between_blank_lines_heads_a_sentence_that_is_short() -> None:
    short = "The keeper buys it from the port at the price of the day, or from a ship."
    document = contract(f"LAMP LEASE\n\n1. Lamps. {LONG}\n\n2. Log. {LONG}\n\nOil and Glass\n\n{short}")
    assert paths(document)[-1].endswith("oil-and-glass")
