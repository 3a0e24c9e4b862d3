"""What the head of a judgment says, and what a query names."""

import pytest

from piperoll.corpora.hk_cases import case_numbers, counsel, header, parties
from piperoll.corpora.registry import get


@pytest.mark.parametrize(
    ("text", "citation", "court"),
    [
        ("CACC 28/2031, [2031] HKCA 943", "[2031] HKCA 943", "HKCA"),
        ("On Appeal From [2031] HKCFI 470\n[2031] HKCA 943", "[2031] HKCA 943", "HKCA"),
        ("Neutral Citation Number: [2031] EWHC 2638 (Comm)", "[2031] EWHC 2638 (Comm)", "EWHC (Comm)"),
        ("[2031] EWCA Civ 637", "[2031] EWCA Civ 637", "EWCA Civ"),
        ("[2031] UKUT 00116 (IAC)", "[2031] UKUT 116 (IAC)", "UKUT (IAC)"),
        ("[2031] EWCOP 30 (T2)", "[2031] EWCOP 30 (T2)", "EWCOP (T2)"),
        ("[2031] UKIPTrib 2", "[2031] UKIPTrib 2", "UKIPTrib"),
        ("[2031] SGHC(A) 12", "[2031] SGHC(A) 12", "SGHC(A)"),
        ("[2031] FCA 12 (4 May 2031)", "[2031] FCA 12", "FCA"),
        ("2031 SCC 5", "2031 SCC 5", "SCC"),
        ("see Smith [2031] 5 HKLRD 1, [1979] HKLR 491", "", ""),
        ("no citation", "", ""),
    ],
)
def test_neutral_citation(text: str, citation: str, court: str) -> None:
    assert header.neutral_citation(text) == citation
    assert header.court_code(citation) == court


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("HCCC 114/2031 and DCCC1122M/2030", ["HCCC 114/2031", "DCCC1122M/2030"]),
        ("Claim Nos. CL-2031-000752", ["CL-2031-000752"]),
        ("Case No: CO/4239/2031", ["CO/4239/2031"]),
        ("Privy Council Appeal No 0009 of 2031", ["Privy Council Appeal No 0009 of 2031"]),
        ("on 4/5/2031", []),
        ("http://example.org/FCA/2031/1299.html", []),
    ],
)
def test_case_numbers(text: str, expected: list[str]) -> None:
    assert case_numbers.in_text(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("17 October 2031", "2031-10-17"),
        ("3rd day of May, 2031", "2031-05-03"),
        ("June 25, 2031", "2031-06-25"),
        ("2031年4月30日", "2031-04-30"),
        ("2031-04-30 00:00:00+00:00", "2031-04-30"),
        ("23/10/2031", "2031-10-23"),
        ("31 February 2031, 1 March 2031", "2031-03-01"),
        ("May 2031", ""),
    ],
)
def test_day(text: str, expected: str) -> None:
    assert header.day(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Date of Hearing: 1 May 2031\nDate of Judgment: 4 May 2031", "2031-05-04"),
        ("Date of Judgment: 4 May 2031\nDate of Hearing: 1 May 2031", "2031-05-04"),
        ("聆訊日期: 2031年4月30日\n勘誤日期: 2031年5月8日", "2031-05-08"),
        ("Date: 24 July 2031 at 9.36 am", "2031-07-24"),
        ("Heard on 8 and 9 July 2031", ""),
        ("APPEAL from a judgment dated June 25, 2031, " + "which set aside another " * 9, ""),
        ("", ""),
    ],
)
def test_decided(text: str, expected: str) -> None:
    assert header.decided(text) == expected


def test_heard() -> None:
    assert header.heard("Heard on 8 and 9 July 2031") == "2031-07-09"
    assert header.heard("APPEAL from a judgment dated June 25, 2031, " + "which set aside another " * 9) == ""


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("J U D G M E N T", "judgment"),
        ("**Grounds of Judgment**", "judgment"),
        ("REASONS FOR SENTENCE", "judgment"),
        ("判刑理由書", "judgment"),
        ("DECISION", "decision"),
        ("RULING ON COSTS", "ruling"),
        ("CORRIGENDUM", "corrigendum"),
        ("勘誤", "corrigendum"),
        ("Decision Date: 4 May 2031", ""),
        ("The ruling was wrong", ""),
    ],
)
def test_kind(line: str, kind: str) -> None:
    assert header.kind_of([line]) == kind


