"""Describe corpora and their editions: what is in them, how they differ, and the proof that nothing was lost."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from piperoll.results.base import Result, Time


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


class EditionRead(Result):
    """An edition that is read. Its number may come again after a run that failed, its ``run`` never does."""

    number: int
    run: UUID


class Quarantined(Result):
    """A file that could not be used, and what to do about it; ``edition`` found it so."""

    source: str
    code: str
    reason: str
    remedy: str
    edition: int


class Evaluated(Result):
    """An evaluation of an edition: ``queries`` counts the questions, ``metrics`` has the means by metric and k."""

    edition: int
    gold: str
    mode: str | None
    code: str
    queries: Mapping[str, Any]
    metrics: Mapping[str, Mapping[str, float | None]]
    created_at: Time


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
