"""A chunk ends at a heading, and its header has the headings around it."""

import pytest

from piperoll.corpora.hk_cases.markup import plain as shown
from piperoll.corpora.hk_cases.outline import Outline, numbered_alike
from piperoll.corpora.hk_cases.source import PLAIN, Dress
from tests.corpora.hk_cases.documents import AKN, akn, at, page, para, paths, read
from tests.corpora.hk_cases.test_report import REPORT

LONG = "The keeper of the lamp must keep it burning from dusk until dawn, and no storm excuses him. " * 2
BOLD, ITALIC = Dress(bold=True), Dress(italic=True)


def heading(text: str, style: str = "font-weight:bold") -> str:
    return f'<level><content><p style="{style}">{text}</p></content></level>'


def test_no_chunk_holds_two_sections() -> None:
    document = akn(
        para("1.", LONG)
        + heading("The facts")
        + para("2.", LONG)
        + heading("The keeper", "font-style:italic")
        + para("3.", LONG)
        + heading("The law")
        + para("4.", LONG)
    )
    assert paths(document) == ["front", "para.1", "para.2", "para.3", "para.4"]
    assert [chunk.metadata.get("heading") for chunk in document.chunks[1:]] == [
        None,
        "The facts",
        "The facts › The keeper",
        "The law",
    ]
    assert at(document, "para.3").header == f"{document.title} > The facts > The keeper > para 3"


def test_a_line_of_a_quotation_is_no_heading() -> None:
    line = "<level><content><p>Duty of the keeper</p></content></level>"
    quote = f"<block><embeddedStructure>{line}</embeddedStructure></block>"
    document = akn(para("1.", "The rule says:", quote) + para("2.", LONG))
    assert paths(document) == ["front", "para.1"]


def test_a_numbered_heading_behind_a_numbered_quotation_is_a_heading() -> None:
    quote = (
        f"<block><embeddedStructure>{para('31.', 'Mud is its end.')}{para('32.', 'It is.')}</embeddedStructure></block>"
    )
    bold = '<level><content><p><span style="font-weight:bold">4. The law</span></p></content></level>'
    document = akn(para("1.", LONG) + para("2.", LONG + "He said:", quote) + bold + para("3.", LONG))
    assert at(document, "para.3").metadata["heading"] == "4. The law"


def test_who_speaks_is_said_where_more_than_one_does() -> None:
    alone = akn(heading("Lord Wick:") + para("1.", LONG) + heading("The law") + para("2.", LONG))
    assert at(alone, "para.2").metadata["heading"] == "The law"
    two = akn(heading("Lord Wick:") + para("1.", LONG) + heading("Lady Beam:") + heading("The law") + para("2.", LONG))
    assert at(two, "para.2").metadata["heading"] == "Lady Beam › The law"
    below = akn(
        heading("The decisions below") + heading("Wick J") + para("1.", LONG) + heading("Law") + para("2.", LONG)
    )
    assert at(below, "para.1").metadata["heading"] == "The decisions below › Wick J"


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        pytest.param([("Facts", BOLD), ("The lamp", ITALIC), ("Law", BOLD)], ("Law",), id="the same dress"),
        pytest.param([("Facts", BOLD), ("The lamp", ITALIC)], ("Facts", "The lamp"), id="a plainer dress"),
        pytest.param([("The lamp", ITALIC), ("Law", BOLD)], ("Law",), id="a stronger dress"),
        pytest.param(
            [("A. Facts", BOLD), ("(1) Oil", BOLD), ("(2) Wick", BOLD)], ("A. Facts", "(2) Wick"), id="numbers"
        ),
        pytest.param([("(h) Oil", BOLD), ("(i) Wick", BOLD)], ("(i) Wick",), id="the letter i"),
        pytest.param([("A. Law", BOLD), ("(i) Wick", BOLD)], ("A. Law", "(i) Wick"), id="the number i"),
        pytest.param([("A. Facts", BOLD), ("Conclusion", BOLD)], ("Conclusion",), id="a conclusion is below nothing"),
        pytest.param([("Facts", Dress(1)), ("Oil", Dress(2)), ("Law", Dress(1))], ("Law",), id="levels of a style"),
    ],
)
def test_the_levels_of_headings(headings: list[tuple[str, Dress]], expected: tuple[str, ...]) -> None:
    outline = Outline()
    for one in headings:
        outline.enter([one])
    assert outline.path == expected


