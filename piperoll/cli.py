"""The command line: data on stdout, talk on stderr, and an exit code that programs can rely on."""

import importlib
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, Any, NoReturn

import psycopg
import typer

from piperoll import settings, terminal
from piperoll.errors import PiperollError, UsageError
from piperoll.model import DocumentError
from piperoll.pipeline.job import job_for, plan_for
from piperoll.search.search import Mode
from piperoll.store import corpora, documents, editions, ledger
from piperoll.store import export as exporting
from piperoll.store import verify as verifying
from piperoll.store.connection import Connection, open_database
from piperoll.store.corpora import Corpus

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Legal document collections as a searchable, cited, versioned evidence base in Postgres.\n\n"
    "Start with: piperoll reindex my-laws --source FOLDER --profile se-law\n\n"
    'then:       piperoll search my-laws "what you look for"\n\n'
    "Exit codes: 0 done, 1 failed or check not held, 2 wrong use, 3 gate not passed, 4 corpus busy.",
)

CorpusName = Annotated[str, typer.Argument(metavar="CORPUS", help="Name of the corpus.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout and nothing else there.")]
Source = Annotated[str | None, typer.Option(help="Folder of the documents (default: as in piperoll.toml).")]
ProfileName = Annotated[
    str | None, typer.Option(help="Document family, such as se-law (default: as in piperoll.toml).")
]
Limit = Annotated[int, typer.Option(min=0, help="Only the first N files of the listing, to try things out; 0: all.")]
EditionNumber = Annotated[int | None, typer.Option(help="An edition by its number (default: the published one).")]


@app.command()
def reindex(
    corpus: CorpusName, source: Source = None, profile: ProfileName = None, limit: Limit = 0, as_json: AsJson = False
) -> None:
    """Index what is new or changed in the source, and publish the result as one edition.

    A run that died is continued by the next one. Runs as a Prefect flow: against the server that
    PREFECT_API_URL names, else on a temporary one of its own.
    """
    with _errors(as_json):
        job = job_for(settings.load(), corpus, source=source, profile=profile, limit=limit)
        job.folder()
        with terminal.Bar():
            result = _flow("reindex_corpus")(corpus=corpus, source=job.source, profile=job.profile, limit=limit)
        if as_json:
            terminal.print_json(result)
            return
        counts = ", ".join(f"{value:,} {name.replace('_', ' ')}" for name, value in result["documents"].items())
        if not result["edition"]:
            terminal.say(f"Nothing is published: {counts}.")
            return
        terminal.say(f"Edition {result['edition']} of {corpus} is published: {counts}.")
        terminal.say(
            f"Chunks: {result['chunks']['new']:,} new, {result['chunks']['reused']:,} kept. "
            f"Embeddings: {result['embeddings']['computed']:,} computed, {result['embeddings']['reused']:,} reused."
        )
        if result["documents"]["quarantined"]:
            terminal.say(f"Some files could not be used: piperoll status {corpus} says why.")


@app.command()
def plan(
    corpus: CorpusName, source: Source = None, profile: ProfileName = None, limit: Limit = 0, as_json: AsJson = False
) -> None:
    """Say what a reindex would do. Changes nothing."""
    from piperoll.pipeline.plan import partitions

    with _errors(as_json):
        job = job_for(settings.load(), corpus, source=source, profile=profile, limit=limit)
        with _connection() as connection:
            known = corpora.find(connection, corpus)
            made = plan_for(job, known, ledger.read(connection, known))
        counts = made.counts
        parts = [
            (part.index, part.files.height, part.bytes) for part in partitions(made, job.scope, job.partition_bytes)
        ]
        if as_json:
            todo = [{"source": source, "why": why} for source, why in made.todo.select("source", "why").iter_rows()]
            terminal.print_json(
                {"corpus": corpus, "documents": counts, "partitions": len(parts), "todo": todo, "gone": made.gone}
            )
            return
        terminal.table(f"A reindex of {corpus} would find", list(counts), [list(counts.values())])
        if parts:
            terminal.table("in these partitions", ["partition", "files", "bytes"], parts)


@app.command()
def chunks(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="One document.")],
    profile: Annotated[str, typer.Option(help="Document family, such as se-law.")],
    as_json: AsJson = False,
) -> None:
    """Show how one file is cut. Needs no database; with --json one object a line."""
    from piperoll.corpora import registry

    with _errors(as_json, document=str(file)):
        known = registry.get(profile)
        if not file.is_file():
            raise UsageError("no_such_file", f"There is no file {file}.")
        for document in known.read(file.read_bytes(), file.name):
            if not as_json:
                asides = sum(one.end - one.start for one in document.set_aside)
                terminal.say(
                    f"{document.key}  {document.title}  ({document.status}, {len(document.text):,} characters,"
                    f" {asides:,} set aside)",
                )
            for chunk in document.chunks:
                if as_json:
                    terminal.print_json(
                        {
                            "path": chunk.path,
                            "role": chunk.role,
                            "header": chunk.header,
                            "content": chunk.content,
                            "start": chunk.start,
                            "end": chunk.end,
                            "tokens": chunk.tokens,
                            "parent": chunk.parent,
                            "metadata": {
                                **chunk.metadata,
                                **({"valid_from": chunk.valid_from} if chunk.valid_from else {}),
                                **({"valid_to": chunk.valid_to} if chunk.valid_to else {}),
                            },
                        }
                    )
                else:
                    content = " ".join(chunk.content.split())
                    terminal.say(f"  {chunk.path:<16} {chunk.tokens:>5}  {content[:90]}")


