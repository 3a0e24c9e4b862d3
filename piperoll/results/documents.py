"""Describe documents as they are read: versions with their chunks, acts that amended them, and how wordings differ."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Literal

from pydantic import Field

from piperoll.results.base import Day, Result
from piperoll.results.citations import CitationFound
from piperoll.results.headnotes import Headnote


class Amendment(Result):
    """An act that amended a document. ``date`` is its day of entry into force, ``note`` what the document's list says
    that it changed; ``text`` is None where the corpus has not the act, or has it in chunks."""

    document: str
    title: str
    date: Day | None
    note: str
    text: str | None


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
