"""Questions for metrics: what they are understood as, what they are answered with, and what is refused."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import piperoll
from piperoll import settings as configured
from piperoll.cli import app
from piperoll.library import CorpusReader
from piperoll.results import MetricResult
from piperoll.search.metric import _values
from piperoll.search.metric_question import metrics, read
from piperoll.settings import Settings
from piperoll.store.connection import Database
from tests.search.indexing import index

EXAMPLES = Path(__file__).parents[2] / "examples" / "sec-10k"
COMPANIES = {
    "0000000001": ["Apple Inc.", "AAPL"],
    "0000000002": ["Apple Hospitality Trust", "APLE"],
    "0000000003": ["General Motors Company", "GM"],
    "0000000004": ["General Dynamics Corp", "GD"],
    "0000000005": ["McDONALD’S CORP", "MCD"],
    "0000000006": ["All In Corp", "ALL"],
}


def understood(question: str) -> tuple[set[str], list[str], list[int], int, list[str]]:
    asked = read(question, COMPANIES)
    companies = {id_[-1] for id_ in asked.companies}
    return companies, [metric.name for metric in asked.metrics], asked.years, asked.last, asked.left


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("apple revenue 2021 to 2023", ({"1"}, ["revenue"], [2021, 2022, 2023], 1, [])),
        ("What was Apple's net income in FY22?", ({"1"}, ["net_income"], [2022], 1, [])),
        ("AAPL total assets 2021 and 2023", ({"1"}, ["total_assets"], [2021, 2023], 1, [])),
        ("gm sales between 2021 and 2023", ({"3"}, ["revenue"], [2021, 2022, 2023], 1, [])),
        ("gm sales 2021–2023", ({"3"}, ["revenue"], [2021, 2022, 2023], 1, [])),
        ("mcdonald's diluted EPS, last three years", ({"5"}, ["eps_diluted"], [], 3, [])),
        ("McDonalds capex", ({"5"}, ["capital_expenditure"], [], 1, [])),
        ("revenue and net income of general dynamics", ({"4"}, ["net_income", "revenue"], [], 1, [])),
        ("general motors current assets", ({"3"}, ["current_assets"], [], 1, [])),
        ("general revenue", ({"3", "4"}, ["revenue"], [], 1, [])),
        ("apple hospitality revenue", ({"2"}, ["revenue"], [], 1, [])),
        ("apple revnue 2021", ({"1"}, ["revenue"], [2021], 1, [])),
        ("gm and gd revenue", ({"3", "4"}, ["revenue"], [], 1, [])),
        ("iphone revenue of apple", ({"1"}, ["revenue"], [], 1, ["iphone"])),
        ("apple net profit margin", ({"1"}, ["net_income"], [], 1, ["margin"])),
        ("ALL revenue of 2021", ({"6"}, ["revenue"], [2021], 1, [])),
        ("1999", (set(), [], [1999], 1, [])),
        ("", (set(), [], [], 1, [])),
    ],
)
def test_a_question_is_understood(question: str, expected: Any) -> None:
    assert understood(question) == expected


def fact(value: float, **changes: Any) -> dict[str, Any]:
    """Return a row of facts: net revenue of a year."""
    row = {
        "concept": "us-gaap:Revenues", "year": 2031, "value": value, "unit": "USD", "document": "a", "accession": None,
        "start": 1, "end": 2, "period_start": date(2031, 1, 1), "period_end": date(2031, 12, 31),
        "closing": "2031-12-31", "decimals": -6,
    }  # fmt: skip
    return row | changes


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([fact(24_177e6), fact(24_200e6, decimals=-8)], [24_177e6]),
        ([fact(24_177e6), fact(24_300e6, decimals=-8)], []),
        ([fact(24_177e6), fact(24_178e6)], []),
        ([fact(5e6), fact(4e6, period_start=date(2031, 10, 1))], [5e6]),
        ([fact(4e6, period_end=date(2031, 6, 30), period_start=date(2030, 7, 1))], []),
        ([fact(3e6, concept="us-gaap:SalesRevenueNet"), fact(5e6)], [5e6]),
        ([fact(5e6), fact(6e6, document="b")], [5e6, 6e6]),
        ([fact(5e6, start=None), fact(5e6)], [5e6]),
    ],
)
def test_a_value_is_that_of_the_whole_year_and_exact(rows: list[dict[str, Any]], expected: list[float]) -> None:
    [revenue] = [metric for metric in metrics() if metric.name == "revenue"]
    found = list(_values(revenue, 2031, rows))
    assert [value["value"] for value in found] == expected
    assert all(value["start"] for value in found)


def test_no_phrase_means_two_metrics() -> None:
    phrases = [phrase for metric in metrics() for phrase in metric.phrases]
    assert len(phrases) == len(set(phrases))


@pytest.fixture
def reader(database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[CorpusReader]:
    """The example filings as corpus f."""
    assert settings.dsn
    with database.connect(autocommit=True) as connection:
        index(connection, settings, "f", EXAMPLES, "sec-10k", limit=0)
    monkeypatch.setenv("PIPEROLL_DSN", settings.dsn.get_secret_value())
    configured.load.cache_clear()
    with piperoll.open() as opened:
        yield opened["f"]
    configured.load.cache_clear()


def told(result: MetricResult) -> tuple[list[tuple[str, int, int | float]], list[str], float]:
    return [(one.metric, one.year, one.value) for one in result.values], list(result.missing), result.confidence


@pytest.mark.parametrize(
    ("question", "values", "missing", "confidence"),
    [
        ("lanternfish net sales 2030 to 2031", [("revenue", 2030, 84_300_000), ("revenue", 2031, 86_300_000)], [], 1.0),
        ("LAMP net income", [("net_income", 2031, 9_840_000)], [], 0.9),
        ("lanternfisch net income 2031", [("net_income", 2031, 9_840_000)], [], 0.8),
        ("lamp revenue 2029 and 2030", [("revenue", 2030, 84_300_000)], ["revenue 2029"], 1.0),
        ("lamp goodwill 2031", [], ["goodwill 2031"], 0.0),
        ("lamp net income and goodwill 2031", [("net_income", 2031, 9_840_000)], ["goodwill 2031"], 1.0),
        ("lamp goodwill", [], ["goodwill"], 0.0),
        ("lamp net margin 2031", [], ["metric", "not understood: net margin"], 0.0),
        ("revenue 2031", [], ["company"], 0.0),
    ],
)
def test_a_question_is_answered_or_refused(
    reader: CorpusReader, question: str, values: Any, missing: list[str], confidence: float
) -> None:
    assert told(reader.metric(question)) == (values, missing, confidence)


def test_an_unknown_company_is_said_with_the_nearest(reader: CorpusReader) -> None:
    [company, left] = reader.metric("lantern lights revenue 2031").missing
    assert company == "company: nearest Lanternfish Lamps, Inc."
    assert left == "not understood: lantern lights"


def test_the_command_answers(reader: CorpusReader) -> None:
    done = CliRunner().invoke(app, ["metric", "f", "lamp revenue 2029 and 2031"])
    assert done.exit_code == 0
    assert "86,300,000 USD" in done.stdout
    assert "revenue 2029" in done.stderr
    result = CliRunner().invoke(app, ["metric", "f", "nothing", "--json"])
    assert result.exit_code == 0
    assert '"values":[]' in result.stdout
