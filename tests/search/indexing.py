"""Everything that a run does but embed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from uuid import UUID, uuid4

from piperoll.pipeline.job import Job, job_for
from piperoll.pipeline.plan import Plan, partitions
from piperoll.pipeline.stage import Context
from piperoll.pipeline.stages import BEGIN, DISCOVER, EMBED, of_partition, scope
from piperoll.settings import Settings
from piperoll.store import corpora, editions, lexical_writer, runs
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus


def index(connection: Connection, settings: Settings, name: str, source: Path, profile: str, limit: int = 0) -> Corpus:
    """Return the corpus called ``name`` with the documents of ``source`` (the first ``limit`` of its files) as one more
    published edition, which can be searched by words."""
    build(connection, job_for(settings, name, source=str(source), profile=profile, limit=limit))
    return corpora.get(connection, name)


def build(connection: Connection, job: Job) -> Plan:
    """Do what a run does but embed, publish the edition if it has changed, and return the plan."""
    job = replace(job, run=str(uuid4()))
    language = job.profile.language
    corpus = corpora.put(
        connection, name=job.corpus, language=language, profile=job.profile_name, backend=job.backend, source=job.source
    )

    @contextmanager
    def connect() -> Iterator[tuple[Connection, Corpus]]:
        yield connection, corpus

    context = Context(job, connect)
    runs.start(connection, corpus, UUID(job.run), "test")
    plan: Plan = DISCOVER.run(context).value[0]
    context = replace(context, plan=plan, edition=BEGIN.run(context).value)
    for partition in partitions(plan, scope(job), job.partition_bytes):
        for stage in of_partition(job):
            if stage is not EMBED:
                stage.run(replace(context, partition=partition))
    number = editions.complete(connection, corpus, context.edition, job.run, {})
    if number:
        corpus = corpora.get(connection, job.corpus)
        lexical_writer.index(connection, corpus, language, number)
        editions.publish(connection, corpus, number)
    return plan
