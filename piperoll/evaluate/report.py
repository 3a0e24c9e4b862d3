"""Write a comparison as a page with tables and plots."""

import re
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from piperoll.evaluate.compare import Comparison, Difference, Moved
from piperoll.evaluate.evaluation import QueryResult
from piperoll.evaluate.metrics import mean

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CURVES = ("recall", "precision", "ndcg", "span_recall", "span_precision")
"""Metrics that are drawn over k."""
SHOWN = 50
"""Queries that are listed, of those that fell and of those that rose."""
STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;margin:1rem 0}"
    "td,th{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:left}"
    "td.n{text-align:right;font-variant-numeric:tabular-nums}img{max-width:100%}"
)


def write(
    folder: Path,
    comparison: Comparison,
    before: Sequence[QueryResult],
    after: Sequence[QueryResult],
    names: tuple[str, str],
) -> Path:
    """Write ``curves.png``, ``queries.png``, and ``index.html``, which holds both and needs no other file.

    Args:
        folder: to write into; it is made if it is not there.
        comparison: of the two evaluations.
        before: the queries of the first evaluation.
        after: the queries of the second one.
        names: of the two, for people.

    Returns:
        The page.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {"curves.png": curves(before, after, names), "queries.png": gains(comparison)}
    for name, picture in pictures.items():
        (folder / name).write_bytes(picture)
    page = folder / "index.html"
    page.write_text(_page(comparison, names, list(pictures.values())), encoding="utf-8")
    return page


def curves(before: Sequence[QueryResult], after: Sequence[QueryResult], names: tuple[str, str]) -> bytes:
    """Draw the mean of each of CURVES over k, for both evaluations.

    Args:
        before: the queries of the first evaluation.
        after: the queries of the second one.
        names: of the two, for people.

    Returns:
        A PNG.
    """
    sides = [mean([row.metrics for row in rows]) for rows in (before, after)]
    shown = [name for name in CURVES if all(name in side for side in sides)]
    figure = _figure(3.2 * len(shown), 3)
    for place, name in enumerate(shown, 1):
        axes = figure.add_subplot(1, len(shown), place, title=name.replace("_", " "), xlabel="k", ylim=(0, 1.02))
        for side, label, line in zip(sides, names, ("--", "-"), strict=True):
            axes.plot([int(k) for k in side[name]], list(side[name].values()), line, marker="o", label=label)
        axes.grid(alpha=0.3)
    figure.axes[-1].legend()
    return _png(figure)


def gains(comparison: Comparison) -> bytes:
    """Draw as a PNG by how much each query that moved fell or rose, deepest fall first."""
    values = [one.after - one.before for one in comparison.moved]
    figure = _figure(8, 3)
    axes = figure.add_subplot(
        title=f"{comparison.metric}: {len(comparison.fell)} queries fell, {len(comparison.rose)} rose",
        xlabel="queries",
        ylim=(-1, 1),
    )
    axes.bar(range(len(values)), values, width=1.0, color=["#b3261e" if value < 0 else "#2e7d32" for value in values])
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xticks([])
    return _png(figure)


def _figure(width: float, height: float) -> "Figure":
    from matplotlib.figure import Figure  # it takes a second, which who needs no plot need not wait for

    return Figure(figsize=(width, height), layout="constrained")


def _png(figure: "Figure") -> bytes:
    from io import BytesIO

    out = BytesIO()
    figure.savefig(out, format="png", dpi=110, metadata={"Software": None})
    return out.getvalue()


def data_url(picture: bytes) -> str:
    """Return a PNG as an address that holds it."""
    return f"data:image/png;base64,{b64encode(picture).decode()}"


def cells(one: Difference) -> dict[str, str | int]:
    """Return a difference as a row of a table."""
    return {
        "set": one.set,
        "metric": one.metric,
        "before": f"{one.before:.3f}",
        "after": f"{one.after:.3f}",
        "difference": f"{one.difference:+.3f}",
        "95 %": f"{one.low:+.3f} to {one.high:+.3f}",
        "p": f"{one.p:.3f}",
        "queries": one.queries,
    }


def plain(text: str) -> str:
    """Return a text for a table of Markdown: on one line, with every special character escaped."""
    return re.sub(r"([\\`*_{}\[\]()#+.!|~-])", r"\\\1", escape(" ".join(text.split()), quote=False))


def _page(comparison: Comparison, names: tuple[str, str], pictures: Sequence[bytes]) -> str:
    title = escape(f"{names[1]} compared with {names[0]}")
    images = "".join(f'<p><img src="{data_url(picture)}" alt=""></p>' for picture in pictures)
    tables = _table("Differences", [cells(one) for one in comparison.differences])
    for heading, moved in (("fell", comparison.fell), ("rose", comparison.rose)):
        tables += _table(
            f"{len(moved)} queries {heading} in {comparison.metric}", [_moved(one) for one in moved[:SHOWN]]
        )
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{STYLE}</style>"
        f"<h1>{title}</h1>{images}{tables}</html>\n"
    )


def _moved(query: Moved) -> dict[str, str | int]:
    return {
        "set": query.set,
        "id": query.id,
        "before": f"{query.before:.3f}",
        "after": f"{query.after:.3f}",
        "query": query.query,
    }


def _table(title: str, rows: Sequence[dict[str, str | int]]) -> str:
    if not rows:
        return ""
    head = "".join(f"<th>{escape(name)}</th>" for name in rows[0])
    body = "".join(f"<tr>{''.join(map(_cell, row.values()))}</tr>" for row in rows)
    return f"<h2>{escape(title)}</h2><table><tr>{head}</tr>{body}</table>"


def _cell(value: str | int) -> str:
    text = str(value)
    return f'<td class="{"n" if text[:1] in "+-0123456789" else "t"}">{escape(text)}</td>'
