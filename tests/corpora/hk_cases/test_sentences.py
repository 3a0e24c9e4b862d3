"""Australian cases cut into sentences: which lines are headings, where paragraphs end, and whose case it is."""

import pytest

from piperoll.corpora.hk_cases import sentences
from piperoll.corpora.hk_cases.short_lines import names_judge
from piperoll.corpora.hk_cases.source import Source
from piperoll.text.html import parse
from tests.corpora.hk_cases.documents import read

LONG = "The lamp was out, and the harbour was dark for the whole of that night, as the keeper said in evidence."


def case(*lines: str, name: str = "Lamp v Harbour [2031] FCA 12 (4 May 2031)") -> str:
    body = "\n".join(f'<sentence "id=s{index}">{line}</sentence>' for index, line in enumerate(lines))
    return f"<case>\n<name>{name}</name>\n<sentences>\n{body}\n</sentences>\n</case>"


def source(*lines: str) -> Source:
    read(case(*lines), "31_12.xml")  # nothing is lost
    return sentences.read(parse(case(*lines)), "31_12.xml")


def headings(*lines: str) -> list[str]:
    found = source(*lines)
    return [found.text[start:end] for start, end in found.headings]


def numbered(*above: str) -> tuple[str, ...]:
    """A judgment with ``above``, one after the other, in front of its paragraphs from 2 on."""
    return (f"\n1 {LONG}", *(f"{lines} \n \n{number} {LONG}" for number, lines in enumerate(above, 2)))


COUNTED = " have been bought by the keeper or by any person connected with him, but for this Part" * 3


@pytest.mark.parametrize(
    ("above", "expected"),
    [
        ("THE APPLICATION", ["THE APPLICATION"]),
        ("Facts --- background", ["Facts --- background"]),
        ("1994 FY \n \n Lease of the Lamp", ["1994 FY", "Lease of the Lamp"]),
        ("' \n \n THE LAW", ["THE LAW"]),  # the end of a quotation stands in front
        ("(iii) The keeper's evidence \n \n The oil", ["(iii) The keeper's evidence", "The oil"]),
        ("Ground 1 --- The keeper was not there", ["Ground 1 --- The keeper was not there"]),
        (
            "A FAILURE TO CONSIDER " + "THE LAMP AND THE OIL " * 6,
            ["A FAILURE TO CONSIDER" + " THE LAMP AND THE OIL" * 6],
        ),
        ("Whether the lamp was lit", ["Whether the lamp was lit"]),
        ("BEAM J:", ["BEAM J:"]),
        ("The issues contended for by the keepers", ["The issues contended for by the keepers"]),
        ("(ii) Failure to provide a copy of the log", ["(ii) Failure to provide a copy of the log"]),
        ("A serious question to be tried", ["A serious question to be tried"]),
        ("The manner in which the lamp was lit", ["The manner in which the lamp was lit"]),
        (
            'Consideration \n \n (i) Wick and what is "lit from dusk until dawn by the hand of a keeper who lives'
            ' in the house by the lamp at the harbour" in "lamp"',
            [
                "Consideration",
                '(i) Wick and what is "lit from dusk until dawn by the hand of a keeper who lives'
                ' in the house by the lamp at the harbour" in "lamp"',
            ],
        ),
        ('THE LAW OF LAMPS \n \n "a"-lamps', ["THE LAW OF LAMPS", '"a"-lamps']),
        ("Yours sincerely \n \n Ada Beam'", []),  # a letter that is quoted
        ("The keeper listed these: \n \n (a) the lamp, the oil and the wick of the", []),
        (f"Section 17(b)(iv) --- the oil that would{COUNTED}", [f"Section 17(b)(iv) --- the oil that would{COUNTED}"]),
        (f"Ground 2: Failure to say that it would{COUNTED}", [f"Ground 2: Failure to say that it would{COUNTED}"]),
        (f"Section 17 provides that the oil would{COUNTED}", []),
        ("I accept the manner in which the lamp was lit", []),  # a sentence without its end
        ("The keepers contended for the lamp", []),
        ("'", []),
        ("(emphasis added)", []),
        ("$ DP 260,625 122,209.53 28,125 94,084.53", []),
        ("The advertisement is as follows:", []),
        ("Ms Wick annexed to her affidavit a bundle of sheets", []),  # a sentence
        ('LENNON SETTLE MAZZEO"', []),  # the end of a quotation
        ('27 February 2031"', []),
        ("Ada Beam 11% Bo Wick 11% Oil Pty Ltd 78%", []),
        ("Particulars \n \n Log CB 228 \n \n Section 4 of the Act", []),  # of a ground that is quoted
    ],
)
def test_headings_above_a_number(above: str, expected: list[str]) -> None:
    assert headings(*numbered("Plain", above, "Orders")) == ["Plain", *expected, "Orders"]


