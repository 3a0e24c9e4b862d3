"""Numbers inside lines that go on a series in which others are missing, or are printed with spaces, or twice."""

import pytest

from tests.corpora.clauses.documents import at, clauses, contract

PROSE = (
    "The keeper lights the lamp at dusk and reads the log of the harbour at dawn, and the owner of the pier pays for "
    "oil, for glass and for wicks on the first day of each month of the year."
)


def test_a_title_opens_a_clause_behind_a_gap() -> None:
    text = f"1. Lamps. {PROSE}   2. Oil. {PROSE}   3. Log. {PROSE}   (a) {PROSE}   6. Governing Law. {PROSE}"
    assert clauses(contract(text)) == ["1", "2", "3", "3.a", "6"]


def test_a_title_in_front_of_a_letter_with_one_bracket_opens_a_clause() -> None:
    text = f"1. Lamps. {PROSE} 2. Oil. {PROSE} 4. Returns and Reversals a) {PROSE} b) {PROSE} 5. Survival a) {PROSE}"
    document = contract(text)
    assert {"1", "2", "4", "5"} <= set(clauses(document))
    assert at(document, "5").header.endswith(" > 5. Survival")


def test_two_numbers_behind_it_tell_a_clause_without_a_title() -> None:
    text = f"1. {PROSE} 2. {PROSE} 4. {PROSE} 5. {PROSE} 6. {PROSE}"
    assert clauses(contract(text)) == ["1", "2", "4", "5", "6"]


def test_a_list_with_other_marks_goes_on_no_clause() -> None:
    items = " ".join(f"{number}) {PROSE}" for number in range(4, 9))
    document = contract(f"1. Lamps. {PROSE} 2. Oil. {PROSE} 3. Log. {PROSE} {items}")
    assert clauses(document) == ["1", "2", "3"]


def test_a_number_that_comes_later_is_missing_no_clause() -> None:
    text = f"1. {PROSE} 2. {PROSE} 4. {PROSE} 3. {PROSE} 4. {PROSE}"
    assert clauses(contract(text)) == ["1", "2", "3", "4"]


def test_two_clauses_have_one_number() -> None:
    text = f"6. Lamps. {PROSE} 7. Oil. {PROSE} (a) {PROSE} 7. Log of the Pier. {PROSE} 8. Glass. {PROSE}"
    document = contract(f"5. Casks. {PROSE}\n\n{text}")
    assert clauses(document) == ["5", "6", "7", "7.a", "7.v2", "8"]
    assert at(document, "7.v2").header.endswith(" > 7. Log of the Pier")


@pytest.mark.parametrize("number", ["1 0 .", "10 .", "1 0."])
def test_a_number_may_have_spaces_inside_a_line(number: str) -> None:
    text = f"8.    Lamps. {PROSE} 9 .    Oil. {PROSE} {number}    Log. {PROSE} 11.    Glass. {PROSE}"
    assert clauses(contract(text)) == ["8", "9", "10", "11"]


def test_a_stop_may_stand_apart_from_a_number_with_spaces() -> None:
    text = f"1.    LAMPS   1.1.    Oil. {PROSE}   1 . 2 .    Log. {PROSE}   1.3.    Glass. {PROSE}"
    assert clauses(contract(text)) == ["1", "1.1", "1.2", "1.3"]


def test_what_leads_to_the_clauses_of_a_schedule_leads_to_no_schedule_in_it() -> None:
    form = (
        f"EXHIBIT A   LAMPS OF THE PORT\n\n{PROSE} The parties agree as follows: 1.    Oil. {PROSE} 2.    Log. {PROSE}"
    )
    inner = f"\n\nEXHIBIT A\n\n{PROSE}\n\n{PROSE}\n\n{PROSE}"
    document = contract(f"1.    Casks. {PROSE} 2.    Glass. {PROSE}\n\n{form}{inner}")
    assert not any("as follows" in chunk.header for chunk in document.chunks if chunk.path.count("exhibit-a") > 1)
