"""Store the questions that are asked of a corpus, where it logs them, and the documents that were read after each."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query, read_rows


def log(connection: Connection, corpus: Corpus, asked: Mapping[str, Any], days: int) -> UUID:
    """Store a question, and delete those that are older than ``days``.

    Args:
        connection: that may write.
        corpus: that was asked.
        asked: the columns of the table ``question`` from command to hits.
        days: for which questions are kept.

    Returns:
        The id of the question.
    """
    values = {name: Jsonb(value) if isinstance(value, dict | list) else value for name, value in asked.items()}
    expire(connection, corpus, days)
    row = connection.execute(query("log_question"), {"corpus": corpus.id} | values).fetchone()
    assert row
    return UUID(str(row[0]))


def expire(connection: Connection, corpus: Corpus, days: int) -> None:
    """Delete the questions to a corpus that are old.

    Args:
        connection: that may write.
        corpus: that was asked.
        days: for which questions are kept.
    """
    connection.execute(query("expire_questions"), {"corpus": corpus.id, "days": days})


def opened(connection: Connection, corpus: Corpus, asked: UUID, document: str) -> None:
    """Note that a document was read after a question; a question that is gone stays so.

    Args:
        connection: that may write.
        corpus: that was asked.
        asked: the id of the question.
        document: its key.
    """
    connection.execute(query("log_opened"), {"corpus": corpus.id, "asked": asked, "document": document})


def every(connection: Connection, corpus: Corpus) -> list[dict[str, Any]]:
    """Return the questions to a corpus, oldest first: ``asked`` is the id, ``opened`` the keys of what was read."""
    return read_rows(connection, "questions", corpus=corpus.id)


def forget(connection: Connection, corpus: Corpus) -> int:
    """Delete every question to a corpus, and return how many there were."""
    return connection.execute("DELETE FROM question WHERE corpus_id = %s", (corpus.id,)).rowcount
