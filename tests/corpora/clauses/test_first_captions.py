"""Captions directly behind the parties, and behind short lists."""

import pytest

from tests.corpora.clauses.documents import at, contract, paths

PROSE = "The keeper lights the lamps on every day of the year when dusk falls."


@pytest.mark.parametrize("front", ["This agreement is made between", "between"])
def test_the_first_caption_behind_the_parties_is_that_of_a_clause(front: str) -> None:
    clauses = "".join(f"{caption}\n\n{PROSE}\n\n" for caption in ("Scope", "Price", "Term"))
    document = contract(f"LAMP AGREEMENT\n\n{front} Lantern Limited and Tower Limited.\n\n{clauses}")
    assert paths(document) == ["preamble", "scope", "price", "term"]


def test_captions_stand_behind_a_list_of_short_items() -> None:
    lines = "Scope of Work\n\nThe keeper shall bring these:\n\n1. lamps;\n2. oil;\n\n"
    behind = f"Price and Pay\n\n{PROSE}\n\nTerm of Work\n\n{PROSE}\n"
    text = f"LAMP AGREEMENT\n\nbetween Lantern Limited and Tower Limited.\n\n{lines}{behind}"
    assert paths(contract(text)) == ["preamble", "scope-of-work", "price-and-pay", "term-of-work"]


def test_a_company_whose_name_ends_in_no_abbreviation_is_the_last_party() -> None:
    document = contract(
        f"LAMP AGREEMENT\n\nThis agreement is made between Lantern Limited and Turm GmbH.\nScope\n{PROSE}\n"
    )
    assert document.metadata["parties"] == ["Lantern Limited", "Turm GmbH"]


def test_an_exhibit_stands_behind_headings_without_numbers() -> None:
    clauses = "".join(f"{caption}\n\n{PROSE}\n\n" for caption in ("SCOPE", "PRICE", "TERM", "NOTICES"))
    text = f"LAMP AGREEMENT\n\nbetween Lantern Limited and Tower Limited.\n\n{clauses}EXHIBIT A\n\n{PROSE}\n"
    assert paths(contract(text))[-2:] == ["notices", "exhibit-a"]


def test_fields_of_a_form_are_no_headings() -> None:
    owner = "Keeper:       Lantern, Inc., 500 Pier Street, San Francisco, CA 94105"
    fields = f"{owner}\nOwner:        Tower Ltd., 2 Mole Rd., St. Johns, NL\nOrder Date:   July 15, 2031"
    document = contract(f"ORDER FORM\n\n{fields}\n\n1. OIL. {PROSE}\n\n2. WICKS. {PROSE}\n")
    assert paths(document) == ["preamble", "1", "2"]


def test_the_last_row_of_a_table_heads_no_clause() -> None:
    table = "Lamp         Number    Price (USD)\nRed lamps        25      37,500.00\nTOTAL                    42,300.00"
    document = contract(f"ORDER FORM\n\n1. LAMPS\n\n{table}\n\n2. OIL. {PROSE}\n")
    assert "TOTAL" in at(document, "1").content