def test_a_question_ends_its_sentence_before_the_number() -> None:
    assert headings(*numbered("Facts"), "SALE OF LAMPS IN 2030?", f"\n \n3 {LONG}") == [
        "Facts",
        "SALE OF LAMPS IN 2030?",
    ]


def test_a_question_is_a_heading_where_the_number_begins_a_line() -> None:
    long = "Is the keeper entitled to relief, although he put the lamp out, as a result of " + "the agreed error " * 4
    for asks, is_heading in (("Dismissal or stay?", True), (f"{long}?", True), ("If so, would it go out?", False)):
        assert (asks in headings(*numbered("Facts"), asks, f"\n \n3 {LONG}")) is is_heading
    for asks in ("Dismissal or stay?", f"{long}?"):  # they end the paragraph
        assert headings(*numbered("Facts"), asks, f"3 {LONG}") == ["Facts"]


def test_the_number_of_a_heading_that_a_sentence_end_tore_off() -> None:
    asks = "Is the keeper bound?"
    torn = (*numbered("Facts"), "1.", f"\n\nThe lamp \n \n3 {LONG}", LONG, "2.", f"\n\n{asks} \n \n4 {LONG}")
    assert headings(*torn) == ["Facts", "1. The lamp", f"2. {asks}"]
    listed = ("1.", "Was the lamp lit?", "2.", f"\n\n{asks} \n \n3 {LONG}")
    assert headings(*numbered("Facts"), *listed) == ["Facts"]


def test_a_long_heading_with_a_number() -> None:
    long = (
        "Failure to give independent representatives of lighthouse keepers documentation of their circumstances, duly"
    )
    for line in (f"(iv) {long} translated", f"Ground 2 --- {long} translated"):
        assert line in headings(*numbered("Facts", line))
    assert f"{long} translated at once" not in headings(*numbered("Facts", f"{long} in May 2031"))


def test_headings_behind_a_quotation_where_numbers_are_lost() -> None:
    lines = (f"\n INTRODUCTION \n {LONG}", f"It burnt. \n (emphasis added) \n THE LAW \n {LONG}", LONG)
    assert headings(*lines) == ["INTRODUCTION"]  # the sentence is the quotation's
    assert headings(lines[0], "It burnt.", f"(emphasis added) \n THE LAW \n {LONG}", LONG) == [
        "INTRODUCTION",
        "THE LAW",
    ]
    assert headings(lines[0], "It burnt.", f"... \n Article 13 \n {LONG}", LONG) == ["INTRODUCTION"]


def test_a_question_in_title_case_is_a_heading_where_numbers_are_lost() -> None:
    first = f"\n INTRODUCTION \n {LONG}"
    assert headings(first, "Was the Lamp a 'Final Light'?", LONG) == ["INTRODUCTION", "Was the Lamp a 'Final Light'?"]
    assert headings(first, "Was the lamp a final light?", LONG) == ["INTRODUCTION"]
    assert headings(first, "Was it lit?", "Was the Lamp a 'Final Light'?", LONG) == ["INTRODUCTION"]


def test_a_number_behind_a_heading_whose_text_is_a_sentence_of_its_own() -> None:
    lines = (f"\n INTRODUCTION \n {LONG}", "\n \n The price of the oil \n \n57.", LONG)
    assert headings(*lines) == ["INTRODUCTION", "The price of the oil"]
    assert "The price of the oil\n\n57." in source(*lines).text


def test_numbers_of_a_judgment_that_is_quoted_count_nothing() -> None:
    quoted = [f"\n{number}.\n{LONG}" for number in range(1, 9)]
    certified = "I certify that the preceding {} numbered paragraphs are a true copy of the Reasons of Justice Beam."
    for count, first in (("fifty-eight (58)", "p.1"), ("eight (8)", "para.1")):
        document = read(case("His Honour said:", *quoted, certified.format(count)), "31_12.xml")
        assert document.chunks[1].path == first


def test_a_heading_is_a_paragraph_of_its_own() -> None:
    text = source(f"\n1 {LONG}", f"THE LAW \n \n2 {LONG}", f"3 {LONG}").text
    assert f"{LONG}\n\nTHE LAW\n\n2 The lamp" in text


