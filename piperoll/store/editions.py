"""Editions: numbered states of a corpus, of which readers see one."""

from collections.abc import Mapping, Sequence
from typing import Any

from psycopg import Connection
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from piperoll.errors import PiperollError, UsageError
from piperoll.store.corpora import Corpus, hold_published
from piperoll.store.sql import query


def begin(connection: Connection, corpus: Corpus, run: str) -> int:
    """The number of the edition that ``run`` builds from now on: one after the newest built one."""
    return int(_one(connection, "begin_edition", corpus, run=run)["number"])


def hold(connection: Connection, corpus: Corpus, edition: int, run: str) -> None:
    """Make sure, until the transaction ends, that ``run`` is the one that builds ``edition``.

    Raises:
        PiperollError: it has lost its lock (with its connection), and another run has taken over.
    """
    values = {"corpus": corpus.id, "edition": edition, "run": run}
    if connection.execute(query("hold_edition"), values).fetchone() is None:
        raise PiperollError(
            "run_superseded",
            f"Edition {edition} of {corpus.name} is no longer built by this run: its lock went with a lost connection.",
            remedy="Nothing: what this run had finished is kept, and another run goes on with it.",
        )


def interrupted(connection: Connection, corpus: Corpus) -> bool:
    """Did a run die while it built the next edition?"""
    row = connection.execute("SELECT FROM edition WHERE corpus_id = %s AND state = 'building'", (corpus.id,)).fetchone()
    return row is not None


def newest_seen(connection: Connection, corpus: Corpus) -> int:
    """The newest edition that readers have ever seen; 0: none. What is newer was left by a run that died."""
    row = connection.execute(
        "SELECT coalesce(max(number), 0) FROM edition WHERE corpus_id = %s AND published_at IS NOT NULL", (corpus.id,)
    ).fetchone()
    return int(row[0]) if row else 0


def complete(connection: Connection, corpus: Corpus, edition: int, run: str, manifest: Mapping[str, Any]) -> int:
    """Close the building of ``edition`` and return the newest built number.

    An edition that turned out equal to the one before it (files touched, not changed) is dropped,
    and the one before stays the newest. Doing it twice leaves what doing it once leaves.
    """
    if not _built(connection, corpus, edition, run):
        built = _complete(connection, corpus, edition, run, manifest)
        if built != edition:
            return built
    # an embedded server may stop before autovacuum looks, and without statistics the planner guesses
    connection.execute("ANALYZE version, chunk, source_file")
    return edition


def _built(connection: Connection, corpus: Corpus, edition: int, run: str) -> bool:
    """Has ``run`` completed the edition already, and lost its connection after that?"""
    row = connection.execute(
        "SELECT FROM edition WHERE corpus_id = %s AND number = %s AND state = 'built' AND run_id = %s",
        (corpus.id, edition, run),
    ).fetchone()
    return row is not None


def _complete(connection: Connection, corpus: Corpus, edition: int, run: str, manifest: Mapping[str, Any]) -> int:
    with connection.transaction():
        hold(connection, corpus, edition, run)
        if not _one(connection, "edition_changed", corpus, edition=edition)["exists"]:
            # files that are in quarantine as before keep their entries, and the number may come again
            connection.execute(
                "UPDATE source_file SET edition = %s WHERE corpus_id = %s AND edition = %s",
                (corpus.built_edition, corpus.id, edition),
            )
            connection.execute("DELETE FROM edition WHERE corpus_id = %s AND number = %s", (corpus.id, edition))
            return corpus.built_edition
        found = _counted(connection, corpus, edition)
        values = {"corpus": corpus.id, "edition": edition, "counts": Jsonb(found), "manifest": Jsonb(dict(manifest))}
        connection.execute(query("complete_edition"), values)
    return edition


def counts(connection: Connection, corpus: Corpus, edition: int) -> dict[str, int]:
    """Documents, versions by status and chunks of ``edition``, as they were counted when it was completed."""
    row = connection.execute(
        "SELECT counts FROM edition WHERE corpus_id = %s AND number = %s", (corpus.id, edition)
    ).fetchone()
    assert row is not None
    return dict(row[0])


