"""End what a killed process left open in the database."""

from piperoll.store.connection import Database

LOCKING = """
SELECT pg_terminate_backend(l.pid, 10000)
FROM pg_locks l JOIN pg_database d ON d.oid = l.database
WHERE l.locktype = 'advisory' AND d.datname = current_database() AND l.pid <> pg_backend_pid()
"""


def end_runs(database: Database) -> None:
    """End the sessions that hold locks of runs and wait until they are gone: they outlive their process a moment."""
    with database.connect(autocommit=True) as connection:
        connection.execute(LOCKING)
