"""Chunks keep what an opinion orders apart from the longer reasons in front of it, and each has its own role."""

import pytest

from tests.corpora.hk_cases.documents import akn, at, lines, para, paths, plain

LONG = "The keeper of the lamp must keep it burning from dusk until dawn, and no storm excuses him. " * 6
ALLOWED = "For these reasons the appeal is allowed."


def roles(texts: list[str], after: str = "") -> dict[str, str]:
    """The roles of the chunks of a judgment with these paragraphs."""
    body = "".join(para(f"{number}.", text) for number, text in enumerate(texts, 1))
    return {chunk.path: chunk.role for chunk in akn(body + after, overlap=0).chunks if chunk.path != "front"}


def test_the_order_behind_longer_reasons_is_a_chunk_of_its_own() -> None:
    assert roles([LONG, LONG, ALLOWED]) == {"para.1": "reasoning", "para.3": "order"}


def test_what_stands_between_two_orders_is_part_of_them() -> None:
    texts = [LONG, LONG, ALLOWED, "I thank counsel.", "There will be no order as to costs.", "I rise."]
    assert roles(texts) == {"para.1": "reasoning", "para.3": "order"}


@pytest.mark.parametrize("texts", [[LONG, ALLOWED], [LONG, LONG, f"{LONG * 3} {ALLOWED}"]])
def test_short_reasons_stand_in_one_chunk_with_the_order(texts: list[str]) -> None:
    assert set(roles(texts).values()) == {"order"}


def test_who_agrees_orders_nothing() -> None:
    agrees = "<level><content><p>LORD WICK:</p></content></level>" + para("4.", "I agree.")
    assert roles([LONG, LONG, ALLOWED], agrees)["para.3"] == "order"


def test_a_short_order_is_one() -> None:
    assert roles([LONG, LONG, "Appeal dismissed."])["para.3"] == "order"


def test_the_reasons_stand_in_front_of_the_order_whatever_the_heading_says() -> None:
    heading = "<level><content><p>The background</p></content></level>"
    body = "".join(para(f"{number}.", LONG) for number in range(3, 6)) + para("6.", ALLOWED)
    document = akn(para("1.", LONG) + para("2.", LONG) + heading + body, max_characters=2_000, overlap=0)
    assert at(document, "para.3").role == "reasoning"
    assert at(document, "para.6").role == "order"


def test_the_reasons_below_a_heading_of_the_order_are_none() -> None:
    heading = "<level><content><p>Costs</p></content></level>"
    told = (
        para("3.", LONG) + para("4.", f"{LONG} The magistrate ordered the keeper to pay the costs.") + para("5.", LONG)
    )
    document = akn(para("1.", LONG) + para("2.", LONG) + heading + told + para("6.", ALLOWED), overlap=0)
    assert at(document, "para.3").role == "reasoning"
    assert at(document, "para.6").role == "order"
    goes_on = (
        para("3.", f"{ALLOWED} {LONG}") + para("4.", LONG * 2) + para("5.", "The costs are to be paid by the keeper.")
    )
    document = akn(para("1.", LONG) + para("2.", LONG) + heading + goes_on, overlap=0)
    assert at(document, "para.3").role == at(document, "para.5").role == "order"


def test_a_text_without_paragraphs_is_cut_in_front_of_the_lines_that_order() -> None:
    told = "\n".join(["The keeper of the lamp kept it burning from dusk until dawn of each day."] * 40)
    document = plain(
        lines("LAMP v HARBOUR", "JUDGMENT", f"{told}\n{ALLOWED}\nThe harbour must pay the costs."), overlap=0
    )
    last = document.chunks[-1]
    assert last.content == f"{ALLOWED}\nThe harbour must pay the costs."
    assert last.role == "order"
    assert last.path == "p.2"


def test_a_line_that_goes_on_is_not_cut() -> None:
    told = "\n".join(["The keeper of the lamp kept it burning from dusk until dawn of each day."] * 40)
    document = plain(lines("LAMP v HARBOUR", "JUDGMENT", f"{told}\nFor what he did with it\n{ALLOWED}"), overlap=0)
    assert document.chunks[-1].content.startswith("For what he did")


def test_a_press_summary_is_not_cut() -> None:
    heading = "<p>Reasons for the judgment</p>"
    body = heading + f"<p>{LONG}</p><p>{LONG}</p><p>{ALLOWED}</p>"
    document = akn(body, kind="pressSummary")
    assert [path for path in paths(document) if path.startswith("p.")] == ["p.1"]


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        ("Conclusions on the appeal", {"para.2": "reasoning", "para.4": "order"}),
        ("Disposition", {"para.2": "order"}),
        ("Discussion", {"para.2": "reasoning"}),
    ],
)
def test_an_order_below_a_heading_that_says_so_is_one_before_the_end(heading: str, found: dict[str, str]) -> None:
    def headed(line: str) -> str:
        return f"<level><content><p>{line}</p></content></level>"

    section = headed(heading) + para("2.", LONG) + para("3.", LONG) + para("4.", ALLOWED)
    document = akn(para("1.", LONG) + section + headed("Fresh evidence") + para("5.", LONG), overlap=0)
    roles_found = {chunk.path: chunk.role for chunk in document.chunks}
    assert {path: role for path, role in roles_found.items() if path in ("para.2", "para.4")} == found
