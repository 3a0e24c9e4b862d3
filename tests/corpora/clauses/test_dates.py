"""Days as contracts and pages write them, in the languages that they come in."""

from datetime import date

import pytest

from piperoll.corpora.clauses.words.dates import DAY, day_of


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-06-01", date(2026, 6, 1)),
        ("the 12th day of November, 2018", date(2018, 11, 12)),
        ("March 5th, 2020", date(2020, 3, 5)),
        ("le 25 mai 2018", date(2018, 5, 25)),
        ("den 1 oktober 2031", date(2031, 10, 1)),
        ("13.03.2024", date(2024, 3, 13)),
        ("9/28/2004", date(2004, 9, 28)),
        ("28/09/98", date(1998, 9, 28)),
        ("12-23-2019", date(2019, 12, 23)),
        ("30 February 2020", None),
        ("12 Lamps 2020", None),
    ],
)
def test_day(text: str, day: date | None) -> None:
    match = DAY.search(text)
    assert match
    assert day_of(match) == day


@pytest.mark.parametrize("text", ["3/4/2020", "11/4/10", "10-12-30", "1/30/2020/5", "28/2004"])
def test_a_date_with_two_readings_is_none(text: str) -> None:
    assert DAY.search(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "2025年5月3日", "2025년 5월 3일", "3 мая 2025 г.", "3 maja 2025 r.", "3. maj 2025", "3. května 2025",
        "3 Mayıs 2025", "3. toukokuuta 2025",
    ],
)  # fmt: skip
def test_days_in_other_languages(text: str) -> None:
    match = DAY.search(text)
    assert match and day_of(match) == date(2025, 5, 3)
