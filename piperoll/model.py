"""Define the records that pass between stages: immutable, with every range on the stored text.

Offsets are Python string indices (Unicode code points) into :attr:`Document.text`, half open: ``text[start:end]``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

HEADER_SEPARATOR = " > "
"""Between the parts of a chunk's header: the document, its units from the outermost, the chunk."""
LONGEST_NAME = 500
"""Characters in a document key or a path: both are indexed."""
HEADING_MARKS = re.compile(r"^#{1,6}[ \t]+", re.MULTILINE)
"""Marks of markdown: structure to a parser, noise to an embedding model."""
UNSEEN = re.compile(r"[(\s](?:(?<=\]\()[^()\s]*(?:\([^()\s]*\)[^()\s]*){0,4}\)|(?<=[^\S\n]{2})[^\S\n]*)")
"""Targets of links in markdown, which hold session marks and versions of pictures; white space after white space."""


class Status(StrEnum):
    """A status says what became of one document in one edition."""

    CHUNKED = "chunked"
    """It has chunks."""
    NO_BODY = "no_body"
    """The source carries metadata only; stored and counted, nothing to search."""
    NOT_CHUNKED = "not_chunked"
    """Stored whole on purpose, reached by its number (an amending act)."""
    QUARANTINED = "quarantined"
    """It could not be read or parsed; the reason is kept and it is retried when it changes."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A set-aside range is text that is in no chunk, with the reason."""

    start: int
    end: int
    reason: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk is what is embedded and found: ``document.text[start:end] == content``.

    ``path`` is unique in its version and stable while the provision is; ``parent`` is the path
    of the enclosing unit; ``tokens`` is the estimate of :func:`piperoll.text.tokens.estimate`;
    ``prefix`` is the place of a model-written context line between header and content.

    A search finds a chunk not only by its path: ``paragraphs`` are the numbers of all numbered paragraphs in it,
    ``clauses`` the paths of the clauses and terms that begin in it, ``subsections`` the labels of the subsections that
    begin in it. ``overlap`` is how many characters at its start the chunk before it has too.
    """

    path: str
    role: str
    header: str
    content: str
    start: int
    end: int
    tokens: int
    parent: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    valid_from: date | None = None
    valid_to: date | None = None
    prefix: str = ""
    paragraphs: tuple[int, ...] = ()
    clauses: tuple[str, ...] = ()
    subsections: tuple[str, ...] = ()
    overlap: int = 0
    in_force: bool = True
    """False: the text itself says that it is law on no known day: repealed, spent, not yet in operation."""

    def shown_metadata(self) -> dict[str, Any]:
        """Return the metadata as readers see it: with the numbers that the chunk holds and its overlap, if any."""
        first = {"paragraph_numbers": self.paragraphs}
        last = {"clauses": self.clauses, "subsections": self.subsections, "overlap": self.overlap}
        return {**_filled(first), **self.metadata, **_filled(last)}


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


@dataclass(frozen=True, slots=True)
class Citation:
    """A citation is a reference in the text: ``document.text[start:end]`` is how it is printed.

    ``kind`` is one of CITATION_KINDS. ``target`` is the key that the cited document has where a corpus holds it ("SFS
    1977:1160", "[2025] HKCFI 470", "Cap. 210"); "" means the document of the citation itself. ``path`` is the provision
    or paragraph cited ("kap2.§3", "para.12", "s.4.2"); "" means the whole document, or no known provision.
    """

    start: int
    end: int
    kind: str
    target: str
    path: str = ""


CITATION_KINDS = frozenset({"case", "legislation", "internal", "document"})
"""A decision; an enactment or one of its provisions; a place in the same document; another contract or policy."""


@dataclass(frozen=True, slots=True)
class Triplet:
    """A triplet is what a statement says: who (``subject``) must, may or may not do what (``predicate``, ``object``).

    It may also say what a term means. ``document.text[start:end]`` is the statement.
    """

    start: int
    end: int
    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact is a number that a document reports, as the document itself has tagged it.

    ``concept`` is its name in a taxonomy ("us-gaap:NetIncomeLoss"), ``label`` what the document prints beside it.
    ``value`` is in plain digits, with scale and sign; None: reported as nil, or not readable. ``period_start`` is None
    for a fact of one day; ``year`` is the fiscal year in which the period ends. ``decimals`` are those to which it is
    exact; None: to all. ``dimensions`` are the axes with their members; none: the whole company.
    ``document.text[start:end]`` is how it is printed; None where it is hidden.
    """

    concept: str
    label: str
    value: str | None
    unit: str
    period_start: date | None
    period_end: date | None
    year: int | None
    decimals: int | None
    dimensions: Mapping[str, str]
    start: int | None
    end: int | None


@dataclass(frozen=True, slots=True)
class Document:
    """A document is one version of a document, read and cut into chunks.

    ``key`` is the official number where the family has one ("SFS 1977:1160"), else the path in
    the source. Chunk ranges and set-aside ranges together cover every non-space character of
    ``text``. ``valid_from`` is inclusive, ``valid_to`` exclusive. ``amends`` is the key of the document that this one
    amends, if it is an amending act, ``repealed_by`` the key of the one that repealed it.

    ``valid_from_estimated``: it is the day of issue, because the day of entry into force is not known.
    ``valid_to_estimated``: it is the end of the year in which ``repealed_by`` was issued, because the document does not
    say the day; a corpus that has that act knows it from there.
    """

    key: str
    title: str
    kind: str
    status: Status
    text: str
    chunks: Sequence[Chunk] = ()
    set_aside: Sequence[SetAside] = ()
    citations: Sequence[Citation] = ()
    valid_from: date | None = None
    valid_to: date | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    amends: str | None = None
    repealed_by: str | None = None
    valid_from_estimated: bool = False
    valid_to_estimated: bool = False
    facts: Sequence[Fact] = ()


class DocumentError(Exception):
    """A document error says that a document cannot be used as it is; trying again will not help.

    It carries what a person needs: a short stable ``code``, a message, and the remedy.
    """

    def __init__(self, code: str, message: str, *, remedy: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.remedy = remedy

    def to_json(self) -> list[str]:
        """Return the error as JSON takes it; :meth:`from_json` makes it again."""
        return [self.code, self.message, self.remedy]

    @classmethod
    def from_json(cls, told: Sequence[str]) -> "DocumentError":
        """Return the error that :meth:`to_json` told of."""
        code, message, remedy = told
        return cls(code, message, remedy=remedy)


def embedding_text(header: str, prefix: str, content: str) -> str:
    """Return the text that is embedded: header, prefix if there is one, blank line, content as it reads.

    Heading marks, link targets and repeated spaces are left out: texts that differ in nothing else have one embedding.

    Args:
        header: of the chunk.
        prefix: of the chunk, may be "".
        content: of the chunk.

    Returns:
        The text.
    """
    head = f"{header}\n{prefix}" if prefix else header
    return f"{head}\n\n{as_read(content.rstrip())}"


def as_read(content: str) -> str:
    """Return ``content`` without what a reader of the page does not see."""
    return UNSEEN.sub("", HEADING_MARKS.sub("", content))
