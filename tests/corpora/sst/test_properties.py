"""Whatever comes in: nothing is lost, nothing crashes, and four times the text takes about four times the work."""

import contextlib
import json
import sys
from collections.abc import Callable
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.corpora.registry import get
from piperoll.corpora.sst import pack_for_reranker
from piperoll.model import DocumentError
from tests.corpora.sst.decisions import CONTENTS, PAGE, RECORD, check, row

PIECES = [
    "[1]",
    "[2] The appeal.",
    "[3]It goes on.",
    "[16] to [18]",
    "[2003] 2 SCR 5",
    "Decision",
    "Decision Content",
    "Analysis [2] So.",
    "Reasons and decision Decision [1]",
    "THE LAW",
    "I.    Overview",
    "A. Facts",
    "(i) first",
    "(ii) Second?",
    "1. one",
    "Marsh J. —",
    "The judgment was delivered by",
    "On this page",
    "TABLE OF CONTENTS",
    "Paragraph",
    "Footnote 1",
    "Footnote 2 See.",
    "so.Footnote 1",
    "1 Section 5.",
    "2 Section 6.",
    "Appellant: A. B.",
    "Citation: A v B, 2041 SST 7",
    "Neutral citation",
    "Summary",
    "Issue 1: Was it?",
    "R. v. Smith",
    RECORD,
    PAGE,
    CONTENTS,
    "\u2028",
    "\x0c",
    "\xa0",
    "\r\n",
]
texts = st.lists(
    st.one_of(st.sampled_from(PIECES), st.text(max_size=20)).flatmap(
        lambda piece: st.sampled_from([f"{piece}\n", f"{piece}\n\n", f"{piece} ", piece])
    ),
    max_size=40,
).map("".join)


@given(texts, st.booleans(), st.sampled_from([50, 400]))
def test_any_text_is_covered_or_refused(text: str, footnotes: bool, size: int) -> None:
    profile = get("sst", {"footnotes": footnotes, "max_tokens": size})
    with contextlib.suppress(DocumentError):
        for document in profile.read(row(text), "x.json"):
            check(document)


@given(st.binary(max_size=300), st.sampled_from([".txt", ".json"]))
def test_any_bytes_are_covered_or_refused(data: bytes, suffix: str) -> None:
    with contextlib.suppress(DocumentError):
        for document in get("sst").read(data, f"x{suffix}"):
            check(document)


values = st.one_of(st.none(), st.booleans(), st.integers(), texts, st.lists(st.text(max_size=3), max_size=2))
COLUMNS = [
    "unofficial_text",
    "unofficial_text_en",
    "unofficial_text_fr",
    "citation",
    "citation_en",
    "name_en",
    "language",
]


@given(st.dictionaries(st.sampled_from(COLUMNS), values))
def test_any_row_is_covered_or_refused(columns: dict[str, object]) -> None:
    with contextlib.suppress(DocumentError):
        for document in get("sst").read(json.dumps(columns).encode(), "x.json"):
            check(document)


@given(texts, st.integers(min_value=0, max_value=500))
def test_any_text_is_packed_within_the_budget(text: str, budget: int) -> None:
    assert len(pack_for_reranker(text, budget)) <= budget


HARD: list[tuple[str, Callable[[int], str]]] = [
    ("a long analysis", lambda n: "Analysis " + "".join(f"[{i}] {'It was so. ' * 100}\n" for i in range(1, n // 1100))),
    ("one line", lambda n: "The appeal is late. " * (n // 20)),
    ("one line of paragraphs", lambda n: "".join(f"[{i}] It was late. " for i in range(1, n // 20))),
    ("one word", lambda n: "x" * n),
    ("spaces", lambda n: "[1] x" + " " * n + "y"),
    ("line ends", lambda n: "[1] x" + "\n" * n + "y"),
    ("first paragraphs", lambda n: "[1] " * (n // 4)),
    ("lines of first paragraphs", lambda n: "[1] a\n" * (n // 6)),
    ("short runs", lambda n: "[1] a\n[2] b\n[3] c\n" * (n // 18)),
    ("brackets", lambda n: "[" * n),
    ("full stops", lambda n: "." * n + "[1]"),
    ("headings", lambda n: "Analysis\n" * (n // 9)),
    ("headings before numbers", lambda n: "".join(f"Why it was late\n[{i}] a\n" for i in range(1, n // 24))),
    ("capitals", lambda n: "THE LAW OF THE LAND\n" * (n // 20)),
    ("lists", lambda n: "".join(f"{i % 90}. Item\n" for i in range(n // 9))),
    ("footnotes", lambda n: "[1] a\n" + "".join(f"Footnote {i % 200}\nSee.\n" for i in range(n // 17))),
    ("references", lambda n: "[1] " + "a.Footnote 1 " * (n // 13) + "\nFootnote 1\nSee."),
    ("bare footnotes", lambda n: "[1] a.\n" + "".join(f"{i} See.\n" for i in range(1, n // 9))),
    ("contents", lambda n: "On this page\nDecision Overview\n" * (n // 31) + "[1] a"),
    ("one table of contents", lambda n: "TABLE OF CONTENTS\n" + "Item of it\n" * (n // 11) + "[1] a"),
    ("labels", lambda n: "Appellant: A. B.\n" * (n // 17) + "[1] a"),
    ("markers", lambda n: "Decision Content\n" * (n // 17)),
    ("speakers", lambda n: "and and and and and and and J. —\n[1] a\n" * (n // 39)),
    ("initials", lambda n: "A. B. C. D. " * (n // 12) + "[1] a"),
]


def calls(data: bytes) -> int:
    """Calls of functions while ``data`` is read and packed: the same number every time, whatever the machine does."""
    count = 0

    def counted(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(counted)
    try:
        for document in get("sst").read(data, "x.json"):
            pack_for_reranker(document.text, 4000)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in HARD])
def test_work_is_linear(make: Callable[[int], str]) -> None:
    """Four times the text in at most six times the calls. Time itself is measured by ``benchmarks/sst.py``."""
    small, large = row(make(5_000)), row(make(20_000))
    calls(small)  # fills caches
    assert calls(large) < 6 * calls(small) + 100


@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in HARD])
def test_hard_texts_are_covered(make: Callable[[int], str]) -> None:
    for document in get("sst").read(row(make(20_000)), "x.json"):
        check(document)
