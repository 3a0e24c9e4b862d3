"""Judgments in text without blank lines: headings on the line above a number, and the first page of a tribunal."""

from piperoll.corpora.hk_cases.plain import read
from piperoll.corpora.hk_cases.source import Region
from piperoll.corpora.hk_cases.units import units

CANADA = """Wick v. Oil
Supreme Court of Rockland
The judgment of Beam C.J. and Fyr J. was delivered by
Beam C.J. —
I. Introduction
[1] This is about a lamp.
[2] The trial judge allowed the claim.
II. Facts
[3] The keeper bought a lamp in 2019.
III. Analysis
A. Was It Sold?
[4] It was. It was
delivered
[5] to the keeper.
[6] I would allow the appeal.
"""
SAID = "The officer read the letter twice and put it back. " * 3
TRIBUNAL = f"""[2031] UKFTT 501 (TC)

BETWEEN

LAMP LIMITED                      Appellant

- and -

THE COMMISSIONERS FOR HER MAJESTY’S
REVENUE & CUSTOMS                 Respondents

TRIBUNAL: JUDGE ADA BEAM
          MR TOM WICK

Sitting in public at Leeds on 3 June 2031

DECISION

Introduction
1. This is an appeal against penalties. {SAID}
2. They were charged under Schedule 55. {SAID}
Findings of fact
3. The return was late. {SAID}
Decision
4. We allow the appeal in part.

ADA BEAM
TRIBUNAL JUDGE

RELEASE DATE: 1 July 2031
"""


def headings(text: str) -> list[tuple[int, tuple[str, ...]]]:
    source = read(text, "x.txt")
    body = (part for part in source.parts if part.region is Region.BODY)
    return [(unit.number, unit.headings) for part in body for unit in units(source, part)]


def test_a_heading_is_the_line_above_a_number() -> None:
    assert headings(CANADA) == [
        (1, ("I. Introduction",)),
        (2, ("I. Introduction",)),
        (3, ("II. Facts",)),
        (4, ("III. Analysis", "A. Was It Sold?")),
        (5, ("III. Analysis", "A. Was It Sold?")),
        (6, ("III. Analysis", "A. Was It Sold?")),
    ]


def test_where_blank_lines_part_the_paragraphs_a_line_above_a_number_is_text() -> None:
    text = "1. The lamp was out.\n\nIt was late.\n\n2. He said this.\n\nIt was late.\nThe lamp\n3. It was.\n\n4. Yes."
    assert {path for _, path in headings(text)} == {()}


def test_the_first_page_of_a_tribunal() -> None:
    source = read(TRIBUNAL, "x.txt")
    assert source.metadata["judges"] == ["JUDGE ADA BEAM", "MR TOM WICK"]
    assert source.metadata["parties"] == ["LAMP LIMITED", "THE COMMISSIONERS FOR HER MAJESTY’S REVENUE & CUSTOMS"]
    assert source.metadata["date"] == "2031-07-01"
    assert [path for _, path in headings(TRIBUNAL)] == [
        ("Introduction",),
        ("Introduction",),
        ("Findings of fact",),
        ("Decision",),
    ]
    assert TRIBUNAL[source.parts[-1].start :].startswith("ADA BEAM")
