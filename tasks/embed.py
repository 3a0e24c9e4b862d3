"""embed one partition, and what is still missing in an edition."""

from piperoll import progress
from piperoll.pipeline.embed import Embedded, embed_edition, embed_partition, vectors_of
from piperoll.pipeline.job import Job
from piperoll.pipeline.parse import CHUNKS_FILE, Parsed
from tasks.common import corpus_connection, say, stage


@stage("embed", "{job.corpus}: embed {parsed.index}")
def embed(job: Job, parsed: Parsed) -> Embedded:
    """Vectors for the texts of the partition that have none."""
    with corpus_connection(job.corpus) as (connection, corpus), job.room.file(parsed.name, CHUNKS_FILE) as chunks:
        done = embed_partition(chunks, *vectors_of(connection, corpus, job.backend), progress.embedded)
    say("computed %s vectors from %s tokens, reused %s", *(f"{n:,}" for n in (done.computed, done.tokens, done.reused)))
    return done


@stage("embed-missing", "{job.corpus}: embed what is missing")
def embed_missing(job: Job, edition: int) -> Embedded:
    """Vectors for texts of the edition that still have none: rows were lost, or the backend was switched."""
    with corpus_connection(job.corpus) as (connection, corpus):
        return embed_edition(*vectors_of(connection, corpus, job.backend), edition, progress=progress.embedded)
