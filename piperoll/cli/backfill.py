"""Offer the commands that do stages once more, and that change the backend of a corpus."""

import sys
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from piperoll import settings, terminal
from piperoll.cli.commands import app
from piperoll.cli.common import (
    AsJson,
    CorpusName,
    OverrideGate,
    connection_to_database,
    corpus_named,
    errors,
    launch,
    tell_backend,
    tell_gate,
)
from piperoll.days import parse_day
from piperoll.embed import backend as embedding
from piperoll.model import Status
from piperoll.pipeline import cost
from piperoll.pipeline.backfill import Selection, make_backfill, rates, summary
from piperoll.pipeline.job import stored_job
from piperoll.pipeline.judging import judge_backend
from piperoll.pipeline.stages import again
from piperoll.store import backends, corpora, runs
from piperoll.store.corpora import Corpus
from piperoll.store.gates import reason_of

DOES = "; ".join(f"{stage.name} {stage.does}" for stage in again().values())
BackendName = Annotated[str, typer.Argument(metavar="NAME", help="An embedding backend.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


Stages = Annotated[list[str], typer.Option("--stage", help=f"What to do: {DOES}. May be given several times.")]
ByBackend = Annotated[
    str | None, typer.Option(help="Embed by this backend beside the one that the corpus is searched by.")
]
Keys = Annotated[
    list[str] | None,
    typer.Option("--document", help="Only this document: its number, or its path in the source. Repeatable."),
]
Files = Annotated[
    str | None, typer.Option(metavar="GLOB", help="Only files whose path in the source matches, such as '1998/*'.")
]
Since = Annotated[
    str | None,
    typer.Option("--from", metavar="DATE", help="Only what entered into force (or was issued) on this day or later."),
]
Until = Annotated[
    str | None,
    typer.Option("--to", metavar="DATE", help="Only what entered into force (or was issued) on this day or earlier."),
]
Statuses = Annotated[list[Status] | None, typer.Option("--status", help="Only files of which this became. Repeatable.")]
MadeBefore = Annotated[
    int | None, typer.Option(metavar="N", help="Only files cut by a version of the profile below N.")
]


@app.command()
def backfill(
    corpus: CorpusName,
    stages: Stages,
    backend: ByBackend = None,
    documents: Keys = None,
    files: Files = None,
    since: Since = None,
    until: Until = None,
    status: Statuses = None,
    quarantined: Annotated[bool, typer.Option("--quarantined", help="As --status quarantined.")] = False,
    made_before: MadeBefore = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the plan and change nothing.")] = False,
    yes: Yes = False,
    override_gate: OverrideGate = None,
    as_json: AsJson = False,
) -> None:
    """Repeat stages on a range of documents, and publish the result as one edition.

    All conditions must hold; without any it is the whole corpus. Shows the plan first, and asks on a terminal.
    A run that died is continued by the same command.
    """
    with errors(as_json):
        first, last = (parse_day(text) if text else None for text in (since, until))
        wanted = [*(status or ()), *([Status.QUARANTINED] if quarantined else ())]
        chosen = Selection(tuple(documents or ()), files, first, last, tuple(wanted), made_before)
        plan = _planned(corpus, stages, backend, chosen)
        if dry_run and as_json:
            terminal.print_json(plan)
        if not as_json:
            _print_plan(plan)
        if dry_run:
            return
        _ask("Go on?", yes or as_json)
        selected = {"documents": documents, "files": files, "since": first, "until": last}
        with terminal.Bar():
            result = launch(
                "backfill_corpus",
                corpus=corpus,
                stages=stages,
                backend=backend,
                **selected,
                status=wanted,
                made_before=made_before,
                override_gate=override_gate,
            )
        terminal.print_json(result) if as_json else _print_result(corpus, result)


def _print_result(corpus: str, result: Mapping[str, Any]) -> None:
    terminal.say(
        f"{result['documents']['changed']:,} documents done again, {result['chunks']['new']:,} chunks loaded,"
        f" {result['embeddings']['computed']:,} vectors computed by {result['backend']}."
        f" Edition {result['published']} of {corpus} is published."
    )
    tell_gate(result)


@app.command("switch-backend")
def switch_backend(
    corpus: CorpusName, name: BackendName, override_gate: OverrideGate = None, as_json: AsJson = False
) -> None:
    """Search a corpus by another backend, once every chunk of the published edition has its vector."""
    with errors(as_json), corpus_named(corpus) as (connection, record):
        reason = None if override_gate is None else reason_of(override_gate)

        def judge(known: Corpus) -> str | None:
            return judge_backend(connection, known, name, reason)

        backends.switch(connection, record, embedding.get(name), judge, reason)
        if as_json:
            terminal.print_json({"corpus": corpus, "backend": name, "before": record.backend})
        else:
            terminal.say(f"{corpus} is searched by {name} (before: {record.backend}).")
        tell_backend(corpus, name)


@app.command("drop-backend")
def drop_backend(corpus: CorpusName, name: BackendName, yes: Yes = False, as_json: AsJson = False) -> None:
    """Delete the vectors of a corpus by a backend that it is not searched by."""
    with errors(as_json), corpus_named(corpus) as (connection, record):
        _ask(f"Delete the vectors of {corpus} by {name}?", yes or as_json)
        count = backends.drop(connection, record, name)
        if as_json:
            terminal.print_json({"corpus": corpus, "dropped": name, "vectors": count, "backend": record.backend})
        else:
            terminal.say(f"{count:,} vectors of {corpus} by {name} are deleted.")


def _planned(corpus: str, stages: list[str], backend: str | None, chosen: Selection) -> dict[str, Any]:
    with connection_to_database() as connection:
        record = corpora.get(connection, corpus)
        job = stored_job(settings.load(), record, backend)
        plan = make_backfill(job, connection, record, stages, chosen)
        return summary(plan, job, rates(runs.newest_results(connection), job))


def _print_plan(plan: dict[str, Any]) -> None:
    shown = ["stage", "documents", "bytes", "chunks", "texts"]
    rows = [[*(one[name] for name in shown), _duration(one["seconds"])] for one in plan["stages"]]
    title = f"A backfill of {plan['corpus']} would do, embedding by {plan['backend']}"
    terminal.table(title, [*shown[:-1], "to embed", "about"], rows)
    terminal.say(f"Estimated time, from earlier runs: {_duration(plan['seconds'])}.")
    terminal.say(cost.told(plan["embedding"]))


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "unknown"
    return f"{seconds:,.0f} s" if seconds < 120 else f"{seconds / 60:,.0f} min"


def _ask(question: str, yes: bool) -> None:
    """Ask on a terminal; elsewhere nobody could answer, and whoever wrote the command has."""
    if not yes and sys.stdin.isatty() and not typer.confirm(question, err=True):
        terminal.say("Nothing was changed.", to=terminal.err)
        raise typer.Exit(1)
