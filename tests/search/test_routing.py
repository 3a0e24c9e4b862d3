import pytest

from piperoll.search.routing import _without
from piperoll.text import names

NAME = names.of_name("Reseller Agreement of Fyrlykta Light Inc.")
WEIGHTS = {"reseller": 1.0, "agreement": 0.2, "fyrlykta": 6.0, "light": 4.0, "inc": 0.5}


@pytest.mark.parametrize(
    "query",
    [
        "Consider the Reseller Agreement between Fyrlykta Light, Inc. and Others; who pays the keeper?",
        "who pays the keeper, according to the Reseller Agreement of Fyrlykta?",
        "who pays the keeper? (Fyrlykta Light)",
        "Fyrlykta reseller agreement: who pays the keeper?",
        "In fyrlykta light inc., who pays the keeper?",
    ],
)
def test_what_names_a_document_is_taken_out_of_the_question(query: str) -> None:
    assert names.words(_without(query, NAME, set(), WEIGHTS, "english")) == ["who", "pay", "the", "keeper"]


PARTIES = {"tallow", "bank", "keeper", "wick", "receiving", "party"}


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("Consider the Agreement between Fyrlykta, Tallow Bank, L.P. and Wick N.V.; who pays the Keeper?",
         "who pay the keeper"),
        ("Who pays the Keeper? (Fyrlykta Light, Tallow Bank and unknown Parties)", "who pay the keeper"),
        # no parties: what is asked is written small, or stands beyond other words
        ("Does Fyrlykta Light pay the bank, says the Receiving Party?", "doe pay the bank say the receiving party"),
        ("how does fyrlykta light pay keeper and bank?", "how doe pay keeper and bank"),
    ],
)  # fmt: skip
def test_parties_of_the_opening_go_with_the_name(query: str, left: str) -> None:
    assert " ".join(names.words(_without(query, NAME, PARTIES, WEIGHTS, "english"))) == left


def test_a_question_within_one_clause_keeps_all_its_other_words() -> None:
    rest = _without("Does Fyrlykta Light pay the keeper?", NAME, set(), WEIGHTS, "english")
    assert names.words(rest) == ["doe", "pay", "the", "keeper"]
    assert _without("Fyrlykta Light", NAME, set(), WEIGHTS, "english") == "Fyrlykta Light"
    assert _without("", NAME, set(), WEIGHTS, "english") == ""
