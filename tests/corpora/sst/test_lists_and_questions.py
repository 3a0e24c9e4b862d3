"""Items of lists that end with the mark of a footnote, and questions that are headings of a text without lines."""

import pytest

from piperoll.corpora.sst.sections import parse_sections
from tests.corpora.sst.decisions import names, numbers


@pytest.mark.parametrize(
    "items",
    [
        "1. Section 50(8) of the Act;\n2. Section 18(1)(a) of the Act.Footnote 1",
        "a) Section 50(8) of the Act;Footnote 1 and\nb) Section 18(1)(a) of the ActFootnote 2",
        "1. Section 50(8) of the Act, and\n2. Section 18(1)(a) of the Act",
    ],
)
def test_the_last_item_of_a_list_is_no_heading(items: str) -> None:
    text = f"Analysis\n[1] Two sections say so:\n{items}\nWhat she looked for\n[2] A kiln.\nWhy\n[3] She had none."
    assert names(text) == ["Analysis", "What she looked for", "Why"]


def test_a_heading_is_named_without_the_mark_of_a_footnote() -> None:
    assert names("Overview\n[1] It was late.\nGrounds of appealFootnote 2\n[2] These are three.\n[3] More.") == [
        "Overview",
        "Grounds of appeal",
    ]


def test_questions_that_are_headings_of_a_text_without_lines() -> None:
    issues = "[2] I decide this: a) Was she late? b) Was it known? Analysis Was she late? [3] The letter lay there. "
    text = f"Overview [1] She ran a kiln. Issues {issues}Was it known? [4] Yes. She read it. Who else? [5] He asked."
    assert numbers(text) == [1, 2, 3, 4, 5]
    assert names(text) == ["Overview", "Issues", "Analysis", "Was she late?", "Was it known?"]
    assert [section.role for section in parse_sections(text)][-2:] == ["analysis", "analysis"]


@pytest.mark.parametrize(
    "labels", [("A.", "B.", "C."), ("a)", "b)", "c)"), ("(i)", "(ii)", "(iii)"), ("1.", "2.", "3.")]
)
def test_headings_of_a_series_are_no_items_of_a_list(labels: tuple[str, ...]) -> None:
    first, second, third = labels
    text = f"Analysis\n{first} The pier\n[1] It was long.\n[2] Wet.\n{second} The fall of the lamp\n[3] It fell.\n"
    assert names(f"{text}{third} The swim\n[4] He swam.") == [
        "Analysis",
        f"{first} The pier",
        f"{second} The fall of the lamp",
        f"{third} The swim",
    ]


def test_contents_with_questions_in_them_rank_no_heading() -> None:
    listed = "Analysis\nWas she late?\nThe letter\nConclusion\n"
    body = "Analysis\n[1] The law.\nWas she late?\n[2] Yes.\nThe letter\n[3] It came.\nConclusion\n[4] No.\n"
    found = {one.name: (one.above, one.role) for one in parse_sections(f"On this page\n{listed}{body}")}
    assert found["Was she late?"] == found["The letter"] == (("Analysis",), "analysis")
    assert found["Conclusion"] == ((), "decision")
