"""Offer the command that chooses how a corpus is searched: tune."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from typing import Annotated, Any

import typer

from piperoll import settings, terminal
from piperoll.cli.commands import app
from piperoll.cli.common import (
    AsJson,
    AsOf,
    CorpusName,
    GoldPath,
    Partial,
    as_toml,
    connection_to_database,
    errors,
    gold_path,
    launch,
    metric_named,
)
from piperoll.corpora import registry
from piperoll.days import parse_day
from piperoll.errors import UsageError
from piperoll.search import rerank
from piperoll.search.options import SearchOptions
from piperoll.search.plan import SearchPlan
from piperoll.store import corpora, scratch
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus


@app.command()
def tune(
    corpus: CorpusName,
    gold: GoldPath = None,
    metric: Annotated[
        str | None, typer.Option(help="What is to be as high as can be (default: gate_metric of the corpus).")
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="Learn from this split, and report on the others (default: train or dev).")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=V,V", help="Also cut by each of these values of an option; may be given again."),
    ] = None,
    as_of: AsOf = None,
    partial: Partial = False,
    as_json: AsJson = False,
) -> None:
    """Choose fusion and weights by the questions of a gold set, and say what they give on questions held out.

    Changes neither the corpus nor piperoll.toml: it prints the lines to put there.
    """
    from piperoll.evaluate import formats
    from piperoll.evaluate.evaluation import Asking
    from piperoll.evaluate.metrics import name_and_k
    from piperoll.evaluate.tuning.report import report, summary
    from piperoll.evaluate.tuning.split import split as divided
    from piperoll.evaluate.tuning.trial import best, tuned

    with errors(as_json):
        known = settings.load()
        measured = metric_named(metric or known.gate_metric_of(corpus))
        learn, held = divided(formats.read(gold_path(corpus, gold)), split)
        plan, problem = _usable(SearchOptions(as_of=parse_day(as_of) if as_of else None).plan(known, corpus))
        asking = Asking([name_and_k(measured)[1]], plan)
        with connection_to_database() as connection, terminal.Bar():
            present = corpora.get(connection, corpus)
            trials = [tuned(connection, present, learn, asking, measured, partial=partial)]
            with _cut(connection, present, _combinations(present, option or [])) as others:
                trials += [
                    tuned(connection, other, learn, asking, measured, options=options, partial=partial)
                    for options, other in others
                ]
                choice = best(trials)
                compared = report(connection, present, choice, held, asking, measured, partial=partial)
        result = {"gold": learn.name} | summary(present, trials, choice, compared)
        if problem:
            result["reranked"] = problem
            terminal.say(f"Tuned without a reranker. {problem['problem']}", to=terminal.err)
        terminal.print_json(result) if as_json else _print(result)


def _usable(plan: SearchPlan) -> tuple[SearchPlan, dict[str, str] | None]:
    """Return the plan without a reranker that cannot be used, and which reranker that is and why."""
    if plan.rerank and (problem := rerank.unusable(plan.rerank)):
        return replace(plan, rerank=None), {"model": plan.rerank.model.name, "problem": problem}
    return plan, None


@contextmanager
def _cut(
    connection: Connection, corpus: Corpus, combinations: Sequence[Mapping[str, Any]]
) -> Iterator[list[tuple[Mapping[str, Any], Corpus]]]:
    """Cut the corpus by other options, as corpora of their own, which are dropped at the end."""
    names = {scratch.name(corpus.name, options): options for options in combinations}
    try:
        for name, options in names.items():
            launch(
                "reindex_corpus",
                corpus=name,
                source=corpus.source,
                profile=corpus.profile,
                options=dict(options),
                backend=corpus.backend,
            )
        yield [(options, corpora.get(connection, name)) for name, options in names.items()]
    finally:
        for name in names:
            if made := corpora.find(connection, name):
                scratch.drop(connection, made)


def _combinations(corpus: Corpus, given: Sequence[str]) -> list[dict[str, Any]]:
    """Return every combination of the values given, on top of the options of the corpus.

    Raises:
        UsageError: the profile has no such option, or does not take the value.
    """
    table = settings.load().corpus.get(corpus.name)
    values: dict[str, list[Any]] = {}
    for text in given:
        name, equals, listed = text.partition("=")
        if not equals or not listed:
            raise UsageError("bad_option", f"{text!r} names no values.", remedy="Write it as max_tokens=120,160.")
        parsed = as_toml(f"[{listed}]")
        values.setdefault(name, []).extend(parsed if isinstance(parsed, list) else listed.split(","))
    combinations = [
        {**(table.options if table else {}), **dict(zip(values, chosen, strict=True))}
        for chosen in product(*values.values())
    ]
    for options in combinations:
        registry.get(corpus.profile, options)
    return combinations if values else []


def _print(result: dict[str, Any]) -> None:
    terminal.say(
        f"{result['gold']}: learnt from {result['queries']['learnt']:,} queries, reported on"
        f" {result['queries']['held']:,} others.",
        style="bold",
    )
    terminal.table(
        f"\n{result['metric']} of the queries learnt from",
        ["cut by", "fusion", "weights", "rerank weight", "mean"],
        [
            [_listed(one["options"]) or "as it is", one["fusion"], _listed(one["weights"]), one["rerank_weight"],
             f"{one['mean']:.3f}"]
            for one in result["tried"]
        ],
    )  # fmt: skip
    rows = [
        [title, one["set"], *(f"{one[side]:.3f}" for side in ("before", "after")),
         *(f"{one[value]:+.3f}" for value in ("difference", "low", "high")), f"{one['p']:.3f}", one["queries"]]
        for title, key in (("present settings", "against_present"), (f"{result['single']} alone", "against_single"))
        for one in result[key]
    ]  # fmt: skip
    columns = ["against", "set", "that", "the choice", "difference", "95 % from", "to", "p", "queries"]
    terminal.table(f"\n{result['metric']} of the queries held out", columns, rows)
    if not result["better"]:
        terminal.say("\nNot better than the present settings beyond chance: there is no reason to change them.")
    terminal.say("\n" + result["toml"])


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())
