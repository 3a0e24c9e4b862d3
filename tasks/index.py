"""index: the vector index of the corpus, and its words."""

from piperoll.pipeline.job import Job
from piperoll.store import lexical
from piperoll.store.vectors import Vectors
from tasks.common import corpus_connection, say, stage
from tasks.limits import DATABASE, limited


@stage("index", "{job.corpus}: index")
def index(job: Job) -> str:
    """Build, rebuild or keep; says which.

    The words of every edition that is built: before one is published, since readers search it from then on.
    """
    with limited(DATABASE), corpus_connection(job.corpus) as (connection, corpus):
        done = Vectors(connection, corpus, job.backend).index()
        words = lexical.index(connection, corpus, job.family.language, corpus.built_edition)
    say("vector index: %s; index of words: %s", done, words)
    return done
