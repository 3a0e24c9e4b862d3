"""Keep the gate of a corpus with the corpus: its questions, what it said of editions, and why one was let past it.

Every way of publishing an edition asks :func:`pass_or_refuse`, in the transaction that publishes it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from psycopg import Connection
from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from piperoll.errors import GateNotPassed, UsageError
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query, read_rows


@dataclass(frozen=True, slots=True)
class StoredGate:
    """Hold a gate as it is stored."""

    gold: str
    """Name of the gold set that the questions came from."""
    gold_hash: bytes
    """Of the questions and their answers."""
    queries: Sequence[Mapping[str, Any]]
    metric: str
    margin: float


def get(connection: Connection, corpus: Corpus) -> StoredGate | None:
    """Return the gate of a corpus; None: it has none."""
    with connection.cursor(row_factory=class_row(StoredGate)) as cursor:
        return cursor.execute(query("get_gate"), {"corpus": corpus.id}).fetchone()


def put(connection: Connection, corpus: Corpus, gate: StoredGate) -> None:
    """Give a corpus its gate, in place of the one that it has.

    Args:
        connection: to the database.
        corpus: the corpus.
        gate: what is stored.
    """
    values = {name: getattr(gate, name) for name in ("gold", "gold_hash", "metric", "margin")}
    queries = Jsonb([dict(one) for one in gate.queries])
    connection.execute(query("put_gate"), values | {"corpus": corpus.id, "queries": queries})


def remove(connection: Connection, corpus: Corpus) -> bool:
    """Remove the gate of a corpus, and return whether it had one."""
    return connection.execute("DELETE FROM gate WHERE corpus_id = %s", (corpus.id,)).rowcount > 0


def keep_verdict(connection: Connection, corpus: Corpus, edition: int, verdict: Mapping[str, Any]) -> None:
    """Store what the gate said of an edition, in place of what it said before.

    Args:
        connection: to the database.
        corpus: the corpus of the edition.
        edition: its number.
        verdict: ``passed``, ``why`` (null: it passed), ``against`` (the edition that readers had), and the gate:
            ``gold_hash`` in hexadecimal, ``metric`` and ``margin``.
    """
    connection.execute(
        "UPDATE edition SET verdict = %s WHERE corpus_id = %s AND number = %s",
        (Jsonb(dict(verdict)), corpus.id, edition),
    )


def reason_of(text: str) -> str:
    """Return a reason to publish past the gate, in one line.

    Raises:
        UsageError: it says nothing.
    """
    reason = " ".join(text.replace("\0", " ").split())
    if not reason:
        raise UsageError(
            "override_reason",
            "--override-gate has no reason.",
            remedy="Say why readers are to see what the gate refused: it is kept with the edition.",
        )
    return reason


def pass_or_refuse(connection: Connection, corpus: Corpus, edition: int, reason: str | None) -> None:
    """Make sure that readers may see an edition, and write down the reason where only that lets them.

    Args:
        connection: in the transaction that publishes the edition.
        corpus: the corpus of the edition.
        edition: its number.
        reason: why it is published though the gate refused it; None: it is not, then.

    Raises:
        GateNotPassed: the gate refused it, or did not judge it, and there is no reason.
        UsageError: the reason says nothing.
    """
    reason = None if reason is None else reason_of(reason)
    if not (found := read_rows(connection, "held_back", corpus=corpus.id, edition=edition)):
        return
    refused = found[0]["why"] or f"The gate did not judge it against edition {found[0]['published']}, as it is now."
    if reason is None:
        raise GateNotPassed(
            "gate_not_passed",
            f"Edition {edition} of {corpus.name} is not published. {refused}",
            remedy=f"piperoll reindex {corpus.name} judges the newest edition again. To publish this one all the same:"
            f" piperoll rollback {corpus.name} --edition {edition} --override-gate REASON",
        )
    override(connection, corpus, edition, reason, refused)


def override(connection: Connection, corpus: Corpus, edition: int, reason: str, refused: str) -> None:
    """Write down why readers see an edition though the gate refused it.

    Args:
        connection: to the database.
        corpus: the corpus of the edition.
        edition: its number.
        reason: why.
        refused: what the gate said.
    """
    values = {"corpus": corpus.id, "edition": edition, "reason": reason, "refused": refused}
    connection.execute(query("put_override"), values)


def overrides(connection: Connection, corpus: Corpus) -> list[dict[str, Any]]:
    """Return why editions were published past the gate, oldest first: edition, reason, at, refused."""
    return read_rows(connection, "overrides", corpus=corpus.id)
