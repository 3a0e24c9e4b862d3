"""Corpora that are made for a trial and dropped after it."""

from collections.abc import Mapping
from typing import Any

import orjson

from piperoll.hashing import digest
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus, locked
from piperoll.store.vectors import Vectors, tables

MARK = "-trial-"
"""In the names of such corpora, which are those of the corpora that they stand for up to here."""
LENGTH = 40
"""Characters of that name which are kept."""


def name(corpus: str, options: Mapping[str, Any]) -> str:
    """The name of the corpus in which ``corpus`` is tried with other options: the same for the same trial, so that one
    that died is continued."""
    made = digest(orjson.dumps([corpus, dict(options)], option=orjson.OPT_SORT_KEYS))
    return f"{corpus[:LENGTH]}{MARK}{made.hex()[:8]}"


def drop(connection: Connection, corpus: Corpus) -> None:
    """Delete a corpus with everything that is its own. Vectors that another corpus has stay there.

    Raises:
        CorpusBusy: a run works on it.
    """
    with locked(connection, corpus), connection.transaction():
        for backend, owner in tables(connection):
            if owner == corpus.name:
                Vectors(connection, corpus, backend).drop()
        connection.execute("DELETE FROM corpus WHERE id = %s", (corpus.id,))
