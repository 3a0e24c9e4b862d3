"""Define what every command shares: the application, its option types, and how errors are shown."""

import importlib
import logging
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import psycopg
import typer

from piperoll import logs, settings, terminal
from piperoll.errors import DISK_FULL, PiperollError, UsageError
from piperoll.model import DocumentError
from piperoll.redact import redact, scrub
from piperoll.search.seen import AS_OF, EDITION
from piperoll.settings import METRIC
from piperoll.store import corpora
from piperoll.store.connection import Connection, open_database
from piperoll.store.corpora import Corpus

if TYPE_CHECKING:
    from piperoll.library import CorpusReader


def configured(incomplete: str) -> list[str]:
    """Return the corpora of piperoll.toml of which the name begins so, for completion."""
    with suppress(UsageError):
        return [name for name in settings.load().corpus if name.startswith(incomplete)]
    return []


CorpusName = Annotated[str, typer.Argument(metavar="CORPUS", help="Name of the corpus.", autocompletion=configured)]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout and nothing else there.")]
Source = Annotated[
    str | None, typer.Option(help="Folder, archive or s3://BUCKET/PREFIX (default: as in piperoll.toml).")
]
ProfileName = Annotated[
    str | None, typer.Option(help="Document family, such as se-law (default: as in piperoll.toml).")
]
Limit = Annotated[int, typer.Option(min=0, help="Only the first N files of the listing, to try things out; 0: all.")]
AllowShrink = Annotated[
    bool, typer.Option("--allow-shrink", help="Go on though most of the source is gone, or all of it.")
]
Rehash = Annotated[bool, typer.Option("--rehash", help="Open every file, and compare its content with what is known.")]
AsOf = Annotated[str | None, typer.Option(metavar="DATE", help=AS_OF)]
EditionNumber = Annotated[int | None, typer.Option(help=EDITION)]
OverrideGate = Annotated[
    str | None,
    typer.Option(
        metavar="REASON", help="Let readers see it though the gate refuses it; the reason is kept with the edition."
    ),
]
GoldPath = Annotated[
    Path | None, typer.Option("--gold", help="Gold set: a file or a folder (default: that of piperoll.toml).")
]
Partial = Annotated[
    bool, typer.Option("--partial", help="Leave out queries about documents that the corpus does not have.")
]


def launch(flow: str, **parameters: Any) -> Any:
    """Run a flow, named as its module, with these parameters, and return its result.

    What runs flows is imported here only, because no other command needs it.
    """
    return importlib.import_module("flows.launch").launch(flow, **parameters)


@contextmanager
def connection_to_database() -> Iterator[Connection]:
    """Open the database of the settings for a ``with`` block."""
    with open_database(settings.load()) as database, database.connect(autocommit=True) as connection:
        yield connection


@contextmanager
def corpus_named(name: str) -> Iterator[tuple[Connection, Corpus]]:
    """Open the database for a ``with`` block, and read a corpus."""
    with connection_to_database() as connection:
        yield connection, corpora.get(connection, name)


@contextmanager
def reader_of(name: str) -> "Iterator[CorpusReader]":
    """Open the evidence base for the reader of one corpus; its methods say if there is no such corpus."""
    from piperoll import library  # with what all readers need; other commands do without

    with library.open(settings.load()) as base:
        yield library.CorpusReader(base, name)


