"""The numbers of footnotes and of rows in tables open no clauses."""

import pytest

from tests.corpora.clauses.documents import clauses, contract

PROSE = "The keeper lights the lamp at dusk and puts it out at dawn, and the log of the harbour says so. "


def test_numbers_below_a_rule_count_notes() -> None:
    notes = (
        "_______________\n1  Inserted by the deed of 1 May 2033.\n2  As amended by that\n   of 6 April 2034.\n\n- 2 -"
    )
    text = f"1. Oil. {PROSE * 4}\n\n1.1 Red. {PROSE * 4}\n\n1.2 It is:\n\n(a) old;1 and\n\n{notes}\n\n(b) clean.2\n\n"
    found = clauses(contract(f"{text}1.3 Blue. {PROSE * 4}\n\n2. Glass. {PROSE * 4}\n"))
    assert found == ["1", "1.1", "1.2", "1.2.a", "1.2.b", "1.3", "2"]


@pytest.mark.parametrize("gap", [" | ", "\t", "\t\t"])
def test_numbers_in_front_of_cells_count_rows(gap: str) -> None:
    rows = [("No.", "Lamp", "Due"), ("1.1", "Red", "May 1, 2031"), ("1.2", "Blue", "May 1, 2031"), ("3", "Oil", "June")]
    table = "\n".join(gap.join(row) for row in rows)
    text = f"1. Oil. {PROSE * 4}\n\n2. Lamps. {PROSE * 4}\n\n{table}\n\nThey are clean. {PROSE * 4}\n\n"
    assert clauses(contract(f"{text}3. Glass. {PROSE * 4}\n\n4. Wicks. {PROSE * 4}\n")) == ["1", "2", "3", "4"]


@pytest.mark.parametrize("rule", ["", "-----------------------\n"])
def test_numbers_in_columns_below_their_head_count_rows(rule: str) -> None:
    table = (
        f"No.   Lamp        Price\n{rule}1     Red          $100\n2     Blue          $50\n3     Green        $900\n"
    )
    text = f"1. Oil. {PROSE * 4}\n\n2. Lamps. They cost:\n\n{table}\nThey are clean. {PROSE * 4}\n\n"
    assert clauses(contract(f"{text}3. Glass. {PROSE * 4}\n\n4. Wicks. {PROSE * 4}\n")) == ["1", "2", "3", "4"]


def test_an_index_of_terms_opens_no_clauses() -> None:
    index = "Lamp   2.1 Lantern   Preamble Lamp Room   3.2(a) Oil   2.2 Price of Oil   Annex A   7 Price List   2.3"
    text = f"1. Terms. {PROSE * 4}\n\n1.1 Index. These are defined elsewhere: Agreement   Preamble Wick   2.1 {index} "
    text += f"Storm   Section 4.1\n\nARTICLE 2\n\nLAMPS\n\n2.1 Red. {PROSE * 4}\n\n2.2 Blue. {PROSE * 4}\n\n"
    assert clauses(contract(f"{text}2.3 Green. {PROSE * 4}\n")) == ["1", "1.1", "art2", "2.1", "2.2", "2.3"]
