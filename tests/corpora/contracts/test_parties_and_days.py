"""Test who the parties of a contract are, and which day its signatures tell."""

from datetime import date

import pytest

from piperoll.corpora.contracts import title

FAR = "The keeper lights the lamp. " * 50


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            'made by and among (a) Lamp One, S.A. ("One"), a company of Port; (b) Lamp Two, S.A. ("Two"), a company of '
            'Bay, (c) Oil Ltd. ("Oil"), a company of Cove. They agree.',
            ["Lamp One, S.A.", "Lamp Two, S.A.", "Oil Ltd."],
            id="letters in front",
        ),
        pytest.param(
            'made by and between the State of Maine, (the "State"), and Oil Ltd. ("Oil"). They agree.',
            ["State of Maine", "Oil Ltd."],
            id="a state",
        ),
        pytest.param(
            'Sirs:\n\nLamp Bancorp, Inc., a Maine corporation (the "Company"), Lamp Mutual Bank (the "Bank"), whose '
            'deposits the Oil Insurance Fund (the "Fund") insures, by its wholly-owned subsidiary, Wick LLC ("Wick").',
            ["Lamp Bancorp, Inc.", "Lamp Mutual Bank"],
            id="a body that is no company, and none of the others",
        ),
        pytest.param(
            "BETWEEN: Lamp Asia Ltd., a company of Port Vila. AND: Mr. Jan Keeper, Ms. Ann Oil (the “Keepers”)",
            ["Lamp Asia Ltd.", "Mr. Jan Keeper", "Ms. Ann Oil"],
            id="AND behind a full stop",
        ),
        pytest.param(
            'made by and between Lamp LLC ("Lamp") and the company set forth below ("Company"). They agree.\n\n'
            "Company: Oil Solutions, Inc. (OIL)\n\nAddress: 1 Sea Road",
            ["Lamp LLC", "Oil Solutions, Inc."],
            id="a field",
        ),
        pytest.param(
            "made between LAMP TECHNOLOGY, SA., a company of Port, and OIL MEDIA' . They agree.",
            ["LAMP TECHNOLOGY, SA", "OIL MEDIA"],
            id="marks behind names",
        ),
    ],
)
def test_parties(text: str, expected: list[str]) -> None:
    assert list(title.read(f"LAMP AGREEMENT\n\nThis Agreement is {text}").parties) == expected


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            'This Guaranty is made as of May 1, 2031 by LANTERN INVESTORS, L.P. (the "Investor"), in favor of THE PORT '
            'NATIONAL ASSOCIATION, a bank (the "Agent"). RECITALS: A. The Agent and ALPHA CORP., a Texas '
            'corporation, K*TEC CORP., a Texas corporation (collectively, the "Borrowers") agreed.',
            ("LANTERN INVESTORS, L.P.", "THE PORT NATIONAL ASSOCIATION"),
        ),
        (
            'This Lease is made between Port Ltd. ("Port"), and YOU BY LAMPS HOLDINGS, INC., a Texas corporation '
            '("Keeper"). WHEREAS',
            ("Port Ltd.", "YOU BY LAMPS HOLDINGS, INC."),
        ),
        (
            "This Non-Disclosure Agreement is made between Port Ltd. together with its affiliated companies, Oil, LLC "
            "and Glass, LLC (collectively “Port”), and Lantern, Inc. (“Lantern”). WHEREAS",
            ("Port Ltd.", "Lantern, Inc."),
        ),
        (
            'LEASE\n\nThe port of A*TEC CORP., a Texas corporation (the "Port"), and Lantern Inc., a Texas corporation '
            '(the "Keeper"), agree.',
            ("Lantern Inc.",),
        ),
        (
            "LEASE\n\n1.  Lamp Group Company (hereinafter referred to as Party A), a firm of Port.\n\nLegal "
            "Representative of Party A:\n\nName: Jan Keeper\n\n2.  Oil Inc., (hereinafter referred\nto as Party B), "
            "a firm of Bay.",
            ("Lamp Group Company", "Oil Inc."),
        ),
        (
            'LEASE\n\nJSC Lamp, hereinafter referred to as the "Keeper", and OAO Oil, hereinafter called the "Owner", '
            "agree.",
            ("JSC Lamp", "OAO Oil"),
        ),
        (
            'LEASE\n\nWHEREAS LANTERN is a lamp company of Port ("LANTERN") and Oil Inc. is a company of Bay ("Oil"), '
            "and",
            ("LANTERN", "Oil Inc."),
        ),
        (
            'LEASE\n\nOil Inc., a Maine corporation (the "Company"), hires Ann Keeper ("Consultant") and Jan ("Lamp '
            'Boy") for the Port Light ("Supplier"). Company Name ("Sponsor")',
            ("Oil Inc.", "Ann Keeper"),
        ),
        (
            'LEASE\n\nThe undersigned, the Port Lamp Fund (the "Fund"), agrees that Oil Inc. ("Oil") lights the lamp.',
            ("Port Lamp Fund", "Oil Inc."),
        ),
        (
            'LEASE\n\nThis Lease is made between Lamp Inc. ("Lamp") and a joint venture comprised of Oil Inc. ("Oil") '
            'and Wick LLC ("Wick"). WHEREAS',
            ("Lamp Inc.", "Oil Inc.", "Wick LLC"),
        ),
        (
            'LEASE\n\nThis Lease is made between Lamp Inc. ("Lamp"), Wick LLC, a Texas company that is a subsidiary '
            'of Oil Ltd, a Texas company ("OIL") and, solely for purposes of Section 4, OIL; each a "Party". So',
            ("Lamp Inc.", "Wick LLC", "Oil Ltd"),
        ),
        (
            'LEASE\n\nOil Keepers, Inc. ("OK"), a Maine company, lights the lamp, and this Lease is made between Lamp '
            'Inc., a company (the "Owner") and OK.',
            ("Lamp Inc.", "Oil Keepers, Inc."),
        ),
        (
            "LEASE\n\nThis Lease is made between LAMP CORPORATION and OIL LTD\n\nLamp is the owner of Port, and Wick, "
            "and North Harbour Area Block 9 (“Area”)",
            ("LAMP CORPORATION", "OIL LTD"),
        ),
    ],
)
def test_the_parties_are_whole_and_on_two_sides(text: str, names: tuple[str, ...]) -> None:
    assert title.read(text).parties == names


