"""Open every connection: to the embedded server, or to the Postgres that ``PIPEROLL_DSN`` names."""

import os
import re
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import psycopg
from pgvector.psycopg import register_vector
from psycopg import errors
from psycopg.adapt import AdaptersMap
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Identifier

from piperoll.errors import PiperollError
from piperoll.settings import Settings
from piperoll.store import server
from piperoll.store.migrate import migrate
from piperoll.store.sql import query, sql_dir

DATABASE = "piperoll"
"""Name of the database in the embedded server; a DSN names its own."""

MIN_POSTGRES = 15
MIN_VECTOR = "0.8.4"
CONNECT_TIMEOUT = 10  # seconds, unless the DSN has its own

KEEP_SECONDS = 10
"""How long an unused connection is kept: a new one costs the server 3 ms and all that it had looked up in its catalogs.
It is less than what firewalls take for a dead connection."""

FORGET = """
CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; UNLISTEN *; SELECT pg_advisory_unlock_all();
DISCARD TEMP; DISCARD SEQUENCES
"""
"""Resets a session as DISCARD ALL does, but keeps prepared statements: psycopg does not notice a second DISCARD ALL and
would use statements that the server has forgotten."""

Connection = psycopg.Connection[TupleRow]


class Kept(NamedTuple):
    """Hold a connection that nobody uses, since when, and the process that opened it."""

    connection: Connection
    since: float
    process: int


class Database:
    """Open connections to one database, from any thread.

    Use it in a ``with`` block, or close it: the embedded server runs until its last user has left.
    """

    def __init__(
        self,
        conninfo: str,
        release: Callable[[], None],
        revive: Callable[[], None] = lambda: None,
        require_room: Callable[[], None] = lambda: None,
    ) -> None:
        self._conninfo = conninfo
        self._revive = revive
        self.require_room = require_room
        """Makes sure, where that can be seen, that the disk of the server has room to write."""
        self._release: Callable[[], None] | None = release
        self._adapters: AdaptersMap | None = None
        self._schemas = ["piperoll", "public"]
        self._kept: list[Kept] = []
        weakref.finalize(self, _close_all, self._kept)

    @contextmanager
    def connect(self, *, autocommit: bool = False) -> Iterator[Connection]:
        """Lend a connection to a ``with`` block, which commits at its end and rolls back on an error.

        Blocks that follow each other get the same one, without what the block before had set, locked or made.
        Vectors have the types of pgvector. Names without a schema are looked up in ``piperoll`` first.

        Raises:
            PiperollError: ``database_unreachable``.
        """
        connection = self._take() or self.connect_anew()
        connection.autocommit = autocommit
        try:
            yield connection
            if not connection.closed:
                connection.commit()
        except BaseException as error:
            connection.__exit__(type(error), error, error.__traceback__)  # rolls back, and closes
            raise
        self._keep(connection)

    def _take(self) -> Connection | None:
        """Return the connection that was used last and still lives, if there is one."""
        while self._kept:
            try:
                connection, since, process = self._kept.pop()
            except IndexError:  # another thread took the last
                break
            if process != os.getpid():  # this process was forked; the connection belongs to the other one
                continue
            with suppress(psycopg.Error):
                if time.monotonic() - since < KEEP_SECONDS:
                    self._set_schemas(connection)
                    return connection
            connection.close()
        return None

    def _keep(self, connection: Connection) -> None:
        """Keep a connection for the next block, without what is set, locked or made in its session."""
        try:
            connection.autocommit = True
            connection.execute(FORGET)
        except psycopg.Error:  # it was closed, or the server has ended it
            connection.close()
            return
        self._kept.append(Kept(connection, time.monotonic(), os.getpid()))
        if self._release is None:  # closed meanwhile
            _close_all(self._kept)

    def connect_anew(self) -> Connection:
        """Return a new connection in autocommit, which its user closes.

        Raises:
            PiperollError: ``database_unreachable``.
        """
        try:
            try:
                return self._connect()
            except psycopg.OperationalError:
                self._revive()
                return self._connect()
        except psycopg.OperationalError as error:
            remedy = "Check that the server runs and that PIPEROLL_DSN is right."
            raise PiperollError("database_unreachable", str(error).strip(), remedy=remedy) from None

    def _connect(self) -> Connection:
        connection = psycopg.connect(self._conninfo, autocommit=True, context=self._adapters)
        self._set_schemas(connection)
        return connection

    def _set_schemas(self, connection: Connection) -> None:
        connection.execute(SQL("SET search_path TO {}").format(SQL(", ").join(map(Identifier, self._schemas))))

    def close(self) -> None:
        """Leave the database. Connections that are still open may lose the server."""
        release, self._release = self._release, None
        _close_all(self._kept)
        if release:
            release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _prepare(self) -> None:
        """Check the versions of the server, bring the schema up to date, and learn the types of pgvector."""
        with self.connect(autocommit=True) as connection:
            _check_version(connection)
            # Administrators may keep extensions in a schema of their own.
            self._schemas = list(dict.fromkeys([*self._schemas, _vector_schema(connection)]))
        with self.connect(autocommit=True) as connection:
            try:
                migrate(connection, sql_dir() / "migrations")
            except errors.InsufficientPrivilege as error:
                user, name = connection.info.user, connection.info.dbname
                message = f"User {user} may not set up database {name}: {error.diag.message_primary}."
                remedy = f'Have its owner run: GRANT CREATE ON DATABASE "{name}" TO "{user}".'
                raise PiperollError("database_rights", message, remedy=remedy) from error
            register_vector(connection)
            self._adapters = connection.adapters


