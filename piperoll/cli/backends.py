"""Offer the command that puts two embedding backends side by side: compare-backends."""

from pathlib import Path
from typing import Annotated, Any

import typer

from piperoll import settings, terminal
from piperoll.cli.backfill import BackendName
from piperoll.cli.commands import app
from piperoll.cli.common import AsJson, CorpusName, GoldPath, Partial, corpus_named, gold_path, launch
from piperoll.cli.evaluating import HOW, SHOWN, Cuts, Limit, Split, check_metric, ks_of, print_comparison
from piperoll.cli.options import with_options
from piperoll.search.options import SearchOptions

OPTIONS = tuple(name for name in HOW if name not in ("edition", "backend"))


@app.command("compare-backends")
@with_options(SearchOptions, OPTIONS)
def compare_backends(
    corpus: CorpusName,
    before: BackendName,
    after: BackendName,
    options: SearchOptions,
    gold: GoldPath = None,
    k: Cuts = "1,3,5,10,20",
    split: Split = None,
    limit: Limit = 0,
    partial: Partial = False,
    metric: Annotated[str, typer.Option(help="By which queries are ordered that fell or rose.")] = "ndcg@10",
    report: Annotated[Path | None, typer.Option(help="Folder to write: a page with tables and plots.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compare what two backends find in the published edition, how long a query takes, and what they cost.

    Vectors that one of them lacks are computed first. Nothing is published, and readers notice nothing.
    """
    from piperoll.evaluate import compare as comparing
    from piperoll.evaluate import formats
    from piperoll.evaluate import report as reporting
    from piperoll.evaluate.backends import side
    from piperoll.evaluate.evaluation import Asking

    check_metric(metric)
    questions = formats.read(gold_path(corpus, gold))
    asking = Asking(ks_of(k), options.plan(settings.load(), corpus), split, limit)
    names = (before, after)
    paid = [_filled(corpus, name) for name in names]
    with corpus_named(corpus) as (connection, record), terminal.Bar():
        sides = [side(connection, record, name, questions, asking, only_known=partial) for name in names]
        told = [one.to_dict() | _cost(connection, record, one) for one in sides]
    rows = [one.evaluation.rows for one in sides]
    comparison = comparing.compare(rows[0], rows[1], metric)
    if report:
        reporting.write(report, comparison, rows[0], rows[1], names)
    if as_json:
        facts = {"corpus": corpus, "edition": record.published_edition, "gold": questions.name}
        backends = [one | {"paid_now": now} for one, now in zip(told, paid, strict=True)]
        terminal.print_json(facts | {"backends": backends} | comparing.summary(comparison, SHOWN))
        return
    _print(told, paid)
    print_comparison(comparison)


def _filled(corpus: str, name: str) -> dict[str, Any] | None:
    """Compute the vectors that a backend lacks, and return what that took; None: it lacked none."""
    from piperoll.store import editions
    from piperoll.store.vectors import Vectors

    with corpus_named(corpus) as (connection, record):
        lacking = Vectors(connection, record, name).lacking(editions.seen(record))
    if not lacking.without:
        return None
    with terminal.Bar():
        result = launch("backfill_corpus", corpus=corpus, stages=["embed"], backend=name)
    return {one: result["embeddings"][one] for one in ("computed", "tokens", "requests", "price")}


def _cost(connection: Any, record: Any, one: Any) -> dict[str, Any]:
    """Return about what the vectors of the edition cost by a backend, all of them."""
    from piperoll.pipeline.cost import price_of, tokens_of_edition
    from piperoll.store.vectors import Vectors

    name = one.evaluation.backend
    tokens = tokens_of_edition(Vectors(connection, record, name), one.evaluation.edition)
    return {"tokens": tokens, "price": price_of(name, tokens)}


def _print(told: list[dict[str, Any]], paid: list[dict[str, Any] | None]) -> None:
    rows = [
        [
            one["backend"],
            one["dimension"],
            *(_time(one["milliseconds"][what]) for what in ("embed", "search")),
            f"{one['bytes'] / 1e6:,.1f}",
            f"{one['tokens']:,}",
            "" if one["price"] is None else f"{one['price']:,.4f}",
            f"{now['computed']:,}" if now else "0",
        ]
        for one, now in zip(told, paid, strict=True)
    ]
    columns = [
        "backend",
        "numbers",
        "embed, ms (p95)",
        "search, ms (p95)",
        "MB",
        "tokens, about",
        "price",
        "embedded now",
    ]
    terminal.table("", columns, rows)


def _time(milliseconds: dict[str, float] | None) -> str:
    return f"{milliseconds['p50']:.0f} ({milliseconds['p95']:.0f})" if milliseconds else ""
