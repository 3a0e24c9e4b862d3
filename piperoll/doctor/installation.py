"""Open what the checks look at: the settings and the database, each once and only for reading."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, LiteralString

from psycopg import sql

from piperoll import settings as configured
from piperoll.errors import PiperollError, UsageError
from piperoll.settings import CorpusSettings, Settings
from piperoll.store.connection import Connection, Database, reach
from piperoll.store.sql import read_rows

STATEMENT_SECONDS = 8
"""A statement that takes longer is cancelled; less than the limit of a check, so that the check says why."""


class NotChecked(Exception):
    """A check cannot look at its subject; another check says why."""


class NotYet(NotChecked):
    """The subject of a check does not exist before the first reindex, and need not."""


class Installation:
    """Hold settings and database for the checks; each is opened when a check first needs it."""

    def __init__(self, corpus: str | None) -> None:
        self.corpus = corpus
        self._lock = threading.Lock()
        self._database: Database | None = None

    @property
    def settings(self) -> Settings:
        """Return the settings of this process.

        Raises:
            NotChecked: the configuration cannot be read.
        """
        try:
            return configured.load()
        except UsageError:
            raise NotChecked("the configuration cannot be read") from None

    def database(self) -> Database:
        """Return the database as it is. Raises what :func:`~piperoll.store.connection.reach` raises."""
        with self._lock:
            if self._database is None:
                self._database = reach(self.settings)
            return self._database

    def configured(self) -> dict[str, CorpusSettings]:
        """Return the corpora of the configuration that are checked."""
        return {name: corpus for name, corpus in self.settings.corpus.items() if self.concerns(name)}

    def concerns(self, corpus: str) -> bool:
        """Return whether this corpus is checked: the named one, or each where none is named."""
        return self.corpus in (None, corpus)

    @property
    def embedded(self) -> bool:
        """Return whether the embedded server is used."""
        return self.settings.dsn is None

    @property
    def unborn(self) -> bool:
        """Return whether the embedded server is used and was never started."""
        return self.embedded and not (self.settings.data_dir / "postgres" / "cluster").exists()

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """Open a connection that only reads.

        Raises:
            NotYet: there is no database yet.
            NotChecked: the database cannot be reached.
        """
        if self.unborn:
            raise NotYet("there is no database yet: the first reindex makes it")
        try:
            connection = self.database().connect_anew()
        except PiperollError as error:
            raise NotChecked("the database cannot be reached") from error
        with connection:
            connection.execute("SET default_transaction_read_only = on")
            connection.execute(sql.SQL("SET statement_timeout = {}").format(sql.Literal(f"{STATEMENT_SECONDS}s")))
            yield connection

    @contextmanager
    def tables(self) -> Iterator[Connection]:
        """Open a connection that only reads, to a database that has Piperoll's tables.

        Raises:
            NotYet: there is no database yet, or it has no tables.
            NotChecked: the database cannot be reached.
        """
        with self.connection() as connection:
            if not row(connection, "doctor_rights")["made"]:
                raise NotYet("the database has no tables yet: the first reindex makes them")
            yield connection

    def close(self) -> None:
        """Close the database if a check opened it."""
        if self._database:
            self._database.close()


def row(connection: Connection, name: str) -> dict[str, Any]:
    """Return the first row of the SQL file ``name``, by column."""
    return read_rows(connection, name)[0]


def scalar(connection: Connection, statement: LiteralString) -> Any:
    """Return the first value that a statement selects; None without a row."""
    selected = connection.execute(statement).fetchone()
    return selected[0] if selected else None