def test_headings_in_a_row_are_below_each_other_and_many_are_a_table_of_contents() -> None:
    outline = Outline()
    outline.enter([("Analysis", BOLD), ("The lamp", BOLD)])
    assert outline.path == ("Analysis", "The lamp")
    outline.enter([(f"Part {letter}", BOLD) for letter in "ABCDEFG"])
    assert len(outline.path) <= 4


def test_what_follows_two_headings_in_a_row_stands_beside_the_inner_one() -> None:
    outline = Outline()
    outline.enter([("The parties' submissions", BOLD), ("The keeper's submissions", BOLD)])
    for line in ("The harbour's submissions", "Both parties' submissions"):
        outline.enter([(line, BOLD)])
        assert outline.path == ("The parties' submissions", line)
    outline.enter([("The oil", BOLD), ("Its price", BOLD)])  # has another one below it, too
    assert outline.path == ("The oil", "Its price")
    outline.enter([("Consideration", BOLD)])
    assert outline.path == ("Consideration",)


def test_where_the_sections_below_two_headings_in_a_row_end_is_not_shown() -> None:
    outline = Outline()
    outline.enter([("The sales of 3 May", BOLD), ("The lamp", BOLD)])
    for number in range(1, 6):
        outline.enter([(f"The wick {number}", BOLD)])
    assert outline.path == ("The wick 5",)


def test_a_chinese_judgment_is_more_than_one_chunk() -> None:
    text = "被告人承認控罪，本席考慮了所有求情因素後認為必須判處即時監禁。" * 12
    document = page("".join(f"<p>{text}</p>" for _ in range(12)), title="判 刑 理 由 書")
    body = [chunk for chunk in document.chunks if chunk.path.startswith("p.")]
    assert len(text) * 12 < 6_000
    assert len(body) > 2
    assert all(chunk.tokens <= 1_500 for chunk in body)


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        pytest.param("**The facts**", "The facts", id="bold"),
        pytest.param("**_The law_**", "The law", id="both"),
        pytest.param("**In** **_R v Beam_** **it was**", "In R v Beam it was", id="turns"),
        pytest.param("1\\. The lamp", "1. The lamp", id="escaped"),
        pytest.param('<span class="citation">[1998] 1 SLR 217</span>.', "[1998] 1 SLR 217.", id="a tag"),
        pytest.param("## Outcome:\n\ntext", "Outcome:\n\ntext", id="a heading"),
        pytest.param("see [Law Watch](https://example.org/a)", "see Law Watch (https://example.org/a)", id="a link"),
        pytest.param("[http://a.example](http://a.example)", "http://a.example", id="an address"),
        pytest.param("| Name | Year |\n|---|---|\n| Wick | 2031 |", "Name\tYear\nWick\t2031", id="a table"),
        pytest.param("[note: 1] (^) Bundle 3", "[note: 1] Bundle 3", id="back to the text"),
        pytest.param("he called her a c*** and 3 * 4", "he called her a c*** and 3 * 4", id="stars that mark nothing"),
        pytest.param("snake_case_name", "snake_case_name", id="within a word"),
        pytest.param("signed ________ here", "signed ________ here", id="a line to sign on"),
        pytest.param("**a\n\nb**", "**a\n\nb**", id="not beyond the paragraph"),
        pytest.param("a <b and c> d", "a <b and c> d", id="no tag"),
    ],
)
def test_markdown_is_stored_as_its_reader_sees_it(markdown: str, expected: str) -> None:
    assert shown(markdown)[0].strip() == expected.strip()


def test_the_dress_of_a_line() -> None:
    text, dresses = shown("**The facts**\n\n_The lamp_\n\nIt **was** out.\n\n**_Oil_**\n")
    assert [(text[at:].partition("\n")[0], dress) for at, dress in dresses.items()] == [
        ("The facts", BOLD),
        ("The lamp", ITALIC),
        ("Oil", Dress(bold=True, italic=True)),
    ]


def test_a_report_has_no_marks() -> None:
    document = read(REPORT, "2031_SGHC_12/report.md")
    assert not set("*_#^") & set("".join(chunk.content for chunk in document.chunks))
    assert at(document, "para.3").content.startswith("The law\n\n3")


