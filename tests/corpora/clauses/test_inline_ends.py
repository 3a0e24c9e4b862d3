"""Test that a chunk ends where the list inside a sentence does: what follows stands below no lead-in."""

import pytest

from piperoll.corpora.clauses.pages.page_gaps import NO_EDGES
from piperoll.corpora.clauses.pieces.inline_ends import InlineEnds
from piperoll.model import Document
from tests.corpora.clauses.documents import contract

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 5
ITEM = (
    "any lamp of the harbour that has burned by day, whether or not a ship at sea has asked for it, and its oil, also "
    "where the owner of the tower has lent it to a keeper of another harbour who has not given it back in the year"
)
LEAD = "The harbour shall have no duty towards the keeper for:"
LIST = "".join(f"({letter}) {ITEM}; " for letter in "abcd") + f"or (e) {ITEM}."
REST = "The harbour keeps a log of all lamps, in which each keeper writes at the end of the day."


def drawn(text: str) -> Document:
    return contract(f"1. Lamps. {LONG}\n\n2. Oil. {text}\n\n3. Wicks. {LONG}")


def below(document: Document) -> list[str]:
    """Return the content of the chunks below the lead-in."""
    return [chunk.content for chunk in document.chunks if chunk.header.endswith(LEAD)]


@pytest.mark.parametrize("front", [LONG, ""])
def test_a_sentence_behind_a_list_stands_below_no_lead(front: str) -> None:
    document = drawn(f"{front}{LEAD} {LIST} {REST}")
    assert any("(e)" in content for content in below(document))
    assert not any("log" in content for content in below(document))
    assert any(chunk.content.strip() == REST for chunk in document.chunks)


def test_an_item_of_two_sentences_ends_no_list() -> None:
    text = f"{LEAD} (a) {ITEM}; (b) its wick. {REST} (c) {ITEM}."
    ends = InlineEnds(text, NO_EDGES)
    assert ends.end(0, text.index("(b)"), text.index(" (c)"), len(text)) == len(text)
    assert ends.end(0, text.index("(b)"), text.index(" (c)"), text.index(" (c)")) == text.index(REST)


def test_a_few_words_behind_a_list_stay_with_it() -> None:
    assert any(content.rstrip().endswith("So be it.") for content in below(drawn(f"{LONG}{LEAD} {LIST} So be it.")))


def test_the_name_of_a_law_ends_no_list() -> None:
    law = "all under Tex. Harb. Code 4001.253 on each lamp that is lit by day in the year"
    document = drawn(f"{LONG}{LEAD} {LIST[:-1]}; or (f) {law}.")
    assert any("Tex. Harb. Code" in content for content in below(document))


@pytest.mark.parametrize("stop", [";", "."])
def test_a_paragraph_behind_items_of_one_paragraph_is_none_of_the_last(stop: str) -> None:
    item = ITEM.replace(" and its oil", "\nand its oil")
    items = f"(a) {item}{stop}\n\n(b) {item}{stop}\n\n(c) {item}."
    document = drawn(f"{LONG}\n\nThe harbour lends:\n\n{items}\n\n{REST} {LONG}")
    assert "2.further" in [chunk.path for chunk in document.chunks]
