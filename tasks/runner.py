"""Choose where Prefect works on the partitions of a run: threads, processes, Dask, Ray, or other Prefect workers."""

from collections.abc import Callable
from typing import Any

from prefect.task_runners import ProcessPoolTaskRunner, TaskRunner, ThreadPoolTaskRunner

from piperoll import settings
from piperoll.errors import UsageError
from piperoll.settings import Settings

RAY_STORE = 100_000_000
"""Bytes of memory that a local Ray keeps for what travels: only partitions and counts do. Its least is 75 MB, and
without a limit it takes a third of the machine's."""


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
    here = {"num_cpus": known.workers, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
    return RayTaskRunner(init_kwargs={**here, "object_store_memory": RAY_STORE})


RUNNERS: dict[str, Callable[[Settings], Any]] = {
    "threads": lambda known: ThreadPoolTaskRunner(max_workers=known.workers),
    "processes": lambda known: ProcessPoolTaskRunner(max_workers=known.workers),
    "dask": _dask,
    "ray": _ray,
    "workers": lambda known: ThreadPoolTaskRunner(max_workers=known.workers),  # partitions: see tasks.hand_over
}
