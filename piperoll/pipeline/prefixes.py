"""Let a language model write the context prefix of each chunk: a line between header and content."""

from collections import Counter
from collections.abc import Iterator, Sequence

from piperoll.llm import models
from piperoll.llm.desk import Desk
from piperoll.llm.prefixes import PROMPT, QUESTIONS, Call, Reader, halves, lacking
from piperoll.llm.request import LATER, Ended, Outcome, Request
from piperoll.model import Document
from piperoll.pipeline.enrich import Enrichment
from piperoll.pipeline.job import Job
from piperoll.pipeline.model_stage import ModelStage


class PrefixStage(ModelStage):
    """The stage asks a model for the prefixes of all chunks of a partition."""

    name = "prefixes"
    does = "lets a language model write the context of each chunk"
    writes = "prefixes"

    def version(self, job: Job) -> str:
        """See :class:`~piperoll.pipeline.stage.Stage`."""
        return f"{PROMPT.version} {QUESTIONS.version}" if job.questions else str(PROMPT.version)

    def model(self, job: Job) -> str:
        """See :class:`~piperoll.pipeline.model_stage.ModelStage`."""
        return job.prefixes

    def writing(self, job: Job, these: Sequence[Document], desk: Desk) -> "Writing":
        """See :class:`~piperoll.pipeline.model_stage.ModelStage`."""
        return Writing(job, these, desk)

    def requests(self, job: Job, document: Document) -> Sequence[Request]:
        """See :class:`~piperoll.pipeline.model_stage.ModelStage`: one for a document that the model reads at once."""
        reader = Reader(document, models.described(job.prefixes), questions=job.questions)
        return [reader.request(call) for call in reader.calls()]


class Writing:
    """Write the prefixes of some documents: ask, judge each answer, and ask once more for what it leaves out."""

    def __init__(self, job: Job, these: Sequence[Document], desk: Desk) -> None:
        """Read documents.

        Args:
            job: the corpus and its settings.
            these: the documents.
            desk: where the model is asked.
        """
        self.readers = [Reader(document, desk.table, questions=job.questions) for document in these]
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

    def written(self, at: int) -> tuple[Enrichment, Counter[str]]:
        """Return the prefixes of the document at a place, and what was wrong with others."""
        got = self.prefixes[at]
        lines = [got.get(place, "") for place in range(len(self.readers[at].chunks))]
        counts = {"lacking": lines.count(None), "refused": lines.count("")}
        return Enrichment(lines, counts=counts), self.counts[at]

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
