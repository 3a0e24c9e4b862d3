"""Describe what the library returns: frozen, typed values, each with :meth:`Result.to_dict` for programs.

The fields are those of ``--json``: docs/command-line.md says what each means.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Day = date
"""A day; in a class with a field of that name, too."""


class Result(BaseModel):
    """A result is a frozen value whose fields are those of the command's JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain JSON values: what the command prints with ``--json``."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class Resolved(Result):
    """The place that a citation leads to in the edition; ``path`` is None where the whole document is meant."""

    document: str
    path: str | None


class CitationFound(Result):
    """A citation as it is printed in the text, and what it names."""

    start: int
    end: int
    text: str
    kind: str
    target: str
    target_path: str
    resolved: Resolved | None


class _InChunk(Result):
    path: str | None


class _InDocument(Result):
    document: str
    title: str


class CitationIn(CitationFound, _InChunk):
    """A citation with the path of the chunk that it stands in; None: in a range that was set aside."""


class CitationBy(CitationIn, _InDocument):
    """A citation in another document."""


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


class Asked(Result):
    """The head of every answer: the query, the edition and the backend; ``reranked`` and ``vectors`` if asked for."""

    query: str
    edition: int
    backend: str
    reranked: Mapping[str, Any] | None = None
    vectors: Mapping[str, int] | None = None


class SearchResult(Asked):
    """The hits of a search, best first."""

    hits: Sequence[Hit]


class Highlight(Result):
    """A passage of a document that a search found."""

    score: float
    source: str
    path: str
    role: str
    header: str
    content: str
    start: int
    end: int
    paragraph_numbers: Sequence[int]


class DocumentHit(Result):
    """A document that a search found, with its best passages."""

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


class DocumentsResult(Asked):
    """The documents that a search found, best first."""

    documents: Sequence[DocumentHit]


class Core(Result):
    """A hit within a block, and where else its text stands."""

    path: str
    start: int
    end: int
    score: float
    in_force: bool
    also: Sequence[Mapping[str, Any]]


class _InSource(Result):
    document: str
    source: str


class LeftOut(Core, _InSource):
    """A hit for which there was no room."""


class Block(Result):
    """A range of a version's text without a gap."""

    document: str
    source: str
    title: str
    valid_from: date | None
    paths: Sequence[str]
    start: int
    end: int
    text: str
    score: float
    core: Sequence[Core]


class Amendment(Result):
    """An act that amended a document. ``date`` is its day of entry into force, ``note`` what the document's list says
    that it changed; ``text`` is None where the corpus has not the act, or has it in chunks."""

    document: str
    title: str
    date: Day | None
    note: str
    text: str | None


class AmendmentAdded(Amendment):
    """The act behind passages of a context: their paths, and whether there was room for its text."""

    amends: str
    paths: Sequence[str]
    in_text: bool


class ContextResult(Asked):
    """A text to put before a model, and the blocks that it is made of."""

    budget: int
    tokens: int
    blocks: Sequence[Block]
    left_out: Sequence[LeftOut]
    amendments: Sequence[AmendmentAdded] | None = None
    text: str


class ShownChunk(Result):
    """A chunk of a document with what it cites; ``amendment`` is the act that last amended it, if it was asked for."""

    path: str
    role: str
    header: str
    content: str
    start: int
    end: int
    tokens: int
    parent: str | None
    metadata: Mapping[str, Any]
    valid_from: date | None
    valid_to: date | None
    in_force: bool
    citations: Sequence[CitationFound]
    amendment: Amendment | None = None


class ShownVersion(Result):
    """A version of a document with its chunks; ``seen`` tells whether it is valid on the day."""

    document: str
    source: str
    title: str
    kind: str
    status: str
    valid_from: date | None
    valid_to: date | None
    metadata: Mapping[str, Any]
    characters: int
    from_edition: int
    seen: bool
    chunks: Sequence[ShownChunk]


