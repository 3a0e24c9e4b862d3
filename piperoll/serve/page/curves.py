"""Draw evaluations as lines, for pages: coordinates only, so that a template writes what people read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from piperoll.results.editions import Evaluated

WIDTH, HEIGHT = 320, 162
LEFT, RIGHT, TOP, BOTTOM = 30, 8, 10, 34
"""Room around the lines for the numbers of the axes."""
CURVES = ("recall", "precision", "ndcg", "mrr")
OVER_EDITIONS = (("ndcg", "10"), ("recall", "5"), ("mrr", "10"))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a chart: its name, its points, and what each point says."""

    name: str
    points: Sequence[tuple[float, float]]
    said: Sequence[str]

    @property
    def path(self) -> str:
        """Return the points as SVG has them."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its title, what stands below it, its lines, and the labels below with their places."""

    title: str
    below: str
    lines: Sequence[Line]
    labels: Sequence[tuple[float, str]]


def chart(title: str, below: str, places: Sequence[str], series: Mapping[str, Sequence[float | None]]) -> Chart:
    """Return a chart of values from 0 to 1.

    Args:
        title: of the chart.
        below: what the places are.
        places: what stands below, from left to right.
        series: by name, a value for each place; None: there is none.
    """
    xs = [LEFT + (WIDTH - LEFT - RIGHT) * (number + 0.5) / len(places) for number in range(len(places))]
    lines = []
    for name, values in series.items():
        known = [(x, value, place) for x, value, place in zip(xs, values, places, strict=True) if value is not None]
        points = [(x, y_of(value)) for x, value, _ in known]
        lines.append(Line(name, points, [f"{below} {place}: {value:.3f}" for _, value, place in known]))
    return Chart(title, below, lines, list(zip(xs, places, strict=True)))


def y_of(value: float) -> float:
    """Return how far down a value from 0 to 1 is drawn."""
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value)


def over_editions(evaluations: Sequence[Evaluated]) -> Sequence[Chart]:
    """Return for each gold set how the metrics of the gate went from edition to edition; the newest evaluation of each
    counts."""
    charts = []
    for gold, rows in groupby(sorted(_whole(evaluations), key=lambda one: one.gold), key=lambda one: one.gold):
        newest = {one.edition: one for one in rows}
        editions = [newest[number] for number in sorted(newest)]
        series = {f"{name}@{k}": [one.metrics.get(name, {}).get(k) for one in editions] for name, k in OVER_EDITIONS}
        charts.append(chart(f"{gold} by edition", "edition", [str(one.edition) for one in editions], series))
    return charts


def over_k(evaluations: Sequence[Evaluated], edition: int) -> Sequence[Chart]:
    """Return for each gold set how good the first k hits of an edition are, by k."""
    newest = {one.gold: one for one in _whole(evaluations) if one.edition == edition}
    charts = []
    for gold, one in newest.items():
        known = [name for name in CURVES if name in one.metrics]
        ks = sorted({k for name in known for k in one.metrics[name]}, key=int)
        charts.append(
            chart(
                f"{gold} by k, edition {edition}",
                "k",
                ks,
                {name: [one.metrics[name].get(k) for k in ks] for name in known},
            )
        )
    return charts


def _whole(evaluations: Sequence[Evaluated]) -> Sequence[Evaluated]:
    """Return the evaluations of the search as users have it, not of one of its halves."""
    return [one for one in evaluations if one.mode in (None, "hybrid")]
