"""Hand the partitions of a run to Prefect workers, which share with it the API of Prefect and the database only.

Prefect would pickle parameters and results into the storage of its home, which another machine or user does not have.
So a task run carries nothing but its id. Under that id the database holds the job and the partition as JSON, and then
what the stages did.
"""

import logging
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cache
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID, uuid4

from piperoll import settings
from piperoll.arguments import as_text
from piperoll.errors import PiperollError
from piperoll.pipeline.enrich import made_by
from piperoll.pipeline.job import Job, process_name
from piperoll.pipeline.plan import Partition
from piperoll.pipeline.stage import StageResult
from piperoll.redact import redact, scrub
from piperoll.settings import is_remote
from piperoll.store import handed_over
from piperoll.store.connection import Connection
from tasks.common import corpus_connection, database, patiently
from tasks.stage import index_partition

if TYPE_CHECKING:
    from prefect import Task

R = TypeVar("R")
UNRECORDED = 0.2
"""Seconds until Prefect is asked again for the state of a task run of which it has recorded none."""


class Handed:
    """A partition is at a worker, or on its way to one."""

    def __init__(self, label: str, handed: UUID) -> None:
        self.label, self.id = label, handed

    def result(self, patience: float) -> list[StageResult]:
        """Return what the stages did, and remove it from the database.

        Args:
            patience: seconds to wait for it.

        Raises:
            PiperollError: the worker failed; ``worker_lost``: it ended, or took too long, without an answer.
        """
        state = self._wait(patience)
        given = _on_database(lambda connection: handed_over.answered(connection, self.id))
        _on_database(lambda connection: handed_over.forget(connection, self.id))
        if given is None:
            raise PiperollError(
                "worker_lost",
                f"{self.label} came back from no worker within {patience:.0f} seconds; its task run is {state}.",
                remedy="Look at the workers (python -m tasks.worker); the same command continues.",
            )
        if "error" in given:
            raise PiperollError.from_json(given["error"])
        return [StageResult(**done) for done in given["stages"]]

    def leave(self, patience: float) -> None:
        """Take the partition back if no worker has begun with it; else wait for the worker."""
        if not _on_database(lambda connection: handed_over.withdraw(connection, self.id)):
            self._wait(patience)
            _on_database(lambda connection: handed_over.forget(connection, self.id))

    def _wait(self, patience: float) -> str:
        """Wait for the end of the task run, and return the name of its state."""
        from prefect.futures import PrefectDistributedFuture

        run: PrefectDistributedFuture[Any] = PrefectDistributedFuture(self.id)
        end = monotonic() + patience
        while True:
            try:
                run.wait(max(0, end - monotonic()))
                return run.state.name or str(run.state.type)
            except RuntimeError:  # Prefect knows no state of it yet: it records them behind the event
                if monotonic() > end:
                    return "unknown"
                sleep(UNRECORDED)


def hand_over(job: Job, edition: int, partition: Partition) -> Handed:
    """Hand a partition to the first worker that is free.

    Args:
        job: the corpus and its settings.
        edition: the number of the edition that is being built.
        partition: the files.

    Returns:
        What to wait for.
    """
    handed, label = uuid4(), f"{job.corpus}: partition {partition.index}"
    call = {"job": asdict(job), "edition": edition, "partition": partition.to_json(), "made_by": made_by(job)}

    def put() -> None:
        with corpus_connection(job.corpus, job.run) as (connection, corpus):
            handed_over.put(connection, corpus, handed, call)

    patiently(put)
    _submit(handed, label)
    return Handed(label, handed)


def _submit(handed: UUID, label: str) -> None:
    """Make the task run, as ``apply_async`` would, but with an id and a name of ours and with nothing stored."""
    from prefect.client.orchestration import get_client
    from prefect.context import FlowRunContext
    from prefect.states import Scheduled
    from prefect.utilities.engine import emit_task_run_state_change_event

    context = FlowRunContext.get()
    flow_run = context.flow_run.id if context and context.flow_run else None
    state: Any = Scheduled()
    state.state_details.deferred = True
    with get_client(sync_client=True) as client:
        run = client.create_task_run(task(), flow_run, str(handed), id=handed, name=label, state=state)
    assert run.state
    emit_task_run_state_change_event(run, initial_state=None, validated_state=run.state)


@cache
def task() -> "Task[[], Any]":
    """Return the task that workers serve."""
    from prefect import Task

    return Task(Work(), name="partition", cache_key_fn=_no_key)


def _no_key(*_: object) -> None:
    """Return no key: a worker lets every task store its results, and without a key there is nowhere to."""


class Work:
    """Work on the partition that the task run leads to.

    A class, because Prefect names the task of a function by a hash of its code and the path of its file, and that of an
    object by its class: so a worker that is installed elsewhere serves the same task.
    """

    def __call__(self) -> Any:
        """Perform the work and hand the answer back; return the state of the task run."""
        from prefect.runtime import task_run
        from prefect.states import Cancelled, Completed, Failed

        handed = UUID(task_run.id)
        call = _on_database(lambda connection: handed_over.take(connection, handed, process_name()))
        if call is None:
            return Cancelled(message="The run that handed it over has ended.")
        given: dict[str, Any]
        try:
            given = {"stages": [done.to_json() for done in perform(call)]}
        except Exception as error:
            scrub(error)
            logging.getLogger("piperoll").error("a partition failed", exc_info=error)
            given = {"error": _told(error)}
        _on_database(lambda connection: handed_over.answer(connection, handed, given))
        if "error" in given:
            return Failed(message=given["error"]["message"])
        return Completed()


def perform(call: dict[str, Any]) -> list[StageResult]:
    """Run the stages of the partition that a call describes, with the workspace of this machine.

    Raises:
        PiperollError: ``worker_differs``: this process would make other rows than the run asks for.
    """
    job, partition = Job.from_json(call["job"]), Partition.from_json(call["partition"])
    if made_by(job) != call["made_by"]:
        raise PiperollError(
            "worker_differs",
            f"{process_name()} has other code than the run of {job.corpus}, or another version of its stages.",
            remedy="Install the same versions on all machines, and start the workers again.",
        )
    if not is_remote(job.workspace_address):
        job = replace(job, workspace_address=settings.load().workspace_address)
    return index_partition.function(job, call["edition"], partition)


def _on_database(work: Callable[[Connection], R]) -> R:
    def once() -> R:
        with database().connect(autocommit=True) as connection:
            return work(connection)

    return patiently(once)


def _told(error: Exception) -> dict[str, Any]:
    """Return what is told of an error, without secrets and in what can be stored."""
    if not isinstance(error, PiperollError):
        error = PiperollError(
            "worker_failed",
            as_text(redact(f"{process_name()}: {type(error).__name__}: {error}")),
            remedy="Look at the log of that worker; the same command continues.",
        )
    return error.to_json()
