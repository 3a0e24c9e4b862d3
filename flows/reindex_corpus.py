"""Bring a corpus up to date with its source and publish the result as one edition."""

from typing import Annotated, Any

from pydantic import Field

from flows.common import CorpusName, ProfileName, pipeline
from piperoll import settings
from piperoll.pipeline.job import job_for
from piperoll.pipeline.stages import BEGIN, COMPLETE, DROP_GONE, EMBED, INDEX, PUBLISH, VERIFY
from tasks.edition import prune
from tasks.run import Outlook, outlook, running


@pipeline("reindex-corpus", "reindex {corpus}", partitions=True)
def reindex_corpus(
    corpus: CorpusName,
    source: str | None = None,
    profile: ProfileName | None = None,
    limit: Annotated[int, Field(ge=0)] = 0,
    allow_shrink: bool = False,
    options: dict[str, Any] | None = None,
    backend: str | None = None,
    override_gate: str | None = None,
    rehash: bool = False,
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
        override_gate: Why readers are to see the edition though the gate refuses it; none: they do not, then.
        rehash: Open every file, and compare its content with what is known.
    """
    job = job_for(
        settings.load(), corpus,
        source=source, profile=profile, limit=limit, allow_shrink=allow_shrink, options=options, backend=backend,
        override_gate=override_gate,
        rehash=rehash,
    )  # fmt: skip
    with running(job) as run:
        if run.discover():
            run.work_on(run.do(BEGIN))
            run.do_partitions()  # parse, enrich, embed, load
            run.do(DROP_GONE)
            run.do(VERIFY)
            run.built = run.do(COMPLETE)
        if run.built:
            run.work_on(run.built)
            run.do(EMBED)  # what is still lacking
            run.do(INDEX)
            run.judge()
            run.write_headnotes()
            run.do(PUBLISH)
        result = run.finish()
    prune(corpus, job.keep_editions)
    return result


def expect(**parameters: Any) -> Outlook:
    """Return what a run with these parameters will have to do."""
    return outlook(job_for(settings.load(), **parameters))
