"""Offer the nightly command: every corpus of piperoll.toml, now or by schedule."""

import importlib
from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from time import perf_counter
from typing import Annotated, Any

import psycopg
import typer

from piperoll import logs, settings, terminal
from piperoll.cli.commands import app
from piperoll.cli.common import AsJson, Rehash, errors, launch
from piperoll.errors import CorpusBusy, PiperollError, UsageError
from piperoll.redact import redact
from piperoll.settings import CorpusSettings

STAGGER = timedelta(minutes=20)
"""Between the corpora that have no schedule of their own, so that their order is told."""


@app.command()
def nightly(
    corpora: Annotated[
        list[str] | None, typer.Argument(metavar="[CORPUS]...", help="Corpora (default: all of piperoll.toml).")
    ] = None,
    serve: Annotated[bool, typer.Option("--serve", help="Stay, and run them every night.")] = False,
    at: Annotated[
        str, typer.Option(metavar="HH:MM", help="When the first begins; a corpus with a schedule goes by that.")
    ] = "02:00",
    time_zone: Annotated[str, typer.Option(help="Of the schedules, such as Europe/Stockholm.")] = "UTC",
    rehash: Rehash = False,
    as_json: AsJson = False,
) -> None:
    """Reindex every corpus, one after another; one that fails does not stop the others.

    With --serve the process stays and does so every night, by the schedules of a Prefect server.
    """
    with errors(as_json):
        known = settings.load().corpus
        names = chosen(known, corpora or [])
        if serve:
            if rehash:
                raise UsageError("rehash_served", "--rehash is for one run now.", remedy="Give it without --serve.")
            lines = schedules(known, names, at)
            for name, line in lines.items():
                terminal.say(f"{name}: {line} {time_zone}", to=terminal.err)
            importlib.import_module("flows.launch").serve(lines, time_zone)
            return
        told = []
        for name in names:
            if not logs.as_json():
                terminal.say(f"{name}:", to=terminal.err, style="bold")
            with terminal.Bar():
                told.append(_reindexed(name, rehash))
        if as_json:
            terminal.print_json({"corpora": told})
        else:
            columns = ["corpus", "state", "edition", "new", "changed", "gone", "quarantined", "seconds", "why"]
            terminal.table("Nightly", columns, [_row(one) for one in told])
        if any(one["state"] != "completed" for one in told):
            raise typer.Exit(1)


def chosen(known: Mapping[str, CorpusSettings], asked: Sequence[str]) -> list[str]:
    """Return the corpora to run, in the order given, or in that of piperoll.toml.

    Raises:
        UsageError: a name is not configured, or none is.
    """
    if missing := [name for name in asked if name not in known]:
        raise UsageError(
            "corpus_unknown",
            f"Corpus {missing[0]} is not configured.",
            remedy=f"Give it a table [corpus.{missing[0]}] in piperoll.toml.",
        )
    if names := list(asked) or list(known):
        return names
    raise UsageError("no_corpus", "No corpus is configured.", remedy="Give it a table [corpus.NAME] in piperoll.toml.")


def schedules(known: Mapping[str, CorpusSettings], names: Sequence[str], at: str) -> dict[str, str]:
    """Return the cron line of each corpus: its own, or every night, each after the one before.

    Args:
        known: the settings of the corpora.
        names: of the corpora.
        at: time of day of the first, as HH:MM.

    Raises:
        UsageError: ``at`` is no time of day.
    """
    try:
        moment = datetime.combine(datetime.min, time.fromisoformat(at))
    except ValueError:
        raise UsageError("bad_time", f"{at!r} is no time of day.", remedy="Write it as 02:00.") from None
    lines = {}
    for name in names:
        if own := known[name].schedule:
            lines[name] = own
        else:
            lines[name] = f"{moment.minute} {moment.hour} * * *"
            moment += STAGGER
    return lines


def _reindexed(name: str, rehash: bool) -> dict[str, Any]:
    """Reindex one corpus, and return how it went: an error, too, so that the other corpora have their turn."""
    began = perf_counter()
    told: dict[str, Any] = {"corpus": name, "state": "completed"}
    try:
        told["result"] = launch("reindex_corpus", corpus=name, rehash=rehash)
    except CorpusBusy as error:
        told |= {"state": "busy", "error": _error(error.code, error.message, error.remedy)}
    except PiperollError as error:
        told |= {"state": "failed", "error": _error(error.code, error.message, error.remedy)}
    except (OSError, psycopg.Error) as error:
        told |= {"state": "failed", "error": _error("failed", f"{error}".strip(), "")}
    except Exception as error:
        told |= {"state": "failed", "error": _error("defect", f"{type(error).__name__}: {error}", "Report it.")}
    return told | {"seconds": round(perf_counter() - began, 1)}


def _error(code: str, message: str, remedy: str) -> dict[str, str]:
    return {"code": code, "message": redact(message), "remedy": remedy}


def _row(told: dict[str, Any]) -> list[Any]:
    result = told.get("result")
    counts = [result["documents"][name] for name in ("new", "changed", "gone", "quarantined")] if result else [None] * 4
    why = told["error"]["message"] if "error" in told else ""
    return [told["corpus"], told["state"], result and result["edition"], *counts, told["seconds"], why]
