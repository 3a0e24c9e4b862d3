"""Compare two evaluations query by query, and tell whether a difference may be chance."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piperoll.errors import UsageError
from piperoll.evaluate.evaluation import QueryResult

RESAMPLES = 2_000
"""Enough for a p of 0.01 to within a quarter of itself; more changes no decision."""
SEED = 2_000
"""Seed of the resamples: the same two evaluations always give the same interval."""
CONFIDENCE = 0.95
BLOCK = 200
"""Resamples drawn at once: bounds memory (10 MB with 6,000 queries)."""
NOISE = 1e-12
"""Size of a mean of differences that counts as 0."""
EVERY_SET = "mean of sets"
"""Name of the mean in which each data set counts the same, however many queries it has."""

SIDES = ("before", "after")

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Difference:
    """Hold the difference in one metric at one k: its interval of CONFIDENCE, and its two-sided p."""

    set: str
    metric: str
    before: float
    after: float
    low: float
    high: float
    p: float
    queries: int

    @property
    def difference(self) -> float:
        """Return how much higher it is after than before."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Moved:
    """Hold one query whose value differs in the metric by which queries are ordered."""

    set: str
    id: str
    query: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Hold the comparison of two evaluations by the queries that both have."""

    metric: str
    differences: Sequence[Difference]
    moved: Sequence[Moved]
    """Every query whose value differs, the deepest fall first."""
    only_before: int
    """Queries that only the first evaluation has."""
    only_after: int
    """Queries that only the second evaluation has."""

    @property
    def fell(self) -> list[Moved]:
        """Return the queries that fell, deepest first."""
        return [query for query in self.moved if query.after < query.before]

    @property
    def rose(self) -> list[Moved]:
        """Return the queries that rose, highest first."""
        return [query for query in reversed(self.moved) if query.after > query.before]

    def of(self, metric: str) -> list[Difference]:
        """Return the differences of one metric, by data set."""
        return [one for one in self.differences if one.metric == metric]


def compare(before: Sequence[QueryResult], after: Sequence[QueryResult], metric: str) -> Comparison:
    """Compare two evaluations of the same queries.

    Intervals and p come from the paired bootstrap (Efron and Tibshirani 1993; for retrieval, Sakai, SIGIR 2006):
    RESAMPLES times as many queries are drawn as there are, with replacement and within each data set, each with its
    values before and after. The interval is that of the percentiles; p is twice the smaller share of the resamples on
    either side of no difference, one added to both counts, at most 1.

    Args:
        before: the queries of the first evaluation.
        after: the queries of the second one.
        metric: by which queries are ordered that fell or rose, such as "ndcg@10".

    Returns:
        The comparison.

    Raises:
        UsageError: no query is in both, or none has the metric.
    """
    pairs = _pairs(before, after)
    values = {key: (_flat(one), _flat(other)) for key, (one, other) in pairs.items()}
    if not any(metric in one and metric in other for one, other in values.values()):
        raise UsageError(
            "not_comparable",
            f"The two have no query in common that has {metric}.",
            remedy="Compare evaluations of the same gold set, at the same k.",
        )
    moved = [
        Moved(*key, pairs[key][1].query, one[metric], other[metric])
        for key, (one, other) in values.items()
        if metric in one and metric in other and one[metric] != other[metric]
    ]
    moved.sort(key=lambda one: (one.after - one.before, one.set, one.id))
    return Comparison(
        metric, _differences(values), moved, only_before=len(before) - len(pairs), only_after=len(after) - len(pairs)
    )


def paired(before: Floats, after: Floats) -> Difference:
    """Return the difference of one metric, shape (queries,) each; interval and p as :func:`compare` has them."""
    drawn = _resampled((after - before)[:, np.newaxis], np.random.default_rng(SEED))[:, 0]
    return _difference("", "", before.mean(), after.mean(), drawn, len(before))


def _pairs(
    before: Sequence[QueryResult], after: Sequence[QueryResult]
) -> dict[tuple[str, str], tuple[QueryResult, QueryResult]]:
    """Return the rows of both that are of the same query, by data set and id."""
    earlier = {(row.set, row.id): row for row in before}
    return {
        (row.set, row.id): (one, row)
        for row in after
        if (one := earlier.get((row.set, row.id))) and one.query == row.query
    }


def _flat(row: QueryResult) -> dict[str, float]:
    return {f"{name}@{k}": value for name, by_k in row.metrics.items() for k, value in by_k.items()}


def _differences(
    values: Mapping[tuple[str, str], tuple[dict[str, float], dict[str, float]]],
) -> list[Difference]:
    """Return the difference of every metric by data set, and in the mean of sets where there are several."""
    by_set: defaultdict[str, list[tuple[dict[str, float], dict[str, float]]]] = defaultdict(list)
    for (name, _), pair in values.items():
        by_set[name].append(pair)
    random = np.random.default_rng(SEED)
    differences: list[Difference] = []
    means: defaultdict[str, list[tuple[Difference, Floats]]] = defaultdict(list)
    for name, rows in by_set.items():
        for group, metrics in _alike(rows).items():
            both = np.array([[[rows[at][side][one] for one in metrics] for at in group] for side in (0, 1)])
            drawn = _resampled(both[1] - both[0], random)
            for column, metric in enumerate(metrics):
                before, after = both[:, :, column].mean(axis=1)
                one = _difference(name, metric, before, after, drawn[:, column], len(group))
                differences.append(one)
                means[metric].append((one, drawn[:, column]))
    for metric, of_sets in means.items():
        if len(by_set) > 1 and len(of_sets) == len(by_set):
            before, after = (float(np.mean([getattr(one, side) for one, _ in of_sets])) for side in SIDES)
            drawn = np.mean([draws for _, draws in of_sets], axis=0)
            differences.append(
                _difference(EVERY_SET, metric, before, after, drawn, sum(one.queries for one, _ in of_sets))
            )
    return differences


def _alike(rows: Sequence[tuple[dict[str, float], dict[str, float]]]) -> dict[tuple[int, ...], list[str]]:
    """Group metrics by the queries that have them: not all queries have those of ranges."""
    having: defaultdict[str, list[int]] = defaultdict(list)
    for at, (one, other) in enumerate(rows):
        for metric in one:
            if metric in other:
                having[metric].append(at)
    grouped: defaultdict[tuple[int, ...], list[str]] = defaultdict(list)
    for metric, group in having.items():
        grouped[tuple(group)].append(metric)
    return dict(grouped)


def _resampled(differences: Floats, random: np.random.Generator) -> Floats:
    """Return the mean differences of RESAMPLES draws: from (queries, metrics) to (RESAMPLES, metrics)."""
    count = len(differences)
    draws = [
        random.multinomial(count, np.full(count, 1 / count), size=min(BLOCK, RESAMPLES - start)) @ differences / count
        for start in range(0, RESAMPLES, BLOCK)
    ]
    return np.concatenate(draws)


def _difference(set_: str, metric: str, before: float, after: float, drawn: Floats, queries: int) -> Difference:
    low, high = np.quantile(drawn, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    tails = min(np.count_nonzero(drawn <= NOISE), np.count_nonzero(drawn >= -NOISE)) + 1
    p = min(1.0, 2 * float(tails) / (RESAMPLES + 1))
    return Difference(set_, metric, float(before), float(after), float(low), float(high), p, queries)


def summary(value: Comparison, shown: int) -> dict[str, Any]:
    """Return a comparison as ``piperoll compare --json`` prints it, with ``shown`` queries of each kind at most."""
    return {
        "metric": value.metric,
        "queries": {"only_before": value.only_before, "only_after": value.only_after, "fell": len(value.fell),
                    "rose": len(value.rose)},
        "differences": [_plain(one) | {"difference": one.difference} for one in value.differences],
        "fell": [_plain(one) for one in value.fell[:shown]],
        "rose": [_plain(one) for one in value.rose[:shown]],
    }  # fmt: skip


def _plain(one: Difference | Moved) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__slots__}
