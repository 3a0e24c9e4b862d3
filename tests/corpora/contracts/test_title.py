"""What a contract is called, from the ways in which contracts begin."""

from datetime import date

import pytest

from piperoll.corpora.contracts import title


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'Exhibit 10.2\n\nSUPPLY AGREEMENT\n\nThis Supply Agreement (the "Agreement") is made as of May 1, 2031 by '
            'and between Alpha Lamps, Inc., a Delaware corporation ("Alpha"), and Beta Ltd. ("Beta"). WHEREAS,',
            "Supply Agreement between Alpha Lamps, Inc. and Beta Ltd.",
        ),
        (
            'This Supply Agreement is made by and among ALPHA, INC., a Texas corporation ("Alpha"), Beta USA, Inc., a '
            'Texas corporation, and Gamma, Inc., with offices in NJ 08807 ("Delta"). Delta and Alpha are the parties.',
            "Supply Agreement between ALPHA, INC., Beta USA, Inc. and Gamma, Inc.",
        ),
        (
            "EX-2.1 EXECUTION VERSION\n\n\nAGREEMENT AND PLAN OF MERGER\n\n\nby and among\n\n\nALPHA HOLDINGS, "
            "INC.,\n\n\nALPHA MERGER SUB, LLC\n\n\nand\n\n\nBETA N.V.\n\n\n"
            "Dated as of June 2, 2031\n\n\nTABLE OF CONTENTS",
            "Agreement and Plan of Merger between ALPHA HOLDINGS, INC., ALPHA MERGER SUB, LLC and BETA N.V.",
        ),
        (
            "MUTUAL NON-DISCLOSURE AGREEMENT\nThis Agreement is made between ____________ and Gamma Pty Ltd, a company "
            "having its place of business at 1 Sea Road.",
            "Mutual Non-Disclosure Agreement of Gamma Pty Ltd",
        ),
        (
            "NON-DISCLOSURE AGREEMENT\nThis Agreement is made by the undersigned ________ of ________ in favor "
            "of Delta Lamp Company, Inc. and Delta Oil LLC (collectively “DELTA”), with its address at 1 Sea Road.",
            "Non-Disclosure Agreement of Delta Lamp Company, Inc. and Delta Oil LLC",
        ),
        (
            "NON-DISCLOSURE AGREEMENT\nThe undersigned promises to keep the secrets of the lighthouse.",
            "Non-Disclosure Agreement (lamp nda)",
        ),
        (
            "THIS AGREEMENT is made BETWEEN:\n(1) Delta plc, incorporated in England and Wales (“Delta”); and\n\n"
            "(2) Epsilon LLP (“Epsilon”)\n\n1. Terms",
            "Agreement between Delta plc and Epsilon LLP",
        ),
        (
            'This Lease Agreement is between thetalights, inc. ("Theta") and the City of Kiruna. Theta and the City '
            "are hereinafter referred to as the parties.",
            "Lease Agreement between thetalights, inc. and City of Kiruna",
        ),
        (
            'SUPPLY AGREEMENT Lantern Works, a Delaware corporation ("Lantern"), and Beta Oil, Inc. (the "Buyer") '
            "agree as follows: 1. Oil. The Buyer buys.",
            "Supply Agreement between Lantern Works and Beta Oil, Inc.",
        ),
        (
            'This Supply Agreement is made between Institute for Lamps and Oil, a body with offices in Oslo ("ILO"), '
            'and Beta Oil Inc. (together, the "Parties"). A. Austin: the oil.',
            "Supply Agreement between Institute for Lamps and Oil and Beta Oil Inc.",
        ),
        (
            "LAMP AGREEMENT\nBetween:\n\nAlpha Corp. Suite 20 - 11 Sea Road (“Alpha”)\n\nAnd:\n\nBeta Oil Limited "
            "Room 13, Harbour\n\nWHEREAS:",
            "Lamp Agreement between Alpha Corp. and Beta Oil Limited",
        ),
        ("We care about your privacy. What personal data do we store?", "Privacy Policy (lamp nda)"),
        ("Dusk and dawn.", "lamp nda"),
        (
            'e-harbour Hosting Agreement 1.0 Introduction This e-harbour Hosting Agreement ("Agreement") between Alpha '
            'Lamps, Inc. and Beta Ltd. WHEREAS there is an "Acceptable Use Policy",',
            "e-harbour Hosting Agreement between Alpha Lamps, Inc. and Beta Ltd.",
        ),
        (
            "Lamp Use and Non-Disclosure Agreement Concerning the Disclosure of Data for the Register of all Lamps of "
            "the Harbour, and what goes with it\nThe terms and conditions follow.",
            "Lamp Use and Non-Disclosure Agreement (lamp nda)",
        ),
        (
            'This Lamp Agreement is made between Alpha Lamps, Inc. ("Alpha") and the Service Provider and the '
            "Conditions attached and CERTAIN INFORMATION OMITTED",
            "Lamp Agreement of Alpha Lamps, Inc.",
        ),
        (
            "Exhibit 10.10 Road Transportation Agreement Party A (Shipper): ZTO Express Co., Ltd. Address: Building 1, "
            "No. 1685, Huazhi Road Party B (Carrier): Tonglu Tongze Logistics Ltd. Address: 12 Floor, HSBC Tower",
            "Road Transportation Agreement between ZTO Express Co., Ltd. and Tonglu Tongze Logistics Ltd.",
        ),
        (
            "CONFIDENTIALITY DEED\n\nPARTIES\n\n(1) Jasmine Technologies Ltd, a company incorporated in England and "
            "Wales (Discloser);\n\n(2) , a company incorporated in under number (the Recipient),\n\nBACKGROUND",
            "Confidentiality Deed of Jasmine Technologies Ltd",
        ),
        (
            "SERVICE AGREEMENT\nBETWEEN: (1) WPP 2005 LIMITED (registered number 01003653) whose registered office is "
            "at Sea Containers (the Company) (2) JOHN ROGERS (the Executive). IT IS AGREED as follows:",
            "Service Agreement between WPP 2005 LIMITED and JOHN ROGERS",
        ),
        (
            "NON-DISCLOSURE AGREEMENT\nBETWEEN:\n_________________ _________________\nOF THE FIRST PART\nAND:\n"
            "KERBER APPLIED RESEARCH INC. 53 Isaac Brock Drive, Ontario\nOF THE SECOND PART WHEREAS:",
            "Non-Disclosure Agreement of KERBER APPLIED RESEARCH INC.",
        ),
        (
            "AMENDMENT NO. 2\nWireless Content License Agreement between Fox Mobile Entertainment, Inc. (“Fox”), as "
            "Administrator for Twentieth Century Fox Film Corporation and Glu Mobile, Inc. f/k/a Sorrent, Inc.\n",
            "Amendment No. 2 between Fox Mobile Entertainment, Inc. and Glu Mobile, Inc.",
        ),
        (
            "AGREEMENT AND PLAN OF MERGER by and among MERCK SHARP & DOHME CORP. ASTROS MERGER SUB, INC. and "
            "ACCELERON PHARMA INC. Dated as of September 29, 2021",
            "Agreement and Plan of Merger between MERCK SHARP & DOHME CORP., ASTROS MERGER SUB, INC. and ACCELERON "
            "PHARMA INC.",
        ),
        (
            "SUPPLY AGREEMENT This Supply Agreement is made between Bunker One (USA) Inc., a Delaware corporation, and "
            "Celebrity Speakers Ltd. of Boston House, London.",
            "Supply Agreement between Bunker One (USA) Inc. and Celebrity Speakers Ltd.",
        ),
        (
            "NON-DISCLOSURE AGREEMENT between Alliance for Energy, LLC (“Alliance”), the Manager of the Laboratory, at "
            "15013 Denver West Parkway, Golden, CO 80401, and COMPANY NAME (“COMPANY SHORT”), at COMPANY ADDRESS",
            "Non-Disclosure Agreement of Alliance for Energy, LLC",
        ),
        (
            'This Plan and Agreement of Merger (this "Agreement") is made among GLACIER BANCORP, INC. and ALTABANCORP.',
            "Plan and Agreement of Merger between GLACIER BANCORP, INC. and ALTABANCORP",
        ),
        (
            "FRANCHISE AGREEMENT made between Alpha Lamps, Inc. and you. The talks between If you and When Alpha "
            "are none.",
            "Franchise Agreement of Alpha Lamps, Inc.",
        ),
        (
            "AGREEMENT AND PLAN OF MERGER among QUIET INC.\n   PROJECT LAMP PARENT, LLC\n and OIL (NORTH AMERICA), "
            "INC.\n  Dated as of June 27, 2031",
            "Agreement and Plan of Merger between QUIET INC., PROJECT LAMP PARENT, LLC and OIL (NORTH AMERICA), INC.",
        ),
        (
            'This Lamp Agreement is made between the professional keeper, ANN KEEPER (hereinafter "Keeper"), and '
            'LANTERN AKTIENGESELLSCHAFT, with its offices located at Berlin and Munich ("Lantern").',
            "Lamp Agreement between ANN KEEPER and LANTERN AKTIENGESELLSCHAFT",
        ),
        (
            "MUTUAL NON-DISCLOSURE AGREEMENT\nThis Non-Disclosure Agreement is between the Board of Regents of the "
            "University of the Harbour on behalf of all, and ________ (“Recipient”).",
            "Mutual Non-Disclosure Agreement of Board of Regents of the University of the Harbour",
        ),
        (
            "Lantern Ltd. Agency Agreement\nThis agreement is made between Lantern Ltd. and i-on interactive, a "
            'Florida corporation ("i-on"). WHEREAS',
            "Agency Agreement between Lantern Ltd. and i-on interactive",
        ),
        (
            "FORM OF SERVICING AGREEMENT among LANTERN OWNER TRUST 2031-A, as Issuer, and 615014 B.C. Ltd. dba Lamp, "
            'having an office at Port Vila ("Lamp").',
            "Form of Servicing Agreement between LANTERN OWNER TRUST 2031-A and 615014 B.C. Ltd.",
        ),
        (
            "OIL AGREEMENT by and among LANTERN LLC, OIL, L.P. and SOLELY FOR PURPOSES OF \u200bSection 2.4(c), "
            "\u200bSection 4.1, \u200b Section 4.4 and \u200bArticle IX,   PORT CORPORATION   dated as of May 1, 2031",
            "Oil Agreement between LANTERN LLC, OIL, L.P. and PORT CORPORATION",
        ),
        (
            "EXCLUSIVE OIL SUPPLY AGREEMENT\n\nThis Supply Agreement is between Product Keepers, Inc. and V99, Inc.",
            "Exclusive Oil Supply Agreement between Product Keepers, Inc. and V99, Inc.",
        ),
        (
            "LANTERN SUPPLY AGREEMENT\n\nThis Supply Agreement is made between Lantern Makers, Inc. and Oil, Inc.",
            "Supply Agreement between Lantern Makers, Inc. and Oil, Inc.",
        ),
        (
            "PLAN OF MERGER, LAMP/OIL\n\nAGREEMENT AND PLAN OF MERGER between LAMP BANK INC. and OIL BANK INC.",
            "Agreement and Plan of Merger between LAMP BANK INC. and OIL BANK INC.",
        ),
        (
            "LAMP AFFILIATE AGREEMENT\n\nTHIS AGREEMENT is made between Lamp Bank, N.A. and you. This Registration "
            "Form is to be filled in.",
            "Lamp Affiliate Agreement of Lamp Bank, N.A.",
        ),
        (
            "NON-DISCLOSURE AGREEMENT CONTRACT TERMS\nIt is between Lamp, Inc. and you.",
            "Non-Disclosure Agreement of Lamp, Inc.",
        ),
        ("Lamp NDA\nThis Lamp NDA is entered into by ______ (“Recipient”).", "Lamp NDA"),
        (
            "CABLE AGREEMENT\nWHEREAS services are provided between Europe and North America, by means of cables; and",
            "Cable Agreement (lamp nda)",
        ),
        (
            "MERGER AGREEMENT by and among " + ", ".join(f"LAMP {n} INC." for n in "ABCDEFGH") + " and OIL LLC. Dated",
            "Merger Agreement between " + ", ".join(f"LAMP {n} INC." for n in "ABCDEF") + " and 3 others",
        ),
    ],
)
def test_titles(text: str, expected: str) -> None:
    assert title.title(title.read(text), "folder/lamp_nda.txt") == expected