def _counted(connection: Connection, corpus: Corpus, edition: int) -> dict[str, int]:
    return {key: int(value) for key, value in _one(connection, "edition_counts", corpus, edition=edition).items()}


def quarantined_files(connection: Connection, corpus: Corpus) -> int:
    """Files that are in quarantine now."""
    row = connection.execute(
        "SELECT count(*) FROM source_file WHERE corpus_id = %s AND status = 'quarantined'", (corpus.id,)
    ).fetchone()
    return int(row[0]) if row else 0


def publish(
    connection: Connection,
    corpus: Corpus,
    edition: int,
    *,
    source: str | None = None,
    profile: str | None = None,
    language: str | None = None,
    newest: bool = False,
) -> None:
    """Let readers see ``edition`` in one short transaction.

    What the corpus is made of moves with it where given.

    Args:
        newest: only if it is the newest built one.

    Raises:
        UsageError: there is no such built edition.
        PiperollError: it must be the newest and is not.
    """
    made_of = {"source": source, "profile": profile, "language": language}
    values = {"corpus": corpus.id, "edition": edition, "newest": newest, **made_of}
    with connection.transaction():
        hold_published(connection, corpus)  # or an edition could be published while it is pruned
        if connection.execute(query("publish_edition"), values).fetchone() is None:
            if newest:
                raise PiperollError("run_superseded", f"Edition {edition} of {corpus.name} is not the newest any more.")
            raise _unknown(corpus, edition)


def rollback(connection: Connection, corpus: Corpus, edition: int | None = None) -> int:
    """Publish another edition, by default that which readers had before the published one, and return its number.

    Raises:
        UsageError: there is no such edition.
    """
    target = before_published(connection, corpus) if edition is None else edition
    publish(connection, corpus, target)
    return target


def before_published(connection: Connection, corpus: Corpus) -> int:
    """The newest edition before the published one that readers have seen: none that a gate held back.

    Raises:
        UsageError: there is none.
    """
    seen(corpus)
    published = {one["number"] for one in listed(connection, corpus) if one["published_at"]}
    if earlier := [number for number in corpus.editions if number < corpus.published_edition and number in published]:
        return earlier[-1]
    raise UsageError(
        "no_earlier_edition",
        f"Readers of {corpus.name} had no edition before the published one, which is {corpus.published_edition}.",
        remedy=f"It has {ranges(corpus.editions)}.",
    )


def listed(connection: Connection, corpus: Corpus) -> list[dict[str, Any]]:
    """Every edition of the corpus, oldest first."""
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(query("editions"), {"corpus": corpus.id}).fetchall()


def seen(corpus: Corpus, edition: int | None = None) -> int:
    """The edition to read: ``edition`` where one is asked for, else the published one.

    Raises:
        UsageError: nothing is published yet, or the number is not that of a built edition, or it was pruned.
    """
    number = corpus.published_edition if edition is None else edition
    if edition is not None and edition not in corpus.editions:
        raise _unknown(corpus, edition)
    if number < 1:
        raise UsageError(
            "nothing_published",
            f"Corpus {corpus.name} has no published edition yet.",
            remedy=f"piperoll reindex {corpus.name}",
        )
    return number


def ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers as people write them: "1, 4 to 7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs) or "none"


def _unknown(corpus: Corpus, edition: int) -> UsageError:
    why = ": it was pruned" if 1 <= edition < corpus.built_edition and edition not in corpus.editions else ""
    return UsageError(
        "unknown_edition",
        f"Corpus {corpus.name} has no edition {edition}{why}.",
        remedy=f"It has {ranges(corpus.editions)}.",
    )


def _one(connection: Connection, name: str, corpus: Corpus, **values: Any) -> dict[str, Any]:
    with connection.cursor(row_factory=dict_row) as cursor:
        row = cursor.execute(query(name), {"corpus": corpus.id, **values}).fetchone()
    assert row is not None  # each of these statements returns one row
    return row
