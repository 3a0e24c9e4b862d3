"""Show people in the Prefect UI how far a run has come, and what it did."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from prefect.artifacts import create_progress_artifact, create_table_artifact, update_progress_artifact

from piperoll.pipeline.job import Job
from piperoll.store import documents
from tasks.common import best_effort, corpus_connection, operation

SHOWN = 1_000
"""Quarantined files listed in the artifact; `piperoll status` has them all."""


class ProgressArtifact:
    """A progress artifact shows the share of the source bytes that is in the edition, in percent."""

    def __init__(self, job: Job, total_bytes: int) -> None:
        self.total, self.done = max(1, total_bytes), 0
        self.id: UUID | None = None
        with best_effort("the progress could not be shown"):
            description = f"Source bytes of {job.corpus} indexed"
            made = create_progress_artifact(0.0, key=f"{job.corpus}-progress", description=description)
            self.id = made if isinstance(made, UUID) else None

    def add(self, done_bytes: int) -> None:
        """Show that ``done_bytes`` more are loaded."""
        self.done += done_bytes
        if self.id:
            with best_effort("the progress could not be shown"):
                update_progress_artifact(self.id, progress=min(100.0, 100.0 * self.done / self.total))


@operation("report")
def report(corpus: str, result: Mapping[str, Any]) -> None:
    """Show the summary as a table, and the quarantined files as another."""
    with best_effort("the summary could not be shown"):
        create_table_artifact(
            _summary(result),
            key=f"{corpus}-summary",
            description=f"Run of **{corpus}**: edition {result['edition']}",
        )
    with best_effort("the quarantine could not be shown"), corpus_connection(corpus) as (connection, known):
        if rows := documents.quarantined(connection, known):
            table = [{name: row[name] for name in ("source", "code", "reason", "remedy")} for row in rows[:SHOWN]]
            description = f"{len(rows)} files of {corpus} could not be used"
            create_table_artifact(table, key=f"{corpus}-quarantine", description=description)


def _summary(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = [{"what": "edition", "value": result["edition"]}, {"what": "published", "value": result["published"]}]
    for group in ("documents", "chunks", "embeddings"):
        rows += [
            {"what": f"{group}: {name.replace('_', ' ')}", "value": value} for name, value in result[group].items()
        ]
    return rows + [{"what": f"seconds: {name}", "value": round(value, 2)} for name, value in result["seconds"].items()]
