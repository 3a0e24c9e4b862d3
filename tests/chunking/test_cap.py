"""A range is cut to any size, at the best places there are."""

import pytest

from piperoll.chunking.merge import cap, line_cuts, tokens
from piperoll.text.sentences import ends

SENTENCES = "The keeper lights the lamp at dusk. " * 40


@pytest.mark.parametrize("limit", [10, 40, 220])
@pytest.mark.parametrize("text", [SENTENCES, "word " * 400, "x" * 3_000])
def test_no_piece_is_over_the_limit_and_nothing_is_lost(text: str, limit: int) -> None:
    pieces = cap(text, (0, len(text)), limit)
    assert all(tokens(piece) <= limit for piece in pieces)
    assert "".join(text[start:end] for start, end in pieces).replace(" ", "") == text.replace(" ", "")


def test_what_was_cut_is_joined_up_to_the_aim() -> None:
    pieces = cap(SENTENCES, (0, len(SENTENCES)), 100, aim=30)
    assert {SENTENCES[start:end].count(".") for start, end in pieces} <= {1, 3}


def test_lines_first_where_that_is_asked() -> None:
    text = "One. Two is long\nThree. Four is too\n" * 10
    pieces = cap(text, (0, len(text)), 10, (line_cuts,))
    assert {text[start:end] for start, end in pieces} == {"One. Two is long", "Three. Four is too"}


def test_size_is_what_the_caller_says_it_is() -> None:
    assert cap(SENTENCES, (0, len(SENTENCES)), 40, size=lambda part: tokens(part) // 100) == [(0, len(SENTENCES))]


@pytest.mark.parametrize(
    "words", ["a letter to Ms. Kwan of the harbour", "Acme Inc. The keeper", "No. 12 Harbour Road", "J. Beam"]
)
def test_no_cut_falls_behind_an_abbreviation(words: str) -> None:
    abbreviation = words[: words.index(".") + 1]
    text = f"The keeper of the lamp wrote {words}. " * 12
    pieces = [text[start:end] for start, end in cap(text, (0, len(text)), 20)]
    assert len(pieces) > 1
    assert not [piece for piece in pieces if piece.endswith(abbreviation)]


def test_a_sentence_stays_whole_that_only_the_last_way_can_cut() -> None:
    sentence = f"The keeper lights {'the lamp, ' * 20}at dusk. "
    text = f"{sentence}{'He reads the log. ' * 20}{sentence * 2}"
    ways = (
        lambda text, start, end: list(ends(text, start, end)),
        lambda text, start, end: [at + 1 for at in range(start, end) if text[at] == ","],
    )
    pieces = [text[start:end] for start, end in cap(text, (0, len(text)), 40, ways, aim=20, sentence=60)]
    assert pieces.count(sentence.strip()) == 3
    assert all(len(piece) <= 160 for piece in pieces if piece != sentence.strip())
    assert not any(sentence.strip() in text[start:end] for start, end in cap(text, (0, len(text)), 40, ways, aim=20))


def test_a_table_is_cut_between_its_rows() -> None:
    rows = [f"{n}.\t3 May 2031\tReport. The lamp of tower {n}.\nHarbour Office" for n in range(1, 60)]
    text = "\n".join(["Item\tDate\tDocument", *rows])
    assert all(
        text.startswith(("Item", *(f"{n}.\t" for n in range(60))), start) for start, _ in cap(text, (0, len(text)), 100)
    )
    plain = "\n".join(f"Tower {n}. North\tlit\t4 May" for n in range(200))
    assert all(plain.startswith("Tower", start) for start, _ in cap(plain, (0, len(plain)), 100))


def test_a_number_on_its_own_line_belongs_to_the_row_below() -> None:
    text = "\n".join(f"{n}.\nUndated\tThe lamp of tower. It is lit." for n in range(1, 60))
    assert all(text[start : start + 3].rstrip(".\n").isdigit() for start, _ in cap(text, (0, len(text)), 100))


def test_no_cut_falls_behind_the_number_of_an_item() -> None:
    text = "\n".join(f"{n}. The keeper lights the lamp of tower number {n}." for n in range(1, 300))
    assert not any(
        text[start:end].rstrip().rpartition("\n")[2].rstrip(".").isdigit()
        for start, end in cap(text, (0, len(text)), 37)
    )
