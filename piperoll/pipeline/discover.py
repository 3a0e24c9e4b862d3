"""Discover: compare the source of a corpus with the ledger; no document is opened, and of archives only new ones."""

from collections.abc import Mapping
from dataclasses import replace

import polars as pl

from piperoll.errors import PiperollError
from piperoll.pipeline import enrich
from piperoll.pipeline.job import Job
from piperoll.pipeline.plan import Plan, make_plan
from piperoll.pipeline.stage import BaseStage, Context, StageResult
from piperoll.sources.base import Container
from piperoll.store import editions, ledger
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.vectors import Vectors

GONE_SHARE = 0.2
GONE_FILES = 5
"""A source that lost more than this share of its files, and more than so many, is taken for one that is not whole."""


class Discover(BaseStage):
    """The stage plans a run: files that are new, changed, gone, or were made by older code."""

    name = "discover"
    does = "lists the source and compares it with the ledger"

    def run(self, context: Context) -> StageResult:
        """Make the plan, which is the ``value`` of the result.

        Raises:
            PiperollError: ``source_shrank``.
        """
        job = context.job
        with context.connect() as (connection, corpus):
            plan = plan_by_ledger(job, connection, corpus)
        told = ", ".join(f"{count:,} {why.replace('_', ' ')}" for why, count in plan.counts.items())
        return StageResult(self.name, plan.counts, message=f"{job.source}: {told}", value=plan)


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
    return plan_for(job, corpus, ledger.read(connection, corpus), ledger.containers(connection, corpus))


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
