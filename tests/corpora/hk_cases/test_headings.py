"""What is a heading, what stands over what, and which role that gives."""

import pytest

from piperoll.corpora.hk_cases import case_numbers, header, parties, roles
from piperoll.corpora.hk_cases.outline import Outline
from piperoll.corpora.hk_cases.short_lines import heading_like, names_judge
from piperoll.corpora.hk_cases.source import PLAIN, Dress
from tests.corpora.hk_cases.documents import AKN, akn, at, para, paths, read
from tests.corpora.hk_cases.test_report import LONG, REPORT

BOLD = "font-weight:bold"
ITALIC = "font-style:italic"


def level(text: str, style: str = "", css: str = "") -> str:
    return f'<level><content><p class="{css}"><span style="{style}">{text}</span></p></content></level>'


def item(text: str, style: str = "") -> str:
    return f'<subparagraph><content><p><span style="{style}">{text}</span></p></content></subparagraph>'


def with_items(number: int, text: str, *items: str) -> str:
    return f"<paragraph><num>{number}.</num><intro><p>{text}</p></intro>{''.join(items)}</paragraph>"


@pytest.mark.parametrize(
    "line",
    [
        "A: I would think so",
        "COURT: With what?",
        "MR LAMP: When did it burn?",
        "Table 1: The price of oil",
        "Q",
        "The bleeding needs to be excluded by a test. [E179]",
        "If it applies – that court sits. If not, no court does",
        "The powers of this Part are founded upon these principles, and shall be construed accordingly—",
        "“The nature of the dispute is the liability for that period.”",
        "[The mother] has made a number of requests for a bed",
    ],
)
def test_a_line_of_a_list_a_dialogue_or_a_statute_is_no_heading(line: str) -> None:
    assert not heading_like(line) and not names_judge(line)
    assert heading_like("DR WICK: WRITTEN EVIDENCE") and names_judge("THE COURT:")


def test_a_plain_item_at_the_end_of_a_paragraph_is_no_heading() -> None:
    document = akn(
        with_items(1, LONG, item("Expedient to hear together"), item("K.3: Causation", BOLD)) + para("2.", LONG)
    )
    assert "Expedient" in at(document, "para.1").content
    assert at(document, "para.2").metadata["heading"] == "K.3: Causation"


def test_a_line_in_bold_is_a_heading_behind_a_list_without_full_stops() -> None:
    document = akn(
        with_items(1, LONG + ":", item("place of harm", ITALIC)) + level("VP LIECHT", BOLD) + para("2.", LONG)
    )
    assert at(document, "para.2").metadata["heading"] == "VP LIECHT"
    assert document.text[: at(document, "para.2").start].rstrip().endswith("place of harm")


def test_a_line_in_bold_with_a_colon_is_a_heading() -> None:
    ground = '<level><content><p><span style="font-weight:bold">Ground 7 – Error of law</span>:</p></content></level>'
    document = akn(para("1.", LONG) + ground + para("2.", LONG))
    assert at(document, "para.2").metadata["heading"] == "Ground 7 – Error of law:"


def test_an_inscription_that_a_colon_announces_is_no_heading() -> None:
    inscribed = f"{LONG} He saw the following engravings: \n\nTHE LAMP OF THE HARBOUR\n\n"
    document = read(REPORT.replace(f"{LONG}[note: 1]\n\n", inscribed), "2031_SGHC_12/report.md")
    assert "The facts" in at(document, "para.1").metadata["heading"]
    assert at(document, "para.1").paragraphs == (1, 2)


def test_what_a_colon_announces_is_no_heading() -> None:
    text = f"JUDGMENT\n\n{LONG}\n\nSection 116 provides:\n\nThe court may presume\n\n{LONG}\n\nConclusion\n\n{LONG}"
    document = read(text, "case.txt", max_characters=200)
    assert {chunk.metadata.get("heading") for chunk in document.chunks} == {None, "Conclusion"}


