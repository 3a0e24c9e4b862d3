"""What is a heading, where it ends, and what it encloses."""

import pytest

from piperoll.corpora.clauses.words.captions import caption_at, plain
from tests.corpora.clauses.documents import at, clauses, contract, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3


def headers(text: str) -> list[str]:
    """The headers without the title."""
    return [one.header.partition(" > ")[2] for one in contract(text).chunks]


@pytest.mark.parametrize("heading", ["THE LAMP", "THE LAMP   Section 2.1 Light."])
def test_an_article_at_the_end_of_a_line_takes_its_heading_from_the_next(heading: str) -> None:
    text = f"ARTICLE I   OIL   Section 1.1 Oil. {LONG}   ARTICLE II \n\n\n{heading}   {LONG}"
    assert any(one.startswith("ARTICLE II THE LAMP") for one in headers(text))


def test_a_number_with_its_first_sub_clause_opens_a_clause_inside_a_line() -> None:
    text = f"1. Lamps 1.1 {LONG}1.2 {LONG}4. Oil of Ports 4.1 {LONG}4.2 {LONG}"
    assert clauses(contract(text)) == ["1", "1.1", "1.2", "4", "4.1", "4.2"]
    assert "4. Oil of Ports" in headers(text)


@pytest.mark.parametrize(
    "front",
    ["EXHIBIT 10.2\n\nLAMP AGREEMENT", "Exhibit 10.2 EXECUTION VERSION\n\nLAMP AGREEMENT", "Dated as of May 2, 2031"],
)
def test_the_cover_of_a_contract_heads_no_clause(front: str) -> None:
    assert headers(f"{front}\n\n{LONG}\n\n1. Aa. {LONG}\n\n2. Bb. {LONG}")[1:] == ["1. Aa", "2. Bb"]


def test_the_number_of_a_filing_on_each_page_is_no_part() -> None:
    text = f"EXHIBIT 10.2\n\nLAMPS\n\n1. Aa. {LONG}\n\nEXHIBIT 10.2\n\n2. Bb. {LONG}\n\nEXHIBIT B\n\nOIL\n\n{LONG}"
    assert clauses(contract(text)) == ["1", "2", "exhibit-b"]


@pytest.mark.parametrize("behind", ["1. Oil. ", "(1) Oil. ", "2 . 1 .    Oil. "])
def test_the_number_of_a_first_part_behind_a_gap_is_not_in_the_heading(behind: str) -> None:
    text = f"1. Aa. {LONG}\n\n2. Lamps And Oil   {behind}{LONG}\n\n3. Cc. {LONG}"
    assert "2. Lamps And Oil" in headers(text)


@pytest.mark.parametrize("caption", ["Preamble", "RECITALS", "WHEREAS:", "Background"])
def test_what_stands_in_front_of_the_clauses_encloses_none(caption: str) -> None:
    text = f"LAMP AGREEMENT\n\n{LONG}\n\n{caption}\n\n{LONG}\n\n1 Lamps\n\n{LONG}\n\n2 Oil\n\n{LONG}"
    assert "1 Lamps" in headers(text)
    assert "2 Oil" in headers(text)


def test_a_caption_on_every_page_is_no_heading() -> None:
    pages = "".join(f"LAMP AGREEMENT {page}\n\n{page}. Cc{page}. {LONG}\n\n{LONG}\n\n" for page in range(1, 7))
    assert not any("LAMP AGREEMENT" in one for one in headers(f"{PROSE}\n\n{pages}"))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        pytest.param(f"5. Lamps   7\n\n{LONG}", "5. Lamps", id="page"),
        pytest.param(f"5. Lamps\n        -----\n\n{LONG}", "5. Lamps", id="line"),
        pytest.param(f"Exhibit A\n\nSource: LAMPS INC., 8-K, 5/1/2031\n\n{LONG}", "Exhibit A", id="footer"),
        pytest.param(f"5. Lamps.\n\n(a) (i) {LONG}", "5. Lamps", id="bare letter"),
    ],
)
def test_a_heading_holds_words_only(text: str, part: str) -> None:
    found = headers(f"4. Oil. {LONG}\n\n{text}\n\n{LONG}")
    assert any(one.startswith(part) for one in found), found
    assert not any("Source" in one or "---" in one or " 7" in one for one in found)


