"""Test who the parties of a contract are where its first sentence does not name them as "between A Inc. and B Ltd."."""

import pytest

from piperoll.corpora.contracts import title

LONG = "The keeper lights the lamp. " * 400


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param(
            "The Term shall not go beyond the term of the Oil Use Agreement by and between the City of Port and Pier, "
            'L.P. SIGNAGE: Lantern Hall LLC ("LH") shows the sign.',
            ("Lantern Hall LLC",),
            id="those of another agreement are none",
        ),
        pytest.param(
            "Under the Oil Use Agreement by and between Lamp Inc. and Pier, L.P., they now agree otherwise.",
            ("Lamp Inc.", "Pier, L.P."),
            id="but where nobody else is named",
        ),
        pytest.param(
            'This Change is made by and among Lamp AB ("Lamp") and Oil Co., Ltd. ("Oil"), as an amendment to that '
            'certain Venture dated May 1, 2031 by and among Wick AB ("Wick") and Pier, Inc. ("Pier").',
            ("Lamp AB", "Oil Co., Ltd."),
            id="nor those of the agreement that is amended",
        ),
        pytest.param(
            "Between\n\nClient Name:    LAMP KEEPERS MIDPORT, INC.      1 Sea Road\n\nAnd\n\nCustomer Name:      OIL, "
            'INC.     2 Sea Road\n\nLAMP KEEPERS, MIDPORT, INC., hereinafter referred to as "LK", serves OIL, INC.',
            ("LAMP KEEPERS MIDPORT, INC.", "OIL, INC."),
            id="fields",
        ),
        pytest.param(
            'SPONSOR:     Name: Ann\'s Fresh Oil Grill Phone: 1\n\nBENEFITS:    Lantern Hall LLC ("LH") shows a sign.',
            ("Ann's Fresh Oil Grill", "Lantern Hall LLC"),
            id="the name in a field need not be that of an Inc.",
        ),
        pytest.param(
            "is made between ____ (“Recipient”) and the State of Maine, Bureau of Keepers' Lamps (“Discloser”). They",
            ("State of Maine, Bureau of Keepers' Lamps",),
            id="an office of a state",
        ),
        pytest.param(
            "made BETWEEN:\nThe HoK, Centre for Oil, here in after referred to as CO,\nAnd\nLantern LLC (“Lantern”).",
            ("The HoK, Centre for Oil", "Lantern LLC"),
            id="the head of an office",
        ),
        pytest.param(
            "I, ____, agree that Vendor, represented by Lamp Corporation (“Agent for the Vendor”), shows me the lamp.",
            (),
            id="an agent for a party",
        ),
        pytest.param(
            "Webb & Company, a Division of Oil, Wick & Woods, Inc. 1 Sea Road\n\nLadies and Gentlemen:\n\nLamp   "
            'Financial Corporation,   a  federal corporation (the "Company"), confirms its agreement with Webb & '
            "Company.",
            ("Webb & Company", "Lamp Financial Corporation"),
            id="a company to which a letter is written",
        ),
        pytest.param(
            "Lamp & Service, Inc. 4345 Sea Road\n\nGentlemen:\n\nThe undersigned is a shareholder of Oil Supply, Inc. "
            '("Oil"), and will be one of Lamp & Service, Inc. ("Lamp").',
            ("Lamp & Service, Inc.",),
            id="a letter of somebody without a name",
        ),
        pytest.param(
            'These terms are for keepers who use lamp 5 GmbH, Sea Road 7, Port (together hereafter, "lamp 5").',
            ("lamp 5 GmbH",),
            id="a company in small letters",
        ),
        pytest.param(
            "This Undertaking is prepared on behalf of lamp SA/NV, a limited liability company of public law, and the "
            "City of Port (the “Sellers”). The Candidate signs.",
            ("lamp SA/NV", "City of Port"),
            id="two with one role",
        ),
        pytest.param(
            "AG Lamps, a Dutch corporation in Port [DISCLOSING PARTY] and the [RECEIVING PARTY] represented by: Name:",
            ("AG Lamps",),
            id="a role in brackets",
        ),
        pytest.param(
            "The “Company” below will also be referred to as “Partner” and “The Lamp Group, LLC” will be referred to "
            "as “LG.” Oil and Evaluation Material will be referred to as “Oil.”",
            ("The Lamp Group, LLC",),
            id="a name in quotation marks",
        ),
        pytest.param(
            "SENDER LAMP PETROLEUM  PORT LIMITED\n\nTAX ID 8\n\nSHIPPER OIL S.A.   TAX ID 9\n\n",
            ("LAMP PETROLEUM PORT LIMITED", "OIL S.A."),
            id="roles on lines",
        ),
        pytest.param(
            "1. LAMP TECHNICAL SERVICES OF 17922 SEA ROAD (LAMP) certifies that what INTERNATIONAL OIL SYSTEMS, INC. "
            "OF 4703 SEA ROAD (IOS) sells burns.",
            ("LAMP TECHNICAL SERVICES", "INTERNATIONAL OIL SYSTEMS, INC."),
            id="short names in brackets",
        ),
        pytest.param("I see Protected Critical Oil Information (PCOI).", (), id="a short name of no company"),
        pytest.param(
            "You enter a Non-Disclosure Agreement with:\nLamp Works, Co., 1 Sea Road\nSignature:",
            ("Lamp Works, Co.",),
            id="the other party of a form",
        ),
        pytest.param(
            "DATED 13 October 2031\n\nDCL\n\nDRY CRUST LIMITED (Company 1)\n\nSEV\n\nSEV GROUP LIMITED\n\nMade "
            "between DCL and SEV.",
            ("DRY CRUST LIMITED", "SEV GROUP LIMITED"),
            id="initials",
        ),
        pytest.param(
            'THIS LEASE IS MADE PARTIES (1) LAMP LTD, a company in Tower 1 ("Lamp"); and  Oil Plaza, '
            '1 Sea Rd, Port (2) WICK PLC a company of Port ("Wick"), each a "Party".',
            ("LAMP LTD", "WICK PLC"),
            id="a line of an address",
        ),
        pytest.param(
            "concluded between:     EuroLamp\n\n Port a.s., Seaova 17, 838 01 Port 38 and   Oil Ltd, Seestrasse 34",
            ("EuroLamp Port a.s.", "Oil Ltd"),
            id="a name on two lines",
        ),
        pytest.param(
            "BETWEEN: The Lamp House, Centre for Oil, here in after referred to as LHO, (so)\n\nAnd\n\nBetween "
            "The HEAD OF OIL, (which holds)\n\nOIL and LHO hereinafter collectively the “Parties”.",
            ("The Lamp House", "The HEAD OF OIL"),
            id="a short name without quotation marks",
        ),
    ],
)
def test_parties_told_otherwise(text: str, names: tuple[str, ...]) -> None:
    assert title.read(f"LAMP LICENSE AGREEMENT\n\n{text}").parties == names


