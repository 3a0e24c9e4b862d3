"""Test what opens inside a line: behind lists of its own style, and where those in front of it are unseen."""

import pytest

from tests.corpora.clauses.documents import at, clauses, contract, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3


def test_an_item_opens_behind_an_inner_list_of_its_own_style() -> None:
    inner = "A secret is nothing that: (a) is known in the port; (b) was told by others; and (c) is found in the log. "
    document = contract(f"14. Secrets. (a) Lamps. {LONG}{inner}(b) Duties. {LONG}\n\n15. End. {LONG}")
    assert at(document, "14.b").content.startswith("(b) Duties")


def test_an_inner_list_of_sentences_goes_on() -> None:
    inner = f"The keeper promises that: (a) The lamp is lit. {LONG}(b) The oil is bought. {LONG}"
    assert "14.b" not in clauses(contract(f"14. Secrets. (a) Lamps. {LONG}{inner}\n\n15. End. {LONG}"))


def test_items_in_a_column_of_their_own_open_behind_a_colon() -> None:
    items = "".join(
        f"({one})    sell the lamps of pier {one}, unless the port agrees to it; " for one in ("i", "ii", "iii")
    )
    document = contract(
        f"5.2 Conduct. (a) {LONG}(b) {LONG}The keeper shall not: {items}\n\n5.3 End. {LONG}", max_tokens=80
    )
    assert {"5.2.b.i", "5.2.b.ii", "5.2.b.iii"} <= set(clauses(document))


@pytest.mark.parametrize(("first", "second"), [("(a)", "(b)"), ("a.", "b.")])
def test_a_letter_may_stand_right_behind_the_heading_of_its_clause(first: str, second: str) -> None:
    text = f"1. Oil. {LONG}2. LAMPS OF THE PORT {first} Duties. {LONG}{second} Rights. {LONG}3. END OF THE YEAR. {LONG}"
    assert "2.b" in clauses(contract(text))


@pytest.mark.parametrize("heading", ["2. Lamps     A) ", "2. LAMPS OF THE PORT   a. ", "2. LAMPS OF THE PORT a. "])
def test_the_only_letter_of_a_clause_opens_right_behind_its_heading(heading: str) -> None:
    text = f"1. Oil. {LONG}     {heading}The keeper lights the lamp. {LONG}     3. End. {LONG}"
    assert "2.a" in clauses(contract(text))


def test_a_letter_in_the_clause_before_is_none_of_the_list_behind_a_heading() -> None:
    log = f"1. Log. {LONG}The lamp is of class   A. Its oil is pure. {LONG}"
    document = contract(f"{log}     2. DUTIES   A. Lamps. {LONG}   B. Oil. {LONG}     3. End. {LONG}")
    assert {"2.a", "2.b"} <= set(clauses(document))
    assert "1.a" not in clauses(document)


def test_the_second_letter_may_stand_behind_a_quotation_mark() -> None:
    text = f"2. Dusk. a. {LONG}That hour is called the “Dusk.” b. The keeper lights the lamp. {LONG}"
    assert "2.b" in clauses(contract(f"1. Oil. {LONG} {text} 3. End. {LONG}"))


def test_of_two_letters_that_are_the_same_the_second_one_counts() -> None:
    items = f"a. Lamps: {LONG}   a. Oil: {LONG}   b. Glass: {LONG}"
    document = contract(f"1. Log. {LONG}     2. DUTIES   {items}     3. End. {LONG}")
    assert at(document, "2.a").header.endswith("a. Oil")


def test_a_letter_with_a_caption_opens_though_one_in_front_is_unseen() -> None:
    text = f"2. Rest\n\n(c) Log. {LONG}(d) Oil. {LONG}(f) Law of the Port. {LONG}\n\n3. End. {LONG}"
    assert "2.f" in clauses(contract(text))


def test_a_list_in_a_definition_is_none_of_the_clause() -> None:
    rights = f"“Rights” means (a) all rights to the lamps under the law of the port; and (b) all claims for oil. {LONG}"
    terms = f"“Keeper” means whoever lights the lamps. {rights}“Port” means the harbour and its piers. {LONG}"
    document = contract(f"1. Words\n\n(a) Definitions. {LONG}{terms}(b) Headings. {LONG}\n\n2. End. {LONG}")
    assert at(document, "1.b").content.startswith("(b) Headings")


def test_a_letter_opens_behind_a_long_list_of_definitions() -> None:
    terms = "".join(f"“Lamp {number}” means the lamp of that pier. {LONG}" for number in range(60))
    document = contract(
        f"1. Words\n\n(a) Definitions. {LONG}\n\n{terms}\n\n(b)    Each term is listed. {LONG}\n\n2. End. {LONG}"
    )
    assert at(document, "1.b").content.startswith("(b)")


def test_a_number_with_a_title_opens_though_one_in_front_is_unseen() -> None:
    behind = f"Lantern Group 7. Oil with Lamps. {LONG}8. Glass. {LONG}"
    document = contract(f"4. Log. {LONG}\n\n5. Lamps. {LONG}Account 1234 6th pier.\n\n{behind}\n\n9. End. {LONG}")
    assert {"7", "8", "9"} <= set(clauses(document))


