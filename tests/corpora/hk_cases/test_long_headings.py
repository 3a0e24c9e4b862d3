"""Long headings, headings that count, what a tribunal decided, and parties, counsel and notes as they are printed."""

import json

import pytest

from piperoll.corpora.hk_cases import parties, roles
from piperoll.corpora.hk_cases.counsel import represented
from piperoll.corpora.hk_cases.outline import Outline
from piperoll.corpora.hk_cases.source import Dress
from tests.corpora.hk_cases.documents import akn, at, para, read
from tests.corpora.hk_cases.test_headings import BOLD, item, level, with_items
from tests.corpora.hk_cases.test_report import REPORT
from tests.corpora.hk_cases.test_sentences import LONG, case, headings, numbered

UNDERLINED = "text-decoration-line:underline"
FACTOR = "The oil, the wick and other resources which each of the keepers has or is likely to have in the future, " * 3


@pytest.mark.parametrize("words", [FACTOR.strip(" ,"), FACTOR.strip(" ,") + ";", FACTOR[:150].strip()])
def test_a_long_line_that_is_underlined_is_a_heading(words: str) -> None:
    document = akn(level("The lamp", BOLD) + para("1.", LONG) + level(words, UNDERLINED) + para("2.", LONG))
    assert at(document, "para.2").metadata["heading"].endswith(words)
    assert words not in at(document, "para.1").content


def test_a_quoted_line_that_is_underlined_is_no_heading() -> None:
    quoted = f"<embeddedStructure>{level(FACTOR.strip(' ,'), UNDERLINED)}</embeddedStructure>"
    document = akn(para("1.", LONG, quoted) + para("2.", LONG))
    assert "heading" not in at(document, "para.1").metadata
    assert "the wick" in document.text[: document.text.index("2.\t")]


def test_a_long_item_in_bold_and_one_behind_its_letter_are_headings() -> None:
    issue = (
        "The key issue: whether the keeper had a right to benefits from an age of less than 55 when " + "the lamp " * 5
    )
    lettered = f'<subparagraph><content><p>(b)<span style="{BOLD}">the oil</span></p></content></subparagraph>'
    document = akn(with_items(1, LONG, item(issue.strip(), BOLD)) + with_items(2, LONG, lettered) + para("3.", LONG))
    assert at(document, "para.2").metadata["heading"] == issue.strip()
    assert at(document, "para.3").metadata["heading"].endswith("the oil")


def test_nothing_without_a_number_stands_below_a_letter_in_brackets() -> None:
    outline = Outline()
    for line in ("(a) The oil", "(d) The wick", "Construction"):
        outline.enter([(line, Dress(bold=True))])
    assert outline.path == ("Construction",)


def test_the_second_issue_stands_beside_the_first() -> None:
    outline = Outline()
    for line, dress in (
        ("The issues", Dress(bold=True)),
        ("Issue 1: The lamp", Dress(bold=True, italic=True)),
        ("Substance", Dress(bold=True)),
        ("Issue 2: The oil", Dress(bold=True, italic=True)),
    ):
        outline.enter([(line, dress)])
    assert outline.path == ("The issues", "Issue 2: The oil")
    outline.enter([("Discussion", Dress(bold=True))])
    outline.enter([("Issue 1: The lamp", Dress(bold=True, italic=True))])
    outline.enter([("Issue 2: The oil", Dress(bold=True, italic=True))])
    assert outline.path == ("Discussion", "Issue 2: The oil")


def test_a_long_line_in_italics_above_a_number_of_a_report_is_a_heading() -> None:
    issue = (
        "Sub-issue 1.2: Whether the keeper had in fact kept the lamp burning from dusk until dawn "
        + "as he should " * 3
    )
    document = read(REPORT.replace("**_The law_**", f"_{issue.strip()}_"), "2031_SGHC_12/report.md")
    assert at(document, "para.3").metadata["heading"] == f"The facts › {issue.strip()}"
    assert at(document, "para.3").role == roles.REASONING


@pytest.mark.parametrize(
    ("heading", "kind", "role"),
    [
        ("TRIBUNAL DECISION", "judgment", "facts"),
        ("The findings of the Employment Tribunal", "judgment", "facts"),
        ("THE TRIBUNAL'S DECISION", "decision", "reasoning"),  # its own
        ("The Tribunal's decision was wrong", "judgment", "reasoning"),
    ],
)
def test_what_a_tribunal_decided_is_told_by_a_court(heading: str, kind: str, role: str) -> None:
    assert roles.role(heading, LONG, first=False, orders=False, kind=kind) == role


