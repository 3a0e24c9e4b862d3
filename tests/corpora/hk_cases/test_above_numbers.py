"""Lines in bold type right above the number of a paragraph are headings, whatever they end with."""

import pytest

from piperoll.corpora.hk_cases.outline import Outline
from piperoll.corpora.hk_cases.source import Dress
from tests.corpora.hk_cases.documents import akn, at, para
from tests.corpora.hk_cases.test_headings import BOLD, LONG, item, level, with_items

START = level("The lamp", BOLD) + para("1.", LONG)


def bold(words: str) -> str:
    return f'<p><span style="{BOLD}">{words}</span></p>'


def test_a_line_with_a_full_stop_between_two_paragraphs_is_a_heading() -> None:
    document = akn(START + level("Part 2 Was it burning at the end of the night; (Issue 2).", BOLD) + para("2.", LONG))
    assert at(document, "para.2").metadata["heading"].endswith("(Issue 2).")
    assert at(document, "para.1").content.endswith(LONG.strip())


def test_so_is_the_line_above_another_heading() -> None:
    both = f"<level><content>{bold('ISSUE 2.')}{bold('Who kept the oil?')}</content></level>"
    document = akn(START + both + para("2.", LONG))
    assert at(document, "para.2").metadata["heading"] == "ISSUE 2. › Who kept the oil?"


@pytest.mark.parametrize("line", ["I allow the claim.", "This is the order of the court."])
def test_a_sentence_in_bold_is_none(line: str) -> None:
    document = akn(START + level(line, BOLD) + para("2.", LONG))
    assert {chunk.metadata.get("heading", "The lamp") for chunk in document.chunks} == {"The lamp"}


def test_a_colon_that_announces_nothing_in_its_paragraph_ends_a_heading() -> None:
    document = akn(START + with_items(2, LONG, item("Ruling on Issue 1:", BOLD)) + para("3.", LONG))
    assert at(document, "para.3").metadata["heading"] == "Ruling on Issue 1:"
    listed = item("The keeper said:", BOLD) + item("it was dark")
    document = akn(START + with_items(2, LONG, listed) + para("3.", LONG))
    assert {chunk.metadata.get("heading", "The lamp") for chunk in document.chunks} == {"The lamp"}


def test_a_number_in_brackets_goes_on_with_the_headings_before() -> None:
    def numbered(number: str, words: str) -> str:
        return f"<paragraph><num>{number}</num><content>{bold(words)}</content></paragraph>"

    first = numbered("(i)", "the oil ground") + para("1.", LONG)
    document = akn(first + numbered("(ii)", "the wick ground.") + para("2.", LONG))
    assert at(document, "para.2").metadata["heading"] == "(ii) the wick ground."
    document = akn(first + numbered("a.", "The keeper adopts the schedule.") + para("2.", LONG))
    assert at(document, "para.1").metadata["heading"] == "(i) the oil ground"
    assert "para.2" not in {chunk.path for chunk in document.chunks if "schedule" in chunk.metadata.get("heading", "")}


def test_issue_three_stands_beside_issue_2_however_they_are_printed() -> None:
    outline = Outline()
    for line in ("ISSUE 2.", "Submissions on Issue Two", "Issue Three"):
        outline.enter([(line, Dress(bold=True))])
    assert outline.path == ("Issue Three",)
    outline.enter([("Issue 4(a): was it lit?", Dress(italic=True))])
    assert outline.path == ("Issue Three", "Issue 4(a): was it lit?")
