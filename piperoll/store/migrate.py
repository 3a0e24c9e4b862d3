"""Bring the schema ``piperoll`` up to date with ``sql/migrations/NNNN_name.sql``.

This runner is ours. yoyo-migrations 9.0 knows a migration only by the name of its file, so it does not notice an edited
one; it commits the record apart from the migration; and its lock is a row, which a killed process leaves behind.
"""

import hashlib
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import errors, sql
from psycopg.pq import TransactionStatus

from piperoll.errors import PiperollError
from piperoll.store.sql import query

FILE = re.compile(r"(\d{4})_(\w+)\.sql")  # 0001_tables.sql
LOCK = int.from_bytes(b"piperoll")
LOCK_SECONDS = 60  # that it waits for another process that migrates, and for runs and readers
LOCK_TRY = "500ms"
"""Then it gives way and tries again. Postgres looks for deadlocks after a second, and would end the statement of a
reader for one with a migration."""
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'piperoll' ORDER BY tablename"


@dataclass(frozen=True)
class Migration:
    """Describe one migration file. The hash is of its text, so the line endings of a checkout do not matter."""

    version: int
    name: str
    text: str

    @property
    def sha256(self) -> str:
        """Return the SHA-256 of the text in hexadecimal digits."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def __str__(self) -> str:
        return f"{self.version:04}_{self.name}.sql"


def read_migrations(folder: Path) -> list[Migration]:
    """Return the migrations in ``folder``, in order.

    Raises:
        PiperollError: ``migration_name``: a file is not called NNNN_name.sql, or two have the same number.
    """
    migrations: dict[int, Migration] = {}
    for path in sorted(folder.glob("*.sql")):
        match = FILE.fullmatch(path.name)
        if not match or int(match[1]) in migrations:
            raise PiperollError(
                "migration_name",
                f"{path} is not called NNNN_name.sql with a number of its own.",
                remedy="Rename the file, or take it out of the folder.",
            )
        migrations[int(match[1])] = Migration(int(match[1]), match[2], path.read_text(encoding="utf-8"))
    return list(migrations.values())


def migrate(connection: psycopg.Connection[Any], folder: Path) -> list[Migration]:
    """Apply the missing migrations, each with its record in one transaction, and return them.

    Several processes may do this at the same time. ``connection`` is in no transaction, and its search path begins with
    ``piperoll``. If nothing is missing, nothing is written, so a role that may only read can call this.

    Raises:
        PiperollError: ``migration_newer``, ``migration_missing``, ``migration_edited`` or ``migration_order`` if other
            files made this database; ``migration_failed``, with the message of Postgres, if one cannot be applied (it
            leaves nothing behind, and the ones before it stay); ``migration_blocked``; ``migration_name``.
        psycopg.errors.InsufficientPrivilege: the role may not create what is missing.
    """
    migrations = read_migrations(folder)
    applied: list[Migration] = []
    patient_until = time.monotonic() + LOCK_SECONDS
    while _pending(connection, migrations):
        try:
            with connection.transaction():
                connection.execute("SELECT set_config('lock_timeout', %s, true)", [LOCK_TRY])
                connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
                if pending := _pending(connection, migrations):  # unless another process has applied it meanwhile
                    _hold_tables(connection)
                    _apply(connection, pending[0])
            applied += pending[:1]
        except errors.LockNotAvailable as error:
            if time.monotonic() < patient_until:
                continue
            message = f"The database cannot be migrated: for {LOCK_SECONDS} seconds others have been using its tables."
            remedy = "Wait until other runs and readers have ended, then try again."
            raise PiperollError("migration_blocked", message, remedy=remedy) from error
    return applied


def _hold_tables(connection: psycopg.Connection[Any]) -> None:
    """Lock all tables before any is changed, so that the migration and a reader never wait for each other."""
    names = [sql.Identifier("piperoll", name) for (name,) in connection.execute(TABLES)]
    if names:
        connection.execute(sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(sql.SQL(", ").join(names)))


def missing(connection: psycopg.Connection[Any], folder: Path) -> list[Migration]:
    """Return the migrations that :func:`migrate` would apply; files that do not fit raise the same errors."""
    return _pending(connection, read_migrations(folder))


def _pending(connection: psycopg.Connection[Any], migrations: list[Migration]) -> list[Migration]:
    """Return the migrations that the database lacks, after a check that the others are those it has."""
    applied: dict[int, tuple[str, str]] = {}
    with connection.transaction():
        # Not to_regclass, which in a transaction that waited for the lock still answers from a cache.
        table = "SELECT FROM pg_tables WHERE schemaname = 'piperoll' AND tablename = 'migration'"
        if connection.execute(table).fetchone() is not None:
            rows = connection.execute("SELECT version, name, sha256 FROM piperoll.migration ORDER BY version")
            applied = {version: (name, sha256) for version, name, sha256 in rows}
    files = {migration.version: migration for migration in migrations}
    for version, (name, sha256) in applied.items():
        label = f"Migration {version:04}_{name}, which this database has,"
        if version > max(files, default=0):
            remedy = "Use the newer version of Piperoll that applied it."
            raise PiperollError("migration_newer", f"{label} is newer than this version of Piperoll.", remedy=remedy)
        if version not in files:
            raise PiperollError("migration_missing", f"{label} has no file.", remedy="Restore the file.")
        if files[version].sha256 != sha256:
            remedy = "Restore the file, and make the change in a new migration."
            raise PiperollError("migration_edited", f"{label} was edited since.", remedy=remedy)
    pending = [migration for migration in migrations if migration.version not in applied]
    if pending and pending[0].version < max(applied, default=0):
        remedy = "Give it the next free number."
        raise PiperollError("migration_order", f"{pending[0]} comes before one already applied.", remedy=remedy)
    return pending


def _apply(connection: psycopg.Connection[Any], migration: Migration) -> None:
    try:
        if connection.execute("SELECT FROM pg_namespace WHERE nspname = 'piperoll'").fetchone() is None:
            connection.execute("CREATE SCHEMA piperoll")  # IF NOT EXISTS needs the right to create it even if it exists
        connection.execute(query("create_migration_table"))
        connection.execute(migration.text)
        if connection.info.transaction_status != TransactionStatus.INTRANS:
            raise PiperollError(
                "migration_failed",
                f"{migration} ends the transaction that it runs in.",
                remedy="Take COMMIT and ROLLBACK out of it.",
            )
        row = (migration.version, migration.name, migration.sha256)
        connection.execute("INSERT INTO piperoll.migration (version, name, sha256) VALUES (%s, %s, %s)", row)
    except (errors.InsufficientPrivilege, errors.LockNotAvailable):
        raise
    except psycopg.Error as error:
        raise PiperollError(
            "migration_failed",
            f"{migration}: {str(error).strip()}",
            remedy="Nothing of it was applied. Mend what the database names, and start again.",
        ) from error
