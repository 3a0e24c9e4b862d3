"""One task for every stage of the pipeline: retries, limits, log lines and names; the stage does the work."""

from contextlib import nullcontext
from dataclasses import replace
from functools import cache, partial, reduce
from operator import add
from time import perf_counter

from piperoll.errors import PiperollError
from piperoll.pipeline.isolate import load_all
from piperoll.pipeline.job import Job
from piperoll.pipeline.load import drop_results
from piperoll.pipeline.plan import Partition
from piperoll.pipeline.stage import Context, Stage, StageResult
from piperoll.pipeline.stages import INDEX, of_partition
from tasks.common import Retried, about, corpus_connection, retried, say
from tasks.limits import DATABASE, limited

FAILED = "failed"
"""Name of the result that counts the files of a partition that failed alone."""
MADE_AGAIN = 3
"""How often a partition begins again where a result of it is damaged between two stages."""
HEAVY = frozenset({INDEX.name})
"""Stages of which only one may run at once on a database."""


def context_for(job: Job) -> Context:
    """Return a context of the corpus on the database of this process, for as long as no other run takes over."""
    return Context(job, partial(corpus_connection, job.corpus, job.run))


def perform(stage: Stage, context: Context) -> StageResult:
    """Run a stage as a task, and return its result with the seconds that it took, retries included."""
    began = perf_counter()
    number = f" {context.partition.index}" if context.partition else ""
    result = _task_of(stage.name)(f"{context.job.corpus}: {stage.name}{number}", stage, context)
    return replace(result, seconds=perf_counter() - began)


@cache
def _task_of(name: str) -> Retried[[str, Stage, Context], StageResult]:
    """Return the task of the stage of that name."""

    def run(label: str, stage: Stage, context: Context) -> StageResult:
        partition = context.partition.index if context.partition else None
        with (
            about(stage=name, partition=partition, corpus=context.job.corpus, run=context.job.run or None),
            limited(DATABASE) if name in HEAVY else nullcontext(),
        ):
            result = stage.run(context)
            if result.message:
                say("%s", result.message)
        return result

    return retried(name, "{label}")(run)


def _through(context: Context) -> list[StageResult]:
    """Run the stages of a partition; where a result is damaged on the way, they begin again without it."""
    for _ in range(MADE_AGAIN):
        try:
            return [perform(stage, context) for stage in of_partition(context.job)]
        except PiperollError as error:
            if error.code != "workspace_lost":
                raise
            say("%s It is made again.", error.message)
    return [perform(stage, context) for stage in of_partition(context.job)]


@retried("partition", "{job.corpus}: partition {partition.index}", retries=0)
def index_partition(job: Job, edition: int, partition: Partition) -> list[StageResult]:
    """Run the stages of a partition, from its files to its rows in the edition; each is retried by itself.

    One task run does all of them, so that what is parsed stays on the machine that parsed it. The parameters are plain
    values, because the task may run on another machine. A file that lets a stage fail goes to quarantine.

    Args:
        job: the corpus and its settings.
        edition: the number of the edition that is being built.
        partition: the files.

    Returns:
        The result of each stage, in their order; then how many files failed, with the last reason.
    """
    whole = replace(context_for(job), edition=edition)

    def load(part: Partition) -> list[StageResult]:
        return _through(replace(whole, partition=part))

    def give_up(part: Partition) -> None:
        drop_results(replace(whole, partition=part))

    with about(stage="partition", partition=partition.index, corpus=job.corpus, run=job.run or None):
        done, failed = load_all(partition, load, give_up)
        for source, error in failed.items():
            say("%s is in quarantine: %s", source, error.message)
        reason = next(reversed(failed.values())).message if failed else ""
        return [
            *(reduce(add, parts) for parts in zip(*done, strict=True)),
            StageResult(FAILED, {"files": len(failed)}, message=reason),
        ]
