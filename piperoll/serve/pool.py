"""Use connections again, so that a request does not wait for a new one."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import sql
from psycopg.pq import TransactionStatus

from piperoll.library import EvidenceBase
from piperoll.settings import Settings
from piperoll.store.connection import Connection, Database


class PooledBase(EvidenceBase):
    """An evidence base that keeps connections, which cannot write and give up a statement that takes too long.

    There are as many as threads that used it at once: who limits these limits the connections.
    """

    def __init__(self, database: Database, settings: Settings, timeout: float) -> None:
        super().__init__(database, settings)
        self._timeout = timeout
        self._idle: list[Connection] = []

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Lend a connection in autocommit to a ``with`` block."""
        connection = self._take()
        try:
            yield connection
        finally:
            if connection.info.transaction_status is TransactionStatus.IDLE:
                self._idle.append(connection)
            else:
                connection.close()

    def _take(self) -> Connection:
        """Return the connection that was used last and still lives, else a new one."""
        while self._idle:
            try:
                connection = self._idle.pop()
            except IndexError:  # another thread took the last
                break
            if _lives(connection):
                return connection
            connection.close()
        connection = self.connect_anew()
        milliseconds = sql.Literal(round(self._timeout * 1_000))
        connection.execute(sql.SQL("SET statement_timeout = {}").format(milliseconds))
        connection.execute("SET default_transaction_read_only = on")
        return connection

    def close(self) -> None:
        """Close the connections that nobody uses, and leave the database."""
        while self._idle:
            self._idle.pop().close()
        super().close()


def _lives(connection: Connection) -> bool:
    """Return whether the server still knows a connection; it may have been started anew meanwhile."""
    try:
        connection.execute("")
    except psycopg.Error:
        return False
    return True
