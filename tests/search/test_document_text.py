"""What a reranker reads of a whole document: within the room, the best parts, as the text has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.search.document_text import Part, cut, pack

TEXT = "The lamp went out. The keeper slept. A ship ran aground. The keeper owed a duty. Costs follow."


def part(sentence: str, heading: str = "") -> Part:
    return Part(TEXT.index(sentence), heading, sentence)


LAMP, SLEPT, DUTY, COSTS = (
    part("The lamp went out.", "Facts"),
    part("The keeper slept.", "Facts"),
    part("The keeper owed a duty.", "Analysis"),
    part("Costs follow.", "Order"),
)


def test_parts_are_printed_as_the_text_has_them_under_their_headings() -> None:
    assert pack("A v B", [DUTY, COSTS, LAMP, SLEPT], 200) == (
        "A v B\n\nFacts\nThe lamp went out.\n\nThe keeper slept.\n\n"
        "Analysis\nThe keeper owed a duty.\n\nOrder\nCosts follow."
    )


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        (59, "A v B\n\nAnalysis\nThe keeper owed a duty.\n\nOrder\nCosts"),
        (45, "A v B\n\nAnalysis\nThe keeper owed a duty."),
        (30, "A v B\n\nAnalysis\nThe keeper"),
        (5, "A v B"),
        (3, "A v"),
        (0, ""),
        (-1, ""),
    ],
)
def test_less_room_keeps_the_best(room: int, expected: str) -> None:
    assert pack("A v B", [DUTY, COSTS, LAMP], room) == expected


def test_what_two_parts_share_is_printed_once() -> None:
    both = [part("The keeper slept. A ship ran aground."), part("The lamp went out. The keeper slept.")]
    assert pack("A v B", both, 200) == "A v B\n\nThe lamp went out. The keeper slept.\n\nA ship ran aground."
    assert pack("A v B", [*both, part("The keeper slept.")], 200).count("slept") == 1


def test_a_text_is_cut_at_a_space() -> None:
    assert [cut("one two  three", room) for room in (20, 13, 9, 8, 7, 5, 2)] == [
        "one two  three", "one two", "one two", "one two", "one two", "one", "on",
    ]  # fmt: skip


WORDS = st.lists(st.sampled_from(["the", "lamp", "keeper", "x" * 30, "v."]), min_size=1, max_size=30).map(" ".join)
PIECES = st.lists(st.tuples(st.sampled_from(["", "Facts", "Analysis"]), WORDS), max_size=8)


@given(PIECES, st.integers(-5, 600), st.randoms())
def test_the_room_holds_and_nothing_is_dropped_for_what_matters_less(
    pieces: list[tuple[str, str]], room: int, chance: object
) -> None:
    parts, start = [], 0
    for number, (heading, words) in enumerate(pieces):
        parts.append(Part(start, heading, f"<{number}> {words} </{number}>"))
        start = parts[-1].end + 1
    chance.shuffle(parts)  # type: ignore[attr-defined]
    read = pack("Title", parts, room)
    assert len(read) <= max(0, room)
    whole = [one.text in read for one in parts]
    assert whole == sorted(whole, reverse=True)
    assert [number for number in range(len(pieces)) if f"<{number}>" in read] == sorted(
        (number for number in range(len(pieces)) if f"<{number}>" in read), key=lambda number: read.index(f"<{number}>")
    )
