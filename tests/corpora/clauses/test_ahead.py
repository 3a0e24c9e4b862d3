"""What stands between two clauses belongs to the first of them, whatever its heading looks like."""

import pytest

from piperoll.model import HEADER_SEPARATOR
from tests.corpora.clauses.documents import at, clauses, contract, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3


def names(header: str) -> list[str]:
    return header.split(HEADER_SEPARATOR)[1:]


def test_a_bold_line_with_text_ends_where_the_next_number_begins() -> None:
    first = f"1\\. Aa\n\n1.1. {LONG}\n\n1.2. {LONG}\n\n**Bank of the light**\n\n{LONG}"
    document = terms(f"**Terms of the light**\n\n{first}\n\n2\\. Bb\n\n2.1. {LONG}\n\n2.2. {LONG}")
    assert names(at(document, "1.bank-of-the-light").header) == ["1. Aa", "Bank of the light"]
    assert names(at(document, "2").header) == ["2. Bb"]


def test_a_bold_line_right_above_a_number_stands_over_it() -> None:
    document = terms(f"**Lamps**\n\n1. {LONG}\n\n2. {LONG}\n\n**Oil**\n\n3. {LONG}\n\n4. {LONG}")
    assert any(one.header.endswith("Oil") or "Oil > 3." in one.header for one in document.chunks)


@pytest.mark.parametrize("term", ["“Wick” means a wick", "Wicks. The keeper has wicks"])
def test_a_term_inside_an_item_encloses_no_further_item(term: str) -> None:
    document = contract(f"1. Lamps.\n\n(a) {LONG}\n\n(b) {LONG}\n\n{term}, and {LONG}\n\n(c) {LONG}")
    assert [one for one in clauses(document) if one != "1.b.wick"] == ["1", "1.a", "1.b", "1.c"]


def test_a_list_of_definitions_ends_in_front_of_a_section() -> None:
    terms_ = "".join(f'"{name}" shall mean what the keeper calls so. {PROSE}' for name in ("Lamp", "Oil", "Wick"))
    document = contract(
        f"ARTICLE I\n\nDEFINITIONS\n\n{terms_}\n\nSection 1.02 Reading. {LONG}\n\nSection 1.03 Tax. {LONG}"
    )
    assert {"1.02", "1.03"} <= set(paths(document))
    assert "Wick" not in at(document, "1.02").header


def test_a_term_that_is_defined_in_passing_names_no_chunk() -> None:
    document = contract(f'1. Lamps. {LONG}"Wick" means the wick of a lamp. {LONG}\n\n2. Oil. {LONG}')
    assert not any("Wick" in one.header for one in document.chunks)
    assert any("Wick" in one.metadata.get("terms", ()) for one in document.chunks)


def test_headings_above_most_clauses_are_those_of_one_clause_each() -> None:
    heads = ["Time", "Notices", "Language", "Severability"]
    text = "\n\n".join(f"{head}\n\n4.{number} {LONG}" for number, head in enumerate(heads, 1))
    document = contract(f"PART 4\n\nGENERAL PROVISIONS\n\n{text}")
    assert [names(at(document, f"4.{number}").header)[-1] for number in (2, 3, 4)] == [
        "4.2 Notices",
        "4.3 Language",
        "4.4 Severability",
    ]
    assert not any(one.content.rstrip().endswith(tuple(heads)) for one in document.chunks)


def test_a_preamble_stands_over_no_clause() -> None:
    text = f"**PREAMBLE**\n\n{LONG}\n\n**1\\. LAMPS**\n\n1. {LONG}\n\n2. {LONG}\n\n**2\\. OIL**\n\n1. {LONG}"
    assert not any("PREAMBLE > " in one.header for one in terms(f"##### **Terms**\n\n{text}").chunks)


def test_a_schedule_that_is_only_listed_encloses_nothing() -> None:
    listed = "ANNEX I Lamps\n\nANNEX II Oil\n\n"
    text = f"1. Aa. {LONG}\n\n{listed}2. Bb. {LONG}\n\nANNEX I Lamps\n\n{LONG}\n\nANNEX II Oil\n\n{LONG}"
    assert clauses(terms(text)) == ["1", "2", "annex-i", "annex-ii"]


def test_an_entry_that_dots_lead_to_its_page_opens_nothing() -> None:
    dots = "." * 40
    text = f"Chapter 1 Lamps {dots} 3\n\nChapter 2 Oil {dots} 9\n\nChapter 1 Lamps\n\n{LONG}\n\nChapter 2 Oil\n\n{LONG}"
    assert clauses(terms(text)) == ["chapter-1", "chapter-2"]
