"""Paragraph merge: the thresholds of the chunking strategy, and that nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.chunking.merge import CAP, MERGE_FROM, MERGE_TO, Range, cap, merge, pack
from piperoll.text.paragraphs import paragraphs


def paragraph(tokens: int, word: str = "fyr ") -> str:
    return word * (tokens - 1) + "slut"


def merged(*tokens: int, heading: int | None = None) -> list[int]:
    """Tokens of the chunks that paragraphs of the given tokens are merged to."""
    text = "\n\n".join(paragraph(count) for count in tokens)
    parts = list(paragraphs(text))
    pieces = merge(text, parts, lambda part: heading is not None and part == parts[heading])
    return [-(-(end - start) // 4) for start, end in pieces]


@pytest.mark.parametrize(
    ("tokens", "sizes"),
    [
        pytest.param([100], [100], id="one"),
        pytest.param([100, 100, 100], [301], id="up to the target"),
        pytest.param([MERGE_FROM, 10], [300, 10], id="long enough to stand alone"),
        pytest.param([MERGE_FROM - 1, 200], [500], id="one token short"),
        pytest.param([200, MERGE_TO - 200], [200, 300], id="would pass the target"),
        pytest.param([90, 480], [571], id="too small to stand alone"),
        pytest.param([CAP], [CAP], id="at the cap"),
    ],
)
def test_thresholds(tokens: list[int], sizes: list[int]) -> None:
    assert merged(*tokens) == sizes


def test_never_across_a_heading() -> None:
    assert merged(50, 5, 50, heading=1) == [50, 56]


def test_headings_in_a_row_stay_with_what_follows() -> None:
    text = "# A\n\n## B\n\nText om fyrar."
    pieces = merge(text, list(paragraphs(text)), lambda part: text[part[0]] == "#")
    assert [text[start:end] for start, end in pieces] == [text]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        pytest.param("En mening om fyrar. " * 300, "En mening om fyrar.", id="at sentence ends"),
        pytest.param("rad om fyrar\n" * 400, "rad om fyrar", id="at line ends"),
        pytest.param("fyrar " * 900, "fyrar", id="at spaces"),
        pytest.param("x" * 9000, "x", id="by force"),
    ],
)
def test_cap(text: str, first: str) -> None:
    pieces = cap(text, (0, len(text.rstrip())))
    assert len(pieces) > 1
    assert all(end - start <= 4 * CAP for start, end in pieces)
    assert all(text[start:end].endswith(first) for start, end in pieces)


def test_pack_joins_up_to_the_limit() -> None:
    parts: list[Range] = [(0, 40), (40, 80), (80, 120), (120, 2000)]
    assert pack(parts, 20) == [(0, 80), (80, 120), (120, 2000)]


texts = st.lists(
    st.sampled_from(["fyr ", "Ljus. ", "\n", "\n\n", "# A\n\n", "x" * 300, "Ord. Ord. "]), max_size=120
).map("".join)


@given(texts)
def test_every_part_is_in_one_piece(text: str) -> None:
    parts = list(paragraphs(text))
    pieces = merge(text, parts, lambda part: text[part[0]] == "#")
    assert "".join("".join(text[start:end].split()) for start, end in pieces) == "".join(text.split())
    assert all(end - start <= 4 * CAP for start, end in pieces)
