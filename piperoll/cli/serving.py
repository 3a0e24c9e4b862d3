"""Offer the commands about the service: serve, keys."""

from datetime import UTC, datetime, time
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from piperoll import logs, settings, terminal
from piperoll.cli.commands import app
from piperoll.cli.common import AsJson, connection_to_database, errors, short
from piperoll.days import parse_day
from piperoll.errors import UsageError
from piperoll.store import keys as stored
from piperoll.store.keys import Scope

DEMO = Path("build/demo")
"""Where `make demo` keeps its data."""


class Action(StrEnum):
    """Name what can be done with keys."""

    ADD = "add"
    LIST = "list"
    REMOVE = "remove"


@app.command()
def keys(
    action: Annotated[Action, typer.Argument(help="What to do.")],
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="What people call the key.")] = None,
    scope: Annotated[list[Scope] | None, typer.Option(help="What it is for; repeatable (search and read).")] = None,
    corpus: Annotated[list[str] | None, typer.Option(help="A corpus that it opens; repeatable (default: all).")] = None,
    expires: Annotated[str | None, typer.Option(metavar="DATE", help="The last day of it, in UTC.")] = None,
    as_json: AsJson = False,
) -> None:
    """Make, list and remove the keys of the service. A key is shown once, when it is made."""
    with errors(as_json), connection_to_database() as connection:
        if action is Action.LIST:
            _list(stored.every(connection), as_json)
            return
        if not name:
            raise UsageError("name_missing", "Nothing says which key.", remedy=f"piperoll keys {action} NAME")
        if action is Action.REMOVE:
            stored.remove(connection, name)
            terminal.print_json({"removed": name}) if as_json else terminal.say(f"Key {name} is gone.")
            return
        scopes = scope or [Scope.SEARCH, Scope.READ]
        key = stored.add(connection, name, scopes=scopes, corpora=corpus, expires_at=_end_of(expires))
        if as_json:
            terminal.print_json({"name": name, "key": key})
        else:
            terminal.say(key)
            terminal.say("Keep it: it is not shown again. Send it as Authorization: Bearer KEY.", to=terminal.err)


def _end_of(day: str | None) -> datetime | None:
    """Return the last moment of a day."""
    return datetime.combine(parse_day(day), time.max, UTC) if day else None


def _list(every: list[stored.AccessKey], as_json: bool) -> None:
    columns = ["name", "scopes", "corpora", "created_at", "expires_at"]
    if as_json:
        terminal.print_json({"keys": [{name: getattr(key, name) for name in columns} for key in every]})
        return
    rows = [
        [key.name, " ".join(key.scopes), "all" if key.corpora is None else " ".join(key.corpora),
         short(key.created_at), short(key.expires_at)]
        for key in every
    ]  # fmt: skip
    terminal.table("Keys", columns, rows)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address; any but this machine's own needs keys.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = 8321,
    with_keys: Annotated[
        bool, typer.Option("--keys", help="Ask for keys on this machine, too: behind a proxy all come from there.")
    ] = False,
    connections: Annotated[int, typer.Option(min=1, max=100, help="Requests worked on at once.")] = 8,
    timeout: Annotated[float, typer.Option(min=0.1, max=3600, help="Seconds that a statement may take.")] = 10,
    rate: Annotated[str, typer.Option(help="How often a client may ask.")] = "100/second",
    demo: Annotated[bool, typer.Option("--demo", help="Serve what `make demo` indexed in this folder.")] = False,
) -> None:
    """Serve the page and the API: over HTTP what the commands answer, until ended."""
    with errors(as_json=False):
        try:
            from piperoll.serve.options import ServeOptions
            from piperoll.serve.page.routes import add_page
            from piperoll.serve.run import serve as run
        except ModuleNotFoundError as error:
            message = f"The service needs a package that is not installed: {error.name}."
            raise UsageError("serve_missing", message, remedy="pip install 'piperoll[serve]'") from None
        chosen = of_the_demo() if demo else settings.load()
        logs.lines()
        terminal.say(f"Serving on http://{host}:{port} (the API: /api)", to=terminal.err)
        run(chosen, ServeOptions(host, port, with_keys, connections, timeout, rate), [add_page])


def of_the_demo() -> settings.Settings:
    """Return the settings with the database of the demo.

    Raises:
        UsageError: ``demo_missing``.
    """
    folder = DEMO.absolute()
    if not folder.is_dir():
        raise UsageError("demo_missing", f"There is no demo in {folder}.", remedy="Make it: make demo")
    return settings.load().model_copy(update={"data_dir": folder, "dsn": None})
