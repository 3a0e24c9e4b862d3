"""Let a language model write the context prefix of each chunk: a line between header and content."""

import logging
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TypeVar

from piperoll import settings
from piperoll.contract import CHUNKS, DOCUMENTS
from piperoll.errors import PiperollError
from piperoll.hashing import name as hashed
from piperoll.llm import models
from piperoll.llm.batches import BatchDesk
from piperoll.llm.budget import Ceilings
from piperoll.llm.client import Batching
from piperoll.llm.desk import Desk
from piperoll.llm.prefixes import PROMPT, QUESTIONS, Call, Reader, halves, lacking
from piperoll.llm.request import LATER, Ended, Outcome
from piperoll.pipeline.enrich import PARSE, Enricher, Enrichment, Found, documents
from piperoll.pipeline.job import Job
from piperoll.pipeline.stage import BaseStage, Context, StageResult
from piperoll.store import answers
from piperoll.store.answers import Asker
from piperoll.store.connection import Connection

log = logging.getLogger("piperoll")
D = TypeVar("D", bound=Desk)
_warning, _warned = Lock(), set[str]()


POLL_SHARE, LONGEST_POLL = 0.1, 60.0
"""Share of the time waited so far, and seconds at most, between two looks at batches: they take minutes to hours."""


class PrefixStage(Enricher):
    """The stage asks a model for the prefixes of all chunks of a partition.

    The memo of answers makes it a pure function of the documents and its settings, once all is answered. What is not
    answered yet is lacking: its files are done again by a run that can ask.
    """

    name = "prefixes"
    does = "lets a language model write the context of each chunk"

    def version(self, job: Job) -> str:
        """See :class:`~piperoll.pipeline.stage.Stage`."""
        return f"{PROMPT.version} {QUESTIONS.version}" if job.questions else str(PROMPT.version)

    def depends_on(self, job: Job) -> Sequence[str]:
        """See :class:`~piperoll.pipeline.stage.Stage`: all settings of the model that decide what it answers."""
        table = models.described(job.prefixes)
        return (table.kind, table.model, f"{table.context_tokens} {table.output_tokens} {table.effort}")

    def result(self, context: Context, *inputs: str) -> str:
        """Return the name of the result, which is of this run alone: what is lacking in it, another run may find."""
        return f"{super().result(context, *inputs)}-{hashed([context.job.run])[:8]}"

    def can(self, job: Job, connection: Connection) -> bool:
        """See :class:`~piperoll.pipeline.enrich.Enricher`: there is a key, and something is left below the ceilings."""
        try:
            models.get(job.prefixes).check()
        except PiperollError:
            return False
        spent = answers.spending(connection, Asker(job.corpus, "", self.name))
        return Ceilings.of(settings.load(), job.corpus).allow(spent)

    def run(self, context: Context) -> StageResult:
        """Write the prefixes of a partition; where the job only asks, hand in what is not answered yet."""
        return self._hand_in(context) if context.job.asking else super().run(context)

    def _hand_in(self, context: Context) -> StageResult:
        parsed = PARSE.result(context)
        with (
            desk_of(context, self.name, BatchDesk) as desk,
            context.workspace.file(parsed, DOCUMENTS.file) as documents_file,
            context.workspace.file(parsed, CHUNKS.file) as chunks_file,
        ):
            Writing(context.job, documents(documents_file, chunks_file), desk).write()
        pending = desk.counts.ended[Ended.PENDING]
        return StageResult(self.name, {"pending": pending}, message=f"{context.label}: {pending:,} requests in batches")

    def enriched(self, context: Context, found: Iterator[Found]) -> Iterator[tuple[Found, Enrichment]]:
        """See :class:`~piperoll.pipeline.enrich.Enricher`.

        Raises:
            PiperollError: ``model_ceiling``: a ceiling is reached, and the settings want the run to stop there.
        """
        these = list(found)
        with desk_of(context, self.name, Desk) as desk:
            writing = Writing(context.job, these, desk)
            writing.write()
        _tell(context, desk)
        for one, written, counts in zip(these, writing.prefixes, writing.counts, strict=True):
            _, _, document = one
            if counts:
                told = ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items()))
                log.warning("%s: prefixes of %s: %s", context.label, document.key, told)
            lines = [written.get(place, "") for place in range(len(document.chunks))]
            yield one, Enrichment(lines, counts={"lacking": lines.count(None), "refused": lines.count("")})


