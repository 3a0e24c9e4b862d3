"""backfill: plan it, and fill in what is lacking beside the rows."""

from collections.abc import Sequence

from piperoll import progress, settings
from piperoll.pipeline.backfill import STAGES, Backfill, Range, make_backfill
from piperoll.pipeline.embed import Embedded
from piperoll.pipeline.job import Job, stored_job
from tasks.common import corpus_connection, patiently, say, stage


def job_of(corpus: str, backend: str | None) -> Job:
    """The job of a corpus as it is stored.

    Raises:
        UsageError: there is no such corpus, or no such backend.
    """

    def stored() -> Job:
        with corpus_connection(corpus) as (_, known):
            return stored_job(settings.load(), known, backend)

    return patiently(stored)


@stage("plan-backfill", "{job.corpus}: plan backfill")
def plan_backfill(job: Job, stages: Sequence[str], chosen: Range) -> Backfill:
    """Count what the stages have to do in the range; no document is opened."""
    with corpus_connection(job.corpus) as (connection, corpus):
        made = make_backfill(job, connection, corpus, stages, chosen)
    for name, work in made.work.items():
        say("%s: %s documents, %s chunks, %s texts to embed", name, work.documents, work.chunks, work.texts)
    return made


@stage("fill", "{job.corpus}: {name}")
def fill(job: Job, name: str, sources: Sequence[str] | None) -> Embedded:
    """What the stage ``name`` finds lacking beside the rows of these files (None: of all)."""
    filling = STAGES[name].fill
    assert filling  # the plan names only those
    with corpus_connection(job.corpus) as (connection, corpus):
        done = filling(job, connection, corpus, sources, progress.embedded)
    say("computed %s vectors from %s tokens by %s", f"{done.computed:,}", f"{done.tokens:,}", job.backend)
    return done
