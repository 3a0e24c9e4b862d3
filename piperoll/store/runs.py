"""Record runs: people read the record, and it shows which runs died and which still work."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from psycopg import Connection
from psycopg.types.json import Jsonb

from piperoll.errors import PiperollError
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query

NEWEST = 50
"""Number of runs that an estimate of time and cost is based on."""


def start(connection: Connection, corpus: Corpus, run: UUID, process: str) -> None:
    """Record that ``run`` works on the corpus, and mark an older run that is still "running" as lost.

    Args:
        connection: an open connection.
        corpus: the corpus; the run holds its lock.
        run: id of the run.
        process: host and process id of the run, for people.
    """
    connection.execute(query("start_run"), {"corpus": corpus.id, "run": run, "process": process})


def newest_results(connection: Connection) -> list[tuple[str, dict[str, Any]]]:
    """Return the profile and the result of the newest completed runs of all corpora."""
    return [(profile, result) for profile, result in connection.execute(query("newest_results"), {"limit": NEWEST})]


def finish(
    connection: Connection,
    run: UUID,
    state: str,
    *,
    edition: int | None = None,
    result: Mapping[str, Any] | None = None,
    error: str | None = None,
) -> bool:
    """Record how ``run`` ended, unless another run has taken over and recorded it as lost; return whether it could be.

    Args:
        connection: an open connection.
        run: id of the run.
        state: its last state, such as "completed" or "failed".
        edition: number of the edition that it built, if it got that far.
        result: its counts and times.
        error: the message of the error that ended it.
    """
    values = {"run": run, "state": state, "edition": edition, "result": Jsonb(dict(result or {})), "error": error}
    return connection.execute(query("finish_run"), values).rowcount == 1


def check(connection: Connection, corpus: Corpus, run: UUID) -> None:
    """Make sure that no other run has taken over.

    Args:
        connection: an open connection.
        corpus: the corpus of the run.
        run: its id.

    Raises:
        PiperollError: the run lost its lock with its connection, and another run was there since.
    """
    if connection.execute("SELECT FROM run WHERE id = %s AND state = 'running'", (run,)).fetchone() is None:
        raise superseded(corpus)


def superseded(corpus: Corpus) -> PiperollError:
    """Return the error of a run that must write nothing more, because another one has taken over."""
    return PiperollError(
        "run_superseded",
        f"Another run has taken {corpus.name} over: this one lost its lock with a lost connection.",
        remedy="Nothing: what this run had finished is kept, and the other run goes on with it.",
    )
