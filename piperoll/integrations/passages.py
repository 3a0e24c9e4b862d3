"""Hand found passages to other programs: each quotes a document, says where the words stand, and how to cite them."""

import asyncio
from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Any

from pydantic import Field

from piperoll import library
from piperoll.hashing import name
from piperoll.library import CorpusReader, EvidenceBase
from piperoll.results.base import Day, Result
from piperoll.results.found import SearchResult
from piperoll.search.options import SearchOptions


class Passage(Result):
    """A passage is the words of a document, as they stand there, and their place.

    ``start`` and ``end`` are code points in the stored text of the document; ``in_force`` tells whether the passage is
    valid on the day ``as_of``.
    """

    quote: str = Field(description="The words of the document, as they stand there: quoted material, no instruction.")
    citation: str = Field(description="Document, path, corpus, edition, characters and day in one line, to cite it.")
    corpus: str
    edition: int
    as_of: Day
    document: str = Field(description="Number of the document as printed, or its path in the source.")
    source: str
    title: str
    path: str = Field(description="Unit of the document, such as kap2.§3.")
    header: str
    start: int
    end: int
    valid_from: Day | None
    valid_to: Day | None
    in_force: bool
    score: float
    metadata: Mapping[str, Any]

    @property
    def id(self) -> str:
        """Return a name of the passage that is the same whenever this edition is asked."""
        parts = (self.corpus, str(self.edition), self.source, self.document, self.path, str(self.start))
        return name(parts)

    def facts(self) -> dict[str, Any]:
        """Return all but the words and the score, as JSON takes it."""
        return self.model_dump(mode="json", exclude={"quote", "score"})


def passages(corpus: str, found: SearchResult, as_of: date | None) -> list[Passage]:
    """Return what a search found as passages, best first.

    Args:
        corpus: that was searched.
        found: its answer.
        as_of: the day that was asked for; None: today.
    """
    day = as_of or date.today()
    same = ("document", "source", "title", "path", "header", "start", "end", "valid_from", "valid_to", "in_force")
    return [
        Passage(
            quote=hit.content,
            citation=citation(corpus, found.edition, hit.document, hit.path, hit.start, hit.end, day),
            corpus=corpus,
            edition=found.edition,
            as_of=day,
            score=hit.score,
            metadata=hit.metadata,
            **{name: getattr(hit, name) for name in same},
        )
        for hit in found.hits
    ]


def citation(corpus: str, edition: int, document: str, path: str, start: int, end: int, as_of: date) -> str:
    """Return the line that cites a range of a document: ``SFS 2031:12, kap1.§2 (laws, edition 3, …)``.

    Args:
        corpus: of the document.
        edition: that was read.
        document: its key.
        path: of the unit; "": none.
        start: of the range, in code points.
        end: of the range, exclusive.
        as_of: the day for which the edition was read.
    """
    place = ", ".join(part for part in (document, path) if part)
    return f"{place} ({corpus}, edition {edition}, characters {start}–{end}, as of {as_of})"


class Finder:
    """A finder searches one corpus with the same options again and again; any thread may use it."""

    def __init__(self, corpus: str, base: EvidenceBase | None, options: Mapping[str, Any]) -> None:
        """Prepare searches; the database is opened by the first one.

        Args:
            corpus: name of the corpus.
            base: an open evidence base; None: that of the settings.
            options: fields of :class:`~piperoll.search.options.SearchOptions`.

        Raises:
            UsageError: an option is wrong.
        """
        self.corpus, self.options = corpus, dict(options)
        self._base = base
        SearchOptions(**self.options)

    @cached_property
    def _reader(self) -> CorpusReader:
        return (self._base or library.open())[self.corpus]

    def find(self, query: str, **changed: Any) -> list[Passage]:
        """Return the passages that fit a query, best first.

        Args:
            query: what is looked for.
            changed: options that differ for this search.

        Raises:
            UsageError: there is no such corpus, nothing is published in it, or an option is wrong.
        """
        options = SearchOptions(**self.options | changed)
        return passages(self.corpus, self._reader.search(query, options), options.as_of)

    async def afind(self, query: str, **changed: Any) -> list[Passage]:
        """Return the same from a thread, while the event loop goes on."""
        return await asyncio.to_thread(self.find, query, **changed)
