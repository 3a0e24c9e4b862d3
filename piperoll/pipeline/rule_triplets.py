"""Extract triplets by rules: who must, may or may not do what."""

from piperoll.model import Chunk, Document, Triplet
from piperoll.pipeline.enrich import Enricher, Enrichment
from piperoll.pipeline.job import Job
from piperoll.text import statements


class Triplets(Enricher):
    """The enricher extracts what statements say, by rules: who must, may or may not do what."""

    name = "triplets"
    does = "extracts what statements say"

    def version(self, job: Job) -> str:
        """See :class:`~piperoll.pipeline.stage.Stage`."""
        return str(statements.VERSION)

    def made_by(self, job: Job) -> str:
        """Return the extractor and its version, such as rules/1."""
        return f"rules/{statements.VERSION}"

    def enrich(self, document: Document, job: Job) -> Enrichment:
        """Return the triplets of each chunk; where two chunks overlap, a statement belongs to the earlier one."""

        def stated(chunk: Chunk) -> list[Triplet]:
            start = chunk.start + chunk.overlap
            return list(statements.triplets(document.text, start, chunk.end, job.profile.language))

        return Enrichment(triplets={place: stated(chunk) for place, chunk in enumerate(document.chunks)})
