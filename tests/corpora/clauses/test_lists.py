"""Where a list ends, the clause around it goes on; where signatures begin, the clauses have ended."""

import pytest

from tests.corpora.clauses.documents import clauses, contract, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3
SIGNED = "IN WITNESS WHEREOF, the parties hereto have signed this agreement on the day written above.\n\nBy: Alpha"
ITEMS = "".join(f"({letter}) {PROSE.lower()}{PROSE.lower()}\n\n" for letter in "abcd").replace(". \n\n(", "; \n\n(")


def test_a_paragraph_behind_a_list_is_none_of_its_last_item() -> None:
    document = contract(f"3. Duties. {LONG}In winter:\n\n{ITEMS}The harbour pays for it. {LONG}\n\n4. End. {LONG}")
    rest = next(one for one in document.chunks if one.content.startswith("The harbour pays"))
    assert (rest.path, rest.header, rest.parent) == ("3.further", "contract > 3. Duties", "3")
    assert clauses(document) == ["3", "3.a", "3.b", "3.c", "3.d", "4"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"3. Duties. In winter:\n\n{ITEMS}and no later. {LONG}", id="the item goes on"),
        pytest.param(f"3. Duties. {LONG}\n\n{ITEMS}The harbour pays. {LONG}", id="nothing leads to the list"),
        pytest.param(
            f"3. Duties. In winter:\n\n(a) {LONG}\n\nB.\n\n(b) {LONG}\n\nC.", id="other items have paragraphs"
        ),
        pytest.param(
            f"3. Duties. In winter:\n\n(a) {LONG}\n\n{LONG}\n\n(b) {LONG}\n\n{LONG}", id="so do long paragraphs"
        ),
        pytest.param(f"3. Duties. In winter:\n\n(a) Red Lamps\n\n{LONG}\n\n(b) Oil\n\n{LONG}\n\n{LONG}", id="headings"),
        pytest.param(f"3. Duties. In winter:\n\n{ITEMS}For this item (d), {PROSE.lower()}", id="it names the item"),
        pytest.param(
            f"3. Duties. In winter:\n\n(a) {PROSE}\n{PROSE}\n\n(b) {PROSE}\n{PROSE}\n\n     {LONG}",
            id="right of the label",
        ),
        pytest.param(
            f"3. Duties. In winter:\n\n(a) oil;\n\n(b) light\n\nCONFIDENTIAL TREATMENT IS ASKED FOR.\n\n{LONG}",
            id="a notice of the page stands in the item",
        ),
    ],
)
def test_what_can_be_of_the_last_item_stays_in_it(text: str) -> None:
    assert not any("further" in path for path in paths(contract(f"{text}\n\n4. End. {LONG}")))


@pytest.mark.parametrize(
    ("items", "around"),
    [
        pytest.param(f"(a) {PROSE}\n\n(b) {PROSE}\n\n", "3", id="items that are whole sentences"),
        pytest.param(f"(a) Oil. {PROSE}\n\n(b) Wicks. {PROSE}\n\n", "3", id="items with headings"),
        pytest.param("(a) oil;\n\n(b) wicks\n\n2\n\nof wool; and\n\n(c) coal.\n\n", "3", id="a page ends in one"),
        pytest.param(f"(a) oil; and\n\n(b) any of:\n\n(i) wicks;\n\n(ii) coal. {LONG}\n\n", "3.b", id="an inner list"),
    ],
)
def test_a_paragraph_behind_whole_sentences_is_none_of_the_last_one(items: str, around: str) -> None:
    lead = "In winter the keeper shall see to the following for the port:"
    text = f"3. Duties. {LONG}{lead}\n\n{items}The foregoing holds in summer, too. {LONG}"
    document = contract(f"{text}\n\n4. End. {LONG}")
    rest = next(one for one in document.chunks if one.content.startswith("The foregoing"))
    assert rest.path == f"{around}.further"
    assert lead in rest.header or around == "3"


def test_a_paragraph_left_of_an_item_of_markdown_is_none_of_it() -> None:
    items = f"    1. red; {LONG}{LONG}\n    2. green. {LONG}{LONG}"
    text = f"1. Lamps. {PROSE}\n\n{items}\n\n    All are lit. {LONG}{LONG}\n\nWrite to us. {LONG}{LONG}"
    document = terms(f"### Aa\n\n{LONG}\n\n### Notices\n\nSay:\n\n{text}")
    ends = {one.content[:8]: one.parent for one in document.chunks}
    assert ends["All are "] == "notices.1"
    assert ends["Write to"] == "notices"


def test_a_paragraph_between_items_of_an_outer_list_loses_none_of_them() -> None:
    text = (
        f"1. Lamps.\n\n    1. Red.\n\n        (a) bright;\n\nBy day. {LONG}\n\n    2. Green. {LONG}\n\nThe end. {LONG}"
    )
    document = terms(f"### Aa\n\n{LONG}\n\n### Lamps\n\n{text}")
    assert any("The end." in one.content for one in document.chunks)


@pytest.mark.parametrize("before", ["\n\n", " "])
def test_signatures_are_none_of_the_last_clause(before: str) -> None:
    document = contract(f"1. Aa. {LONG}\n\n2. Bb. {LONG}{before}{SIGNED}")
    assert document.chunks[-1].path == "in-witness-whereof"
    assert document.chunks[-1].header == "contract > IN WITNESS WHEREOF"
    assert not any("WITNESS" in one.content for one in document.chunks[:-1])


def test_a_list_that_begins_again_has_no_words_of_the_first_one() -> None:
    items = "\n\n".join(f"({letter}) lamps that burn, {LONG}{LONG}" for letter in "abc")
    document = terms(f"### Aa\n\n{LONG}\n\n### Lamps\n\nRed lamps:\n\n{items}\n\nGreen lamps:\n\n{items}")
    again = [one.header for one in document.chunks if one.path.startswith("lamps.further.")]
    assert again
    assert not any("Red lamps" in header for header in again)
    assert any("Red lamps:" in one.header for one in document.chunks)


def test_a_list_that_begins_again_stands_behind_the_words_that_lead_to_it() -> None:
    first = "(1) light the lamp; and\n\n(2) clean the glass.\n\n"
    second = (
        f"These duties do not bind a keeper who:\n\n(1) is ill; {LONG}\n\n(2) is at sea; {LONG}\n\n(3) is old; {LONG}"
    )
    document = contract(f"1. Lamps. The keeper shall at dusk:\n\n{first}{second}\n\n2. Oil. {LONG}")
    found = [path for path in clauses(document) if path.startswith("1.")]
    assert found == ["1.1", "1.2", "1.further.1", "1.further.2", "1.further.3"]


def test_items_behind_the_second_lead_in_of_a_heading_count_no_clauses_of_the_page() -> None:
    lists = [
        "\n".join(f"{number}. {verb} the lamp of pier {number} at any hour of the day" for number in range(1, last))
        for verb, last in (("Light", 4), ("Sell", 7))
    ]
    text = f"You agree not to:\n\n{lists[0]}.\n\nAlso, on any other day of rest, you agree not to:\n\n{lists[1]}.\n\n"
    document = terms(f"# Terms\n\n## Oil\n\n{LONG}\n\n## Uses\n\n{text}## End\n\n{LONG}")
    assert {path.rpartition(".")[0] for path in clauses(document)} == {"uses", "uses.further"}
