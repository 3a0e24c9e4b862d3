"""Offer the commands that read: show, export, status, verify."""

from pathlib import Path
from typing import Annotated, Any
from uuid import UUID

import typer

from piperoll import terminal
from piperoll.cli.commands import app
from piperoll.cli.common import (
    AsJson,
    AsOf,
    CorpusName,
    EditionNumber,
    connection_to_database,
    errors,
    reader_of,
    short,
)
from piperoll.store import corpora, documents, editions
from piperoll.store.connection import reading


@app.command()
def show(
    corpus: CorpusName,
    key: Annotated[str, typer.Argument(metavar="KEY", help="Its number as printed, or its path in the source.")],
    as_of: AsOf = None,
    edition: EditionNumber = None,
    asked: Annotated[
        UUID | None, typer.Option(metavar="ID", help="The logged question after which it is read (piperoll questions).")
    ] = None,
    amendments: Annotated[bool, typer.Option("--amendments", help="Add the act that last amended each chunk.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a document with its chunks and what they cite: the version valid today, or on another day."""
    with errors(as_json), reader_of(corpus) as reader:
        shown = reader.show(key, as_of=as_of, edition=edition, with_amendments=amendments, asked=asked).to_dict()
        if as_json:
            terminal.print_json(shown)
            return
        for version in shown["versions"]:
            days = " – ".join(str(version[name] or "") for name in ("valid_from", "valid_to")).strip(" –")
            terminal.say(
                f"{version['document']}  {version['title']}  ({version['source']}, {version['status']}, {days})",
                style="bold",
            )
            if not version["seen"]:
                terminal.say("Not in force.", style="red")
            if version["headnote"]:
                terminal.headnote(version["headnote"])
            for chunk in version["chunks"]:
                terminal.say(f"\n[{chunk['path']}] {chunk['header']}\n{chunk['content']}")
                terminal.citations(chunk["citations"])
                if act := chunk.get("amendment"):
                    terminal.amendment(act)
        for other in shown["others"]:
            terminal.say(f"Another version: {other['valid_from'] or 'undated'} ({other['source']})", to=terminal.err)


@app.command()
def export(
    corpus: CorpusName,
    out: Annotated[Path, typer.Option(help="The file: .jsonl or .parquet.")],
    edition: EditionNumber = None,
    as_json: AsJson = False,
) -> None:
    """Write the chunks of the published edition to a file; equal editions give equal bytes."""
    from piperoll.store import export as exporting

    with errors(as_json), reader_of(corpus) as reader, reader.connection() as (connection, known):
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
    with errors(as_json), connection_to_database() as connection, reading(connection):
        if corpus:
            corpora.get(connection, corpus)
        rows = [row for row in documents.status(connection) if corpus in (None, row["name"])]
        for row in rows:
            known = corpora.get(connection, row["name"])
            row["quarantine"] = documents.quarantined(connection, known)
            row["editions"] = editions.list_editions(connection, known)
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
        terminal.table("Corpora", columns, [[short(row[name]) for name in columns] for row in rows])
        for row in rows:
            if row["differed"]:
                terminal.say(
                    f"{row['name']}: {len(row['differed']):,} files looked unchanged in the last run and had other"
                    f" content: {', '.join(row['differed'][:10])}. Check the disk, and who sets times back.",
                    style="red",
                )
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
    with errors(as_json), reader_of(corpus) as reader:
        report = reader.verify(edition)
        if as_json:
            terminal.print_json(report.to_dict())
        else:
            _print_verified(report.to_dict())
        if not report.holds:
            raise typer.Exit(1)


def _print_verified(report: dict[str, Any]) -> None:
    names = ["documents", "versions", "chunks", "characters", "covered", "uncovered", "mismatches", "duplicate_paths"]
    names += ["citations", "misplaced_citations", "triplets", "misplaced_triplets", "facts", "misplaced_facts"]
    names += ["headnotes", "misplaced_headnotes"]
    names += ["unindexed", "misindexed"]
    names += [name for name in ("vectors_missing", "vectors_unneeded") if report[name]]
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
