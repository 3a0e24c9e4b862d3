"""One task for every stage of the pipeline: retries, limits, log lines and names; the stage does the work."""

from contextlib import nullcontext
from dataclasses import replace
from functools import cache, partial
from time import perf_counter

from piperoll.pipeline.job import Job
from piperoll.pipeline.plan import Partition
from piperoll.pipeline.stage import Context, Stage, StageResult
from piperoll.pipeline.stages import INDEX, of_partition
from tasks.common import Retried, about, corpus_connection, retried, say
from tasks.limits import DATABASE, limited

HEAVY = frozenset({INDEX.name})
"""Stages of which only one may run at once on a database."""


def context_for(job: Job) -> Context:
    """Return a context of the corpus on the database of this process."""
    return Context(job, partial(corpus_connection, job.corpus))


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


@retried("partition", "{job.corpus}: partition {partition.index}", retries=0)
def index_partition(job: Job, edition: int, partition: Partition) -> list[StageResult]:
    """Run the stages of a partition, from its files to its rows in the edition; each is retried by itself.

    One task run does all of them, so that what is parsed stays on the machine that parsed it. The parameters are plain
    values, because the task may run on another machine.

    Args:
        job: the corpus and its settings.
        edition: the number of the edition that is being built.
        partition: the files.

    Returns:
        The result of each stage, in their order.
    """
    with about(stage="partition", partition=partition.index, corpus=job.corpus, run=job.run or None):
        context = replace(context_for(job), edition=edition, partition=partition)
        return [perform(stage, context) for stage in of_partition(job)]
