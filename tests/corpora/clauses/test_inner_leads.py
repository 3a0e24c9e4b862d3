"""Test the headers of parts that are cut from a list inside a sentence: they name their own item and its lead-in."""

import pytest

from piperoll.corpora.clauses.lead_ins.inner_leads import ITEM, InnerLeads
from piperoll.corpora.clauses.pages.page_gaps import NO_EDGES
from tests.corpora.clauses.documents import contract

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3
WORDS = "in the harbour of the keeper at the height of the lamp by the light of the moon and of the stars "


def headers(text: str, *begin: str) -> list[str]:
    """Return the headers of the chunks of a contract that begin with one of some words."""
    document = contract(f"1. Start. {LONG}\n\n{text}\n\n9. End. {LONG}")
    found = [one.header for one in document.chunks if one.content.startswith(begin)]
    assert found
    return found


@pytest.mark.parametrize(("front", "left"), [("", "(ii)"), ("the keeper ", "(ii) the keeper")])
def test_the_label_of_a_clause_stands_without_its_first_item_over_the_second(front: str, left: str) -> None:
    inner = f"{front}(A) light each of the lamps {WORDS * 4}, (B) trim each of the wicks {WORDS * 4}"
    text = f"2. Duties. The keeper shall:\n\n(i) rest.\n\n(ii) {inner}, or (C) sell oil {WORDS * 4}.\n\n(iii) go."
    for header in headers(text, "(B)", "or (C)"):
        assert header.rpartition(" > ")[2] == left


def test_the_name_of_a_clause_is_whole_behind_its_list() -> None:
    items = f"(i) the lamp {WORDS * 3}and (ii) the oil {WORDS * 3}"
    text = f"(a) With respect to {items}, the port pays.\n\nThe port also pays for the boat. {LONG * 2}"
    assert headers(f"2. Fees\n\n{text}\n\n(b) Rest. {LONG}", "The port also")[0].endswith(
        "(a) With respect to (i) the lamp in the harbour of the keeper"
    )


def test_what_goes_on_in_an_item_has_its_label_and_what_leads_to_it() -> None:
    second = (
        f"(ii) constitute a default {WORDS * 3}, or a breach {WORDS * 3}, or a failure {WORDS * 4}, of this contract"
    )
    text = f"2. Peace. The sale by the port does not (i) end the lease {WORDS * 4}, {second}, and (iii) bind the mate."
    parts = headers(text, "or a", "of this", "and of")
    assert {header.rpartition(" > ")[2] for header in parts} == {"The sale by the port does not (ii)"}


@pytest.mark.parametrize("item", ["is bound by the rules", "to the extent of the rules, is bound by them"])
def test_an_item_may_begin_with_is_or_to(item: str) -> None:
    text = (
        f"2. Peace. {LONG}Each keeper (i) has a lamp {WORDS * 4}, and (ii) {item} {WORDS * 6}, or by a law {WORDS * 6}."
    )
    assert headers(text, "or by a law", "and of the stars")[0].endswith("Each keeper (ii)")


def test_labels_that_a_sentence_cites_are_no_items() -> None:
    items = (
        f"(i) the lamp {WORDS * 2}, (ii) the oil {WORDS * 2} or (iii) the wick {WORDS}(of which (i) and (ii) are free"
    )
    text = f"2. Pay. {LONG}The keeper shall buy {items}, save on the days {WORDS * 4}, or in the years {WORDS * 4})."
    assert not any(header.endswith("(ii)") for header in headers(text, "or in the years", "save on"))


@pytest.mark.parametrize(
    "rest",
    [
        "except that the port pays for the oil",
        "in each case without the consent of the port",
        "shall be paid by the port",
        "the keeper shall be paid by the port",
    ],
)
def test_what_goes_on_behind_a_list_has_no_label_of_an_item(rest: str) -> None:
    items = f"(i) the lamp is lit {WORDS * 3}, or (ii) the oil is sold {WORDS * 3}"
    text = f"2. Pay. {LONG}If {items}, {rest} {WORDS * 4}, and so on {WORDS * 3}."
    assert not any(header.endswith(")") for header in headers(text, rest[:6]))


def test_a_list_of_x_and_y_has_its_own_lead_in() -> None:
    lists = (
        f"(a) light the lamp {WORDS * 3}, (b) open the gate to (x) the mate {WORDS * 4} and (y) the crew {WORDS * 4}"
    )
    assert headers(f"2. Duties. The keeper shall {lists}.", "and (y)")[0].endswith("open the gate to")


def test_a_sentence_in_front_of_a_list_does_not_lead_to_it() -> None:
    items = "\n\n".join(f"({number}) Lamps of kind {number}; {LONG}" for number in (1, 2))
    assert not headers(f"Lamps may be lit together.\n\n{items}", "(2)")[0].endswith("together.")


def test_a_lead_in_goes_on_in_front_of_a_page_break_where_a_name_begins_the_page() -> None:
    lead = "Except as is set forth in the letter that was delivered by the\n\n\n\n12\n\n\n\nPort, the keeper warrants:"
    items = "\n\n".join(f"({letter}) lamps of kind {letter}. {LONG}" for letter in "abc")
    header = headers(f"3. Duties. {LONG} {lead}\n\n{items}", "(b)")[0]
    assert "> Except as is set forth in the letter that was delivered by the Port, the keeper warrants: >" in header


def test_the_words_of_an_item_end_in_front_of_the_next_one() -> None:
    items = "".join(f"({one}) lamp {one} of the tower;\n\n" for one in "abcdefg")
    text = f"2. Oil. {LONG}\n\n{items}(h) lamps of the tower, (i) lit or (ii) unlit, as the port says {WORDS * 4}."
    assert headers(text, "(h)")[0].endswith("> (h) lamps of the tower")


