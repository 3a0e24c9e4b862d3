"""Bring a corpus up to date with its source and publish the result as one edition."""

from typing import Annotated, Any

from pydantic import Field

from flows.common import CorpusName, ProfileName, pipeline
from piperoll import settings
from piperoll.pipeline.job import job_for
from tasks.discover import discover
from tasks.edition import begin, complete, prune, publish
from tasks.embed import embed_missing
from tasks.evaluate import gate
from tasks.index import index
from tasks.load import drop_gone
from tasks.report import report
from tasks.run import finish, index_partitions, running
from tasks.runner import configured_runner
from tasks.verify import verify


@pipeline("reindex-corpus", "reindex {corpus}", task_runner=configured_runner)
def reindex_corpus(
    corpus: CorpusName,
    source: str | None = None,
    profile: ProfileName | None = None,
    limit: Annotated[int, Field(ge=0)] = 0,
    allow_shrink: bool = False,
    options: dict[str, Any] | None = None,
    backend: str | None = None,
) -> dict[str, Any]:
    """Index what is new or changed in the source of a corpus, and publish it when all of it is in.

    Where the corpus has a gold set, an edition that answers it worse than the published one is not published.
    Readers see the edition before until the last step. A run that dies is continued by the next
    one: finished partitions are not done again.

    Args:
        corpus: Name of the corpus, as in piperoll.toml.
        source: Folder, archive or s3://BUCKET/PREFIX of the documents; none: as in piperoll.toml.
        profile: Document family, such as se-law; none: as in piperoll.toml.
        limit: Only the first files of the listing, to try things out; 0: all.
        allow_shrink: Go on though most of the source is gone, or all of it.
        options: Of the profile; none: as in piperoll.toml.
        backend: Embedding backend of a new corpus; none: as in piperoll.toml.
    """
    asked = job_for(
        settings.load(), corpus,
        source=source, profile=profile, limit=limit, allow_shrink=allow_shrink, options=options, backend=backend,
    )  # fmt: skip
    with running(asked) as run:
        job = run.job
        with run.stage("discover"):
            plan = discover(job)
        built = run.built
        if run.planned(plan):
            edition = begin(job)
            index_partitions(run, edition, plan)
            with run.stage("load"):
                drop_gone(job, edition, plan)
            with run.stage("verify"):
                verify(job, edition)
            with run.stage("complete"):
                built = complete(job, edition)
        if built:
            with run.stage("embed"):
                run.embedded += embed_missing(job, built)
            with run.stage("index"):
                index(job)
            with run.stage("gate"):
                run.gate = gate(job, built)
            with run.stage("publish"):
                publish(job, built)
        result = finish(run, built)
        report(job, result)
    prune(job)
    return result
