"""Keep the keys of the service: each opens some corpora for some purposes, until a day.

A key is 256 random bits. Its SHA-256 is stored and looked up: no list of likely keys exists that a slow or keyed hash
would have to defend, and who reads the table can make no key of it.
"""

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from psycopg.rows import class_row, dict_row

from piperoll.errors import UsageError
from piperoll.hashing import digest
from piperoll.store import corpora as stored
from piperoll.store.connection import Connection
from piperoll.store.sql import query

PREFIX = "piperoll_"
"""Begins every key, so that people and scanners of repositories know one when they see it."""
BYTES = 32
LONGEST = 60
"""Characters of the name of a key: it stands in an index."""


class Scope(StrEnum):
    """Name what a key is for."""

    SEARCH = "search"
    READ = "read"
    METRICS = "metrics"


@dataclass(frozen=True, slots=True)
class AccessKey:
    """Describe a key as stored. ``corpora`` None: all."""

    name: str
    scopes: list[str]
    corpora: list[str] | None
    created_at: datetime
    expires_at: datetime | None


def add(
    connection: Connection,
    name: str,
    *,
    scopes: Sequence[Scope],
    corpora: Sequence[str] | None = None,
    expires_at: datetime | None = None,
) -> str:
    """Store a new key, and return it: it is not seen again.

    Args:
        connection: in autocommit.
        name: what people call it.
        scopes: what it is for.
        corpora: which it opens; None: all, also later ones.
        expires_at: from when on it opens nothing; None: never.

    Raises:
        UsageError: ``key_taken``, ``key_name``, or there is no such corpus.
    """
    if not 0 < len(name) <= LONGEST:
        raise UsageError("key_name", f"A key has a name of 1 to {LONGEST} characters.", remedy="Choose a shorter name.")
    for corpus in corpora or ():
        stored.get(connection, corpus)
    key = PREFIX + secrets.token_urlsafe(BYTES)
    values = {
        "name": name, "hash": digest(key), "scopes": list(scopes), "corpora": corpora and list(corpora),
        "expires_at": expires_at,
    }  # fmt: skip
    if connection.execute(query("put_key"), values).fetchone() is None:
        raise UsageError("key_taken", f"There is a key {name!r} already.", remedy="Remove it, or choose another name.")
    return key


def find(connection: Connection, key: str) -> AccessKey | None:
    """Return the key if it is known and has not expired."""
    asked = digest(key)
    with connection.cursor(row_factory=dict_row) as cursor:
        row = cursor.execute(query("get_key"), {"hash": asked}).fetchone()
    known = row is not None and hmac.compare_digest(row.pop("hash"), asked)
    return AccessKey(**row) if row and known else None


def every(connection: Connection) -> list[AccessKey]:
    """Return all keys by name, also expired ones."""
    with connection.cursor(row_factory=class_row(AccessKey)) as cursor:
        return cursor.execute(query("keys")).fetchall()


def remove(connection: Connection, name: str) -> None:
    """Delete a key; the next request with it is refused.

    Raises:
        UsageError: ``key_unknown``.
    """
    if not connection.execute("DELETE FROM access_key WHERE name = %s", (name,)).rowcount:
        names = ", ".join(key.name for key in every(connection)) or "none"
        raise UsageError("key_unknown", f"There is no key {name!r}.", remedy=f"There are: {names}.")
