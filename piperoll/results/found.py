"""Describe what a search found: chunks, or documents with their passages and headnotes."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from piperoll.results.asked import Asked, place_of
from piperoll.results.base import Result
from piperoll.results.citations import CitationFound
from piperoll.results.headnotes import Headnote


class Statement(Result):
    """A statement of a chunk: subject, predicate and object, with the range of the sentence."""

    start: int
    end: int
    subject: str
    predicate: str
    object: str
    made_by: str


class Hit(Result):
    """A chunk that a search found. ``start`` and ``end`` are its range in the stored text of its version; ``in_force``
    tells whether it is valid on the day that was asked for."""

    rank: int
    score: float
    scores: Mapping[str, float | None]
    document: str
    source: str
    title: str
    path: str
    role: str
    header: str
    content: str
    start: int
    end: int
    valid_from: date | None
    valid_to: date | None
    in_force: bool
    metadata: Mapping[str, Any]
    citations: Sequence[CitationFound]
    triplets: Sequence[Statement]


class SearchResult(Asked):
    """The hits of a search, best first."""

    hits: Sequence[Hit]

    @property
    def places(self) -> Sequence[Mapping[str, Any]]:
        """Return where the hits stand, best first."""
        return [place_of(hit.document, hit.source, hit) for hit in self.hits]


class Highlight(Result):
    """A passage of a document that a search found."""

    score: float
    scores: Mapping[str, float | None]
    source: str
    path: str
    role: str
    header: str
    content: str
    start: int
    end: int
    paragraph_numbers: Sequence[int]


class DocumentHit(Result):
    """A document that a search found, with its best passages; ``headnote`` if it was asked for."""

    rank: int
    score: float
    document: str
    source: str
    title: str
    passages: int
    highlights: Sequence[Highlight]
    scores: Mapping[str, float | None] | None = None
    kind: str
    valid_from: date | None
    valid_to: date | None
    in_force: bool
    metadata: Mapping[str, Any]
    headnote: Headnote | None = None


class DocumentsResult(Asked):
    """The documents that a search found, best first."""

    documents: Sequence[DocumentHit]

    @property
    def places(self) -> Sequence[Mapping[str, Any]]:
        """Return where the best passages stand, document by document."""
        return [place_of(one.document, passage.source, passage) for one in self.documents for passage in one.highlights]