class OtherVersion(Result):
    """A version that is not valid on the day."""

    source: str
    valid_from: date | None
    valid_to: date | None
    status: str


class ShownDocument(Result):
    """A document: its versions that are valid on the day, and the days of the others."""

    document: str
    versions: Sequence[ShownVersion]
    others: Sequence[OtherVersion]


class Citations(Result):
    """The head of every list of citations. ``path`` is the unit that was asked for, "" for all."""

    corpus: str
    edition: int
    document: str
    path: str


class CitesResult(Citations):
    """The citations in a document, in the order of its text."""

    cites: Sequence[CitationIn]


class CitedByResult(Citations):
    """The citations of a document, by the documents that they stand in."""

    cited_by: Sequence[CitationBy]


class FactFound(Result):
    """A number that a filing reports. ``value`` has scale and sign; ``dimensions`` are empty for the whole company;
    ``start`` and ``end`` are None where it is not printed."""

    document: str
    cik: str | None
    ticker: str | None
    company: str | None
    year: int | None
    concept: str
    label: str
    value: int | float | None
    unit: str
    period_start: date | None
    period_end: date | None
    dimensions: Mapping[str, str]
    accession: str | None
    start: int | None
    end: int | None


class MetricValue(Result):
    """The value of a metric in a fiscal year as one filing reports it, and where that is printed."""

    metric: str
    concept: str
    year: int
    value: int | float
    unit: str
    document: str
    accession: str | None
    start: int | None
    end: int | None


class MetricResult(Result):
    """The figures that a question asks for; ``missing`` says what was not found or not understood."""

    company: str | None
    cik: str | None
    ticker: str | None
    values: Sequence[MetricValue]
    missing: Sequence[str]
    confidence: float


class Changed(Result):
    """Counts of what was added, removed and changed."""

    added: int
    removed: int
    changed: int


class ChangedPaths(Result):
    """The paths of the chunks that were added, removed and changed."""

    added: Sequence[str]
    removed: Sequence[str]
    changed: Sequence[str]


class DocumentChange(Result):
    """A document that differs between two editions."""

    document: str
    title: str
    change: Literal["added", "removed", "changed"]
    chunks: ChangedPaths


class EditionDiff(Result):
    """The differences between two editions."""

    corpus: str
    from_: int = Field(alias="from")
    to: int
    documents: Changed
    chunks: Changed
    changes: Sequence[DocumentChange]


class WordingChange(Result):
    """A unit whose wording differs; ``words`` are runs of (same, removed or added, text)."""

    change: Literal["added", "removed", "changed", "moved"]
    path_before: str
    path: str
    header: str
    words: Sequence[tuple[str, str]]


class WordingDiff(Result):
    """The differences in the wording of a document between two days."""

    corpus: str
    document: str
    from_: date = Field(alias="from")
    to: date
    versions: Sequence[Sequence[date | None]]
    chunks: Mapping[str, int]
    changes: Sequence[WordingChange]


class Verification(Result):
    """The account of an edition, in non-space characters; ``holds`` tells whether nothing was lost."""

    corpus: str
    edition: int
    documents: int
    versions: int
    chunks: int
    characters: int
    covered: int
    set_aside: Mapping[str, int]
    uncovered: int
    mismatches: int
    duplicate_paths: int
    citations: int
    misplaced_citations: int
    triplets: int
    misplaced_triplets: int
    facts: int
    misplaced_facts: int
    ledger_only: int
    rows_only: int
    unindexed: int
    misindexed: int
    vectors_missing: int
    vectors_unneeded: int
    worst: Sequence[Mapping[str, Any]]

    @property
    def holds(self) -> bool:
        """Return whether everything is as it must be."""
        from piperoll.store.verify import holds

        return holds(self.to_dict())


class CutChunk(Result):
    """A chunk of a file that was cut without a database."""

    path: str
    role: str
    header: str
    content: str
    start: int
    end: int
    tokens: int
    parent: str | None
    metadata: Mapping[str, Any]