def test_a_form_at_the_end_names_the_contract_and_its_parties() -> None:
    text = (
        f"Lamp Management Agreement\n\n{LONG}\n\nIt is as per the Lamp Management Agreement dated May 2031 between the "
        "Bank of South Port Limited and Oil PNG LTD.   F 3.0 Requestor"
    )
    assert title.read(text).parties == ("Bank of South Port Limited", "Oil PNG LTD.")


def test_the_lines_to_sign_on_name_the_parties() -> None:
    text = (
        "Port Lamp Cable and Oil Media License Agreement\n\nPort Lamp Cable shows Oil Media's.\n\nAccepted by:\n\n"
        "    {}/Date\n\n{}/Date\n"
    )
    named = title.read(text.format("Port Lamp Cable", "Oil Media"))
    assert title.title(named, "a.txt") == "License Agreement between Port Lamp Cable and Oil Media"
    assert title.read(text.format("Authorized Signature", "Keeper Signature")).parties == ()


def test_companies_of_a_group_stand_across_from_the_one_that_fills_in_a_form() -> None:
    text = (
        "LAMP LEASE AGREEMENT\n\nbetween Lamp companies worldwide and Lamp Europe GmbH, & Lamp Holdings Pte Ltd\n"
        "Sea Road 6A {}\n65396 Port\nCity\n& Lamp Americas, Inc.\nCountry\nWHEREAS they agree"
    )
    form, filled = (title.read(text.format(name)) for name in ("Company Name", "Oil"))
    names = "Lamp Europe GmbH, Lamp Holdings Pte Ltd and Lamp Americas, Inc."
    assert title.title(form, "a.txt") == f"Lamp Lease Agreement of {names}"
    assert title.title(filled, "a.txt") == f"Lamp Lease Agreement between {names}"


def test_a_word_that_sentences_write_in_capitals_keeps_them() -> None:
    text = "VISP LAMP AGREEMENT\n\nThis is made between Lamp LLC and Oil, Inc. The keeper runs a VISP on the sea."
    assert title.read(text).type == "VISP Lamp Agreement"
    assert title.read(text.replace("a VISP", "a Visp")).type == "Visp Lamp Agreement"


@pytest.mark.parametrize(
    ("text", "type_name"),
    [
        (
            'AMENDMENT NO. 1\n\nThis Amendment No. 1 ("Change") amends that certain Oil Supply Agreement between '
            "Lamp LLC and Oil, Inc. dated July 1, 2031.",
            "Amendment No. 1 to Oil Supply Agreement",
        ),
        (
            "AMENDMENT NO. 2\n\nReference is hereby made to that certain fully executed Oil License Agreement Number 5 "
            "between Lamp LLC and Oil, Inc.",
            "Amendment No. 2 to Oil License Agreement",
        ),
        ("AMENDMENT NO. 3\n\nThis Amendment No. 3 is made between Lamp LLC and Oil, Inc.", "Amendment No. 3"),
    ],
)
def test_an_amendment_says_what_it_amends(text: str, type_name: str) -> None:
    assert title.read(text).type == type_name
