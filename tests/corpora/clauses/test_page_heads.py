"""Test that heads and feet of pages are set aside, also where they stand in the line of a clause."""

import pytest

from piperoll.corpora.clauses.pages.page_heads import page_edges
from tests.corpora.clauses.documents import at, clauses, contract

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 5
WORDS = "amber birch cedar delta ember fjord grove heron inlet".split()
HEAD = "Supply Agreement of the Harbour"
FOOT = "* Confidential treatment was requested"
HEADS = ["{clause}", f"{HEAD} {{clause}}", f"{HEAD}\n\n{{clause}}", f"- {{page}} -  {HEAD} {{clause}}"]


def pages(head: str = "{clause}", foot: str = "", number: int = 9) -> str:
    """Clauses on a page each, with a head or a foot in the line of the clause."""
    every = (
        f"{head.format(page=page, clause=f'{page}. Lamp {word}. {LONG}He sees the {word}.')}{foot.format(page=page)}"
        for page, word in enumerate(WORDS[: number - 1], 1)
    )
    return "\n\n\n\n\n".join(every)


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("foot", ["", " " + FOOT, " " + FOOT + " -{page}-", " Page {page} " + FOOT])
def test_heads_and_feet_of_pages_are_in_no_chunk(head: str, foot: str) -> None:
    document = contract(pages(head, foot))
    assert clauses(document) == [str(page) for page in range(1, 9)]
    for chunk in document.chunks:
        assert HEAD not in chunk.content
        assert FOOT not in chunk.content
        assert chunk.content.strip().endswith((*(f"the {word}." for word in WORDS), "year."))
        assert HEAD not in chunk.header.partition(" > ")[2]


def test_a_sentence_goes_on_behind_a_head() -> None:
    broken = f"He lights the\n\n\n\n\n{HEAD} pier. {LONG}He sees the ember"
    text = pages(HEAD + " {clause}").replace("He sees the ember", broken)
    begun = [chunk.content for chunk in contract(text).chunks]
    assert not any(one.startswith("pier.") or one.rstrip().endswith("lights the") for one in begun)


def test_what_leads_to_a_list_is_without_the_head_of_a_page() -> None:
    lead = f"The keeper shall, as long as the\n\n\n\n\n{HEAD} Office asks for it:\n\n(a) {LONG}\n\n(b) {LONG}"
    text = pages(HEAD + " {clause}").replace("He sees the ember", f"{lead}He sees the ember")
    assert "The keeper shall, as long as the Office asks for it:" in at(contract(text), "5.b").header


@pytest.mark.parametrize(
    "text",
    [
        pages("Section {clause}"),
        pages(HEAD + " {clause}", number=4),
        pages() + "".join(f"\n\n\n\n\nThe keeper of the lamp number {page} shall" for page in range(3)),
    ],
)
def test_labels_and_what_few_pages_begin_with_are_no_heads(text: str) -> None:
    assert page_edges(text, ()) == ({}, {})


def test_the_first_words_of_a_clause_are_without_the_number_of_the_page_in_them() -> None:
    breaks = "\n" * 6
    pages = "".join(
        f"{number}. The keeper lights the {word}   {number}{breaks}{word} lamp at dusk. {word.title()} oil: {LONG}\n\n"
        for number, word in enumerate(WORDS, 1)
    )
    document = contract(f"LAMP AGREEMENT\n\n{pages}")
    assert at(document, "4").header == f"{document.title} > 4. The keeper lights the delta delta lamp at dusk."


def test_a_foot_is_whole_up_to_the_wide_gap_in_front_of_it() -> None:
    foots = ["   The Lamps of the Harbour LEASE AGREEMENT"] * 5 + ["   Annex 3 of the Tower LEASE AGREEMENT"] * 3
    every = (f"{page}. Lamp {WORDS[page]}. {LONG}He sees it.{foot}" for page, foot in enumerate(foots, 1))
    for chunk in contract("\n\n\n\n\n".join(every)).chunks:
        assert "Harbour" not in chunk.content
        assert "Tower" not in chunk.content


def test_a_head_that_is_printed_in_two_parts_is_whole() -> None:
    heads = ["{clause}", "Final version   CONFIDENTIAL TREATMENT REQUESTED   {clause}", "Final version   {clause}"]
    every = (
        f"{page}. Lamp {word}. {LONG}" if page == 1 else heads[1 + page % 2].format(clause=f"{page}. {word}. {LONG}")
        for page, word in enumerate(WORDS, 1)
    )
    assert not any("CONFIDENTIAL" in chunk.content for chunk in contract("\n\n\n\n\n".join(every)).chunks)


def test_the_number_of_a_page_may_be_printed_with_that_of_all_pages() -> None:
    text = pages(foot="   LANTERN Supply Agreement   Page {page}/8")
    assert not any("Supply" in chunk.content for chunk in contract(text).chunks)


def test_the_heading_in_other_letters_above_a_page_is_furniture() -> None:
    prose = "The keeper lights the lamps on every day of the year when dusk falls, and puts them out. " * 3
    page = "\n\n                 4\n\nLamp Agreement\n"
    front = f"LAMP AGREEMENT\n\nbetween A Ltd and B Ltd\n\n1. OIL. {prose}"
    found = [chunk.content for chunk in contract(f"{front}{page}2. GLASS. {prose}\n<PAGE>\n3. LAW. {prose}\n").chunks]
    assert not [content for content in found if "Lamp Agreement" in content or "<PAGE>" in content]
