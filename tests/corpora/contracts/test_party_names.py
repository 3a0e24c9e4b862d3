"""Test where the name of a party begins and ends, and what stands beside it that is none."""

import pytest

from piperoll.corpora.contracts import title


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param(
            "PARTIES\n\n(1) LAMP HOUSE LIMITED incorporated in Wales with company number 12 whose office is at 4 Sea "
            "Road, Port (Keeper).\n\n(2) OIL SHIPS PLC incorporated in England and Wales (Supplier).\n\n1. OIL\n\nOil.",
            ("LAMP HOUSE LIMITED", "OIL SHIPS PLC"),
            id="a party behind the full stop of the party above",
        ),
        pytest.param(
            "THIS AGREEMENT is made BETWEEN:\n\n(1) THE PERSONS whose names stand in Schedule 1 (the Keepers);\n\n"
            "(2) LAMP VENTURES LLP (the Lender); and\n\n(3) OIL SHIPS LIMITED (the Company).",
            ("LAMP VENTURES LLP", "OIL SHIPS LIMITED"),
            id="people whose names stand elsewhere",
        ),
        pytest.param(
            'AGREEMENT between LAMP CLUB LIMITED of The Pier, Port ("the Club") and Oil Co Ltd of Wick House, Port.',
            ("LAMP CLUB LIMITED", "Oil Co Ltd"),
            id="an address behind 'of'",
        ),
        pytest.param(
            "LAMP AGREEMENT\nBetween\nLamp Houses, Inc.\nAnd\nPort School District No. 12\n\nThe keeper comes.",
            ("Lamp Houses, Inc.", "Port School District No. 12"),
            id="a number that is part of the name",
        ),
        pytest.param(
            'This Agreement is made between Lampade S.r.l. ("Lamps") and Oil, Inc. ("Oil").',
            ("Lampade S.r.l.", "Oil, Inc."),
            id="a full stop that is part of the name",
        ),
        pytest.param(
            'This Agreement is entered into as of June 5, 2031 by Lamp.com, Inc. ("Lamp"), with offices at 1 Sea '
            'Street, Port, Maine and Oil Online, Inc. ("Oil"), with offices at 6 Pier Road, Wick.',
            ("Lamp.com, Inc.", "Oil Online, Inc."),
            id="an address in front of the next party",
        ),
        pytest.param(
            'Lamper AB, represented by its director Ann Keeper, hereinafter referred to as the "Principal", and Oljer '
            'AS, represented by Odd Wick, hereinafter referred to as the "Agent", agree as follows.',
            ("Lamper AB", "Oljer AS"),
            id="who acts for a party",
        ),
        pytest.param(
            "ORDER FORM\n\nVendor: Lamp, Inc., 5 Pier Road, Port\nCustomer: Oil Ltd.\n\n1. TERM. Two years.",
            ("Lamp, Inc.", "Oil Ltd."),
            id="the field of a vendor",
        ),
    ],
)
def test_names_of_parties(text: str, names: tuple[str, ...]) -> None:
    assert title.read(text).parties == names