def test_a_torn_letter_hides_no_sentence() -> None:
    assert roles.disposes("I sentenc e the keeper to 10 years")


def test_a_place_behind_how_a_party_stands_is_not_its_name() -> None:
    head = "KV (Lamp Isle) (Appellant) v Harbour Board (Respondent) (Jersey)"
    assert parties.without_places(["KV (Lamp Isle)", "Harbour Board (Jersey)"], head) == [
        "KV (Lamp Isle)",
        "Harbour Board",
    ]


def test_counsel_whose_name_was_cut_at_an_initial() -> None:
    closing = ("\n Associate:\n Counsel for the Applicant: Mr A.", "Wick \n \n Solicitor for the Applicant: Oil Ltd")
    document = read(case(*numbered("Facts", "Law", "Orders"), *closing), "31_12.xml")
    assert document.metadata["counsel"] == ["Counsel for the Applicant: Mr A. Wick"]


def test_counsel_of_a_firm_and_behind_the_label_of_a_side() -> None:
    assert represented("Jo Beam of Oil Law for the Respondent Company", []) == [
        "Jo Beam of Oil Law for the Respondent Company"
    ]
    found = represented("DECISION\nApplicants’ Representative\tAda Wick\nRespondents’ Representative\tJo Beam\n", [])
    assert found == ["Applicants’ Representative: Ada Wick", "Respondents’ Representative: Jo Beam"]


def test_a_label_is_no_counsel() -> None:
    row = (
        '{"neutral_citation": "[2031] HKCFI 4", "decision": "1. It is so.", "representation": "Representation:\\nMr A"}'
    )
    assert read(row, "x.json").metadata["counsel"] == ["Mr A"]


@pytest.mark.parametrize(
    ("printed", "counsel"),
    [
        (["Mr A Wick, instructed by Lo &", "Lo, for the plaintiff"], 1),
        (["Mr A Wick, instructed by Lo & Lo,", "for the plaintiff"], 1),
        (["Mr A Wick, instructed by M/S Jones", "Day, for the plaintiff"], 1),
        (["Mr A Wick, for the plaintiff (in HCMP", "3176/2017)", "Ms B Oil, for the defendant"], 2),
        (["Mr A Wick, for the plaintiffs in HCAJ 6/2031 and HCAJ", "7/2031", "Ms B Oil, for the defendant"], 2),
        (["Mr A Wick, for the receivers of Lamp", "Asia Limited", "2nd defendant, unrepresented, absent"], 2),
        (["Mr A Wick, for the plaintiff", "HCAL 7/2031", "Ms B Oil, for the applicant"], 3),
        (["Mr A Wick, for the plaintiff", "The defendant appeared in person"], 2),
        (["Mr A Wick, instructed by Lo & Lo,", "Ms B Oil, for the defendant"], 2),
    ],
)
def test_counsel_over_several_lines(printed: list[str], counsel: int) -> None:
    row = {"neutral_citation": "[2031] HKCFI 4", "decision": "1. It is so.", "representation": "\n".join(printed)}
    found = read(json.dumps(row), "x.json").metadata["counsel"]
    assert len(found) == counsel
    assert " ".join(found) == " ".join(printed)


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("Fact especially within the knowledge", "reasoning"),
        ("The facts", "facts"),
        ("2016-2020", "facts"),
        ("IV. THE PARTIES AND THE PROCEEDINGS", "facts"),
        ("The sentence of the district court", "facts"),
        ("THE FACT-FINDING HEARING", "facts"),
    ],
)
def test_roles_of_facts(heading: str, role: str) -> None:
    assert roles.role(heading, LONG, first=False, orders=False, kind="judgment") == role


def test_who_signs_is_the_last_name_in_brackets() -> None:
    row = {"decision": "1. It is so.", "judge": "Hearing: 3 May (Paper Disposal)Decision: 4 May"}
    for signed, judges in (
        (" on costs (Ada Beam)Judge of the Court of First Instance", ["Ada Beam"]),
        (" (Ada Beam)Judge of the Court of First Instance (Bo Wick)Deputy High Court Judge", ["Ada Beam", "Bo Wick"]),
        (" for the (Respondent) (Ada Beam)Judge", ["Ada Beam"]),
    ):
        assert read(json.dumps(row | {"judge_title": signed}), "x.json").metadata["judges"] == judges