def test_a_title_at_the_end_of_a_short_line_opens_the_next_clause() -> None:
    document = contract(f"4. Log. {LONG}\n\nAccount: [*] 5. Oil and Glass\n\n{LONG}\n\n6. End. {LONG}")
    assert at(document, "5").header.endswith("5. Oil and Glass")


@pytest.mark.parametrize("behind", ["\n\nWHEREAS, the port is dark. ", " A. The port is dark. "])
def test_the_heading_of_recitals_may_stand_at_the_end_of_a_line(behind: str) -> None:
    document = contract(
        f"THIS AGREEMENT is made between A and B (the “Parties”). RECITALS{behind}{LONG}\n\n1. Lamps. {LONG}"
    )
    assert any(chunk.header.split(" > ")[1:2] == ["RECITALS"] for chunk in document.chunks)


def test_a_title_with_a_colon_stands_over_a_paragraph() -> None:
    document = contract(f"6. Log. {LONG}\n\n7. Duties of Keepers:\n\n{LONG * 4}\n\n8. End. {LONG}")
    assert at(document, "7").header.endswith("> 7. Duties of Keepers")


def test_a_paragraph_that_names_the_clause_around_a_list_is_none_of_its_last_item() -> None:
    items = f"(i) {LONG}\n\n(ii) {LONG}\n\n"
    named = f"Any fee that is due under this Section 8.3(b) is paid at dusk. {LONG}\n\n"
    document = contract(f"8.3 Fees. (a) {LONG}\n\n(b) The port pays a fee:\n\n{items}{named}8.4 End. {LONG}")
    assert at(document, "8.3.b.further").content.startswith("Any fee")


def test_the_second_number_of_a_schedule_opens_though_the_first_is_unseen() -> None:
    text = f"1. End. {LONG}\n\nExhibit A\n\nPlan of Lamps\n\nWords. {LONG} 2. Oil of Lamps. {LONG} 3. Glass. {LONG}"
    assert {"exhibit-a.2", "exhibit-a.3"} <= set(clauses(contract(text)))


def test_an_item_of_a_list_of_its_own_sentence_is_none_of_the_outer_list() -> None:
    inner = "The term Oil means (a) in a lamp, oil of fish; (b) in a stove, petroleum; and (c) elsewhere, any oil.  "
    romans = f"(i) Lamps. {LONG}(ii) Oil. {LONG}{inner}(iii) Glass. {LONG}"
    document = contract(f"1. Terms. (a) Promises. {LONG}{romans}(b) Log. {LONG}\n\n2. End. {LONG}")
    assert [path for path in clauses(document) if path.startswith("1.")] == ["1.a", "1.a.i", "1.a.ii", "1.a.iii", "1.b"]


@pytest.mark.parametrize(
    "labels", [("a.", "b.", "c."), ("i.", "ii.", "iii."), ("a)", "b)", "c)"), ("i)", "ii)", "iii)")]
)
def test_items_in_small_letters_open_behind_a_colon(labels: tuple[str, ...]) -> None:
    first, second, third = (
        f"{label} light the lamp of pier {label[0]} at dusk, and put it out at dawn" for label in labels
    )
    document = contract(
        f"3. Duties. {LONG}The keeper shall: {first}; {second}; and {third}.\n\n4. End. {LONG}", max_tokens=80
    )
    assert [f"3.{label[:-1]}" for label in labels] == clauses(document)[1:-1]
    assert at(document, f"3.{labels[1][:-1]}").header.endswith(" > The keeper shall:")


def test_items_with_roman_numbers_and_headings_open_behind_a_colon() -> None:
    items = f"i. Lamps. {LONG}ii. Oil of the year. {LONG}iii. Glass. {LONG}"
    assert clauses(contract(f"3. Parts. The port has: {items}\n\n4. End. {LONG}")) == ["3", "3.i", "3.ii", "3.iii", "4"]


@pytest.mark.parametrize(
    "text",
    [
        "The keeper shall: a. light the lamp of the pier, and clean it. ",
        "The keeper shall light the lamp; b. clean it; and c. fill it. ",
        "The keeper shall: A. only light the lamp; and B. only clean it. ",
        "It is told in part a. of the log and in part b. of the rules of the port. ",
    ],
)
def test_letters_that_no_list_tells_open_nothing_in_front_of_small_letters(text: str) -> None:
    assert clauses(contract(f"3. Duties. {LONG}{text}{LONG}\n\n4. End. {LONG}")) == ["3", "4"]


def test_items_in_small_letters_open_nothing_in_a_bullet() -> None:
    listed = f"*   **Lamps.** {LONG}It is not for: a) oil of the port; b) glass of the pier; or c) the log.\n"
    document = terms(f"# Rules\n\n{LONG}\n\n## 1. Parts\n\n{listed}*   **Oil.** {LONG}\n\n## 2. End\n\n{LONG}")
    assert not any(path.endswith((".a", ".b", ".c")) for path in clauses(document))
