"""Numbers open clauses behind heads of pages; citations and entries of a table of contents open none."""

import pytest

from piperoll.corpora.clauses.pages.page_heads import running_heads
from tests.corpora.clauses.documents import clauses, contract, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3
PAGE = "\n\n\n\n\n________________\n\n\n\n\n"


def test_the_head_of_a_page_hides_no_number_behind_it_in_the_line() -> None:
    head = "Rules of the Lantern Port"
    pages = [f"{head}     {number}. Lamps of the port. {LONG}" for number in range(1, 8)]
    text = PAGE.join(pages)
    assert running_heads(text) == {head}
    assert clauses(contract(text)) == [str(number) for number in range(1, 8)]


def test_a_schedule_at_the_head_of_each_page_is_one() -> None:
    head = "ATTACHMENT 1\n\n      Statement of Work\n\n"
    lines = (LONG, f"It lists what is in     Attachment 3: Oil that is lit. {LONG}", f"1) Casks. {LONG}", LONG)
    text = f"1. Lamps. {LONG}\n\n2. Oil. {LONG}\n\n" + "\n\n\n\n\n".join(head + line for line in lines)
    document = contract(text)
    assert "attachment-1" in paths(document)
    assert not any(".v2" in path for path in paths(document))


def test_signatures_that_are_printed_for_each_party_are_one() -> None:
    witness = "IN WITNESS WHEREOF, the parties have signed.\n\nLANTERN CO.\n\nBy: /s/ Ann\n\nName: Ann\n\n"
    document = contract(f"1. Lamps. {LONG}\n\n2. Oil. {LONG}\n\n{witness}{PAGE}{witness}")
    assert not any(".v2" in path for path in paths(document))


def test_headings_that_are_alike_at_their_beginning_have_different_paths() -> None:
    amended = "AMENDMENT TO THE LANTERN KEEPERS INSURANCE AGENCY FRANCHISE AGREEMENT FOR THE STATE OF"
    parts = "".join(f"{amended} {state}\n\n1. Lamps. {LONG}\n\n" for state in ("OHIO", "IOWA"))
    document = contract(f"1. Lamps. {LONG * 10}\n\n2. Oil. {LONG * 10}\n\n{parts}")
    assert any("ohio" in path or "iowa" in path for path in paths(document))
    assert not any(".v2" in path for path in paths(document))


@pytest.mark.parametrize("line", ["\n\nSection 2.1 (Oil); Section 2.2 (Wicks), ", "     Section 2.1 (Oil) and ", " "])
def test_a_clause_that_is_cited_with_its_heading_opens_none(line: str) -> None:
    cited = f"It is set out in Section 1.2 (Log) and{line}nothing else. {LONG}"
    text = f"Section 1.1 Lamps. {LONG}{cited}\n\nSection 1.2 Log. {LONG}\n\nSection 2.1 Oil. {LONG}"
    assert clauses(contract(text)) == ["1.1", "1.2", "2.1"]


def test_a_number_may_stand_directly_in_front_of_its_heading_inside_a_line() -> None:
    text = f"1. LAMPS: {LONG}   2.OIL AND WICKS: {LONG}   4.LOG OF THE PORT: {LONG}"
    assert clauses(contract(text)) == ["1", "2", "4"]


def test_the_number_of_an_amendment_opens_no_clause() -> None:
    front = f"Exhibit 2.1   AMENDMENT NO. 1 TO THE AGREEMENT OF LANTERN This Amendment {PROSE}"
    assert clauses(contract(f"{front}1. Lamps. {LONG}\n\n2. Oil. {LONG}")) == ["1", "2"]


def test_entries_of_contents_may_run_into_the_text() -> None:
    names = [
        f"{article}.{number} {'Lamps' if article == 1 else 'Casks'} Of Port {'ABCDE'[number]}"
        for article in (1, 2)
        for number in range(1, 5)
    ]
    first = "TABLE OF CONTENTS   " + "   ".join(f"{name} {page}" for page, name in enumerate(names[:4], 3))
    rest = "   ".join(f"{name} {page}" for page, name in enumerate(names[4:], 7))
    body = "".join(f"{name}. {LONG}\n\n" for name in names)
    document = contract(f"{first}{PAGE}{rest}   This agreement is made by the keeper and the owner. {LONG}\n\n{body}")
    assert clauses(document) == [name.partition(" ")[0] for name in names]


def test_numbered_paragraphs_in_front_of_the_clauses_enclose_none() -> None:
    recitals = f"1. The keeper wishes to light the lamp. {PROSE}\n\n2. The owner is licensed to burn oil. {PROSE}\n\n"
    body = f"1.  DEFINITIONS   {LONG}\n\n1.1 Lamps. {LONG}\n\n2.  OIL   {LONG}\n\n2.1 Casks. {LONG}\n\n3.  LOG   {LONG}"
    assert {"1.1", "2.1", "3"} <= set(clauses(contract(recitals + body)))