@pytest.mark.parametrize(
    ("text", "judges"),
    [
        (
            "Before\nLord Lamp, President\nLady Wick\nJUDGMENT GIVEN ON\n4 May 2031",
            ["Lord Lamp, President", "Lady Wick"],
        ),
        ("Before\n\nMR JUSTICE BEAM\n\nBetween\n\nLAMP", ["MR JUSTICE BEAM"]),
        ("Before Judge Ada Beam\n\nSitting in London", ["Judge Ada Beam"]),
        ("before the lamp was lit", []),
    ],
)
def test_bench(text: str, judges: list[str]) -> None:
    assert header.bench(text) == judges


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("COURT\n\nSmith v The King\n[2031] HCA 9\n", "Smith v The King"),
        ("CITATION: Smith v. Jones, 2031 ONCA 5\nDATE", "Smith v. Jones"),
        ("HKSAR\n\nv\n\nChan Tai Man\n", "HKSAR v Chan Tai Man"),
        ("BETWEEN\n\nA LTD  Plaintiff\n\nand\n\nB LTD  1st Defendant\n", "A LTD v B LTD"),
        ("Between :\n(1)\tA LTD\n(2)\tB LTD\n(3) C\tClaimants\n- and -\nD LTD\tDefendant\n", "A LTD v D LTD"),
        ("THE LAMP\nand\nTHE OIL\n", ""),
        ("On Monday: the court sat", ""),
    ],
)
def test_case_name(text: str, name: str) -> None:
    assert header.case_name(text) == name


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("the test at [45]", ["para.45"]),
        ("[45]-[47]", ["para.45", "para.46", "para.47"]),
        ("paras 45-47", ["para.45", "para.46", "para.47"]),
        ("para 12, 14 and 16", ["para.12", "para.14", "para.16"]),
        ("paragraphs 3 to 5", ["para.3", "para.4", "para.5"]),
        ("§70", ["para.70"]),
        ("第45段", ["para.45"]),
        ("at para. 12 of the judgment", ["para.12"]),
        ("[2031] HKCA 943 at [9]", ["para.9"]),
        ("paras 9-3", ["para.9"]),
        ("joint enterprise", []),
        ("section 4(1)", []),
    ],
)
def test_references(query: str, expected: list[str]) -> None:
    assert [one.path for one in get("hk-cases").references(query) if one.path] == expected


def test_a_range_of_any_length_is_bounded() -> None:
    assert len(get("hk-cases").references("paras 1-9000")) == 50


def test_a_bench_is_read_past_the_word_and() -> None:
    text = "Before :\n\nLORD JUSTICE WICK\n\nLADY JUSTICE BEAM\nand\n\nLORD JUSTICE OIL\n\n- - - -\n\nBetween :\n"
    assert header.bench(text) == ["LORD JUSTICE WICK", "LADY JUSTICE BEAM", "LORD JUSTICE OIL"]


def test_both_sides_are_represented() -> None:
    text = "Representation:\n\nFor the Appellant:\tMr Wick\n\nFor the Respondent:\tMs Oil of Beam LLP\n\nDECISION"
    assert counsel.represented(text, []) == [
        "For the Appellant: Mr Wick",
        "For the Respondent: Ms Oil of Beam LLP",
    ]


def test_names_of_advocates_that_end_with_a_comma_go_with_the_line_below() -> None:
    head = (
        "Ada Wick KC, Jo Tar,\nBo Mast and Cy Fyr (instructed by Oil LLP) for the Claimant\nJo Rope for the Defendant"
    )
    assert counsel.represented(head, []) == [
        "Ada Wick KC, Jo Tar, Bo Mast and Cy Fyr (instructed by Oil LLP) for the Claimant",
        "Jo Rope for the Defendant",
    ]


def test_a_name_that_is_wrapped_is_one_party() -> None:
    values = ["(1) THE LAMP ASSETS", "LIMITED", "Ada Beam (in her capacity as", "keeper of the lamp)", "OIL"]
    assert parties.party_names(values) == [
        "THE LAMP ASSETS LIMITED",
        "Ada Beam (in her capacity as keeper of the lamp)",
        "OIL",
    ]
