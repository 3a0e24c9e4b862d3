"""Name and delete trial corpora, which exist to try other options and are deleted afterwards."""

from collections.abc import Mapping
from typing import Any

import orjson

from piperoll.hashing import digest
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus, locked
from piperoll.store.vectors import Vectors, tables

MARK = "-trial-"
"""Separates the two parts of a trial's name: the name of the corpus that it tries, and a hash of the options."""
LENGTH = 40
"""Number of characters that are kept of the first part."""


def name(corpus: str, options: Mapping[str, Any]) -> str:
    """Return the name of the trial corpus for ``corpus`` with other options.

    The same options give the same name, so a trial that died is continued.
    """
    options_hash = digest(orjson.dumps([corpus, dict(options)], option=orjson.OPT_SORT_KEYS))
    return f"{corpus[:LENGTH]}{MARK}{options_hash.hex()[:8]}"


def drop(connection: Connection, corpus: Corpus) -> None:
    """Delete a corpus with all its rows and vectors. Equal vectors of another corpus stay.

    Raises:
        CorpusBusy: a run works on it.
    """
    with locked(connection, corpus), connection.transaction():
        for backend, owner in tables(connection):
            if owner == corpus.name:
                Vectors(connection, corpus, backend).drop()
        connection.execute("DELETE FROM corpus WHERE id = %s", (corpus.id,))
