"""verify: the proof that nothing was lost, on what this run brought into the database."""

from typing import Any

from piperoll.errors import PiperollError
from piperoll.pipeline.job import Job
from piperoll.store import verify as store
from tasks.common import corpus_connection, say, stage


@stage("verify", "{job.corpus}: verify")
def verify(job: Job, edition: int) -> dict[str, Any]:
    """Check the versions that are new in ``edition``.

    Raises:
        PiperollError: something is uncovered or does not match; the edition is not published.
    """
    with corpus_connection(job.corpus) as (connection, corpus):
        report = store.verify(connection, corpus, edition, since=edition)
    if not store.holds(report):
        worst = report["worst"][0]
        raise PiperollError(
            "not_verified",
            f"Edition {edition} of {job.corpus} is not published: {report['uncovered']} characters uncovered,"
            f" {report['mismatches']} mismatches, first in {worst['document']}.",
            document=worst["document"],
            remedy="This is a defect: report it with the document. The published edition stays as it is.",
        )
    say("%s characters in %s chunks, 0 uncovered", f"{report['characters']:,}", f"{report['chunks']:,}")
    return report
