"""Whatever comes in: spans lie in the text, and twice the text takes about twice the work."""

import sys
from collections.abc import Callable, Iterable
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.corpora.citations import american, clauses, swedish

Find = Callable[[str], Iterable[swedish.Citation | clauses.Reference]]
FINDERS: dict[str, Find] = {
    "swedish": lambda text: swedish.find(text, [(0, len(text), "kap1.§1")]),
    "clauses": lambda text: list(clauses.find(text)),
    "american": american.find,
}
PIECES = [
    "3 §", "3–5 a §§", "2 kap.", "1 § första stycket 2", "lagen (2010:1)", "(2010:1)", "förordning (EU) 2016/679",
    "artiklarna 5 och 7 i ", "89/618/EEG", "samma lag", "bilaga 2", "prop. 2009/10:165", "miljöbalken", "och", ",", "i",
    "Section 3.2(a)", "Sections 2.1, 2.3 and 4", "clauses (i) through (iv)", "of the", "this", "above", "Exhibit A",
    "the Exchange Act", "of 1934", "15 U.S.C. § 78m(a)", "Rule 144A under", "GDPR", "Art. 6 para. 1", "(the “Big Act”)",
    "our [Privacy Policy](x)", "the Master Lamp Agreement", "“Dusk Notice”", "[", "(", ")", "§", "-", "\n", "\n\n",
    "\u200b", "\xa0", "**", ". ", "  ", "A", "Act", "Code", "1", "1.", "“",
]  # fmt: skip


@pytest.mark.parametrize("name", FINDERS)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5)), max_size=25), st.sampled_from(["", " "]))
def test_spans_lie_in_the_text(name: str, pieces: list[str], between: str) -> None:
    text = between.join(pieces)
    starts = []
    for one in FINDERS[name](text):
        assert 0 <= one.start < one.end <= len(text)
        assert text[one.start : one.end].strip()
        starts.append(one.start)
    assert starts == sorted(starts)


def calls(find: Find, text: str) -> int:
    """Calls of functions while ``text`` is read: the same number every time, whatever else the machine does."""
    count = 0

    def counted(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(counted)
    try:
        find(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", FINDERS)
@pytest.mark.parametrize("piece", PIECES)
def test_work_is_linear(name: str, piece: str) -> None:
    """Twice the text in at most 2.25 times the calls. Time itself is measured by ``benchmarks/citations.py``."""
    small, large = (f"{piece} " * (size // (len(piece) + 1)) for size in (5_000, 10_000))
    assert calls(FINDERS[name], large) < 2.25 * calls(FINDERS[name], small) + 200