@pytest.mark.parametrize(
    ("first", "signed", "names"),
    [
        pytest.param(
            'is made by Lantern Inc. (the "Company") and each person set forth on the signature page.',
            "LANTERN INC.\n\nBy: /s/ Ann Keeper\nName: Ann Keeper\nTitle: Keeper\n\nOIL FUND, L.P.\nBy: Oil Partners "
            "LLC\n\nBy: /s/ Jan Oil\n\nPort Fund I LP\nDate: July 1, 2031 By: /s/ Jan   Jan Port, Jr.   By: /s/ Jan",
            ("Lantern Inc.", "OIL FUND, L.P.", "Port Fund I LP"),
            id="the others",
        ),
        pytest.param(
            "binds the parties in Schedule A.",
            "For and on behalf of Port Telecom\n\nBy:\n\nFor and on behalf of\n   Bay Cable Ltd.\n\nBy:\n\n"
            "For and on behalf of Party-1 Date Signed",
            ("Port Telecom", "Bay Cable Ltd."),
            id="all",
        ),
        pytest.param(
            'is made between Lantern Inc. ("Lantern") and Oil Ltd. ("Oil").',
            "LANTERN INC.\n\nBy:\n\nGUARANTOR LLC\n\nBy:",
            ("Lantern Inc.", "Oil Ltd."),
            id="none, where the first page names both sides",
        ),
        pytest.param(
            'is made between Lantern Inc. ("Lantern"), Oil Ltd. ("Oil") and the persons listed on Schedule A.',
            "LANTERN INC.\n\nBy:\n\nOIL LTD.\n\nBy:\n\nPORT LLC\n\nBy:",
            ("Lantern Inc.", "Oil Ltd.", "PORT LLC"),
            id="those that the first page leaves to a list",
        ),
    ],
)
def test_the_signature_page_names_whom_the_first_page_does_not(first: str, signed: str, names: tuple[str, ...]) -> None:
    text = f"LAMP LEASE\n\nThis Lamp Lease {first}\n\n{FAR * 10}\n\nIN WITNESS WHEREOF, they sign:\n\n{signed}"
    assert title.read(text).parties == names


@pytest.mark.parametrize(
    ("blank", "behind", "expected"),
    [
        ('______ ("Buyer")', 'Alpha Ltd. and Beta Corp. (collectively, the "Company")', "of Alpha Ltd. and Beta Corp."),
        ('[ * * * ] (the "Provider")', 'Alpha Ltd. and Beta Corp. (each "Buyer")', "of Alpha Ltd. and Beta Corp."),
        ('______ ("Buyer")', 'Alpha Ltd. ("Alpha") and Beta Corp. ("Beta")', "between Alpha Ltd. and Beta Corp."),
        ('Gamma LLC ("Buyer")', 'Beta Corp. (the "Company")', "between Gamma LLC and Beta Corp."),
    ],
)
def test_companies_of_one_side_are_no_opponents(blank: str, behind: str, expected: str) -> None:
    text = f"This Supply Agreement is made by and between {blank} and {behind}. The Buyer buys oil."
    assert title.title(title.read(text), "oil.txt") == f"Supply Agreement {expected}"


