"""index: the vector index of the corpus."""

from piperoll.pipeline.job import Job
from piperoll.store.vectors import Vectors
from tasks.limits import DATABASE, limited
from tasks.shell import corpus_connection, say, stage


@stage("index", "{job.corpus}: index")
def index(job: Job) -> str:
    """Build, rebuild or keep; says which."""
    with limited(DATABASE), corpus_connection(job.corpus) as (connection, corpus):
        done = Vectors(connection, corpus, job.backend).index()
    say("vector index: %s", done)
    return done
