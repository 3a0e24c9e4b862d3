"""One run of a corpus from its lock to its record: it does stages, and adds up what they did."""

import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID, uuid4

import psutil
import psycopg

from piperoll import bounded, logs, progress, settings
from piperoll.arguments import as_text
from piperoll.errors import GateNotPassed, PiperollError
from piperoll.llm.batches import MOST_FAILURES
from piperoll.pipeline.cost import price_of
from piperoll.pipeline.discover import is_done, plan_by_ledger
from piperoll.pipeline.gate import Judged
from piperoll.pipeline.isolate import MOST
from piperoll.pipeline.job import Job, backend_note, process_name
from piperoll.pipeline.model_stage import asked_in_batches
from piperoll.pipeline.plan import Partition, Plan, partitions
from piperoll.pipeline.recheck import Checked
from piperoll.pipeline.stage import Stage, StageResult
from piperoll.pipeline.stages import AWAIT, DISCOVER, EMBED, GATE, HEADNOTES, LOAD, PARSE, of_run, scope
from piperoll.redact import redact, scrub
from piperoll.store import answers, corpora, editions, handed_over, runs
from tasks import artifacts
from tasks.common import corpus_connection, database, patiently, say
from tasks.flight import in_flight
from tasks.report import report
from tasks.stage import FAILED, context_for, perform

if TYPE_CHECKING:
    from piperoll.evaluate.gates import Verdict


def _age() -> float:
    """Return how many seconds ago this process started.

    On Linux by the time since the machine started, to a hundredth: ``psutil`` knows when that was only to the second.
    """
    try:
        ticks = int(Path("/proc/self/stat").read_bytes().rpartition(b")")[2].split()[19])
        return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError):  # another system
        return time.time() - psutil.Process().create_time()


STARTED = perf_counter() - max(0.0, _age())
"""When this process started, on the clock of ``perf_counter``, which nobody sets back."""