def test_the_words_of_a_clause_end_in_front_of_the_label_of_an_item() -> None:
    agrees = f"The port, with all the owners of the piers, agrees to (i) light {WORDS * 4}."
    text = f"2. Oil. {LONG}\n\n(a) {agrees} It pays {LONG}"
    assert [one.rpartition(" > ")[2] for one in headers(text, "(a)", "It pays")] == [
        "(a) The port, with all the owners of the piers, agrees to"
    ] * 2


def test_two_labels_of_an_item_stand_in_no_other_item() -> None:
    text = f"2. The keeper, with the port, shall (i) light the lamp {WORDS * 4}; and (ii)(A) fill it {WORDS * 4}."
    (header,) = headers(text, "(ii)(A)", "and (ii)(A)")
    assert header.endswith("The keeper, with the port, shall")


@pytest.mark.parametrize("before", ["if", "and", "or", "to", "not"])
def test_no_cut_stands_behind_the_number_of_an_item(before: str) -> None:
    words = "lamp oil wick glass "
    text = f"2. The keeper sells {words * 27}{before} (1) {words * 40}."
    document = contract(f"1. Start. {LONG}\n\n{text}\n\n9. End. {LONG}")
    assert not any(one.content.rstrip().endswith("(1)") for one in document.chunks)


@pytest.mark.parametrize("between", ["; ", "; and "])
def test_a_lead_in_begins_with_the_last_recital(between: str) -> None:
    first = f"WHEREAS, the port has lent the lamp{between}WHEREAS, the board of the port has"
    text = f"RECITALS\n\n{first} (i) lit the lamp {WORDS * 5}, (ii) filled it {WORDS * 5}, and (iii) sold oil."
    for header in headers(text, "(ii)"):
        assert "has lent" not in header
        assert "WHEREAS, the board of the port has" in header


def test_a_list_of_the_last_letters_has_what_leads_to_its_first_one() -> None:
    items = "".join(f"({letter}) light each of the lamps {WORDS * 3}, " for letter in "vwx")
    text = (
        f"2. Fees. (iv) {LONG}\n\n3. Oil. If the port agrees, the keeper of it shall {items}and (y) sell {WORDS * 3}."
    )
    for header in headers(text, "(w)", "(x)", "and (y)"):
        assert header.endswith("the keeper of it shall")


@pytest.mark.parametrize("label", ["ARTICLE 2", "SECTION 2", "2."])
def test_what_leads_to_the_sections_of_a_clause_stands_over_them(label: str) -> None:
    text = f"{label} DUTIES\n\nThe keeper agrees with the port as follows:\n\n2.1 Lamps. {LONG}\n\n2.2 Oil. {LONG}"
    for header in headers(text, "2.1", "2.2"):
        assert "The keeper agrees with the port as follows:" in header


def test_what_leads_to_a_list_begins_behind_no_word_that_is_shortened() -> None:
    lead = "To the extent of the Lamp Act (Pub. L. 111-118), the keeper shall"
    for header in headers(f"2. Duties. {LONG}\n\n(a) {lead}:\n\n(i) rest. {LONG}\n\n(ii) go. {LONG}", "(i)", "(ii)"):
        assert f"(a) {lead}:" in header


def test_the_foot_of_a_page_between_leads_to_no_list() -> None:
    text = "The keeper shall:\n\nSource: LANTERN, INC., 10-Q, 11/8/2031\n\n\n\n\n(a) rest; (b) go."
    item = ITEM.match(text, text.index("(a)"))
    assert item
    assert InnerLeads(text, NO_EDGES, wrapped=False).item_lead(0, item) == "The keeper shall:"


def test_a_list_in_a_proviso_has_what_leads_to_it() -> None:
    second = f"provided that, at dusk, (x) the port lights it {WORDS * 4}and (y) the mate pays {WORDS * 4}"
    text = f"2. Peace. No keeper tells where that would (i) hurt {WORDS * 4}, or (ii) end {WORDS * 4}; {second}."
    for header in headers(text, "(x)", "and (y)"):
        assert header.endswith("provided that, at dusk,")


def test_the_letter_v_behind_u_is_no_roman_number() -> None:
    text = "The keeper shall keep:\n" + "".join(f"({chr(97 + index)}) a lamp of the port;\n" for index in range(26))
    item = ITEM.match(text, text.index("(v)"))
    assert item
    assert InnerLeads(text, NO_EDGES, wrapped=False).item_lead(0, item) == "The keeper shall keep:"


@pytest.mark.parametrize(("first", "second"), [("w", "x"), ("x", "y")])
def test_a_list_of_the_last_letters_in_a_later_sentence_has_its_own_lead_in(first: str, second: str) -> None:
    before = f"The keeper shall (i) light it {WORDS * 4}, and (ii) fill it {WORDS * 4}."
    lists = f"({first}) the port lights it {WORDS * 4}and ({second}) the mate pays {WORDS * 4}"
    text = f"2. Peace. {before} If the log says so {WORDS * 2}then, at dusk, {lists}."
    for header in headers(text, f"({first})", f"and ({second})"):
        assert header.endswith("then, at dusk,")


def test_a_tenth_item_is_the_first_one_of_no_list() -> None:
    items = ", ".join(f"({label}) light lamp {label} {WORDS * 2}" for label in "i ii iii iv v vi vii viii ix x".split())
    (header,) = headers(f"2. Peace. The keeper shall {items}.", "(x)")
    assert header.endswith("The keeper shall")