def test_a_certificate_may_name_the_justice_twice() -> None:
    certified = (
        "\n I certify that the preceding three (3) numbered paragraphs are those of the Honourable Justice Beam J."
    )
    document = read(case(*numbered("Facts", "Law", "Orders"), certified), "31_12.xml")
    assert document.metadata["judges"] == ["Justice Beam"]


def test_sides_of_a_closing_on_one_line() -> None:
    line = (
        "\n Associate:\n Counsel for the Bank: Mr A Wick Solicitor for the Bank: Oil Ltd Counsel for Lamp Ltd: Ms B Oil"
    )
    document = read(case(*numbered("Facts", "Law", "Orders"), line), "31_12.xml")
    assert document.metadata["counsel"] == ["Counsel for the Bank: Mr A Wick", "Counsel for Lamp Ltd: Ms B Oil"]


def test_sides_of_a_closing_without_a_colon_below_their_label_and_in_several_lines() -> None:
    closing = (
        "\n Associate:\n Counsel for the Applicants and Cross-Respondent B Wick SC\nA C Oil \n \n"
        " Solicitor for the Applicants: Lamp Ltd \n \n Counsel for the First Respondent: \n Mr J Beam \n \n"
        " Solicitor for the First Respondent: Salt Ltd \n \n Counsel for Sand & Ors \n(Harbour People): R Fyr QC"
    )
    document = read(case(*numbered("Facts", "Law", "Orders"), closing), "31_12.xml")
    assert document.metadata["counsel"] == [
        "Counsel for the Applicants and Cross-Respondent: B Wick SC, A C Oil",
        "Counsel for the First Respondent: Mr J Beam",
        "Counsel for Sand & Ors (Harbour People): R Fyr QC",
    ]


def test_two_sides_in_columns() -> None:
    head = (
        "Appellant\tRespondent\nAda Beam QC\tBo Wick QC\nCy Oil\n(Instructed by Lo LLP)\t(Instructed by Fu & Co (Bo))"
    )
    assert represented(head, []) == [
        "Appellant: Ada Beam QC, Cy Oil (Instructed by Lo LLP)",
        "Respondent: Bo Wick QC (Instructed by Fu & Co (Bo))",
    ]


def test_headings_of_a_judgment_that_has_lost_its_numbers() -> None:
    lines = ("\n FACTS \n \n It was dark.", LONG, "A POWER TO LIGHT IT?", f"\n In addition, {LONG}", LONG)
    assert headings(*lines, 'CONCLUSIONS \n "It is" the end of it.', LONG) == [
        "FACTS",
        "A POWER TO LIGHT IT?",
        "CONCLUSIONS",
    ]


def test_a_conviction_is_an_order() -> None:
    assert roles.disposes("I find the keeper guilty of the charge and convict him accordingly.")
    assert not roles.disposes("The principle is that a stay will only be granted where another forum is there.")


def test_commas_hide_no_order() -> None:
    assert roles.disposes("I will, therefore, dismiss the summons and hear counsel on costs.")


def test_a_heading_that_is_printed_twice_is_one() -> None:
    outline = Outline()
    outline.enter([("The record", Dress(bold=True)), ("The record", Dress(bold=True))])
    assert outline.path == ("The record",)


def test_a_long_line_in_the_style_of_headings_is_one() -> None:
    ground = (
        "Ground (2): Did the court err in deciding a question which it was not asked to determine, and " + "so on " * 9
    )
    document = akn(para("1.", LONG) + level(ground.strip(), css="ParaSubHeading1") + para("2.", LONG))
    assert at(document, "para.2").metadata["heading"] == ground.strip()


def test_an_underlined_line_without_a_number_at_the_end_of_a_paragraph_is_a_heading() -> None:
    document = akn(with_items(1, LONG, item("1990-2014", UNDERLINED)) + para("2.", LONG))
    assert at(document, "para.2").metadata["heading"] == "1990-2014"


def test_footnotes_whose_marks_stand_behind_them_are_no_order() -> None:
    notes = "[note: 1] (^) Bundle 3. [note: 2] (^) Bundle 4. Copyright © Government of Singapore.\n"
    report = REPORT.replace(
        notes, " See Bundle 3.\n\n See Bundle 4. Copyright © Government of Singapore.\n\n[note: 1]\n\n[note: 2]\n"
    )
    document = read(report, "2031_SGHC_12/report.md")
    assert at(document, "notes").content == "See Bundle 3.\n\n See Bundle 4."
    assert document.chunks[-2].content.endswith("no storm excuses him.")
