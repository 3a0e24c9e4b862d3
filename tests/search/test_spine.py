"""From pools of hits to a context of filings: windows, duplicates, runs, order and headings, worked by hand."""

import pytest

from piperoll.search.blocks import Passage, Piece, Version, assemble, expand

SENTENCE = "Sentence {:03} of {}. "
WIDTH = len(SENTENCE.format(0, 2020))
A, B = 0.82, 0.78
"""Similarities of hits at distances .18 and .22."""


def sentence(number: int, item: str = "ITEM_1A", version: int = 1) -> Piece:
    """A sentence of an Item; they follow one another in the stored text."""
    start = number * WIDTH
    return Piece(version, number, f"{item}.{number}", item, None, f"10-K > {item}", start, start + WIDTH - 1)


def filing(company: str, year: int, document: str = "") -> Version:
    text = "".join(SENTENCE.format(number, year) for number in range(200))
    name = document or f"{company} {year}"
    return Version(name, f"{name}.htm", name, None, 0, text, company, year)


NVIDIA = filing("NVIDIA CORP", 2020)


def numbers(hits: list[Passage], around: list[Piece], neighbours: int = 3) -> list[list[int]]:
    done = assemble(hits, around, {1: NVIDIA}, neighbours=neighbours, budget=10_000)
    return [[passage.piece.ordinal for passage in block.passages] for block in done.blocks]


def test_overlapping_windows_become_one_block() -> None:
    hits = [Passage(sentence(44), A), Passage(sentence(46), B)]
    assert numbers(hits, [sentence(at) for at in range(30, 60)]) == [[41, 42, 43, 44, 45, 46, 47, 48, 49]]


def test_each_sentence_keeps_its_best_parent() -> None:
    hits = [Passage(sentence(44), A), Passage(sentence(46), B)]
    done = assemble(hits, [sentence(at) for at in range(30, 60)], {1: NVIDIA}, neighbours=3, budget=10_000)
    [block] = done.blocks
    parents = {passage.piece.ordinal: passage.score for passage in block.passages}
    assert parents == {41: A, 42: A, 43: A, 44: A, 45: A, 46: B, 47: A, 48: B, 49: B}
    assert [passage.piece.ordinal for passage in block.passages if passage.core] == [44, 46]
    rows = expand(hits, [sentence(at) for at in range(30, 60)], 3)
    assert len(rows) == 12  # six beside each hit, the sentences between them twice
    assert {passage.score for _, passage in rows if passage.piece.ordinal in (43, 45, 47)} == {A}


def test_a_window_stays_in_its_section() -> None:
    around = [sentence(at, "ITEM_1A" if at < 46 else "ITEM_1B") for at in range(40, 50)]
    assert numbers([Passage(sentence(44), A)], around) == [[41, 42, 43, 44, 45]]


def test_hits_side_by_side_in_two_items_are_two_blocks() -> None:
    hits = [Passage(sentence(45), A), Passage(sentence(46, "ITEM_1B"), B)]
    assert numbers(hits, [], neighbours=0) == [[45], [46]]


def test_sentences_with_a_gap_are_two_blocks() -> None:
    hits = [Passage(sentence(at), A - at / 1000) for at in (1, 2, 3, 4, 10, 12, 20)]
    assert numbers(hits, [], neighbours=0) == [[1, 2, 3, 4], [10], [12], [20]]


def test_the_same_place_of_the_same_filing_is_in_once() -> None:
    versions = {1: NVIDIA, 2: filing("NVIDIA CORP", 2020, "copy"), 3: filing("NVIDIA CORP", 2021)}
    hits = [Passage(sentence(44, version=version), A - version / 100) for version in (1, 2, 3)]
    around = [sentence(at, version=version) for version in versions for at in range(43, 46)]
    done = assemble(hits, around, versions, neighbours=1, budget=10_000)
    places = [(block.version, block.start, block.end) for block in done.blocks]
    assert places == [(version, 43 * WIDTH, 46 * WIDTH - 1) for version in (3, 1)]
    assert [passage.piece.version for passage in done.left_out] == [2]


def test_filings_stand_by_company_and_year_and_sentences_in_their_order() -> None:
    """The best company comes first, its newest year before others; the order within a filing is that of its text."""
    versions = {1: filing("NVIDIA CORP", 2019), 2: filing("MICROSOFT CORP", 2020), 3: filing("NVIDIA CORP", 2020)}
    hits = [
        Passage(sentence(67, version=1), 0.9), Passage(sentence(45, "ITEM_7", version=2), 0.8),
        Passage(sentence(102, version=3), 0.7), Passage(sentence(45, version=3), 0.6),
        Passage(sentence(12, "ITEM_7", version=2), 0.5),
    ]  # fmt: skip
    done = assemble(hits, [], versions, neighbours=0, budget=10_000)
    assert [line for line in done.text.splitlines() if line.startswith("===")] == [
        "=== NVIDIA CORP | 2020 | ITEM_1A ===",
        "=== NVIDIA CORP | 2019 | ITEM_1A ===",
        "=== MICROSOFT CORP | 2020 | ITEM_7 ===",
    ]
    assert [block.passages[0].piece.ordinal for block in done.blocks] == [45, 102, 67, 12, 45]
    assert (
        f"--- ITEM_1A.45 | ITEM_1A | characters {45 * WIDTH}–{46 * WIDTH - 1} ---\nSentence 045 of 2020." in done.text
    )


@pytest.mark.parametrize("budget", [20, 60, 120])
def test_a_context_of_filings_keeps_to_its_budget(budget: int) -> None:
    hits = [Passage(sentence(at, f"ITEM_{at % 3}"), 1 - at / 100) for at in range(0, 60, 7)]
    assert assemble(hits, [], {1: NVIDIA}, neighbours=0, budget=budget).tokens <= budget
