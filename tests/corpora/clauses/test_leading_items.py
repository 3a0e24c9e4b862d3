"""Test the item inside a line that leads to a list: what stands in the list is cited with it."""

import pytest

from tests.corpora.clauses.documents import clauses, contract

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3
NIGHTS = "(i) if the lamp has not burned on one of the nights; or\n\n(ii) if the oil of the port is no longer sold"


def test_what_stands_in_the_list_is_cited_below_the_item_that_leads_to_it() -> None:
    items = f"(a) by consent of both; (b) by the port or the keeper:\n\n{NIGHTS};\n\n(c) by the port: (i) at dawn."
    document = contract(f"9.1 End. {LONG}It may be ended at any time: {items}\n\n9.2 Notice. {LONG}", max_tokens=60)
    assert {"9.1.a", "9.1.b", "9.1.b.i", "9.1.b.ii", "9.1.c"} <= set(clauses(document))


def test_the_document_tells_the_item_by_citing_it() -> None:
    items = f"(a) the keeper shall light the lamp, and (b) the keeper shall not:\n\n{NIGHTS}."
    text = f"9.1 End. {LONG}Until then {items}\n\n9.2 Notice. {LONG}"
    assert "9.1.b.i" in clauses(contract(f"{text}That is said in Section 9.1(b)(i)."))
    assert "9.1.i" in clauses(contract(text))  # the list may stand behind both items


def test_a_page_may_end_behind_the_item() -> None:
    items = f"(a) by consent of both; (b) by the port:\n\n12\n\n\n________________\n\n\n{NIGHTS};\n\n(c) by the keeper."
    assert "9.1.b.i" in clauses(contract(f"9.1 End. It may be ended: {items}\n\n9.2 Notice. {LONG}"))


@pytest.mark.parametrize(
    "items",
    [
        f"Where (a) the lamp is out; or (b) the oil is spent, the keeper shall:\n\n{NIGHTS}.",
        f"It may be ended (a) by day; or (b) by night. The port shall say so:\n\n{NIGHTS}; (c) at dusk.",
        f"It may be ended (whether (a) by day; or (b) by night) by the port:\n\n{NIGHTS}; (c) at dusk.",
        f"It may be ended (a) by day; or (b) by night, but not:\n\n{NIGHTS}, (a) red; (b) blue; or (c) green.",
        f"The oil of paragraph (a) is sold:\n\n{NIGHTS}.",
    ],
)
def test_a_list_that_no_item_leads_to_stands_in_its_clause(items: str) -> None:
    assert "9.1.i" in clauses(contract(f"9.1 End. {LONG}{items}\n\n9.2 Notice. {LONG}"))
