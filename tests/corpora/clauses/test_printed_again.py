"""Tests of what is printed again: numbers that begin anew, headings and sheets twice, lines of every page."""

import pytest

from piperoll.corpora.clauses.pages.page_gaps import Edges
from piperoll.corpora.clauses.pieces.breaks import ways
from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import at, clauses, contract, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3


def headings(header: str) -> list[str]:
    return header.split(HEADER_SEPARATOR)[1:]


def test_numbers_that_begin_again_below_another_heading_have_it_in_their_path() -> None:
    parts = (
        f"{name}\n{'=' * len(name)}\n\nArticle 1. Lamps\n---\n\n{LONG}\n\nArticle 2. Oil\n---\n\n{LONG}\n\n"
        for name in ("Harbour Terms", "Pier Terms", "Quay Terms")
    )
    assert clauses(terms("".join(parts))) == [
        *("art1", "art2", "pier-terms.art1", "pier-terms.art2", "quay-terms.art1", "quay-terms.art2")
    ]


def test_a_heading_that_stands_twice_opens_one_clause() -> None:
    twice = f"## 2. Oil\n\n2. Oil\n------\n\n### Casks\n\n{LONG}\n\n{LONG}"
    document = terms(f"# Terms\n\n## 1. Lamps\n\n{LONG}\n\n{twice}\n\n## 3. Log\n\n{LONG}")
    assert clauses(document) == ["1", "2", "3"]
    assert at(document, "2.casks").content.startswith("## 2. Oil")


def test_a_heading_that_stands_twice_keeps_the_higher_rank() -> None:
    head = "Pier Terms\n==========\n\n**Pier Terms**\n\n**Lamps**\n\n"
    document = terms(f"Harbour Terms\n=============\n\n1. **Oil**\n\n{LONG * 3}\n\n{head}{LONG * 4}")
    assert headings(document.chunks[-1].header) == ["Pier Terms", "Lamps"]


def test_a_sheet_in_front_of_a_schedule_is_a_part_of_it() -> None:
    sheet = "EXHIBIT A\n\nFORM OF LEASE\n\n[See attached.]\n\n"
    document = contract(f"1. Lamps. {LONG}\n\n2. Oil. {LONG}\n\n{sheet}Exhibit A\n\nLEASE\n\n{LONG}\n\n1. Rent. {LONG}")
    assert clauses(document) == ["1", "2", "exhibit-a", "exhibit-a.1"]


def test_letters_behind_the_same_number_are_items_of_one_clause() -> None:
    text = (
        f"2. GRANT\n\n2.A. GRANT OF RIGHTS\n\n{LONG}\n\n2.B. GUARANTY. {LONG}\n\n2.C. TERM. {LONG}\n\n3. FEES\n\n{LONG}"
    )
    document = contract(f"1. LAMPS\n\n{LONG}\n\n{text}")
    assert [path for path in clauses(document) if ".v" in path] == []
    assert at(document, "2.b").content.startswith("2.B. GUARANTY")


RUNNING = "*** Omitted under a request for confidential treatment. The text was filed with the Harbour Office."


def test_a_sentence_goes_on_behind_a_line_of_every_page() -> None:
    text = f"{LONG}The keeper tells the owner of the\n\n{RUNNING}\n\n7\n\nship whatever the log says. {LONG}"
    paragraphs, _, sentences, *_ = ways(640, 700, Edges(frozenset([RUNNING])))
    place = range(text.index("***"), text.index("ship") + 1)
    assert not [cut for cuts in (paragraphs, sentences) for cut in cuts(text, 0, len(text)) if cut in place]
    without, *_ = ways(640, 700)
    assert [cut for cut in without(text, 0, len(text)) if cut in place]


def test_items_without_a_mark_have_what_leads_to_them() -> None:
    items = "".join(
        f"to read and to correct what the log of the tower says of {what} and of all ships;\n" for what in "abcdefghi"
    )
    document = contract(f"Log\n\n{LONG}\nYou have the following rights:\n{items}{LONG}")
    assert headings(at(document, "text.p3").header) == ["You have the following rights:"]


def test_items_without_a_mark_have_the_nearest_lead() -> None:
    items = "".join(
        f"{' ' * (what == 'a') * 3}to read what the log of the tower says of {what} and ships;\n" for what in "abcd"
    )
    document = contract(f"{LONG}\n  We do so because:\nit is our duty;\n{LONG}\nYou have rights:\n{items * 4}{LONG}")
    assert headings(at(document, "text.p5").header) == ["You have rights:"]


