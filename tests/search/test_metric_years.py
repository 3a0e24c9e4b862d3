"""Years of questions: named, ranges, and the newest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.search.metric_years import Years
from piperoll.search.metric_years import take_years as taken
from piperoll.text.traced import Traced


def take_years(question: str) -> tuple[Years, str]:
    years, rest = taken(Traced.of(question))
    return years, rest.text


@pytest.mark.parametrize(
    ("question", "years", "rest"),
    [
        ("in 2021-23", Years([2021, 2022, 2023]), "in"),
        ("2021–2023", Years([2021, 2022, 2023]), ""),
        ("FY '23 sales", Years([2023]), "sales"),
        ("in '22", Years([2022]), "in"),
        ("FY98", Years([1998]), ""),
        ("fiscal years 2021 through 2023", Years([2021, 2022, 2023]), ""),
        ("FY2021 to FY23", Years([2021, 2022, 2023]), ""),
        ("between 2021 and 2023", Years([2021, 2022, 2023]), ""),
        ("from 2020 until 2022", Years([2020, 2021, 2022]), "from"),
        ("2021 and 2023", Years([2021, 2023]), "and"),
        ("since 2020", Years(since=2020), ""),
        ("last three years", Years(last=3), ""),
        ("the past decade", Years(last=10), "the"),
        ("from 2020 on", Years(since=2020), ""),
        ("2020 onwards", Years(since=2020), ""),
        ("from 2020 to 2021", Years([2020, 2021]), "from"),
        ("between 2020 & 2022", Years([2020, 2021, 2022]), ""),
        ("the three years ended 2020", Years([2018, 2019, 2020]), "the"),
        ("few years ended 2020", Years([2020]), "few years ended"),
        ("the 2 most recent fiscal years", Years(last=2), "the"),
        ("last year", Years(last=1), ""),
        ("last few years", Years(), "last few years"),
        ("last three years to 2023", Years([2021, 2022, 2023]), "last"),
        ("FY23Q1", Years(), "FY23Q1"),
        ("2,023 shares, 20.21 and 2022%", Years(), "2,023 shares, 20.21 and 2022%"),
        ("in 2021/22", Years([2021]), "in /22"),
        ("2023 to 1901", Years([1901, 2023]), ""),
    ],
)
def test_years_are_taken_out_of_a_question(question: str, years: Years, rest: str) -> None:
    assert take_years(question) == (years, rest)


@pytest.mark.parametrize(
    ("years", "newest", "wanted"),
    [
        (Years([2020]), 2023, [2020]),
        (Years(), 2023, [2023]),
        (Years(last=3), 2023, [2021, 2022, 2023]),
        (Years(since=2022), 2023, [2022, 2023]),
        (Years(since=2025), 2023, [2025]),
        (Years(), None, []),
    ],
)
def test_the_newest_years_are_counted_from_the_newest_filing(
    years: Years, newest: int | None, wanted: list[int]
) -> None:
    assert years.wanted(newest) == wanted


@given(
    st.integers(1990, 2070), st.integers(1, 9), st.sampled_from(["{} to {}", "{}-{}", "FY{} through FY{}", "{} – {}"])
)
def test_a_range_has_every_year(first: int, more: int, form: str) -> None:
    years, _ = take_years("revenue " + form.format(first, first + more))
    assert years.named == list(range(first, first + more + 1))


@given(st.text(max_size=80))
def test_any_text_has_years_or_none(text: str) -> None:
    years, rest = take_years(text)
    assert years.last >= 1
    assert all(1900 <= year < 2100 for year in years.named)
    assert "  " not in rest
