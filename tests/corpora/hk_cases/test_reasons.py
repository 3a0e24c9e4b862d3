"""A tribunal says first what it orders, then its reasons: what is the order, what the facts, and which day counts."""

import pytest

from tests.corpora.hk_cases.documents import akn, at, para, read
from tests.corpora.hk_cases.test_opening import line

HEAD = """EMPLOYMENT TRIBUNALS

Claimant:        Ms A Beam
Respondent:      Harbour Ltd

Heard at:        Leeds                      On: 9 September 2031
Before:          Employment Judge Wick

"""
LISTED = "1. The complaint of unfair dismissal is well-founded.\n\n2. The claim for wages is dismissed."
REASONS = """Introduction

1. The claimant kept the lamp from 3 May 2024 until 8 January 2031.

2. She claims unfair dismissal.

Findings of fact

3. The respondent runs a harbour with four lamps, and the keeper of each wrote down at what hour it was lit.

4. On 14 December 2030 the claimant was invited to a meeting on the pier.

The law

5. Section 98 of the Act says that the employer must show the reason.

Conclusions

6. I find that the reason was the sale of the lamp. The respondent did not ask the claimant.

"""
SIGNED = "Employment Judge Wick\n\nDate: 2 October 2031\n"


@pytest.mark.parametrize(
    ("order", "begins"),
    [
        (f"JUDGMENT\n\n{LISTED}\n\nREASONS\n\n", "1. The complaint"),
        (f"RESERVED JUDGMENT\n\n{LISTED}\n\nReasons\n\n", "1. The complaint"),
        (f"DECISION\n\n{LISTED}\n\nREASONS FOR DECISION\n\n", "1. The complaint"),
        (f"JUDGMENT\n\n{LISTED}\n\n", "1. The complaint"),
        (f"Decisions of the tribunal\n\n{LISTED}\n\nReasons for the tribunal’s decision\n\n", "1. The complaint"),
        (f"NOTICE OF DECISION\n\n{LISTED}\n\nSTATEMENT OF REASONS\n\n", "1. The complaint"),
        ("Decision: The appeal is dismissed.\n\nREASONS\n\n", "Decision: "),
        ("ORDER\n\nUPON hearing both parties\n\nIT IS ORDERED that she pay £4.\n\nREASONS\n\n", "UPON hearing"),
        ("THE COURT ORDERS THAT:\n\n1. The application be dismissed.\n\nREASONS\n\n", "THE COURT"),
        ("JUDGMENT\n\nThe respondent must pay the claimant £4,210.\n\nREASONS\n\n", "The respondent"),
    ],
)
def test_what_stands_between_the_title_and_the_reasons_is_the_order(order: str, begins: str) -> None:
    document = read(HEAD + order + REASONS + SIGNED, "beam.txt")
    roles = [(chunk.path, chunk.role) for chunk in document.chunks]
    assert roles[:4] == [("front", "front"), ("p.1", "order"), ("para.1", "facts"), ("para.3", "facts")]
    assert at(document, "p.1").content.startswith(begins)
    assert document.kind == ("decision" if "ecision:" in order or order.startswith("DECISION") else "judgment")


def test_the_numbers_of_the_reasons_may_go_on_behind_those_of_the_order() -> None:
    document = read(
        HEAD + "JUDGMENT\n\n1. The claim is dismissed.\n\nREASONS\n\n" + REASONS.replace("1. The", "2. The")
        .replace("\n2. She", "\n3. She").replace("3. The resp", "4. The resp").replace("4. On", "5. On")
        .replace("5. Sec", "6. Sec").replace("6. I find", "7. I find") + SIGNED,
        "beam.txt",
    )  # fmt: skip
    assert [(chunk.path, chunk.role) for chunk in document.chunks][1:3] == [("para.1", "order"), ("para.2", "facts")]


@pytest.mark.parametrize(
    "below",
    [
        "The lamp is of some age.\n\n",
        "I direct that no official shorthand note shall be taken of this judgment.\n\nHHJ WICK\n\n",
        "This judgment was handed down remotely. The appeal is dismissed.\n\n",
    ],
)
def test_what_orders_nothing_or_is_a_notice_stays_in_front(below: str) -> None:
    document = read(f"{HEAD}JUDGMENT\n\n{below}{REASONS}{SIGNED}", "beam.txt")
    assert [chunk.path for chunk in document.chunks][:2] == ["front", "para.1"]


@pytest.mark.parametrize("title", ["REASONS", "Reasons", "WRITTEN REASONS", "REASONS FOR DECISION"])
@pytest.mark.parametrize("facts", ["Findings of fact", "The facts", "Background"])
def test_reasons_above_the_whole_say_nothing_of_their_parts(title: str, facts: str) -> None:
    text = f"{HEAD}JUDGMENT\n\n{LISTED}\n\n{title}\n\n{REASONS}{SIGNED}".replace("Findings of fact", facts)
    document = read(text, "beam.txt")
    assert at(document, "para.3").metadata["heading"] == f"{title} › {facts}"
    assert [chunk.role for chunk in document.chunks] == [
        "front",
        "order",
        "facts",
        "facts",
        *["reasoning"] * 2,
        "closing",
    ]


def test_reasons_beside_the_facts_weigh_what_stands_below_them() -> None:
    long = "The keeper said that the lamp was lit from dusk until dawn on each of these days. " * 3
    document = akn(
        line("<b>THE FACTS</b>") + para("1.", long) + line("<b>REASONS</b>") + line("<i>The evidence</i>")
        + para("2.", long) + para("3.", long),
        max_characters=300,
    )  # fmt: skip
    assert [chunk.role for chunk in document.chunks if chunk.paragraphs] == ["facts", "reasoning", "reasoning"]


@pytest.mark.parametrize(
    ("signed", "day"),
    [
        (SIGNED, "2031-10-02"),
        ("Employment Judge Wick\nDate: 2 October 2031\nSENT TO THE PARTIES ON 6 October 2031\n", "2031-10-02"),
        ("Employment Judge Wick\n\n2 October 2031\n", "2031-10-02"),
        ("Employment Judge Wick\n\nHearing: 2 October 2031\n", "2031-09-09"),
        ("Employment Judge Wick\n", "2031-09-09"),
    ],
)
def test_the_day_beside_the_signature_comes_before_that_of_the_hearing(signed: str, day: str) -> None:
    assert read(f"{HEAD}JUDGMENT\n\n{REASONS}{signed}", "beam.txt").metadata["date"] == day


@pytest.mark.parametrize("dated", ["Date: 3 May 2031", "Date of award: 3 May 2031", "Dated: London, 3 May 2031"])
def test_an_award_ends_with_its_place_and_day(dated: str) -> None:
    document = read(f"FINAL AWARD\n\n{REASONS}Place of arbitration: London\n{dated}\n", "award.txt")
    assert document.metadata["date"] == "2031-05-03"
    assert at(document, "closing").content.startswith("Place of arbitration")
