"""Test that the title of a page stands in the chunk of what follows it."""

import pytest

from tests.corpora.clauses.documents import contract, paths, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3
CLAUSES = f"## Oil\n\n{LONG}\n\n## Log\n\n{LONG}\n"


@pytest.mark.parametrize(
    "front",
    ["# Rules of the port", "Rules\n=====\n\nLast updated: May 28, 2031", "May 28, 2031", "Rules of the Harbour Lamps"],
)
def test_the_title_of_a_page_is_in_the_chunk_of_the_first_clause(front: str) -> None:
    document = terms(f"{front}\n\n{CLAUSES}")
    assert paths(document) == ["oil", "log"]
    assert document.chunks[0].content.startswith(front)
    assert document.chunks[0].role == "CLAUSE"


def test_a_title_is_in_the_chunk_of_the_text_below_it() -> None:
    document = terms(f"# Rules\n\nLast updated: May 28, 2031\n\n{LONG}\n\n{LONG}\n\n{LONG}\n\n{CLAUSES}")
    assert document.chunks[0].path == "preamble"
    assert "The keeper" in document.chunks[0].content


def test_a_sentence_in_front_of_the_first_clause_is_a_preamble() -> None:
    assert paths(terms(f"# Rules\n\nThe port is dark.\n\n{CLAUSES}"))[0] == "preamble"


@pytest.mark.parametrize("over", ["", "## Lamps of the harbour\n\n"])
def test_no_clause_is_cut_for_the_title(over: str) -> None:
    whole = ("Oil is paid at dawn. " * 40).strip()
    document = terms(f"# {'Rules of the port ' * 8}\n\n{over}### Oil\n\n{whole}\n\n### Log\n\n{LONG}\n")
    assert sum("Oil is paid" in chunk.content for chunk in document.chunks) == 1


def test_the_title_of_a_contract_stays_in_front() -> None:
    text = f"LAMP CONTRACT\n\nThis Agreement is between the Keeper and the Port.\n\n1. Oil. {LONG}\n\n2. Log. {LONG}\n"
    assert contract(text).chunks[0].path == "preamble"
