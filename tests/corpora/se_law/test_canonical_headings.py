"""Headings at the end of a § of a CanonicalDocumentJson, and what was put into one."""

from typing import Any

import pytest

from tests.corpora.se_law.documents import at, canonical
from tests.corpora.se_law.objects import chapter, provision


@pytest.mark.parametrize("in_content", [True, False])
def test_headings_at_the_end_are_those_of_the_next_section(in_content: bool) -> None:
    marker = "/Rubriken träder i kraft I:2032-01-01/"
    texts = [("A.", "STYCKE"), (marker, "STYCKE"), ("Vakt på fyrar eller", "HEADING"), ("skepp m.m.", "HEADING")]
    first = provision("1", "A.", stycken=[{"text": text, "role": role} for text, role in texts])
    if in_content:
        first["content"] = "\n".join(text for text, _ in texts)
    second = provision("2", "B.", heading="Vaktens längd")
    document = canonical(chapters=[chapter("1", first, second, provision("3", "C."))])  # 2010:110
    assert document.chunks[0].content == "A."
    assert document.chunks[1].content == f"{marker}\nVakt på fyrar eller\nskepp m.m.\n\nVaktens längd\nB."
    heading = "Vakt på fyrar eller skepp m.m. › Vaktens längd"
    assert [chunk.metadata.get("heading") for chunk in document.chunks] == [None, heading, heading]


@pytest.mark.parametrize(
    ("last", "moves"),
    [
        ("Beskattningen", True),
        ("Bestämmelser om fyrar finns i", False),  # a sentence that the source cut off, 2005:551
        ("Fyren får inte släckas om den", False),
        ("- lyktor", False),
        ("Lag (2031:4)", False),
        ("Lag", False),
        ("(FYFS 2032:9)", False),
    ],
)
def test_a_heading_at_the_end_may_be_unmarked(last: str, moves: bool) -> None:
    document = canonical(chapters=[chapter("1", provision("1", "A gäller.", last), provision("2", "B."))])
    assert document.chunks[0].content.endswith(last) is not moves
    assert document.chunks[1].metadata.get("heading") == (last if moves else None)


def ending(text: str, *before: tuple[str, str]) -> dict[str, Any]:
    """A § that ends with stycken, each with its role, and with one more of plain text."""
    stycken = [*before, (text, "STYCKE")]
    return provision("1", "Fyren lyser.") | {
        "content": "\n".join(["Fyren lyser.", *(words for words, _ in stycken)]),
        "stycken": [
            {"number": index, "text": words, "role": role}
            for index, (words, role) in enumerate([("Fyren lyser.", "STYCKE"), *stycken])
        ],
    }


LONG = "Särskilda bestämmelser om tillhandahållande av ritningar och lampor i vissa fyrar som staten äger"


@pytest.mark.parametrize(
    ("section", "heading"),
    [
        pytest.param(
            ending("Vem ska tända lyktan?", ("Lykta", "HEADING")), "Lykta › Vem ska tända lyktan?", id="stack"
        ),
        pytest.param(
            ending("I vilken ordning ska lyktan tändas?"), "I vilken ordning ska lyktan tändas?", id="question"
        ),
        pytest.param(ending(LONG), LONG, id="long"),
        pytest.param(ending("Tillsyn av fyrar", ("Lag (2033:7)", "STYCKE")), "Tillsyn av fyrar", id="behind an act"),
        pytest.param(
            ending("Tillsyn av fyrar", ("Mer finns i 3 kap.", "STYCKE")), "Tillsyn av fyrar", id="behind kap."
        ),
        pytest.param(ending("Bestämmelser om fyrar finns i"), "", id="cut off"),
        pytest.param(
            ending("Med lykta likställs det ljus som avses i föreskrifterna om fyrar enligt 10 kap. 3 § 9 eller 10"),
            "",
            id="long with a reference",
        ),
    ],
)
def test_a_heading_at_the_end_of_a_section_is_that_of_the_next(section: dict[str, Any], heading: str) -> None:
    document = canonical(chapters=[chapter("2", section, provision("2", "Lyktan tänds."))])
    assert at(document, "kap2.§2").metadata.get("heading", "") == heading


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        pytest.param(
            ["A gäller.", "3 a § B gäller.", "C gäller."], {"kap2.§3a": "3 a § B gäller.\nC gäller."}, id="letter"
        ),
        pytest.param(
            ["A gäller. 4 § B gäller."], {"kap2.§3": "A gäller.", "kap2.§4": "4 § B gäller."}, id="in a stycke"
        ),
        pytest.param(
            ["A gäller.", "Om B 4 § B gäller.", "5 § C."],
            {"kap2.§4": "Om B\n\n4 § B gäller.", "kap2.§5": "5 § C."},
            id="its heading, and two",
        ),
        pytest.param(["A gäller.", "6 § B gäller."], {"kap2.§3": "A gäller.\n6 § B gäller."}, id="not the next number"),
        pytest.param(["A gäller.", "7 § B."], {"kap2.§3": "A gäller.\n7 § B."}, id="another has the number"),
        pytest.param(
            ["Vad som sägs i 4 § Lagen gäller."], {"kap2.§3": "Vad som sägs i 4 § Lagen gäller."}, id="reference"
        ),
    ],
)
def test_a_section_that_was_put_into_the_one_before_is_its_own(texts: list[str], expected: dict[str, str]) -> None:
    document = canonical(chapters=[chapter("2", provision("3", *texts), provision("7", "Slut."))])
    assert {path: at(document, path).content for path in expected} == expected
