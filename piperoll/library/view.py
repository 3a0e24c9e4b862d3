"""Open one view of the database for a corpus, in which one edition is read."""

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import date
from typing import Protocol, TypeVar, overload

import psycopg

from piperoll.arguments import takes_texts
from piperoll.days import parse_day
from piperoll.errors import PiperollError
from piperoll.settings import Settings
from piperoll.store import corpora
from piperoll.store.connection import Connection, reading
from piperoll.store.corpora import Corpus

LOG = logging.getLogger("piperoll")
Written = TypeVar("Written")
Day = date | str
"""A day, or a day in ISO form such as 2020-01-01."""


@overload
def as_day(given: Day) -> date: ...
@overload
def as_day(given: Day | None) -> date | None: ...
def as_day(given: Day | None) -> date | None:
    """Return a day that is given as one or in ISO form; None stays None."""
    return parse_day(given) if isinstance(given, str) else given


class Opened(Protocol):
    """An evidence base as the readers of its corpora use it."""

    @property
    def settings(self) -> Settings:
        """Return the settings that it was opened with."""
        ...

    def connect(self) -> AbstractContextManager[Connection]:
        """Return a connection in autocommit, for a ``with`` block."""
        ...

    def connect_anew(self) -> Connection:
        """Return a new connection in autocommit, which may write."""
        ...


class CorpusView:
    """A corpus view is what all readers of one corpus share. It connects for itself, and all statements of a method
    have one view of the database."""

    @takes_texts
    def __init__(self, base: Opened, name: str) -> None:
        self._base, self.name = base, name

    def __repr__(self) -> str:
        return f"<corpus {self.name}>"

    @contextmanager
    def connection(self) -> Iterator[tuple[Connection, Corpus]]:
        """Open one view of the database, with the row of the corpus as it is there.

        What is published or pruned meanwhile is not in the view, and what is deleted still is. It cannot be written to.

        Raises:
            UsageError: ``unknown_corpus``.
        """
        with self._base.connect() as connection, reading(connection):
            yield connection, corpora.get(connection, self.name)

    def _write(self, write: Callable[[Connection, Corpus], Written]) -> Written | None:
        """Write to the log of questions; what fails there keeps nobody from an answer, and is None."""
        try:
            with self._base.connect_anew() as connection:
                return write(connection, corpora.get(connection, self.name))
        except (psycopg.Error, PiperollError) as error:  # its message may have the question in it
            LOG.warning("What was asked of %s is not logged: %s.", self.name, type(error).__name__)
            return None
