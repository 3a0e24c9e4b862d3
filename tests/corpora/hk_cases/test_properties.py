"""Whatever comes in: nothing is lost, nothing crashes, and four times the text takes about four times the work."""

import contextlib
import json
import sys
from collections.abc import Callable
from types import FrameType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from piperoll.corpora.registry import get
from piperoll.model import DocumentError
from tests.corpora.hk_cases.documents import AKN, read_all

LINES = [
    "1. The lamp was out.",
    "2. The keeper slept[1].",
    "[3] He woke.",
    "4   At dawn",
    "5",
    "(1) A",
    "“2. B",
    "2\\. C",
    "JUDGMENT",
    "J U D G M E N T",
    "Before",
    "Hon Beam J",
    "Background",
    "Lord Wick:",
    "[2031] HKCA 9",
    "[1] See above.",
    "[note: 1] (^) Bundle",
    "ANNEX A",
    "(Ada Beam)",
    "Copyright © Government of Singapore.",
    "Source: [link](x)",
    "# Title",
    "**Coram** :Beam J",
    "_A_ – _B_",
    "---",
    "________",
    "<p>",
    '<a class="para">1.</a>',
    "<sentence>",
    "<case><sentences>",
    "&",
    "\u2028",
    "\u202ebackwards",
    "שלום",
    "上訴駁回。",
    "\xa0",
    "\x0c",
]
bodies = st.lists(
    st.one_of(st.sampled_from(LINES), st.text(max_size=20)).flatmap(
        lambda line: st.sampled_from([f"{line}\n", f"{line}\n\n", line])
    ),
    max_size=30,
).map("".join)


@example("4   At dawn\n[1] See above.\n2. The keeper slept[1].\n\nJUDGMENT\n", ".txt", 200, 0)
@example("A word[1].\n[1] See above.\n\nJUDGMENT\n", ".txt", 200, 0)
@given(bodies, st.sampled_from([".txt", ".md", ".htm", ".xml"]), st.integers(200, 400), st.integers(0, 3))
def test_any_text_is_covered_or_refused(body: str, suffix: str, most: int, overlap: int) -> None:
    with contextlib.suppress(DocumentError):
        read_all(body.encode("utf-8", "ignore"), f"x{suffix}", max_characters=most, overlap=overlap)


@given(st.binary(max_size=200), st.sampled_from([".txt", ".md", ".htm", ".xml", ".json"]))
def test_any_bytes_are_covered_or_refused(data: bytes, suffix: str) -> None:
    with contextlib.suppress(DocumentError):
        read_all(data, f"x{suffix}")


values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), bodies), lambda inner: st.lists(inner, max_size=3), max_leaves=5
)
COLUMNS = [
    "text",
    "decision",
    "html",
    "unofficial_text_fr",
    "neutral_citation",
    "case_name",
    "judge",
    "judge_title",
    "date",
]


@given(st.dictionaries(st.sampled_from(COLUMNS), values))
def test_any_row_is_covered_or_refused(columns: dict[str, object]) -> None:
    with contextlib.suppress(DocumentError):
        read_all(json.dumps(columns).encode("utf-8", "ignore"), "x.json")


LEAVES = ["<num>1.</num>", "<num>(a)</num>", "<p>Lamp</p>", '<authorialNote marker="1"><p>n</p></authorialNote>', "x"]
ELEMENTS = ["paragraph", "content", "p", "heading", "level", "block", "embeddedStructure", "toc", "td", "num"]
elements = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.builds(
        lambda tag, inside: f"<{tag}>{''.join(inside)}</{tag}>", st.sampled_from(ELEMENTS), st.lists(inner, max_size=4)
    ),
    max_leaves=20,
)


@given(st.lists(elements, max_size=6).map("".join))
def test_any_akoma_ntoso_is_covered(body: str) -> None:
    read_all(AKN.format(body=body, after="", kind="judgment"), "x.xml")


