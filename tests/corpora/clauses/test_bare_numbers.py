"""Bare numbers inside lines, and numbers inside sentences, that open no clause."""

import pytest

from tests.corpora.clauses.documents import clauses, contract

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3


@pytest.mark.parametrize(
    "words",
    ["Number: N7      Term: 1 Year", "2                      CONFIDENTIAL", f"{LONG}    4 Lamps of Oslo. {LONG}"],
)
def test_a_bare_number_that_nothing_tells_is_none(words: str) -> None:
    document = contract(f"1.   Oil. {LONG}\n\n{words}\n\n{LONG}\n\n2.   Glass. {LONG}\n\n3.   Log. {LONG}")
    assert [path for path in clauses(document) if path.isdecimal()] == ["1", "2", "3"]


def test_notes_of_the_same_words_are_no_clauses() -> None:
    notes = "".join(f"{LONG}     {n} NTD: to be told.\n\n\n\n\n\n" for n in range(1, 5))
    assert not {"1", "2", "3"} & set(clauses(contract(f"DESCRIPTION OF THE LAMPS\n\n{notes}{LONG}")))


@pytest.mark.parametrize("behind", ["", f"     9. Log. {LONG}"])
def test_a_number_without_its_stop_is_a_clause_between_others(behind: str) -> None:
    document = contract(f"6. Oil. {LONG}     7. Glass. {LONG}     8 ENTIRE TEXT: A) {LONG}{behind}")
    assert "8" in clauses(document)


@pytest.mark.parametrize(
    "cited",
    [
        "Sections 4.2; 8 (Lamps); 5 (Oil of the Port); and 7 (Log) hereof stay in force.",
        "These stay in force:\n\n4 (Lamps); and\n\nSection 5 (Oil and Glass)\n\nSection 6 (Log).\n\nand he reads.",
    ],
)
def test_references_with_headings_open_nothing(cited: str) -> None:
    document = contract(f"3. Term. {LONG}\n\n4. End. {LONG} {cited} {LONG}\n\n5. Oil. {LONG}\n\n6. Glass. {LONG}")
    assert [path for path in clauses(document) if "v2" in path] == []


def test_the_number_of_a_page_inside_a_sentence() -> None:
    document = contract(
        f"4. Oil. {LONG} the keeper of the\n\n{' ' * 40}3.\n\n   port reads the log. {LONG}\n\n5. Glass. {LONG}"
    )
    assert [path for path in clauses(document) if path.isdecimal()] == ["4", "5"]


@pytest.mark.parametrize(
    "line",
    [
        "2 Harbour Road, Oslo",
        "2 Old Mill Lane",
        "2 HARBOUR STREET",
        "2 June 2031 at dusk",
        "2 May, 2031",
        "2031 prices",
    ],
)
def test_a_house_or_a_day_that_has_the_next_number_opens_no_clause(line: str) -> None:
    text = f"LAMP CONTRACT\n\n1. Lamps. It is at\n{line}\n\n2. Oil. It is lit.\n\n3. Law. It is Danish.\n"
    assert clauses(contract(text)) == ["1", "2", "3"]


def test_a_clause_without_a_stop_may_name_a_road() -> None:
    text = "LAMP CONTRACT\n\n1 Lamps\n\nThey are lit.\n\n2 Closing of the Road\n\nIt is.\n\n3 Law\n\nIt is Danish.\n"
    assert clauses(contract(text)) == ["1", "2", "3"]