@pytest.mark.parametrize("number", ["3 . 2 0", "3 .20", "3.2 0"])
def test_a_number_in_wide_type_opens_a_clause_inside_a_line(number: str) -> None:
    text = f"3.19     Lamps. {LONG} {number}          Oil. {LONG} 3.21        Glass. {LONG}"
    assert clauses(contract(text)) == ["3.19", "3.20", "3.21"]


def test_a_number_in_wide_type_is_none_of_the_heading_in_front_of_it() -> None:
    document = contract(f"ARTICLE X LAMPS OF THE PORT 1 0 . 1      Oil. {LONG} 1 0 . 2      Glass. {LONG}")
    assert clauses(document) == ["art10", "10.1", "10.2"]
    assert document.chunks[-1].header.endswith(" > ARTICLE X LAMPS OF THE PORT > 1 0 . 2 Glass")


def test_numbers_of_three_parts_open_items_of_a_list_inside_a_sentence() -> None:
    lamp = (
        "the lamp in the harbour of the keeper at the height of the pier, at dusk and at dawn of each day of the year"
    )
    items = f"4.3.1 light {lamp}; 4.3.2 fill {lamp}, save as 4.3.1 and 4.3.2 say; and 4.3.3 clean {lamp}"
    text = f"4. Duties. {LONG} 4.3 The keeper shall: {items}; 9.1.2 and 9.1.3 below are not meant.\n\n5. Oil. {LONG}"
    assert {place for chunk in contract(text).chunks for place in chunk.clauses} >= {"4.3.1", "4.3.2", "4.3.3"}
    assert not any("9.1.2" in chunk.clauses for chunk in contract(text).chunks)


@pytest.mark.parametrize(
    ("number", "lead", "end"),
    [
        ("4.3", "The keeper shall:", ";"),
        ("4.3", "The keeper represents to the port that", ";"),
        ("4.3", "The keeper is kept from:", "."),
        ("4", "The keeper shall:", ";"),
    ],
)
def test_decimals_behind_wide_gaps_open_items_in_small_letters(number: str, lead: str, end: str) -> None:
    items = (
        f"{number}.{item} to light the lamp of pier {item} at dusk, and to clean it at dawn{end}" for item in (1, 2)
    )
    text = f"4. Duties. {LONG}\n\n4.3 {LONG}{lead}     {'     '.join(items)}\n\n5. Oil. {LONG}"
    if number == "4":
        text = text.replace("4.3 ", "")
    assert {f"{number}.1", f"{number}.2"} <= set(clauses(contract(text)))


@pytest.mark.parametrize("gap", ["see  ", "as in    ", "the oil;     "])
def test_decimals_behind_wide_gaps_that_do_not_count_on_open_nothing(gap: str) -> None:
    text = f"4. Duties. {LONG}It is lit, {gap}9.1.2 to 9.1.4 and 7.2 that are not meant.\n\n5. Oil. {LONG}"
    assert clauses(contract(text)) == ["4", "5"]


@pytest.mark.parametrize(("second", "opens"), [("2. lamps of glass", True), ("the lamps", False)])
def test_a_first_item_in_small_letters_may_go_on_with_the_line_above(second: str, opens: bool) -> None:
    lead = f"2. Oil\n\n{PROSE}\n\nThe keeper is bound to light the lamps at dusk, and shows to the port in writing that"
    document = contract(f"1. Lamps\n\n{PROSE}\n\n{lead}\n1. the oil of the year is paid\n{second}\n\n3. End\n\n{PROSE}")
    assert ("2.1" in {path for chunk in document.chunks for path in chunk.clauses}) is opens


def test_the_first_part_of_the_next_clause_is_none_of_the_deep_one_before() -> None:
    text = f"9.01.1.1 Wicks. {LONG}\n\n9.01.1.2 {LONG}\n\n10.01 Oil. {LONG}\n\n10.02 Glass. {LONG}"
    assert clauses(contract(f"LAMPS\n\n{text}"))[-2:] == ["10.01", "10.02"]


def test_no_break_spaces_in_front_of_a_number_indent_nothing() -> None:
    text = "The keeper lights the lamp of the harbour at dusk, and puts it out at dawn, on every day of the year. " * 6
    first = f"\xa0 **1. Lamps**\n\n\xa0 **1.1 The Lamp Oil**. {text}\n\nIt is kept in casks. {text}\n\n"
    document = terms(f"{first}**1.2 Wicks**. {text}\n\n\xa0 **2. Log**\n\n\xa0 **2.1 Ink**. {text}\n")
    headers = {chunk.path: chunk.header.removeprefix(document.title) for chunk in document.chunks}
    assert headers["1.1.p2"] == " > 1. Lamps > 1.1 The Lamp Oil"
    assert headers["1.2"] == " > 1. Lamps > 1.2 Wicks"
