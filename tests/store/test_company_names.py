"""Names of companies as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.store.company_names import Company, matching, merged, name_words, spoken

COMPANIES = [
    Company("0000060667", ["0000060667"], ["LOWES COMPANIES INC"], ["LOW"]),
    Company("0000091419", ["0000091419"], ["THE J. M. SMUCKER COMPANY"], ["SJM"]),
    Company("0000072971", ["0000072971"], ["WELLS FARGO & COMPANY/MN"], ["WFC"]),
    Company("0000063908", ["0000063908"], ["McDONALD’S CORPORATION"], ["MCD"]),
    Company("0000000007", ["0000000007"], ["AT&T INC.", "SBC Communications Inc"], ["T"]),
]


def test_the_beginning_of_a_name_up_to_a_link_names_nothing() -> None:
    _, begun = spoken([Company("1", ["1"], ["BANK OF NEW YORK MELLON CORP"], [])])
    assert {"bank", "bank of new", "bank of new york"} == begun.keys()


@pytest.mark.parametrize(
    ("asked", "id_"),
    [
        ("Lowe's", 60667), ("lowes", 60667), ("Lowe’s Companies, Inc.", 60667), ("low", 60667), ("60667", 60667),
        ("J.M. Smucker", 91419), ("JM Smucker Co", 91419), ("The J M Smucker Company", 91419),
        ("Wells Fargo", 72971), ("wells fargo and company", 72971), ("Wells", 72971), ("McDonald's", 63908),
        ("mcdonalds", 63908), ("AT&T", 7), ("AT and T Inc", 7), ("SBC Communications", 7), ("t", 7),
    ],
)  # fmt: skip
def test_a_company_is_known_by_what_people_call_it(asked: str, id_: int) -> None:
    assert [int(company.id) for company in matching(asked, COMPANIES)] == [id_]


@pytest.mark.parametrize("asked", ["", "The", "Smucker Fargo", "Lower", "0", "Mc"])
def test_what_is_no_name_means_no_company(asked: str) -> None:
    assert matching(asked, COMPANIES) == []


def test_a_filing_without_a_cik_is_of_the_company_with_its_name() -> None:
    found = merged([("0000000001", ["Acme Corp"], ["ACM"]), ("ACME CORPORATION", ["ACME CORPORATION"], None)])
    assert [(company.id, company.ids) for company in found] == [("0000000001", ["0000000001", "ACME CORPORATION"])]
    two = merged([("1", ["Acme Corp"], []), ("2", ["Acme Inc"], []), ("Acme", ["Acme"], [])])
    assert [company.ids for company in two] == [["1"], ["2"], ["Acme"]]


@given(st.text(max_size=40))
def test_a_name_in_other_letters_has_the_same_words(text: str) -> None:
    name = f"Zorb {text}"
    assert name_words(name) == [word.casefold() for word in name_words(name)]
    assert name_words(f"The {name} Inc.")[:1] == name_words(name)[:1]
