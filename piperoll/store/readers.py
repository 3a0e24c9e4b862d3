"""Make roles of Postgres that only read: the views, and what searches need; neither keys nor what people asked."""

import re
from collections.abc import Sequence

import psycopg
from psycopg import errors, sql

from piperoll.errors import PiperollError, UsageError
from piperoll.store.connection import Connection
from piperoll.store.sql import query

NAME = re.compile(r"(?!pg_)[a-z_][a-z0-9_]{0,62}")
"""Matches the name of a role that needs no quotation marks anywhere: ``desk``, ``bi_team``."""
SHORTEST = 12
"""Characters of a password: the server may be reached by others."""
HIDDEN = (
    "access_key", "model_answer", "model_batch", "model_request", "text_claim", "handed_over", "evaluation_query",
    "question", "opened_document", "service",
)  # fmt: skip
"""Tables that a reader does not see: keys, what models were asked and answered, questions, work under way."""
KEYS = "access_key"


def add(connection: Connection, name: str, password: str, *, with_keys: bool = False) -> None:
    """Create a role that may log in and read.

    The server gets the SCRAM verifier of the password, never the password itself.

    Args:
        connection: in autocommit, of a role that may create roles and owns the tables.
        name: of the role.
        password: of the role.
        with_keys: lets it look keys up too, which a service that asks for keys must.

    Raises:
        UsageError: ``reader_name``, ``reader_taken`` or ``password_short``.
        PiperollError: ``reader_rights``.
    """
    if not NAME.fullmatch(name):
        raise UsageError("reader_name", f"{name!r} is no name of a role.", remedy="Use a-z, 0-9 and _, as in bi_team.")
    if len(password) < SHORTEST:
        raise UsageError(
            "password_short", f"The password has less than {SHORTEST} characters.", remedy="Choose a longer one."
        )
    verifier = connection.pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256").decode()
    role = sql.Identifier(name)
    try:
        with connection.transaction():
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(role, sql.Literal(verifier)))
            connection.execute(sql.SQL("ALTER ROLE {} SET default_transaction_read_only = on").format(role))
            connection.execute(sql.SQL("GRANT USAGE ON SCHEMA piperoll TO {}").format(role))
            hidden = [one for one in HIDDEN if not (with_keys and one == KEYS)]
            seen = [one for (one,) in connection.execute(query("readable"), {"hidden": hidden})]
            _allow(connection, seen, name)
    except errors.DuplicateObject:
        raise UsageError("reader_taken", f"There is a role {name!r} already.", remedy="Choose another name.") from None
    except errors.InsufficientPrivilege as error:
        raise _rights(connection, error) from error


def remove(connection: Connection, name: str) -> None:
    """Drop a role that :func:`add` created; who is connected as it stays so until it leaves.

    Raises:
        UsageError: ``reader_unknown``.
        PiperollError: ``reader_rights``.
    """
    names = every(connection)
    if name not in names:
        listed = ", ".join(names) or "none"
        raise UsageError("reader_unknown", f"No role {name!r} reads this database.", remedy=f"There are: {listed}.")
    role = sql.Identifier(name)
    try:
        with connection.transaction():
            connection.execute(sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA piperoll FROM {}").format(role))
            connection.execute(sql.SQL("REVOKE ALL ON SCHEMA piperoll FROM {}").format(role))
            connection.execute(sql.SQL("DROP ROLE {}").format(role))
    except errors.InsufficientPrivilege as error:
        raise _rights(connection, error) from error


def every(connection: Connection, unless: str | None = None) -> list[str]:
    """Return the names of the roles that read this database without owning it.

    Args:
        connection: to the database.
        unless: leaves out those that may read this table already.
    """
    return [name for (name,) in connection.execute(query("readers"), {"unless": unless})]


def admit(connection: Connection, table: str) -> None:
    """Let all readers read a table that was created after them.

    Args:
        connection: that created it.
        table: its name, such as that of the vectors of a corpus.
    """
    for name in every(connection, unless=f"piperoll.{table}"):
        _allow(connection, [table], name)


def _allow(connection: Connection, tables: Sequence[str], name: str) -> None:
    named = sql.SQL(", ").join(sql.Identifier("piperoll", table) for table in tables)
    connection.execute(sql.SQL("GRANT SELECT ON {} TO {}").format(named, sql.Identifier(name)))


def _rights(connection: Connection, error: psycopg.Error) -> PiperollError:
    user = connection.info.user
    return PiperollError(
        "reader_rights",
        f"User {user} may not do that: {error.diag.message_primary}.",
        remedy=f'Have an administrator run: ALTER ROLE "{user}" CREATEROLE. Or run this as the administrator.',
    )
