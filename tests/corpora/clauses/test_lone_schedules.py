"""Schedules without a number of their own."""

import pytest

from tests.corpora.clauses.documents import at, clauses, contract, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year."
LONG = f"{PROSE} " * 4
FRONT = "LAMP LEASE\n\nbetween Lantern Ltd and Tower Ltd\n\n" + "".join(
    f"{number}. {heading}\n\n{PROSE}\n\n" for number, heading in enumerate(("LAMPS", "OIL", "GLASS"), 1)
)


@pytest.mark.parametrize(
    ("heading", "path"),
    [
        ("SCHEDULE", "schedule"),
        ("THE SCHEDULE ABOVE REFERRED TO", "schedule"),
        ("The Schedule hereinbefore referred to:", "schedule"),
        ("REFERENCE SCHEDULE", "reference-schedule"),
        ("THE SECOND SCHEDULE", "schedule-2"),
        ("Annex", "annex"),
    ],
)
def test_the_last_schedule_needs_no_number(heading: str, path: str) -> None:
    found = clauses(contract(f"{FRONT}{heading}\n\n1. Premises: the tower.\n2. Rent: ten lamps.\n"))
    assert found == ["1", "2", "3", path, f"{path}.1", f"{path}.2"]


def test_its_name_stands_in_the_next_line() -> None:
    document = contract(f"{FRONT}SCHEDULE\n\nFixtures\n\n1. Two lamps of brass.\n2. One stove with its pipe.\n")
    assert at(document, "schedule").metadata["heading"] == "Fixtures"


@pytest.mark.parametrize(
    "lines",
    [
        f"The Schedule\n\n[to be completed]\n\n4. WICKS\n\n{PROSE}",
        f"{PROSE} It is described in the\nSchedule\n\n4. WICKS\n\n{PROSE}",
        "".join(f"SCHEDULE\n\n{PROSE}\n\n" for _ in range(3)) + f"4. WICKS\n\n{PROSE}",
    ],
)
def test_a_schedule_inside_of_the_clauses_is_only_named(lines: str) -> None:
    assert clauses(contract(FRONT + lines)) == ["1", "2", "3", "4"]


def test_a_schedule_that_belongs_to_another_one_stands_in_it() -> None:
    annexes = (
        f"ANNEX 1\nLAMPS\n\n1. {PROSE}\n\nAppendix A to Annex 1\n\n1. Brass\n2. Tin\n\nANNEX 2\nOIL\n\n1. {PROSE}\n"
    )
    found = clauses(contract(FRONT + annexes))
    assert [path for path in found if path.count("-") and not path[-1].isdecimal()] == ["annex-1.appendix-a"]
    assert found[-2:] == ["annex-2", "annex-2.1"]


def test_lettered_headings_behind_the_text_of_a_schedule_stand_in_it() -> None:
    clauses = "".join(f"{one}. {name}\n---------\n\n{LONG}\n\n" for one, name in (("A", "Lamps"), ("B", "Oil")))
    inner = clauses.replace("Lamps", "Tower").replace("Oil", "Pier")
    document = terms(f"Rules\n=====\n\n{clauses}**Schedule 1 - Safety**\n\nThe port keeps it safe. {LONG}\n\n{inner}")
    assert [one for one in paths(document) if ".p" not in one] == [
        "a",
        "b",
        "schedule-1",
        "schedule-1.a",
        "schedule-1.b",
    ]


def test_a_schedule_stands_beside_the_one_before_whatever_heads_the_end_of_that() -> None:
    text = f"Rules\n=====\n\n1.  **Oil**. {LONG}\n\n2.  **Glass**. {LONG}\n\n"
    annexes = f"**ANNEX 1**\n\n**Lamps**\n\n_**How often**_\n\n{LONG}\n\n**ANNEX 2**\n\n**Towers**\n\n{LONG}\n\n"
    document = terms(text + annexes)
    assert "annex-2" in paths(document)
    assert "How often" not in at(document, "annex-2").header


def test_an_appendix_of_a_lower_rank_is_in_no_numbered_section_and_encloses_its_own_numbers() -> None:
    sections = "".join(f"{one}\\. {name}\n------\n\n{LONG}\n\n" for one, name in ((1, "Oil"), (2, "Glass")))
    inner = f"### Appendix 1 - Lamps\n\n### 1\\. Red lamps\n\n{LONG}\n\n### 2\\. Bells\n\n{LONG}\n"
    text = f"Rules\n=====\n\n{sections}{inner}"
    found = [one for one in terms(text).chunks if "Red lamps" in one.header or "Bells" in one.header]
    assert {one.path.removesuffix(".p2") for one in found} == {"appendix-1.1", "appendix-1.2"}
    assert not any("Glass" in one.header for one in found)
