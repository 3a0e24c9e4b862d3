"""Test the later items of lists inside sentences, whose first items open behind a stop."""

import pytest

from tests.corpora.clauses.documents import at, clauses, contract

LONG = (
    "for as long as the harbour of the port is open to ships of any flag and size, by day and by night " * 3
).strip()


def lamps(words: str) -> str:
    return f"6.3 Conditions of the Keeper\n\n(a) Lamps. {words}.\n\n(b) Oil. {LONG}.\n\n6.4 End. {LONG}."


@pytest.mark.parametrize("labels", [("i", "ii", "iii"), ("A", "B", "C"), ("1", "2", "3")])
def test_each_item_of_a_list_inside_a_sentence_has_its_own_path(labels: tuple[str, str, str]) -> None:
    one, two, three = labels
    document = contract(
        lamps(f"({one}) Each lamp burns {LONG}, ({two}) all glass is clean {LONG} and ({three}) oil is there {LONG}")
    )
    second, third = (at(document, f"6.3.a.{label.lower()}") for label in (two, three))
    assert second.content.startswith(f"({two}) all glass")
    assert third.content.startswith(f"({three}) oil")
    assert "Each lamp" not in second.header + third.header


def test_what_an_item_holds_stays_in_it() -> None:
    inner = f"(A) The wick. It is cut {LONG}; (B) The glass. It is clean {LONG}"
    document = contract(lamps(f"(i) Each lamp burns {LONG}, (ii) nothing else burns: {inner}"))
    assert at(document, "6.3.a.ii.b").content.startswith("(B) The glass")


@pytest.mark.parametrize(
    "words",
    [
        "under clauses (i) and (ii) of this paragraph",
        "under Section 6.4(a) (ii)",
        "as is said in 6.4 (ii)",
        "(unless the port does so or (ii) the owner)",
        "where: (i) the port or (ii) the owner",
        "under (i), (ii), (iii)",
    ],
)
def test_an_item_that_is_cited_opens_nothing(words: str) -> None:
    document = contract(lamps(f"(i) Each lamp burns {LONG} {words} says so {LONG}"))
    assert "6.3.a.ii" not in clauses(document)


def test_a_roman_list_in_an_item_with_a_letter_is_its_own() -> None:
    items = "".join(f"({letter}) lamp {letter} {LONG};\n\n" for letter in "abcdefg")
    document = contract(
        f"6.3 The keeper lights:\n\n{items}(h) lamp h {LONG}, if (i) dark or (ii) in fog {LONG}.\n\n6.4 End."
    )
    assert "6.3.i" not in clauses(document)


def test_a_list_whose_items_a_word_joins_ends_with_its_sentence() -> None:
    document = contract(
        lamps(f"The keeper:  (i)   lights the lamp {LONG} and (ii) cleans the glass. The port pays {LONG} {LONG}")
    )
    assert at(document, "6.3.a.further").content.startswith("The port pays")