class Run:
    """A run does the stages of a flow one after another, hands each the context, and counts what they did."""

    def __init__(self, job: Job, run_id: UUID) -> None:
        self.id = run_id
        self.context = context_for(job)
        self.counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.partitions: Counter[str] = Counter()
        self.began = perf_counter()
        self.worked = 0.0
        """Seconds of the clock in which stages were at work."""
        self.bytes = 0
        self.interrupted = False
        """A run died while it built the next edition."""
        self.built = 0
        """The newest built edition; 0: none."""
        self.gate: dict[str, Any] | None = None
        self.gate_changes: Sequence[str] = ()
        """What the settings of the run changed in the gate of the corpus."""
        self.checked = Checked()
        """What became of files that look unchanged and were opened all the same."""

    @property
    def job(self) -> Job:
        """Return the corpus and its settings."""
        return self.context.job

    def do(self, stage: Stage) -> Any:
        """Run a stage on the edition as a whole, count what it did, and return its value."""
        progress.stage(stage.name)
        result = perform(stage, self.context)
        self._count(result)
        self.worked += result.seconds
        return result.value

    def fill(self, stage: Stage, sources: Sequence[str] | None) -> None:
        """Let a stage fill in what is lacking, in whatever edition needs it.

        Args:
            stage: one that can.
            sources: only for these files; None: for all.
        """
        context = self.context
        self.context = replace(context, edition=0, sources=sources)
        self.do(stage)
        self.context = context

    def discover(self) -> bool:
        """Make the plan by what the source holds, take it up, and return whether there is anything to do."""
        plan, self.checked = self.do(DISCOVER)
        return self.plan(plan)

    def plan(self, plan: Plan) -> bool:
        """Take up the plan, and return whether there is anything to do."""
        self.context = replace(self.context, plan=plan)
        self.counts[PARSE.name].update(unchanged=plan.unchanged, gone=len(plan.gone))
        self.bytes = plan.bytes
        if plan.todo.height:
            bounded.warm()
        return not plan.empty or self.interrupted

    def work_on(self, edition: int) -> None:
        """Hand the stages that follow this edition."""
        self.context = replace(self.context, edition=edition)

    def embed_by(self, backend: str) -> None:
        """Let the stages that follow use this embedding backend."""
        self.context = replace(self.context, job=replace(self.job, backend=backend))

    def ask_models(self) -> None:
        """Hand in what models are to be asked, in batches, and wait for the answers; what fails there is left.

        An answer may lead to a further question, so this is done some times.
        """
        if not asked_in_batches(self.job):
            return
        asking, edition, plan = replace(self.job, asking=True), self.context.edition, self.context.plan
        assert plan
        for _ in range(MOST_FAILURES + 1):
            progress.stage("requests", plan.todo.height)
            calls = (
                (part.bytes, (asking, edition, part))
                for part in partitions(plan, scope(asking), asking.partition_bytes)
            )
            results = [result for done in in_flight(calls) for result in done]
            if not any(result.counts.get("pending") for result in results):
                return
            self.do(AWAIT)

    def do_partitions(self) -> None:
        """Bring the files of the plan into the edition, partition by partition, and show how far that has come."""
        self.ask_models()
        job, edition, plan = self.job, self.context.edition, self.context.plan
        assert plan
        shown = artifacts.Progress(self.bytes, f"{job.corpus}-progress", f"Source bytes of {job.corpus} indexed")
        progress.stage("documents", plan.todo.height)
        sizes, began = [], perf_counter()

        def calls() -> Iterator[tuple[int, tuple[Job, int, Partition]]]:
            for partition in partitions(plan, scope(job), job.partition_bytes):
                sizes.append(partition.bytes)
                yield partition.bytes, (job, edition, partition)

        for place, results in enumerate(in_flight(calls())):
            for result in results:
                self._count(result)
            self._stop_if_many_failed(results[-1].message)
            parsed = results[0]
            self.partitions["reused" if parsed.reused else "parsed"] += 1
            progress.advance(sum(parsed.counts.values()) - parsed.counts["chunks"])
            shown.add(sizes[place])
        self.worked += perf_counter() - began

    def _stop_if_many_failed(self, reason: str) -> None:
        """End a run in which so many files failed alone that something else must be wrong."""
        if (files := self.counts[FAILED]["files"]) > MOST:
            raise PiperollError(
                "load_failed",
                f"{files} files could not be loaded, which cannot be their fault; the last one: {reason}",
                remedy=f"Mend the cause, then: piperoll backfill {self.job.corpus} --stage parse --quarantined.",
            )

    def judge(self) -> None:
        """Let the gate judge the edition, and show what became better or worse."""
        try:
            judged: Judged = self.do(GATE)
        except GateNotPassed as error:
            self._show(error.verdict)
            raise
        self.gate, self.gate_changes = judged.summary, judged.changes
        self._show(judged.verdict)

    def _show(self, verdict: "Verdict | None") -> None:
        if verdict:
            from tasks.evaluate import show_verdict  # loads the search, which most runs do not need

            show_verdict(self.job.corpus, verdict)

    def write_headnotes(self) -> None:
        """Let a model write the headnotes that are lacking, where the corpus names one."""
        if self.job.headnotes:
            self.do(HEADNOTES)

    def finish(self) -> dict[str, Any]:
        """Keep the result of a run that came to its end with its record, show it, and return it."""

        def write() -> dict[str, Any]:
            result = self._result()
            with corpus_connection(self.job.corpus) as (connection, corpus):
                if not runs.finish(connection, self.id, "completed", edition=self.built or None, result=result):
                    raise runs.superseded(corpus)
            return result

        result = patiently(write)
        report(self.job.corpus, result)
        return result

    def _count(self, result: StageResult) -> None:
        self.counts[result.stage].update(result.counts)
        self.seconds[result.stage] += result.seconds

    def _result(self) -> dict[str, Any]:
        """Return the outcome as ``piperoll reindex --json`` prints it.

        Its ``seconds`` are those of each stage, added up over partitions that may be worked on at the same time;
        ``start``: from the start of this process to the beginning of the run, with imports and the start of a temporary
        API, and with the runs before it in this process; ``outside``: within the run, but in no stage.
        """
        edition, order = self.built, [stage.name for stage in of_run(self.job)]
        with corpus_connection(self.job.corpus) as (connection, corpus):
            in_edition = editions.counts(connection, corpus, edition) if edition else Counter[str]()
            quarantined = editions.quarantined_files(connection, corpus)
            cost = answers.cost_of_run(connection, self.job.run)
        files, embedded, loaded = self.counts[PARSE.name], self.counts[EMBED.name], self.counts[LOAD.name]["chunks"]
        return {
            "run": str(self.id),
            "edition": edition,
            "published": corpus.published_edition,
            "backend": self.job.backend,
            "bytes": self.bytes,
            "documents": {
                **{name: files[name] for name in ("new", "changed", "gone", "unchanged")},
                "no_body": in_edition["no_body"],
                "quarantined": quarantined,
            },
            "chunks": {"new": loaded, "reused": max(0, in_edition["chunks"] - loaded)},
            "embeddings": {
                "computed": embedded["computed"],
                "reused": max(0, in_edition["chunks"] - embedded["computed"]),
                "windowed": embedded["windowed"],
                "tokens": embedded["tokens"],
                "requests": embedded["requests"],
                "price": price_of(self.job.backend, embedded["tokens"]),
            },
            "prefixes": {name: self.counts["prefixes"][name] for name in ("prefixes", "refused", "lacking")},
            "headnotes": dict(self.counts[HEADNOTES.name]) or None,
            "triplets": {name: self.counts["model_triplets"][name] for name in ("triplets", "refused", "lacking")},
            "models": cost,
            "partitions": {name: self.partitions[name] for name in ("parsed", "reused")},
            "checked": self.checked.to_dict(),
            "gate": self.gate,
            "gate_changes": list(self.gate_changes),
            "seconds": {
                "start": self.began - STARTED,
                **{name: self.seconds[name] for name in order if name in self.seconds},
                "outside": perf_counter() - self.began - self.worked,
            },
        }


