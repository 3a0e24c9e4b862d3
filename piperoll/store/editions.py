"""Build, publish and list editions.

An edition is a numbered state of a corpus. Readers see the published edition.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from psycopg import Connection
from psycopg.types.json import Jsonb

from piperoll.errors import UsageError
from piperoll.store import gates, runs
from piperoll.store.corpora import Corpus, hold_published
from piperoll.store.sql import analyze, query, read_rows


def begin(connection: Connection, corpus: Corpus, run: str) -> int:
    """Begin the edition after the newest built one, or take over one that a dead run left unfinished.

    Args:
        connection: an open connection.
        corpus: the corpus; the run holds its lock.
        run: id of the run that builds the edition from now on.

    Returns:
        The number of the edition.

    Raises:
        PiperollError: the run lost its lock with its connection, and another run was there since.
    """
    rows = read_rows(connection, "begin_edition", corpus=corpus.id, run=run)
    if not rows:
        raise runs.superseded(corpus)
    return int(rows[0]["number"])


def hold(connection: Connection, corpus: Corpus, edition: int, run: str) -> None:
    """Make sure that ``run`` builds ``edition``, and that no other run takes it over until the transaction ends.

    Args:
        connection: a connection in a transaction.
        corpus: the corpus of the edition.
        edition: number of the edition.
        run: id of the run.

    Raises:
        PiperollError: the run lost its lock with its connection, and another run took the edition over.
    """
    values = {"corpus": corpus.id, "edition": edition, "run": run}
    if connection.execute(query("hold_edition"), values).fetchone() is None:
        raise runs.superseded(corpus)


def interrupted(connection: Connection, corpus: Corpus) -> bool:
    """Return whether a run died while it built the next edition."""
    row = connection.execute("SELECT FROM edition WHERE corpus_id = %s AND state = 'building'", (corpus.id,)).fetchone()
    return row is not None


def newest_seen(connection: Connection, corpus: Corpus) -> int:
    """Return the number of the newest edition that was ever published, or 0.

    Newer editions were left by a run that died.
    """
    row = connection.execute(
        "SELECT coalesce(max(number), 0) FROM edition WHERE corpus_id = %s AND published_at IS NOT NULL", (corpus.id,)
    ).fetchone()
    return int(row[0]) if row else 0


def complete(connection: Connection, corpus: Corpus, edition: int, run: str, manifest: Mapping[str, Any]) -> int:
    """Mark ``edition`` as built and return the number of the newest built edition.

    If nothing differs from the edition before it (files were touched, not changed), it is deleted and the edition
    before it stays the newest. A second call changes nothing.

    Args:
        connection: a connection in autocommit.
        corpus: the corpus as it was before the edition.
        edition: number of the edition that is complete.
        run: id of the run that built it.
        manifest: the versions and settings that made it; stored with it.

    Returns:
        ``edition``, or the number of the edition before it if both are equal.

    Raises:
        PiperollError: another run took the edition over.
    """
    if not _built(connection, corpus, edition, run):
        built = _complete(connection, corpus, edition, run, manifest)
        if built != edition:
            return built
    analyze(connection, "version", "chunk", "source_file")
    return edition


def _built(connection: Connection, corpus: Corpus, edition: int, run: str) -> bool:
    """Return whether ``run`` has already completed the edition: its connection broke before it got the answer."""
    row = connection.execute(
        "SELECT FROM edition WHERE corpus_id = %s AND number = %s AND state = 'built' AND run_id = %s",
        (corpus.id, edition, run),
    ).fetchone()
    return row is not None


def _complete(connection: Connection, corpus: Corpus, edition: int, run: str, manifest: Mapping[str, Any]) -> int:
    with connection.transaction():
        hold(connection, corpus, edition, run)
        if not _row(connection, "edition_changed", corpus, edition=edition)["exists"]:
            # files that stay in quarantine keep their ledger rows, and the next edition may get the same number
            connection.execute(
                "UPDATE source_file SET edition = %s WHERE corpus_id = %s AND edition = %s",
                (corpus.built_edition, corpus.id, edition),
            )
            connection.execute("DELETE FROM edition WHERE corpus_id = %s AND number = %s", (corpus.id, edition))
            return corpus.built_edition
        row = _row(connection, "edition_counts", corpus, edition=edition)
        counted = {name: int(count) for name, count in row.items()}
        values = {"corpus": corpus.id, "edition": edition, "counts": Jsonb(counted), "manifest": Jsonb(dict(manifest))}
        connection.execute(query("complete_edition"), values)
    return edition


def counts(connection: Connection, corpus: Corpus, edition: int) -> dict[str, int]:
    """Return how many documents, versions (by status) and chunks an edition has, as counted when it was completed.

    Args:
        connection: an open connection.
        corpus: the corpus of the edition.
        edition: number of a built edition.

    Returns:
        The numbers by name: documents, versions, chunked, no_body, not_chunked, chunks.
    """
    row = connection.execute(
        "SELECT counts FROM edition WHERE corpus_id = %s AND number = %s", (corpus.id, edition)
    ).fetchone()
    assert row is not None
    return dict(row[0])


def quarantined_files(connection: Connection, corpus: Corpus) -> int:
    """Return how many files of the corpus are in quarantine now."""
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
    override_gate: str | None = None,
    run: str | None = None,
) -> None:
    """Publish ``edition`` in one short transaction, if the gate of the corpus lets it pass or there is a reason.

    Args:
        connection: an open connection.
        corpus: the corpus of the edition.
        edition: number of a built edition.
        source: new source of the corpus, which changes together with the edition; None: unchanged.
        profile: new profile of the corpus; None: unchanged.
        language: new language of the corpus; None: unchanged.
        newest: publish it only if it is the newest built edition.
        override_gate: why it is published though the gate refuses it; None: it is not, then.
        run: id of the run that publishes, if one does.

    Raises:
        GateNotPassed: see :func:`piperoll.store.gates.pass_or_refuse`.
        UsageError: the corpus has no such built edition.
        PiperollError: ``newest`` is set, and another edition is newer; or another run has taken over.
    """
    origin = {"source": source, "profile": profile, "language": language}
    values = {"corpus": corpus.id, "edition": edition, "newest": newest, "run": run, **origin}
    with connection.transaction():
        hold_published(connection, corpus)  # otherwise an edition could be published while it is pruned
        gates.pass_or_refuse(connection, corpus, edition, override_gate)
        if connection.execute(query("publish_edition"), values).fetchone() is None:
            if newest:
                raise runs.superseded(corpus)
            raise _unknown(corpus, edition)


def rollback(
    connection: Connection, corpus: Corpus, edition: int | None = None, *, override_gate: str | None = None
) -> int:
    """Publish another edition and return its number.

    Args:
        connection: an open connection.
        corpus: the corpus.
        edition: number of the edition to publish; None: see :func:`before_published`.
        override_gate: why it is published though the gate refuses it; None: it is not, then.

    Returns:
        The number of the edition that is published now.

    Raises:
        GateNotPassed: the gate refuses it.
        UsageError: the corpus has no such edition.
    """
    target = before_published(connection, corpus) if edition is None else edition
    publish(connection, corpus, target, override_gate=override_gate)
    return target


def before_published(connection: Connection, corpus: Corpus) -> int:
    """Return the newest edition older than the published one that was published once.

    Editions that a quality gate held back were never published and do not count.

    Raises:
        UsageError: there is no such edition.
    """
    seen(corpus)
    published = {edition["number"] for edition in list_editions(connection, corpus) if edition["published_at"]}
    if earlier := [number for number in corpus.editions if number < corpus.published_edition and number in published]:
        return earlier[-1]
    raise UsageError(
        "no_earlier_edition",
        f"Readers of {corpus.name} had no edition before the published one, which is {corpus.published_edition}.",
        remedy=f"It has {ranges(corpus.editions)}.",
    )


def list_editions(connection: Connection, corpus: Corpus) -> list[dict[str, Any]]:
    """Return every edition of the corpus, oldest first, with its state, run, times counts, verdict and overrides."""
    return read_rows(connection, "editions", corpus=corpus.id)


def seen(corpus: Corpus, edition: int | None = None) -> int:
    """Return the number of the edition to read: ``edition`` if given, otherwise the published edition.

    Raises:
        UsageError: nothing is published yet, or ``edition`` was never built, or it was pruned.
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


def built_by(connection: Connection, corpus: int, edition: int) -> UUID:
    """Return the id of the run that built an edition.

    Args:
        connection: to the database.
        corpus: id of the corpus.
        edition: number of an edition that is there.
    """
    statement = "SELECT run_id FROM edition WHERE corpus_id = %s AND number = %s"
    row = connection.execute(statement, (corpus, edition)).fetchone()
    assert row
    run: UUID = row[0]
    return run


def ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers as text for people: "1, 4 to 7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs) or "none"


def _unknown(corpus: Corpus, edition: int) -> UsageError:
    reason = ": it was pruned" if 1 <= edition < corpus.built_edition and edition not in corpus.editions else ""
    return UsageError(
        "unknown_edition",
        f"Corpus {corpus.name} has no edition {edition}{reason}.",
        remedy=f"It has {ranges(corpus.editions)}.",
    )


def _row(connection: Connection, name: str, corpus: Corpus, **values: Any) -> dict[str, Any]:
    (row,) = read_rows(connection, name, corpus=corpus.id, **values)
    return row
