"""Hold the metrics that are known, the phrases by which people ask for them, and the words that ask for nothing."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Metric:
    """Hold a metric: its name, the phrases by which people ask for it, and what it is."""

    name: str
    phrases: Sequence[str]
    concepts: Sequence[str] = ()
    """The concepts that it may be, in order."""
    statement: str = ""
    """Where it is printed: in the statement of "income", of "cash" flows, or the "balance" sheet; "" in any table."""
    instant: bool = False
    """It is of one day, the last of the year."""
    formula: Sequence[str] = ()
    """Computed: a metric, "/" or "-", another metric."""
    each: Sequence[str] = ()
    """It stands for all of these metrics."""


@dataclass(frozen=True, slots=True)
class Words:
    """Hold the words of questions that name no metric."""

    idle: frozenset[str]
    """Words that change nothing in a question."""
    idle_phrases: frozenset[str]
    other: frozenset[str]
    """Phrases that have the words of a metric and are none."""
    ambiguous: Mapping[str, Sequence[str]]
    """The metrics that a phrase may mean."""
    everyday: frozenset[str]
    """English words that some companies and tickers are called."""


@cache
def metrics() -> Mapping[str, Metric]:
    """Return the metrics that are known by their names."""
    return {name: _metric(name, told) for name, told in _file("metrics.toml").items()}


@cache
def phrases() -> Mapping[str, Metric]:
    """Return the metrics by the phrases that mean them."""
    return {phrase: metric for metric in metrics().values() for phrase in metric.phrases}


@cache
def words() -> Words:
    """Return the words of questions that name no metric."""
    told = _file("metric_words.toml")
    return Words(
        frozenset(told["idle"].split()),
        frozenset(told["idle_phrases"]),
        frozenset(told["other"]),
        told["ambiguous"],
        frozenset(told["everyday"]["words"].split()),
    )


@cache
def vocabulary() -> frozenset[str]:
    """Return every word that a question for a metric may have, but for names."""
    known = words()
    return known.idle.union(
        *(text.split() for text in chain(phrases(), known.idle_phrases, known.other, known.ambiguous))
    )


def _metric(name: str, told: Mapping[str, Any]) -> Metric:
    """Return a metric of the file; the balance sheet is where figures of one day stand."""
    return Metric(name=name, instant=told.get("statement") == "balance", **told)


def _file(name: str) -> Mapping[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))
