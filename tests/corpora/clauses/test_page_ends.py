"""What a page's end does to clauses: its number, what goes on behind it, and tables of contents that it cuts apart."""

import pytest

from piperoll.corpora.clauses.pages.contents import tables_of_contents
from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import clauses, contract, paths

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3
PAGE = "\n\n\n\n________________\n\n\n"


@pytest.mark.parametrize(
    "broken",
    [
        f"The remedies set forth in{PAGE}Section 2.1  shall be the only ones. ",
        f"It holds in the case of Section 1.1(a) and   62{PAGE}Section 2.1(b) (Oil) shall be true. ",
        "It holds from the day on which the conditions in Sections 1.1 and\n2.1 are satisfied by the keeper. ",
    ],
)
def test_a_number_behind_a_broken_sentence_opens_no_clause(broken: str) -> None:
    text = f"1. Aa.\n\n1.1 Lamps. {LONG}{broken}{LONG}\n\n1.2 Oil. {LONG}\n\n2. Bb.\n\n2.1 Wicks. {LONG}"
    assert clauses(contract(text)) == ["1", "1.1", "1.2", "2", "2.1"]


def test_the_number_of_a_page_in_front_of_a_heading_hides_it_not() -> None:
    text = f"ARTICLE I\n\nLAMPS\n\nSECTION 1.01 Light. {LONG}\n\n  35       SECTION 1.02      Oil. {LONG}"
    assert clauses(contract(text)) == ["art1", "1.01", "1.02"]


@pytest.mark.parametrize(
    "heading", ["35                  EXHIBIT A\n\nOIL OF THE PORT", "35 Annex A LIST OF LAMPS of the port"]
)
def test_the_number_of_a_page_in_front_of_a_schedule_hides_it_not(heading: str) -> None:
    schedule = heading.split()[1].lower() + "-a"
    document = contract(f"1. Lamps. {LONG}\n\n2. Oil. {LONG}\n\n{heading}\n\n1. Casks. {LONG}\n\n2. Wicks. {LONG}")
    assert clauses(document) == ["1", "2", schedule, f"{schedule}.1", f"{schedule}.2"]


def test_a_number_in_front_of_a_schedule_that_a_sentence_names_is_none_of_a_page() -> None:
    assert clauses(contract(f"1. Lamps. {LONG}\n12 Exhibit A forms are held. {LONG}\n\n2. Oil. {LONG}")) == ["1", "2"]


def test_spaced_digits_are_one_number() -> None:
    text = "".join(f"1 .1 {digit}     Lamp {digit}. {LONG}\n\n" for digit in range(3))
    assert clauses(contract(f"1.9     Lamp. {LONG}\n\n{text}")) == ["1.9", "1.10", "1.11", "1.12"]


def test_entries_of_one_line_each_need_no_heading() -> None:
    entries = "\n\n".join(f"{number}.1  What the keeper shall do   {number + 6}" for number in range(1, 7))
    text = f"Exhibit 10\n\n{entries}\n\nThe keeper agrees with the Harbour Office. {LONG}"
    [(start, end)] = tables_of_contents(text)
    assert text[start:end] == entries


def test_a_list_inside_a_sentence_ends_with_it() -> None:
    text = (
        f"1. Aa. {LONG}He shall at dusk:\n(a) light the lamp and look after it;\n(b) buy the oil for a year; and\n"
        f"(c) write down what he sees there at night. {LONG}{LONG}\n\n2. Bb. {LONG}"
    )
    document = contract(text)
    assert "1.further" in paths(document)
    further = next(chunk for chunk in document.chunks if chunk.path == "1.further")
    assert further.header.split(HEADER_SEPARATOR)[1:] == ["1. Aa"]


def test_the_first_item_behind_a_number_is_no_heading() -> None:
    text = (
        f"1. Aa. {LONG}\n\n2. (a) For the lamp - (1) Upon dusk. {LONG}\n(2) Upon dawn. {LONG}\n(b) For the oil. {LONG}"
    )
    assert {"2.a", "2.b"} <= set(clauses(contract(text)))


def test_a_line_that_counts_the_pages_heads_nothing() -> None:
    pages = [
        f"{number}. Aa. {LONG}\n\n\nPier Agreement of Harbours Page {number} of 6\n\n\n\n\n" for number in range(1, 7)
    ]
    document = contract("".join(pages))
    assert clauses(document) == ["1", "2", "3", "4", "5", "6"]
    assert {aside.reason for aside in document.set_aside} == {"page furniture"}
    assert not any("Page" in chunk.content for chunk in document.chunks)


def test_a_notice_that_counts_the_pages_may_lack_a_number_or_have_that_of_the_page_in_front_too() -> None:
    notice = "*** Confidential treatment requested by the Harbour Board."
    fronts = ["", "2 ", "2    3 ", "3    4 ", "5 ", "5    6 ", "6    7 "]
    document = contract("".join(f"{front}{notice}\n\n{n}. Aa. {LONG}\n\n" for n, front in enumerate(fronts, 1)))
    assert clauses(document) == ["1", "2", "3", "4", "5", "6", "7"]
    assert not any("treatment" in chunk.content for chunk in document.chunks)


