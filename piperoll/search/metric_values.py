"""Find the values of a metric among the facts of one company: reported, or computed from two of the same filing."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from piperoll.days import day_or_none
from piperoll.search import metric_table
from piperoll.search.metric_table import Metric

YEAR = 365.25
LEEWAY = 12
"""Days by which a year may be longer, shorter, or end otherwise: those of 52 or 53 weeks."""
EXACT = 99
"""Decimals of a number that was not rounded."""
DIGITS = 6
"""Of a ratio, behind the point."""
NAMES = ("concept", "year", "value", "unit", "document", "accession", "start", "end")
PLACED = tuple(name for name in NAMES if name != "accession")
Row = Mapping[str, Any]


def values_of(metric: Metric, year: int, rows: Sequence[Row], reasons: list[str]) -> Iterator[dict[str, Any]]:
    """Yield the value of a metric in a year from each filing that has it.

    Args:
        metric: reported or computed.
        year: the fiscal year.
        rows: facts of the whole company, of one company.
        reasons: why a filing has none is added to it.
    """
    if not metric.formula:
        yield from _reported(metric, year, rows)
        return
    first, sign, second = metric.formula
    known = metric_table.metrics()
    left, right = (list(_reported(known[name], year, rows)) for name in (first, second))
    for name, side in ((first, left), (second, right)):
        if not side:
            reasons.append(f"no {name}")
    for one in left:
        for other in right:
            if one["document"] == other["document"]:
                yield from _computed(metric, sign, (one, other), reasons)


def _computed(
    metric: Metric, sign: str, parts: tuple[dict[str, Any], dict[str, Any]], reasons: list[str]
) -> Iterator[dict[str, Any]]:
    """Yield a metric that is computed from two figures of one filing."""
    one, other = parts
    if one["unit"] != other["unit"]:
        reasons.append(f"{one['metric']} is in {one['unit']}, {other['metric']} in {other['unit']}")
        return
    if sign == "/" and other["value"] <= 0:
        reasons.append(f"{other['metric']} is not above 0")
        return
    value = one["value"] - other["value"] if sign == "-" else round(one["value"] / other["value"], DIGITS)
    yield {name: one[name] for name in NAMES} | {
        "metric": metric.name,
        "concept": f"{one['concept']} {sign} {other['concept']}",
        "value": value,
        "unit": one["unit"] if sign == "-" else "pure",
        "start": None,
        "end": None,
        "parts": [{"metric": part["metric"], **{name: part[name] for name in PLACED}} for part in parts],
    }


def _reported(metric: Metric, year: int, rows: Sequence[Row]) -> Iterator[dict[str, Any]]:
    """Yield the value of a metric in a year from each filing that reports it."""
    of_year = [row for row in rows if row["year"] == year and _whole_year(row, metric)]
    for document in dict.fromkeys(row["document"] for row in of_year):
        own = _lines(metric, [row for row in of_year if row["document"] == document])
        best = max(own, key=lambda row: (_decimals(row), row["start"] is not None), default=None)
        if best and all(_same(row, best) for row in own):
            yield {"metric": metric.name, **{name: best[name] for name in NAMES}}


def _lines(metric: Metric, rows: Sequence[Row]) -> list[Row]:
    """Return the facts of one filing that are a metric: of its first concept, else of the line that is called so."""
    for concept in metric.concepts:
        if own := [row for row in rows if row["concept"] == concept]:
            return own
    return [row for row in rows if metric.statement in row["statements"] and row["called"] in metric.phrases]


def _decimals(row: Row) -> int:
    return EXACT if row["decimals"] is None else int(row["decimals"])


def _same(row: Row, best: Row) -> bool:
    """Return whether a value is another one, which is at least as exact, or that rounded: "$24.2 billion"."""
    step = 0.0 if _decimals(row) == EXACT else 10.0 ** -_decimals(row)
    return bool(row["unit"] == best["unit"] and abs(row["value"] - best["value"]) <= step / 2)


def _whole_year(row: Row, metric: Metric) -> bool:
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