def test_the_second_item_of_a_list_is_no_heading() -> None:
    body = REPORT.replace("**_The law_**", f"(a) What precedence has it, {LONG}?\n\n(b) What test is to be applied?")
    assert at(read(body, "2031_SGHC_12/report.md"), "para.1").metadata["heading"] == "The facts"
    assert not [
        chunk for chunk in read(body, "x/report.md").chunks if "What test" in str(chunk.metadata.get("heading"))
    ]


def test_a_witness_does_not_speak() -> None:
    outline = Outline(judges=["THE HON MRS JUSTICE BEAM"])
    outline.enter([("Mrs Justice Beam:", Dress())])
    outline.enter([("Evidence", Dress(bold=True))])
    outline.enter([("Mr Wick", Dress(italic=True))])
    assert (outline.speaker, outline.path) == ("Mrs Justice Beam", ("Evidence", "Mr Wick"))
    outline.enter([("The law", Dress(bold=True))])
    assert outline.path == ("The law",)


def test_a_bracketed_number_stands_below_a_style_of_headings() -> None:
    outline = Outline()
    outline.enter([("Issue 2", Dress(level=2))])
    outline.enter([("(i) The rate", Dress(underlined=True))])
    assert outline.path == ("Issue 2", "(i) The rate")
    outline.enter([("Issue 4", Dress(level=2))])
    assert outline.path == ("Issue 4",)


def test_nothing_stands_below_an_introduction() -> None:
    outline = Outline()
    outline.enter([("Introduction", Dress(bold=True))])
    outline.enter([("Legislation", Dress(italic=True))])
    assert outline.path == ("Legislation",)


def test_the_issues_of_a_press_summary_stand_below_its_reasons() -> None:
    body = "".join(
        level(heading, BOLD) + level(LONG)
        for heading in ("Reasons for the Judgment", "Issue One: is it lit?", "Issue Two: must it be?")
    )
    summary = AKN.format(body=body, after="", kind="judgment")
    summary = summary.replace('<judgment name="judgment">', '<doc name="pressSummary">').replace(
        "</judgment>", "</doc>"
    )
    summary = summary.replace("judgmentBody>", "mainBody>").replace("<decision>", "").replace("</decision>", "")
    document = read(summary, "press.xml")
    assert document.chunks[-1].metadata["heading"] == "Reasons for the Judgment › Issue Two: must it be?"


def test_a_long_line_in_bold_of_a_report_is_a_heading() -> None:
    issue = (
        "Issue 3: If the lamp was not lit, would a reasonable keeper expect that to have a material effect on ships "
    )
    report = REPORT.replace("**_The law_**", f"**{issue}and on their crews if it were generally known?**")
    heading = at(read(report, "2031_SGHC_12/report.md"), "para.3").metadata["heading"]
    assert heading.startswith("Issue 3: ") and heading.endswith("known?")


def test_a_copyright_line_between_footnotes_ends_nothing() -> None:
    report = REPORT.replace(" [note: 2] (^)", " Copyright © Government of Singapore.\n\n[note: 2] (^)")
    assert "Bundle 4" in at(read(report, "2031_SGHC_12/report.md"), "notes").content


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("Burden of proof of the specific fact", "reasoning"),
        ("Admissibility of oral evidence", "reasoning"),
        ("The application to adduce further evidence", "reasoning"),
        ("Section 215(c) › Introduction", "reasoning"),
        ("Introduction › Legislation", "reasoning"),
        ("Lord Beam › Introduction", "facts"),
        ("The parties involved", "facts"),
        ("Background › The commencement of legal proceedings", "facts"),
        ("Events since the issue of proceedings", "facts"),
        ("3 March 2031: settlement discussions", "facts"),
        ("(4) The 10 May 2031 letter", "reasoning"),
        ("D: THE WITNESSES", "facts"),
        ("The Hearing", "facts"),
        ("The Judge’s conclusions", "facts"),
        ("III. Judicial History › A. Harbour Court › (2) Reasons for Judgment", "facts"),
    ],
)
def test_roles_by_headings(heading: str, role: str) -> None:
    assert roles.role(heading, LONG, first=False, orders=False, kind="judgment") == role