def test_a_clause_around_others_is_named_by_its_words() -> None:
    text = f"5. Keepers, who sleep, {LONG}\n\n(a) lamps, which are red, {LONG}\n\n(i) {LONG}\n\n(ii) {LONG}"
    assert headers(f"{text}\n\n6. Bb. {LONG}")[3].startswith("5. Keepers, who sleep, The keeper shall")
    assert " > (a) lamps, which are red, The keeper" in headers(f"{text}\n\n6. Bb. {LONG}")[3]


def test_a_marked_heading_behind_a_number_is_read() -> None:
    document = terms(f"1. ### Red Lamps:\n    \n    {LONG}\n    \n2. ### Green Lamps:\n    \n    {LONG}{LONG}{LONG}")
    assert at(document, "2").metadata["heading"] == "Green Lamps:"


def test_a_number_goes_on_behind_headings_of_another_level() -> None:
    text = f"##### 1\\. Aa\n\n{LONG}\n\n### What is oil?\n\n{LONG}\n\n##### 2\\. Bb\n\n{LONG}"
    assert at(terms(text), "2").header.endswith("Terms of Service > 2. Bb")


@pytest.mark.parametrize("line", ["1 S. 1 of the Act", "2 Lamps of the Harbour"])
def test_a_number_that_goes_on_with_a_sentence_opens_nothing(line: str) -> None:
    assert clauses(terms(f"### Aa\n\n{PROSE}It is so under Art. 6 para.\n{line} of 2031. {LONG}")) == []


def test_a_number_in_a_sentence_that_a_line_end_tears_apart_opens_nothing() -> None:
    assert clauses(terms(f"### Aa\n\nWe light lamps.\n(3) when you write to us. {LONG}")) == []


def test_links_to_headings_with_spaces_are_a_table_of_contents() -> None:
    names = ("Oil", "Red Lamps", "Green Lamps", "The End")
    links = "".join(f"*   [{number}\\. {name}](<#{number}. {name}>)\n" for number, name in enumerate(names, 1))
    texts = "".join(f"{number}\\. {name}\n-----\n\n{LONG}\n\n" for number, name in enumerate(names, 1))
    document = terms(f"Terms\n=====\n\n{links}\n{texts}")
    assert [one.reason for one in document.set_aside] == ["table of contents"]
    assert paths(document) == ["preamble", "1", "2", "3", "4"]


@pytest.mark.parametrize("line", ["Nos partenaires", "Who sees the lamps?"])
def test_a_short_line_in_front_of_a_paragraph_ends_no_chunk(line: str) -> None:
    document = terms(f"{LONG}{LONG}\n\n{line}\n\n{LONG}{LONG}")
    assert not any(one.content.rstrip().endswith(line) for one in document.chunks)
    assert any(one.content.startswith(line) for one in document.chunks)


def test_a_heading_stays_with_the_sentences_of_a_long_paragraph() -> None:
    title = "Our right to limit or to end the service of lamps"
    document = terms(f"{title}\n{'-' * 55}\n\n{PROSE * 20}")
    assert document.chunks[0].content.count(".") > 1


def test_words_set_apart_in_a_full_line_are_no_heading() -> None:
    items = f"(i)  the  tower  is  lit.\n\n(ii) the lamp is out. {LONG}\n\n"
    text = f"1. Lamps\n\n(a) In  addition  to the oil  of the  tower  the keeper buys:\n\n{items}"
    assert not any(one.endswith("(a) In") or " > (a) In > " in one for one in headers(text))


@pytest.mark.parametrize("sentence", ["No lamp is lit by day.", "The Keeper shall light the Lamp."])
def test_a_short_sentence_is_no_heading(sentence: str) -> None:
    assert caption_at(sentence, 0, len(sentence), marked=False, bold=False, labelled=True) == ("", 0)


def test_a_heading_may_have_a_verb() -> None:
    text = "Light is Sole Remedy. The keeper shall have no other one."
    assert caption_at(text, 0, len(text), marked=False, bold=False, labelled=True)[0] == "Light is Sole Remedy"


