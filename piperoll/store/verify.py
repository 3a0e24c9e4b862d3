"""Check, from the rows in the database, that chunks match their text and no character was lost."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from psycopg import Connection

from piperoll.coverage import Coverage, measure
from piperoll.store import lexical
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query

WORST = 10
"""Number of documents that a report names."""
FETCHED = 50
"""Versions fetched at once: a statute has up to 1 MB, so this bounds memory."""


@dataclass
class _Totals:
    """Add up the coverage of versions and keep the worst of them."""

    counts: Counter[str] = field(default_factory=Counter)
    set_aside: Counter[str] = field(default_factory=Counter)
    documents: set[str] = field(default_factory=set)
    rows: list[dict[str, Any]] = field(default_factory=list)

    def add(self, document: str, source: str, coverage: Coverage, paths: list[str]) -> None:
        """Count one version of ``document``, whose chunks have these paths."""
        problems = {
            "uncovered": coverage.uncovered,
            "mismatches": coverage.mismatches,
            "duplicate_paths": len(paths) - len(set(paths)),
        }
        self.documents.add(document)
        self.counts.update(versions=1, chunks=len(paths), characters=coverage.characters, covered=coverage.covered)
        self.counts.update(problems)
        self.set_aside.update(coverage.set_aside)
        self.rows.append(
            {
                "document": document,
                "source": source,
                "characters": coverage.characters,
                **problems,
                "set_aside": sum(coverage.set_aside.values()),
                "gap": coverage.first_gap,
            }
        )
        if len(self.rows) > 100 * WORST:  # bounds memory
            self.rows = _worst(self.rows)


def verify(connection: Connection, corpus: Corpus, edition: int, *, since: int = 0) -> dict[str, Any]:
    """Account for every character of ``edition``.

    Args:
        connection: a connection; in one view (:func:`~piperoll.store.connection.reading`) where others may write.
        corpus: the corpus of the edition.
        edition: number of the edition.
        since: check only versions that joined in this edition or later (0: all).

    Returns:
        documents, versions, chunks, characters (non-space), covered, set_aside (by reason),
        uncovered, mismatches, duplicate_paths, citations, misplaced_citations, triplets, misplaced_triplets, facts,
        misplaced_facts, headnotes, misplaced_headnotes, ledger_only, rows_only,
        unindexed (chunks, documents and triplets that no search by words finds),
        misindexed (places in these indexes that belong to nothing, or have other terms than were counted),
        worst (documents with uncovered or mismatched text first, then those with the greatest share set aside).
    """
    totals = _Totals()
    for document, source, coverage, paths in _versions(connection, corpus, edition, since):
        totals.add(document, source, coverage, paths)
    return {
        "corpus": corpus.name,
        "edition": edition,
        "documents": len(totals.documents),
        **{key: totals.counts[key] for key in ("versions", "chunks", "characters", "covered")},
        "set_aside": dict(totals.set_aside.most_common()),
        **{key: totals.counts[key] for key in ("uncovered", "mismatches", "duplicate_paths")},
        **_related_rows(connection, corpus, edition, since),
        "worst": _worst(totals.rows),
    }


def _related_rows(connection: Connection, corpus: Corpus, edition: int, since: int) -> dict[str, int]:
    """Count what must fit the versions: citations, triplets, facts, headnotes, the ledger and the indexes of words."""
    values = {"corpus": corpus.id, "edition": edition, "since": since}
    citations, misplaced_citations = connection.execute(query("citations_of_edition"), values).fetchone() or (0, 0)
    triplets, misplaced_triplets = connection.execute(query("triplets_of_edition"), values).fetchone() or (0, 0)
    facts, misplaced_facts = connection.execute(query("facts_of_edition"), values).fetchone() or (0, 0)
    headnotes, misplaced_headnotes = connection.execute(query("headnotes_of_edition"), values).fetchone() or (0, 0)
    ledger_only, rows_only, unindexed, misindexed = 0, 0, 0, 0
    if not since:  # these have no part for the later versions alone
        ledger_only, rows_only = connection.execute(query("ledger_against_rows"), values).fetchone() or (0, 0)
        unindexed, misindexed = lexical.check(connection, corpus, edition)
    return {
        "citations": citations,
        "misplaced_citations": misplaced_citations,
        "triplets": triplets,
        "misplaced_triplets": misplaced_triplets,
        "facts": facts,
        "misplaced_facts": misplaced_facts,
        "headnotes": headnotes,
        "misplaced_headnotes": misplaced_headnotes,
        "ledger_only": ledger_only,
        "rows_only": rows_only,
        "unindexed": unindexed,
        "misindexed": misindexed,
    }


def holds(report: dict[str, Any]) -> bool:
    """Return whether a report of :func:`verify`, with what a remote index has otherwise or without, shows no error."""
    return not any(
        report.get(key)
        for key in (
            "uncovered",
            "mismatches",
            "duplicate_paths",
            "misplaced_citations",
            "misplaced_triplets",
            "misplaced_facts",
            "misplaced_headnotes",
            "ledger_only",
            "rows_only",
            "unindexed",
            "misindexed",
            "vectors_missing",
            "vectors_unneeded",
        )
    )


def _versions(
    connection: Connection, corpus: Corpus, edition: int, since: int
) -> Iterator[tuple[str, str, Coverage, list[str]]]:
    with connection.transaction(), connection.cursor(name="verify") as cursor:
        cursor.itersize = FETCHED
        cursor.execute(query("verify_edition"), {"corpus": corpus.id, "edition": edition, "since": since})
        for document, source, text, set_aside, starts, ends, contents, paths in cursor:
            chunks = zip(starts, ends, contents, strict=True)
            yield document, source, measure(text, chunks, set_aside), paths


def _worst(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    def worst_first(row: dict[str, Any]) -> tuple[int, float, str]:
        return (
            -(row["uncovered"] + row["mismatches"] + row["duplicate_paths"]),
            -row["set_aside"] / max(1, row["characters"]),
            row["source"],
        )

    return sorted(rows, key=worst_first)[:WORST]
