"""Offer the commands for whoever keeps it running: doctor, metrics."""

from contextlib import suppress
from typing import Annotated

import typer

from piperoll import settings, terminal
from piperoll.cli.commands import app
from piperoll.cli.common import AsJson, errors
from piperoll.store.connection import open_database


@app.command()
def doctor(
    corpus: Annotated[str | None, typer.Argument(metavar="[CORPUS]", help="One corpus (default: all).")] = None,
    as_json: AsJson = False,
) -> None:
    """Check all that a run needs, without changing anything; exit 1 if something would keep it from working."""
    from piperoll import doctor as doctors

    with errors(as_json):
        findings = doctors.examine(corpus)
    told = doctors.report(findings)
    if as_json:
        terminal.print_json(told)
    else:
        rows = [[one.check, one.level, one.found, one.remedy] for one in findings]
        terminal.table("", ["check", "", "found", "what to do"], rows)
    if told["fail"]:
        raise typer.Exit(1)


@app.command()
def metrics(
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Serve them there until ended (default: print them once).")
    ] = None,
    host: Annotated[str, typer.Option(help="The address to serve on; only this machine by default.")] = "127.0.0.1",
) -> None:
    """Show the state of corpora, runs and the database for Prometheus, read from the database at each scrape."""
    from prometheus_client import generate_latest, start_http_server

    from piperoll.prometheus import registry

    with errors(as_json=False), open_database(settings.load()) as database:
        known = registry(database.connect_anew)
        if port is None:
            terminal.say(generate_latest(known).decode().rstrip())
            return
        _, thread = start_http_server(port, host, known)
        terminal.say(f"Serving on http://{host}:{port}/metrics", to=terminal.err)
        with suppress(KeyboardInterrupt):
            thread.join()
