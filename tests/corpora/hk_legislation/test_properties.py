"""Whatever comes in: nothing is lost, nothing crashes, and twice the text takes about twice the work."""

import contextlib
import json
import sys
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.corpora.registry import get
from piperoll.model import DocumentError
from tests.corpora.hk_legislation.documents import check

LINES = [
    "Harbour Lights Ordinance (Cap./Instrument No.: 9001) (Version date: 1.3.2031)",
    "Contents",
    "Part 1",
    "PART II",
    "Part 2—Lights",
    "Division 1",
    "1.\tShort title",
    "2.\tDuty\t1-4",
    "2. Duty",
    "4A.\t(Repealed 3 of 2031 s. 2)",
    "\t(1)\tA lamp under subsection (2).",
    "(2) Oil",
    "### (3) Tar",
    "\t\t(a)\tred;",
    "term (詞) means a light;",
    "Schedule 1",
    "SECOND SCHEDULE",
    "Schedule [s. 4]",
    "Form 1",
    "___________",
    "(Added 3 of 2031 s. 2)",
    "[1 March 2031]",
    "\xa0",
    "\u2028",
]
bodies = st.lists(
    st.one_of(st.sampled_from(LINES), st.text(max_size=20)).flatmap(
        lambda line: st.sampled_from([f"{line}\n", f"{line}\n\n", line])
    ),
    max_size=30,
).map("".join)


def read(data: bytes, name: str, limit: int = 2_000) -> None:
    with contextlib.suppress(DocumentError):
        for document in get("hk-legislation", {"max_characters": limit}).read(data, name):
            check(document)


@given(bodies, st.sampled_from([".txt", ".md"]), st.sampled_from([200, 2_000]))
def test_any_text_is_covered_or_refused(body: str, suffix: str, limit: int) -> None:
    read(body.encode("utf-8", "ignore"), f"x{suffix}", limit)


@given(st.binary(max_size=200), st.sampled_from([".txt", ".xml", ".json"]))
def test_any_bytes_are_covered_or_refused(data: bytes, suffix: str) -> None:
    read(data, f"x{suffix}")


values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.sampled_from(LINES), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=10,
)
COLUMNS = ["cap", "section", "subsection", "text", "content", "heading", "section_path", "part", "title", "sections"]


@given(st.dictionaries(st.sampled_from(COLUMNS), values), values)
def test_any_row_is_covered_or_refused(columns: dict[str, object], text: object) -> None:
    read(json.dumps({"cap": "13", "text": text} | columns).encode(), "x.json")


TAGS = ["section", "part", "schedule", "subsection", "num", "heading", "content", "toc", "def", "p", "td", "meta"]
elements = st.recursive(
    st.sampled_from(["A lamp.", " ", "1", "(2)", "Part 1"]),
    lambda inner: st.tuples(st.sampled_from(TAGS), st.lists(inner, max_size=3)).map(
        lambda one: f"<{one[0]}>{''.join(one[1])}</{one[0]}>"
    ),
    max_leaves=20,
)


@given(st.lists(elements, max_size=4).map("".join))
def test_any_xml_is_covered_or_refused(body: str) -> None:
    read(f"<ordinance><main>{body}</main></ordinance>".encode(), "cap1.xml")


HARD = {
    "one line": "A light must burn. ",
    "sections": "1.\tA\n",
    "subsections": "\t(1)\tA\n",
    "parts": "Part 1\n",
    "schedules": "Schedule 1\nA\n",
    "rules": "___\n",
    "contents": "1.\tA 1\n2.\tB\n",
    "tabs": "\t",
    "blank": "\n",
    "provisions": "section 4(1), (2), ",
}


def calls(text: str) -> int:
    """Calls of functions while ``text`` is read: the same number every time, whatever else the machine does."""
    count = 0

    def counted(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(counted)
    try:
        with contextlib.suppress(DocumentError):
            list(get("hk-legislation").read(text.encode(), "cap1.txt"))
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("unit", HARD.values(), ids=HARD.keys())
def test_work_is_linear(unit: str) -> None:
    """Twice the text in at most 2.25 times the calls."""
    small, large = ((f"1.\tA\n{unit * (size // len(unit))}") for size in (5_000, 10_000))
    calls(small)  # fills caches
    assert calls(large) < 2.25 * calls(small) + 200
