"""Clauses that are missing between two others, in front of which no sentence ends."""

import pytest

from tests.corpora.clauses.documents import clauses, contract

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "


def lamps(between: str) -> list[str]:
    """Return the clauses of a contract with some words between 1.1 and 1.3."""
    return clauses(contract(f"1. LAMPS\n\n1.1 Wicks. {LONG}{between}\n\n1.3 Glass. {LONG}\n\n2. OIL\n\n{LONG}"))


@pytest.mark.parametrize(
    "between", ["Write to keeper@lanternfish.com 1.2 Oil. It burns.", 'as in Exhibit A 1.2 "Oil" means fat.']
)
def test_a_clause_between_two_others_opens_without_a_stop(between: str) -> None:
    assert lamps(between)[:4] == ["1", "1.1", "1.2", "1.3"]


@pytest.mark.parametrize(
    "between",
    [
        "as is said in 1.2 The port knows.",
        "as clauses 1.1 and 1.2 The port knows.",
        "the port pays 1.2 Euro, and later 1.2 Euro again.",
        "the port pays $1.2 The lamps burn.",
    ],
)
def test_a_number_that_is_cited_or_stands_there_twice_opens_none(between: str) -> None:
    assert "1.2" not in lamps(between)


def test_the_first_clause_of_a_schedule_opens_behind_its_title() -> None:
    text = f"1. LAMPS\n\n{LONG}\n\nEXHIBIT A OIL FEES 1. Prices. {LONG}2. Days. {LONG}\n\nEXHIBIT B\n\nLIST\n\n"
    text += f"between the port and a keeper of it 1. Wicks. {LONG}\n\n2. Glass. {LONG}"
    found = clauses(contract(text, max_tokens=60))
    assert {"exhibit-a.1", "exhibit-a.2", "exhibit-b.1", "exhibit-b.2"} <= set(found)


def test_a_phase_in_the_title_of_a_schedule_is_no_clause() -> None:
    text = f"1. LAMPS\n\n{LONG}\n\nEXHIBIT A OIL OF PHASE 1. The keeper lights it. {LONG}"
    assert "exhibit-a.1" not in clauses(contract(text, max_tokens=60))


@pytest.mark.parametrize(
    "between",
    [
        "1.2 iWick shall trim it.",
        "The keeper trims it; and 1.2 in a storm, he waits.",
        "1.2 [***] It burns.",
        "1.2 [reserved]",
        "1.2.. Oil. It burns.",
        "1.2 (a) The port pays.",
        '1.2"Oil" means fat.',
        "1.2 1.2.1 Oil. It burns.",
    ],
)
def test_what_stands_behind_a_missing_number_does_not_matter(between: str) -> None:
    found = [one for one in lamps(between) if not one.startswith("1.2.")]
    assert found[:4] == ["1", "1.1", "1.2", "1.3"]


@pytest.mark.parametrize(
    "between", ["of a depth of 1.2 metres", "It is deep. 1.2 of these metres", "see Sec. 1.2 in it"]
)
def test_a_number_with_a_small_letter_behind_it_opens_none_in_a_sentence(between: str) -> None:
    assert "1.2" not in lamps(f"The sea is {between}.")


@pytest.mark.parametrize(
    "between",
    [
        "2 .OIL AND WICKS OF IT. The port pays.",
        "2.NO OIL; WICKS:\n\nThe port pays.",
        "2.. Oil. The port pays.",
        "40% 100% 2. Oil The port pays.",
        "(b) [***] 2. OIL AND WICKS\n\nThe port pays.",
        "2. (a) The port pays.",
    ],
)
def test_a_number_of_one_part_between_two_others_opens_a_clause(between: str) -> None:
    text = f"1. LAMPS. {LONG}{between} {LONG}\n\n3. GLASS. {LONG}\n\n4. ENDS. {LONG}"
    assert [one for one in clauses(contract(text)) if one.isdigit()] == ["1", "2", "3", "4"]


@pytest.mark.parametrize("between", ["as in Phase 2. The port", "on May 2. The port", "at $2. The port"])
def test_a_number_of_one_part_opens_none_behind_a_word_that_it_counts(between: str) -> None:
    text = f"1. LAMPS. {LONG}The keeper pays {between} pays. {LONG}\n\n3. GLASS. {LONG}\n\n4. ENDS. {LONG}"
    assert "2" not in clauses(contract(text))


def test_a_number_with_a_letter_in_front_opens_a_clause_behind_the_head_of_a_table() -> None:
    text = f"A1.1.1 Wicks. {LONG}\n\nFee (USD)\n\nFee (EUR) A1.1.2 Oil of the port {LONG}\n\nA1.1.3 Glass. {LONG}"
    assert "a.1.1.2" in clauses(contract(f"SCHEDULE B\n\nLAMPS\n\n{text}"))


def test_a_number_with_a_nought_is_missing_between_others_with_one() -> None:
    text = f"2. OIL. {LONG}\n\n2.01 Lamps.\n\n2.01.1 {LONG}   2.01.2 the port pays. {LONG}\n\n2.01.3 {LONG}"
    assert "2.01.2" in clauses(contract(text))


@pytest.mark.parametrize(("heading", "opens"), [("", True), ("LAMPS. ", False)])
def test_a_small_letter_stands_behind_the_number_of_an_item_only(heading: str, opens: bool) -> None:
    text = f"1. {heading}{LONG}  2.  light the lamp. {LONG}\n\n3. {LONG}\n\n4. {LONG}"
    assert ("2" in clauses(contract(text))) is opens
