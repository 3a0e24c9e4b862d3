"""Tests say that what stands behind the last sentence of a contract, with places to sign, is not in its last clause."""

import pytest

from tests.corpora.clauses.documents import at, contract, paths

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3
CLAUSES = f"1. Light. {LONG}\n\n2. Oil. {LONG}\n\n3. Governing Law. {LONG}"


@pytest.mark.parametrize(
    "signed",
    [
        pytest.param(
            "Port Vila, Date          Place, Date\n\nAnn Keeper, Signatory\n\nLantern Works & Sons", id="a signatory"
        ),
        pytest.param(
            "Party A: Lantern Co.\n\nCompany seal: /s/ Ann Keeper\n\nParty B: Port Co.\n\nCompany seal: /s/ Bo Pilot",
            id="seals",
        ),
        pytest.param(
            "LANTERN CO.          HARBOUR CO.\n\nBY                   BY\n\nTITLE                TITLE", id="no colon"
        ),
        pytest.param(
            "By signing in the spaces below, the parties have agreed to these terms.          LANTERN CO.\n\n"
            "By   /s/ Ann Keeper\n\nTitle   Keeper\n\nDate   1 May 2031",
            id="a sentence that announces them",
        ),
    ],
)
def test_places_to_sign_behind_the_last_sentence_are_signatures(signed: str) -> None:
    document = contract(f"{CLAUSES}\n\n{signed}")
    assert paths(document)[-1] == "signatures"
    assert at(document, "signatures").content.strip() == signed
    assert "signatures" in paths(contract(f"{CLAUSES}\n\n{signed}\n\nEXHIBIT A\n\n{LONG}"))


@pytest.mark.parametrize(
    "behind",
    [
        pytest.param("Lantern Co.\n\nPier Road 7\n\nPort Vila", id="an address"),
        pytest.param(f"Harbour seal:\n\nPort seal:\n\nCompany seal:\n\n{LONG}", id="in front of a sentence"),
        pytest.param("Name: Ann Keeper\n\nTitle: Keeper\n\nDate: 1 May 2031", id="nobody signs"),
    ],
)
def test_other_words_behind_the_last_sentence_are_of_its_clause(behind: str) -> None:
    assert "signatures" not in paths(contract(f"{CLAUSES}\n\n{behind}"))


def test_a_form_in_a_schedule_is_no_signature_of_the_contract() -> None:
    form = "Signature:\n\nName:\n\nDate:"
    signed = "IN WITNESS WHEREOF, the parties have signed.\n\nBy: /s/ Ann Keeper\n\nName: Ann Keeper"
    document = contract(f"{CLAUSES}\n\n{signed}\n\nEXHIBIT A\n\n{LONG}\n\n{form}")
    assert not any(path.endswith("signatures") and path.startswith("exhibit") for path in paths(document))
