"""Offer the commands that bring documents in: plan, reindex, and a look at how one file is cut."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from piperoll import settings, terminal
from piperoll.cli.commands import app
from piperoll.cli.common import (
    AllowShrink,
    AsJson,
    CorpusName,
    Limit,
    OverrideGate,
    ProfileName,
    Rehash,
    Source,
    as_toml,
    connection_to_database,
    errors,
    launch,
    tell_backend,
    tell_gate,
)
from piperoll.errors import UsageError
from piperoll.model import Document
from piperoll.pipeline.discover import checked_plan, told_of
from piperoll.pipeline.job import job_for
from piperoll.pipeline.recheck import Checked
from piperoll.store import corpora, runs


@app.command()
def reindex(
    corpus: CorpusName,
    source: Source = None,
    profile: ProfileName = None,
    limit: Limit = 0,
    allow_shrink: AllowShrink = False,
    override_gate: OverrideGate = None,
    rehash: Rehash = False,
    as_json: AsJson = False,
) -> None:
    """Index what is new or changed in the source, and publish the result as one edition.

    A run that died is continued by the next one. Runs as a Prefect flow: against the server that
    PREFECT_API_URL names, else with a temporary one of its own where there is much to do.
    """
    with errors(as_json):
        job = job_for(
            settings.load(), corpus,
            source=source, profile=profile, limit=limit, allow_shrink=allow_shrink, override_gate=override_gate,
        )  # fmt: skip
        job.open_source()
        with terminal.Bar():
            result = launch(
                "reindex_corpus",
                corpus=corpus,
                source=job.source,
                profile=job.profile_name,
                limit=limit,
                allow_shrink=allow_shrink,
                override_gate=override_gate,
                rehash=rehash,
            )
        tell_backend(corpus, result["backend"])
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
        if result["embeddings"]["price"] is not None:
            tokens, price = result["embeddings"]["tokens"], result["embeddings"]["price"]
            terminal.say(f"{result['backend']} read {tokens:,} tokens, price {price:,.4f}.")
        seconds = dict(result["seconds"])
        start, outside = seconds.pop("start"), seconds.pop("outside")
        if result["models"]["answers"] or any(result[what]["lacking"] for what in ASKED_FOR):
            terminal.say(_asked(result))
        if written := result["headnotes"]:
            told = ", ".join(f"{count:,} {what}" for what, count in written.items())
            terminal.say(f"Headnotes: {told}.")
        terminal.say(
            f"Seconds: {start:.1f} to start, {sum(seconds.values()):.1f} in stages, {outside:.1f} between them."
        )
        tell_gate(result)
        if result["checked"]["differ"]:
            terminal.say(told_of(Checked(**result["checked"])), to=terminal.err, style="red")
        if result["documents"]["quarantined"]:
            terminal.say(f"Some files could not be used: piperoll status {corpus} says why.")


ASKED_FOR = ("prefixes", "triplets")
"""What models are asked for in a run, as its result names it."""


def _asked(result: Mapping[str, Any]) -> str:
    """Return for people what models answered in a run, and what that cost."""
    models = result["models"]
    parts = [f"Models gave {models['answers']:,} answers of {models['tokens']:,} tokens, ${models['price']:,.4f}."]
    for what in ASKED_FOR:
        if any(counts := result[what].values()):
            written, refused, lacking = counts
            parts.append(f"{what.capitalize()}: {written:,} written, {refused:,} not used, {lacking:,} lacking.")
    return " ".join(parts)


@app.command()
def plan(
    corpus: CorpusName,
    source: Source = None,
    profile: ProfileName = None,
    limit: Limit = 0,
    allow_shrink: AllowShrink = False,
    rehash: Rehash = False,
    as_json: AsJson = False,
) -> None:
    """Say what a reindex would do. Changes nothing."""
    from piperoll.pipeline import cost, outlook
    from piperoll.pipeline.plan import partitions
    from piperoll.pipeline.stages import of_partition, scope

    with errors(as_json):
        job = job_for(
            settings.load(),
            corpus,
            source=source,
            profile=profile,
            limit=limit,
            allow_shrink=allow_shrink,
            rehash=rehash,
        )
        with connection_to_database() as connection:
            known = corpora.find(connection, corpus)
            made, checked = checked_plan(job, connection, known)
            job = replace(job, backend=known.backend if known else job.backend)
            tokens = cost.tokens_of_bytes(made.bytes, job, runs.newest_results(connection))
            asking = outlook.outlook(job, made, connection)
            headnotes = outlook.headnotes(job, made, connection, known)
        outlay = cost.outlay(job, tokens)
        counts = made.counts
        parts = [
            (part.index, part.files.height, part.bytes) for part in partitions(made, scope(job), job.partition_bytes)
        ]
        if as_json:
            todo = [{"source": source, "why": why} for source, why in made.todo.select("source", "why").iter_rows()]
            stages = {stage.name: stage.version(job) for stage in of_partition(job)}
            terminal.print_json(
                {
                    "corpus": corpus,
                    "documents": counts,
                    "partitions": len(parts),
                    "stages": stages,
                    "todo": todo,
                    "gone": made.gone,
                    "embedding": outlay,
                    "models": asking,
                    "headnotes": headnotes,
                    "checked": checked.to_dict(),
                }
            )
            return
        if checked.differ:
            terminal.say(told_of(checked), to=terminal.err, style="red")
        terminal.table(f"A reindex of {corpus} would find", list(counts), [list(counts.values())])
        if parts:
            terminal.table("in these partitions", ["partition", "files", "bytes"], parts)
            terminal.say(f"Each goes through {' → '.join(stage.name for stage in of_partition(job))}.")
            terminal.say(cost.told(outlay))
        for estimate in (asking, headnotes):
            if estimate and (estimate["calls"] or estimate["answered"]):
                terminal.say(outlook.told(estimate))


@app.command()
def chunks(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="One document.")],
    profile: Annotated[str, typer.Option(help="Document family, such as se-law.")],
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the profile; may be given again.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show how one file is cut. Needs no database; with --json one object a line.

    An archive, JSON lines or Parquet is cut document by document; those that cannot be used are told, and exit is 1.
    """
    from piperoll.library import read_documents

    with errors(as_json, document=str(file)):
        broken = 0
        for name, document in read_documents(file, profile, dict(map(_option, option or ()))):
            if isinstance(document, Document):
                _print_chunks(document, as_json)
                continue
            if name == file.as_posix():
                raise document
            broken += 1
            if as_json:
                facts = {"code": document.code, "message": document.message, "document": name}
                terminal.print_json({"error": facts | {"remedy": document.remedy}})
            terminal.say(f"{name}: {document.message} {document.remedy}", to=terminal.err, style="red")
        if broken:
            raise typer.Exit(1)


def _option(text: str) -> tuple[str, Any]:
    """Return name and value of an option such as ``max_tokens=300``; the value as in TOML, or as text."""
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError("bad_option", f"{text!r} sets nothing.", remedy="Write it as --option max_tokens=300.")
    return name, as_toml(value)


def _print_chunks(document: Document, as_json: bool) -> None:
    if not as_json:
        asides = sum(one.end - one.start for one in document.set_aside)
        terminal.say(
            f"{document.key}  {document.title}  ({document.status}, {len(document.text):,} characters,"
            f" {asides:,} set aside, {len(document.citations)} citations)",
        )
    from piperoll.library import cut_chunk

    for chunk in document.chunks:
        if as_json:
            terminal.print_json(cut_chunk(chunk, document).to_dict())
        else:
            content = " ".join(chunk.content.split())
            terminal.say(f"  {chunk.path:<16} {chunk.tokens:>5}  {content[:90]}")