def test_a_heading_without_a_mark_goes_with_the_clause_below_it() -> None:
    text = f"1. Aa\n\n{LONG}\n\nKeepers of the Lamp\n\n2. Bb\n\n{LONG}\n\nTHE OIL\n\n3. Cc\n\n{LONG}"
    document = contract(text)
    for heading, clause in (("Keepers", "2. Bb"), ("THE OIL", "3. Cc")):
        held = next(chunk.content for chunk in document.chunks if heading in chunk.content)
        assert held.startswith(heading)
        assert clause in held


def test_a_heading_stands_below_a_line_that_nothing_ends() -> None:
    text = f"1.1 {PROSE}This is so whatever the law says or whatever the keeper thinks\n\nThe Lamp\n\n1.2 {LONG}"
    document = contract(f"{text}\n\nThe Oil\n\n1.3 {LONG}\n\nThe Wick\n\n1.4 {LONG}")
    assert document.chunks[1].header.endswith("1.2 The Lamp")


@pytest.mark.parametrize("number", ["-{}-", "Page {} of 9", "{}"])
def test_a_number_behind_one_blank_is_that_of_its_page(number: str) -> None:
    pages = [
        f"{PROSE * 3}The keeper lights the {number.format(page)}{PAGE}lamp {page}. {PROSE * 3}" for page in (4, 5, 6)
    ]
    chunks = contract(f"1. Aa. {''.join(pages)}").chunks
    assert not any(one.content.rstrip().endswith(number.format(5)) for one in chunks)
    assert any("lights the " in one.content and "lamp 5." in one.content for one in chunks)


def test_the_foot_of_an_annex_is_set_aside_as_a_whole() -> None:
    pages = [f"{PROSE * 3}It is lit.\n\n\nAnnex I-Page {page}{PAGE}" for page in (4, 5, 6)]
    document = contract(f"1. Aa. {''.join(pages)}{PROSE}")
    assert not any(one.content.rstrip().endswith("Page") for one in document.chunks)


@pytest.mark.parametrize("foot", ["", "-39-\n\n", "________________\n\n\n-39-\n\n\n  \n\n\n"])
def test_a_list_behind_a_page_stands_in_the_item_that_leads_to_it_from_inside_a_line(foot: str) -> None:
    lead = f"(a) The port pays. {LONG}   (b) Save in winter, the keeper shall not, at any time:\n\n\n\n\n\n\n\n\n{foot}"
    items = "\n\n".join(f"({n}) sell lamps of kind {n}. {LONG}" for n in ("i", "ii", "iii"))
    document = contract(f"Section 6.1 Lamps. {lead}{items}\n\nSection 6.2 Oil. {LONG}\n\n")
    assert {"6.1.b.i", "6.1.b.ii", "6.1.b.iii"} <= set(paths(document))


def test_the_head_that_a_browser_prints_is_page_furniture() -> None:
    head = "3/2/31, 6:53 PM EX-2.1\n\n\nhttps://port.example/data/0001678463/d136987.htm"
    pages = "".join(f"{n}. Aa{n}. {LONG}\n\n\n{LONG}\n\n\n{head} {n}/9\n\n\n" for n in range(1, 10))
    document = contract(pages)
    assert not any("port.example" in one.content for one in document.chunks)


def test_a_link_to_the_contents_at_the_head_of_a_page_sets_nothing_aside_behind_it() -> None:
    prose = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4
    pages = "".join(f"{prose}\n\n{page}\n\n\n\n\n\nTable of Contents\n\n{page}. OIL OF LAMPS\n\n" for page in (2, 3, 4))
    document = contract(f"1. LAMPS\n\n{pages}{prose}\n\nTable of Contents\n\nMade on 1 October 2031\n\n{prose}")
    held = "".join(chunk.content for chunk in document.chunks)
    assert all(f"{page}. OIL OF LAMPS" in held for page in (2, 3, 4))
    assert "Made on 1 October 2031" in held


@pytest.mark.parametrize("foot", ["   -47-", "   60", ""])
def test_a_list_on_the_next_page_is_that_of_the_item_inside_a_line(foot: str) -> None:
    text = (
        f"6. Duties. 6.1 Light. (a) {LONG}(b) {LONG}until the end of the year the keeper shall not:{foot}{PAGE}"
        f"(i) sell the lamp, nor {LONG}\n\n(ii) sell the oil, nor {LONG}\n\n7. Oil. {LONG}"
    )
    assert {"6.1.b.i", "6.1.b.ii"} <= {place for chunk in contract(text).chunks for place in chunk.clauses}


@pytest.mark.parametrize("line", ["1.0 LAMPS OF THE PORT", "ARTICLE I — LAMPS OF THE PORT"])
def test_the_heading_of_the_first_clause_is_no_entry_of_the_contents(line: str) -> None:
    entries = "\n\n".join(
        f"{label}      {page}" for page, label in enumerate([line, "2.0 OIL", "3.0 WICKS", "4.0 GLASS"], 1)
    )
    document = contract(
        f"SUPPLY CONTRACT\n\nTABLE OF CONTENTS\n\n{entries}\n\n{PAGE}{line}\n\n1.1 {LONG}\n\n1.2 {LONG}"
    )
    assert any(chunk.content.startswith(line) for chunk in document.chunks)
    assert [one.reason for one in document.set_aside].count("table of contents") == 1
