"""Migrations: in order, once, all or nothing, and never from other files than before."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.types.json import Jsonb

from piperoll.errors import PiperollError
from piperoll.store import migrate as module
from piperoll.store.migrate import migrate, read_migrations
from piperoll.store.sql import fragment, sql_dir

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
    monkeypatch.setattr(module, "LOCK_SECONDS", 0)
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


def test_a_reader_is_never_ended_for_a_migration(dsn: str, connection: psycopg.Connection, folder: Path) -> None:
    """It takes tables in another order than the migration: each would wait for the other."""
    migrate(connection, folder)
    (folder / "0003_alter.sql").write_text("ALTER TABLE a ADD y int; SELECT pg_sleep(0.2); ALTER TABLE b ADD y int;")
    done: list[int] = []

    def run() -> None:
        with psycopg.connect(dsn) as migrating:
            done.extend(one.version for one in migrate(migrating, folder))

    waits = (
        "SELECT 1 FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = 'bare')"
    )
    with psycopg.connect(dsn) as reader, psycopg.connect(dsn, autocommit=True) as watch:
        reader.execute("SELECT FROM b")
        thread = threading.Thread(target=run)
        thread.start()
        while not watch.execute(waits).fetchone():
            pass
        assert reader.execute("SELECT count(*) FROM a").fetchone() == (0,)
    thread.join()
    assert done == [3]


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


OLD_ROWS = """
INSERT INTO piperoll.corpus (name, profile, backend, language, source) VALUES ('a', 'p', 'b', 'english', '/s');
INSERT INTO piperoll.document (corpus_id, key) VALUES (1, 'A'), (1, 'B');
INSERT INTO piperoll.version (corpus_id, document_id, source, ordinal, content_hash, title, kind, status, text,
                              set_aside, metadata, from_edition)
SELECT 1, 1, 'a.txt', ordinal, '', 'A', kind, 'not_chunked', '', '[]', metadata::jsonb, 1
FROM (VALUES (0, 'SFS_AMENDMENT', '{"baseLawSfs": "SFS 2000:1"}'), (1, 'SFS_AMENDMENT', '{"day": "2020-01-01"}'),
             (2, 'SFS_LAW', '{"baseLawSfs": "SFS 2000:1"}')) AS old (ordinal, kind, metadata);
"""
OLD_CHUNK = """
INSERT INTO piperoll.chunk (corpus_id, version_id, ordinal, path, role, header, content, char_start, char_end, tokens,
                            metadata, text_hash)
VALUES (1, 1, %(n)s, 'p' || %(n)s, 'R', 'h', 'c', 0, 1, 1, %(metadata)s, '')"""
OLD_METADATA: list[tuple[dict[str, Any], tuple[list[int], list[str], list[str], int], dict[str, Any]]] = [
    ({"heading": "Facts", "paragraph_numbers": [3, 4], "overlap": 17}, ([3, 4], [], [], 17), {"heading": "Facts"}),
    ({"clause": "2", "clauses": ["2", "2.a", "é"]}, ([], ["2", "2.a", "é"], [], 0), {"clause": "2"}),
    ({"section": "4", "subsections": ["1", "2A"]}, ([], [], ["1", "2A"], 0), {"section": "4"}),
    ({"heading": "No numbers"}, ([], [], [], 0), {"heading": "No numbers"}),
    ({}, ([], [], [], 0), {}),
    # what another profile may have called so
    ({"paragraph_numbers": ["3", 4]}, ([], [], [], 0), {"paragraph_numbers": ["3", 4]}),
    (
        {"paragraph_numbers": [1 << 40], "clauses": "2"},
        ([], [], [], 0),
        {"paragraph_numbers": [1 << 40], "clauses": "2"},
    ),
    ({"clauses": ["x" * 501], "overlap": 1.5}, ([], [], [], 0), {"clauses": ["x" * 501], "overlap": 1.5}),
    ({"clauses": [], "overlap": 0}, ([], [], [], 0), {"clauses": [], "overlap": 0}),
]


def test_numbers_in_the_metadata_of_chunks_become_columns(connection: psycopg.Connection, tmp_path: Path) -> None:
    files = sorted((sql_dir() / "migrations").glob("*.sql"))
    for file in files[:10]:
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    migrate(connection, tmp_path)
    connection.execute(OLD_ROWS)
    for n, (before, _, _) in enumerate(OLD_METADATA):
        connection.execute(OLD_CHUNK, {"n": n, "metadata": Jsonb(before)})
    connection.commit()
    assert 11 in [one.version for one in migrate(connection, sql_dir() / "migrations")]
    shown = sql.SQL("SELECT paragraphs, clauses, subsections, overlap, metadata, {} FROM chunk c ORDER BY ordinal")
    rows = connection.execute(shown.format(fragment("chunk_metadata"))).fetchall()
    for (before, typed, rest), row in zip(OLD_METADATA, rows, strict=True):
        assert (row[:4], row[4], row[5]) == (typed, rest, before)
    amends = connection.execute("SELECT amends FROM version ORDER BY ordinal").fetchall()
    assert amends == [("SFS 2000:1",), (None,), (None,)]
