"""Lists whose first items stand inside the line of their clause, and the others on lines of their own."""

import pytest

from tests.corpora.clauses.documents import at, clauses, contract, paths

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3
# as in the no-shop clause of an agreement and plan of merger: a page ends behind (ii)
NO_SHOP = (
    f"6.3 No Solicitation. (a) {LONG}(b) From the date hereof the Company shall not: (i) initiate, solicit or propose "
    "any inquiry; (ii) engage in or otherwise participate in any discussions with any Person with respect to a "
    "Competing Proposal or any inquiry that would reasonably be expected to lead to a Competing Proposal;   -53-\n"
    "\n\n\n\n\n________________\n\n\n(iii) furnish any information regarding the Company to any "
    "Person, or afford access to the properties, assets, books and records or employees of the Company; or\n\n"
    f"(iv) approve, endorse or recommend any Competing Proposal.\n\n(c) {LONG}\n\n6.4 Efforts. {LONG}\n\n"
)


def test_an_item_behind_a_page_stands_in_the_clause_of_its_list() -> None:
    document = contract(f"6.2 Access. {LONG}\n\n{NO_SHOP}", max_tokens=80)
    assert {"6.3.b.iii", "6.3.b.iv", "6.3.c"} <= set(clauses(document))
    assert not {"6.3.iii", "6.3.iv"} & set(clauses(document))
    assert "(b) From the date hereof" in at(document, "6.3.b.iii").header


def test_a_clause_with_a_heading_stands_in_no_list_inside_a_sentence() -> None:
    text = f"6.2 Access. {LONG}\n\n6.3 Truth. {LONG}(i) a log, (ii) a lamp and (f) oil.\n\n(g) Reports. {LONG}\n\n"
    assert not any(path.startswith("6.3.ii.") for path in clauses(contract(text)))


def test_the_number_of_a_page_behind_a_sentence_is_page_furniture() -> None:
    pages = "".join(
        f"4.{number} Contracts. {LONG}  -{number + 41}-\n\n\n\n\n\n\n________________\n\n\n" for number in (1, 2, 3)
    )
    document = contract(pages)
    assert [document.text[aside.start : aside.end].split()[0] for aside in document.set_aside] == [
        "-42-",
        "-43-",
        "-44-",
    ]
    assert not any(one.content.rstrip().endswith("-") for one in document.chunks)


def test_a_figure_at_the_end_of_a_page_is_no_number_of_it() -> None:
    document = contract(f"1. LAMPS\n\n{LONG}\n\nTotal of all lamps   45\n\n\n\n\n\n\n2. OIL\n\n{LONG}")
    assert not document.set_aside


def test_no_sentence_is_cut_where_a_page_ends() -> None:
    page = "  {}\n\n\n\n\n\n\n________________\n\n\n"
    half = "The keeper shall " + "light the lamp of the harbour " * 10 + "in the form attached as the Joint"
    first, second, third = map(page.format, (1, 2, 3))
    text = f"1. Aa. {LONG}{first}{LONG}{half}{second}Proxy Statement. {LONG}{third}2. Oil. {LONG}"
    assert not any(one.content.rstrip().endswith(("Joint", "2")) for one in contract(text).chunks[:-1])


def test_a_caption_stands_in_no_item_whose_heading_runs_into_its_text() -> None:
    items = "".join(f"({letter}) Lamps of {letter}: {LONG}\n\n" for letter in "abc")
    document = contract(f"We share what we know:\n\n{items}CALIFORNIA RIGHTS\n\n{LONG}")
    assert "california-rights" in paths(document)


@pytest.mark.parametrize("labels", [("i", "ii", "iii", "iv"), ("( i )", "( i i )", "( i i i )", "( i v )")])
def test_the_last_item_inside_a_line_opens_behind_its_conjunction(labels: tuple[str, ...]) -> None:
    one, two, three, four = (label if "(" in label else f"({label})" for label in labels)
    items = f"{one} Lamps are lit. {LONG}; {two} oil is bought. {LONG}; {three} the log is read. {LONG}; and {four} the"
    document = contract(f"8.3 Duties. These hold: {items} keeper sleeps. {LONG}\n\n8.4 End. {LONG}\n\n")
    assert "8.3.iv" in clauses(document)


def test_a_list_of_numbers_inside_a_line_stands_in_the_clause_that_leads_to_it() -> None:
    items = "".join(f"{number}. Clean lamp {number} of the port and every glass of it. " for number in range(1, 10))
    text = f"6. Access. {LONG}\n\n7. Duties. (a) The keeper does the following: {items}(b) {LONG}\n\n8. Oil. {LONG}\n\n"
    found = clauses(contract(text, max_tokens=60))
    assert {"7.a.1", "7.a.8", "7.a.9", "7.b", "8"} <= set(found)
    assert found.count("8") == 1 and "9" not in found


def test_a_number_behind_a_sentence_begins_no_list_inside_a_line() -> None:
    text = f"7. Duties. The keeper lights lamp no. 1. The glass is clean: 1. {LONG}\n\n8. Oil. {LONG}\n\n"
    assert "7.1" not in clauses(contract(text))


@pytest.mark.parametrize("labels", [("A.", "B.", "C."), ("a)", "b)", "c)"), ("i.", "ii.", "iii.")])
def test_a_letter_with_a_stop_goes_on_below_the_line_in_which_its_list_begins(labels: tuple[str, str, str]) -> None:
    text = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3
    first, second, third = labels
    document = contract(
        f"6. Oil. {text}\n\n7. Glass. The port agrees that: {first} {text}\n\n\n\n{second} {text}\n\n{third} {text}\n\n"
        f"8. Log. {text}"
    )
    assert {f"7.{label[:-1].lower()}" for label in labels} <= set(clauses(document))
    assert "The port agrees that:" in at(document, f"7.{second[:-1].lower()}").header