@pytest.mark.parametrize(
    ("first", "second", "speakers"),
    [
        ("LORD JUSTICE BEAM: ", "LORD JUSTICE FYR: ", ["LORD JUSTICE BEAM", "LORD JUSTICE FYR"]),
        ("Lord Justice Beam: ", "Lord Justice Fyr (dissenting): ", ["Lord Justice Beam", "Lord Justice Fyr"]),
        ("", "MR WICK: ", []),  # counsel
        ("", "LORD JUSTICE OIL: ", []),  # no judge of the case
        ("", "Lord Justice Fyr said: ", []),
        ("", "LORD JUSTICE FYR: ", ["LORD JUSTICE FYR"]),
    ],
)
def test_a_judge_who_is_named_in_a_numbered_paragraph_speaks(first: str, second: str, speakers: list[str]) -> None:
    body = para("1.", f"{first}{LONG}") + para("2.", LONG) + para("3.", f"{second}I agree. {LONG}") + para("4.", LONG)
    judges = "<judge>LORD JUSTICE BEAM</judge></p><p><judge>LORD JUSTICE FYR</judge>"
    xml = AKN.format(body=body, after="", kind="judgment").replace("<judge>MRS JUSTICE BEAM</judge>", judges)
    chunks = [chunk for chunk in read(xml, "ewca-civ-2031-12.xml").chunks if chunk.paragraphs]
    assert [heading for chunk in chunks if (heading := chunk.metadata.get("heading"))] == speakers
    assert [chunk.paragraphs for chunk in chunks] == ([(1, 2), (3, 4)] if speakers else [(1, 2, 3, 4)])


def test_a_tab_within_a_line_is_kept_and_tells_who_speaks() -> None:
    mark = '<marker name="tab"/>'
    item = f"<subparagraph><content><p>FG{mark}Did it burn?</p></content></subparagraph>"
    first = f"<paragraph><num>1.</num><intro><p>He was asked:</p></intro>{item}</paragraph>"
    document = akn(first + heading(f"Part 2{mark}The law") + para("2.", LONG))
    assert "FG\tDid it burn?" in at(document, "para.1").content
    assert at(document, "para.2").metadata["heading"] == "Part 2 The law"


@pytest.mark.parametrize("items", [("(a) Was it lit?", "(b) Was it seen?"), ("Part 1 The lamp", "Part 2 The oil")])
def test_the_end_of_a_list_is_no_heading(items: tuple[str, str]) -> None:
    listed = "".join(f"<subparagraph><content><p>{item}</p></content></subparagraph>" for item in items)
    first = f"<paragraph><num>1.</num><intro><p>There are two.</p></intro>{listed}</paragraph>"
    document = akn(first + heading("Part 1 The lamp") + para("2.", LONG))
    assert at(document, "para.2").metadata["heading"] == "Part 1 The lamp"
    assert items[1] in at(document, "para.1").content


def test_a_part_stands_below_no_introduction() -> None:
    document = akn(heading("INTRODUCTION") + para("1.", LONG) + heading("Part 2 The law") + para("2.", LONG))
    assert at(document, "para.2").metadata["heading"] == "Part 2 The law"


def test_a_sentence_in_the_place_of_a_heading_is_none() -> None:
    sentence = "All other questions are to be decided by the harbour office, and whoever disagrees may appeal. " * 2
    document = akn(f"<level><heading>{sentence.strip()}</heading></level>" + heading("The law") + para("1.", LONG))
    assert at(document, "para.1").metadata["heading"] == "The law"


def test_a_long_line_in_bold_is_a_heading() -> None:
    words = "Whether the keeper of a lamp who is ill must find another for the night, "
    words += "and who pays him for the oil that he burns"
    line = f'<level><content><p><span style="font-weight:bold">{words}</span></p></content></level>'
    document = akn(para("1.", LONG) + line + para("2.", LONG))
    assert at(document, "para.2").content.startswith(words)


def test_a_line_that_goes_on_in_small_letters_is_no_heading() -> None:
    text = "JUDGMENT\n\nThe lamp was out for the whole night, and the keeper\n\nof the harbour slept. He was to blame."
    document = read(text, "x.txt")
    assert all("heading" not in chunk.metadata for chunk in document.chunks)


def test_the_only_capitals_of_an_introduction_are_above_nothing() -> None:
    lines = ("BACKGROUND\n1 " + LONG, "The law\n2 " + LONG, "The facts\n3 " + LONG)
    body = "".join(f'<sentence "id=s{index}">{line}</sentence>' for index, line in enumerate(lines))
    document = read(f"<case><name>A v B [2031] FCA 1 (4 May 2031)</name><sentences>{body}</sentences></case>", "x.xml")
    assert at(document, "para.2").metadata["heading"] == "The law"


