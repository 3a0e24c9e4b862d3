"""Put the first words of a document in front of each of its chunks, so that they are embedded together."""

from piperoll.model import Document
from piperoll.pipeline.enrich import Enricher, Enrichment
from piperoll.pipeline.job import Job

WORDS = 8


class FirstWords(Enricher):
    """The stage ``first_words``."""

    name = "first_words"
    does = "puts the first words of the document in front of each chunk"

    def version(self, job: Job) -> str:
        """Return the version of this code. Raise it when prefixes come out differently: documents are done again."""
        return "1"

    def enrich(self, document: Document, job: Job) -> Enrichment:
        """Return one prefix for each chunk, in their order."""
        words = " ".join(document.text.split()[:WORDS])
        return Enrichment(prefixes=[words] * len(document.chunks))