def akn(body: str) -> str:
    return AKN.format(body=body, after="", kind="judgment")


HARD: list[tuple[str, str, Callable[[int], str]]] = [
    ("one line", "txt", lambda n: "The lamp was out. " * (n // 18)),
    ("paragraphs", "txt", lambda n: "".join(f"{i}. The lamp was out all night.\n\n" for i in range(1, n // 35))),
    ("the same number", "txt", lambda n: "1. The lamp\n\n" * (n // 13)),
    ("brackets", "txt", lambda n: "[1] The lamp\n" * (n // 13)),
    ("open quotations", "txt", lambda n: "“1. The lamp\n2. The\n" * (n // 20)),
    ("blank lines", "txt", lambda n: "1. A" + "\n" * n + "2. B"),
    ("spaces", "txt", lambda n: "1." + " " * n + "B"),
    ("headings", "txt", lambda n: "The lamp\n\n" * (n // 10)),
    ("counsel", "txt", lambda n: "1. A\n\n" + "Mr Wick\n\n" * (n // 9)),
    ("index cards", "md", lambda n: "---\n" * (n // 4)),
    ("notes", "md", lambda n: "1. A\n\n" + "[note: 1] (^) " * (n // 14)),
    ("catchwords", "md", lambda n: "_A_ – " * (n // 6)),
    ("anchors", "htm", lambda n: '<p><a class="para">1.</a> x</p>' * (n // 31)),
    ("marked paragraphs", "xml", lambda n: akn("<paragraph><num>1.</num><p>A</p></paragraph>" * (n // 46))),
    ("footnotes", "xml", lambda n: akn("<p>A" + "<authorialNote><p>n</p></authorialNote>" * (n // 41) + "</p>")),
    ("sentences", "xml", lambda n: "<case><sentences>" + "<sentence>\n1 The</sentence>" * (n // 27)),
    ("a row", "json", lambda n: json.dumps({"text": "1. A. 2.  B " * (n // 24), "name": "A v [2031] (" * (n // 24)})),
]


def calls(data: bytes, name: str) -> int:
    """Calls of functions while ``data`` is read: the same number every time, whatever else the machine does."""
    count = 0

    def counted(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(counted)
    try:
        with contextlib.suppress(DocumentError):
            list(get("hk-cases").read(data, name))
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(("suffix", "make"), [pytest.param(suffix, make, id=name) for name, suffix, make in HARD])
def test_work_is_linear(suffix: str, make: Callable[[int], str]) -> None:
    """Four times the text in at most six times the calls."""
    small, large = make(10_000).encode(), make(40_000).encode()
    calls(small, f"x.{suffix}")  # fills caches
    assert calls(large, f"x.{suffix}") < 6 * calls(small, f"x.{suffix}") + 100


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        pytest.param(b"", "x.htm", "empty", id="empty"),
        pytest.param(b" \n ", "x.txt", "empty", id="white space"),
        pytest.param(b"PK\0\3", "x.txt", "binary", id="binary"),
        pytest.param(b"\xe4\xb8\x8a \xe4 \xff" * 9, "x.txt", "broken_encoding", id="mixed encodings"),
        pytest.param(b"<div>" * 10_000, "x.htm", "html_limit", id="nested deeply"),
        pytest.param(b"<!-- nothing -->", "x.htm", "broken_html", id="no element"),
    ],
)
def test_what_cannot_be_read(data: bytes, name: str, code: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read_all(data, name)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "data",
    [
        pytest.param('<html><body><p><a class="para">1.</a> The lamp was', id="cut short"),
        pytest.param("<html><body></body></html>", id="an empty page"),
        pytest.param("<p>\u202eשלום</p><p>مرحبا</p>", id="right to left"),
        pytest.param("<table><tr><td>" * 40 + "The lamp", id="tables that never end"),
    ],
)
def test_odd_pages_are_read(data: str) -> None:
    assert len(read_all(data, "x.htm")) == 1
