"""Describe citations: in a document, of a document, and those of a text that was checked."""

from collections.abc import Sequence
from typing import Literal

from piperoll.results.base import Result


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
