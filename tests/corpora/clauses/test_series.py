"""Which series a label continues: columns of numbers, "(i)" below "(h)", "ITEM 375:", articles without a heading."""

import pytest

from tests.corpora.clauses.documents import clauses, contract, paths

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 6


def test_a_dash_in_a_column_of_numbers_opens_nothing() -> None:
    document = contract(f"1. Lamps. {LONG}\n\n2. Oil. {LONG}\n\n3.\n\n‐\n\n4.\n\n4.1\n\nHarbour Log\n\n{LONG}")
    assert not any(path.startswith(("3", "4")) for path in paths(document))


def test_a_roman_one_stands_below_the_letter_h_that_ends_in_a_colon_though_another_one_follows() -> None:
    items = "".join(f"({letter}) {LONG}\n\n" for letter in "abcdefg")
    found = clauses(
        contract(
            f"1. Lamps. {items}(h) The port may end this if:\n\n(i) the lamp is out. {LONG}\n\n"
            f"(i) Duties. {LONG}\n\n(j) Rest. {LONG}\n\n2. End. {LONG}"
        )
    )
    assert {"1.h.i", "1.i", "1.j"} <= set(found)


def test_roman_numbers_stand_below_the_letter_h_that_leads_to_them() -> None:
    items = "".join(f"({letter}) {LONG}\n\n" for letter in "abcdefg")
    romans = f"(i) “Lamp” means a light. {LONG}\n\n(ii) “Oil” means oil. {LONG}"
    text = f"1. Lamps. {items}(h) For purposes of this clause:\n\n{romans}"
    assert [path for path in paths(contract(text)) if "i" in path and ".p" not in path] == ["1.h.i", "1.h.ii"]


def test_the_ninth_letter_follows_the_letter_h() -> None:
    items = "".join(f"({letter}) {LONG}\n\n" for letter in "abcdefghij")
    assert "1.i" in paths(contract(f"1. Lamps. {items}"))


def test_items_with_numbers_are_a_series_however_long_their_lines() -> None:
    long = "LAMPS OR OTHER THINGS ORDERED BY THE KEEPER OF THE PORT FOR LIGHTING AT NIGHT"
    items = f"ITEM 10: OIL\n\n{PROSE}\n\n1. {LONG}\n\nITEM 15: {long}\n\n{PROSE}\n\n1. {LONG}"
    text = f"1. Oil. {LONG}\n\nEXHIBIT A\n\n{items}"
    assert {"exhibit-a.item-10.1", "exhibit-a.item-15.1"} <= set(paths(contract(text)))


def test_an_article_without_a_heading_opens_in_front_of_its_first_section() -> None:
    text = f"ARTICLE I   OIL   1.1 {LONG}   1.2 {LONG}   ARTICLE II   2.1 {LONG}   2.2 {LONG}"
    text += f"   ARTICLE III   GLASS   3.1 {LONG}"
    assert [path for path in paths(contract(text)) if path.startswith("art")] == ["art1", "art2", "art3"]


def test_a_letter_glued_to_its_clause_counts_on() -> None:
    text = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3
    document = contract(
        f"4.   OIL\n\nA.During the day, {text}\n\nB.Notwithstanding A, {text}\n\nC.“Glass” is clear. {text}\n\n5.   LOG"
    )
    assert {"4.a", "4.b", "4.c"} <= set(clauses(document))


def test_small_letters_glued_to_their_clauses_count_on() -> None:
    text = "The keeper lights the lamp at dusk and puts it out at dawn, and the log of the harbour says so. " * 4
    document = contract(
        f"1. LAMPS\n\n{text}\n\n2. OIL\n\na.As of dusk, {text}\n\nb.To the keeper, {text}\n\n3. LOG\n\n{text}"
    )
    assert {"2.a", "2.b"} <= {path for chunk in document.chunks for path in chunk.clauses}


@pytest.mark.parametrize("indent", ["", "       "])
def test_a_list_behind_the_colon_of_a_letter_stands_in_that_letter(indent: str) -> None:
    items = "".join(f"{indent}    {number}.   {PROSE}\n\n" for number in (1, 2))
    letters = f"{indent}A.   {PROSE}\n\n{indent}B.   The keeper shall, at dusk:\n\n{items}{indent}C.   {PROSE}\n\n"
    document = contract(
        f"I.   LAMPS\n\n{letters}II.   OIL\n\n{indent}A.   {PROSE}\n\nIII.   LOG\n\n{indent}A.   {PROSE}"
    )
    found = [one.partition(".")[2] for one in clauses(document)]
    assert found[1:6] == ["a", "b", "b.1", "b.2", "c"]


def test_clauses_that_are_agreed_stand_in_no_recital() -> None:
    recitals = f"A.   {PROSE}\n\nB.   The keeper and the owner agree as follows:\n\n"
    text = f"{recitals}1.   Lamps. {PROSE}\n\n2.   Oil. {PROSE}\n\nC.   {PROSE}"
    assert {"1", "2"} <= set(clauses(contract(text)))


def test_a_recital_that_begins_inside_the_line_of_the_parties_is_one() -> None:
    first = f"THIS AGREEMENT is made between Lantern Ltd. and Tower Ltd. WHEREAS: A. The keeper has lamps. {PROSE}"
    document = contract(f"{first}\n\nB. The port is dark. {PROSE}\n\nC. Oil is dear. {PROSE}\n\n1. Lamps. {LONG}")
    assert clauses(document)[:4] == ["whereas.a", "whereas.b", "whereas.c", "1"]


def test_the_last_letters_directly_behind_a_roman_number_are_no_roman_numbers() -> None:
    items = f"(i) {PROSE}\n\n(ii) {PROSE}\n\n(iii) (x) {PROSE[:-2]}, (y) {PROSE[:-2]} and (z) {PROSE}\n\n"
    text = f"1. Lamps. {LONG}\n\n2. Oil. The port pays if:\n\n{items}3. Law. {LONG}"
    assert clauses(contract(text)) == ["1", "2", "2.i", "2.ii", "2.iii", "3"]
