"""Migrations: in order, once, all or nothing, and never from other files than before."""

import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from piperoll.errors import PiperollError
from piperoll.store import migrate as module
from piperoll.store.migrate import migrate, read_migrations
from piperoll.store.sql import sql_dir

FUNCTION = """
-- Two statements, a body with semicolons, and a % that is no placeholder.
CREATE FUNCTION share(a int, b int) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF b = 0 THEN RETURN 'n/a; 100 %'; END IF;
    RETURN (100 * a / b) || ' %';
END $$;
CREATE TABLE b (x int);
"""


@pytest.fixture
def dsn(server_dsn: str) -> Iterator[str]:
    """An empty database without any migration."""
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute("CREATE DATABASE bare")
        yield make_conninfo(server_dsn, dbname="bare", options="-c search_path=piperoll,public")
        connection.execute("DROP DATABASE bare WITH (FORCE)")


@pytest.fixture
def connection(dsn: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(dsn) as connection:
        yield connection


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "0001_a.sql").write_text("CREATE TABLE a (x int);")
    (tmp_path / "0002_function.sql").write_text(FUNCTION)
    return tmp_path


def versions(connection: psycopg.Connection) -> list[int]:
    return [row[0] for row in connection.execute("SELECT version FROM piperoll.migration ORDER BY applied_at, version")]


def test_applies_in_order_and_once(connection: psycopg.Connection, folder: Path) -> None:
    assert [str(one) for one in migrate(connection, folder)] == ["0001_a.sql", "0002_function.sql"]
    assert migrate(connection, folder) == []
    (folder / "0003_later.sql").write_text("ALTER TABLE a ADD y int;")
    assert [one.version for one in migrate(connection, folder)] == [3]
    connection.rollback()
    assert versions(connection) == [1, 2, 3]
    assert connection.execute("SELECT share(1, 2), share(1, 0)").fetchone() == ("50 %", "n/a; 100 %")
    assert connection.execute("SELECT to_regclass('piperoll.a') IS NOT NULL").fetchone() == (True,)


def test_failure_leaves_nothing_of_it_and_all_before(connection: psycopg.Connection, folder: Path) -> None:
    (folder / "0003_bad.sql").write_text("CREATE TABLE c (x int); SELECT 1 / 0;")
    with pytest.raises(PiperollError, match=r"0003_bad\.sql: division by zero") as caught:
        migrate(connection, folder)
    assert caught.value.code == "migration_failed"
    assert versions(connection) == [1, 2]
    assert connection.execute("SELECT to_regclass('piperoll.c')").fetchone() == (None,)
    connection.rollback()
    (folder / "0003_bad.sql").write_text("CREATE TABLE c (x int);")
    assert [one.version for one in migrate(connection, folder)] == [3]


def test_migration_may_not_commit(connection: psycopg.Connection, folder: Path) -> None:
    (folder / "0003_commits.sql").write_text("CREATE TABLE c (x int); COMMIT;")
    with pytest.raises(PiperollError, match="ends the transaction"):
        migrate(connection, folder)
    assert versions(connection) == [1, 2]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda folder: (folder / "0001_a.sql").write_text("CREATE TABLE a (x bigint);"), "migration_edited"),
        (lambda folder: (folder / "0001_a.sql").unlink(), "migration_missing"),
        (lambda folder: (folder / "0003_c.sql").unlink(), "migration_newer"),
        (lambda folder: (folder / "0000_early.sql").write_text("SELECT 1;"), "migration_order"),
        (lambda folder: (folder / "0001_twice.sql").write_text("SELECT 1;"), "migration_name"),
        (lambda folder: (folder / "four.sql").write_text("SELECT 1;"), "migration_name"),
    ],
)
def test_other_files_than_before(connection: psycopg.Connection, folder: Path, change: object, code: str) -> None:
    (folder / "0003_c.sql").write_text("CREATE TABLE c (x int);")
    migrate(connection, folder)
    change(folder)  # type: ignore[operator]
    with pytest.raises(PiperollError) as caught:
        migrate(connection, folder)
    assert caught.value.code == code
    assert versions(connection) == [1, 2, 3]


def test_line_ends_of_a_checkout_do_not_matter(connection: psycopg.Connection, folder: Path) -> None:
    migrate(connection, folder)
    file = folder / "0002_function.sql"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert migrate(connection, folder) == []


def test_race(dsn: str, folder: Path) -> None:
    (folder / "0003_slow.sql").write_text("SELECT pg_sleep(0.1);")
    done: list[int] = []

    def run() -> None:
        with psycopg.connect(dsn) as connection:
            done.extend(one.version for one in migrate(connection, folder))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [1, 2, 3]


def test_blocked(dsn: str, connection: psycopg.Connection, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOCK_TIMEOUT", "10ms")
    migrate(connection, folder)
    (folder / "0003_alter.sql").write_text("ALTER TABLE a ADD y int;")
    holds = ["SELECT FROM a", f"SELECT pg_advisory_xact_lock({module.LOCK})"]  # a reader, another migration
    for statement in holds:
        with psycopg.connect(dsn) as other:
            other.execute(statement)
            with pytest.raises(PiperollError) as caught:
                migrate(connection, folder)
            assert caught.value.code == "migration_blocked"
    assert [one.version for one in migrate(connection, folder)] == [3]


def test_a_killed_migration_leaves_no_lock(dsn: str, connection: psycopg.Connection, folder: Path) -> None:
    (folder / "0003_hangs.sql").write_text("CREATE TABLE c (x int); SELECT pg_sleep(60);")
    failed = []

    def run() -> None:
        with psycopg.connect(dsn, autocommit=True) as hanging:
            try:
                migrate(hanging, folder)
            except PiperollError as error:
                failed.append(error.code)

    thread = threading.Thread(target=run)
    thread.start()
    connection.autocommit = True
    kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%%pg_sleep(60)%%' AND pid <> %s"
    while not connection.execute(kill, [connection.info.backend_pid]).fetchone():
        pass
    thread.join()
    assert failed == ["migration_failed"]
    (folder / "0003_hangs.sql").write_text("CREATE TABLE c (x int);")
    assert [one.version for one in migrate(connection, folder)] == [3]


def test_own_migrations_are_well_named() -> None:
    versions = [migration.version for migration in read_migrations(sql_dir() / "migrations")]
    assert versions == list(range(1, len(versions) + 1))


def test_a_corpus_from_before_words_were_indexed_keeps_its_language(
    connection: psycopg.Connection, tmp_path: Path
) -> None:
    files = sorted((sql_dir() / "migrations").glob("*.sql"))
    for file in files[:5]:
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    migrate(connection, tmp_path)
    connection.execute(
        "INSERT INTO piperoll.corpus (name, profile, backend, language, source) VALUES ('a', 'p', 'b', 'swedish', '/s')"
    )
    connection.commit()
    assert next(one.version for one in migrate(connection, sql_dir() / "migrations")) == 6
    assert connection.execute("SELECT language, pg_typeof(language)::text FROM piperoll.corpus").fetchone() == (
        "swedish", "text",
    )  # fmt: skip
