"""Describe the figures that filings report, and the metrics that a question asks for."""

from collections.abc import Mapping, Sequence
from datetime import date

from piperoll.results.base import Result


class FactFound(Result):
    """A number that a filing reports. ``value`` has scale and sign; ``dimensions`` are empty for the whole company;
    ``start`` and ``end`` are None where it is not printed."""

    document: str
    cik: str | None
    ticker: str | None
    company: str | None
    year: int | None
    concept: str
    label: str
    value: int | float | None
    unit: str
    period_start: date | None
    period_end: date | None
    dimensions: Mapping[str, str]
    accession: str | None
    start: int | None
    end: int | None


class MetricPart(Result):
    """A figure of which a metric is computed, and where it is printed."""

    metric: str
    concept: str
    year: int
    value: int | float
    unit: str
    document: str
    start: int | None
    end: int | None


class MetricValue(Result):
    """The value of a metric in a fiscal year as one filing reports it, and where that is printed.

    One that is computed has ``parts``, and no place of its own.
    """

    metric: str
    concept: str
    year: int
    value: int | float
    unit: str
    document: str
    accession: str | None
    start: int | None
    end: int | None
    parts: Sequence[MetricPart] = ()


class MetricResult(Result):
    """The figures that a question asks for; ``missing`` says what was not found or not understood."""

    company: str | None
    cik: str | None
    ticker: str | None
    values: Sequence[MetricValue]
    missing: Sequence[str]
    confidence: float
