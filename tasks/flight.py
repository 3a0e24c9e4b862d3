"""Work on the partitions of a run, a few at a time: by a task runner or workers of Prefect, or by a pool of our own."""

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from contextvars import copy_context
from typing import Any

from piperoll import settings
from piperoll.errors import UsageError
from piperoll.pipeline.job import Job
from piperoll.pipeline.plan import Partition
from piperoll.pipeline.stage import StageResult
from piperoll.settings import Settings
from tasks.common import in_prefect
from tasks.stage import index_partition

AHEAD = 2
"""Partitions submitted for each worker: one at work and one that waits, so that none is idle. Submitting all at once
would have a server keep the state of thousands."""
LONGEST = 1800
SLOWEST = 1_000
"""A partition may take so many seconds, and one more for each so many bytes. Prefect does not always notice that a
worker is lost, and a run must not wait for it for ever. The slowest run measured, two partitions on two shared cores,
read 30,000 bytes a second."""

Submit = Callable[..., Any]
"""Submits a partition, with the arguments of :func:`tasks.stage.index_partition`, and returns its future."""
Flying = deque[tuple[float, Any]]
"""For each call that was submitted and not yet taken: how many seconds it may take, and its future."""


def in_flight(calls: Iterable[tuple[int, tuple[Job, int, Partition]]]) -> Iterator[list[StageResult]]:
    """Submit each of ``calls``, a few for each worker at a time, and yield the results in their order.

    After a failure nothing more is submitted, what is at work is waited for, and the first error is raised.

    Args:
        calls: the bytes that a partition has, and the arguments of :func:`tasks.stage.index_partition`.

    Raises:
        TimeoutError: a partition took too long for its bytes.
        PiperollError: so it did at a Prefect worker, or there was none.
    """
    known = settings.load()
    flying: Flying = deque()

    def result() -> list[StageResult]:
        patience, future = flying.popleft()
        return future.result(patience)  # type: ignore[no-any-return]

    with _where(known, flying) as submit:
        for size, call in calls:
            flying.append((LONGEST + size / SLOWEST, submit(*call)))
            if len(flying) >= AHEAD * known.workers:
                yield result()
        while flying:
            yield result()


def _where(known: Settings, flying: Flying) -> AbstractContextManager[Submit]:
    """Return what opens the place where the settings have partitions worked on."""
    if not in_prefect():
        return _here(known)
    return _workers(flying) if known.runner == "workers" else _prefect(flying)


@contextmanager
def _workers(flying: Flying) -> Iterator[Submit]:
    """Yield what hands a partition to a Prefect worker; in the end take back or wait for what is still ``flying``."""
    from tasks.hand_over import hand_over

    try:
        yield hand_over
    finally:
        for patience, handed in flying:
            handed.leave(patience)


@contextmanager
def _prefect(flying: Flying) -> Iterator[Submit]:
    """Yield what submits a call to the task runner of the flow; wait in the end for what is still ``flying``."""
    from prefect.futures import wait

    try:
        yield index_partition.task.submit
    finally:
        wait([future for _, future in flying], timeout=max((patience for patience, _ in flying), default=0))


@contextmanager
def _here(known: Settings) -> Iterator[Submit]:
    """Yield what submits a call to threads or processes of this one; wait in the end for those that are at work.

    Raises:
        UsageError: the setting ``runner`` names one that only Prefect has.
    """
    pool: Executor
    if known.runner == "threads":
        pool = ThreadPoolExecutor(known.workers, "partition")
        submit = lambda *call: pool.submit(copy_context().run, index_partition, *call)  # noqa: E731  (log lines keep their facts)
    elif known.runner == "processes":
        pool = ProcessPoolExecutor(known.workers, multiprocessing.get_context("spawn"))
        submit = lambda *call: pool.submit(index_partition, *call)  # noqa: E731
    else:
        raise UsageError(
            "runner_of_prefect",
            f"Runner {known.runner!r} works through Prefect only, and orchestrator is 'none'.",
            remedy="Set PIPEROLL_RUNNER=threads or processes, or PIPEROLL_ORCHESTRATOR=prefect.",
        )
    try:
        yield submit
    finally:
        pool.shutdown(cancel_futures=True)
