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
