"""Offer the commands about editions: editions, diff, rollback, prune."""

from typing import Annotated

import typer

from piperoll import settings, terminal
from piperoll.cli.commands import app
from piperoll.cli.common import AsJson, CorpusName, OverrideGate, corpus_named, errors, reader_of, short
from piperoll.errors import UsageError
from piperoll.results.documents import WordingDiff
from piperoll.results.editions import EditionDiff
from piperoll.store import diff as differing
from piperoll.store import editions

SHOWN = 20
"""Changed documents listed for people; ``--json`` has them all."""


@app.command("editions")
def list_editions(corpus: CorpusName, as_json: AsJson = False) -> None:
    """List the editions that there are; pruned ones are not."""
    with errors(as_json), reader_of(corpus) as reader:
        found = reader.editions()
        if as_json:
            terminal.print_json(found.to_dict())
            return
        rows = found.editions
        columns = ["number", "state", "published", "built_at", "published_at"]
        counts = ["documents", "chunks"]
        terminal.table(
            f"Editions of {corpus}",
            [*columns, *counts, "gate", "run"],
            [
                [
                    *(short(getattr(row, name)) for name in columns),
                    *(row.counts.get(name) for name in counts),
                    "" if row.gate is None else "passed" if row.gate["passed"] else "refused",
                    row.run,
                ]
                for row in rows
            ],
        )
        for row in rows:
            for one in row.overrides:
                terminal.say(f"Edition {row.number}, {short(one['at'])}: published past the gate: {one['reason']}")


@app.command()
def diff(
    corpus: CorpusName,
    first: Annotated[
        str | None,
        typer.Argument(metavar="[A]", help="The first edition (default: the one before the published); or a document."),
    ] = None,
    second: Annotated[
        str | None,
        typer.Argument(metavar="[B]", help="The second edition (default: the published one); or the first date."),
    ] = None,
    third: Annotated[str | None, typer.Argument(metavar="[C]", help="The second date.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what changed from one edition to another, or in a document from one date to another.

    diff CORPUS [EDITION [EDITION]] lists the documents and chunks added, removed and changed.

    diff CORPUS KEY DATE DATE shows the wording of a document that changed, unit by unit.
    """
    with errors(as_json), reader_of(corpus) as reader:
        if first is not None and second is not None and third is not None:
            wording = reader.diff_wording(first, second, third)
            terminal.print_json(wording.to_dict()) if as_json else _print_wording(wording)
            return
        before, after = (None if given is None else _number(given) for given in (first, second))
        changed = reader.diff(before, after)
        terminal.print_json(changed.to_dict()) if as_json else _print_changes(changed)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise UsageError(
            "bad_edition",
            f"{text!r} is no edition.",
            remedy="diff CORPUS EDITION EDITION, or diff CORPUS KEY DATE DATE.",
        )
    return int(text)


def _print_changes(changed: EditionDiff) -> None:
    counts = changed.to_dict()
    terminal.table(
        f"{changed.corpus} from edition {changed.from_} to {changed.to}",
        ["", *differing.CHANGES],
        [[what, *(counts[what][name] for name in differing.CHANGES)] for what in ("documents", "chunks")],
    )
    rows = [
        [row["document"], row["change"], *(len(row["chunks"][name]) for name in differing.CHANGES), row["title"]]
        for row in counts["changes"][:SHOWN]
    ]
    if rows:
        terminal.table("", ["document", "change", "chunks +", "-", "changed", "title"], rows)
    if len(changed.changes) > SHOWN:
        terminal.say(f"and {len(changed.changes) - SHOWN:,} more; --json has them all, with the paths of the chunks.")


def _print_wording(changed: WordingDiff) -> None:
    days = [str(side[0] or "undated") for side in changed.versions]
    counts = ", ".join(f"{count} {name}" for name, count in changed.chunks.items() if count) or "no difference"
    terminal.say(f"{changed.document}: the version of {days[0]} and that of {days[1]}: {counts}.", style="bold")
    for change in changed.changes:
        terminal.wording(change)


@app.command()
def rollback(
    corpus: CorpusName,
    edition: Annotated[
        int | None, typer.Option(help="The edition to publish (default: the newest before the published).")
    ] = None,
    override_gate: OverrideGate = None,
    as_json: AsJson = False,
) -> None:
    """Let readers see another edition, earlier or later. The next reindex publishes the newest."""
    with errors(as_json), corpus_named(corpus) as (connection, record):
        number = editions.rollback(connection, record, edition, override_gate=override_gate)
        if as_json:
            terminal.print_json({"corpus": corpus, "published": number, "before": record.published_edition})
        else:
            terminal.say(f"Edition {number} of {corpus} is published (before: {record.published_edition}).")


@app.command()
def prune(
    corpus: CorpusName,
    keep: Annotated[
        int | None, typer.Option(min=1, help="Editions to keep: the newest N (default: as in piperoll.toml).")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be deleted.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete what only older editions need. The published one always stays."""
    from piperoll.store import prune as pruning

    with errors(as_json), corpus_named(corpus) as (connection, record):
        configured = settings.load().corpus.get(corpus)
        wanted = keep or (configured.keep_editions if configured else None)
        if not wanted:
            raise UsageError(
                "keep_editions",
                f"Nothing says how many editions of {corpus} to keep.",
                remedy=f"Give --keep N, or set keep_editions in [corpus.{corpus}] of piperoll.toml.",
            )
        counts = pruning.prune(connection, record, wanted, dry_run=dry_run)
        left = pruning.kept_editions(record.editions, record.published_edition, wanted)
        if as_json:
            terminal.print_json({"corpus": corpus, "dry_run": dry_run, "editions": left, "pruned": counts})
            return
        deleted = ", ".join(f"{count:,} {what}" for what, count in counts.items())
        terminal.say(f"{'Would be deleted' if dry_run else 'Deleted'}: {deleted}.")
        terminal.say(f"Editions of {corpus}: {editions.ranges(left)} (published: {record.published_edition}).")
