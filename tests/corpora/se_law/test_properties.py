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
from piperoll.model import DocumentError
from tests.corpora.se_law.documents import read

LINES = [
    "1 §",
    "2 § A gäller.",
    "3 a § B.",
    "1 kap. C",
    "2 a kap.",
    "4 kap. 2 och 3 §§,",
    "## 5 §",
    "### 6 a §",
    "## 2 kap. D",
    "# Titel",
    "Övergångsbestämmelser",
    "## Övergångsbestämmelser",
    "2031:12",
    "Bilaga",
    "Bilaga 2 E",
    "## Bilaga",
    "Artikel 1",
    "### Artikel 2",
    "FÖRSTA AVDELNINGEN",
    "Avd. 2 F",
    "/Träder i kraft I:2032-01-01/",
    "/Omtryck träder i kraft I:2033-01-01/",
    "/k/ 7 §",
    "Rubrik m.m.",
    "Rubrik",
    "text utan punkt",
    "- punkt",
    "1. punkt",
    "Lag (2031:4).",
    "[3 §](#x)",
    "§ 1. G",
    "5 § 2 mom. H",
    "5 § har upphävts.",
    "x  \ty",
    "---",
    "beteckning: 2031:1",
    "Kort.",
    "/",
    "**Automatisk konvertering inte tillgänglig**",
    "<p>",
    "&",
    "\u2028",
    "\x0c",
    "\xa0",
]
bodies = st.lists(
    st.one_of(st.sampled_from(LINES), st.text(max_size=20)).flatmap(
        lambda line: st.sampled_from([f"{line}\n", f"{line}\n\n", line])
    ),
    max_size=30,
).map("".join)


@given(bodies, st.sampled_from([".md", ".txt", ".html"]))
def test_any_text_is_covered_or_refused(body: str, suffix: str) -> None:
    with contextlib.suppress(DocumentError):
        read(body.encode("utf-8", "ignore"), f"x{suffix}")


@given(bodies)
def test_any_register_entry_is_covered(body: str) -> None:
    with contextlib.suppress(DocumentError):
        read(
            json.dumps({"beteckning": "2031:12", "rubrik": body[:30], "fulltext": {"forfattningstext": body}}), "x.json"
        )


@given(st.binary(max_size=200), st.sampled_from([".md", ".txt", ".html", ".json"]))
def test_any_bytes_are_covered_or_refused(data: bytes, suffix: str) -> None:
    with contextlib.suppress(DocumentError):
        read(data, f"x{suffix}")


values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.sampled_from(LINES), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                [
                    "number",
                    "title",
                    "paragrafer",
                    "sections",
                    "content",
                    "stycken",
                    "text",
                    "role",
                    "heading",
                    "chapters",
                ]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=20,
)
FIELDS = [
    "title",
    "documentNumber",
    "divisions",
    "chapters",
    "preamble",
    "transitionProvisions",
    "appendices",
    "metadata",
    "markdownContent",
]


@given(st.dictionaries(st.sampled_from(FIELDS), values), values)
def test_any_canonical_json_is_covered_or_refused(fields: dict[str, object], chapters: object) -> None:
    with contextlib.suppress(DocumentError):
        read(json.dumps({"documentType": "SFS_LAW", "chapters": chapters} | fields), "x.json")


@given(st.dictionaries(st.sampled_from(["rubrik", "register", "organisation", "ikraftDateTime", "fulltext"]), values))
def test_any_register_shape_is_covered_or_refused(fields: dict[str, object]) -> None:
    with contextlib.suppress(DocumentError):
        read(json.dumps({"beteckning": "2031:12", "fulltext": {"forfattningstext": "1 § A."}} | fields), "x.json")


HARD: list[tuple[str, Callable[[int], str]]] = [
    ("one line", lambda n: "Fyren ska lysa. " * (n // 16)),
    ("hashes", lambda n: "#" * n),
    ("headings", lambda n: "## Rubrik\n\n" * (n // 11)),
    ("open brackets", lambda n: "[" * n),
    ("nested links", lambda n: "[a](" * (n // 4)),
    ("slashes", lambda n: "/" * n),
    ("markers", lambda n: "/Träder i kraft I: " * (n // 19)),
    ("chapters", lambda n: "2 kap. Namn\n\n" * (n // 13)),
    ("lines of §", lambda n: "\n".join(f"{i % 50} § Lagen" for i in range(n // 10))),
    ("acts", lambda n: "1 § A\n\nÖvergångsbestämmelser\n\n" + "2031:12\n\n" * (n // 9)),
    ("appendices", lambda n: "Bilaga\n\nArtikel 1\n\n" * (n // 19)),
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
            list(get("se-law").read(data, name))
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    ("make", "suffix"), [pytest.param(make, s, id=f"{name}{s}") for name, make in HARD for s in (".md", ".txt")]
)
def test_work_is_linear(make: Callable[[int], str], suffix: str) -> None:
    """Four times the text in at most six times the calls. Time itself is measured by ``benchmarks/chunking.py``."""
    small, large = make(10_000).encode(), make(40_000).encode()
    calls(small, f"x{suffix}")  # fills caches
    assert calls(large, f"x{suffix}") < 6 * calls(small, f"x{suffix}") + 100
