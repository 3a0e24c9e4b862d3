"""Define what a stage is: one step of the pipeline, with a name, a version and a result that is found again.

A stage works on one partition, or on the edition as a whole. All that it may use is in its :class:`Context`. It says
what its result depends on, so that the result of a partition has a name in the workspace that changes with any of it:
a run that continues after a crash finds the stages that were finished, one by one.

:mod:`piperoll.pipeline.stages` lists the stages of a run. Other packages add stages between parse and embed
(:class:`piperoll.pipeline.enrich.Enricher`).
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from piperoll import contract, progress
from piperoll.hashing import name as hashed
from piperoll.pipeline.job import Job
from piperoll.pipeline.plan import Partition, Plan
from piperoll.pipeline.workspace import Summary, Workspace
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus

Connect = Callable[[], AbstractContextManager[tuple[Connection, Corpus]]]
"""Opens a connection in autocommit, with the row of the corpus as it is then."""


@dataclass(frozen=True, slots=True)
class Context:
    """A context holds what a stage works on, and what it works with.

    ``plan`` and ``edition`` are known once they are made. ``partition`` is the part that the stage works on; None: the
    edition as a whole. ``sources`` limits a stage that fills in what is lacking to these files; None: all.
    """

    job: Job
    connect: Connect
    plan: Plan | None = None
    edition: int = 0
    partition: Partition | None = None
    sources: Sequence[str] | None = None
    embedded: Callable[[int], None] = progress.embedded
    """Called with the number of texts that have been embedded since the last call."""

    @property
    def workspace(self) -> Workspace:
        """Return the workspace of the corpus."""
        return self.job.workspace

    @property
    def label(self) -> str:
        """Return what the work is about, for people: the corpus, and the number of the partition if there is one."""
        return f"{self.job.corpus}: partition {self.partition.index}" if self.partition else self.job.corpus


@dataclass(frozen=True, slots=True)
class StageResult:
    """A result says what a stage did.

    ``counts`` of the partitions of a run are added up. ``seconds`` are those of the clock. ``reused``: the result of an
    earlier run was found, and nothing was done again. ``message`` is one line for the log. ``value`` is what the next
    stages need, such as the plan or the number of the edition.
    """

    stage: str
    counts: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    reused: bool = False
    message: str = ""
    value: Any = None

    def to_json(self) -> dict[str, Any]:
        """Return the fields as JSON takes them, without the value: that of a partition is for the next stage only."""
        return {
            "stage": self.stage,
            "counts": dict(self.counts),
            "seconds": self.seconds,
            "reused": self.reused,
            "message": self.message,
        }

    def __add__(self, other: "StageResult") -> "StageResult":
        """Return what a stage did in two parts of a partition."""
        counts = {
            name: self.counts.get(name, 0) + other.counts.get(name, 0) for name in {**self.counts, **other.counts}
        }
        return StageResult(self.stage, counts, self.seconds + other.seconds, self.reused and other.reused)


class Stage(Protocol):
    """A stage does one step of the pipeline."""

    @property
    def name(self) -> str:
        """Return the name: one word, in reports, logs and task runs."""

    @property
    def does(self) -> str:
        """Return what the stage does, as the end of the sentence "the stage …", for help texts."""

    def version(self, job: Job) -> str:
        """Return the version of the code that decides the result, for people and for the fingerprint."""

    def depends_on(self, job: Job) -> Sequence[str]:
        """Return the settings that decide the result, besides the code and the results of the stages before."""

    def run(self, context: Context) -> StageResult:
        """Perform the work, or find it done. Doing it twice leaves what doing it once leaves.

        Raises:
            PiperollError: the work cannot be done; its remedy says what to do.
        """
        ...


class BaseStage:
    """A base class of stages whose result depends on nothing but the data."""

    name = ""
    does = ""

    def version(self, job: Job) -> str:
        """See :class:`Stage`."""
        return "1"

    def depends_on(self, job: Job) -> Sequence[str]:
        """See :class:`Stage`."""
        return ()

    def result(self, context: Context, *inputs: str) -> str:
        """Return the name of the result of this stage for the partition of ``context``, in the workspace.

        Args:
            inputs: the names of the results that it is made from.
        """
        assert context.partition
        parts = [
            contract.fingerprint(),
            context.partition.name,
            self.version(context.job),
            *self.depends_on(context.job),
            *inputs,
        ]
        return f"{self.name}-{hashed(parts)}"


def find_or_write(workspace: Workspace, name: str, write: Callable[[Path], Summary]) -> tuple[Summary, bool]:
    """Return the summary of the result ``name``, and whether it was there already.

    Args:
        workspace: where results lie.
        name: all that decides the result, as :meth:`BaseStage.result` makes it.
        write: writes the files of the result into an empty folder and returns its summary; it becomes the result in one
            step, so that no half of one is ever found.
    """
    if found := workspace.find(name):
        return found, True
    with workspace.draft(name) as draft:
        summary = write(draft)
        workspace.finish(name, draft, summary)
    return summary, False