def test_a_judgment_that_has_lost_its_numbers() -> None:
    lines = (
        f"\n INTRODUCTION \n {LONG}",
        "It is dark. \n \n",
        "The section provides: \n \n 41 Lamps of harbours \n \n (1) A lamp is lit.",
        f"\n The keeper's case \n \n {LONG}",
        "Ms Wick fears the dark.",
        "Associate:\n\n Solicitor for the Applicant: Oil \n \n Mr Oil \n \n Date of Hearing: 4 May 2031",
    )
    assert headings(*lines) == ["INTRODUCTION", "The keeper's case"]
    assert "provides:\n41 Lamps of harbours\n(1) A lamp is lit." in source(*lines).text


@pytest.mark.parametrize("first", [f"\n1 {LONG}", LONG])
def test_the_closing_begins_with_the_certificate(first: str) -> None:
    certified = (
        "I certify that the preceding two (2) numbered paragraphs are a true copy of the Reasons of Justice Beam."
    )
    closing = "Associate:\n\nDated: 4 May 2031\n \n Counsel for the Applicant: Mr Oil"
    document = read(case(first, f"2 {LONG}", certified, closing), "31_12.xml")
    assert document.chunks[-1].path == "closing"
    assert document.chunks[-1].content.startswith("I certify that")


def test_who_speaks_is_no_sentence() -> None:
    assert names_judge("Lord Reed:") and names_judge("Mr Justice Beam")
    assert not names_judge("Ms Budd suffers from chronic anxiety.")


@pytest.mark.parametrize(
    ("name", "title", "parties"),
    [
        (
            "Lamp Pty Ltd (ACN 010 622 901) v Harbour (No 2) [2031] FCA 12 (4 May 2031)",
            "Lamp Pty Ltd (ACN 010 622 901) v Harbour (No 2) [2031] FCA 12",
            ["Lamp Pty Ltd", "Harbour"],
        ),
        ("Lamp v Harbour No 2 [2031] FCA 12 (4 May 2031)", "Lamp v Harbour No 2 [2031] FCA 12", ["Lamp", "Harbour"]),
        (
            "Lamp v Harbour(Corrigendum dated 7 August 2031) [2031] FCA 12 (4 May 2031)",
            "Lamp v Harbour [2031] FCA 12",
            ["Lamp", "Harbour"],
        ),
        (
            "Lamp v Harbour Limited, in the matter of Harbour Limited [2031] FCA 12 (4 May 2031)",
            "Lamp v Harbour Limited, in the matter of Harbour Limited [2031] FCA 12",
            ["Lamp", "Harbour Limited"],
        ),
        (
            "Lamp, in the matter of Harbour Limited (No 2) [2031] FCA 12 (4 May 2031)",
            "Lamp, in the matter of Harbour Limited (No 2) [2031] FCA 12",
            ["Lamp"],
        ),
    ],
)
def test_the_name_of_a_case(name: str, title: str, parties: list[str]) -> None:
    document = read(case(f"\n1 {LONG}", f"2 {LONG}", name=name), "31_12.xml")
    assert (document.title, document.metadata["parties"]) == (title, parties)
    assert document.metadata.get("corrected") == ("2031-08-07" if "Corrigendum" in name else None)


def test_the_foot_of_the_page_is_no_part_of_the_closing() -> None:
    foot = "AustLII: Copyright Policy | Disclaimers | Feedback \n URL: http://lamps.example/au/2031/12.html"
    closing = f"Associate:\n\nDated: 4 May 2031\n \n Counsel for the Applicant: Mr Oil \n \n {foot} \n"
    document = read(case(f"\n1 {LONG}", f"2 {LONG}", closing), "31_12.xml")
    assert document.chunks[-1].content.endswith("Mr Oil")
    assert [document.text[part.start : part.end] for part in document.set_aside] == [foot]


def test_what_stands_behind_the_first_sentence_of_a_paragraph_is_in_it() -> None:
    found = source(f"\n \n {LONG}", LONG, f"\n \n {LONG}", LONG)
    assert found.text.endswith(f"{LONG}\n{LONG}\n\n{LONG}\n{LONG}")


def test_a_part_of_a_cut_paragraph_is_joined_to_no_other_one() -> None:
    document = read(case(f"\n \n {LONG}", *[LONG] * 60, f"\n \n {LONG}"), "31_12.xml")
    assert [chunk.path for chunk in document.chunks if chunk.path != "front"] == ["p.1.1", "p.1.2", "p.2"]


def test_a_question_in_capitals_stands_above_a_heading_and_a_number() -> None:
    asked = "IS THE KEEPER ENTITLED TO SECURITY FOR THE OIL UNDER EITHER SECTION 56 OR SECTION 1335 ?"
    lines = [*numbered("The oil"), asked, f"\n General Principles \n \n3 {LONG}", f"4 {LONG}"]
    assert headings(*lines) == ["The oil", asked, "General Principles"]
