"""Items inside the sentences of a clause that is cut apart are found by their places."""

import pytest

from tests.corpora.clauses.documents import at, clauses, contract

PROSE = "the keeper shall light the lamp at dusk and put it out at dawn, on every day of the year, in all weathers"
LONG = f"{PROSE}, {PROSE}"


def document(*items: str) -> str:
    """A clause of items inside one sentence, between two others."""
    return f"1. Oil. {PROSE}.\n\n2. Log. {PROSE}.\n\n3. Duties. The keeper shall {' '.join(items)}.\n\n4. End. {PROSE}."


def test_a_chunk_names_the_items_inside_a_sentence_that_begin_in_it() -> None:
    read = contract(document(f"(a) {LONG},", f"(b) {LONG}, with (i) oil or (ii) wax, and", f"(c) {LONG}"))
    assert at(read, "3").clauses == ("3", "3.a")
    assert at(read, "3.p2").clauses == ("3.b", "3.b.i", "3.b.ii")
    assert at(read, "3.p3").clauses == ("3.c",)


def test_a_reference_to_such_an_item_leads_to_its_chunk() -> None:
    items = (f"(a) {LONG},", f"(b) {LONG}, and", f"(c) {LONG}, as Section 3(b) says")
    read = contract(document(f"when {PROSE}, in front of all others,", *items))
    assert at(read, "3.p3").clauses == ("3.b",)
    assert [one.path for one in read.citations if one.kind == "internal"] == ["3.p3"]


@pytest.mark.parametrize(
    "items",
    [
        pytest.param([f"(a) {LONG}, {LONG}, {LONG}"], id="one item is no list"),
        pytest.param([f"light it ({LONG}, (a) oil {LONG} and (b) wax), {LONG}"], id="in brackets"),
        pytest.param([f"do what clause (a) and clause (b) say, {LONG}, {LONG}, {LONG}"], id="cited"),
    ],
)
def test_other_labels_inside_a_sentence_name_no_item(items: list[str]) -> None:
    assert clauses(contract(document(*items))) == ["1", "2", "3", "4"]


def test_a_list_that_begins_again_has_no_places_of_its_own() -> None:
    again = f"or he shall, when {PROSE},"
    read = contract(document(f"(a) {LONG} and (b) {LONG}, {again}", f"(a) {LONG} or", f"(b) {PROSE}"))
    assert clauses(read) == ["1", "2", "3", "3.a", "3.b", "4"]


def test_a_list_of_the_next_sentence_is_in_no_item_of_the_one_before() -> None:
    read = contract(document(f"(a) {LONG} and (b) {LONG}. The owner has (i) {LONG} and", f"(ii) {LONG}"))
    assert clauses(read) == ["1", "2", "3", "3.a", "3.b", "4"]


@pytest.mark.parametrize(
    ("items", "named"),
    [
        pytest.param([f"(x) {LONG},", f"(y) {LONG}, and", f"(z) {LONG}"], ["3.x", "3.y", "3.z"], id="last letters"),
        pytest.param(
            [f"a) {LONG};", f"b) {LONG}; {LONG}; {LONG}; {LONG};", f"c) {LONG}"],
            ["3.a", "3.b", "3.c"],
            id="one bracket",
        ),
    ],
)
def test_labels_of_other_forms_name_items(items: list[str], named: list[str]) -> None:
    assert clauses(contract(document(*items))) == ["1", "2", "3", *named, "4"]


def test_items_in_front_of_the_sub_clauses_are_named() -> None:
    duties = f"(a) {LONG}, (b) {LONG}, and (c) {LONG}, as follows:\n\n3.1 {PROSE}.\n\n3.2 {PROSE}"
    assert clauses(contract(document(duties))) == ["1", "2", "3", "3.a", "3.b", "3.c", "3.1", "3.2", "4"]


def test_items_of_a_clause_without_a_number_are_named() -> None:
    text = document("light it").replace(
        "4. End.", f"WHEREAS\n\nThe port (i) {LONG}, (ii) {LONG} and (iii) {LONG}.\n\n4. End."
    )
    named = [name for name in clauses(contract(text)) if not name[0].isdecimal() or name.count(".")]
    assert [name.rpartition(".")[2] for name in named] == ["i", "ii", "iii"]
