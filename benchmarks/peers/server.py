"""The Postgres server of the benchmark: Piperoll's embedded one, with a database for each system."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psutil
import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier

from piperoll.store import server

Counts = dict[str, Any]


class Server:
    """Use it in a ``with`` block: the server runs as long."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)
        self.folder = folder

    def __enter__(self) -> "Server":
        self.conninfo = server.attach(self.folder)
        parts = conninfo_to_dict(self.conninfo)
        self.place, self.user = str(parts["host"]), str(parts["user"])
        pid = int((self.folder / "postgres" / "cluster" / "postmaster.pid").read_text().split()[0])
        self.postmaster = psutil.Process(pid)
        return self

    def __exit__(self, *_: object) -> None:
        server.detach(self.folder)

    def dsn(self, database: str) -> str:
        """Return the address of a database, as a URI."""
        return f"postgresql://{self.user}@/{database}?host={quote(self.place, safe='/')}&port=5432"

    def connect(self, database: str) -> "psycopg.Connection[Any]":
        """Return a connection that commits every statement."""
        return psycopg.connect(make_conninfo(self.conninfo, dbname=database), autocommit=True)

    def create(self, database: str, template: str | None = None) -> None:
        """Make a database anew: empty with pgvector, or as a copy."""
        with self.connect("postgres") as connection:
            self._drop(connection, database)
            copied = SQL(" TEMPLATE {}").format(Identifier(template)) if template else SQL("")
            connection.execute(SQL("CREATE DATABASE {}{}").format(Identifier(database), copied))
        if template is None:
            with self.connect(database) as connection:
                connection.execute("CREATE EXTENSION vector")

    def copy(self, database: str, copy: str) -> None:
        """Keep a copy of a database. Sessions that a killed process left are ended."""
        with self.connect("postgres") as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [database]
            ).fetchall()
        self.create(copy, database)

    def exists(self, database: str) -> bool:
        """Return whether there is such a database."""
        with self.connect("postgres") as connection:
            return connection.execute("SELECT FROM pg_database WHERE datname = %s", [database]).fetchone() is not None

    def settle(self) -> None:
        """Write out what earlier runs left, so that no run pays for another."""
        with self.connect("postgres") as connection:
            connection.execute("CHECKPOINT")
        os.sync()

    def _drop(self, connection: "psycopg.Connection[Any]", database: str) -> None:
        connection.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(database)))