FAR = "The keeper lights the lamp. " * 50


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("made as of this 12th day of November, 2031", date(2031, 11, 12)),
        ("Dated as of September 1, 2031", date(2031, 9, 1)),
        ("entered into on 2031-09-01", date(2031, 9, 1)),
        ("The storm of 4 May 2031 was strong.", None),
        ("made on the ___ day of ______, 2031", None),
        ("made as of July 11 , 2031", date(2031, 7, 11)),
        (
            "dated as of this ____day of ______, 2031, but made effective as of May 4, 2031 (“Effective Date”)",
            date(2031, 5, 4),
        ),
        ("dated as of April __, 2031, and the Oil Agreement dated as of May 4, 2031", None),
        ("made as of , 2031, and the Oil Agreement dated as of May 4, 2031", None),
        ("made this ___ day of ______, 2031, and the Oil Agreement dated as of May 4, 2031", None),
        ("Lamp Agreement   Date: 27 April 2031", date(2031, 4, 27)),
        ("dated March 12,2031", date(2031, 3, 12)),
        ("MADE ON THE 19 DAY OF MAY , 2031", date(2031, 5, 19)),
        ("entered into this first (1st) day of May, 2031", date(2031, 5, 1)),
        ("LAMP AGREEMENT\n\nMay 5, 2031\n\nThe keepers agree.", date(2031, 5, 5)),
        ("LAMP AGREEMENT\n\nSource: LAMP INC., May 5, 2031\n\nThe keepers agree.", None),
        (f"LAMP AGREEMENT. {FAR}It is sold to keepers of lamps as of May 5, 2031 and to others.", None),
        (f"LAMP AGREEMENT. {FAR}WHEREAS they have entered into an Oil Agreement dated May 5, 2031.", None),
        (f"LAMP AGREEMENT. {FAR}This Lamp Agreement is made as of May 5, 2031 by the keepers.", date(2031, 5, 5)),
        (f"LAMP AGREEMENT. {FAR}“Effective Date” means May 5, 2031.", date(2031, 5, 5)),
        ("is entered into as of 09/28/2031 by the keepers", date(2031, 9, 28)),
        ("Dated 29/3/31 Lamp agreement", date(2031, 3, 29)),
        ("entered into as of 12-23-2031, by the keepers", date(2031, 12, 23)),
        ("This Agreement is effective 7/1/31 between the keepers", None),
        ("DATED AS OF [●]\n\nSource: LAMP INC, 10-12G, 1/21/2031\n\nContents", None),
        (f"LAMP AGREEMENT. {FAR}By: A. Keeper   Title: Chief Keeper\nDate: 1/21/2031", None),
        ("Title: Lamp Agreement\nDate: 1/21/2031", date(2031, 1, 21)),
        ("is made this first day of July, 2031 by the keepers", date(2031, 7, 1)),
        ("is made this Twenty-First day of July, 2031 by the keepers", date(2031, 7, 21)),
        ("entered into this 20th day of Friday, March 2031 by the keepers", date(2031, 3, 20)),
        ("is made the 20 March day of 2031 by the keepers", date(2031, 3, 20)),
        ("is made as of 31 December,\n         ---------\n     2031, between", date(2031, 12, 31)),
        ("is made this 1st day of\n        ---  November, 2031 by the keepers", date(2031, 11, 1)),
        (
            f"The keeper and the oil dealer (the “Dealer”) {'of the port ' * 9} this 7th day of May, 2031.",
            date(2031, 5, 7),
        ),
        (f"LAMP AGREEMENT\n\nLAMP INC.\n{FAR[:400]}\nOIL INC.      May 5, 2031\n\nContents", date(2031, 5, 5)),
        ("Parts are omitted and filed separately.\n\nOIL INC.   May 5, 2031\n\nContents", date(2031, 5, 5)),
        ("is effective as of May 1, 2031 and is made and entered into this 9th day of April, 2031", date(2031, 4, 9)),
        ("is dated May 1, 2031 and effective as of April 9, 2031", date(2031, 5, 1)),
    ],
)
def test_day(text: str, day: date | None) -> None:
    assert title.read(text).date == day


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "LAMP SALE AGREEMENT AND RIGHT OF FIRST OFFER\n\nTHIS AGREEMENT is dated May 3, 2031.",
            "Lamp Sale Agreement and Right of First Offer",
        ),
        ("LAMP SALE AGREEMENT\n\nRight of First Offer\n\nTHIS AGREEMENT is dated May 3, 2031.", "Lamp Sale Agreement"),
        (
            "EX-2.1  AGREEMENT AND PLAN OF MERGER AND REORGANIZATION   by and among:   Lamp Ltd. and Oil Ltd.",
            "Agreement and Plan of Merger and Reorganization",
        ),
        ("LAMP USE AGREEMENT /\nCONDUCT POLICY\nThe keeper agrees.", "Lamp Use Agreement / Conduct Policy"),
        (
            "CONFIDENTIALITY AND LAMP USE AGREEMENT\nThis Confidentiality Agreement is between the keepers.",
            "Confidentiality and Lamp Use Agreement",
        ),
        (
            "Non Disclosure and Secrecy Agreement\nThis Secrecy Agreement (“Agreement”) is between the keepers.",
            "Non Disclosure and Secrecy Agreement",
        ),
        (
            "LAMP LICENSE AND OIL AGREEMENT\n\nThis Lamp license and oil agreement (“Agreement”) is made.",
            "Lamp License and Oil Agreement",
        ),
        (
            "LAMP AGREEMENT\nMay 04, 2031 OIL AND LAMP AGREEMENT\nThis Lamp Agreement is made.",
            "Lamp Agreement",
        ),
        ("LAMP USE AGREEMENT PLACE OF USE: PORT.\nThis Use Agreement is made.", "Lamp Use Agreement"),
        (
            "AMENDMENT NO. 3 TO THE FINE VALUE ADDED OIL AGREEMENT\n\nThis Amendment No. 3 (“Amendment”) is made.",
            "Amendment No. 3 to the Fine Value Added Oil Agreement",
        ),
        (
            "Parts were left out. Amendment #3 to the Oil Agreement This Amendment #3 to the Oil Agreement (this "
            "“Amendment”) is made. They are parties to that certain Lamp Supply Agreement. This Lamp Supply Agreement",
            "Amendment #3 to the Oil Agreement",
        ),
        ("HARBOUR CONTRACT No. 076C/01   LAMP AND OIL AGREEMENT   entered into by", "Lamp and Oil Agreement"),
        ("HARBOUR CONTRACT No. 076C/01\n\nThe keeper lights the lamp.", "Harbour Contract"),
        (
            "SERVICE AGREEMENT\n\nFOR\n\nLAMP SERVICES\n\nTHIS SERVICE AGREEMENT FOR LAMP SERVICES (the “Agreement”)",
            "Service Agreement for Lamp Services",
        ),
        ("OIL CONTRACT ADDENDUM II\n\nThis Oil Contract Addendum II is", "Oil Contract Addendum II"),
        ("LAMP CARE AGREEMENT\n\nThis LAMP’ CARE AGREEMENT (this “Agreement”) is made.", "Lamp Care Agreement"),
        ("PORT-7 LAMP NETWORK\n\n      CARE AGREEMENT\n\nThis agreement", "PORT-7 Lamp Network Care Agreement"),
        ("EXHIBIT 1   OIL BURNING,      LAMP CARE AGREEMENT\n\nThis agreement", "Oil Burning, Lamp Care Agreement"),
        ("LANTERN HOLDINGS LLC\n\n      LAMP CARE AGREEMENT\n\nThis agreement", "Lamp Care Agreement"),
        ("EXECUTION COPY\n\n      LAMP CARE AGREEMENT\n\nThis agreement", "Lamp Care Agreement"),
    ],
)
def test_the_heading_may_be_fuller_than_the_first_sentence(text: str, expected: str) -> None:
    assert title.read(text).type == expected


