"""Commands about editions."""

from collections import Counter
from dataclasses import asdict
from datetime import date
from typing import Annotated

import typer

from piperoll import settings, terminal, wording_diff
from piperoll.cli.common import AsJson, CorpusName, app, corpus_named, errors, short
from piperoll.days import parse_day
from piperoll.errors import UsageError
from piperoll.store import diff as differing
from piperoll.store import documents, editions
from piperoll.store import prune as pruning
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus

SHOWN = 20
"""Changed documents listed for people; ``--json`` has them all."""


@app.command("editions")
def list_editions(corpus: CorpusName, as_json: AsJson = False) -> None:
    """List the editions that there are; pruned ones are not."""
    with errors(as_json), corpus_named(corpus) as (connection, known):
        rows = editions.list_editions(connection, known)
        if as_json:
            terminal.print_json({"corpus": corpus, "published": known.published_edition, "editions": rows})
            return
        columns = ["number", "state", "published", "built_at", "published_at"]
        counts = ["documents", "chunks"]
        terminal.table(
            f"Editions of {corpus}",
            [*columns, *counts, "run"],
            [
                [*(short(row[name]) for name in columns), *(row["counts"].get(name) for name in counts), row["run"]]
                for row in rows
            ],
        )


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
    with errors(as_json), corpus_named(corpus) as (connection, known):
        if third is not None and first is not None and second is not None:
            _wordings(connection, known, first, parse_day(second), parse_day(third), as_json)
            return
        before, after = (None if one is None else _number(one) for one in (first, second))
        older = editions.before_published(connection, known) if before is None else editions.seen(known, before)
        newer = editions.seen(known, after)
        changes = differing.diff(connection, known, older, newer)
        counts = differing.count_changes(changes)
        if as_json:
            terminal.print_json({"corpus": corpus, "from": older, "to": newer, **counts, "changes": changes})
            return
        terminal.table(
            f"{corpus} from edition {older} to {newer}",
            ["", *differing.CHANGES],
            [[what, *(counts[what][name] for name in differing.CHANGES)] for what in ("documents", "chunks")],
        )
        if changes:
            terminal.table(
                "",
                ["document", "change", "chunks +", "-", "changed", "title"],
                [
                    [
                        row["document"],
                        row["change"],
                        *(len(row["chunks"][name]) for name in differing.CHANGES),
                        row["title"],
                    ]
                    for row in changes[:SHOWN]
                ],
            )
        if len(changes) > SHOWN:
            terminal.say(f"and {len(changes) - SHOWN:,} more; --json has them all, with the paths of the chunks.")


def _number(text: str) -> int:
    if not text.isdecimal():
        raise UsageError(
            "bad_edition",
            f"{text!r} is no edition.",
            remedy="diff CORPUS EDITION EDITION, or diff CORPUS KEY DATE DATE.",
        )
    return int(text)


def _wordings(connection: Connection, corpus: Corpus, key: str, since: date, until: date, as_json: bool) -> None:
    """The units of a document whose wording differs between two days."""
    sides = [documents.show(connection, corpus, corpus.published_edition, key, one) for one in (since, until)]
    before, after = ([chunk for version in side for chunk in version["chunks"]] for side in sides)
    found = wording_diff.changes(before, after)
    counts = Counter(one.change for one in found)
    if as_json:
        terminal.print_json(
            {
                "corpus": corpus.name,
                "document": sides[0][0]["document"],
                "from": since,
                "to": until,
                "versions": [[one["valid_from"] for one in side] for side in sides],
                "chunks": {name: counts[name] for name in wording_diff.CHANGES},
                "changes": [asdict(one) for one in found],
            }
        )
        return
    days = [str(side[0]["valid_from"] or "undated") for side in sides]
    told = ", ".join(f"{counts[name]} {name}" for name in wording_diff.CHANGES if counts[name]) or "no difference"
    terminal.say(f"{sides[1][0]['title']}: the version of {days[0]} and that of {days[1]}: {told}.", style="bold")
    for one in found:
        terminal.wording(one)


@app.command()
def rollback(
    corpus: CorpusName,
    edition: Annotated[
        int | None, typer.Option(help="The edition to publish (default: the newest before the published).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let readers see another edition, earlier or later. The next reindex publishes the newest."""
    with errors(as_json), corpus_named(corpus) as (connection, known):
        number = editions.rollback(connection, known, edition)
        if as_json:
            terminal.print_json({"corpus": corpus, "published": number, "before": known.published_edition})
        else:
            terminal.say(f"Edition {number} of {corpus} is published (before: {known.published_edition}).")


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
    with errors(as_json), corpus_named(corpus) as (connection, known):
        configured = settings.load().corpus.get(corpus)
        wanted = keep or (configured.keep_editions if configured else None)
        if not wanted:
            raise UsageError(
                "keep_editions",
                f"Nothing says how many editions of {corpus} to keep.",
                remedy=f"Give --keep N, or set keep_editions in [corpus.{corpus}] of piperoll.toml.",
            )
        counts = pruning.prune(connection, known, wanted, dry_run=dry_run)
        left = pruning.kept_editions(known.editions, known.published_edition, wanted)
        if as_json:
            terminal.print_json({"corpus": corpus, "dry_run": dry_run, "editions": left, "pruned": counts})
            return
        told = ", ".join(f"{count:,} {what}" for what, count in counts.items())
        terminal.say(f"{'Would be deleted' if dry_run else 'Deleted'}: {told}.")
        terminal.say(f"Editions of {corpus}: {editions.ranges(left)} (published: {known.published_edition}).")
