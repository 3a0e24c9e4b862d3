"""Commands that bring documents in: plan, reindex, and a look at how one file is cut."""

from pathlib import Path
from typing import Annotated

import typer

from piperoll import settings, terminal
from piperoll.cli.common import (
    AllowShrink,
    AsJson,
    CorpusName,
    Limit,
    ProfileName,
    Source,
    app,
    connection_to_database,
    errors,
    flow,
    tell_backend,
)
from piperoll.errors import UsageError
from piperoll.pipeline.job import job_for, plan_for
from piperoll.store import corpora, ledger


@app.command()
def reindex(
    corpus: CorpusName,
    source: Source = None,
    profile: ProfileName = None,
    limit: Limit = 0,
    allow_shrink: AllowShrink = False,
    as_json: AsJson = False,
) -> None:
    """Index what is new or changed in the source, and publish the result as one edition.

    A run that died is continued by the next one. Runs as a Prefect flow: against the server that
    PREFECT_API_URL names, else on a temporary one of its own.
    """
    with errors(as_json):
        job = job_for(settings.load(), corpus, source=source, profile=profile, limit=limit, allow_shrink=allow_shrink)
        job.open_source()
        with terminal.Bar():
            result = flow("reindex_corpus")(
                corpus=corpus, source=job.source, profile=job.profile, limit=limit, allow_shrink=allow_shrink
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
        if result["documents"]["quarantined"]:
            terminal.say(f"Some files could not be used: piperoll status {corpus} says why.")


@app.command()
def plan(
    corpus: CorpusName,
    source: Source = None,
    profile: ProfileName = None,
    limit: Limit = 0,
    allow_shrink: AllowShrink = False,
    as_json: AsJson = False,
) -> None:
    """Say what a reindex would do. Changes nothing."""
    from piperoll.pipeline.plan import partitions

    with errors(as_json):
        job = job_for(settings.load(), corpus, source=source, profile=profile, limit=limit, allow_shrink=allow_shrink)
        with connection_to_database() as connection:
            known = corpora.find(connection, corpus)
            made = plan_for(job, known, ledger.read(connection, known), ledger.containers(connection, known))
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

    with errors(as_json, document=str(file)):
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
