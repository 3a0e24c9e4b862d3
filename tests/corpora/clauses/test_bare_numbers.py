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
