"""What opens a clause, told by what stands behind it, and where no chunk ends."""

import pytest

from tests.corpora.clauses.documents import contract, terms

LONG = "The keeper oils the lamp of the harbour, trims its wick and writes the hour into the log of the tower. " * 3


def paths(text: str) -> list[str]:
    return [path for chunk in contract(text).chunks for path in chunk.clauses]


def test_i_is_a_letter_where_j_follows() -> None:
    items = "\n\n".join(f"{letter}. {LONG}" for letter in "ABCDEFG")
    assert paths(f"1. Duties\n\n{items}\n\nI. {LONG}\n\nJ. {LONG}")[-2:] == ["1.i", "1.j"]


def test_i_is_roman_below_a_letter_where_ii_follows() -> None:
    text = f"I. DUTIES\n\nA. {LONG}\n\nB. The keeper shall\n\nI. {LONG}\n\nII. {LONG}\n\nC. {LONG}\n\nII. PAY\n\n{LONG}"
    assert paths(text) == ["i", "i.a", "i.b", "i.b.i", "i.b.ii", "i.c", "ii"]


def test_a_number_inside_a_line_opens_a_clause_where_its_successor_follows() -> None:
    line = f"1.2 Lamps. {LONG} 3.6 The tower is white. {LONG} 3.7 The door is green. {LONG} 4.9 Oil 7.2 Wick 8.4 Log"
    assert paths(f"1. Harbour\n\n1.1 Lights. {LONG}\n\n{line}") == ["1", "1.1", "1.2", "3.6", "3.7"]


def test_the_first_number_in_a_list_of_terms_opens_no_clause() -> None:
    table = "Terms are found as follows: Surviving Harbour    1.1 Lamp Fee    5.1 Trade Rules    3.9 Wick    4.4 Oil"
    assert paths(f"ARTICLE I\n\n{LONG}\n\nAnnex A\n\n{table}{' ' * 4}2.7 {LONG}") == ["art1", "annex-a"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            f"Section 1.01. Terms. (a) In this contract:\n\n“Lamp” means a light.\n\n(b) {LONG}",
            ["1.01", "1.01.a", "1.01.a.lamp", "1.01.b"],
        ),
        (
            f"ARTICLE\u202f1 LAMPS\n\n1.1\u202f\u202fThe Light. {LONG}\n\n1.2\u202f\u202fThe Wick. {LONG}",
            ["art1", "1.1", "1.2"],
        ),
        (f"ARTICLE - 1 LAMPS\n\n1.1 {LONG}\n\nARTICLE - 2 OIL\n\n2.1 {LONG}", ["art1", "1.1", "art2", "2.1"]),
        (f"2.1KEEPER shall act. {LONG}\n\n2.2HARBOUR shall pay. {LONG}", ["2.1", "2.2"]),
    ],
)
def test_labels_are_read_however_they_are_set(text: str, expected: list[str]) -> None:
    assert paths(text) == expected


def test_letters_go_on_where_a_page_that_is_one_line_begins_in_the_middle_of_them() -> None:
    page = f"C. PAY. {LONG}   D. OIL. {LONG}   E. LOG. {LONG}"
    assert paths(f"1. Duties\n\nA. LIGHT. {LONG}\n\nB. WICK. {LONG}\n\n{page}")[-3:] == ["1.c", "1.d", "1.e"]


def test_a_sentence_that_names_a_section_opens_none() -> None:
    document = terms(f"**SECTION 9 OF THIS AGREEMENT IS ABOUT LAMPS. READ IT.**\n\n{LONG}\n\n**9\\. Lamps**\n\n{LONG}")
    assert [chunk.path for chunk in document.chunks if "9" in chunk.path] == ["9"]


def test_a_list_below_a_number_without_a_heading_stands_in_it() -> None:
    text = f"1. Oil\n    1. Kind\n\n        {LONG}\n\n3. terms of the lamps and oils\n    1. Wick\n\n        {LONG}"
    assert terms(text).chunks[-1].clauses == ("3", "3.1")


def test_contents_whose_entries_are_numbered_are_set_aside() -> None:
    names = ["Lamps", "Oil of the harbour, and all that is burnt there", "Wicks", "Keepers and what they do at night"]
    entries = [f"Article {number} – {name}" for number, name in enumerate(names, 1)]
    text = "\n\n".join(["Rules", *entries, *(f"{entry}\n\n{LONG}" for entry in entries)])
    assert [part.reason for part in terms(text).set_aside] == ["table of contents"]


BY_DAY = "#### By day\n\n1. Tap the lamp\n2. Choose the wick\n3. Tell the keeper\n4. Tap the oil"
BY_NIGHT = "#### By night\n\n1. Ring the bell\n2. Choose the wick\n3. Open the door\n4. Tell the keeper\n5. Wait"
LISTS = f"{BY_DAY}\n\n{BY_NIGHT}"


def test_lists_that_are_printed_twice_are_no_table_of_contents() -> None:
    document = terms(f"# Rules\n\n{LONG}\n\n{LISTS}\n\n{LONG}\n\n{LISTS}\n\n{LONG}")
    assert list(document.set_aside) == []


@pytest.mark.parametrize("last", ["RECITALS:", "RIGHT TO TRIM THE WICKS.", "If to the harbour:"])
def test_no_chunk_ends_in_a_line_that_leads_to_the_next(last: str) -> None:
    text = f"HARBOUR AGREEMENT\n\n{LONG}{LONG}\n\n{last}\n\n{LONG}{LONG}"
    assert not any(chunk.content.rstrip().endswith(last) for chunk in contract(text).chunks)


def test_no_chunk_ends_in_the_label_of_an_item() -> None:
    text = f"4. Duties. {LONG} The keeper shall trim the wick; and (ii)\n\n\n{LONG}{LONG}"
    assert not any(chunk.content.rstrip().endswith("(ii)") for chunk in contract(text).chunks)


def test_a_heading_stands_above_a_long_line_without_a_blank_line() -> None:
    document = contract(f"1. Lamps\n{LONG}\n2. Non-use and lasting\n{LONG}")
    assert document.chunks[-1].header.endswith("> 2. Non-use and lasting")
