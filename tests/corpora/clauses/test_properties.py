"""Whatever comes in: nothing is lost, nothing crashes, and twice the text takes about twice the work."""

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.corpora.registry import Profile
from piperoll.model import DocumentError
from tests.corpora.clauses.documents import CONTRACTS, TERMS, calls, read

LINES = [
    "ARTICLE I",
    "Article 2 Fees",
    "Section 1.1 Dusk.",
    "Section 3.2(a) shall survive.",
    "1. Aa. Some text of a clause.",
    "1\\. Aa",
    "2.1 Bb",
    "2. 1. Cc",
    "(a) item;",
    "(b) item; and",
    "(i) item (ii) item",
    "A. Dd",
    "iii) Ee",
    "EXHIBIT A",
    "TABLE OF CONTENTS",
    "Section 1.1 Dusk 3 Section 1.2 Dawn 4 ARTICLE II Night 5 Section 2.1 Moon 6",
    "RECITALS",
    "Limits of Liability",
    "**Bold**",
    "**1.1** Bold number",
    "**Run in.** Text.",
    "**** **",
    "### Heading",
    "### ",
    "*   ### In a list",
    "===",
    "---",
    "* * *",
    "*   bullet",
    "    1. nested",
    "> quote",
    "| a | b |",
    "[Part](#part)",
    "[link](https://example.org/a(b)c)",
    "“Lamp” means a light.",
    "(the “Keeper”)",
    "12",
    "- iv -",
    "Source: ACME INC., 8-K, 1/2/2031",
    "________________",
    "第一条 定义",
    "The keeper shall light the lamp at dusk and put it out at dawn. " * 4,
    "\u200b",
    "\x0c",
    "\xa0",
    "\u2028",
]
bodies = st.lists(
    st.one_of(st.sampled_from(LINES), st.text(max_size=20)).flatmap(
        lambda line: st.sampled_from([f"{line}\n", f"{line}\n\n", f"{line} "])
    ),
    max_size=40,
).map("".join)
PROFILES = [(TERMS, "2031-01-01/A/B.md"), (CONTRACTS, "a.txt")]


@given(bodies, st.sampled_from(PROFILES))
def test_any_text_is_covered_or_refused(body: str, made: tuple[Profile, str]) -> None:
    with contextlib.suppress(DocumentError):
        read(made[0], body.encode("utf-8", "ignore"), made[1])


@given(st.binary(max_size=200), st.sampled_from(PROFILES))
def test_any_bytes_are_covered_or_refused(data: bytes, made: tuple[Profile, str]) -> None:
    with contextlib.suppress(DocumentError):
        read(made[0], data, made[1])


HARD: list[tuple[str, Callable[[int], str]]] = [
    ("one line", lambda n: "The keeper shall pay. " * (n // 22)),
    ("hashes", lambda n: "#" * n),
    ("headings", lambda n: "### Heading\n\n" * (n // 13)),
    ("open brackets", lambda n: "[" * n),
    ("links", lambda n: "[a](#b)\n" * (n // 8)),
    ("labels", lambda n: "(a) " * (n // 4)),
    ("numbers", lambda n: " ".join(f"{number}. Foo" for number in range(n // 9))),
    ("decimals", lambda n: "1." * (n // 2)),
    ("nested list", lambda n: "".join("    " * min(i, 50) + f"{i % 9 + 1}. x\n" for i in range(n // 100))),
    ("articles", lambda n: "ARTICLE I\n" * (n // 10)),
    ("captions", lambda n: "MISCELLANEOUS\n\n" * (n // 15)),
    ("exhibits", lambda n: "1. A\n" + "Exhibit A\n" * (n // 10)),
    ("definitions", lambda n: "“A” means b. " * (n // 13)),
    ("stars", lambda n: "*" * n),
    ("blank lines", lambda n: "a" + "\n" * n + "b"),
    ("page numbers", lambda n: "12\n\n" * (n // 4)),
    ("contents", lambda n: "TABLE OF CONTENTS\n" + "Section 1.1 Foo 12\n" * (n // 19)),
    ("parties", lambda n: "between " + "A and " * (n // 6)),
    ("titles", lambda n: "This Aa " * (n // 8)),
    ("table", lambda n: "| a | b |\n" * (n // 10)),
]


@pytest.mark.parametrize(
    ("make", "profile", "name"),
    [pytest.param(make, *made, id=f"{kind}-{made[0].name}") for kind, make in HARD for made in PROFILES],
)
def test_work_is_linear(make: Callable[[int], str], profile: Profile, name: str) -> None:
    """Twice the text in at most 2.25 times the calls. Time itself is measured by ``benchmarks/chunking.py``."""
    small, large = make(5_000).encode(), make(10_000).encode()
    calls(profile, make(1_000).encode(), name)  # fills caches
    assert calls(profile, large, name) < 2.25 * calls(profile, small, name) + 100


def test_work_is_linear_where_the_clause_goes_on_behind_each_list() -> None:
    """Twice the lists of a clause in at most 2.15 times the calls: none is searched for among all."""

    def made(count: int) -> int:
        lists = "The keeper shall:\n   (a) light it;\n   (b) trim.\nFor all of it oil is oil.\n\n" * count
        return calls(TERMS, f"# A\n\n1. A\n\n{lists}".encode(), PROFILES[0][1])

    made(10)  # fills caches
    assert made(560) < 2.15 * made(280)
