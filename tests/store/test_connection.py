"""Opening a database: what it gives, and what it says when it cannot."""

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import psycopg
import pytest
from pgvector import HalfVector
from psycopg.conninfo import make_conninfo
from pydantic import SecretStr

from piperoll.errors import PiperollError
from piperoll.settings import Settings
from piperoll.store import connection as module
from piperoll.store.connection import Database, open_database
from piperoll.store.migrate import read_migrations
from piperoll.store.sql import sql_dir

names = itertools.count()


@pytest.fixture
def bare(server_dsn: str) -> Iterator[str]:
    """A database that nothing was done to yet."""
    name = f"bare_{next(names)}"
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield make_conninfo(server_dsn, dbname=name)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def guest(server_dsn: str) -> Iterator[str]:
    """A role without any rights. To be asked for before ``bare``, which must go first."""
    name = f"guest_{next(names)}"
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {name} LOGIN")
        yield name
        connection.execute(f"DROP ROLE {name}")


def run(dsn: str, *statements: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def refused(dsn: str) -> PiperollError:
    with pytest.raises(PiperollError) as caught:
        open_database(Settings(dsn=SecretStr(dsn)))
    return caught.value


def check(database: Database) -> None:
    """The schema is there, and every connection has pgvector's types."""
    for _ in range(2):
        with database.connect() as connection:
            applied = connection.execute("SELECT version FROM migration ORDER BY version").fetchall()
            assert applied == [(one.version,) for one in read_migrations(sql_dir() / "migrations")]
            assert connection.execute("SHOW application_name").fetchone() == ("piperoll",)
            found = connection.execute("SELECT %s", [HalfVector(np.array([1, 2.5]))]).fetchone()
            assert found and isinstance(found[0], HalfVector) and found[0].to_list() == [1, 2.5]


def test_embedded(server_dsn: str, server_dir: Path) -> None:
    for _ in range(2):
        with open_database(Settings(data_dir=server_dir)) as database:
            check(database)
            with database.connect() as connection:
                assert connection.info.dbname == "piperoll"
        database.close()  # a second time does nothing
    run(server_dsn, "SELECT 1", "DROP DATABASE piperoll WITH (FORCE)")


def test_embedded_race(server_dsn: str, server_dir: Path) -> None:
    code = "from piperoll.store.connection import *; open_database(Settings()).connect_anew().close()"
    environment = os.environ | {"PIPEROLL_DATA_DIR": str(server_dir), "PYTHONPATH": os.pathsep.join(sys.path)}
    start = [sys.executable, "-W", "error", "-c", code]
    racers = [subprocess.Popen(start, env=environment, stdout=-1, stderr=-1) for _ in range(3)]
    assert [racer.communicate(timeout=60) for racer in racers] == [(b"", b"")] * 3
    run(server_dsn, "DROP DATABASE piperoll WITH (FORCE)")


def test_dsn(bare: str) -> None:
    for _ in range(2):
        with open_database(Settings(dsn=SecretStr(bare))) as database:
            check(database)


def test_connection_commits_or_rolls_back(database: Database) -> None:
    with database.connect() as connection:
        connection.execute("CREATE TABLE kept AS SELECT 1 AS x")
    with pytest.raises(ZeroDivisionError), database.connect() as connection:
        connection.execute("DELETE FROM kept")
        1 / 0  # noqa: B018
    with database.connect(autocommit=True) as connection:
        assert connection.execute("SELECT x FROM piperoll.kept").fetchone() == (1,)
        connection.execute("VACUUM kept")


def process(database: Database) -> int:
    """The process of the server behind a connection."""
    with database.connect() as connection:
        return connection.info.backend_pid


def test_a_connection_is_used_again_without_what_was_set_locked_or_made(database: Database) -> None:
    with database.connect(autocommit=True) as connection:
        before = connection.info.backend_pid
        connection.execute("SET statement_timeout = 7")
        connection.execute("SET ROLE pg_monitor")
        connection.execute("CREATE TEMP TABLE mine (x int)")
        connection.execute("SELECT pg_advisory_lock(7, 7)")
    with database.connect() as connection:
        assert connection.info.backend_pid == before
        row = connection.execute(
            "SELECT current_setting('statement_timeout'), current_user = session_user, to_regclass('mine'),"
            " (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())"
        ).fetchone()
        assert row == ("0", True, None, 0)


def test_one_that_failed_was_ended_or_rested_long_is_not_used_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ZeroDivisionError), database.connect() as connection:
        failed = connection.info.backend_pid
        1 / 0  # noqa: B018
    ended = process(database)
    assert ended != failed
    with database.connect_anew() as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", (ended,))
    rested = process(database)
    assert rested != ended
    monkeypatch.setattr("piperoll.store.connection.KEEP_SECONDS", 0)
    assert process(database) != rested