def test_headings_behind_the_last_number_stand_below_none() -> None:
    document = akn(
        heading("E. DISCUSSION")
        + para("1.", LONG)
        + para("2.", LONG)
        + heading("Decision", "")
        + "<level><content><p>The appeal is allowed and remitted to another tribunal.</p></content></level>"
    )
    assert at(document, "p.1").metadata["heading"] == "Decision"


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("II. Analysis", "A. The lamp", False),
        ("V. Analysis", "A. The lamp", False),
        ("H. The lamp", "I. The oil", True),
        ("II. Facts", "III. Law", True),
        ("A. The lamp", "B. The oil", True),
    ],
)
def test_roman_numbers_and_letters_are_two_series(first: str, second: str, alike: bool) -> None:
    assert numbered_alike(first, second) is alike


def test_a_judge_who_dissents_orders_nothing() -> None:
    majority = heading("Lord Wick:") + para("1.", LONG) + heading("Conclusion") + para("2.", "I dismiss the appeal.")
    dissent = heading("Lady Beam (dissenting):") + para("3.", LONG) + heading("Conclusion")
    document = akn(majority + dissent + para("4.", "I would allow the appeal."), max_characters=400)
    roles = {chunk.path: chunk.role for chunk in document.chunks}
    assert roles["para.2"] == "order"
    assert roles["para.3"] == roles["para.4"] == "reasoning"


def test_the_letter_behind_h_is_no_roman_number() -> None:
    outline = Outline()
    for line in ("II. Background", "G. The lamp", "H. The oil", "I. The keeper", "J. The wick"):
        outline.enter([(line, PLAIN)])
        assert outline.path in (("II. Background",), ("II. Background", line))
    outline.enter([("III. Analysis", PLAIN)])
    assert outline.path == ("III. Analysis",)
    outline = Outline()
    for line in ("IV. The sale", "U. The oil", "V. The appeal"):  # behind "IV" the next Roman number comes
        outline.enter([(line, PLAIN)])
    assert outline.path == ("V. The appeal",)


def test_no_question_of_law_stands_below_the_facts() -> None:
    for line in ("Whether the lamp is a fixture", "Principles governing salvage", "Was the keeper the owner?"):
        outline = Outline()
        outline.enter([("The facts", BOLD)])
        outline.enter([("The lamp", ITALIC)])
        assert outline.path == ("The facts", "The lamp")
        for name in (line, "Salvage at sea"):
            outline.enter([(name, ITALIC)])
            assert outline.path == (name,)
    outline.enter([("The law", BOLD)])
    outline.enter([("Whether the lamp is a fixture", ITALIC)])
    assert outline.path == ("The law", "Whether the lamp is a fixture")


def test_a_heading_in_a_dress_of_its_own_stands_beside_several_before_it() -> None:
    underlined = Dress(bold=True, underlined=True)
    outline = Outline(once={underlined})
    for name, dress in (("The lamp", BOLD), ("The keeper", BOLD), ("The issues", underlined), ("The oil", BOLD)):
        outline.enter([(name, dress)])
        assert outline.path == (name,)
    outline = Outline(once={underlined})  # in a row it is the title of the next
    for row in ([("The lamp", BOLD)], [("The keeper", BOLD)], [("The issues", underlined), ("The oil", BOLD)]):
        outline.enter(row)
    outline.enter([("The wick", BOLD)])
    assert outline.path == ("The issues", "The wick")
    outline = Outline(once={underlined})  # one before it is no row
    for name, dress in (("The lamp", BOLD), ("The issues", underlined), ("The oil", BOLD)):
        outline.enter([(name, dress)])
    assert outline.path == ("The issues", "The oil")


def test_the_dress_of_one_heading_is_seen_in_a_document() -> None:
    bold, underlined = "font-weight:bold", "font-weight:bold;text-decoration-line:underline"
    named = [("The lamp", bold), ("The keeper", bold), ("The dispute", underlined), ("The oil", bold)]
    document = akn("".join(heading(name, style) + para(f"{n}.", LONG) for n, (name, style) in enumerate(named, 1)))
    assert at(document, "para.4").metadata["heading"] == "The oil"
