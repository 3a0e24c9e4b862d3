"""Choose where the partitions of a run are worked on: threads, processes, Dask, Ray, or other Prefect workers."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from prefect import Task
from prefect.context import FlowRunContext
from prefect.futures import PrefectFuture, wait
from prefect.task_runners import PrefectTaskRunner, ProcessPoolTaskRunner, TaskRunner, ThreadPoolTaskRunner

from piperoll import settings
from piperoll.errors import UsageError
from piperoll.settings import Settings

R = TypeVar("R")

AHEAD = 2
"""Partitions submitted for each worker: one at work and one that waits, so that none is idle. Submitting all at once
would have a server keep the state of thousands."""


LONGEST = 1800
SLOWEST = 1_000
"""A partition may take so many seconds, and one more for each so many bytes. Prefect does not always notice that a
worker is lost, and a run must not wait for it for ever. The slowest run measured, two partitions on two shared cores,
read 30,000 bytes a second."""


class ConfiguredRunner(ThreadPoolTaskRunner[Any]):
    """A runner that is chosen by the settings when a run starts, and not when its flow is imported."""

    def duplicate(self) -> Any:
        """Return the runner for one run; Prefect asks for it when the run starts."""
        return task_runner(settings.load())


configured_runner: Any = ConfiguredRunner()  # Prefect's own types do not take its own runners


def task_runner(known: Settings) -> TaskRunner[Any]:
    """Return the task runner that ``known.runner`` names, with ``known.workers`` workers.

    Raises:
        UsageError: it is of a package that is not installed.
    """
    try:
        runner: TaskRunner[Any] = RUNNERS[known.runner](known)
    except ImportError as error:
        raise UsageError(
            "runner_missing",
            f"Runner {known.runner!r} needs a package that is not here: {error.name}.",
            remedy=f"pip install 'piperoll[{known.runner}]'",
        ) from None
    return runner


def _dask(known: Settings) -> Any:
    from prefect_dask.task_runners import DaskTaskRunner

    if known.cluster:
        return DaskTaskRunner(address=known.cluster)
    here = {"n_workers": known.workers, "threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1"}
    return DaskTaskRunner(cluster_kwargs=here)


def _ray(known: Settings) -> Any:
    from prefect_ray.task_runners import RayTaskRunner

    if known.cluster:
        return RayTaskRunner(address=known.cluster)
    return RayTaskRunner(init_kwargs={"num_cpus": known.workers, "include_dashboard": False})


RUNNERS: dict[str, Callable[[Settings], Any]] = {
    "threads": lambda known: ThreadPoolTaskRunner(max_workers=known.workers),
    "processes": lambda known: ProcessPoolTaskRunner(max_workers=known.workers),
    "dask": _dask,
    "ray": _ray,
    "workers": lambda _: PrefectTaskRunner(),  # type: ignore[no-untyped-call]
}


def in_flight(task: Task[..., R], calls: Iterable[tuple[int, tuple[Any, ...]]]) -> Iterator[R]:
    """Submit ``task`` for each of ``calls``, a few for each worker at a time, and yield the results in their order.

    After a failure nothing more is submitted, what is at work is waited for, and the first error is raised.

    Args:
        calls: the bytes that a call reads, and its arguments.

    Raises:
        TimeoutError: a call took too long for its bytes.
    """
    assert FlowRunContext.get(), "called from a flow"
    most = AHEAD * settings.load().workers
    flying: deque[tuple[float, PrefectFuture[R]]] = deque()
    try:
        for size, call in calls:
            flying.append((LONGEST + size / SLOWEST, task.submit(*call)))
            if len(flying) >= most:
                patience, future = flying.popleft()
                yield future.result(patience)
        while flying:
            patience, future = flying.popleft()
            yield future.result(patience)
    finally:
        wait([future for _, future in flying], timeout=max((patience for patience, _ in flying), default=0))
