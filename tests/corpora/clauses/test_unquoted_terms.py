"""Definitions whose terms stand in no quotation marks."""

import pytest

from tests.corpora.clauses.documents import clauses, contract

SAYS = "any lamp of brass or of glass that the keeper lights at dusk and puts out at dawn"


def document(lines: str, lead: str = "In this Agreement the following terms have these meanings:") -> list[str]:
    front = "LAMP AGREEMENT\n\nbetween Lantern Ltd and Tower Ltd\n\n"
    return clauses(contract(f"{front}1. TERMS\n\n{lead}\n\n{lines}\n\n2. OIL\n\nOil is lit.\n"))


@pytest.mark.parametrize("form", ["{} means ", "{} — means ", "**{}** means ", "‘{}’ means ", "{}: ", "{}\t"])
def test_each_definition_is_a_unit(form: str) -> None:
    lines = "\n\n".join(f"{form.format(term)}{SAYS}." for term in ("Beacon", "Harbour Lamp", "Oil"))
    assert document(lines) == ["1", "1.beacon", "1.harbour-lamp", "1.oil", "2"]


def test_a_term_may_stand_alone_above_its_meaning() -> None:
    lines = "\n\n".join(f'"{term}"\n{SAYS}.' for term in ("Beacon", "Harbour Lamp", "Oil"))
    assert document(lines) == ["1", "1.beacon", "1.harbour-lamp", "1.oil", "2"]


def test_what_a_term_is_counts_between_others() -> None:
    lines = "\n\n".join(f"{term} {SAYS}." for term in ("Beacon means", "Lamp is", "Oil means", "Wick means"))
    assert document(lines) == ["1", "1.beacon", "1.lamp", "1.oil", "1.wick", "2"]


@pytest.mark.parametrize(
    ("lines", "lead"),
    [
        ("\n\n".join(f"{term} means {SAYS}." for term in ("Beacon", "Oil")), "These terms are defined:"),
        ("\n\n".join(f"{term} includes {SAYS}." for term in ("Beacon", "Lamp", "Oil")), "The keeper sells:"),
    ],
)
def test_two_lines_or_lines_without_a_lead_define_nothing(lines: str, lead: str) -> None:
    assert document(lines, lead) == ["1", "2"]


def test_a_heading_in_capitals_ends_the_definitions() -> None:
    lines = "\n\n".join(f"{term} means {SAYS}." for term in ("Beacon", "Lamp", "Oil"))
    text = f"LAMP AGREEMENT\n\nDEFINITIONS\n\nIn this Agreement:\n\n{lines}\n\n1. GRANT. The keeper lights it.\n"
    assert clauses(contract(text))[-1] == "1"
