"""The headings of schedules: where they end in front of their text, and what in them says nothing."""

import pytest

from tests.corpora.clauses.documents import contract, paths

LONG = "the keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 6
WORDS = "OIL OF THE LAMPS OF THE PORT, GLASS OF THE LAMPS OF THE PORT AND LOGS OF THE KEEPER"
CLAUSES = f"1. Lamps. {LONG}\n\n2. Oil. {LONG}\n\n"


def heading(schedule: str) -> str:
    """Return the heading of the schedule that stands behind the clauses."""
    return contract(CLAUSES + schedule).chunks[-1].header.partition(" > ")[2]


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [
        ("EXHIBIT A OIL OF THE PORT Keeper when used herein means that {}", "EXHIBIT A OIL OF THE PORT"),
        ("EXHIBIT A FORM OF LEASE OF LAMPS This LEASE OF LAMPS says that {}", "EXHIBIT A FORM OF LEASE OF LAMPS"),
        ("Exhibit B Fee Schedule At the direction of each port, {}", "Exhibit B Fee Schedule"),
        (
            "EXHIBIT E   To Lamp Agreement By and Between   Lantern Trading Inc. and   The Tower, Inc.   Dated as of "
            "March 6, 2031   FURTHER TERMS AND CONDITIONS   Without limit, {}",
            "EXHIBIT E FURTHER TERMS AND CONDITIONS",
        ),
        (
            "EXHIBIT 2   TO THE LAMP CORP. SUPPLY AGREEMENT   GUARANTY OF THE OWNER   In that case {}",
            "EXHIBIT 2 GUARANTY OF THE OWNER",
        ),
        (
            "EXHIBIT 2\n\nTO AGREEMENT BETWEEN  LAMP, INC. AND TOWER, INC.\n\nLIST OF LAMPS\n\nThere {}",
            "EXHIBIT 2 LIST OF LAMPS",
        ),
        ("EXHIBIT 2\n\nTO: LAMP INC. SUPPLY AGREEMENT\n\nRULES OF THE PORT\n\nThere {}", "EXHIBIT 2 RULES OF THE PORT"),
        ("APPENDIX 2\n\n1    OIL,  GLASS\n\nThere {}", "APPENDIX 2"),
        ("EXHIBIT 2\n\nTO THE SUPPLY AGREEMENT - OIL AND GLASS\n\nThere {}", "EXHIBIT 2 OIL AND GLASS"),
        ("EXHIBIT C FORM OF OIL AGREEMENT   Exhibit C\n\nThere {}", "EXHIBIT C FORM OF OIL AGREEMENT"),
        ("EXHIBIT C\n\nFORM OF OIL AGREEMENT   Exhibit C\n\nThere {}", "EXHIBIT C FORM OF OIL AGREEMENT"),
        ("EXHIBIT 1.C\n\nLIST OF LAMPS\n\nThere {}", "EXHIBIT 1.C LIST OF LAMPS"),
        ("EXHIBIT C LAMPS AND OIL Oil of Lamps: There {}", "EXHIBIT C LAMPS AND OIL"),
        ("EXHIBIT C   Form of a Log   Name of the Keeper: There {}", "EXHIBIT C Form of a Log"),
    ],
)
def test_a_heading_ends_in_front_of_the_text(schedule: str, expected: str) -> None:
    assert heading(schedule.format(LONG)) == expected


@pytest.mark.parametrize("text", ["The Lamp Keeper shall perform", "Lantern agrees to pay that", "A Glass Lamp of the"])
def test_a_sentence_behind_the_label_is_no_heading(text: str) -> None:
    (last,) = {chunk.metadata.get("heading") for chunk in contract(f"{CLAUSES}EXHIBIT A {text} {LONG}").chunks[-1:]}
    assert last is None


def test_a_letter_behind_a_figure_counts_schedules() -> None:
    document = contract(f"{CLAUSES}EXHIBIT 1.A\n\nOIL LIST\n\n{LONG}\n\nEXHIBIT 1.B\n\nLAMP LIST\n\n{LONG}")
    assert [chunk.path for chunk in document.chunks if chunk.path.startswith("exhibit")][:1] == ["exhibit-1-a"]
    assert any(chunk.path == "exhibit-1-b" for chunk in document.chunks)


def test_what_is_attached_to_a_schedule_stands_in_it() -> None:
    document = contract(f"{CLAUSES}Exhibit B\n\nOil\n\n{LONG}\n\nAttachment 1 to Exhibit B\n\nTests\n\n1. {LONG}\n")
    assert "exhibit-b.attachment-1" in paths(document)


@pytest.mark.parametrize("marks", ["EXHIBIT {}\n{}", "Exhibit {}: {}\n\nSee below."])
def test_a_short_schedule_is_a_chunk_of_its_own(marks: str) -> None:
    first, second = marks.format("A", "Plan of the Tower"), marks.format("B", "Rules of the Tower")
    rest = "The doors are shut at night, and nobody leaves a lamp on the stairs."
    document = contract(f"LAMP LEASE\n\n1. Use. The keeper uses the tower.\n\n{first}\n\n{second}\n\n{rest}\n")
    assert [chunk.path for chunk in document.chunks] == ["1", "exhibit-a", "exhibit-b"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"3.  {WORDS}      AND WICKS, PRICES OF OIL", f"3. {WORDS} AND WICKS, PRICES OF OIL"),
        (f"EXHIBIT B          {WORDS}             OIL, GLASS", f"EXHIBIT B {WORDS} OIL, GLASS"),
        ("EXHIBIT B\n\nDUTIES OF THE KEEPER\n\nAND OF HIS MATES", "EXHIBIT B DUTIES OF THE KEEPER AND OF HIS MATES"),
        ("EXHIBIT B\n\nAMENDED AND RESTATED\n\nRULES\n\nOF\n\nPORTS", "EXHIBIT B AMENDED AND RESTATED RULES OF PORTS"),
        ("EXHIBIT B\n\nDUTIES OF THE KEEPER\n\nOIL AND GLASS", "EXHIBIT B DUTIES OF THE KEEPER"),
        ("EXHIBIT B\n\nDUTIES OF THE KEEPER\n\nFOR VALUE RECEIVED", "EXHIBIT B DUTIES OF THE KEEPER"),
        ("EXHIBIT B\n\nDUTIES OF THE KEEPER\n\nIN THE TOWER", "EXHIBIT B DUTIES OF THE KEEPER"),
        ("EXHIBIT B          DUTIES OF THE KEEPER             PRICE: 100", "EXHIBIT B DUTIES OF THE KEEPER"),
    ],
)  # fmt: skip
def test_a_heading_in_capitals_goes_on_in_the_line_below(text: str, expected: str) -> None:
    assert heading(f"{text}\n\n{LONG}") == expected
