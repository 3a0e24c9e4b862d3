"""The one place where connections come from: the embedded server, or the Postgres that ``PIPEROLL_DSN`` names."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

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
from piperoll.store.sql import sql_dir

DATABASE = "piperoll"
"""The embedded server's; a DSN names its own."""

MIN_POSTGRES = 15
MIN_VECTOR = "0.8.4"
CONNECT_TIMEOUT = 10  # seconds, unless the DSN has its own

Connection = psycopg.Connection[TupleRow]


class Database:
    """A database with the current schema, which hands out connections from any thread.

    To be used in a ``with`` block, or closed: the embedded server runs until its last user has gone.
    """

    def __init__(self, conninfo: str, release: Callable[[], None], revive: Callable[[], None] = lambda: None) -> None:
        self._conninfo = conninfo
        self._revive = revive
        self._release: Callable[[], None] | None = release
        self._adapters: AdaptersMap | None = None
        self._schemas = ["piperoll", "public"]

    def connect(self, *, autocommit: bool = False) -> Connection:
        """A new connection, for a ``with`` block: that commits at its end, rolls back on an error, and closes.

        Vectors come and go as pgvector's types. Unqualified names are looked up in ``piperoll`` first.

        Raises:
            PiperollError: ``database_unreachable``.
        """
        try:
            try:
                connection = self._connect()
            except psycopg.OperationalError:
                self._revive()
                connection = self._connect()
        except psycopg.OperationalError as error:
            remedy = "Check that the server runs and that PIPEROLL_DSN is right."
            raise PiperollError("database_unreachable", str(error).strip(), remedy=remedy) from None
        connection.autocommit = autocommit
        return connection

    def _connect(self) -> Connection:
        connection = psycopg.connect(self._conninfo, autocommit=True, context=self._adapters)
        connection.execute(SQL("SET search_path TO {}").format(SQL(", ").join(map(Identifier, self._schemas))))
        return connection

    def close(self) -> None:
        """Leave the database. Connections that are still open may lose their server."""
        if self._release:
            self._release()
            self._release = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _prepare(self) -> None:
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


@contextmanager
def reading(connection: Connection) -> Iterator[None]:
    """One view of the database for all statements of a ``with`` block, whatever others publish or delete meanwhile.

    Within a transaction that has begun, the view is that one's.
    """
    if connection.info.transaction_status is TransactionStatus.INTRANS:
        yield
        return
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def open_database(settings: Settings) -> Database:
    """Reach the database of ``settings``, check it, and bring its schema up to date.

    Without a DSN that is the embedded server of ``settings.data_dir``, started if need be.

    Raises:
        PiperollError: ``dsn_invalid``, ``database_unreachable``, ``postgres_old``, ``vector_missing``, ``vector_old``
            or ``database_rights``, and what :func:`~piperoll.store.server.attach` and
            :func:`~piperoll.store.migrate.migrate` raise.
    """
    database = reach(settings)
    try:
        database._prepare()
    except BaseException:
        database.close()
        raise
    return database


def reach(settings: Settings) -> Database:
    """The database of ``settings`` as it is: neither checked nor brought up to date."""
    return _external(settings.dsn.get_secret_value()) if settings.dsn else _embedded(settings)


def _external(dsn: str) -> Database:
    """Psycopg would quote a DSN that it cannot read, password and all; so nothing of it is shown here."""
    try:
        parts = conninfo_to_dict(dsn)
    except psycopg.ProgrammingError:
        parts = {}
    # What a "@" or "/" left as it is in a URI's password leads to: the rest of the password taken for something else.
    misread = "://" in dsn and (
        "@" in f"{parts.get('host')}{parts.get('dbname')}" or not re.fullmatch(r"[\d,]*", str(parts.get("port", "")))
    )
    if misread or not parts:
        remedy = "Write postgresql://user:password@host/database, with @ and / in the password as %40 and %2F."
        raise PiperollError("dsn_invalid", "PIPEROLL_DSN is no connection string.", remedy=remedy)
    timeout = parts.get("connect_timeout", CONNECT_TIMEOUT)
    return Database(make_conninfo(dsn, application_name="piperoll", connect_timeout=timeout), lambda: None)


def _embedded(settings: Settings) -> Database:
    data_dir = settings.data_dir.resolve()  # for detaching, wherever the process is by then
    dsn = server.attach(data_dir)
    conninfo = make_conninfo(dsn, dbname=DATABASE, application_name="piperoll")
    database = Database(conninfo, partial(server.detach, data_dir), partial(_revive, data_dir))
    try:
        with psycopg.connect(dsn, autocommit=True) as connection:
            found = connection.execute("SELECT FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if found is None:
                connection.execute(SQL("CREATE DATABASE {}").format(Identifier(DATABASE)))
    except (errors.DuplicateDatabase, errors.UniqueViolation):  # another process was first
        pass
    except BaseException:
        database.close()
        raise
    return database


def _revive(data_dir: Path) -> None:
    """An embedded server that was killed is started again by whoever needs it first."""
    with server.embedded(data_dir):
        pass


def _check_version(connection: Connection) -> None:
    major = connection.info.server_version // 10_000
    if major < MIN_POSTGRES:
        message = f"The server is PostgreSQL {major}; Piperoll needs {MIN_POSTGRES} or newer."
        raise PiperollError("postgres_old", message, remedy="Upgrade it, or point PIPEROLL_DSN at a newer one.")


def _vector_schema(connection: Connection) -> str:
    """The schema that pgvector is in. It is installed if it is not there yet and may be."""
    with connection.transaction():  # so that one too old does not stay
        found = _vector(connection)
        if found is None:
            _install_vector(connection)
            found = _vector(connection)
        version, schema = found or ("0", "")
        if numbers(version) < numbers(MIN_VECTOR):
            message = f"The server has pgvector {version}; Piperoll needs {MIN_VECTOR} or newer."
            remedy = f"Upgrade pgvector, then run in database {connection.info.dbname}: ALTER EXTENSION vector UPDATE."
            raise PiperollError("vector_old", message, remedy=remedy)
        return schema


def _vector(connection: Connection) -> tuple[str, str] | None:
    found = connection.execute(
        "SELECT extversion, nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace"
        " WHERE extname = 'vector'"
    ).fetchone()
    return (found[0], found[1]) if found else None


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
    """A version as numbers that compare."""
    return [int(part) for part in re.findall(r"\d+", version)]