@contextmanager
def errors(as_json: bool, document: str | None = None) -> Iterator[None]:
    """Show an error as one sentence and its remedy, or as the one JSON object, and exit with its code."""
    try:
        yield
        sys.stdout.flush()  # what is only written as the interpreter ends would fail without a word
    except BrokenPipeError:  # whoever read the output has seen enough
        raise
    except PiperollError as error:
        _fail(as_json, error.code, error.message, error.remedy, error.document or document, error.exit_code)
    except DocumentError as error:
        _fail(as_json, error.code, error.message, error.remedy, document, 1)
    except OSError as error:
        if error.errno in DISK_FULL:
            place = f" at {error.filename}" if error.filename else ""
            message = f"A disk is full{place}: {error.strerror}."
            remedy = "Make room there, or in the folder of temporary files (TMPDIR); then the same command again."
            _fail(as_json, "disk_full", message, remedy, document, 1)
        _fail(as_json, "file_failed", str(error), "Check the file and the disk.", document, 1)
    except psycopg.errors.DiskFull as error:
        message = f"A disk of the database is full: {error.diag.message_primary or str(error).strip()}."
        remedy = f"Make room {_disk_of_database()}. Readers still read; the same command continues where it stopped."
        _fail(as_json, "database_full", message, remedy, document, 1)
    except psycopg.Error as error:
        message = f"The database failed: {str(error).strip()}"
        _fail(as_json, "database_failed", message, "The same command continues where it stopped.", document, 1)
    except (typer.Exit, typer.Abort):  # the latter: a question was not answered
        raise
    except Exception as error:  # a defect: one object for programs, the traceback for us
        scrub(error)
        logging.getLogger("piperoll").exception("A defect.")
        message = f"{type(error).__name__}: {error}"
        _fail(as_json, "defect", message, "This is a defect: report it with the lines above.", document, 1)
    except KeyboardInterrupt:
        _fail(as_json, "interrupted", "Interrupted; nothing was published.", "The same command continues.", document, 1)


def _disk_of_database() -> str:
    """Return which disk holds the database, for people."""
    known = settings.load()
    return "on the disk of its server" if known.dsn else f"on the disk of {known.data_dir.resolve()}"


def _fail(as_json: bool, code: str, message: str, remedy: str, document: str | None, exit_code: int) -> NoReturn:
    message = redact(message)
    if as_json:
        facts = {"code": code, "message": message, "document": document, "remedy": remedy}
        with suppress(OSError):
            terminal.print_json(
                {"error": {name: value for name, value in facts.items() if name != "document" or value}}
            )
    try:
        sys.stdout.flush()
    except OSError:  # the disk that is full may be the one that stdout goes to
        as_json = False
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what waits is lost, and fails no more
    if logs.as_json():
        logging.getLogger("piperoll").error(message, extra={"code": code, "document": document, "remedy": remedy})
    elif not as_json:
        terminal.say(f"Error: {f'{document}: ' if document else ''}{message}", to=terminal.err, style="red")
        if remedy:
            terminal.say(remedy, to=terminal.err)
    raise typer.Exit(exit_code)


def tell_backend(corpus: str, used: str) -> None:
    """Say on stderr where the settings name another backend than the one that the corpus uses."""
    from piperoll.pipeline.job import backend_note

    if note := backend_note(settings.load(), corpus, used):
        terminal.say(note, to=terminal.err)


def tell_gate(result: Mapping[str, Any]) -> None:
    """Say what the gate found in a run, what the run changed in it, and why the edition was let past it."""
    for change in result["gate_changes"]:
        terminal.say(f"Changed by this run: {change}.")
    if gate := result["gate"]:
        before = "" if gate["before"] is None else f" (before: {gate['before']:.3f})"
        terminal.say(f"{gate['metric']} of {gate['gold']}: {gate['after']:.3f}{before}.")
        if gate["override"]:
            terminal.say(f"The gate refused it; it is published all the same: {gate['override']}")


def gold_path(corpus: str, given: Path | None) -> Path:
    """Return where the gold set lies.

    Raises:
        UsageError: none is given, and the settings name none.
    """
    if found := given or settings.load().gold_of(corpus):
        return found
    raise UsageError(
        "gold_missing",
        f"Nothing says which questions to ask {corpus}.",
        remedy=f"Give --gold PATH, or set gold in [corpus.{corpus}] of piperoll.toml.",
    )


def metric_named(text: str) -> str:
    """Return a metric at a k, such as ndcg@10.

    Raises:
        UsageError: it is none.
    """
    if not re.match(METRIC, text):
        raise UsageError("bad_metric", f"{text!r} is no metric at a k.", remedy="Write it as ndcg@10 or recall@5.")
    return text


def as_toml(text: str) -> Any:
    """Return the value that a text is in TOML; the text itself if it is none."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def short(value: Any) -> Any:
    """Return a value as a table shows it: a time without fractions of a second."""
    return str(value)[:19] if value is not None and not isinstance(value, int | str) else value
