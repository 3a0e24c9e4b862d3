"""All that a head prints of the case: every party of the caption, every number, who stood for whom, every judge."""

import pytest

from piperoll.corpora.hk_cases import case_numbers, counsel, header, parties
from tests.corpora.hk_cases.documents import AKN, para, read
from tests.corpora.hk_cases.test_headings import LONG
from tests.corpora.hk_cases.test_report import REPORT

CAPTION = """Case No: IPT/31/181/CH

IPT/32/31/CH

Before:

MRS JUSTICE BEAM

Between:

THE QUEEN

ON THE APPLICATION OF

ADA BEAM	Claimant
- and -
THE CORONER

FOR INNER WEST LIGHT	Defendant

(1)	LAMP LIMITED
(by its litigation friend)
(2)	HARBOUR

LIMITED	Interested
	Parties
- and –
(3) WICK (in Liquidation)

- - - - - - - - - - - - -

Bo Wick KC (instructed by Oil LLP)
for the Claimant

Jo Tar (instructed by Rope LLP) for the Defendant

The Interested Parties did not appear and were not represented for the Defendant

JUDGMENT
"""
PARTIES = ["ADA BEAM", "THE CORONER FOR INNER WEST LIGHT", "LAMP LIMITED", "HARBOUR LIMITED", "WICK (in Liquidation)"]


def test_the_caption_names_every_party() -> None:
    assert parties.caption(CAPTION) == PARTIES
    assert parties.caption("B E T W E E N:\n\nADA\n\nand\n\nBO & CO\n\nMS WICK KC appeared on behalf of ADA") == [
        "ADA",
        "BO & CO",
    ]
    assert parties.caption("Between:\n\nADA\n\nand\n\nBO") == []  # where it ends is not known
    assert parties.caption("ADA v BO") == []


def test_a_name_in_capitals_with_for_the_ends_no_caption() -> None:
    keeper = "THE KEEPER FOR THE HARBOUR LIGHTS"
    head = f"Between:\n\nTHE KING\n-on the application of-\nL\tClaimant\n- and -\n{keeper}\tDefendant\n\n- - - - - - -"
    assert parties.caption(head) == ["L", keeper]


def test_the_caption_counts_where_it_has_what_the_form_marks() -> None:
    assert parties.fullest(["THE QUEEN", "ADA BEAM"], PARTIES) == PARTIES
    assert parties.fullest(["ADA BEAM", "BO WICK"], PARTIES) == ["ADA BEAM", "BO WICK"]
    assert parties.fullest(PARTIES, PARTIES[:2]) == PARTIES
    source = AKN.format(body=para("1.", LONG) + para("2.", LONG), after="", kind="judgment").replace(
        "<table>", "<p>Between:</p><table>"
    )
    source = source.replace("</table>", "</table><p>- and -</p><p>HARBOUR</p><p>Third Party</p><p>- - - - - - -</p>")
    assert read(source, "x.xml").metadata["parties"] == ["LAMP", "HARBOUR"]


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("ADA v THE CORONER", "ADA v THE CORONER FOR INNER WEST LIGHT"),
        ("ADA v HARBOUR", "ADA v HARBOUR LIMITED"),
        ("ADA v LAMP LIMITED Respondent Company", "ADA v LAMP LIMITED"),
        ("ADA v LAMP LIMITED", "ADA v LAMP LIMITED"),
        ("LAMP", "LAMP"),
    ],
)
def test_a_name_that_a_converter_cut_is_that_of_the_party(name: str, whole: str) -> None:
    assert parties.whole_name(name, PARTIES) == whole


def test_how_a_party_stands_and_an_ampersand_are_no_names() -> None:
    assert parties.party_names(["R (ADA (Light)) (Respondents/Cross Appellants)", "J & V Lamps", "Another"]) == [
        "R (ADA (Light))",
        "J & V Lamps",
    ]


def test_sides_without_a_v_between_them() -> None:
    head = "PRESS SUMMARY\n\nKV (Light) (Appellant) The Harbour (Respondent)\n\n[2031] UKSC 10"
    assert parties.with_versus("KV (Light) The Harbour", head) == "KV (Light) v The Harbour"
    assert parties.with_versus("Re Lamp", head) == "Re Lamp"
    assert parties.with_versus("ADA (Appellant) v BO (Respondent)", "") == "ADA v BO"