class Outlook(NamedTuple):
    """Hold what a run will have to do, as far as that can be told before it begins."""

    idle: bool
    """The published edition has all that the source has."""
    bytes: int
    """Source bytes to read."""
    backend: str
    """Name of the backend that the run embeds by: that of the corpus, where there is one."""


def outlook(job: Job) -> Outlook:
    """Return what a run will have to do. What is wrong is not told here: the run tells, and records it."""
    try:
        with database().connect(autocommit=True) as connection:
            corpus = corpora.find(connection, job.corpus)
            plan = plan_by_ledger(job, connection, corpus)
            idle = corpus is not None and plan.empty and is_done(connection, corpus)
            return Outlook(idle, plan.bytes, corpus.backend if corpus else job.backend)
    except PiperollError:
        return Outlook(False, 0, job.backend)


@contextmanager
def running(job: Job) -> Iterator[Run]:
    """Hold the corpus for a run, and write down how it ended.

    Raises:
        CorpusBusy: another run holds it.
    """
    run_id = uuid4()
    run = Run(replace(job, run=str(run_id)), run_id)
    with ExitStack() as held:
        patiently(partial(_begin, run, held))
        try:
            patiently(partial(run.context.workspace.sweep, finished=not run.interrupted))
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
    database().require_room()
    connection = held.enter_context(database().connect(autocommit=True))
    corpus = corpora.put(
        connection,
        name=job.corpus,
        profile=job.profile_name,
        backend=job.backend,
        language=job.profile.language,
        source=job.source,
    )
    held.enter_context(corpora.locked(connection, corpus))
    if note := backend_note(settings.load(), corpus.name, corpus.backend):
        say("%s", note)
    run.embed_by(corpus.backend)
    run.built = corpus.built_edition
    run.interrupted = editions.interrupted(connection, corpus)
    runs.start(connection, corpus, run.id, process_name())
    handed_over.clear(connection, corpus)


def _fail(run: Run, error: BaseException) -> None:
    """Write down that the run failed; on a connection of its own, because the failure may be that of another."""
    with suppress(PiperollError, psycopg.Error), database().connect(autocommit=True) as connection:
        runs.finish(connection, run.id, "failed", error=as_text(redact(f"{type(error).__name__}: {error}")[:2000]))
