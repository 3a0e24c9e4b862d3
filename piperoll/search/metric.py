"""Answer a question for a metric from the facts of filings: never a guess, and both filings where two report it."""

from collections.abc import Iterator, Sequence
from typing import Any

from piperoll.search import metric_table
from piperoll.search.metric_question import Asked, read
from piperoll.search.metric_statements import in_statements, statement_concepts
from piperoll.search.metric_table import Metric
from piperoll.search.metric_values import values_of
from piperoll.search.universe import spelled_in
from piperoll.store import facts
from piperoll.store.company_names import Company
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus

GUESSED, NEWEST = 0.8, 0.9
"""Confidence where a word was taken for a misspelt one; where the question names no year."""
LISTED = 5
"""Companies that are named where a question may mean several."""


def answer(connection: Connection, corpus: Corpus, edition: int, question: str) -> dict[str, Any]:
    """Return ``company cik ticker values missing confidence``; without values where anything asked is not understood.

    Args:
        connection: in autocommit.
        corpus: whose edition.
        edition: its number.
        question: "apple revenue 2021 to 2023".
    """
    companies = facts.companies(connection, corpus, edition)
    asked = read(question, companies, spelled_in(connection, corpus, metric_table.vocabulary()))
    head: dict[str, str | None] = {"company": None, "cik": None, "ticker": None}
    missing = list(_missing(asked, companies))
    if missing:
        return head | {"values": [], "missing": missing, "confidence": 0.0}
    [company] = [company for company in companies if company.id in asked.companies]
    metrics = [part for metric in asked.metrics for part in _parts(metric)]
    concepts = {concept for metric in metrics for concept in metric.concepts} | statement_concepts()
    labels = {phrase for metric in metrics for phrase in metric.phrases}
    rows = facts.figures(connection, corpus, edition, company.ids, sorted(concepts), sorted(labels))
    values, missing = _values(asked, rows)
    head = {
        "company": company.name,
        "cik": company.id if company.id.isdigit() else None,
        "ticker": company.tickers[0] if company.tickers else None,
    }
    if not rows:
        missing.append(f"statements: no filing of {company.name} has tagged them")
    confidence = (GUESSED if asked.guessed else 1.0) * (1.0 if asked.years.told else NEWEST) if values else 0.0
    return head | {"values": values, "missing": missing, "confidence": round(confidence, 2)}


def _missing(asked: Asked, companies: Sequence[Company]) -> Iterator[str]:
    """Yield what keeps a question from an answer."""
    if len(asked.companies) > 1:
        names = sorted(company.name for company in companies if company.id in asked.companies)
        yield f"company: one of {', '.join(names[:LISTED])}"
    if not asked.companies:
        nearest = facts.nearest_companies(" ".join(asked.left), companies)
        yield f"company{': nearest ' + ', '.join(nearest) if nearest else ''}"
    for phrase in asked.ambiguous:
        yield f"metric: {phrase!r} may be one of {', '.join(metric_table.words().ambiguous[phrase])}"
    if not asked.metrics and not asked.ambiguous:
        phrases = metric_table.phrases()
        nearest = list(dict.fromkeys(phrases[one].name for one in facts.nearest(" ".join(asked.left), list(phrases))))
        yield f"metric{': nearest ' + ', '.join(nearest) if nearest else ''}"
    for metric in asked.metrics:
        if asked.money and "/" in metric.formula:
            yield f"unit: {metric.name} is a ratio, and no amount of money"
    if asked.left:
        yield f"not understood: {' '.join(asked.left)}"


def _parts(metric: Metric) -> list[Metric]:
    """Return a metric, or the two that it is computed from."""
    return [metric_table.metrics()[name] for name in metric.formula[::2]] or [metric]


def _values(asked: Asked, rows: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the values of all metrics and years, and what is missing of them."""
    newest = max((row["fiscal_year"] for row in rows if row["fiscal_year"] is not None), default=None)
    years = asked.years.wanted(newest)
    found = in_statements(rows)
    values, missing = [], []
    for metric in asked.metrics:
        for year in years:
            reasons: list[str] = []
            of_year = list(values_of(metric, year, found, reasons))
            values += of_year
            if not of_year:
                missing.append(f"{metric.name} {year}{': ' + reasons[-1] if reasons else ''}")
        if not years:
            missing.append(metric.name)
    return values, missing
