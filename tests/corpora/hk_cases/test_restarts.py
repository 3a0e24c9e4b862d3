"""Where numbering restarts, the judgment ends: an order, a schedule or an annex has its own part and its own paths."""

import pytest

from piperoll.corpora.hk_cases.restarts import main_run
from tests.corpora.hk_cases.documents import akn, anchor, at, lines, page, para, paths, plain

LONG = "The keeper of the lamp must keep it burning from dusk until dawn, and no storm excuses him. " * 3


def paragraphs(last: int, first: int = 1) -> str:
    return "".join(para(f"{number}.", LONG) for number in range(first, last + 1))


def nested(last: int) -> str:
    """Paragraphs that a converter put below another one."""
    each = (f"<subparagraph><num>{n}.</num><content><p>{LONG}</p></content></subparagraph>" for n in range(1, last + 1))
    return f"<paragraph><intro><p>It is ordered:</p></intro>{''.join(each)}</paragraph>"


def headed(line: str) -> str:
    return f"<level><content><p>{line}</p></content></level>"


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(paragraphs(14), id="beside the judgment's"),
        pytest.param(nested(8) + paragraphs(14, first=9), id="the first below each other"),
    ],
)
@pytest.mark.parametrize(("line", "role"), [("ORDER", "order"), ("SCHEDULE 1", "annex")])
def test_a_longer_order_does_not_continue_the_judgment(order: str, line: str, role: str) -> None:
    document = akn(paragraphs(8) + headed(line) + order, max_characters=400, overlap=0)
    found = paths(document)
    assert [f"para.{number}" for number in range(1, 9)] == [path for path in found if path.startswith("para.")]
    assert [f"op2.para.{number}" for number in range(1, 15)] == [path for path in found if path.startswith("op2.para.")]
    assert at(document, "op2.para.14").role == role
    assert line in at(document, "op2.para.14").header


def test_an_order_behind_the_signature_in_plain_text() -> None:
    judgment = [f"{number}. {LONG}" for number in range(1, 9)]
    order = [f"{number}. {LONG}" for number in range(1, 15)]
    document = plain(
        lines("JUDGMENT", *judgment, "(Ada Beam)", "ORDER", "UPON hearing counsel it is ordered:", *order),
        max_characters=400,
        overlap=0,
    )
    assert [path for path in paths(document) if path.startswith("para.")] == [f"para.{n}" for n in range(1, 9)]
    assert at(document, "op2.para.9").role == "order"


def test_an_order_on_a_page() -> None:
    body = (
        "".join(anchor(n, LONG) for n in range(1, 9)) + "<p>ORDER</p>" + "".join(anchor(n, LONG) for n in range(1, 15))
    )
    document = page(body, max_characters=400, overlap=0)
    assert [path for path in paths(document) if path.startswith("para.")] == [f"para.{n}" for n in range(1, 9)]


def test_an_appendix_before_another_opinion_is_an_annex() -> None:
    document = akn(
        paragraphs(7) + headed("Appendix") + paragraphs(4) + headed("LORD WICK:") + paragraphs(9, first=8),
        max_characters=400,
        overlap=0,
    )
    assert [chunk.role for chunk in document.chunks if chunk.path.startswith("op2.")] == ["annex"] * 4
    assert at(document, "para.8").content.startswith("LORD WICK:")
    assert at(document, "para.9").role != "annex"


def test_a_list_of_questions_is_part_of_its_paragraph() -> None:
    questions = "".join(para(f"{n}.", f"The lamp was lit in month {n} of that year.") for n in (1, 2, 4))
    document = akn(paragraphs(7) + questions + paragraphs(9, first=8), max_characters=400, overlap=0)
    assert [path for path in paths(document) if path != "front"] == [f"para.{n}" for n in range(1, 10)]
    assert "month 4" in at(document, "para.7").content


def test_an_annex_under_a_paragraph_without_number() -> None:
    annex = f"<paragraph><content><p>APPENDIX ONE</p></content>{paragraphs(3)}</paragraph>"
    document = akn(paragraphs(7) + annex, max_characters=400, overlap=0)
    assert [path for path in paths(document) if path.startswith("op2.para.")] == [f"op2.para.{n}" for n in (1, 2, 3)]


@pytest.mark.parametrize(
    "own",
    [pytest.param(6, id="six paragraphs, no heading"), pytest.param(2, id="a list of two in the second paragraph")],
)
def test_a_restart_is_believed_from_some_paragraphs_on(own: int) -> None:
    text = "x" * 6_800
    numbers = [*range(1, own + 1), *range(1, 12)]
    starts = [index * 400 for index in range(len(numbers))]
    found = main_run(text, starts, numbers, [1.0] * len(numbers), len(text))
    assert [numbers[index] for index in found] == [*range(1, own + 1 if own > 5 else 12)]


def test_paragraphs_that_a_converter_put_into_a_quotation() -> None:
    quote = (
        f"<block><embeddedStructure>{para('67.', LONG)}{para('8.', LONG)}{para('9.', LONG)}</embeddedStructure></block>"
    )
    document = akn(
        paragraphs(6) + para("7.", "He said:", quote) + paragraphs(12, first=10), max_characters=400, overlap=0
    )
    assert [path for path in paths(document) if path != "front"] == [f"para.{n}" for n in range(1, 13)]
    assert at(document, "para.8").content.startswith("8.")


def test_paragraphs_inside_the_last_one_are_those_that_follow() -> None:
    behind = "".join(
        f"<subparagraph><num>{n}.</num><content><p>{LONG}</p></content></subparagraph>" for n in range(4, 8)
    )
    last = f"<paragraph><num>3.</num><intro><p>{LONG}</p></intro>{behind}</paragraph>"
    document = akn(paragraphs(2) + last, max_characters=400, overlap=0)
    assert [path for path in paths(document) if path.startswith("para.")] == [f"para.{n}" for n in range(1, 8)]


def test_a_schedule_within_another_numbering_is_part_of_its_paragraph() -> None:
    quoting = paragraphs(3) + headed("SCHEDULE 1") + headed("The lamp, the oil and the wick.") + paragraphs(8, first=4)
    document = akn(paragraphs(14) + headed("ORDER") + quoting, max_characters=400, overlap=0)
    assert {chunk.role for chunk in document.chunks if chunk.path.startswith("op2.")} <= {"reasoning", "order"}
    assert "SCHEDULE 1" in at(document, "op2.para.3").content
