"""Schedules that a list of a clause names."""

from tests.corpora.clauses.documents import contract

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3


def begun(text: str) -> list[str]:
    """Return the paths of the clauses that begin in the chunks of a contract."""
    return [path for chunk in contract(text).chunks for path in chunk.clauses]


def test_a_schedule_between_two_numbers_of_a_series_is_only_named() -> None:
    listed = "1.4 Schedules. These are attached: A and\n\nSchedule B Oil of the Port\n\n"
    body = f"1. Words\n\n1.3 Oil. {PROSE * 9}\n\n{listed}1.5 Law. {PROSE}\n\n2. Lamps\n\n2.1 Light. {PROSE}\n\n"
    paths = begun(f"{body}Schedule B Oil of the Port\n\n1. Whales. {PROSE}\n\n2. Seals. {PROSE}")
    assert {"1.5", "2.1", "schedule-b.1", "schedule-b.2"} <= set(paths)


def test_a_schedule_behind_the_clauses_begins_with_its_own_numbers() -> None:
    body = f"1. Lamps. {PROSE}\n\n2. Oil. {PROSE}\n\n"
    assert "schedule-a.1" in begun(
        f"{body}Schedule A Lamps of the Port\n\n1. Red lamps. {PROSE}\n\n2. Old lamps. {PROSE}"
    )
