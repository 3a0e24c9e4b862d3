"""Proof, on what is in the database, that chunks match their text and nothing was lost."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from psycopg import Connection

from piperoll.coverage import Coverage, measure
from piperoll.store import lexical
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query

WORST = 10
"""Documents named in a report."""
FETCHED = 50
"""Versions fetched at once: a statute has up to 1 MB, so this bounds memory."""


def verify(connection: Connection, corpus: Corpus, edition: int, *, since: int = 0) -> dict[str, Any]:
    """Account for every character of ``edition``.

    Args:
        connection: not in a transaction; one is opened for a consistent view.
        since: only versions that joined in this edition or later (0: all).

    Returns:
        documents, versions, chunks, characters (non-space), covered, set_aside (by reason),
        uncovered, mismatches, duplicate_paths, citations, misplaced_citations, triplets, misplaced_triplets,
        ledger_only, rows_only, unindexed (chunks, documents and triplets that no search finds by their words),
        misindexed (places of these indexes that have nothing, or other terms than were counted),
        worst (documents with something uncovered or mismatched first, then those with the greatest share set aside).
    """
    total: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    documents: set[str] = set()
    rows: list[dict[str, Any]] = []
    for document, source, coverage, paths in _versions(connection, corpus, edition, since):
        documents.add(document)
        duplicates = len(paths) - len(set(paths))
        total.update(
            versions=1,
            chunks=len(paths),
            characters=coverage.characters,
            covered=coverage.covered,
            uncovered=coverage.uncovered,
            mismatches=coverage.mismatches,
            duplicate_paths=duplicates,
        )
        reasons.update(coverage.set_aside)
        aside = sum(coverage.set_aside.values())
        rows.append(
            {
                "document": document,
                "source": source,
                "characters": coverage.characters,
                "uncovered": coverage.uncovered,
                "mismatches": coverage.mismatches,
                "duplicate_paths": duplicates,
                "set_aside": aside,
                "gap": coverage.first_gap,
            }
        )
        if len(rows) > 100 * WORST:
            rows = _worst(rows)
    ledger = connection.execute(query("ledger_against_rows"), {"corpus": corpus.id}).fetchone() if not since else None
    values = {"corpus": corpus.id, "edition": edition, "since": since}
    cited, misplaced = connection.execute(query("citations_of_edition"), values).fetchone() or (0, 0)
    triplets, astray = connection.execute(query("triplets_of_edition"), values).fetchone() or (0, 0)
    unindexed, misindexed = lexical.check(connection, corpus, edition) if not since else (0, 0)
    return {
        "corpus": corpus.name,
        "edition": edition,
        "documents": len(documents),
        **{key: total[key] for key in ("versions", "chunks", "characters", "covered")},
        "set_aside": dict(reasons.most_common()),
        **{key: total[key] for key in ("uncovered", "mismatches", "duplicate_paths")},
        "citations": cited,
        "misplaced_citations": misplaced,
        "triplets": triplets,
        "misplaced_triplets": astray,
        "ledger_only": ledger[0] if ledger else 0,
        "rows_only": ledger[1] if ledger else 0,
        "unindexed": unindexed,
        "misindexed": misindexed,
        "worst": _worst(rows),
    }


def holds(report: dict[str, Any]) -> bool:
    """Is everything in this report as it must be?"""
    return not any(
        report[key]
        for key in (
            "uncovered",
            "mismatches",
            "duplicate_paths",
            "misplaced_citations",
            "misplaced_triplets",
            "ledger_only",
            "rows_only",
            "unindexed",
            "misindexed",
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
    def badness(row: dict[str, Any]) -> tuple[int, float, str]:
        return (
            -(row["uncovered"] + row["mismatches"] + row["duplicate_paths"]),
            -row["set_aside"] / max(1, row["characters"]),
            row["source"],
        )

    return sorted(rows, key=badness)[:WORST]
