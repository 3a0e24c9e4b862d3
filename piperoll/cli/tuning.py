"""The command that chooses how a corpus is searched: tune."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from typing import Annotated, Any

import typer

from piperoll import settings, terminal
from piperoll.cli.common import (
    AsJson,
    AsOf,
    CorpusName,
    GoldPath,
    Partial,
    app,
    as_toml,
    connection_to_database,
    errors,
    flow,
    gold_path,
    metric_named,
)
from piperoll.corpora import registry
from piperoll.days import parse_day
from piperoll.errors import UsageError
from piperoll.search import rerank
from piperoll.search.options import SearchOptions
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
    from piperoll.evaluate import tune as tuning
    from piperoll.evaluate.evaluation import Asking
    from piperoll.evaluate.metrics import name_and_k

    with errors(as_json):
        known = settings.load()
        measured = metric_named(metric or known.gate_metric_of(corpus))
        learn, held = tuning.split(formats.read(gold_path(corpus, gold)), split)
        plan = SearchOptions(as_of=parse_day(as_of) if as_of else None).plan(known, corpus)
        how = plan.rerank
        without = how and rerank.unusable(how)
        asking = Asking([name_and_k(measured)[1]], replace(plan, rerank=None if without else how))
        with connection_to_database() as connection, terminal.Bar():
            present = corpora.get(connection, corpus)
            trials = [tuning.tuned(connection, present, learn, asking, measured, partial=partial)]
            with _cut(connection, present, _combinations(present, option or [])) as others:
                for options, other in others:
                    trials.append(
                        tuning.tuned(connection, other, learn, asking, measured, options=options, partial=partial)
                    )
                choice = tuning.best(trials)
                found = tuning.report(connection, present, choice, held, asking, measured, partial=partial)
        told = {"gold": learn.name} | tuning.summary(present, trials, choice, found)
        if how and without:
            told["reranked"] = {"model": how.model.name, "problem": without}
            terminal.say(f"Tuned without a reranker. {without}", to=terminal.err)
        if as_json:
            terminal.print_json(told)
        else:
            _print(told)


@contextmanager
def _cut(
    connection: Connection, corpus: Corpus, ways: Sequence[Mapping[str, Any]]
) -> Iterator[list[tuple[Mapping[str, Any], Corpus]]]:
    """The corpus cut in other ways, as corpora of their own, which are dropped at the end."""
    names = {scratch.name(corpus.name, options): options for options in ways}
    try:
        for name, options in names.items():
            flow("reindex_corpus")(
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
    """Every combination of the values given, on top of the options of the corpus.

    Raises:
        UsageError: the profile has no such option, or the value is none of it.
    """
    known = settings.load().corpus.get(corpus.name)
    values: dict[str, list[Any]] = {}
    for one in given:
        name, equals, listed = one.partition("=")
        if not equals or not listed:
            raise UsageError("bad_option", f"{one!r} names no values.", remedy="Write it as max_tokens=120,160.")
        parsed = as_toml(f"[{listed}]")
        values.setdefault(name, []).extend(parsed if isinstance(parsed, list) else listed.split(","))
    ways = [
        {**(known.options if known else {}), **dict(zip(values, way, strict=True))} for way in product(*values.values())
    ]
    for way in ways:
        registry.get(corpus.profile, way)
    return ways if values else []


def _print(told: dict[str, Any]) -> None:
    terminal.say(
        f"{told['gold']}: learnt from {told['queries']['learnt']:,} queries, reported on {told['queries']['held']:,}"
        " others.",
        style="bold",
    )
    terminal.table(
        f"\n{told['metric']} of the queries learnt from",
        ["cut by", "fusion", "weights", "rerank weight", "mean"],
        [
            [_listed(one["options"]) or "as it is", one["fusion"], _listed(one["weights"]), one["rerank_weight"],
             f"{one['mean']:.3f}"]
            for one in told["tried"]
        ],
    )  # fmt: skip
    rows = [
        [title, one["set"], *(f"{one[side]:.3f}" for side in ("before", "after")),
         *(f"{one[value]:+.3f}" for value in ("difference", "low", "high")), f"{one['p']:.3f}", one["queries"]]
        for title, key in (("present settings", "against_present"), (f"{told['single']} alone", "against_single"))
        for one in told[key]
    ]  # fmt: skip
    columns = ["against", "set", "that", "the choice", "difference", "95 % from", "to", "p", "queries"]
    terminal.table(f"\n{told['metric']} of the queries held out", columns, rows)
    if not told["better"]:
        terminal.say("\nNot better than the present settings beyond chance: there is no reason to change them.")
    terminal.say("\n" + told["toml"])


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())
