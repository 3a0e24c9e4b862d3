"""Write the time limits of a chunk in front of it, so that a search for "time limit" finds "within 14 days"."""

import re

from piperoll.model import Document
from piperoll.pipeline.enrich import Enricher, Enrichment
from piperoll.pipeline.job import Job

LIMIT = re.compile(r"\bwithin (?P<limit>\d+ (?:hour|day|week|month|year)s?)\b", re.IGNORECASE)
""""Books come back within 14 days." """


class Deadlines(Enricher):
    """The stage ``deadlines``."""

    name = "deadlines"
    does = "writes the time limits of each chunk in front of it"

    def version(self, job: Job) -> str:
        """Return the version of this code; another one does every document of the corpus again."""
        return "1"

    def enrich(self, document: Document, job: Job) -> Enrichment:
        """Return one line for each chunk; it is embedded with the chunk and is no part of what readers see."""
        limits = [[match["limit"] for match in LIMIT.finditer(chunk.content)] for chunk in document.chunks]
        return Enrichment(prefixes=[f"Time limit: {', '.join(found)}." if found else "" for found in limits])
