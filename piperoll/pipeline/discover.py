"""Discover: compare the source of a corpus with the ledger; new archives are opened, and a few unchanged documents."""

import logging
from collections.abc import Mapping
from dataclasses import replace

import polars as pl

from piperoll.errors import PiperollError
from piperoll.pipeline import enrich
from piperoll.pipeline.job import Job
from piperoll.pipeline.plan import Plan, make_plan
from piperoll.pipeline.recheck import Checked, check
from piperoll.pipeline.stage import BaseStage, Context, StageResult
from piperoll.sources.base import Container
from piperoll.store import editions, ledger
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Vectors

SHOWN = 10
"""Names in one line of the log; the result of the run has all."""
GONE_SHARE = 0.2
GONE_FILES = 5
"""A source that lost more than this share of its files, and more than so many, is taken for one that is not whole."""

log = logging.getLogger("piperoll")


class Discover(BaseStage):
    """The stage plans a run: files that are new, changed, gone, or were made by older code."""

    name = "discover"
    does = "lists the source and compares it with the ledger"

    def run(self, context: Context) -> StageResult:
        """Make the plan. The ``value`` of the result is the plan, and a :class:`~piperoll.pipeline.recheck.Checked`.

        The ledger forgets the fingerprints of files that look unchanged and are not, so that they are read again even
        where this run dies.

        Raises:
            PiperollError: ``source_shrank``.
        """
        job = context.job
        with context.connect() as (connection, corpus):
            plan, checked = checked_plan(job, connection, corpus)
            if checked.differ:
                ledger.forget(connection, corpus, checked.differ)
                log.error("%s: %s", job.source, told_of(checked))
        told = ", ".join(f"{count:,} {why.replace('_', ' ')}" for why, count in plan.counts.items())
        return StageResult(self.name, plan.counts, message=f"{job.source}: {told}", value=(plan, checked))


def is_done(connection: Connection, corpus: Corpus) -> bool:
    """Return whether the newest built edition is whole and published, and has a vector of every text."""
    if corpus.published_edition != corpus.built_edition or editions.interrupted(connection, corpus):
        return False
    return not Vectors(connection, corpus, corpus.backend).lacking(corpus.built_edition).without


def plan_by_ledger(job: Job, connection: Connection, corpus: Corpus | None) -> Plan:
    """Return what a run has to do by the ledger as it is.

    Args:
        job: the corpus and its settings.
        connection: to the ledger.
        corpus: as it is stored; None: it is new.

    Raises:
        PiperollError: as :func:`plan_for`.
    """
    known = enrich.settled(job, connection, ledger.read(connection, corpus))
    return plan_for(job, corpus, known, ledger.containers(connection, corpus))


def checked_plan(job: Job, connection: Connection, corpus: Corpus | None) -> tuple[Plan, Checked]:
    """Return what a run has to do, with the files that look unchanged and are not, as far as some were opened.

    Args:
        job: the corpus and its settings; by them all files are opened, or a few.
        connection: to the ledger.
        corpus: as it is stored; None: it is new.

    Raises:
        PiperollError: as :func:`plan_for`.
    """
    known = enrich.settled(job, connection, ledger.read(connection, corpus))
    containers = ledger.containers(connection, corpus)
    plan = plan_for(job, corpus, known, containers)
    checked = check(job, plan.same)
    if checked.differ:
        forgotten = pl.when(~pl.col("source").is_in(checked.differ)).then("known_fingerprint").otherwise(pl.lit(""))
        plan = plan_for(job, corpus, known.with_columns(known_fingerprint=forgotten), containers)
    return plan, checked


def told_of(checked: Checked) -> str:
    """Return for people which files look unchanged and are not."""
    names = ", ".join(checked.differ[:SHOWN]) + (", …" if len(checked.differ) > SHOWN else "")
    return (
        f"of {checked.files:,} files that look unchanged {len(checked.differ):,} have other content than is known"
        f" ({names}): they are read again. Check the disk, and who writes there and sets times back;"
        " --rehash compares every file."
    )


def plan_for(job: Job, corpus: Corpus | None, known: pl.DataFrame, containers: Mapping[str, Container]) -> Plan:
    """Return what a run has to do.

    Args:
        job: the corpus and its settings.
        corpus: as it is stored; None: it is new.
        known: the ledger, as :func:`piperoll.store.ledger.read` gives it.
        containers: the archives that the last complete run saw, by name.

    Raises:
        PiperollError: ``source_shrank``: the source holds far fewer files than the corpus has, so it is more likely a
            folder that is not mounted.
    """
    moved = corpus is not None and corpus.source != job.source
    listing = job.open_source().listing(known, {} if moved else containers)
    files = listing.files
    gone = known.join(files, on="source", how="anti").height
    if gone and not job.allow_shrink and (not files.height or gone > max(GONE_FILES, GONE_SHARE * known.height)):
        raise PiperollError(
            "source_shrank",
            f"{job.source} holds {files.height:,} documents, and of the {known.height:,} that {job.corpus} has"
            f" {gone:,} are gone; nothing was changed.",
            remedy="Check that the source is whole and the right one. If they are gone for good: --allow-shrink.",
        )
    if job.limit:  # a trial on part of the source says nothing of what is gone, nor of whole archives
        return replace(make_plan(files.head(job.limit), known, enrich.made_by(job), moved=moved), gone=[])
    plan = make_plan(files, known, enrich.made_by(job), moved=moved)
    return plan if listing.containers == containers else replace(plan, containers=listing.containers)
