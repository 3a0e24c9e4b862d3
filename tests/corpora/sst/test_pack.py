"""What a reranker is given: the budget holds, the words are the decision's own, what matters most comes first."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.corpora.sst import DEFAULT, Priorities, Tier, pack_for_reranker, parse_sections
from tests.corpora.sst.decisions import BODY, NOTES, WHOLE

SECTIONS = {"Overview": 3, "Issue": 7, "Analysis": 11, "Conclusion": 15}
LONG = "\n".join(
    f"{name} [{number}] {name} begins here.\n" + "\n".join(f"[{number + n}] {name} {n} goes on." for n in range(1, 4))
    for name, number in SECTIONS.items()
)


def labels(packed: str) -> list[str]:
    return re.findall(r"^\[([^\]\d][^\]]*)\] ", packed, re.MULTILINE)


def test_a_short_decision_comes_back_whole() -> None:
    assert pack_for_reranker(WHOLE, 10_000) == BODY.strip()


def test_sections_in_the_order_of_the_plan() -> None:
    """Issue, analysis and conclusion as they stand in the text, then the overview, which stands before them."""
    packed = pack_for_reranker(LONG, len(LONG) - 20)
    assert labels(packed) == ["Issue", "Analysis", "Conclusion", "Overview"]
    assert packed.startswith("[Issue] [7] Issue begins here.\n[8]")


@pytest.mark.parametrize(
    ("budget", "kept"),
    [(250, ["Issue", "Analysis", "Conclusion"]), (150, ["Issue", "Analysis"]), (70, ["Analysis"]), (5, [])],
)
def test_less_room_keeps_what_matters_most(budget: int, kept: list[str]) -> None:
    assert labels(pack_for_reranker(LONG, budget)) == kept


def test_a_long_analysis_keeps_its_beginning_and_its_end() -> None:
    text = "Analysis [2] The test is this.\n" + "\n".join(f"[{n}] Step {n} of many." for n in range(3, 200))
    packed = pack_for_reranker(f"Decision [1] No.\n{text}", 300)
    assert packed.startswith("[Analysis] [2] The test is this.\n[3] Step 3 of many.")
    assert packed.endswith("\n[198] Step 198 of many.\n[199] Step 199 of many.")
    assert 280 <= len(packed) <= 300


def test_without_headings_the_beginning_is_kept() -> None:
    text = "[1] One two three.\n[2] Four five six.\n" + NOTES
    assert pack_for_reranker(text, 100) == "[1] One two three.\n[2] Four five six."
    assert pack_for_reranker(text, 23) == "[1] One two three.\n[2]"
    assert pack_for_reranker("word " * 50, 12) == "word word"


def test_without_a_marker_the_full_text_is_used() -> None:
    assert pack_for_reranker(BODY, 10_000) == BODY.strip()


def test_one_section_and_other_text() -> None:
    text = "A preface of some length stands here.\nAnalysis [1] Reasons.\n[2] More reasons."
    packed = pack_for_reranker(text, 70)
    assert packed == "[Analysis] [1] Reasons.\n[2] More reasons.\n\nA preface of some length"


def test_composite_headings_go_by_their_best_part() -> None:
    text = "Evidence [1] Something was shown here.\nThe law and analysis [2] It follows.\nSevere [3] It was not."
    assert labels(pack_for_reranker(text, 50)) == ["The law and analysis"]


def test_references_to_footnotes_are_left_out() -> None:
    text = WHOLE.replace("the limit.", "the limit.Footnote 1")
    assert "Footnote" not in pack_for_reranker(text, 10_000)


def test_another_table_packs_another_way() -> None:
    table = Priorities((Tier(1, "overview", ("overview",)),), other=2, leading=1)
    assert labels(pack_for_reranker(LONG, 100, table)) == ["Overview"]


def test_no_text_and_no_room() -> None:
    assert pack_for_reranker("", 100) == ""
    assert pack_for_reranker(WHOLE, 0) == ""


headings = st.sampled_from(
    ["Decision", "Overview", "Issue", "Analysis", "Why so", "The law", "Evidence", "Conclusion", ""]
)
words = st.lists(st.sampled_from(["the", "appeal", "is", "late", "x" * 30, "v.", "(a)"]), min_size=1, max_size=40)
parts = st.lists(st.tuples(headings, st.lists(words.map(" ".join), min_size=1, max_size=6)), min_size=1, max_size=8)
budgets = st.integers(min_value=0, max_value=3000)


def built(sections: list[tuple[str, list[str]]]) -> str:
    lines, number = [], 0
    for heading, paragraphs in sections:
        for index, words in enumerate(paragraphs):
            number += 1
            lines.append(f"{heading} [{number}] {words}." if heading and not index else f"[{number}] {words}.")
    return "\n".join(lines)


@given(parts, budgets)
def test_the_budget_holds_and_every_paragraph_is_in_the_source(
    sections: list[tuple[str, list[str]]], budget: int
) -> None:
    text = built(sections)
    packed = pack_for_reranker(text, budget)
    assert len(packed) <= budget
    for paragraph in packed.split("\n"):
        assert re.sub(r"^\[[^\]\d][^\]]*\] ", "", paragraph) in text


@given(parts, budgets)
def test_nothing_is_dropped_for_what_matters_less(sections: list[tuple[str, list[str]]], budget: int) -> None:
    text = built(sections)
    packed = pack_for_reranker(text, budget)
    found = [one for one in parse_sections(text) if one.text]
    numbers = set(re.findall(r"\[(\d+)\]", packed))
    missing = [one.priority for one in found for p in one.paragraphs if str(p.number) not in numbers]
    kept = [one.priority for one in found if any(str(p.number) in numbers for p in one.paragraphs)]
    if missing and any(one.name for one in found):
        assert max(kept, default=0) <= min(missing)


@given(parts, budgets)
def test_more_room_never_keeps_less_of_the_first_priority(sections: list[tuple[str, list[str]]], budget: int) -> None:
    text = built(sections)
    first = [str(p.number) for one in parse_sections(text) if one.priority == 1 for p in one.paragraphs]

    def kept(room: int) -> int:
        found = set(re.findall(r"\[(\d+)\]", pack_for_reranker(text, room)))
        return sum(number in found for number in first)

    if first:
        assert kept(4 * budget) >= kept(budget) or kept(4 * budget) == len(first)


@given(st.text(max_size=300), budgets)
def test_any_text_is_packed(text: str, budget: int) -> None:
    assert len(pack_for_reranker(text, budget)) <= budget


def test_the_default_table_is_complete() -> None:
    assert [tier.priority for tier in DEFAULT.tiers] == [1, 2, 3, 4, 5, 6]
    assert DEFAULT.other == 7
