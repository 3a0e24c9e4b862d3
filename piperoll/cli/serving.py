"""Offer the commands about the service and who may use it: serve, mcp, keys, readers."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time
from enum import StrEnum
from getpass import getpass
from pathlib import Path
from typing import Annotated

import typer

from piperoll import logs, settings, terminal
from piperoll.cli.commands import app
from piperoll.cli.common import AsJson, connection_to_database, errors, short
from piperoll.days import parse_day
from piperoll.errors import UsageError
from piperoll.store import keys as stored
from piperoll.store import readers as roles
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


@app.command()
def readers(
    action: Annotated[Action, typer.Argument(help="What to do.")],
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Name of the role.")] = None,
    with_keys: Annotated[
        bool, typer.Option("--keys", help="Let it look keys up, too: for a service that asks for keys.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make, list and remove roles of Postgres that may only read; the password is asked for, or read from stdin."""
    with errors(as_json), connection_to_database() as connection:
        if action is Action.LIST:
            found = roles.every(connection)
            terminal.print_json({"readers": found}) if as_json else terminal.table(
                "Readers", ["name"], [[one] for one in found]
            )
            return
        if not name:
            raise UsageError("name_missing", "Nothing says which role.", remedy=f"piperoll readers {action} NAME")
        if action is Action.REMOVE:
            roles.remove(connection, name)
            terminal.print_json({"removed": name}) if as_json else terminal.say(f"Role {name} is gone.")
            return
        roles.add(connection, name, _password(), with_keys=with_keys)
        terminal.print_json({"name": name}) if as_json else terminal.say(f"Role {name} may read this database.")


def _password() -> str:
    """Return the password that is typed, or the first line of stdin; others see what is on a command line."""
    if sys.stdin.isatty():
        return getpass("Password of the role: ")
    return sys.stdin.readline().rstrip("\r\n")


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
        with _needing("serve"):
            from piperoll.serve.options import ServeOptions
            from piperoll.serve.page.routes import add_page
            from piperoll.serve.run import serve as run
        chosen = of_the_demo() if demo else settings.load()
        logs.lines()
        terminal.say(f"Serving on http://{host}:{port} (the API: /api)", to=terminal.err)
        run(chosen, ServeOptions(host, port, with_keys, connections, timeout, rate), [add_page])


@app.command()
def mcp(
    corpus: Annotated[
        list[str] | None, typer.Option(help="A corpus that may be asked; repeatable (default: all).")
    ] = None,
    timeout: Annotated[float, typer.Option(min=0.1, max=3600, help="Seconds that a statement may take.")] = 10,
) -> None:
    """Answer a language model over standard input and output by the Model Context Protocol, until it ends."""
    with errors(as_json=False):
        with _needing("mcp"):
            from piperoll.serve.mcp_stdio import serve as run
        run(settings.load(), corpus or [], timeout)


@contextmanager
def _needing(extra: str) -> Iterator[None]:
    """Explain in a ``with`` block of imports which extra is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        message = f"The service needs a package that is not installed: {error.name}."
        raise UsageError("serve_missing", message, remedy=f"pip install 'piperoll[{extra}]'") from None


def of_the_demo() -> settings.Settings:
    """Return the settings with the database of the demo.

    Raises:
        UsageError: ``demo_missing``.
    """
    folder = DEMO.absolute()
    if not folder.is_dir():
        raise UsageError("demo_missing", f"There is no demo in {folder}.", remedy="Make it: make demo")
    return settings.load().model_copy(update={"data_dir": folder, "dsn": None})
