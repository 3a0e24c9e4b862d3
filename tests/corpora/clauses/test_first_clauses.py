"""The first sub-clause right behind the heading of its clause, in one line."""

import pytest

from tests.corpora.clauses.documents import at, clauses, contract

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("6. Term and End.", "6. Term and End"),
        ("6. The log and its pages", "6. The log and its pages"),
        ("6. U.S. Laws and Rules", "6. U.S. Laws and Rules"),
        ("6. LOGS: LAMPS, OIL AND GLASS", "6. LOGS: LAMPS, OIL AND GLASS"),
    ],
)
def test_the_first_sub_clause_ends_the_heading(heading: str, title: str) -> None:
    text = f"5. Oil. {LONG}\n\n{heading} 6.1 Period.\n\n{LONG}\n\n6.2 End. {LONG}\n\n7. Glass. {LONG}"
    document = contract(text)
    assert {"6.1", "6.2"} <= set(clauses(document))
    assert at(document, "6.2").header.endswith(f"{title} > 6.2 End")


def test_a_first_sub_clause_in_small_letters_inside_a_line() -> None:
    document = contract(
        f"5. Oil. {LONG}6. End of the Term 6.1 in case of a storm, {LONG}6.2 By day {LONG}7. Glass. {LONG}"
    )
    assert {"6.1", "6.2"} <= set(clauses(document))


@pytest.mark.parametrize("words", ["As is said in Section", "The oil shall be that of clause", "Subject to"])
def test_a_number_that_a_clause_cites_is_no_sub_clause(words: str) -> None:
    document = contract(f"5. Oil. {LONG}\n\n6. {words} 6.1 The keeper reads. {LONG}\n\n7. Glass. {LONG}")
    assert "6.1" not in clauses(document)
