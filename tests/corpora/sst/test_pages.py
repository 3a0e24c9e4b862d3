"""Whole pages in every form of the web site: who, when, by whom, what was decided, and where each section begins."""

import re
from typing import Any

import pytest

from piperoll.corpora.registry import get
from piperoll.corpora.sst.dates import day
from piperoll.corpora.sst.parties import captioned, told, versus
from piperoll.model import Document
from tests.corpora.sst.decisions import check
from tests.corpora.sst.pages import ATTENDANCE, CAPTION, FRENCH, OLDER, STANDARD, SUMMARY, TABLE

COMMISSION = "Canada Employment Insurance Commission"
COMMISSION_FR = "Commission de l’assurance-emploi du Canada"
MINISTER = "Minister of Employment and Social Development"
ASKED = ("citation", "parties", "date", "judges", "outcome", "reference_number")


def page(text: str) -> Document:
    (document,) = get("sst").read(text.encode(), "a/page.txt")
    check(document)
    return document


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ATTENDANCE, {"parties": ["K. L.", COMMISSION]}),
        (
            CAPTION,
            {
                "citation": "2041 SST 8",
                "parties": ["K. L.", MINISTER, "O. P."],
                "date": "2041-05-20",
                "judges": ["Ada Fernwright"],
                "outcome": "I am allowing the appeal. The General Division made an error of fact.",
                "reference_number": "AD-41-8",
            },
        ),
        (
            TABLE,
            {
                "citation": "2041 SST 9",
                "parties": ["K. L.", COMMISSION],
                "date": "2041-03-25",
                "judges": ["Bram Oakes"],
                "outcome": "I am refusing leave to appeal.",
                "reference_number": "AD-41-9",
            },
        ),
        (
            STANDARD,
            {
                "citation": "2041 SST 10",
                "parties": ["K. L.", COMMISSION],
                "date": "2041-08-05",
                "judges": ["Bram Oakes"],
                "outcome": "The appeal is allowed.",
                "reference_number": "GE-41-10",
            },
        ),
        (SUMMARY, {"parties": ["K. L."], "outcome": "Leave to appeal is refused."}),
        (
            FRENCH,
            {
                "citation": "2041 TSS 11",
                "parties": ["K. L.", COMMISSION_FR],
                "date": "2041-06-01",
                "judges": ["Bram Oakes"],
                "outcome": "Je refuse la permission de faire appel.",
                "reference_number": "AD-41-11",
            },
        ),
        (
            OLDER,
            {
                "citation": "2037 TSSDAAE 12",
                "parties": ["K. L.", COMMISSION_FR],
                "date": "2037-04-26",
                "judges": ["Bram Oakes"],
                "outcome": "La demande de permission d'en appeler est accordée",
                "reference_number": "AD-37-12",
            },
        ),
    ],
)
def test_what_a_page_says_of_its_decision(text: str, expected: dict[str, Any]) -> None:
    for form in (text, text.replace("\n", "\r\n")):
        metadata = page(form).metadata
        assert {name: metadata[name] for name in ASKED if name in metadata} == expected


def test_the_label_of_an_outcome_is_no_type_of_decision() -> None:
    record = "Neutral citation\n2041 SST 7\nReference number\nGE-41-7\nMember\nAda Wick\nDivision\nGeneral Division\n"
    text = f"{record}Decision\nAppeal dismissed\nAppellant: F. B.\nRespondent: Harbour Board\nDecision\n[1] It is."
    found = page(text).metadata
    assert found["outcome"] == "Appeal dismissed"
    assert "decision_type" not in found


