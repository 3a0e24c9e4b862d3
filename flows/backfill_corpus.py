"""Do chosen stages once more on a chosen range of a corpus, and publish the result as one edition."""

from dataclasses import replace
from datetime import date
from typing import Annotated, Any

from pydantic import Field

from flows.common import CorpusName, pipeline
from piperoll.model import Status
from piperoll.pipeline.backfill import STAGES, Range
from tasks.backfill import fill, job_of, plan_backfill
from tasks.edition import begin, complete, publish
from tasks.embed import embed_missing
from tasks.evaluate import gate
from tasks.index import index
from tasks.report import report
from tasks.run import finish, index_partitions, running
from tasks.runner import configured_runner
from tasks.verify import verify

StageName = Annotated[str, Field(json_schema_extra={"enum": list(STAGES)})]


@pipeline("backfill-corpus", "backfill {corpus}", task_runner=configured_runner)
def backfill_corpus(
    corpus: CorpusName,
    stages: list[StageName],
    backend: str | None = None,
    documents: list[str] | None = None,
    files: str | None = None,
    since: date | None = None,
    until: date | None = None,
    status: list[Status] | None = None,
    made_before: int | None = None,
) -> dict[str, Any]:
    """Do stages once more on the documents in a range, and leave all others as they are.

    Readers see the result as one edition, when all of it is in. A run that dies is continued by the same one.
    Vectors are no part of an edition: embedding alone publishes nothing.

    Args:
        corpus: Name of the corpus, which must have been indexed before.
        stages: parse reads, parses and cuts the files again; embed computes vectors that are lacking.
        backend: Embed by this backend beside the one that the corpus is searched by; none: by that one.
        documents: Only these: their numbers, or their paths in the source.
        files: Only files whose path in the source matches this pattern, such as 1998/*.
        since: Only documents that entered into force (or were issued) on this day or later.
        until: Only documents that entered into force (or were issued) on this day or earlier.
        status: Only files of which this became: chunked, no_body, not_chunked, quarantined.
        made_before: Only files that were cut by a version of the profile below this number.
    """
    chosen = Range(tuple(documents or ()), files, since, until, tuple(status or ()), made_before)
    asked = job_of(corpus, backend)
    with running(asked) as run:
        run.job = job = replace(run.job, backend=asked.backend)
        with run.stage("discover"):
            plan = plan_backfill(job, stages, chosen)
        built = run.built
        if plan.files is not None and run.planned(plan.files):
            edition = begin(job)
            index_partitions(run, edition, plan.files)
            with run.stage("verify"):
                verify(job, edition)
            with run.stage("complete"):
                built = complete(job, edition)
        if built:
            if plan.files is not None:  # it may publish what another run built, before the backend was switched
                with run.stage("embed"):
                    run.embedded += embed_missing(job, built)
            for name in plan.fills:
                with run.stage(name):
                    run.embedded += fill(job, name, plan.sources)
            with run.stage("index"):
                index(job)
        if built and plan.files is not None:
            with run.stage("gate"):
                run.gate = gate(job, built)
            with run.stage("publish"):
                publish(job, built)
        result = finish(run, built)
        report(job, result)
    return result
