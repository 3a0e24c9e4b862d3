"""Everything that a run does but embed."""

from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from piperoll.pipeline.job import job_for, plan_for
from piperoll.pipeline.load import load_partition
from piperoll.pipeline.parse import parse_partition
from piperoll.pipeline.plan import partitions
from piperoll.settings import Settings
from piperoll.store import corpora, editions, ledger, lexical, runs
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus


def index(
    connection: Connection, settings: Settings, name: str, source: Path, profile: str, limit: int | None = None
) -> Corpus:
    """The corpus called ``name`` with the documents of ``source`` (``limit`` of its files) as a published edition more,
    which can be searched by words."""
    job = replace(job_for(settings, name, source=str(source), profile=profile, limit=limit), run=str(uuid4()))
    values = {"profile": job.profile, "backend": job.backend, "source": job.source}
    corpus = corpora.put(connection, name=name, language=job.family.language, **values)
    runs.start(connection, corpus, job.run, "test")  # type: ignore[arg-type]
    edition = editions.begin(connection, corpus, job.run)
    plan = plan_for(job, corpus, ledger.read(connection, corpus), {})
    for partition in partitions(plan, job.scope, job.partition_bytes):
        parsed = parse_partition(partition, job.open_source(), job.family, job.room)
        load_partition(connection, corpus, edition, job, parsed)
    editions.complete(connection, corpus, edition, job.run, {})
    lexical.index(connection, corpus, corpus.language, edition)
    editions.publish(connection, corpus, edition)
    return corpora.get(connection, name)