class Writing:
    """Write the prefixes of some documents: ask, judge each answer, and ask once more for what it leaves out."""

    def __init__(self, job: Job, found: Iterable[Found], desk: Desk) -> None:
        """Read documents.

        Args:
            job: the corpus and its settings.
            found: the documents.
            desk: where the model is asked.
        """
        self.readers = [Reader(document, desk.table, questions=job.questions) for _, _, document in found]
        self.desk = desk
        self.prefixes: list[dict[int, str | None]] = [{} for _ in self.readers]
        self.counts: list[Counter[str]] = [Counter() for _ in self.readers]

    def write(self) -> None:
        """Ask for all, until nothing is left to ask."""
        todo = [(at, call) for at, reader in enumerate(self.readers) for call in reader.calls()]
        while todo:
            requests = [self.readers[at].request(call) for at, call in todo]
            further = [
                (todo[place][0], call)
                for place, outcome in self.desk.ask(requests)
                for call in self._took(*todo[place], outcome)
            ]
            todo = sorted(further, key=lambda one: (one[0], one[1].places))

    def _took(self, at: int, call: Call, outcome: Outcome) -> Iterator[Call]:
        """Take an outcome of a call for the document at a place, and yield what to ask for in its turn."""
        got, counts = self.prefixes[at], self.counts[at]
        if outcome.ended is Ended.ANSWERED:
            prefixes, wrong = self.readers[at].taken(call, outcome.value)
            got |= prefixes
            if more := lacking(call, got):
                yield more
                del wrong["missing"]
            counts.update(wrong)
        elif outcome.ended is Ended.TRUNCATED and len(call.places) > 1:
            yield from halves(call)
        elif outcome.ended in LATER:
            got |= dict.fromkeys(call.places)
        else:
            counts[f"{outcome.ended}: {outcome.told}"] += len(call.places)


@contextmanager
def desk_of(context: Context, stage: str, kind: type[D]) -> Iterator[D]:
    """Open a desk for a stage of a run, within the ceilings of its corpus.

    Args:
        context: of the stage.
        stage: its name.
        kind: of desk.
    """
    job = context.job
    with context.connect() as (connection, _), context.connect() as (own, _):
        ceilings = Ceilings.of(settings.load(), job.corpus)
        yield kind(connection, own, job.prefixes, Asker(job.corpus, job.run, stage), ceilings)


def _tell(context: Context, desk: Desk) -> None:
    """Tell, once, why something is lacking.

    Raises:
        PiperollError: ``model_ceiling``.
    """
    if desk.counts.ended[Ended.OFF]:
        _warn(f"Stage {desk.asker.stage} of {context.job.corpus} is off: {desk.why_not}")
    if desk.counts.ended[Ended.CEILING]:
        if settings.load().corpus[context.job.corpus].at_ceiling == "stop":
            raise PiperollError(
                "model_ceiling",
                f"{context.job.corpus}: {desk.why_not}; nothing more is asked, and nothing is published.",
                remedy="Raise the ceiling, or wait for the next month; the same command then goes on.",
            )
        _warn(f"{context.job.corpus}: {desk.why_not}; the edition is published without the prefixes that are lacking.")


class Await(BaseStage):
    """The stage waits for the answers of the batches that hold requests of the corpus, however long that takes."""

    name = "answers"
    does = "waits for the answers of models"

    def run(self, context: Context) -> StageResult:
        """Take the answers as the batches end; a run that dies meanwhile loses none, and the next one goes on."""
        with desk_of(context, self.name, BatchDesk) as desk:
            began = time.monotonic()
            if desk.check():
                while left := desk.take():
                    log.debug("%s: %s batches are not answered yet", context.label, left)
                    time.sleep(min(LONGEST_POLL, 0.2 + POLL_SHARE * (time.monotonic() - began)))
        return StageResult(self.name, message=f"{desk.counts.asked:,} answers came in batches")


def _warn(message: str) -> None:
    """Warn once in this process, whichever of its threads comes first."""
    with _warning:
        if message not in _warned:
            log.warning("%s", message)
            _warned.add(message)


def batched(job: Job) -> bool:
    """Return whether the requests of a run are handed in, in batches, before its documents are enriched."""
    known = settings.load().corpus.get(job.corpus)
    if not (job.prefixes and PrefixStage.name in job.stages and known and known.batches):
        return False
    client = models.get(job.prefixes)
    try:
        client.check()
    except PiperollError:
        return False
    return isinstance(client, Batching)
