"""discover: what is new, changed, gone or made by older code."""

from piperoll.pipeline.job import Job, plan_for
from piperoll.pipeline.plan import Plan
from piperoll.store import ledger
from tasks.common import corpus_connection, say, stage


@stage("discover", "{job.corpus}: discover")
def discover(job: Job) -> Plan:
    """List the source and compare it with the ledger; no document is opened, and of archives only new ones.

    Raises:
        PiperollError: the source is empty and the corpus is not: more likely a folder that is not mounted.
    """
    with corpus_connection(job.corpus) as (connection, corpus):
        plan = plan_for(job, corpus, ledger.read(connection, corpus), ledger.containers(connection, corpus))
    say("%s: %s", job.source, ", ".join(f"{count:,} {why.replace('_', ' ')}" for why, count in plan.counts.items()))
    return plan
