"""The record of runs: for people, and to tell a run that died from one that works."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from psycopg import Connection
from psycopg.types.json import Jsonb

from piperoll.store.corpora import Corpus
from piperoll.store.sql import query

MEASURED = 50
"""Runs that an estimate looks back on."""


def start(connection: Connection, corpus: Corpus, run: UUID, process: str) -> None:
    """Write down that ``run`` works on the corpus, whose lock it holds; an older one still "running" is lost."""
    connection.execute(query("start_run"), {"corpus": corpus.id, "run": run, "process": process})


def measured(connection: Connection) -> list[tuple[str, dict[str, Any]]]:
    """Profile and result of the newest runs that came to their end, whatever the corpus."""
    statement = (
        "SELECT c.profile, r.result FROM run r JOIN corpus c ON c.id = r.corpus_id"
        " WHERE r.state = 'completed' ORDER BY r.finished_at DESC LIMIT %s"
    )
    return [(profile, result) for profile, result in connection.execute(statement, (MEASURED,))]


def finish(
    connection: Connection,
    run: UUID,
    state: str,
    *,
    edition: int | None = None,
    result: Mapping[str, Any] | None = None,
    error: str | None = None,
) -> None:
    """Write down how ``run`` ended."""
    values = {"run": run, "state": state, "edition": edition, "result": Jsonb(dict(result or {})), "error": error}
    connection.execute(query("finish_run"), values)
