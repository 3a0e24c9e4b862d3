"""Ask a Postgres server for an answer, and for its process, as tests do."""

from pathlib import Path

import psutil
import psycopg

from piperoll.store import server
from piperoll.store.cluster import Cluster


def run(dsn: str, statement: str) -> object:
    with psycopg.connect(dsn, autocommit=True) as connection:
        cursor = connection.execute(statement)
        row = cursor.fetchone() if cursor.description else None
        return row and row[0]


def postmaster(data_dir: Path) -> psutil.Process | None:
    return server._postmaster(Cluster.at((data_dir / "postgres" / "cluster").resolve()))


def alive(data_dir: Path) -> psutil.Process:
    process = postmaster(data_dir)
    assert process
    return process


def ended(process: psutil.Process) -> bool:
    """Nobody may have collected it yet."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