@app.command()
def search(
    corpus: CorpusName,
    query: Annotated[str, typer.Argument(help="What you look for, in words or as a citation.")],
    k: Annotated[int, typer.Option("--k", "-k", min=1, max=1000, help="How many hits.")] = 10,
    mode: Annotated[Mode, typer.Option(help="By meaning, by words, or both.")] = Mode.HYBRID,
    document: Annotated[
        str | None, typer.Option(help="Only this document: its number, or its path in the source.")
    ] = None,
    path: Annotated[str | None, typer.Option(help="Only this unit and what is below it, such as kap2.")] = None,
    role: Annotated[str | None, typer.Option(help="Only chunks of this role, such as TRANSITION_PROVISION.")] = None,
    as_of: Annotated[str | None, typer.Option(metavar="DATE", help="The law of that day (default: today).")] = None,
    edition: EditionNumber = None,
    as_json: AsJson = False,
) -> None:
    """Search the published edition by meaning and by words."""
    from piperoll.search.search import Filters
    from piperoll.search.search import search as find

    with _errors(as_json):
        if not query.strip():
            raise UsageError("empty_query", "The query is empty.")
        filters = Filters(document, path, role, _day(as_of) if as_of else date.today())
        with _connection() as connection:
            result = find(
                connection, corpora.get(connection, corpus), query, k=k, mode=mode, filters=filters, edition=edition
            )
        if as_json:
            terminal.print_json(result)
        else:
            terminal.hits(result)


@app.command()
def show(
    corpus: CorpusName,
    key: Annotated[str, typer.Argument(metavar="KEY", help="Its number as printed, or its path in the source.")],
    edition: EditionNumber = None,
    as_json: AsJson = False,
) -> None:
    """Show a document with its chunks."""
    with _errors(as_json), _corpus(corpus) as (connection, known):
        versions = documents.show(connection, known, editions.seen(known, edition), key)
        if as_json:
            terminal.print_json({"document": versions[0]["document"], "versions": versions})
            return
        for version in versions:
            days = " – ".join(str(version[name] or "") for name in ("valid_from", "valid_to")).strip(" –")
            terminal.say(
                f"{version['document']}  {version['title']}  ({version['source']}, {version['status']}, {days})",
                style="bold",
            )
            for chunk in version["chunks"]:
                terminal.say(f"\n[{chunk['path']}] {chunk['header']}\n{chunk['content']}")


@app.command()
def export(
    corpus: CorpusName,
    out: Annotated[Path, typer.Option(help="The file: .jsonl or .parquet.")],
    edition: EditionNumber = None,
    as_json: AsJson = False,
) -> None:
    """Write the chunks of the published edition to a file; equal editions give equal bytes."""
    with _errors(as_json), _corpus(corpus) as (connection, known):
        number = editions.seen(known, edition)
        count = exporting.export(connection, known, number, out)
        if as_json:
            terminal.print_json({"corpus": corpus, "edition": number, "chunks": count, "file": str(out)})
        else:
            terminal.say(f"{count:,} chunks of edition {number} are in {out}.")


@app.command()
def status(
    corpus: Annotated[str | None, typer.Argument(metavar="[CORPUS]", help="One corpus (default: all).")] = None,
    as_json: AsJson = False,
) -> None:
    """Show corpora, their editions and files by status, their last runs, and what is in quarantine."""
    with _errors(as_json), _connection() as connection:
        if corpus:
            corpora.get(connection, corpus)
        rows = [row for row in documents.status(connection) if corpus in (None, row["name"])]
        for row in rows:
            known = corpora.get(connection, row["name"])
            row["quarantine"] = ledger.quarantined(connection, known)
            row["editions"] = editions.listed(connection, known)
        if as_json:
            terminal.print_json({"corpora": rows})
            return
        if not rows:
            terminal.say("No corpus yet. Index one: piperoll reindex NAME --source FOLDER --profile se-law")
            return
        columns = [
            "name",
            "published_edition",
            "built_edition",
            "files",
            "chunked",
            "no_body",
            "not_chunked",
            "quarantined",
            "run_state",
            "finished_at",
        ]
        terminal.table("Corpora", columns, [[_short(row[name]) for name in columns] for row in rows])
        for row in rows:
            if row["quarantine"]:
                terminal.say("")
                terminal.table(
                    f"In quarantine of {row['name']}",
                    ["file", "code", "reason", "remedy"],
                    [[one["source"], one["code"], one["reason"], one["remedy"]] for one in row["quarantine"]],
                )


