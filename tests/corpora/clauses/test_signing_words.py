"""Test the words that stand over signatures, and the two columns in which parties sign: they are of no clause."""

import pytest

from tests.corpora.clauses.documents import contract, paths

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3
CLAUSES = f"1. Light. {LONG}\n\n2. Governing Law. {LONG}\n\n"
NAMES = "Lamp, Inc.\n\n_______________\n\nOil Corp.\n\n_______________\nB. Oiler"
RULES = "____________________          ____________________"


@pytest.mark.parametrize(
    "signed",
    [
        f"Agreed:\n\n{NAMES}",
        f"Accepted and agreed to by:\n\n{NAMES}",
        "Signed by:\n\n_______________\nA. Keeper\nfor Lamp, Inc.",
        "Executed by the parties on the date first written above.\n\nLamp, Inc.\n\nBy: ______",
        "Dated this 1st day of May, 2031.\n\nLAMP, INC.\n\nBy: ______\nIts: Keeper",
        f"LAMP, INC.                    OIL CORP.\n\n{RULES}\nA. Keeper, President          B. Oiler, Director",
        f"For and on behalf of          For and on behalf of\nLAMP, INC.                    OIL CORP.\n\n{RULES}",
        "In witness of which this agreement has been signed.\n\nLAMP, INC.\n\nBy: ______",
        "INTENDING TO BE LEGALLY BOUND, the parties have signed below.\n\nLAMP, INC.\n\nBy: ______",
        "Each party has caused this Agreement to be signed by its keeper.\n\nLAMP, INC.\n\nBy: ______",
        "Very truly yours,\n\nLAMP, INC.\n\nBy: /s/ A. Keeper\nName: A. Keeper",
        "If this is right, please sign below.\n\nSincerely,\n\nLAMP, INC.\n\nBy: /s/ A. Keeper",
        "Fait à Brest, le 1er mai 2031, en deux exemplaires.\n\nPour Phare          Pour Port",
        f"Kiel, den 1. Mai 2031\n\n{RULES}\nLeuchtturm GmbH               Hafen AG",
        "Executed as a deed by LAMP LIMITED acting by a director, in the presence of:\n\n.................\nDirector",
        "Signed by Ann Keeper\nfor and on behalf of LAMP LIMITED\n\n.................\nDirector",
        "SIGNED for and on behalf of           )\nLAMP LIMITED                    )\nby                )   .......",
        "This lease has been entered into on the date stated at the beginning of it.",
        "This agreement is executed the date first above written,\n\nLAMP, INC.\n\nBy: ______",
        f"LAMP, INC.\n\n{RULES}\nA. Keeper, President          B. Oiler",
        "FOR THE TOWER       FOR THE PORT\n\n_____  _____        _____  _____\nKeeper Date         Oiler  Date",
        "Signed for Lamp, Inc.: A. Keeper, President\nSigned for Oil Corp.: B. Oiler, Director",
        "Y en prueba de conformidad, firman por duplicado.\n\nEL PUERTO          EL FARO",
        "LAMP, INC.: OIL CORP.:\nName: ______ Name: ______\nTitle: _____ Title: _____\nDate: ______ Date: ______",
    ],
)
def test_signatures_are_of_no_clause(signed: str) -> None:
    last = contract(f"{CLAUSES}{signed}\n").chunks[-1]
    assert (last.path, last.content.strip()) == ("signatures", signed)


@pytest.mark.parametrize(
    "text",
    [
        f"Dated lamps are sold. {LONG}",
        f"Signed by the keeper, the log is kept in the tower. {LONG}",
        f"This agreement is executed for the keeper. {LONG}\n\nName: ______",
        f"For and on behalf of the port, the keeper lights the lamp. {LONG}",
        f"Oil: _______   _______ {LONG}",
    ],
)
def test_other_words_open_no_signatures(text: str) -> None:
    assert not any("signatures" in path for path in paths(contract(f"{CLAUSES}{text}\n")))
