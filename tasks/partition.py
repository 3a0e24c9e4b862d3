"""One partition from its source into the edition: what one worker does from end to end."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from piperoll.pipeline.embed import Embedded
from piperoll.pipeline.job import Job
from piperoll.pipeline.plan import Partition
from tasks.common import stage
from tasks.embed import embed
from tasks.load import load
from tasks.parse import parse


@dataclass(slots=True)
class Indexed:
    """What became of a partition. ``seconds`` are by stage, ``files`` counts them by what they were."""

    bytes: int
    files: dict[str, int]
    reused: bool
    embedded: Embedded
    loaded: int
    seconds: dict[str, float] = field(default_factory=dict)


@stage("partition", "{job.corpus}: partition {partition.index}", retries=0)
def index_partition(job: Job, edition: int, partition: Partition) -> Indexed:
    """Parse, embed and load; each of them is retried by itself.

    One task run does all three, so that what is parsed stays on the machine that parsed it.
    """
    seconds: dict[str, float] = {}
    with _timed(seconds, "parse"):
        parsed = parse(job, partition)
    with _timed(seconds, "embed"):
        embedded = embed(job, parsed)
    with _timed(seconds, "load"):
        loaded = load(job, edition, parsed)
    return Indexed(partition.bytes, dict(parsed.counts), parsed.reused, embedded, loaded, seconds)


@contextmanager
def _timed(seconds: dict[str, float], name: str) -> Iterator[None]:
    began = perf_counter()
    yield
    seconds[name] = perf_counter() - began