def test_all_cases_heard_together_are_named() -> None:
    head = "JUDGMENT\n\nADA (Respondent) v BO (Appellant);\nCO (Respondent) v BO (Appellant) and\nDI v BO\n\nbefore"
    assert parties.joined("CO v BO", head) == ["ADA v BO", "CO v BO", "DI v BO"]
    assert parties.joined("EVE v BO", head) == []


@pytest.mark.parametrize(
    ("label", "numbers"),
    [
        ("Civil Appeals Nos 164 of 2031 and 2 of 2032", ["Civil Appeal No 164 of 2031", "Civil Appeal No 2 of 2032"]),
        ("Bankruptcy OS No 75 of 2031 (Registrar's Appeal No 2 and 3 of 2031)",
         ["Bankruptcy OS No 75 of 2031", "Registrar's Appeal No 2 of 2031", "Registrar's Appeal No 3 of 2031"]),
        ("Originating Summonses Nos 7 & 8 of 2031",
         ["Originating Summons No 7 of 2031", "Originating Summons No 8 of 2031"]),
        ("Admiralty in Rem No 276 of 2031", ["Admiralty in Rem No 276 of 2031"]),
        ("CA 185/2031, 189/2031, SUM 452/", ["CA 185/2031", "CA 189/2031", "SUM 452/"]),
        ("Suit No 727 of 2031/B", ["Suit No 727 of 2031"]),
    ],
)  # fmt: skip
def test_every_number_behind_the_label(label: str, numbers: list[str]) -> None:
    assert case_numbers.in_label(label.split("; ")) == numbers


def test_a_number_stands_below_another_or_behind_another_label() -> None:
    assert case_numbers.with_others(["IPT/31/181/CH"], CAPTION) == ["IPT/31/181/CH", "IPT/32/31/CH"]
    head = "Citation: [2031] X 1\tCase Number: TC09072\n\nAppeal reference: TC/2031/1\n\nClaim No QB- 2031- 001637"
    assert case_numbers.with_others(["TC/2031/1"], head) == ["TC/2031/1", "TC09072", "QB-2031-001637"]
    assert case_numbers.with_others(["HCCC 1/2031"], "HCCC 1/2031\n\nCRIMINAL CASE NO 1 OF 2031") == ["HCCC 1/2031"]


def test_who_stood_for_whom() -> None:
    assert counsel.represented(CAPTION, []) == [
        "Bo Wick KC (instructed by Oil LLP) for the Claimant",
        "Jo Tar (instructed by Rope LLP) for the Defendant",
    ]
    assert counsel.represented("Appellant\nBo Wick KC\nJo Tar\n(Instructed by Oil LLP (Light))\n", []) == [
        "Appellant: Bo Wick KC, Jo Tar (Instructed by Oil LLP (Light))"
    ]
    assert counsel.represented("For the Claimant:MR WICK\n\nADA BEAM for herself", []) == ["For the Claimant:MR WICK"]
    assert counsel.represented(CAPTION, ["Bo Wick for the plaintiff"]) == ["Bo Wick for the plaintiff"]


def test_long_catchwords_and_a_day_that_a_converter_drove_apart_are_kept() -> None:
    long = "Contract – Lamps – " + "Whether the keeper must light the lamp on every night of the year " * 6
    report = REPORT.replace("**Coram**", f"_{long.strip()}_ – _Oil_\n\n**Coram**", 1)
    assert any(len(line) > header.LONGEST for line in read(report, "2031_SGHC_12/report.md").metadata["catchwords"])
    assert header.decided("Decision Date :13 Marc h 2031") == "2031-03-13"


@pytest.mark.parametrize(
    ("line", "sides"),
    [
        (
            "Bo Wick (Wick & Co); Jo Tar (Oil LLP) for the appellant; Al Ash (Coal LLC) for the respondent",
            ["Bo Wick (Wick & Co); Jo Tar (Oil LLP) for the appellant", "Al Ash (Coal LLC) for the respondent"],
        ),
        (
            "Bo Wick (Attorney-General&#39;s Chambers) for the Crown",
            ["Bo Wick (Attorney-General's Chambers) for the Crown"],
        ),
        ("Bo Wick with\nJo Tar for the applicant", ["Bo Wick with Jo Tar for the applicant"]),
        ("Applicant in-person; Al Ash for the respondent", ["Applicant in-person", "Al Ash for the respondent"]),
    ],
)
def test_counsel_behind_a_label_are_by_side(line: str, sides: list[str]) -> None:
    assert header.labelled(f"Counsel Name(s): {line}")["counsel"] == sides
