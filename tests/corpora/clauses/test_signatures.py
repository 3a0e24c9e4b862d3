"""Signatures are part of no clause, and what every page repeats is part of no text."""

import pytest

from piperoll.corpora.clauses.candidates.no_captions import is_signer
from tests.corpora.clauses.documents import at, contract, paths

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3
BLOCK = "By: /s/ Ann Keeper\n\nName: Ann Keeper\n\nTitle: Keeper of the light"


@pytest.mark.parametrize(
    "signed",
    [
        pytest.param(f"LANTERN CO.\n\n{BLOCK}", id="a name above"),
        pytest.param("LANTERN CO.   By: /s/ Ann Keeper   Name: Ann Keeper   Title: Keeper", id="one line"),
        pytest.param(
            f"The parties have executed this Agreement as of May 3.\n\nLANTERN, INC.\n\n{BLOCK}", id="a sentence"
        ),
        pytest.param(
            "The undersigned are duly authorised to execute this Agreement on behalf of the parties.\n"
            "For and on behalf of NSK Europe Limited\nSignature……………………\nName……………………\nDate……………………",
            id="dots",
        ),
        pytest.param(
            "/s/ Ann Keeper\n\nName: Ann Keeper of the lantern by the sea\n\nDate: May 3, 2031", id="no word in front"
        ),
        pytest.param(f"TENANT:\n\nLANTERN, P.C.\n\n{BLOCK}", id="a role over a name"),
        pytest.param(
            "LANDLORD:                TENANT:\nHARBOUR, L.P.            LANTERN, P.C.\n\n"
            "By: ________________     By: ________________\nIts: President           Its: Keeper",
            id="two roles beside each other",
        ),
        pytest.param(
            f"This agreement is executed in two copies in the tower.\n\nLANTERN, INC.\n\n{BLOCK}", id="is executed"
        ),
        pytest.param(f"Executed effective as of the day above.\n\nLANTERN, INC.\n\n{BLOCK}", id="effective"),
        pytest.param(
            "KEEPER:        OWNER: Lantern Works of the Northern Islands        Harbour Works of the Southern Isles\n\n"
            "By: /s/ Ann Keeper          By: /s/ Bo Pilot\nName: Ann Keeper          Name: Bo Pilot",
            id="two long names beside each other",
        ),
        pytest.param(
            f"This agreement is executed in two copies.\n\nR. L. LANTERNS CO.   {BLOCK}", id="initials in a name"
        ),
    ],
)
def test_signatures_stand_in_no_clause(signed: str) -> None:
    document = contract(f"1. Light. {LONG}\n\n2. Governing Law. {LONG}\n\n{signed}")
    assert paths(document)[-1] == "signatures"
    assert at(document, "signatures").content.strip() == signed
    assert at(document, "signatures").header == "contract"


def test_exhibits_behind_signatures_stand_for_themselves() -> None:
    document = contract(f"1. Light. {LONG}\n\n2. Law. {LONG}\n\n{BLOCK}\n\nEXHIBIT A\n\n{LONG}")
    assert "exhibit-a" in paths(document)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("By: the keeper, at dusk, and by nobody else on any day", id="prose"),
        pytest.param("Name: Ann Keeper\n\nTitle: Keeper of the light", id="an address"),
    ],
)
def test_other_lines_end_no_clause(text: str) -> None:
    document = contract(f"1. Light. {LONG}\n\n2. Notices. {LONG}\n\n{text}\n\n{LONG}")
    assert "signatures" not in paths(document)


def test_signatures_between_clauses_close_none() -> None:
    document = contract(f"1. Light. {LONG}\n\n{BLOCK}\n\n2. Oil. {LONG}\n\n3. Law. {LONG}")
    assert "signatures" not in paths(document)
    assert {"1", "2", "3"} <= set(paths(document))


def test_a_line_at_the_end_of_every_page_is_set_aside() -> None:
    notice = "*** Confidential treatment requested for parts of this page of the log."
    pages = [f"{number}. Light {number}. {LONG}\n\n{notice}\n\n\n\n\n{number}\n\n" for number in range(1, 8)]
    document = contract("".join(pages))
    assert not any(notice in one.content for one in document.chunks)
    assert sum(part.reason == "page furniture" for part in document.set_aside) >= len(pages)


def test_a_sentence_that_is_repeated_inside_pages_stays() -> None:
    sentence = "The keeper answers for the light in every room of the house by the sea."
    document = contract("".join(f"{number}. Light {number}. {LONG}\n\n{sentence}\n\n" for number in range(1, 8)))
    assert sum(sentence in one.content for one in document.chunks) == 7


