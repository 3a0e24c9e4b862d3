"""Describe what the library returns: frozen, typed values, each with :meth:`Result.to_dict` for programs.

The fields are those of ``--json``: docs/command-line.md says what each means.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer

Day = date
"""A day; in a class with a field of that name, too."""
Time = Annotated[datetime, PlainSerializer(datetime.isoformat, when_used="json")]
"""A moment, in JSON with the time zone of the database."""


class Result(BaseModel):
    """A result is a frozen value whose fields are those of the command's JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain JSON values: what the command prints with ``--json``."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class CorpusShown(Result):
    """A corpus and its published edition: 0, without time and counts, where nothing is published."""

    name: str
    profile: str
    language: str
    backend: str
    published_edition: int
    published_at: Time | None
    counts: Mapping[str, int]


class EditionShown(Result):
    """An edition with its counts, what the gate said of it, and why it was published past the gate."""

    number: int
    state: str
    run: UUID
    created_at: Time
    built_at: Time | None
    published_at: Time | None
    counts: Mapping[str, int]
    published: bool
    gate: Mapping[str, Any] | None
    overrides: Sequence[Mapping[str, Any]]


class EditionsResult(Result):
    """The editions of a corpus, oldest first; ``published`` is the number of the one that readers see."""

    corpus: str
    published: int
    editions: Sequence[EditionShown]


class Evaluated(Result):
    """An evaluation of an edition: ``queries`` counts the questions, ``metrics`` has the means by metric and k."""

    edition: int
    gold: str
    mode: str | None
    code: str
    queries: Mapping[str, Any]
    metrics: Mapping[str, Mapping[str, float | None]]
    created_at: Time


class Quarantined(Result):
    """A file that could not be used, and what to do about it; ``edition`` found it so."""

    source: str
    code: str
    reason: str
    remedy: str
    edition: int


class EditionRead(Result):
    """An edition that is read. Its number may come again after a run that failed, its ``run`` never does."""

    number: int
    run: UUID


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


class CitationChecked(Result):
    """A citation or a quotation in a text, with the verdict on it; ``document`` and ``path`` are where it leads or
    stands."""

    text: str
    start: int
    end: int
    verdict: Literal["verbatim", "altered", "misattributed", "repealed", "not_found", "unchecked"]
    document: str | None
    path: str | None
    detail: str

    @property
    def false(self) -> bool:
        """Return whether something is wrong: altered, misattributed, repealed or not_found."""
        return self.verdict not in ("verbatim", "unchecked")


class CheckResult(Result):
    """The citations and quotations of a text, in its order."""

    citations: Sequence[CitationChecked]

    @property
    def holds(self) -> bool:
        """Return whether none is false."""
        return not any(one.false for one in self.citations)


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
    """The head of every answer: the query, the edition and the backend; ``reranked`` and ``vectors`` if asked for.
    ``asked`` is the id of the question where the corpus logs questions."""

    query: str
    edition: int
    backend: str
    reranked: Mapping[str, Any] | None = None
    vectors: Mapping[str, int] | None = None
    asked: UUID | None = None

    @property
    @abstractmethod
    def places(self) -> Sequence[Mapping[str, Any]]:
        """Return where the hits stand, best first: document, source, path, start and end."""


class SearchResult(Asked):
    """The hits of a search, best first."""

    hits: Sequence[Hit]

    @property
    def places(self) -> Sequence[Mapping[str, Any]]:
        """Return where the hits stand, best first."""
        return [_place(hit.document, hit.source, hit) for hit in self.hits]


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


class Support(Result):
    """A paragraph that supports a statement of a headnote: the chunk that it stands in, its number, its range."""

    path: str
    paragraph: int | None
    start: int
    end: int


class HeadnoteStatement(Result):
    """A statement of a headnote; ``flags`` say what is wrong with it, none where nothing was found."""

    statement: str
    supports: Sequence[Support]
    flags: Sequence[str]


class Headnote(Result):
    """The headnote of a judgment. ``document`` is where it stands: a document of the source, or the judgment itself,
    whose headnote ``made_by`` wrote. ``parts`` are its parts by name."""

    document: str
    made_by: str
    parts: Mapping[str, Sequence[HeadnoteStatement]]


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
        return [_place(one.document, passage.source, passage) for one in self.documents for passage in one.highlights]


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


