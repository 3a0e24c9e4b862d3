"""Questions for metrics: what they are understood as, what they are answered with, and what is refused."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import piperoll
from piperoll import settings as configured
from piperoll.cli import app
from piperoll.library import CorpusReader
from piperoll.results.figures import MetricResult
from piperoll.search.metric_question import read
from piperoll.search.metric_statements import in_statements
from piperoll.search.metric_table import metrics
from piperoll.search.metric_values import values_of
from piperoll.settings import Settings
from piperoll.store.company_names import Company
from piperoll.store.connection import Database
from tests.search.indexing import index

EXAMPLES = Path(__file__).parents[2] / "examples" / "sec-10k"
COMPANIES = [
    Company(id_, [id_], [name], [ticker])
    for id_, name, ticker in [
        ("0000000001", "Apple Inc.", "AAPL"),
        ("0000000002", "Apple Hospitality Trust", "APLE"),
        ("0000000003", "General Motors Company", "GM"),
        ("0000000004", "General Dynamics Corp", "GD"),
        ("0000000005", "McDONALD’S CORP", "MCD"),
        ("0000000006", "All In Corp", "ALL"),
        ("0000000007", "LOWES COMPANIES INC", "LOW"),
        ("0000000008", "THE J. M. SMUCKER COMPANY", "SJM"),
        ("0000000009", "Johnson & Johnson", "JNJ"),
        ("0000000010", "MICROSOFT CORP", "MSFT"),
    ]
]
WRITTEN = frozenset("lower ample sails cloud".split())
"""Words that the filings have."""


def understood(question: str) -> tuple[set[str], list[str], list[int], int, list[str]]:
    asked = read(question, COMPANIES, lambda words: WRITTEN & set(words))
    companies = {id_.lstrip("0") for id_ in asked.companies}
    return companies, [metric.name for metric in asked.metrics], asked.years.named, asked.years.last, asked.left


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("apple revenue 2021 to 2023", ({"1"}, ["revenue"], [2021, 2022, 2023], 1, [])),
        ("What was Apple's net income in FY22?", ({"1"}, ["net_income"], [2022], 1, [])),
        ("AAPL's total assets 2021 and 2023", ({"1"}, ["total_assets"], [2021, 2023], 1, [])),
        ("mcdonald's diluted EPS, last three years", ({"5"}, ["eps_diluted"], [], 3, [])),
        ("McDonalds capex", ({"5"}, ["capital_expenditure"], [], 1, [])),
        ("revenue and net income of general dynamics", ({"4"}, ["net_income", "revenue"], [], 1, [])),
        ("general motors current assets", ({"3"}, ["current_assets"], [], 1, [])),
        ("apple hospitality revenue", ({"2"}, ["revenue"], [], 1, [])),
        ("lowe's net sales FY 2023", ({"7"}, ["revenue"], [2023], 1, [])),
        ("Lowes Companies Inc. R&D", ({"7"}, ["research_and_development"], [], 1, [])),
        ("J.M. Smucker goodwill", ({"8"}, ["goodwill"], [], 1, [])),
        ("the JM Smucker Co. goodwill", ({"8"}, ["goodwill"], [], 1, [])),
        ("Johnson and Johnson equity ratio", ({"9"}, [], [], 1, ["ratio"])),
        ("J&J EPS", ({"9"}, ["eps_basic", "eps_diluted"], [], 1, [])),
        ("johnson johnson revenue", ({"9"}, ["revenue"], [], 1, [])),
        ("CIK 0000000010 revenue", ({"10"}, ["revenue"], [], 1, [])),
        ("gm and gd revenue", ({"3", "4"}, ["revenue"], [], 1, [])),
        ("WHAT is the FY2021 capex (USD millions) in AAPL's 10-K?", ({"1"}, ["capital_expenditure"], [2021], 1, [])),
        ("1999", (set(), [], [1999], 1, [])),
        ("", (set(), [], [], 1, [])),
    ],
)  # fmt: skip
def test_a_question_is_understood(question: str, expected: Any) -> None:
    assert understood(question) == expected


@pytest.mark.parametrize(
    ("question", "companies", "metrics"),
    [
        ("apple revnue 2021", {"1"}, ["revenue"]),
        ("microsft reveune", {"10"}, ["revenue"]),
        ("Micorsoft net incme", {"10"}, ["net_income"]),
        ("smucer revenue", set(), ["revenue"]),
        ("appel total asets", {"1"}, ["total_assets"]),
        ("jonhson & johnson revenue", {"9"}, ["revenue"]),
    ],
)
def test_a_misspelt_word_is_mended(question: str, companies: set[str], metrics: list[str]) -> None:
    asked = read(question, COMPANIES, lambda words: WRITTEN & set(words))
    assert {id_.lstrip("0") for id_ in asked.companies} == companies
    assert [metric.name for metric in asked.metrics] == metrics
    assert asked.guessed


@pytest.mark.parametrize(
    "question",
    [
        "low revenue", "lower revenue", "all revenue", "general revenue", "ample revenue", "apple iphone revenue",
        "apple US revenue", "apple IT revenue", "apple net revenue in Europe", "apple revenue by segment", "apple debt",
        "apple revenue growth", "apple sails", "apple average revenue", "apple revenue per share", "apple net",
        "apple revenue last few years", "apple cloud revenue", "apple total debt 2023", "apple revenue Q1 2023",
        "revenue of apple or microsoft", "apple assets for sale", "apple adjusted net income", "banana revenue",
    ],
)  # fmt: skip
def test_what_is_not_understood_is_not_answered(question: str) -> None:
    asked = read(question, COMPANIES, lambda words: WRITTEN & set(words))
    assert asked.left or asked.ambiguous or len(asked.companies) != 1 or not asked.metrics


@pytest.mark.parametrize(("question", "company"), [("LOW revenue 2023", "7"), ("What is ALL revenue?", "6")])
def test_a_ticker_that_is_a_word_is_one_in_capitals(question: str, company: str) -> None:
    assert understood(question)[0] == {company}


@given(st.text(max_size=60), st.sampled_from(["apple", "LOW", "general motors", "zorblatt"]))
def test_no_question_breaks_the_reading(text: str, name: str) -> None:
    asked = read(f"{name} {text} revenue", COMPANIES)
    assert asked.metrics or asked.left or asked.companies
    assert all(word == word.casefold() for word in asked.left)


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=3, max_size=12))
def test_a_word_that_texts_have_is_never_taken_for_another(word: str) -> None:
    asked = read(f"apple {word} revenue", COMPANIES, lambda words: words)
    assert not asked.guessed


def fact(value: float, **changes: Any) -> dict[str, Any]:
    """Return a row of facts: net revenue of a year."""
    row = {
        "concept": "us-gaap:Revenues", "year": 2031, "value": value, "unit": "USD", "document": "a", "accession": None,
        "start": 1, "end": 2, "period_start": date(2031, 1, 1), "period_end": date(2031, 12, 31),
        "closing": "2031-12-31", "decimals": -6, "called": "net revenue", "statements": {"income"},
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
    found = list(values_of(metrics()["revenue"], 2031, rows, []))
    assert [value["value"] for value in found] == expected
    assert all(value["start"] for value in found)


INCOME = fact(9.0, concept="us-gaap:NetIncomeLoss", called="net income")


@pytest.mark.parametrize(
    ("metric", "rows", "expected", "reason"),
    [
        ("net_margin", [fact(60.0), INCOME], [0.15], []),
        ("net_margin", [fact(60.0), {**INCOME, "document": "b"}], [], []),
        ("net_margin", [fact(60.0), {**INCOME, "year": 2030}], [], ["no net_income"]),
        ("net_margin", [fact(0.0), INCOME], [], ["revenue is not above 0"]),
        ("net_margin", [fact(-60.0), INCOME], [], ["revenue is not above 0"]),
        ("net_margin", [fact(60.0, unit="EUR"), INCOME], [], ["net_income is in USD, revenue in EUR"]),
        ("net_margin", [INCOME], [], ["no revenue"]),
    ],
)
def test_a_ratio_is_of_two_figures_of_one_filing(
    metric: str, rows: list[dict[str, Any]], expected: list[float], reason: list[str]
) -> None:
    reasons: list[str] = []
    found = list(values_of(metrics()[metric], 2031, rows, reasons))
    assert ([value["value"] for value in found], reasons) == (expected, reason)
    for value in found:
        assert (value["unit"], value["start"]) == ("pure", None)
        assert [part["metric"] for part in value["parts"]] == ["net_income", "revenue"]


def test_a_line_that_is_called_so_stands_in_for_a_concept() -> None:
    own = fact(7.0, concept="acme:Sales", called="net sales")
    note = fact(8.0, concept="acme:Sales", called="net sales", statements=set())
    assert [one["value"] for one in values_of(metrics()["revenue"], 2031, [own, note], [])] == [7.0]
    assert [one["value"] for one in values_of(metrics()["revenue"], 2031, [own, fact(5.0)], [])] == [5.0]


def row(concept: str, table: str | None, **changes: Any) -> dict[str, Any]:
    return {"document": "a", "concept": f"us-gaap:{concept}", "printed_in": table} | changes


def test_what_only_a_note_prints_is_no_line_of_a_statement() -> None:
    statement = [row("NetIncomeLoss", "t1"), row("IncomeTaxExpenseBenefit", "t1"), row("Revenues", "t1")]
    note = row("ResearchAndDevelopmentExpense", "t9")
    kept = in_statements([*statement, note, row("AdvertisingExpense", "t9"), {**note, "document": "b"}])
    assert [(one["document"], one["concept"][8:16], one["statements"]) for one in kept[3:]] == [
        ("a", "Advertis", set()),
        ("b", "Research", set()),
    ]
    assert all(one["statements"] == {"income"} for one in kept[:3])


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
        ("lamp goodwill", [], ["goodwill 2031"], 0.0),
        ("lamp net margin 2031", [("net_margin", 2031, 0.114021)], [], 1.0),
        ("lamp gross margin 2031", [], ["gross_margin 2031: no gross_profit"], 0.0),
        ("lamp net margin in dollars 2031", [], ["unit: net_margin is a ratio, and no amount of money"], 0.0),
        (
            "lamp debt",
            [],
            ["metric: 'debt' may be one of long_term_debt, current_portion_of_debt, debt_to_equity"],
            0.0,
        ),
        ("lamp revenue since 2030", [("revenue", 2030, 84_300_000), ("revenue", 2031, 86_300_000)], [], 1.0),
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


def test_a_ratio_is_shown_with_its_parts(reader: CorpusReader) -> None:
    [margin] = reader.metric("lamp net margin 2031").values
    assert margin.concept == "us-gaap:NetIncomeLoss / us-gaap:Revenues"
    assert [(part.concept, part.value, part.document) for part in margin.parts] == [
        ("us-gaap:NetIncomeLoss", 9_840_000, margin.document),
        ("us-gaap:Revenues", 86_300_000, margin.document),
    ]
    assert all(part.start and part.end for part in margin.parts)
    done = CliRunner().invoke(app, ["metric", "f", "lamp net margin 2031"])
    assert "net_income: 9,840,000 USD" in done.stdout


def test_a_word_of_the_filings_is_not_misspelt(reader: CorpusReader) -> None:
    assert told(reader.metric("lanternfish revenue of the anchor 2031"))[0] == []
    assert reader.metric("lanternfsih revenue 2031").confidence == 0.8


def test_the_command_answers(reader: CorpusReader) -> None:
    done = CliRunner().invoke(app, ["metric", "f", "lamp revenue 2029 and 2031"])
    assert done.exit_code == 0
    assert "86,300,000 USD" in done.stdout
    assert "revenue 2029" in done.stderr
    result = CliRunner().invoke(app, ["metric", "f", "nothing", "--json"])
    assert result.exit_code == 0
    assert '"values":[]' in result.stdout
