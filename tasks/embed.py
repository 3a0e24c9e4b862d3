"""embed one partition, and what is still missing in an edition."""

from collections.abc import Iterator
from contextlib import contextmanager

from piperoll import progress
from piperoll.embed import backend
from piperoll.embed.backend import Backend
from piperoll.pipeline.embed import Embedded, embed_partition, embed_texts
from piperoll.pipeline.job import Job
from piperoll.pipeline.parse import Parsed
from piperoll.store.vectors import Vectors
from tasks.shell import corpus_connection, say, stage


@stage("embed", "{job.corpus}: embed {parsed.index}")
def embed(job: Job, parsed: Parsed) -> Embedded:
    """Vectors for the texts of the partition that have none."""
    with _vectors(job) as (vectors, model):
        done = embed_partition(parsed, vectors, model, progress.embedded)
    say("computed %s vectors from %s tokens, reused %s", *(f"{n:,}" for n in (done.computed, done.tokens, done.reused)))
    return done


@stage("embed-missing", "{job.corpus}: embed what is missing")
def embed_missing(job: Job, edition: int) -> Embedded:
    """Vectors for texts of the edition that still have none: another backend was chosen, or rows were lost."""
    with _vectors(job) as (vectors, model):
        return embed_texts(vectors.texts_without(edition), vectors, model, progress.embedded)


@contextmanager
def _vectors(job: Job) -> Iterator[tuple[Vectors, Backend]]:
    """The vectors of the corpus by the job's backend, whose model is loaded only when a text needs it."""
    model = backend.get(job.backend)
    with corpus_connection(job.corpus) as (connection, corpus):
        vectors = Vectors(connection, corpus, job.backend)
        vectors.ensure(model.identity, model.dimension)
        yield vectors, model