def test_a_list_that_begins_again_has_no_lead_of_another_one() -> None:
    items = "\n".join(
        f"({letter}) oil of kind {letter}, of which the tower burns a cask each week;" for letter in "abcd"
    )
    text = f"2.1. Lamps. {PROSE}Red lamps burn:\n{items}\n{LONG}\nGreen lamps burn:\n{items}\n{LONG}\n"
    document = contract(f"1. Lamps. {LONG}\n\n2. Oil\n\n{text}\n3. Log. {LONG}")
    again = next(chunk for chunk in document.chunks if ".v2" in chunk.path)
    assert "Red lamps burn:" in headings(at(document, "2.1.d").header)
    assert "Red lamps burn:" not in headings(again.header)


def test_a_line_that_leads_to_a_table_goes_with_it() -> None:
    lead = "In addition, we keep the following kinds of records about the lamps of the harbour and the pier:"
    rows = "".join(f"| lamp {number} | {PROSE} |\n" for number in range(6))
    document = terms(f"# Terms\n\n### Records\n\n{LONG * 2}\n\n{lead}\n\n| Kind | Use |\n| --- | --- |\n{rows}")
    assert not [chunk.path for chunk in document.chunks if chunk.content.rstrip().endswith("pier:")]


def test_a_line_in_front_of_a_short_sentence_is_a_heading_and_one_in_a_list_of_headings_is_none() -> None:
    text = f"Lamps\n\n{LONG}\n\nNo Warranty\n\nTHE LAMP BURNS AT THE RISK OF ITS OWNER ALONE.\n{LONG}\n\n"
    assert "no-warranty" in paths(terms(text))
    assert paths(terms(f"LAMPS\n\nOIL OF THE TOWER.\n\nLOG\n\n{PROSE}"))[0] == "text"


def test_the_head_of_a_page_is_no_heading_and_an_empty_link_hides_none() -> None:
    assert "confidential-page-4-of-6" not in paths(contract(f"{LONG}\n\nCONFIDENTIAL Page 4 of 6\n\n{LONG}"))
    document = terms(f"# Terms\n\n## Service\n\n**Book.** {LONG}\n\n[](#)**Age.** {LONG}")
    assert headings(document.chunks[-1].header) == ["Service", "Age"]


def test_recitals_stand_over_no_clause() -> None:
    body = f"1. Definitions 1.1 Lamp. {LONG} 1.2 Oil. {LONG} 2. Log 2.1 Book. {LONG}"
    text = f"W I T N E S S E T H:\n\n{PROSE}\n\n{PROSE} {PROSE} {body}"
    assert headings(at(contract(text), "1.2").header)[0].startswith("1. Definitions")


def test_a_bold_letter_follows_the_one_in_front_of_a_list() -> None:
    items = "\n".join(f"{number}.  {LONG}" for number in (1, 2, 3))
    parts = "\n\n".join(
        f"**{number}. {name}**\n\n{items}" for number, name in (("IV", "Oil"), ("V", "Log"), ("VI", "Pay"))
    )
    document = terms(f"# Terms\n\n**III. Lamps**\n\n{LONG}\n\n{parts}")
    assert headings(document.chunks[-1].header)[0] == "VI. Pay"


def test_a_clause_opens_where_its_first_sub_clause_tells_so() -> None:
    behind = f"9. GENERAL TERMS 9.1 Audit: {LONG}9.2 Oil: {LONG}"
    text = f"8. NOTICES 8.1 Address: the keeper, 5 Pier Road, Port, ME 04101 {behind}"
    assert clauses(contract(f"7. LOG 7.1 Book: {LONG}{text}"))[-3:] == ["9", "9.1", "9.2"]


@pytest.mark.parametrize("gap", [" ", "\n\n"])
def test_capitals_in_front_of_a_sentence_are_the_heading(gap: str) -> None:
    sections = f"Section 2.1 Lamps. {LONG}\n\nSection 2.2 Oil. {LONG}"
    text = f"ARTICLE 2{gap}DUTIES OF THE KEEPER The keeper agrees that:\n\n{sections}"
    document = contract(f"ARTICLE 1{gap}TERMS\n\nSection 1.1 Lamp. {LONG}\n\n{text}")
    assert headings(at(document, "2.2").header)[0] == "ARTICLE 2 DUTIES OF THE KEEPER"
