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


def test_a_question_within_one_clause_keeps_all_its_other_words() -> None:
    rest = _without("Does Fyrlykta Light pay the keeper?", NAME, set(), WEIGHTS, "english")
    assert names.words(rest) == ["doe", "pay", "the", "keeper"]
    assert _without("Fyrlykta Light", NAME, set(), WEIGHTS, "english") == "Fyrlykta Light"
    assert _without("", NAME, set(), WEIGHTS, "english") == ""