def test_all_who_write_a_letter_are_parties() -> None:
    text = (
        "AGENCY AGREEMENT\n\nGamma & Co., L.P. 919 Sea Road\n\nLadies and Gentlemen:\n\nAlpha Bancorp, Inc. (the "
        '"Company"), a new Maryland corporation, Port Bancorp, MHC, a Maine\xad chartered holding company (the "MHC"), '
        'and Port Savings Bank d/b/a Alpha Bank, a Maine\xadchartered savings bank (the "Bank"), hereby confirm their '
        'agreement with Gamma & Co., L.P. (the "Agent").'
    )
    expected = ("Gamma & Co., L.P.", "Alpha Bancorp, Inc.", "Port Bancorp, MHC", "Port Savings Bank")
    assert title.read(text).parties == expected


def test_parties_behind_long_contents() -> None:
    text = (
        f"SUPPLY AGREEMENT\n\nTABLE OF CONTENTS\n\n{'1.  OIL ........ 1  ' * 450}\n\nThis  agreement is made and "
        "entered into this day of , 20 by and between  Alpha Lamps, Inc., a Maine  corporation, and Buyer (see below):"
        "\n\nNOW  THEREFORE,  the parties agree as follows:"
    )
    assert title.read(text).parties == ("Alpha Lamps, Inc.",)


SIGNED = (
    "IN WITNESS WHEREOF, they sign.\n\nALPHA, INC.\n\nBy: /s/ Ann\n\nDate: {}\n\nBETA LTD.\n\nBy: /s/ Bo\n\nDate: {}"
)


@pytest.mark.parametrize(
    ("made", "days", "expected"),
    [
        ("", ("May 1, 2031", "May 1, 2031"), date(2031, 5, 1)),
        ("", ("May 1, 2031", "May 3, 2031"), None),
        ("", ("May 1, 2031", "____"), None),
        ("", ("at sea", "at sea"), None),
        (" as of the latest date on the  signature page", ("May 3, 2031", "May 1, 2031"), date(2031, 5, 3)),
        (" as of the date last written below", ("5/21/31", "May 1, 2031"), date(2031, 5, 21)),
        (" as of the date last written below", ("____", "May 1, 2031"), None),
        (" as of the date last signed below", ("8/4/31", "7-29-31"), date(2031, 8, 4)),
        (" as of the date last signed below", ("8/4/31", "7-9-31"), None),
        (' on the date of last signature ("Effective Date")', ("May 3, 2031", "May 1, 2031"), date(2031, 5, 3)),
        (' as of the Effective Date. "Effective Date" means the day of Closing', ("May 1, 2031", "May 1, 2031"), None),
    ],
)
def test_the_day_of_the_signatures(made: str, days: tuple[str, str], expected: date | None) -> None:
    first = f"This Supply Agreement is made{made} between Alpha, Inc. and Beta Ltd."
    assert title.read(f"{first}\n\n1. Oil. {'The buyer buys oil. ' * 500}\n\n{SIGNED.format(*days)}").date == expected


def test_a_day_behind_a_label_without_a_colon() -> None:
    first = "This Supply Agreement is made as of the last date signed below between Alpha, Inc. and Beta Ltd."
    signed = SIGNED.replace("Date:", "Date").format("13/07/31", "14/07/31")
    assert title.read(f"{first}\n\n1. Oil. {'The buyer buys oil. ' * 500}\n\n{signed}").date == date(2031, 7, 14)


@pytest.mark.parametrize("row", ["Date:    Date:     3-29-2031   3-31-31", "3/29/2031   3/31/2031   Date   Date"])
@pytest.mark.parametrize(
    "agreed",
    [
        "executed this Agreement as of the last date below.",
        "signed. 9. It holds from the later of the dates of signature.",
    ],
)
def test_days_in_a_row_below_or_above_their_labels(row: str, agreed: str) -> None:
    first = f"Supply Agreement between Alpha, Inc. and Beta Ltd.\n\n1. Oil. {'The buyer buys oil. ' * 500}\n\n"
    signed = f"IN WITNESS WHEREOF, they have {agreed}\n\nALPHA, INC.   BETA LTD.\n\n S/ Ann Oil   S/ Bo Wick\n\n{row}\n"
    assert title.read(first + signed).date == date(2031, 3, 31)


