"""Log the questions that are asked of a corpus, as material for gold sets."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from piperoll.search.entities import understood
from piperoll.search.universe import universe_of
from piperoll.store import questions
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus


def log(connection: Connection, corpus: Corpus, asked: Mapping[str, Any], days: int) -> UUID:
    """Store a question with what it names, and return its id.

    Args:
        connection: in autocommit, which may write.
        corpus: that was asked.
        asked: command, question, filters, edition and hits.
        days: for which questions are kept.
    """
    entities = understood(asked["question"], universe_of(connection, corpus, asked["edition"]))
    named = {str(kind): entities.of(kind) for kind in entities.kinds}
    return questions.log(connection, corpus, {**asked, "entities": named}, days)