@pytest.mark.parametrize(
    ("clause", "heading"),
    [
        pytest.param("(c) The  Keeper  has filed the  Plan  and will light it. ", "", id="a line set full"),
        pytest.param("(c) In the event that: the oil is spilt, he pays for it. ", "", id="what leads to a list"),
        pytest.param("(c) If to the Keeper, to: 1 Sea Road, Port Vila. ", "", id="an address"),
        pytest.param("(c) The Owner shall not: sell the oil, nor the lamp. ", "", id="a sentence that leads to a list"),
        pytest.param("(c) Subject to List No. 3, the keeper lights it. ", "", id="a number"),
        pytest.param("(c) Rights of the Keeper. He reads the log. ", "Rights of the Keeper", id="a heading"),
        pytest.param("(c) Rights of Party A. It reads the log. ", "Rights of Party A", id="a heading with a letter"),
    ],
)  # fmt: skip
def test_no_heading_breaks_off(clause: str, heading: str) -> None:
    text = f"1. Aa. {LONG}\n\n(a) Dusk. {LONG}\n\n(b) Dawn. {LONG}\n\n{clause}{LONG}\n\n2. Bb. {LONG}"
    (chunk,) = [one for one in contract(text).chunks if one.content.startswith("(c)")]
    assert chunk.metadata.get("heading", "") == heading


def test_no_heading_is_a_preposition_of_a_title() -> None:
    text = f"1. Aa. {LONG}\n\nANNEX A\n\nTHE RULES\n\nOF\n\nThe lamps are lit at dusk. {LONG}{LONG}"
    assert not any("> OF" in one.header for one in contract(text).chunks)


def test_a_line_that_ends_in_a_rule_is_no_heading() -> None:
    long = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 5
    document = contract(f"1. LAMPS\n\n{long}\n\nPort Promotion Agreement - -----------\n\n{long}\n\n2. OIL\n\n{long}")
    assert not any("promotion" in path for path in paths(document))


@pytest.mark.parametrize(
    ("clause", "heading"),
    [
        ("2. LAMP PROVISIONS (a) Dusk and Dawn. ", "LAMP PROVISIONS"),
        ("2. Duties (a) The keeper may light: ", "Duties"),
        (f"2. Non-Sleeping Services - The keeper is awake {'and ' * 20}reads. ", "Non-Sleeping Services"),
    ],
)
def test_a_heading_ends_in_front_of_an_item_and_of_a_dash(clause: str, heading: str) -> None:
    text = f"1. Aa. {LONG}\n\n{clause}{LONG}(b) Oil. {LONG}\n\n3. Cc. {LONG}"
    assert at(contract(text), "2").metadata.get("heading", "") == heading


@pytest.mark.parametrize("left_out", ["[*]", "[**]", "[***]", "[****]"])
def test_the_sign_of_words_that_were_left_out_stays(left_out: str) -> None:
    assert plain(f"**Within {left_out} of each month**") == f"Within {left_out} of each month"


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("DUTIES OF BUYER Buyer promises and warrants to the port, as follows:", "DUTIES OF BUYER"),
        ("DUTIES OF KP KP promises and warrants to the port, as follows:", "DUTIES OF KP"),
        ("OIL OF THE PORT   Section 7.01 Lamps; Oil; Glass. The keeper", "OIL OF THE PORT"),
        ("LAMPS   Section 1.   Oil. The keeper", "LAMPS"),
        ("FORCE MAJEURE Neither keeper is late in a storm.", "FORCE MAJEURE"),
        ("ALFA LAMPS Limited has agreed to light the tower.", ""),
        ("ALFA LAMPS agrees to light the tower. It is dark.", ""),
        ("OIL Section 355. None of the keepers is one.", "OIL Section 355"),
    ],
)
def test_capitals_in_front_of_a_sentence_or_a_section_are_a_heading(line: str, heading: str) -> None:
    assert caption_at(line, 0, len(line), marked=False, bold=False, labelled=True)[0] == heading


