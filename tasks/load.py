"""load one partition, and take out what left the source."""

from piperoll.pipeline.job import Job
from piperoll.pipeline.load import load_partition
from piperoll.pipeline.parse import Parsed
from piperoll.pipeline.plan import Plan
from piperoll.store import ledger
from tasks.common import corpus_connection, say, stage


@stage("load", "{job.corpus}: load {parsed.index}")
def load(job: Job, edition: int, parsed: Parsed) -> int:
    """Rows and ledger of a partition in one transaction; returns the chunks loaded."""
    with corpus_connection(job.corpus) as (connection, corpus):
        loaded = load_partition(connection, corpus, edition, job, parsed)
    say("%s chunks are in edition %d", f"{loaded:,}", edition)
    return loaded


@stage("drop-gone", "{job.corpus}: drop what is gone")
def drop_gone(job: Job, edition: int, plan: Plan) -> None:
    """Close the versions of files that left the source, and write down which archives it holds."""
    with corpus_connection(job.corpus) as (connection, corpus):
        ledger.drop_gone(connection, corpus, edition, job.run, plan.gone, plan.containers)