def test_the_day_that_the_last_clause_tells() -> None:
    text = f"Supply Agreement between Alpha, Inc. and Beta Ltd.\n\n1. Oil. {'The buyer buys oil. ' * 500}\n\n"
    assert title.read(f"{text}9.6 This Agreement is dated April 29, 2031.").date == date(2031, 4, 29)
    assert title.read(f"{text}9.6 This Agreement is made in English on paper.").date is None


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("IN WITNESS WHEREOF, they have executed this Lease as of this 4th day of April, 2031. A", date(2031, 4, 4)),
        ("IN WITNESS WHEREOF, each has signed this Lease in Port, Maine on April 4, 2031. A", date(2031, 4, 4)),
        ("IN WITNESS WHEREOF, they have executed this change of the Lease dated April 4, 2031. A", None),
        ("IN WITNESS WHEREOF, they sign below. IN WITNESS WHEREOF, it is signed on April 4, 2031.", None),
        ("THUS DONE AND SIGNED at Port on this 4th day of April 2031. A", date(2031, 4, 4)),
        ("Signed and effective this 4th day of April, 2031.", date(2031, 4, 4)),
        ("9. This Lamp Agreement is executed as of the 4th day of April, 2031.", date(2031, 4, 4)),
        ("9. This Agreement shall be effective as of 4 April 2031 and may end.", date(2031, 4, 4)),
        ("9. This Agreement shall be effective until 4 April 2031.", None),
        ('"Effective Date" means April 4, 2031.', date(2031, 4, 4)),
        ("ADDENDUM\n\nEffective Date: April 4, 2031", date(2031, 4, 4)),
        ("Name: Ann\n\nDate 24/04/31", None),
    ],
)
def test_the_day_far_behind_the_first_page(words: str, expected: date | None) -> None:
    text = f"Lamp Lease between Alpha, Inc. and Beta Ltd.\n\n1. Oil. {'The keeper buys oil. ' * 500}\n\n"
    assert title.read(f"{text}{words}").date == expected


def test_the_day_of_a_letter_is_not_that_of_the_contract() -> None:
    told = "In answer to the change to this plan, the keeper has confirmed by letter dated April 4, 2031 that it burns."
    assert title.read(f"Lamp Lease between Alpha, Inc. and Beta Ltd.\n\n{told}").date is None


def test_a_party_stands_behind_its_role_in_the_second_column_of_a_cover() -> None:
    text = (
        'RESELLER AGREEMENT\n\nALPHA CORPORATION ("Alpha")          "RESELLER"  BETA OIL CORPORATION\n\n1 SEA ROAD'
        "          ADDRESS: 2 SEA ROAD\n\nThis Reseller Agreement is entered into by and between Alpha and Reseller."
    )
    assert set(title.read(text).parties) == {"ALPHA CORPORATION", "BETA OIL CORPORATION"}


@pytest.mark.parametrize("heading", ["I. PURPOSE", "R1. Rent", "1. Rent"])
def test_the_heading_behind_the_parties_is_none(heading: str) -> None:
    names = "between the\nPort Vila Harbour Board\nand the\nInstitute of Oil"
    text = f"MEMORANDUM OF UNDERSTANDING\n{names}\n\n{heading}\n\n{FAR}"
    assert title.read(text).parties == ("Port Vila Harbour Board", "Institute of Oil")


def test_the_day_on_which_a_letter_is_accepted_is_not_its_own() -> None:
    front = "May 4, 2031\n\nMr. Bo Oiler\n1 Pier Road\n\nRe: Lamps\n\nDear Bo:"
    letter = f"{front}\n\n{FAR}\n\nVery truly yours,\n\nLAMP, INC.\n\n"
    accepted = "Accepted:\n\n/s/ Bo Oiler\nBo Oiler\nDate: May 9, 2031\n"
    assert title.read(letter + accepted).date == date(2031, 5, 4)


def test_the_heading_of_a_clause_is_not_what_a_deed_is_called() -> None:
    text = (
        f"(1) LAMP LIMITED\n(2) OIL PLC\n\nGUARANTEE AND INDEMNITY\n\n{FAR[:600]}\n\n4.\tNOTICES\n\nNotices are sent.\n"
    )
    assert title.read(text).type == "Guarantee and Indemnity"
