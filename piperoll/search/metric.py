"""Answer a question for a metric from the facts of filings: never a guess, and both filings where two report it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from piperoll.days import day_or_none
from piperoll.search.metric_question import Asked, Metric, read
from piperoll.store import facts
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus

YEAR = 365.25
LEEWAY = 12
"""Days by which a year may be longer, shorter, or end otherwise: those of 52 or 53 weeks."""
EXACT = 99
"""Decimals of a number that was not rounded."""
GUESSED, NEWEST = 0.8, 0.9
"""Confidence where a word was taken for a misspelt one; where the question names no year."""


def answer(connection: Connection, corpus: Corpus, edition: int, question: str) -> dict[str, Any]:
    """Return ``company cik ticker values missing confidence``; without values where anything asked is not understood.

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
        question: "apple revenue 2021 to 2023".
    """
    companies = facts.companies(connection, corpus, edition)
    asked = read(question, companies)
    head = {"company": None, "cik": None, "ticker": None}
    missing = list(_missing(asked, companies))
    if missing:
        return head | {"values": [], "missing": missing, "confidence": 0.0}
    [company] = asked.companies
    concepts = sorted({concept for metric in asked.metrics for concept in metric.concepts})
    rows = list(facts.facts(connection, corpus, edition, companies=[company], concepts=concepts))
    found = [row for row in rows if not row["dimensions"] and row["value"] is not None and row["year"] is not None]
    years = _years(asked, found)
    values = [value for metric in asked.metrics for year in years for value in _values(metric, year, found)]
    told = {(value["metric"], value["year"]) for value in values}
    missing = [f"{metric.name} {year}" for metric in asked.metrics for year in years if (metric.name, year) not in told]
    missing += [metric.name for metric in asked.metrics if not years]
    if rows:
        head = {name: rows[-1][name] for name in head}
    confidence = (GUESSED if asked.guessed else 1.0) * (1.0 if asked.years else NEWEST) if values else 0.0
    return head | {"values": values, "missing": missing, "confidence": round(confidence, 2)}


def _missing(asked: Asked, companies: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield what keeps a question from an answer."""
    if len(asked.companies) > 1:
        yield f"company: one of {', '.join(sorted(companies[id_][0] for id_ in asked.companies)[:5])}"
    if not asked.companies:
        nearest = facts.nearest(" ".join(asked.left), [name for names in companies.values() for name in names])
        yield f"company{': nearest ' + ', '.join(nearest) if nearest else ''}"
    if not asked.metrics:
        yield "metric"
    if asked.left:
        yield f"not understood: {' '.join(asked.left)}"


def _years(asked: Asked, rows: Iterable[Mapping[str, Any]]) -> list[int]:
    """Return the years that are asked for: those named, else the newest that a filing is of."""
    newest = max((row["fiscal_year"] for row in rows if row["fiscal_year"] is not None), default=None)
    if asked.years or newest is None:
        return asked.years
    return list(range(newest - asked.last + 1, newest + 1))


def _values(metric: Metric, year: int, rows: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the value of a metric in a year from each filing that reports it."""
    known = set(metric.concepts)
    of_year = [row for row in rows if row["year"] == year and row["concept"] in known and _whole_year(row, metric)]
    for document in dict.fromkeys(row["document"] for row in of_year):
        own = [row for row in of_year if row["document"] == document]
        concept = min((row["concept"] for row in own), key=metric.concepts.index)
        own = [row for row in own if row["concept"] == concept]
        best = max(own, key=lambda row: (_decimals(row), row["start"] is not None))
        if all(_same(row, best) for row in own):
            names = ("concept", "year", "value", "unit", "document", "accession", "start", "end")
            yield {"metric": metric.name, **{name: best[name] for name in names}}


def _decimals(row: Mapping[str, Any]) -> int:
    return EXACT if row["decimals"] is None else int(row["decimals"])


def _same(row: Mapping[str, Any], best: Mapping[str, Any]) -> bool:
    """Return whether a value is another one, which is at least as exact, or that rounded: "$24.2 billion"."""
    step = 0.0 if _decimals(row) == EXACT else 10.0 ** -_decimals(row)
    return bool(row["unit"] == best["unit"] and abs(row["value"] - best["value"]) <= step / 2)


def _whole_year(row: Mapping[str, Any], metric: Metric) -> bool:
    """Return whether a fact is of a whole fiscal year, or of the last day of one."""
    end, closing = row["period_end"], day_or_none(row["closing"] or "")
    if end is None or closing is None or not _anniversary(end, closing):
        return False
    if metric.instant:
        return row["period_start"] is None
    return row["period_start"] is not None and abs((end - row["period_start"]).days + 1 - YEAR) <= LEEWAY


def _anniversary(day: date, closing: date) -> bool:
    apart = abs((closing - day).days) % YEAR
    return min(apart, YEAR - apart) <= LEEWAY