def test_the_lines_that_say_who_signs_go_with_the_signatures() -> None:
    text = "4. Oil. The keeper buys the oil of the lamp from the harbour, and no other oil is burnt.\n"
    text += "5. Entire Agreement. The keeper and the harbour agree on nothing else about the lamp and its oil.\n"
    rule = "____________________ ____________________\n"
    block = (
        f"COMPANY: Port Vila Harbour Authority:\n{rule}(SIGNATURE) (SIGNATURE)\n{rule}(PRINTED NAME) (PRINTED NAME)\n"
    )
    assert at(contract(f"LAMP AGREEMENT\n\n{text}{block}"), "signatures").content.strip() == block.strip()
    named = (
        "LANTERN, INC.:           THE HARBOUR COMPANY:\n\nBy: /s/ Ann Keeper       By: /s/ Bo Owner\n\nTitle: Keeper\n"
    )
    assert at(contract(f"LAMP AGREEMENT\n\n{text}\n{named}"), "signatures").content.startswith("LANTERN, INC.:")


@pytest.mark.parametrize(
    "said",
    [
        "[Signature page follows]",
        "[Remainder of page intentionally left blank; signatures on next page]\n\n12\n\nLamp Agreement",
        "(The rest of this page is left blank.)",
        "REMAINDER OF PAGE INTENTIONALLY LEFT BLANK",
    ],
)
@pytest.mark.parametrize("signed", ["IN WITNESS WHEREOF, the parties have signed it.\n\n", ""])
def test_signatures_begin_where_they_are_said_to_follow(said: str, signed: str) -> None:
    text = f"1. Aa. {LONG}\n\n2. Bb. {LONG}\n\n{said}\n\n{signed}LANTERN CO.\n\nBy: /s/ Ann Keeper\nName: Ann Keeper\n"
    chunks = contract(text).chunks
    (first,) = [one for one in chunks if said[:12] in one.content]
    assert first.content.startswith(said[:12])
    assert first.path in ("in-witness-whereof", "signatures")


def test_a_sentence_about_the_page_of_signatures_belongs_to_its_clause() -> None:
    text = (
        f"1. Aa. {LONG}\n\n2. Bb. {LONG}Each signature page is an original.\n\nLANTERN CO.\n\nBy: /s/ Ann\nName: Ann\n"
    )
    assert any(one.path.startswith("2") and "an original" in one.content for one in contract(text).chunks)


@pytest.mark.parametrize(
    "block",
    [
        "AS WITNESS the hands of the parties.\n\nSIGNED by ANN KEEPER ) /s/ Ann\n\nSIGNED by BEA OILER ) /s/ Bea",
        "Signed on behalf of ……………………\n……………………\nDate ……………………\nWitnessed by: ……………………",
        "READ AND AGREED\nOn behalf of the Port\nPrint Name:\nTitle:\nDate:\nSigned:",
        "By signing below, the parties agree.\n\n/s/ Ann Keeper /s/ Bea Oiler\nName: Ann Name: Bea",
        "Visitor: __________ __________\nPrinted Name   Company\n__________ __________\nSignature   Date",
        "BUYER: SELLER:\n__________ __________\nSIGNATURE DATE SIGNATURE DATE\n__________ __________",
    ],
)
def test_words_of_signing_and_fields_alone_are_signatures(block: str) -> None:
    chunks = contract(f"1. Aa. {LONG}\n\n2. Bb. {LONG}\n\n{block}\n").chunks
    (first,) = [one for one in chunks if block[:12] in one.content]
    assert first.path == "signatures" and first.content.startswith(block[:12])


def test_a_sentence_that_begins_with_signed_is_no_signature() -> None:
    text = f"1. Aa. {LONG}\n\n2. Bb. {LONG}\n\nSigned by the keeper, the log is kept in the tower of the port. {LONG}\n"
    assert not any(one.path.startswith("signatures") for one in contract(text).chunks)


def test_the_names_of_those_who_sign_head_nothing() -> None:
    signed = "By: /s/ Ann Keeper   Name: Ann Keeper   Title: Keeper of the Light and of all the Lamps of the Port"
    names = "\n\n\n".join(f"LANTERN {name} CORPORATION\n\n\n{signed}{signed}" for name in ("ONE", "TWO", "THREE"))
    text = f"1. Aa. {LONG}\n\n2. Bb. {LONG}\n\nIN WITNESS WHEREOF, the parties have signed it.\n\n{names}\n"
    assert not any("lantern" in path for path in paths(contract(text)))


