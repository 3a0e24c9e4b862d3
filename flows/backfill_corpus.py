"""Repeat chosen stages on chosen files of a corpus, and publish the result as one edition."""

from datetime import date
from typing import Annotated, Any

from pydantic import Field

from flows.common import CorpusName, pipeline
from piperoll.model import Status
from piperoll.pipeline.backfill import PlanBackfill, Selection
from piperoll.pipeline.stages import BEGIN, COMPLETE, EMBED, INDEX, PUBLISH, VERIFY, again
from tasks.edition import job_of
from tasks.run import running

StageName = Annotated[str, Field(json_schema_extra=lambda schema: schema.update(enum=list(again())))]


@pipeline("backfill-corpus", "backfill {corpus}", partitions=True)
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
    override_gate: str | None = None,
) -> dict[str, Any]:
    """Repeat stages on the documents that are selected, and leave all others as they are.

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
        override_gate: Why readers are to see the edition though the gate refuses it; none: they do not, then.
    """
    selection = Selection(tuple(documents or ()), files, since, until, tuple(status or ()), made_before)
    job = job_of(corpus, backend, override_gate)
    with running(job) as run:
        run.embed_by(job.backend)
        backfill = run.do(PlanBackfill(stages, selection))
        reads = backfill.files is not None
        if reads and run.plan(backfill.files):
            run.work_on(run.do(BEGIN))
            run.do_partitions()
            run.do(VERIFY)
            run.built = run.do(COMPLETE)
        if run.built:
            if reads:  # it may publish what another run built, before the backend was switched
                run.work_on(run.built)
                run.do(EMBED)
            if backfill.embeds:
                run.fill(EMBED, backfill.sources)
            run.do(INDEX)
        if run.built and reads:
            run.work_on(run.built)
            run.judge()
            run.write_headnotes()
            run.do(PUBLISH)
        return run.finish()