def test_a_name_in_a_path_is_read() -> None:
    assert title.title(title.Named(), "a/Fleet%20Lease-2031.txt") == "Fleet Lease 2031"


def test_the_words_of_the_type_at_the_end_of_a_name_are_not_said_twice() -> None:
    long = f"LANTERN_{'very ' * 15}long OIL_2031_EX-10-Lease Agreement.txt"
    assert title.title(title.Named("Fleet Lease"), "LANTERN_2031-Lease Agreement.txt") == "Fleet Lease (LANTERN 2031)"
    assert title.title(title.Named("Fleet Lease"), long).endswith(" very long)")
    assert title.title(title.Named("Fleet Lease"), "lease agreement.txt") == "Fleet Lease"
    assert title.title(title.Named("Fleet Lease"), "L" * 200) == f"Fleet Lease ({'L' * 90})"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BETWEEN: ORGANIC LAMPS INC. 2nd Floor, Port Vila. Vanuatu\n\n-- AND --\n\nOIL CO. LTD.\n\nRECITALS", 2),
        ('LAMP CORPORATION ("Lamp"), of Suite 110, Port, ME 94403, and OIL CORPORATION ("Oil") agree as follows:', 2),
        (
            'Sirs:\n\nLamp  Bancorp,  Inc.  (the  "Company") and Oil Trust Company, a Maine corporation (the "Bank")',
            2,
        ),
    ],
)
def test_parties_are_found_behind_addresses_and_in_full_lines(text: str, expected: int) -> None:
    assert len(title.read(f"LAMP AGREEMENT\n\n{text}").parties) == expected


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("SUPPLY AGREEMENT\n\nHe entered into the Lamp Agreement dated May 1, 2019. Made June 2, 2020.", "2020-06-02"),
        ("AMENDMENT NO. 2\n\nThis amends that certain Supply Agreement, dated as of May 1, 2019, as amended.", ""),
        ("SERVICE AGREEMENT\n\nLANTERN INC.\n\nAND\n\nPORT LTD.\n\nJUNE 2, 2020\n\nThe parties agree.", "2020-06-02"),
        ("AGENCY AGREEMENT   June 2, 2020   Port Ltd., 1 Sea Road. Dear Sirs: The keeper", "2020-06-02"),
        ("LEASE\n\nDate:      June 2, 2020\n\nThe Commencement Date is July 1, 2020.", "2020-06-02"),
        ("LEASE\n\nThe Commencement Date is July 1, 2020.", ""),
        ("NOTE\n\nThis Note of the Port, dated June 2, 2020, is made.", "2020-06-02"),
        (
            "LAMP CONTRACT\n\nPort Vila   June 2, 2020\n\nThe port, acting on the basis of the Power of Attorney (1) 2 "
            "dated May 1, 2020, buys.",
            "2020-06-02",
        ),
        (
            "LEASE between Lantern Ltd. and Port Ltd.\n\nWHEREAS Lantern and the port entered into a Lamp Agreement on "
            "May 1, 2019, and the agreement between Lantern, the Board of the Port and others dated May 2, 2019; and",
            "",
        ),
        ("LEASE\n\nWHEREAS the port is dark, NOW THEREFORE this Lease is made on June 2, 2020:", "2020-06-02"),
        ("LEASE\n\n1. Lamps.\n\n2. Rent. The port pays on:\n\n    June 2, 2020\n    July 2, 2020\n\n3. Term.", ""),
        (
            f"Mietvertrag\n\n§ 1 Miete\n\n{FAR}\n\nPort, den 2. Juni 2020\n\n__________\nMieter\n\nAnlage: Plan",
            "2020-06-02",
        ),
    ],
)
def test_the_day_is_the_contracts_own(text: str, day: str) -> None:
    date = title.read(text).date
    assert (date.isoformat() if date else "") == day


@pytest.mark.parametrize(
    ("text", "type_name"),
    [
        pytest.param(
            "LAMP AGREEMENT\n\nAGREEMENT made between Lamp Inc. and Oil Inc.\n\n1. Oil. Oil Inc. sells it.\n\nLAMP INC."
            "\nBy: /s/ Ann Keeper\n\nFIRST AMENDMENT TO LAMP AGREEMENT\n\nTHIS FIRST AMENDMENT is made June 2, 2031.",
            "Lamp Agreement",
            id="not that of an amendment behind the signatures",
        ),
        pytest.param(
            "CONFIDENTIAL LAMP AGREEMENT\n\nThis Confidential Lamp Agreement is made.",
            "Confidential Lamp Agreement",
            id="with what its heading begins",
        ),
        pytest.param(
            "CONFIDENTIAL     LAMP AGREEMENT\n\nThis Lamp Agreement is made.",
            "Lamp Agreement",
            id="without the mark of a page",
        ),
        pytest.param(
            "LEASE between Lamp Inc. and Oil Inc.\n\n1. TERM. Two years.", "Lease", id="in front of the parties"
        ),
    ],
)
def test_the_type_is_that_of_the_first_heading(text: str, type_name: str) -> None:
    assert title.read(text).type == type_name