@pytest.mark.parametrize(
    ("text", "disposes"),
    [
        ("The appeal could be dismissed solely on that holding.", False),
        ("The appeal against the penalties, amounting to £1,913.62, is dismissed.", True),
        ("Beam J. — A majority of the Court would dismiss the appeal.", True),
    ],
)
def test_disposals(text: str, disposes: bool) -> None:
    assert roles.disposes(text) == disposes


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        ('<FRBRdate date="2032-01-26" name="transform"/>', "2031-05-10"),
        ('<FRBRdate date="2031-03-15" name="hearing"/>', "2031-05-10"),
        ('<FRBRdate date="2031-06-15" name="hearing"/>', "2031-06-15"),
    ],
)
def test_the_day_of_a_file_and_of_a_hearing_are_not_that_of_the_judgment(dates: str, expected: str) -> None:
    text = AKN.format(body=para("1.", LONG), after="", kind="judgment")
    text = text.replace('<FRBRdate date="2031-05-04" name="judgment"/>', dates)
    text = text.replace("<p>JUDGMENT</p>", "<p>Judgment date: 10 May 2031</p><p>JUDGMENT</p>")
    assert read(text, "x.xml").metadata["date"] == expected


def test_crown_copyright_is_front_matter() -> None:
    document = akn(level("Crown Copyright©", BOLD) + level("Introduction", BOLD) + para("1.", LONG))
    assert paths(document) == ["front", "para.1"]
    assert at(document, "para.1").metadata["heading"] == "Introduction"


def test_names_in_a_head() -> None:
    assert header.case_name("IN THE MATTER OF\n\nAda Beam\n\nApplicant") == "Re Ada Beam"
    assert header.case_name("IN THE MATTER OF\n\nTHE LAMPS ACT 2031") == ""
    assert (
        header.case_name("Between:\n\nAda Beam\n\nApplicant\n\n-and-\n\nBo Wick\n\nRespondent") == "Ada Beam v Bo Wick"
    )
    assert case_numbers.in_text("Ref/2031/0460") == ["Ref/2031/0460"]
    assert header.bench("Ada Beam KC, Deputy Chamber President\n") == ["Ada Beam KC, Deputy Chamber President"]
    assert header.whole_names(["TRIBUNAL JUDGE", "Ada Beam"]) == ["TRIBUNAL JUDGE Ada Beam"]
    assert parties.party_names(["THE KEEPERS FOR", "THE HARBOUR", "THE CORONER", "FOR INNER WEST LIGHT"]) == [
        "THE KEEPERS FOR THE HARBOUR",
        "THE CORONER FOR INNER WEST LIGHT",
    ]


def test_a_numbered_heading_has_one_below_it() -> None:
    below = (
        f'<subparagraph><num>i)</num><content><p><span style="{BOLD}">What was said</span></p></content></subparagraph>'
    )
    heading = f'<paragraph><num>7.</num><intro><p class="Heading1">The claim</p></intro>{below}</paragraph>'
    document = akn("".join(para(f"{n}.", LONG) for n in range(1, 5)) + heading + para("5.", LONG) + para("6.", LONG))
    assert at(document, "para.5").metadata["heading"] == "7. The claim › i) What was said"


def test_words_in_italics_within_a_line_do_not_dress_it() -> None:
    said = f'<p>Mr Wick says <span style="{ITALIC}">It is lit now</span></p>'
    item = f"<subparagraph><content>{said}</content></subparagraph>"
    document = akn(with_items(1, LONG, item) + para("2.", LONG))
    assert all("heading" not in chunk.metadata for chunk in document.chunks)


