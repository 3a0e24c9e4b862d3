"""Check the sources of the corpora: whether each can be listed, and what is new in it."""

from collections.abc import Iterator
from contextlib import suppress

import polars as pl

from piperoll.doctor.finding import Finding, fail, ok, size, warn
from piperoll.doctor.installation import Installation, NotChecked
from piperoll.pipeline.discover import plan_for
from piperoll.pipeline.job import Job, job_for
from piperoll.store import corpora, ledger
from piperoll.store.sql import read_rows


def configured_source(installation: Installation, *, name: str) -> Iterator[Finding]:
    """Check the source of a corpus of the configuration."""
    yield from _source(installation, job_for(installation.settings, name))


def stored_sources(installation: Installation) -> Iterator[Finding]:
    """Check the sources of corpora that are in the database and not in the configuration."""
    configured = installation.configured()
    with installation.tables() as connection:
        stored = [row for row in read_rows(connection, "status") if installation.concerns(row["name"])]
    if installation.corpus and not stored and installation.corpus not in configured:
        yield fail(f"there is no corpus {installation.corpus}", "piperoll status lists those that there are.")
        return
    others = [row for row in stored if row["name"] not in configured]
    for row in others:
        job = job_for(installation.settings, row["name"], source=row["source"], profile=row["profile"])
        yield from _source(installation, job)
    if not others:
        yield ok("all corpora are in the configuration")


def _source(installation: Installation, job: Job) -> Iterator[Finding]:
    """List the source, and compare it with the newest edition where the database can be read."""
    corpus, known, containers, comparable = None, pl.DataFrame(schema=ledger.LEDGER), {}, False
    with suppress(NotChecked), installation.tables() as connection:
        corpus = corpora.find(connection, job.corpus)
        known, containers, comparable = ledger.read(connection, corpus), ledger.containers(connection, corpus), True
    listing = job.open_source().listing(known, containers).files
    facts = f"{job.corpus}: {listing.height:,} files, {size(int(listing['size'].sum()))} in {job.source}"
    if not listing.height:
        yield warn(facts, "Check that it is the right place, and mounted.")
        return
    if not comparable:
        yield ok(facts)
        return
    counts = plan_for(job, corpus, known, containers).counts
    yield ok(f"{facts}; " + ", ".join(f"{count:,} {why.replace('_', ' ')}" for why, count in counts.items() if count))
