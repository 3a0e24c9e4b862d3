"""Offer the commands that measure: evaluate, compare."""

import re
from pathlib import Path
from textwrap import shorten
from typing import Annotated, Any

import typer

from piperoll import settings, terminal
from piperoll.cli.commands import app
from piperoll.cli.common import AsJson, CorpusName, GoldPath, Partial, corpus_named, errors, gold_path
from piperoll.cli.options import with_options
from piperoll.errors import UsageError
from piperoll.search.options import SearchOptions

SHOWN = 10
"""Queries that ``compare`` shows, of those that fell and of those that rose."""
HEADLINE = ("recall", "precision", "mrr", "ndcg", "map", "drm", "span_recall", "span_precision", "characters")
"""Metrics for people; ``--json`` has them all."""
HOW = ("mode", "fusion", "weights", "rerank", "reranker", "as_of", "edition", "backend")
"""Options of a search that hold for all queries of a gold set."""


Cuts = Annotated[str, typer.Option("--k", "-k", metavar="K,K", help="Where the lists of hits are cut.")]
Split = Annotated[str | None, typer.Option(help="Only the queries of this split.")]
Limit = Annotated[int, typer.Option(min=0, help="Only the first N queries of each data set; 0: all.")]


@app.command()
@with_options(SearchOptions, HOW)
def evaluate(
    corpus: CorpusName,
    options: SearchOptions,
    gold: GoldPath = None,
    k: Cuts = "1,3,5,10,20",
    split: Split = None,
    limit: Limit = 0,
    partial: Partial = False,
    per_query: Annotated[
        Path | None, typer.Option(help="File to write: what each query found, one JSON object a line.")
    ] = None,
    beir: Annotated[
        Path | None, typer.Option(help="Folder to write: chunks, queries and qrels as BEIR has them, and a TREC run.")
    ] = None,
    mlflow: Annotated[
        str | None, typer.Option(metavar="URI", help="Where MLflow keeps runs, as sqlite:///FILE: it gets one of this.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how well the published edition answers the questions of a gold set.

    The result is kept, so that compare finds it.
    """
    from piperoll.evaluate import formats, mlflow_runs, records
    from piperoll.evaluate.evaluation import Asking
    from piperoll.evaluate.evaluation import evaluate as ask
    from piperoll.store import editions
    from piperoll.store.export import chunks

    if mlflow:
        mlflow_runs.check(mlflow)

    questions = formats.read(gold_path(corpus, gold))
    asking = Asking(ks_of(k), options.plan(settings.load(), corpus), split, limit)
    with corpus_named(corpus) as (connection, record), terminal.Bar():
        evaluation = ask(connection, record, questions, asking, partial=partial)
        records.keep(connection, record, evaluation)
        if per_query:
            records.write(per_query, evaluation.rows)
        if beir:
            findable = chunks(connection, record, evaluation.edition, asking.day)
            formats.write_beir(beir, findable, evaluation.asked, evaluation.rows)
        if mlflow:
            built_by = editions.built_by(connection, record.id, evaluation.edition)
            mlflow_runs.export(evaluation, str(built_by), mlflow)
    if evaluation.note:
        terminal.say(evaluation.note, to=terminal.err)
    if as_json:
        terminal.print_json(evaluation.summary)
    else:
        _print(evaluation.summary)


def ks_of(text: str) -> list[int]:
    """Return the numbers of a list such as 1,5,10, in their order.

    Raises:
        UsageError: it is no such list.
    """
    ks = [int(one) for one in text.split(",") if re.fullmatch(r"\s*[0-9]{1,4}\s*", one)]
    if not ks or len(ks) != len(text.split(",")) or not 1 <= min(ks) <= max(ks) <= 1000:
        shown = shorten(text, 80, placeholder="…") or text[:80]
        raise UsageError("bad_k", f"{shown!r} is no list of ks.", remedy="Write it as 1,5,10; at most 1000.")
    return sorted(set(ks))


def _print(result: dict[str, Any]) -> None:
    queries = result["queries"]
    terminal.say(
        f"Edition {result['edition']} of {result['corpus']} by {result['backend']}: {queries['asked']:,} queries of"
        f" {result['gold']}.",
        style="bold",
    )
    for what, why in (
        ("lacking", "have an answer that this edition does not hold; it counts as not found"),
        ("not_valid", "have an answer that is not valid on the day that is asked for (--as-of)"),
        ("unknown", "have an answer that the corpus does not have; they were left out"),
        ("moved", "answers stand elsewhere than the gold set says; they were found by their quotes"),
    ):
        if queries[what]:
            terminal.say(f"{queries[what]:,} {why}.")
    several = {f"{name} ({one['queries']:,})": one["metrics"] for name, one in result["sets"].items()}
    shown = {**several, "mean of sets": result["mean_of_sets"]} if len(several) > 1 else several
    for title, values in shown.items():
        names = [name for name in HEADLINE if name in values]
        ks = list(values[names[0]])
        rows = [[name, *(_number(name, values[name][k]) for k in ks)] for name in names]
        terminal.table(f"\n{title}", ["at k =", *ks], rows)


def _number(name: str, value: float) -> str:
    return f"{value:,.0f}" if name == "characters" else f"{value:.3f}"


@app.command()
def compare(
    before: Annotated[str, typer.Argument(metavar="A", help="File of evaluate --per-query; TREC run; or edition.")],
    after: Annotated[str, typer.Argument(metavar="B", help="The same of what is compared with it.")],
    corpus: Annotated[
        str | None, typer.Option(help="Corpus whose editions A and B are, as they were evaluated.")
    ] = None,
    gold: Annotated[Path | None, typer.Option(help="Gold set by which TREC runs are measured.")] = None,
    metric: Annotated[str, typer.Option(help="By which queries are ordered that fell or rose.")] = "ndcg@10",
    report: Annotated[Path | None, typer.Option(help="Folder to write: a page with tables and plots.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compare two evaluations, query by query: differences with intervals, and what fell or rose most."""
    from piperoll.evaluate import compare as comparing
    from piperoll.evaluate import report as reporting

    with errors(as_json):
        check_metric(metric)
        if corpus:
            old, new = _stored(corpus, before, after)
        else:
            old, new = (_rows(one, gold, metric) for one in (before, after))
        comparison = comparing.compare(old, new, metric)
        if report:
            reporting.write(report, comparison, old, new, (before, after))
        if as_json:
            terminal.print_json({"before": before, "after": after} | comparing.summary(comparison, SHOWN))
            return
        print_comparison(comparison)


def check_metric(metric: str) -> None:
    """Make sure that it is a metric that is measured, at a k; less may be better."""
    from piperoll.evaluate.metrics import RANKING, SPANS

    name, _, k = metric.partition("@")
    if name not in (*RANKING, *SPANS) or not re.fullmatch("[1-9][0-9]{0,2}", k):
        metrics = ", ".join((*RANKING, *SPANS))
        raise UsageError(
            "bad_metric", f"{metric!r} is no metric at a k.", remedy=f"Write ndcg@10; there are: {metrics}."
        )


def _stored(corpus: str, before: str, after: str) -> list[Any]:
    """Return the kept evaluations of two editions."""
    from piperoll.evaluate import records
    from piperoll.store import evaluations

    numbers = [int(one) for one in (before, after) if one.isdecimal()]
    if len(numbers) != 2:
        raise UsageError(
            "bad_edition", f"{before!r} and {after!r} are no editions.", remedy="compare 4 5 --corpus NAME"
        )
    with corpus_named(corpus) as (connection, record):
        pair = evaluations.pair(connection, record, *numbers)
        return [records.kept(connection, one) for one in pair]


def _rows(name: str, gold: Path | None, metric: str) -> Any:
    """Read a file of one query a line; or, with a gold set, a TREC run."""
    from piperoll.evaluate import formats, records
    from piperoll.evaluate.evaluation import KS
    from piperoll.evaluate.metrics import name_and_k

    file = Path(name)
    if file.suffix == ".trec" and gold is None:
        remedy = "Name it with --gold; `piperoll evaluate --beir FOLDER` writes one beside its run: --gold FOLDER."
        raise UsageError("gold_missing", f"{file} is a TREC run, which is measured by a gold set.", remedy=remedy)
    if gold is None or file.suffix == ".jsonl":
        return records.read(file)
    rows, strangers = formats.scored(file, formats.read(gold), sorted({*KS, name_and_k(metric)[1]}))
    if strangers:
        terminal.say(f"{strangers:,} queries of {file} are not in {gold}; they are not measured.", to=terminal.err)
    return rows


def print_comparison(comparison: Any) -> None:
    """Print the differences of a comparison, and the queries that fell and rose most."""
    for what, count in (("A", comparison.only_before), ("B", comparison.only_after)):
        if count:
            terminal.say(f"{count:,} queries are in {what} only.")
    columns = ["set", "metric", "A", "B", "difference", "95 % from", "to", "p", "queries"]
    rows = [
        [one.set, one.metric, *(f"{value:.3f}" for value in (one.before, one.after)),
         *(f"{value:+.3f}" for value in (one.difference, one.low, one.high)), f"{one.p:.3f}", one.queries]
        for one in comparison.differences
        if one.metric.split("@")[0] in HEADLINE
    ]  # fmt: skip
    terminal.table("", columns, rows)
    for title, moved in (("fell", comparison.fell), ("rose", comparison.rose)):
        if moved:
            shown = [[one.set, one.id, f"{one.before:.3f}", f"{one.after:.3f}", one.query] for one in moved[:SHOWN]]
            terminal.table(f"\n{len(moved):,} {title} in {comparison.metric}", ["set", "id", "A", "B", "query"], shown)
