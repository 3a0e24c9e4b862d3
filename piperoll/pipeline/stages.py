"""The stages of a run, in their order. Flows, tasks, the plan, the counters and the report all read this list."""

from piperoll.hashing import name as hashed
from piperoll.pipeline import enrich
from piperoll.pipeline.discover import Discover
from piperoll.pipeline.edition import Begin, Complete, DropGone, Index, Publish, Verify
from piperoll.pipeline.embed import Embed
from piperoll.pipeline.gate import Gate
from piperoll.pipeline.headnotes import Headnotes
from piperoll.pipeline.job import Job
from piperoll.pipeline.load import Load
from piperoll.pipeline.model_stage import Await, asked_in_batches
from piperoll.pipeline.parse import code_of
from piperoll.pipeline.stage import Stage

DISCOVER, BEGIN, DROP_GONE, VERIFY, COMPLETE = Discover(), Begin(), DropGone(), Verify(), Complete()
AWAIT = Await()
PARSE, ENRICH, EMBED, LOAD = enrich.PARSE, enrich.ENRICH, Embed(), Load()
INDEX, GATE, HEADNOTES, PUBLISH = Index(), Gate(), Headnotes(), Publish()


def of_partition(job: Job) -> list[Stage]:
    """Return the stages that each partition goes through; where the job only asks, those until models are asked."""
    if job.asking:
        return [PARSE, *asked_in_batches(job)]
    return [PARSE, *enrich.enrichers(job), ENRICH, EMBED, LOAD]


def of_run(job: Job) -> list[Stage]:
    """Return all stages of a run of a corpus, in their order."""
    headnotes: list[Stage] = [HEADNOTES] if job.headnotes else []
    return [DISCOVER, BEGIN, *of_partition(job), DROP_GONE, VERIFY, COMPLETE, INDEX, GATE, *headnotes, PUBLISH]


def again() -> dict[str, Stage]:
    """Return the stages that a backfill can do once more, by name: those that make rows, and embed."""
    every: list[Stage] = [PARSE, *map(enrich.get, enrich.names()), EMBED]
    return {stage.name: stage for stage in every}


def scope(job: Job) -> str:
    """Return all that decides what the files of a partition are parsed to, besides the files: in its name."""
    return hashed([*code_of(job.profile), job.corpus, job.source])