def _place(document: str, source: str, at: Hit | Highlight | Core) -> Mapping[str, Any]:
    return {"document": document, "source": source, "path": at.path, "start": at.start, "end": at.end}


def _of_blocks(blocks: "Sequence[Block | AskedBlock]") -> Sequence[Mapping[str, Any]]:
    """Return where the hits of blocks stand, best first."""
    hits = [(hit, block) for block in blocks for hit in block.core]
    hits.sort(key=lambda one: -one[0].score)
    return [_place(block.document, block.source, hit) for hit, block in hits]


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

    @property
    def places(self) -> Sequence[Mapping[str, Any]]:
        """Return where the hits in the text stand, best first."""
        return _of_blocks(self.blocks)


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
    """A version of a document with its chunks; ``seen`` tells whether it is valid on the day.

    If they were asked for: the stored ``text``, its ranges that are ``set_aside`` with the reason, and those of the
    words to highlight.
    """

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
    headnote: Headnote | None
    chunks: Sequence[ShownChunk]
    text: str | None = None
    set_aside: Sequence[tuple[int, int, str]] | None = None
    highlights: Sequence[tuple[int, int]] | None = None


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


class MetricPart(Result):
    """A figure of which a metric is computed, and where it is printed."""

    metric: str
    concept: str
    year: int
    value: int | float
    unit: str
    document: str
    start: int | None
    end: int | None


class MetricValue(Result):
    """The value of a metric in a fiscal year as one filing reports it, and where that is printed.

    One that is computed has ``parts``, and no place of its own.
    """

    metric: str
    concept: str
    year: int
    value: int | float
    unit: str
    document: str
    accession: str | None
    start: int | None
    end: int | None
    parts: Sequence[MetricPart] = ()


class MetricResult(Result):
    """The figures that a question asks for; ``missing`` says what was not found or not understood."""

    company: str | None
    cik: str | None
    ticker: str | None
    values: Sequence[MetricValue]
    missing: Sequence[str]
    confidence: float


class FigureFound(MetricValue):
    """A figure that a question asks for: whose it is, how it is printed, and in which chunk."""

    company: str
    printed: str | None
    path: str | None


class AskedBlock(_InSource):
    """A block of the context of a question; ``path`` is that of its best hit."""

    title: str
    valid_from: date | None
    path: str
    paths: Sequence[str]
    start: int
    end: int
    content: str
    core: Sequence[Core]


class AnswerCitation(Result):
    """A quotation of an answer, and where it stands; ``why`` says what is wrong where it does not."""

    document: str | None
    path: str | None
    start: int | None
    end: int | None
    quote: str
    verified: bool
    why: str | None


class AnswerSentence(Result):
    """A sentence of an answer, with the numbers of its citations, from 1."""

    text: str
    citations: Sequence[int]
    verified: bool
    why: str | None


class QuestionEntity(Result):
    """A thing that a question names: which, in which words, where they stand in it, how sure that is, and why."""

    value: str
    text: str
    start: int
    end: int
    confidence: float
    reason: str


class TraceStep(Result):
    """A step on the way from a question to its answer."""

    step: str
    found: int
    dropped: int
    detail: str
    seconds: float


class AskResult(Asked):
    """The context of a question, the facts, and an answer where a model gives one; ``unanswered`` says why not."""

    entities: Mapping[str, Sequence[QuestionEntity]]
    mode: str
    variants: Sequence[str]
    blocks: Sequence[AskedBlock]
    context: str
    facts: Sequence[FigureFound]
    answer: str | None
    sentences: Sequence[AnswerSentence]
    citations: Sequence[AnswerCitation]
    missing: Sequence[str]
    unanswered: str | None
    trace: Sequence[TraceStep] | None = None

    @property
    def places(self) -> Sequence[Mapping[str, Any]]:
        """Return where the hits in the context stand, best first."""
        return _of_blocks(self.blocks)


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
    headnotes: int
    misplaced_headnotes: int
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
