"""One run of a corpus from its lock to its record, and what it counts on the way."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any
from uuid import UUID, uuid4

import psycopg

from piperoll import logs, progress, settings
from piperoll.errors import PiperollError
from piperoll.pipeline.embed import Embedded
from piperoll.pipeline.job import Job, backend_note, process_name
from piperoll.pipeline.plan import Plan, partitions
from piperoll.redact import redact, scrub
from piperoll.store import corpora, editions, runs
from tasks.common import corpus_connection, database, patiently, say
from tasks.partition import Indexed, index_partition
from tasks.report import ProgressArtifact
from tasks.runner import in_flight


class Run:
    """What a run has counted so far."""

    def __init__(self, job: Job, run_id: UUID) -> None:
        self.job, self.id = job, run_id
        self.files: Counter[str] = Counter()
        self.embedded = Embedded()
        self.partitions: Counter[str] = Counter()
        self.loaded = 0
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.interrupted = False
        self.built = 0
        self.bytes = 0
        self.gate: dict[str, Any] | None = None

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a stage and tell who listens that it began."""
        progress.stage(name)
        began = perf_counter()
        try:
            yield
        finally:
            self.seconds[name] += perf_counter() - began

    def planned(self, plan: Plan) -> bool:
        """Take up the plan; is there anything to do?"""
        self.files.update(unchanged=plan.unchanged, gone=len(plan.gone))
        self.bytes = int(plan.todo["size"].sum())
        return bool(plan.todo.height or plan.gone or plan.containers is not None or self.interrupted)

    def indexed(self, done: Indexed) -> None:
        """Count a partition that is in the edition."""
        self.files.update(done.files)
        self.partitions["reused" if done.reused else "parsed"] += 1
        self.embedded += done.embedded
        self.loaded += done.loaded
        for name, seconds in done.seconds.items():
            self.seconds[name] += seconds
        progress.advance(sum(done.files.values()))

    def result(self, edition: int) -> dict[str, Any]:
        """The outcome as ``piperoll reindex --json`` prints it."""
        with corpus_connection(self.job.corpus) as (connection, corpus):
            in_edition = editions.counts(connection, corpus, edition) if edition else Counter[str]()
            quarantined = editions.quarantined_files(connection, corpus)
        return {
            "run": str(self.id),
            "edition": edition,
            "published": corpus.published_edition,
            "backend": self.job.backend,
            "bytes": self.bytes,
            "documents": {
                **{name: self.files[name] for name in ("new", "changed", "gone", "unchanged")},
                "no_body": in_edition["no_body"],
                "quarantined": quarantined,
            },
            "chunks": {"new": self.loaded, "reused": max(0, in_edition["chunks"] - self.loaded)},
            "embeddings": {
                "computed": self.embedded.computed,
                "reused": max(0, in_edition["chunks"] - self.embedded.computed),
                "windowed": self.embedded.windowed,
                "tokens": self.embedded.tokens,
            },
            "partitions": {name: self.partitions[name] for name in ("parsed", "reused")},
            "gate": self.gate,
            "seconds": dict(self.seconds),
        }


@contextmanager
def running(job: Job) -> Iterator[Run]:
    """Hold the corpus for a run and write down how it ended.

    Raises:
        CorpusBusy: another run holds it.
    """
    run_id = uuid4()
    run = Run(replace(job, run=str(run_id)), run_id)
    with ExitStack() as held:
        patiently(partial(_begin, run, held))
        try:
            patiently(job.room.sweep)
            with logs.about(run=run.job.run, corpus=job.corpus):
                yield run
        except BaseException as error:
            scrub(error)  # before Prefect keeps it: not all that fails is a task
            _fail(run, error)
            raise


def _begin(run: Run, held: ExitStack) -> None:
    """Take the lock of the corpus, on a connection that ``held`` keeps, and write down that the run has begun.

    A try that fails keeps nothing: the next one must not find the corpus held by it.
    """
    with ExitStack() as taken:
        _take(run, taken)
        held.enter_context(taken.pop_all())


def _take(run: Run, held: ExitStack) -> None:
    job = run.job
    connection = held.enter_context(database().connect(autocommit=True))
    corpus = corpora.put(
        connection,
        name=job.corpus,
        profile=job.profile,
        backend=job.backend,
        language=job.family.language,
        source=job.source,
    )
    held.enter_context(corpora.locked(connection, corpus))
    if note := backend_note(settings.load(), corpus.name, corpus.backend):
        say("%s", note)
    run.job = replace(job, backend=corpus.backend)
    run.built = corpus.built_edition
    run.interrupted = editions.interrupted(connection, corpus)
    runs.start(connection, corpus, run.id, process_name())


def _fail(run: Run, error: BaseException) -> None:
    """Write down that the run failed; on a connection of its own, because the failure may be that of another."""
    with suppress(PiperollError, psycopg.Error), database().connect(autocommit=True) as connection:
        runs.finish(connection, run.id, "failed", error=redact(f"{type(error).__name__}: {error}")[:2000])


def index_partitions(run: Run, edition: int, plan: Plan) -> None:
    """Bring the files of ``plan`` into ``edition``, partition by partition, and show how far that has come."""
    job = run.job
    shown = ProgressArtifact(job, int(plan.todo["size"].sum()))
    progress.stage("documents", plan.todo.height)
    todo = partitions(plan, job.scope, job.partition_bytes)
    calls = ((partition.bytes, (job, edition, partition)) for partition in todo)
    for indexed in in_flight(index_partition, calls):
        run.indexed(indexed)
        shown.add(indexed.bytes)


def finish(run: Run, edition: int) -> dict[str, Any]:
    """The result of a run that came to its end, also kept with its record."""

    def write() -> dict[str, Any]:
        result = run.result(edition)
        with database().connect(autocommit=True) as connection:
            runs.finish(connection, run.id, "completed", edition=edition or None, result=result)
        return result

    return patiently(write)