def test_a_long_title_in_front_of_a_sentence_is_a_heading() -> None:
    title = (
        "Effect of an End of This Contract by the Keeper for a Storm, for Want of Oil or for a Broken Lamp at the Port"
    )
    loud = title.upper()
    cases = (
        (title, title),
        (title.replace("Storm,", "Storm;"), title.replace("Storm,", "Storm;")),
        (title.replace("Broken", "broken"), ""),
        (loud, loud),
        (loud.replace("BROKEN LAMP", "LAMP THAT IS OLD"), ""),
    )
    for heading, found in cases:
        line = f"{heading}. Upon such an end, the following holds:"
        assert caption_at(line, 0, len(line), marked=False, bold=False, labelled=True)[0] == found


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("Miscellaneous.30", "Miscellaneous"),
        ("Light for the Harbour12", "Light for the Harbour"),
        ("Lamps in Schedule2", "Lamps in Schedule2"),
        ("Services of LampScout24", "Services of LampScout24"),
    ],
)
def test_the_number_of_a_note_is_no_part_of_a_heading(line: str, heading: str) -> None:
    assert caption_at(line, 0, len(line), marked=False, bold=False, labelled=True)[0] == heading


def test_a_heading_ends_at_a_hard_break_in_front_of_a_short_sentence() -> None:
    price = f"4\\. Light and price  \nThe port lights a lamp.  \n{LONG}"
    page = f"# Rules\n\n3\\. Oil of Lamps  \n{LONG}\n\n{price}\n\n5\\. End  \n{LONG}"
    assert at(terms(page), "4").header == "Lanternfish Terms of Service > 4. Light and price"


@pytest.mark.parametrize("number", ["6.00", "6.01", "6.1"])
def test_a_heading_with_semicolons_ends_in_front_of_its_first_section(number: str) -> None:
    text = f"ARTICLE VI Lamps; Oil; Wicks of the Port   {number} Dusk. {LONG}\n\nSection 6.02   Dawn. {LONG}"
    assert at(contract(text), "6.02").header.split(" > ")[1] == "ARTICLE VI Lamps; Oil; Wicks of the Port"


@pytest.mark.parametrize("behind", ["Section 6.01.      Oil.", "6.01.      Oil."])
def test_the_heading_of_an_article_ends_in_front_of_its_first_section(behind: str) -> None:
    text = f"ARTICLE VI   Lamps   {behind}\n\n\n(a)   {LONG}\n\nSection 6.02.   Wicks. {LONG}"
    document = contract(text)
    assert "6.01" in clauses(document)
    assert at(document, "6.02").header.split(" > ")[1] == "ARTICLE VI Lamps"


def test_the_heading_of_an_article_in_capitals_ends_in_front_of_a_title() -> None:
    text = f"ARTICLE IX LAMPS OF PORTS   Survival. {LONG}\n\nSection 9.2   Wicks. {LONG}"
    assert at(contract(text), "9.2").header.split(" > ")[1] == "ARTICLE IX LAMPS OF PORTS"


def test_a_clause_ends_its_heading_in_front_of_its_first_part_in_one_line() -> None:
    text = f"3. Oil. {LONG}\n\n3.1 Lamps of Ports 3.1.1 Light. {LONG}3.1.2 Dusk. {LONG}\n\n3.2 Wicks. {LONG}"
    document = contract(text)
    assert clauses(document) == ["3", "3.1", "3.1.1", "3.1.2", "3.2"]
    assert "3.1 Lamps of Ports" in headers(text)[1]


def test_a_clause_inside_a_line_ends_its_heading_in_front_of_its_first_part() -> None:
    text = f"3. Oil. {LONG}3.1 Lamps of Ports 3.1.1 The keeper lights. {LONG}3.1.2 He trims. {LONG}3.2 Wicks. {LONG}"
    assert clauses(contract(text)) == ["3", "3.1", "3.1.1", "3.1.2", "3.2"]


@pytest.mark.parametrize("quotes", ["“”", '""'])
def test_a_term_in_front_of_its_short_definition_is_a_heading(quotes: str) -> None:
    text = f"LPA. {quotes[0]}LPA{quotes[1]} is in Section 2."
    assert caption_at(text, 0, len(text), marked=False, bold=False, labelled=False) == ("LPA", 4)


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("Harbour  Office shall be paid  for all oil  that it burns in the lamps of the port at night. ", ""),
        ("If  Keeper  fails  to  light the  lamp, the port may ask another one to do so at once. ", ""),
        ("Oil of Lamps  The keeper shall light the lamp at dusk, and put it out at dawn of each day. ", "Oil of Lamps"),
    ],
)
def test_a_gap_of_a_line_that_is_set_full_ends_no_heading(line: str, heading: str) -> None:
    assert caption_at(line, 0, len(line), marked=False, bold=False, labelled=True)[0] == heading
