"""Test what instruments, letters and contracts in other languages are called: no "between" leads to their parties."""

from datetime import date

import pytest

from piperoll.corpora.contracts import title

BODY = "\n\n1. Oil. The keeper buys oil.\n\n2. Law. The law of Maine governs.\n"
LETTER = "\n\nMay 1, 2031\n\n{to}\n\nDear {name}:\n\nWe refer to the Oil Agreement between Wick Inc. and you.{body}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            'PROMISSORY NOTE\n\nFOR VALUE RECEIVED, the undersigned, LAMP LLC ("Maker"), promises to pay to the order '
            'of PORT BANK ("Payee") $5.',
            "Promissory Note between LAMP LLC and PORT BANK",
            id="note",
        ),
        pytest.param(
            'Secured Convertible Promissory Note\n\nFor value received, Lamp, Inc. (the "Company") promises to pay.',
            "Secured Convertible Promissory Note of Lamp, Inc.",
            id="note to whoever holds it",
        ),
        pytest.param(
            "ASSIGNMENT AND LAMP AGREEMENT\n\nFOR GOOD AND VALUABLE CONSIDERATION, Lamp, Inc. assigns to Ann Keeper.",
            "Assignment and Lamp Agreement between Lamp, Inc. and Ann Keeper",
            id="assignment",
        ),
        pytest.param(
            "WARRANT TO PURCHASE SHARES\n\nof\n\nLAMP, INC.\n\nThis certifies that, for value received, Oil Fund LP "
            '(the "Holder") is entitled to purchase 5 shares from Lamp, Inc. (the "Company").',
            "Warrant to Purchase Shares between Oil Fund LP and Lamp, Inc.",
            id="warrant",
        ),
        pytest.param(
            "POWER OF ATTORNEY\n\nKNOW ALL MEN BY THESE PRESENTS, that Lamp, Inc., a Maine corporation, appoints Ann "
            "Keeper its attorney.",
            "Power of Attorney between Lamp, Inc. and Ann Keeper",
            id="power of attorney",
        ),
        pytest.param(
            "AMENDED AND RESTATED\nBYLAWS\nOF\nLAMP, INC.", "Amended and Restated Bylaws of LAMP, INC.", id="bylaws"
        ),
        pytest.param(
            "CERTIFICATE OF INCORPORATION OF LAMP, INC.", "Certificate of Incorporation of LAMP, INC.", id="certificate"
        ),
        pytest.param("LAMP, INC.\n\n2031 OIL INCENTIVE PLAN", "2031 Oil Incentive Plan of LAMP, INC.", id="plan"),
        pytest.param("LAMP, INC. 2031 OIL INCENTIVE PLAN", "2031 Oil Incentive Plan of LAMP, INC.", id="one line"),
        pytest.param("LAMP, INC.\n\nCODE OF OIL CONDUCT", "Code of Oil Conduct of LAMP, INC.", id="code"),
        pytest.param("LAMP, INC.\n\nOIL SECRETS POLICY", "Oil Secrets Policy of LAMP, INC.", id="policy"),
        pytest.param(
            "LAMP, INC.\n2031 OIL INCENTIVE PLAN\n\nOIL OPTION AGREEMENT\n\nThis Oil Option Agreement is made between "
            "Lamp, Inc. and Ann Keeper.",
            "Oil Option Agreement between Lamp, Inc. and Ann Keeper",
            id="an agreement under a plan",
        ),
        pytest.param(
            'INDENTURE dated as of May 1, 2031 among Lamp, Inc. (the "Company") and Port Trust Company (the "Trustee").'
            "\n\nINDENTURE\n",
            "Indenture between Lamp, Inc. and Port Trust Company",
            id="indenture",
        ),
        pytest.param(
            "THIS DEED is made on 1 May 2031\n\nBETWEEN:\n\n(1) LAMP LIMITED (the Keeper)\n\n(2) PORT PLC (the Port)"
            "\n\nNOW THIS DEED WITNESSES as follows:",
            "Deed between LAMP LIMITED and PORT PLC",
            id="deed",
        ),
        pytest.param(
            "OFFICE LEASE\n\nBASIC LEASE INFORMATION\n\nLandlord:   Port LP\nTenant:   Ann Keeper\n",
            "Office Lease between Port LP and Ann Keeper",
            id="fields",
        ),
        pytest.param(
            "PURCHASE ORDER\n\nBuyer: Lamp, Inc.\nSeller: Oil Corp.",
            "Purchase Order between Lamp, Inc. and Oil Corp.",
            id="order",
        ),
        pytest.param(
            "[LETTERHEAD OF LAMP LLC]"
            + LETTER.format(to="Ms. Ann Keeper\n5 Sea Road", name="Ann", body=BODY)
            + "Very truly yours,\n\nLAMP LLC\n\nBy: ____\n",
            "Letter Agreement between LAMP LLC and Ms. Ann Keeper",
            id="letter",
        ),
        pytest.param(
            LETTER.format(to="Oil Bank, N.A.\n5 Sea Road", name="Sirs", body=BODY),
            "Letter Agreement of Oil Bank, N.A.",
            id="letter of nobody who is named",
        ),
        pytest.param(
            "Mietvertrag\n\nzwischen\n\nder Leuchtturm GmbH, Seeweg 1\n(im Folgenden „Vermieter“)\n\nund"
            "\n\nFrau Anna Hafen\n(im Folgenden „Mieterin“)",
            "Mietvertrag between Leuchtturm GmbH and Anna Hafen",
            id="German",
        ),
        pytest.param(
            "CONTRAT DE BAIL\n\nEntre les soussignés :\n\nLa société Phare SAS, ci-après « le Bailleur »,\n\net\n\n"
            "Madame Anne Port, ci-après « le Preneur »,\n\nil est convenu :",
            "Contrat de bail between Phare SAS and Anne Port",
            id="French",
        ),
        pytest.param(
            "Hyresavtal\n\nmellan\n\nFyren AB\n\noch\n\nAnna Hamn\n",
            "Hyresavtal between Fyren AB and Anna Hamn",
            id="Swedish",
        ),
    ],
)
def test_title(text: str, expected: str) -> None:
    assert title.title(title.read(text + BODY), "file.txt") == expected