@app.command()
def verify(corpus: CorpusName, edition: EditionNumber = None, as_json: AsJson = False) -> None:
    """Prove that chunks match their text and that no character was lost; exit 1 if not."""
    with _errors(as_json), _corpus(corpus) as (connection, known):
        report = verifying.verify(connection, known, editions.seen(known, edition))
        if as_json:
            terminal.print_json(report)
        else:
            _print_verified(report)
        if not verifying.holds(report):
            raise typer.Exit(1)


def _print_verified(report: dict[str, Any]) -> None:
    names = ["documents", "versions", "chunks", "characters", "covered", "uncovered", "mismatches", "duplicate_paths"]
    terminal.table(f"Edition {report['edition']} of {report['corpus']}", names, [[report[name] for name in names]])
    total = max(1, report["characters"])
    terminal.table(
        "\nSet aside",
        ["reason", "characters", "percent"],
        [[reason, count, 100.0 * count / total] for reason, count in report["set_aside"].items()],
    )
    terminal.table(
        "\nWorst documents",
        ["document", "source", "characters", "uncovered", "mismatches", "set aside %"],
        [
            [
                row["document"],
                row["source"],
                row["characters"],
                row["uncovered"],
                row["mismatches"],
                100.0 * row["set_aside"] / max(1, row["characters"]),
            ]
            for row in report["worst"]
        ],
    )


@app.command()
def rollback(
    corpus: CorpusName,
    edition: Annotated[
        int | None, typer.Option(help="The edition to publish (default: the one before the published).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let readers see an earlier edition again. The next reindex publishes the newest."""
    with _errors(as_json), _corpus(corpus) as (connection, known):
        number = editions.rollback(connection, known, edition)
        if as_json:
            terminal.print_json({"corpus": corpus, "published": number, "before": known.published_edition})
        else:
            terminal.say(f"Edition {number} of {corpus} is published (before: {known.published_edition}).")


def _flow(name: str) -> Any:
    """A flow by its module's name. Imported here only: Prefect costs seconds, and the library knows nothing of it."""
    for setting, value in {
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "DO_NOT_TRACK": "1",
        "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "ERROR",
    }.items():
        os.environ.setdefault(setting, value)
    return getattr(importlib.import_module(f"flows.{name}"), name)


@contextmanager
def _connection() -> Iterator[Connection]:
    with open_database(settings.load()) as database, database.connect(autocommit=True) as connection:
        yield connection


@contextmanager
def _corpus(name: str) -> Iterator[tuple[Connection, Corpus]]:
    with _connection() as connection:
        yield connection, corpora.get(connection, name)


@contextmanager
def _errors(as_json: bool, document: str | None = None) -> Iterator[None]:
    """Show an error as one sentence and its remedy, or as the one JSON object, and exit with its code."""
    try:
        yield
    except PiperollError as error:
        _fail(as_json, error.code, error.message, error.remedy, error.document or document, error.exit_code)
    except DocumentError as error:
        _fail(as_json, error.code, error.message, error.remedy, document, 1)
    except OSError as error:
        _fail(as_json, "file_failed", str(error), "Check the file and the disk.", document, 1)
    except psycopg.Error as error:
        message = f"The database failed: {str(error).strip()}"
        _fail(as_json, "database_failed", message, "The same command continues where it stopped.", document, 1)
    except typer.Exit:
        raise
    except Exception as error:  # a defect: one object for programs, the traceback for us
        traceback.print_exc()
        message = f"{type(error).__name__}: {error}"
        _fail(as_json, "defect", message, "This is a defect: report it with the lines above.", document, 1)
    except KeyboardInterrupt:
        _fail(as_json, "interrupted", "Interrupted; nothing was published.", "The same command continues.", document, 1)


def _fail(as_json: bool, code: str, message: str, remedy: str, document: str | None, exit_code: int) -> NoReturn:
    if as_json:
        facts = {"code": code, "message": message, "document": document, "remedy": remedy}
        terminal.print_json({"error": {name: value for name, value in facts.items() if name != "document" or value}})
    else:
        terminal.say(f"Error: {f'{document}: ' if document else ''}{message}", to=terminal.err, style="red")
        if remedy:
            terminal.say(remedy, to=terminal.err)
    raise typer.Exit(exit_code)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError("bad_date", f"{text!r} is no date.", remedy="Write it as 2025-07-01.") from None


def _short(value: Any) -> Any:
    return str(value)[:19] if value is not None and not isinstance(value, int | str) else value


def main() -> None:
    """The entry point of the command. Wrong use is told as JSON too where JSON was asked for."""
    try:
        app()
    except SystemExit as end:
        if end.code == UsageError.exit_code and "--json" in sys.argv and not terminal.told():
            message = "The command line is not understood; stderr says where."
            terminal.print_json({"error": {"code": "usage", "message": message, "remedy": "See piperoll --help."}})
        raise


if __name__ == "__main__":
    main()