def test_a_forked_process_leaves_the_connections_of_the_other_alone(database: Database) -> None:
    before = process(database)
    if not (child := os.fork()):
        code = 1
        with suppress(BaseException):
            code = int(process(database) == before)
            database._kept.clear()
        os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert process(database) == before


def test_what_is_given_back_after_the_end_is_closed(database: Database) -> None:
    with database.connect() as connection:
        database.close()
    assert connection.closed


def test_each_test_has_an_empty_database(database: Database) -> None:
    with database.connect() as connection:
        assert connection.execute("SELECT to_regclass('kept')").fetchone() == (None,)


def test_pgvector_in_a_schema_of_its_own(bare: str) -> None:
    run(bare, 'CREATE SCHEMA "my extensions"', 'CREATE EXTENSION vector SCHEMA "my extensions"')
    with open_database(Settings(dsn=SecretStr(bare))) as database:
        check(database)


@pytest.mark.parametrize(
    "dsn",
    [
        "secret",
        "postgres//me:secret@host/piperoll",
        "postgresql://me:p@secret@host/piperoll",
        "postgresql://me:p/secret@host/piperoll",
        "postgresql://me:secret%@host/piperoll",
        "host=localhost passwort=secret",
    ],
)
def test_dsn_that_cannot_be_read_is_not_shown(dsn: str) -> None:
    error = refused(dsn)
    assert error.code == "dsn_invalid"
    assert "secret" not in f"{error} {error.remedy} {error.__cause__} {error.__context__}"


def test_unreachable() -> None:
    error = refused("postgresql://me:secret@127.0.0.1:1/piperoll")
    assert error.code == "database_unreachable"
    assert "127.0.0.1" in error.message
    assert "secret" not in f"{error} {error.remedy} {error.__cause__}"


def test_postgres_too_old(bare: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MIN_POSTGRES", 99)
    assert refused(bare).code == "postgres_old"


def test_pgvector_too_old(bare: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MIN_VECTOR", "0.100.0")
    error = refused(bare)
    assert error.code == "vector_old"
    with psycopg.connect(bare) as connection:
        assert connection.execute("SELECT FROM pg_extension WHERE extname = 'vector'").fetchone() is None


def test_pgvector_not_on_the_server(bare: str) -> None:
    error = refused(make_conninfo(bare, options="-c extension_control_path=/nowhere"))
    assert (error.code, error.message) == ("vector_missing", "The server does not offer pgvector.")


def test_rights(guest: str, bare: str) -> None:
    as_guest = make_conninfo(bare, user=guest)
    error = refused(as_guest)
    assert error.code == "vector_missing"
    assert "CREATE EXTENSION vector" in error.remedy

    run(bare, "CREATE EXTENSION vector")
    error = refused(as_guest)
    assert error.code == "database_rights"
    run(bare, error.remedy.removeprefix("Have its owner run: ").rstrip("."))
    with open_database(Settings(dsn=SecretStr(as_guest))) as database:
        check(database)


def test_reader_may_open_what_is_up_to_date(guest: str, bare: str) -> None:
    open_database(Settings(dsn=SecretStr(bare))).close()
    error = refused(make_conninfo(bare, user=guest))
    assert error.code == "database_rights"
    run(bare, f"GRANT USAGE ON SCHEMA piperoll TO {guest}", f"GRANT SELECT ON ALL TABLES IN SCHEMA piperoll TO {guest}")
    with open_database(Settings(dsn=SecretStr(make_conninfo(bare, user=guest)))) as database:
        check(database)