def test_a_schedule_has_the_day_of_its_agreement_and_parts_are_no_parties() -> None:
    named = title.read(
        'SCHEDULE\nto the\nOil Master Agreement\ndated as of May 1, 2031\nbetween\nLAMP PLC ("Party A")\nand\n'
        'OIL FUND LP ("Party B")\n\nPart 1. Termination Provisions.\n\nThe lamp burns.'
    )
    assert title.title(named, "file.txt") == "Schedule to Oil Master Agreement between LAMP PLC and OIL FUND LP"
    assert named.date == date(2031, 5, 1)


def test_a_statement_of_work_has_the_parties_of_the_agreement_but_not_its_day() -> None:
    named = title.read(
        "Statement of Work No. 4\n\nThis Statement of Work is issued under the Lamp Services Agreement between Lamp, "
        'Inc. and Oil Corp. dated May 1, 2031 (the "LSA").' + BODY
    )
    assert title.title(named, "file.txt") == "Statement of Work No. 4 between Lamp, Inc. and Oil Corp."
    assert named.date is None


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("UNSECURED LOAN NOTE INSTRUMENT", "Unsecured Loan Note Instrument"),
        ("GENERAL CONDITIONS OF SUPPLY", "General Conditions of Supply"),
        ("STANDARD CONTRACTUAL CLAUSES", "Standard Contractual Clauses"),
        ("FRANCHISE DISCLOSURE DOCUMENT", "Franchise Disclosure Document"),
        ("LETTER OF INTENT", "Letter of Intent"),
    ],
)
def test_a_paper_that_is_no_agreement_is_called_by_its_heading(heading: str, kind: str) -> None:
    assert (
        title.read(f"{heading}\n\nbetween Lantern Limited and Tower Limited\n\n1. The keeper lights it.\n").type == kind
    )


def test_who_speaks_for_himself_is_named_without_his_abode() -> None:
    known = "KNOW ALL MEN BY THESE PRESENTS, that I, Ada Brook, of Vigo, appoint Tom Reed, of Oslo, to act."
    text = f"POWER OF ATTORNEY\n\n{known}\n"
    assert title.read(text).parties == ("Ada Brook", "Tom Reed")


def test_whom_a_power_of_attorney_appoints_may_be_of_the_family() -> None:
    known = (
        "KNOW ALL MEN BY THESE PRESENTS, that I, ADA BROOK, of Vigo, do hereby appoint my nephew, TOM REED, of Oslo."
    )
    assert title.read(f"POWER OF ATTORNEY\n\n{known}").parties == ("ADA BROOK", "TOM REED")


def test_the_other_one_of_a_spanish_contract() -> None:
    text = "CONTRATO DE OBRA\n\nDe una parte, FAROS, S.L., de Gijón.\n\nY de otra, ACEITES, S.A., de Oviedo.\n"
    assert title.read(text).parties == ("FAROS, S.L.", "ACEITES, S.A.")
