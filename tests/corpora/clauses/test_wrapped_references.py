"""A label with which a wrapped line only happens to begin goes on with the sentence of the line above."""

import pytest

from tests.corpora.clauses.documents import clauses, contract, terms

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3
OPENED = ["1", "1.1", "1.2", "2", "2.1", "2.2", "3", "3.1"]


def numbered(broken: str) -> str:
    return (
        f"1. Lamps\n\n1.1 Light. {LONG}\n\n1.2 Oil. {LONG}\n\n2. Wages\n\n2.1 Pay. {LONG}\n"
        f"Whatever is paid late to the keeper of the lamp {broken} {LONG}\n\n"
        f"2.2 Days. {LONG}\n\n3. Law\n\n3.1 Notices. {LONG}"
    )


@pytest.mark.parametrize(
    "broken",
    [
        "is subject to Section\n1.2 of this contract.",
        "is subject to Sections 1.1 and\n1.2 of this contract.",
        "is subject to Sections 1.1 (Light), 1.2\n(Oil), and\n2.1 (Pay) of this contract.",
        "is paid with interest as the port and he agree under\n1.2 above and nowhere else.",
        "is told in Schedule\n3. They bear it.",
        "is told in Exhibit\nA. The port bears it.",
        "falls under clause\n(b), and under no other.",
        "falls under Section 1.2\n(b)(ii) or (iii), and under no other.",
        "is paid within one\n(1) day of its being due.",
        "bears interest from that day on at\n2.5 per cent of the wages.",
        "is told by the port under this\nSection 3. They bear it.",
        "unterliegt der Ziffer\n1.2 dieses Vertrags.",
        "ist zu zahlen bis zum\n3. Werktag eines Monats.",
        "est régi par l’article\n1.2 du contrat.",
        "se rige por la cláusula\n1.2 de este contrato.",
        "omfattas av det som sägs i punkt\n1.2 ovan.",
    ],
)
def test_a_reference_that_is_wrapped_opens_nothing(broken: str) -> None:
    assert clauses(contract(numbered(broken))) == OPENED


def test_a_reference_that_a_page_wraps_opens_nothing() -> None:
    broken = "It is paid as is told in Ziffer\n1. Nothing else is."
    text = f"# Lamps\n\n1. Light. {LONG}\n\n2. Oil. {LONG}\n{broken}\n\n3. Law. {LONG}"
    assert clauses(terms(text)) == ["1", "2", "3"]


@pytest.mark.parametrize(
    "above",
    [
        "SECTION\n",  # the word of a label alone
        "It is lit as is said in the Section.\n",
        "It is lit under Section 1.1; and\n",
        "The keeper buys all the oil and the wicks\n",
    ],
)
def test_a_clause_behind_other_words_opens(above: str) -> None:
    text = f"1. Lamps\n\n1.1 Light. {LONG}\n\n{above}1.2 Oil. {LONG}\n\n1.3 Wicks. {LONG}"
    assert clauses(contract(text)) == ["1", "1.1", "1.2", "1.3"]


def test_an_item_behind_a_reference_opens() -> None:
    items = "(a) light the lamp as is said in Section 2.1,\n(b) buy the oil, and\n(c) write down what he sees at night."
    text = f"1. Duties. The keeper shall:\n{items}\n\n2. Oil\n\n2.1 Wicks. {LONG}"
    assert clauses(contract(text)) == ["1", "1.a", "1.b", "1.c", "2", "2.1"]


def test_an_item_behind_one_that_ends_in_a_preposition_opens() -> None:
    items = "1.  Fees\n    *   Fees when lamps and what belongs to them are disposed of\n2.  Costs of their way"
    assert clauses(terms(f"# Lamps\n\n{LONG}\n\n{items}\n\n{LONG}")) == ["1", "2"]