def test_other_fields_of_a_page() -> None:
    found = page(TABLE).metadata
    assert found["participants"] == "Applicant Respondent’s representative"
    assert found["representatives"] == ["Ada Fernwright"]
    assert found["under_appeal"] == "General Division decision dated November 18, 2040 (GE-40-9)"
    assert (found["division"], found["decision_type"]) == ("Appeal Division", "Leave to Appeal Decision")
    found = page(STANDARD).metadata
    assert found["participants"] == "Appellant, Appellant’s representative"
    assert found["under_appeal"] == "General Division decision dated April 5, 2040 (GE-40-10)"
    assert (found["division"], found["collection"]) == ("General Division", "Employment Insurance (EI)")
    assert "decision_type" not in found
    found = page(FRENCH).metadata
    assert found["decision_type"] == "Décision relative à une demande de permission de faire appel"
    assert found["under_appeal"] == "Décision de la division générale datée du 20 mai 2040 (GE-40-11)"
    assert (found["hearing_type"], found["hearing_date"]) == ("En personne", "Le 4 mai 2041")
    found = page(OLDER).metadata
    assert "hearing_date" not in found and "hearing_type" not in found  # "N/D"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            ATTENDANCE,
            [
                ("preamble", "Persons in attendance", "other"),
                ("para.1", "Introduction", "overview"),
                ("para.3", "Analysis > Standard of review", "analysis"),
                ("para.4", "Conclusion", "decision"),
            ],
        ),
        (
            CAPTION,
            [
                ("para.1", "Decision", "decision"),
                ("para.2", "Overview", "overview"),
                ("para.3", "What grounds can i consider for the appeal?", "other"),
                ("para.4", "Issue(s)", "issue"),
                ("para.6", "Analysis > The General Division overlooked the kiln", "analysis"),
                ("para.7", "Analysis > The General Division overlooked the kiln > The pots", "analysis"),
                ("para.8", "Conclusion", "decision"),
            ],
        ),
        (TABLE, [("para.1", "Decision", "decision"), ("para.2", "Preliminary matters > New evidence", "evidence")]),
        (STANDARD, [("para.1", "Decision", "decision"), ("para.2", "Overview", "overview")]),
        (SUMMARY, [("preamble", "Decision", "decision"), ("para.1", "Introduction", "overview")]),
        (
            FRENCH,
            [
                ("para.1", "Décision", "decision"),
                ("para.2", "Aperçu", "overview"),
                ("para.3", "Questions en litige", "issue"),
                ("para.4", "Le four était froid", "analysis"),
                ("para.5", "Conclusion", "decision"),
            ],
        ),
        (OLDER, [("para.1", "Motifs et décision", "decision")]),
    ],
)
def test_the_sections_of_a_page(text: str, expected: list[tuple[str, str, str]]) -> None:
    document = page(text)
    base = next(iter({chunk.header.partition(" > ")[0] for chunk in document.chunks}))
    found = [(chunk.path, chunk.header.removeprefix(f"{base} > "), chunk.role) for chunk in document.chunks]
    assert found == expected


@pytest.mark.parametrize("text", [ATTENDANCE, CAPTION, TABLE, STANDARD, SUMMARY, FRENCH, OLDER])
def test_lines_change_nothing(text: str) -> None:
    """Without blank lines, and with headings on the line of their paragraph, a page says the same."""
    glued = re.sub(r"(?<=\n)([^\n\[]{3,80})\n+(?=\[\d)", r"\1 ", text)
    expected = page(text)
    for form in (glued, re.sub(r"\n\s*\n+", "\n", text), re.sub(r"\n\s*\n+", "\n", glued)):
        found = page(form)
        assert found.metadata == expected.metadata
        assert [(one.path, one.role, one.header) for one in found.chunks] == [
            (one.path, one.role, one.header) for one in expected.chunks
        ]


def test_what_is_set_aside_of_a_page() -> None:
    document = page(FRENCH)
    assert [one.reason for one in document.set_aside] == [
        "metadata block",
        "title page",
        "table of contents",
        "footnotes",
    ]
    assert document.chunks[0].content == "Décision\n\n[1] Je refuse la permission de faire appel."
    assert page(CAPTION).chunks[0].content.startswith("Decision and reasons\n\nDecision\n\n[1]")
    assert page(SUMMARY).metadata["summary"].endswith("Marsh v. Canada (A.G.), 2031 FC 5.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2017-04-27 00:00:00+00:00", "2017-04-27"),
        ("March 5, 2024", "2024-03-05"),
        ("MAY 20, 2021", "2021-05-20"),
        ("Le 12 mai 2023", "2023-05-12"),
        ("le 1er août 2023", "2023-08-01"),
        ("February 30, 2024", ""),
        ("N/D", ""),
    ],
)
def test_dates(text: str, expected: str) -> None:
    assert day(text) == expected


def test_parties() -> None:
    assert list(
        captioned(["A. B.", "Appellant", "- and -", "The Minister of", "Health", "Respondents", "DECISION"])
    ) == [
        "A. B.",
        "The Minister of Health",
    ]
    assert list(captioned(["A. B.", "et", "C. D.", "Partie intimée"])) == ["A. B.", "C. D."]
    assert list(captioned(["A. B. Applicant", "and", "The Minister of", "Health\t Respondent", "DECISION"])) == [
        "A. B.",
        "The Minister of Health",
    ]
    assert versus("J. C. c. Commission") == ["J. C.", "Commission"]
    assert versus("In re Fern") == []
    assert told("[1] The Appellant, F. B. (Claimant), was laid off by the Kiln Board (Respondent).") == [
        "F. B.",
        "Kiln Board",
    ]
    assert told("[1] The Appellant was laid off.") == []
