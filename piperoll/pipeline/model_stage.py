"""Run the stages that ask a model about the documents of a partition, and wait for what is asked in batches."""

import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol

from piperoll.contract import CHUNKS, DOCUMENTS
from piperoll.hashing import name as hashed
from piperoll.llm import models
from piperoll.llm.batches import BatchDesk
from piperoll.llm.desk import Desk
from piperoll.llm.request import Ended, Request
from piperoll.model import Document
from piperoll.pipeline.asking import desk_of, in_batches, may_ask, tell_what_lacks, wait
from piperoll.pipeline.enrich import PARSE, Enricher, Enrichment, Found, documents, enrichers
from piperoll.pipeline.job import Job
from piperoll.pipeline.stage import BaseStage, Context, StageResult
from piperoll.store.connection import Connection

log = logging.getLogger("piperoll")


class Writing(Protocol):
    """A writing asks a model about some documents."""

    def write(self) -> None:
        """Ask for all, until nothing is left to ask."""

    def written(self, at: int) -> tuple[Enrichment, Counter[str]]:
        """Return what came for the document at a place, and what was wrong with it."""


class ModelStage(Enricher, ABC):
    """The stage asks a model about all chunks of a partition.

    The memo of answers makes it a pure function of the documents and its settings, once all is answered. What is not
    answered yet is lacking: its files are done again by a run that can ask.
    """

    writes = "rows"
    """What it writes, for people."""

    @abstractmethod
    def model(self, job: Job) -> str:
        """Return the name of the model in the settings."""

    @abstractmethod
    def writing(self, job: Job, these: Sequence[Document], desk: Desk) -> Writing:
        """Return what asks about documents.

        Args:
            job: the corpus and its settings.
            these: the documents.
            desk: where the model is asked.
        """

    @abstractmethod
    def requests(self, job: Job, document: Document) -> Sequence[Request]:
        """Return the requests that one document takes, as far as they are known before an answer."""

    def depends_on(self, job: Job) -> Sequence[str]:
        """See :class:`~piperoll.pipeline.stage.Stage`: all settings of the model that decide what it answers."""
        table = models.described(self.model(job))
        return (table.kind, table.model, f"{table.context_tokens} {table.output_tokens} {table.effort}")

    def result(self, context: Context, *inputs: str) -> str:
        """Return the name of the result, which is of this run alone: what is lacking in it, another run may find."""
        return f"{super().result(context, *inputs)}-{hashed([context.job.run])[:8]}"

    def can(self, job: Job, connection: Connection) -> bool:
        """See :class:`~piperoll.pipeline.enrich.Enricher`: there is a key, and something is left below the ceilings."""
        return may_ask(connection, job.corpus, self.model(job))

    def run(self, context: Context) -> StageResult:
        """Write the rows of a partition; where the job only asks, hand in what is not answered yet."""
        return self._hand_in(context) if context.job.asking else super().run(context)

    def _hand_in(self, context: Context) -> StageResult:
        parsed = PARSE.result(context)
        with (
            desk_of(context, self.name, self.model(context.job), BatchDesk) as desk,
            context.workspace.file(parsed, DOCUMENTS.file) as documents_file,
            context.workspace.file(parsed, CHUNKS.file) as chunks_file,
        ):
            these = [document for _, _, document in documents(documents_file, chunks_file)]
            self.writing(context.job, these, desk).write()
        pending = desk.counts.ended[Ended.PENDING]
        return StageResult(self.name, {"pending": pending}, message=f"{context.label}: {pending:,} requests in batches")

    def enriched(self, context: Context, found: Iterator[Found]) -> Iterator[tuple[Found, Enrichment]]:
        """See :class:`~piperoll.pipeline.enrich.Enricher`.

        Raises:
            PiperollError: ``model_ceiling``: a ceiling is reached, and the settings want the run to stop there.
        """
        these = list(found)
        with desk_of(context, self.name, self.model(context.job), Desk) as desk:
            writing = self.writing(context.job, [document for _, _, document in these], desk)
            writing.write()
        tell_what_lacks(context, desk, self.writes)
        for at, one in enumerate(these):
            enrichment, wrong = writing.written(at)
            if wrong:
                told = ", ".join(f"{count:,} {what}" for what, count in sorted(wrong.items()))
                log.warning("%s: %s of %s: %s", context.label, self.writes, one[2].key, told)
            yield one, enrichment


class Await(BaseStage):
    """The stage waits for the answers of the batches that hold requests of the corpus, however long that takes."""

    name = "answers"
    does = "waits for the answers of models"

    def run(self, context: Context) -> StageResult:
        """Take the answers as the batches end; a run that dies meanwhile loses none, and the next one goes on."""
        came = 0
        for model in dict.fromkeys(stage.model(context.job) for stage in asked_in_batches(context.job)):
            with desk_of(context, self.name, model, BatchDesk) as desk:
                wait(context, desk)
                came += desk.counts.asked
        return StageResult(self.name, message=f"{came:,} answers came in batches")


def asked(job: Job) -> list[ModelStage]:
    """Return the stages of a corpus that ask a model."""
    return [stage for stage in enrichers(job) if isinstance(stage, ModelStage)]


def asked_in_batches(job: Job) -> list[ModelStage]:
    """Return the stages whose requests are handed in, in batches, before the documents of a run are enriched."""
    return [stage for stage in asked(job) if in_batches(job.corpus, stage.model(job))]
