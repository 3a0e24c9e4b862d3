"""Clauses that a word or a code in front of their numbers counts."""

import pytest

from tests.corpora.clauses.documents import at, clauses, contract

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year."
FRONT = "CONDITIONS OF THE PORT\n\nmade between Lantern Ltd and Tower Ltd\n\n"


@pytest.mark.parametrize("gap", [" ", "-"])
def test_a_code_in_front_of_numbers_counts_clauses(gap: str) -> None:
    numbers = ("1 LAMPS\n", "1.1 ", "1.2 ", "2 OIL\n", "2.1 ")
    text = FRONT + "\n\n".join(f"GC{gap}{number}{PROSE}" for number in numbers)
    document = contract(text)
    assert clauses(document) == ["gc.1", "gc.1.1", "gc.1.2", "gc.2", "gc.2.1"]
    assert at(document, "gc.2").metadata["heading"] == "OIL"


def test_a_word_counts_tasks_without_blank_lines() -> None:
    text = FRONT + "".join(
        f"Task {n} - {name}\n{PROSE}\n" for n, name in enumerate(("Survey of it", "Oil", "Glass"), 1)
    )
    document = contract(text)
    assert clauses(document) == ["task-1", "task-2", "task-3"]
    assert at(document, "task-1").header.endswith("Task 1 Survey of it")


def test_an_item_has_its_heading_in_the_next_line() -> None:
    text = FRONT + "".join(f"ITEM {n}\nLAMPS AND OIL {n}\n\n{PROSE}\n\n" for n in (5, 6, 7))
    assert clauses(contract(text)) == ["item-5", "item-6", "item-7"]


def test_numbers_of_a_module_stand_in_it() -> None:
    glass = PROSE * 3
    modules = "".join(f"MODULE {n}: Lamps\n\n8.1 Oil\n\n{PROSE}\n\n8.2 Glass\n\n{glass}\n\n" for n in ("ONE", "TWO"))
    document = contract(f"{FRONT}Clause 8\nKeepers\n\n{PROSE}\n\n{modules}")
    headers = [chunk.header.partition("MODULE ")[2][:3] for chunk in document.chunks if "Glass" in chunk.header]
    assert headers == ["ONE", "TWO"]
    assert "8.module-2" in clauses(document)


def test_conditions_behind_tasks_are_none_of_the_last_task() -> None:
    tasks = "".join(f"Task {n}\n{PROSE}\n\n" for n in (1, 2)) + "".join(f"Condition {n}\n{PROSE}\n\n" for n in (1, 2))
    assert clauses(contract(FRONT + tasks)) == ["task-1", "task-2", "condition-1", "condition-2"]


@pytest.mark.parametrize("lines", ["AB 7 Pier\nAB 3 Mole", "AB-1\n\nAB-2\n\nAB-3", "Term 4 Lamps\nTerm 9 Oil"])
def test_codes_that_do_not_count_open_no_clause(lines: str) -> None:
    text = f"{FRONT}1. Lamps. {PROSE}\n\n{lines}\n\n2. Oil. {PROSE}"
    assert clauses(contract(text)) == ["1", "2"]


def test_a_clause_put_between_two_others_has_a_letter() -> None:
    text = f"{FRONT}6. LAMPS\n\n6.1 {PROSE}\n\n6A. OIL\n\n6A.1 {PROSE}\n\n6A.2 {PROSE}\n\n7. GLASS\n\n7.1 {PROSE}\n"
    assert clauses(contract(text)) == ["6", "6.1", "6a", "6a.1", "6a.2", "7", "7.1"]


def test_an_article_put_between_two_others_has_a_letter_behind_a_dash() -> None:
    text = FRONT + "".join(f"Article {number}\n{PROSE}\n\n" for number in ("28", "28-A", "28-B", "29"))
    assert clauses(contract(text)) == ["art28", "art28a", "art28b", "art29"]


def test_a_roman_number_and_a_letter_count_in_decimals() -> None:
    text = (
        f"{FRONT}I. LAMPS\nI.1 The keeper shall:\nI.1.a) {PROSE}\nI.1.b) {PROSE}\nII. OIL\nII.1 {PROSE}\nII.2 {PROSE}"
    )
    assert clauses(contract(text)) == ["i", "i.1", "i.1.a", "i.1.b", "ii", "ii.1", "ii.2"]


def test_the_short_word_for_a_clause_opens_it() -> None:
    text = FRONT + "".join(f"Cl. {n} Lamps {n}\n{PROSE}\n\n" for n in (1, 2))
    assert clauses(contract(text)) == ["1", "2"]


def test_roman_sections_stand_over_numbers_that_begin_again() -> None:
    parts = "".join(f"SECTION {n} – LAMPS\n\n1. {PROSE}\n\n2. {PROSE}\n\n" for n in ("I", "II"))
    found = clauses(contract(FRONT + parts))
    assert found == ["section-1", "section-1.1", "section-1.2", "section-2", "section-2.1", "section-2.2"]


def test_coverages_with_letters_stand_in_a_roman_section() -> None:
    text = f"{FRONT}SECTION I – LAMPS\n\n" + "".join(
        f"COVERAGE {n} – {name}\n\n1. {PROSE}\n\n2. {PROSE}\n\n" for n, name in (("A", "FIRE"), ("B", "STORM"))
    )
    assert "section-1.coverage-b.2" in clauses(contract(text + f"SECTION II – OIL\n\n1. {PROSE}\n"))
