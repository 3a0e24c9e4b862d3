"""Amendments that stand behind the exhibits of the contract that they amend."""

import pytest

from piperoll.model import Document
from tests.corpora.clauses.documents import at, contract

KEEP = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 4
CLAUSES = "".join(f"{number}. Lamp of the {number} piers. {KEEP}\n\n" for number in range(1, 13))
SIGNED = "IN WITNESS WHEREOF\n\nBy: /s/ Ann Keeper\n\nName: Ann Keeper\n\nTitle: Keeper\n\n"
THIS = "This Amendment No. 1, dated as of June 1, 2031, changes the Lamp Agreement of the port and of its keeper.\n\n"


def _amended(sheet: str, attached: str = "") -> Document:
    clauses = f"1. Ropes. {KEEP}\n\n2. Nets. {KEEP}\n\n"
    return contract(f"Exhibit 2.1\n\nLAMP AGREEMENT\n\n{CLAUSES}{SIGNED}{attached}{sheet}{THIS}{clauses}")


@pytest.mark.parametrize(
    "sheet",
    [
        pytest.param("Exhibit 2.1\n\nAMENDMENT NO. 1 TO THE LAMP AGREEMENT\n\n", id="below the number of the filing"),
        pytest.param("AMENDMENT NO. 1 TO THE LAMP AGREEMENT ", id="in front of its text"),
        pytest.param(
            "Exhibit 2.2   Execution Version   AMENDMENT NO. 1  TO  THE LAMP AGREEMENT   ", id="behind others"
        ),
    ],
)
@pytest.mark.parametrize("attached", ["", f"EXHIBIT A\n\nLamps\n\n{KEEP}\n\n"])
def test_an_amendment_is_none_of_the_signatures_or_exhibits_in_front_of_it(sheet: str, attached: str) -> None:
    document = _amended(sheet, attached)
    header = f"{document.title} > AMENDMENT NO. 1 TO THE LAMP AGREEMENT"
    assert at(document, "amendment-no-1-to-the-lamp-agreement").header == header
    assert document.chunks[-1].header == f"{header} > 2. Nets"


def test_the_form_of_an_amendment_stands_in_its_exhibit() -> None:
    form = (
        f"EXHIBIT A\n\nFORM OF AMENDMENT\n\n[See attached]\n\nAMENDMENT NO. 1 TO THE OIL AGREEMENT\n\n{THIS}{KEEP}\n\n"
    )
    document = _amended("AMENDMENT NO. 2 TO THE LAMP AGREEMENT\n\n", form)
    assert "AMENDMENT NO. 1 TO THE OIL AGREEMENT" in at(document, "exhibit-a").content
    assert at(document, "amendment-no-2-to-the-lamp-agreement").header.count("EXHIBIT") == 0


def test_the_clauses_of_an_amendment_are_none_of_the_contract_in_front_of_it() -> None:
    articles = "".join(
        f"ARTICLE {number}\n\nLAMPS\n\nSection {number}.1 Piers. {KEEP}\n\n" for number in ("1", "2", "3", "4")
    )
    amendment = f"FIRST AMENDMENT TO THE LAMP AGREEMENT\n\n{THIS}1. Ropes. {KEEP}\n\n2. Nets. {KEEP}\n\n"
    document = contract(f"LAMP AGREEMENT\n\n{articles}{KEEP * 9}\n\n{SIGNED}{amendment}")
    assert document.chunks[-1].path.startswith("first-amendment-to-the-lamp-agreement.2")
