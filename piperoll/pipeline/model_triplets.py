"""Let a language model say what the statements of each chunk say, beside the rules."""

from collections import Counter
from collections.abc import Sequence

from piperoll.llm.desk import Desk
from piperoll.llm.request import LATER, Ended, Request
from piperoll.llm.triplets import PROMPT, Reader
from piperoll.model import Document, Triplet
from piperoll.pipeline.enrich import Enrichment
from piperoll.pipeline.job import Job
from piperoll.pipeline.model_stage import ModelStage


class ModelTriplets(ModelStage):
    """The stage asks a model for the triplets of all chunks of a partition."""

    name = "model_triplets"
    does = "lets a language model extract what statements say"
    writes = "triplets"

    def version(self, job: Job) -> str:
        """See :class:`~piperoll.pipeline.stage.Stage`."""
        return str(PROMPT.version)

    def model(self, job: Job) -> str:
        """See :class:`~piperoll.pipeline.model_stage.ModelStage`."""
        return job.triplets

    def made_by(self, job: Job) -> str:
        """Return the model and the version of the prompt, such as model/claude-haiku-4-5/1, and its other settings."""
        kind, model, rest = self.depends_on(job)
        return "/".join(["model", model, self.version(job), kind, rest])

    def writing(self, job: Job, these: Sequence[Document], desk: Desk) -> "Writing":
        """See :class:`~piperoll.pipeline.model_stage.ModelStage`."""
        return Writing(these, desk)

    def requests(self, job: Job, document: Document) -> Sequence[Request]:
        """See :class:`~piperoll.pipeline.model_stage.ModelStage`: one request a chunk."""
        reader = Reader(document)
        return [reader.request(place) for place in reader.places]


class Writing:
    """Write the triplets of some documents; it satisfies :class:`piperoll.pipeline.model_stage.Writing`."""

    def __init__(self, these: Sequence[Document], desk: Desk) -> None:
        self.readers, self.desk = [Reader(document) for document in these], desk
        self.triplets: list[dict[int, Sequence[Triplet]]] = [{} for _ in self.readers]
        self.later: list[set[int]] = [set() for _ in self.readers]
        self.counts: list[Counter[str]] = [Counter() for _ in self.readers]

    def write(self) -> None:
        """Ask about each chunk."""
        todo = [(at, place) for at, reader in enumerate(self.readers) for place in reader.places]
        for number, outcome in self.desk.ask([self.readers[at].request(place) for at, place in todo]):
            at, place = todo[number]
            if outcome.ended is Ended.ANSWERED:
                self.triplets[at][place], wrong = self.readers[at].taken(place, outcome.value)
                self.counts[at] += wrong
            elif outcome.ended in LATER:
                self.later[at].add(place)
            else:
                self.counts[at][f"{outcome.ended}: {outcome.told}"] += 1

    def written(self, at: int) -> tuple[Enrichment, Counter[str]]:
        """Return the triplets of the document at a place, and what was wrong with others.

        A chunk that is not answered has no prefix of this stage yet, by which its file is known to lack something.
        """
        count, later, wrong = len(self.readers[at].document.chunks), self.later[at], self.counts[at]
        prefixes = [None if place in later else "" for place in range(count)]
        counts = {"lacking": len(later), "refused": wrong.total()}
        return Enrichment(prefixes, self.triplets[at], counts), wrong