def test_a_copyright_line_behind_the_last_footnote_mark_is_set_aside() -> None:
    report = REPORT.replace("Copyright ©", "\n\nCopyright ©").replace("\n\n\nSource", " [note: 2]\n\n\nSource")
    document = read(report, "2031_SGHC_12/report.md")
    assert all("Copyright" not in chunk.content for chunk in document.chunks)


def test_a_section_on_costs_below_or_on_reasons_orders_nothing() -> None:
    for heading in ("(3) The costs appeal", "The court’s reasons and conclusions"):
        text = f"{LONG} The application was dismissed with costs."
        assert roles.role(heading, text, first=False, orders=False, kind="judgment") == "reasoning"


def test_roman_numbers_need_no_full_stop_in_front_of_capitals() -> None:
    outline = Outline()
    outline.enter([("III THE BACKGROUND", Dress(bold=True, underlined=True))])
    outline.enter([("IV THE ISSUES", Dress(bold=True))])
    assert outline.path == ("IV THE ISSUES",)
    order = "I dismiss the appeal."
    assert roles.role("VIII ORDER AND DECISION", order, first=False, orders=False, kind="judgment") == "order"


def test_a_long_numbered_line_in_the_style_of_headings_is_one() -> None:
    issue = (
        "Issue 3 – whether there were substantial grounds for believing that ships which were sent into the harbour "
    )
    line = f"{issue}would run upon the rocks if the lamp was out"
    heading = f'<paragraph><num>(5)</num><content><p class="ParaSubHeading1">{line}</p></content></paragraph>'
    document = akn(para("1.", LONG) + heading + para("2.", LONG))
    assert at(document, "para.2").metadata["heading"] == f"(5) {line}"


def test_a_subject_is_no_order() -> None:
    text = f"{LONG} The application for advance costs may be refused. I would dismiss the appeal."
    for heading in ("Analysis › Advance Costs › Discretion", "The orders sought"):
        assert roles.role(heading, text, first=False, orders=False, kind="judgment") == "reasoning"


def test_a_numbered_paragraph_with_a_name_stands_beside_what_is_shown_alike() -> None:
    underlined = "text-decoration-line:underline"
    items = "<subparagraph><num>i)</num><content><p>It was lit.</p></content></subparagraph>"
    named = "".join(
        f'<paragraph><num>{n}.</num><intro><p><span style="{underlined}">{name}</span></p></intro>{items}</paragraph>'
        for n, name in ((3, "The oil"), (4, "The wick"))
    )
    body = level("Evidence", BOLD) + para("1.", LONG) + level("The lamp", underlined) + para("2.", LONG) + named
    document = akn(body)
    assert at(document, "para.2").metadata["heading"] == "Evidence › The lamp"
    assert at(document, "para.4").metadata["heading"] == "Evidence › The wick"


def test_numbers_behind_several_headings_without_one_are_below_the_last() -> None:
    lines = ("Facts", "The claim", "A serious question", "1. The lamp", "2. The oil", "The balance")
    outline = Outline()
    paths = []
    for line in lines:
        outline.enter([(line, PLAIN)])
        paths.append(outline.path)
    assert paths[3:] == [("A serious question", "1. The lamp"), ("A serious question", "2. The oil"), ("The balance",)]


@pytest.mark.parametrize(
    "above", ["Ada Beam\n\nTRIBUNAL JUDGE", "Ada Beam\n\nDeputy Judge", "Ada Beam\n\nJudge", "_____"]
)
def test_what_stands_above_the_closing_belongs_to_it(above: str) -> None:
    text = f"[2031] UKFTT 12 (TC)\n\nDECISION\n\n1. {LONG}\n\n2. {LONG}\n\n{above}\n\nDated: 4 May 2031, London\n"
    document = read(text, "a.txt")
    assert at(document, "para.1").content.endswith(LONG.strip())
    assert at(document, "closing").content.startswith(above)


def test_letters_that_a_converter_tore_off() -> None:
    assert roles.disposes("The plaintiffs’ c laims against the defendants are dismissed.")
