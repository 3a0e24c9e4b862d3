"""Which section of a decision counts how much, by its heading."""

import pytest

from piperoll.corpora.sst.lines import printed
from piperoll.corpora.sst.priorities import DEFAULT, Priorities, Tier
from piperoll.corpora.sst.sections import parse


@pytest.mark.parametrize(
    ("heading", "role", "priority"),
    [
        ("Analysis", "analysis", 1),
        ("The law and analysis", "analysis", 1),
        ("Reasons for my decision", "analysis", 1),
        ("Motifs de ma décision", "analysis", 1),
        ("Motifs", "analysis", 1),
        ("Reasons and decision", "decision", 3),
        ("What the Appellant must prove", "issue", 2),
        ("Ce que l’appelante doit prouver", "issue", 2),
        ("DÉCISION", "decision", 3),
        ("Aperçu", "overview", 4),
        ("What the law says", "law", 5),
        ("Preuve", "evidence", 6),
        ("III. Law", "law", 5),
        ("IV. Application", "analysis", 1),
        ("III. Judicial Decisions", "overview", 4),
        ("II. Facts", "overview", 4),
        ("V. Result and Remedy", "decision", 3),
        ("II. Testimony at Issue", "other", 7),
        ("III. Decisions in Issue", "overview", 4),
        ("III. Decision Below (2040 ONCA 7)", "overview", 4),
        ("II. Relevant Statutory Provisions", "law", 5),
        ("II. Legislative Background", "law", 5),
        ("A. Introduction to Lamps and Oil", "other", 7),
        ("IV. Parties’ Positions", "evidence", 6),
        ("Costs", "other", 7),
    ],
)
def test_tiers(heading: str, role: str, priority: int) -> None:
    tier = DEFAULT.of(heading)
    assert (tier.role, tier.priority) == (role, priority)


def test_another_table_decides_otherwise() -> None:
    table = Priorities((Tier(1, "costs", ("costs",)),), other=2, leading=1)
    assert (table.of("Costs").role, table.of("Analysis").priority) == ("costs", 2)


def test_printed_lines_are_trimmed_and_not_blank() -> None:
    text = "  Analysis \n\n \t\n[1] It was late."
    assert [text[start:end] for start, end in printed(text, 0, len(text))] == ["Analysis", "[1] It was late."]


def test_headings_that_say_something_are_the_analysis_where_none_is_called_so() -> None:
    text = (
        "Decision\n[1] Leave is refused.\nIssues\n[2] Was the kiln hot?\nPreliminary matters\n[3] The file was late.\n"
        "I am not giving the Claimant permission to appeal\n[4] She needs it.\nWas the kiln hot?\n[5] No.\n"
        "Conclusion\n[6] Leave is refused.\nWho was there was her sister\n[7] She came.\n"
    )
    roles = [section.role for section in parse(text).sections]
    assert roles == ["decision", "issue", "other", "analysis", "analysis", "decision", "other"]