def _close_all(kept: list[Kept]) -> None:
    """Close connections that nobody uses; those that another process opened stay open there."""
    while kept:
        with suppress(IndexError):  # another thread took the last
            connection, _, process = kept.pop()
            if process == os.getpid():
                connection.close()


@contextmanager
def reading(connection: Connection) -> Iterator[None]:
    """Give all statements of a ``with`` block one view of the database, while others publish or delete.

    Inside a transaction that has begun, the block has the view of that transaction.
    """
    if connection.info.transaction_status is TransactionStatus.INTRANS:
        yield
        return
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def open_database(settings: Settings) -> Database:
    """Return the database of ``settings``, checked and with its schema up to date.

    Without a DSN it is the embedded server of ``settings.data_dir``, which is started if needed.

    Raises:
        PiperollError: ``dsn_invalid``, ``database_unreachable``, ``postgres_old``, ``vector_missing``, ``vector_old``
            or ``database_rights``; also the errors of :func:`~piperoll.store.server.attach` and
            :func:`~piperoll.store.migrate.migrate`.
    """
    database = reach(settings)
    try:
        database._prepare()
    except BaseException:
        database.close()
        raise
    return database


def reach(settings: Settings) -> Database:
    """Return the database of ``settings`` as it is, not checked and not brought up to date."""
    return _external(settings.dsn.get_secret_value()) if settings.dsn else _embedded(settings)


def _external(dsn: str) -> Database:
    """Return the database of a DSN; errors never show the DSN.

    Psycopg would quote a DSN that it cannot read, including the password.
    """
    try:
        parts = conninfo_to_dict(dsn)
    except psycopg.ProgrammingError:
        parts = {}
    # With an unescaped "@" or "/" in the password of a URI, the rest of the password is read as host, port or database.
    misread = "://" in dsn and (
        "@" in f"{parts.get('host')}{parts.get('dbname')}" or not re.fullmatch(r"[\d,]*", str(parts.get("port", "")))
    )
    if misread or not parts:
        remedy = "Write postgresql://user:password@host/database, with @ and / in the password as %40 and %2F."
        raise PiperollError("dsn_invalid", "PIPEROLL_DSN is no connection string.", remedy=remedy)
    timeout = parts.get("connect_timeout", CONNECT_TIMEOUT)
    return Database(make_conninfo(dsn, application_name="piperoll", connect_timeout=timeout), lambda: None)


def _embedded(settings: Settings) -> Database:
    """Return the database in the embedded server, and create it if it is missing."""
    data_dir = settings.data_dir.resolve()  # absolute, because the process may change its folder before it detaches
    dsn = server.attach(data_dir)
    conninfo = make_conninfo(dsn, dbname=DATABASE, application_name="piperoll")
    database = Database(
        conninfo, partial(server.detach, data_dir), partial(_revive, data_dir), partial(server.require_room, data_dir)
    )
    try:
        with psycopg.connect(dsn, autocommit=True) as connection:
            row = connection.execute("SELECT FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if row is None:
                connection.execute(SQL("CREATE DATABASE {}").format(Identifier(DATABASE)))
    except (errors.DuplicateDatabase, errors.UniqueViolation):  # another process was first
        pass
    except BaseException:
        database.close()
        raise
    return database


def _revive(data_dir: Path) -> None:
    """Start the embedded server again if it was killed."""
    with server.embedded(data_dir):
        pass


def _check_version(connection: Connection) -> None:
    major = connection.info.server_version // 10_000
    if major < MIN_POSTGRES:
        message = f"The server is PostgreSQL {major}; Piperoll needs {MIN_POSTGRES} or newer."
        raise PiperollError("postgres_old", message, remedy="Upgrade it, or point PIPEROLL_DSN at a newer one.")


def _vector_schema(connection: Connection) -> str:
    """Return the schema of pgvector, and install pgvector if it is missing."""
    with connection.transaction():  # so that a version that is too old is not left installed
        extension = _vector(connection)
        if extension is None:
            _install_vector(connection)
            extension = _vector(connection)
        version, schema = extension or ("0", "")
        if numbers(version) < numbers(MIN_VECTOR):
            message = f"The server has pgvector {version}; Piperoll needs {MIN_VECTOR} or newer."
            remedy = f"Upgrade pgvector, then run in database {connection.info.dbname}: ALTER EXTENSION vector UPDATE."
            raise PiperollError("vector_old", message, remedy=remedy)
        return schema


def _vector(connection: Connection) -> tuple[str, str] | None:
    """Return the version and the schema of pgvector, or None if it is not installed."""
    row = connection.execute(query("vector_extension")).fetchone()
    return (row[0], row[1]) if row else None


def _install_vector(connection: Connection) -> None:
    try:
        with connection.transaction():
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
    except errors.UniqueViolation:  # another process was first
        pass
    except errors.InsufficientPrivilege as error:
        user, name = connection.info.user, connection.info.dbname
        message = f"Database {name} has no pgvector, and user {user} may not install it."
        remedy = "Have an administrator run there: CREATE EXTENSION vector."
        raise PiperollError("vector_missing", message, remedy=remedy) from error
    except (errors.FeatureNotSupported, errors.UndefinedFile) as error:
        remedy = f"Install pgvector {MIN_VECTOR} or newer there."
        raise PiperollError("vector_missing", "The server does not offer pgvector.", remedy=remedy) from error


def numbers(version: str) -> list[int]:
    """Return a version as numbers that can be compared: [0, 8, 4] for "0.8.4"."""
    return [int(part) for part in re.findall(r"\d+", version)]