def test_the_fields_of_a_signature_go_with_the_name_above_them() -> None:
    block = (
        "By: /s/ Ann Keeper of the Port\n\nName: Ann Keeper of the Lantern by the Sea\n\nTitle: Keeper of all the Lamps"
    )
    names = [f"LANTERN {name} LLC" for name in ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT")]
    signed = "\n\n".join(f"{name}\n\n{block}" for name in names)
    chunks = contract(f"1. Aa. {LONG}\n\n2. Bb. {LONG}\n\nIN WITNESS WHEREOF, they sign.\n\n{signed}\n").chunks
    assert all(one.content.startswith("LANTERN") for one in chunks if one.path.startswith("in-witness-whereof.p"))
    assert len([one for one in chunks if one.path.startswith("in-witness")]) > 1


def test_what_is_attached_stands_beside_the_signatures() -> None:
    signed = f"IN WITNESS WHEREOF, they sign.\n\nLANTERN CO.\n\n{BLOCK}\n\nSIGNATURE PAGE TO LAMP AGREEMENT"
    attached = f"LETTER OF INDUCEMENT\n\n1. Wicks. {LONG}\n\n2. Glass. {LONG}\n"
    found = paths(contract(f"1. Aa. {LONG}\n\n2. Bb. {LONG}\n\n{signed}\n\n\n\n{attached}"))
    named = ["in-witness-whereof", "letter-of-inducement", "letter-of-inducement.2"]
    assert [path for path in found if path not in ("1", "2")] == named


@pytest.mark.parametrize(
    "sheet", ["EXHIBIT A\n\nLamps of the port\n", "SCHEDULE 1\n\n[omitted]\n\nSCHEDULE 2\n\nOil\n"]
)
def test_a_short_schedule_behind_signatures_has_a_chunk_of_its_own(sheet: str) -> None:
    document = contract(
        f"LAMP AGREEMENT\n\n1. Lamps. {LONG}\n\n2. Oil. {LONG}\n\nIN WITNESS WHEREOF\n\n{BLOCK}\n\n{sheet}"
    )
    signed, attached = document.chunks[-2:]
    assert signed.header.endswith("IN WITNESS WHEREOF") and "Title" in signed.content
    assert attached.content.strip() == sheet.strip()


def test_a_signature_at_the_beginning_of_a_line_needs_no_other_field() -> None:
    signed = "/s/ Ann Keeper      9/9/31 - ------\n\nBob Pier      9/9/31\n"
    last = contract(f"1. Aa. {LONG}\n\n2. Bb. {LONG}\n\nYours sincerely\n\n{signed}").chunks[-1]
    assert last.path == "signatures"
    assert last.content.startswith("Yours sincerely")


@pytest.mark.parametrize(("name", "signs"), [("Ann Keeper Harbour Office", True), ("Oil of the Port", False)])
def test_the_name_below_a_signature_heads_nothing(name: str, signs: bool) -> None:
    signature = "/s/ Ann Keeper"
    assert is_signer(f"{signature}\n\n{name}", (0, len(signature)), len(signature) + 2) is signs


@pytest.mark.parametrize(
    "asked",
    [
        f"{{}}\n\nIf this is the arrangement among keeper,\nport and you, please indicate acceptance\n{PROSE}",
        f"{{}}\n\nIf this is so, kindly sign both copies. {PROSE}",
        f"{{}}   To show that you agree, please date and sign it and send it back. {PROSE}   LANTERN CO.",
    ],
)
def test_signatures_begin_where_a_letter_asks_for_them(asked: str) -> None:
    document = contract(
        f"1. Aa. {LONG}\n\n{asked.format(f'2. Bb. {LONG}')}\n\nPer:\n\nName: Ann Keeper\n\nTitle: Keeper\n"
    )
    assert "If this is" not in (clause := at(document, "2").content) and "To show" not in clause
    assert at(document, "signatures").content.startswith(("If this is", "To show"))


def test_a_clause_that_asks_for_nothing_ends_in_front_of_its_signatures() -> None:
    said = "The keeper signs the log. Please light the lamp."
    document = contract(f"1. Aa. {LONG}\n\n2. Bb. {LONG}{said}\n\nPer:\n\nName: Ann Keeper\n\nTitle: Keeper\n")
    assert not any("Please" in chunk.content for chunk in document.chunks if chunk.path == "signatures")


def test_a_clause_that_asks_to_sign_is_none_of_the_signatures() -> None:
    said = "It begins on the day on which the port has it. "
    asks = f"If you agree, please sign where {'the lamp is lit at dusk and put out at dawn, ' * 8}and send it back."
    signed = "Accepted by: Name Title Lantern Co. By: Name: Title: Date:"
    document = contract(
        f"1. Aa. {LONG}\n\n2. Acceptance of it {asks} {said}{signed}\n\nEXHIBIT A\n\n{LONG}\n\nEXHIBIT B\n\n{LONG}"
    )
    assert at(document, "2").content.endswith(said)
    assert at(document, "signatures").content.startswith("Accepted by")
