"""Compare what an operation leaves with what an undisturbed one leaves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from psycopg.sql import SQL, Identifier, Literal

from piperoll.store.connection import Connection

UNCOUNTED = ("run", "lexical_segment", "posting", "migration")
"""Tables whose rows depend on how often one tried."""


@dataclass
class Outcome:
    """What one kill led to. ``found`` is empty if all is well."""

    operation: str
    moment: int
    killed: bool
    label: str
    polls: int = 0
    lost: int = 0
    doubled: int = 0
    unequal: int = 0
    mixed: int = 0
    found: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Left:
    """What an operation leaves: an export of each corpus, the rows of each table, and what lies in the workspace."""

    exports: Mapping[str, bytes]
    rows: Mapping[str, int]
    workspace: Sequence[str]


def count_rows(connection: Connection) -> dict[str, int]:
    """Return the number of rows of each table of Piperoll."""
    tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'piperoll' ORDER BY 1").fetchall()
    count = SQL("SELECT {}, count(*) FROM piperoll.{}")
    counts = [count.format(Literal(name), Identifier(name)) for (name,) in tables if name not in UNCOUNTED]
    return dict(connection.execute(SQL(" UNION ALL ").join(counts)).fetchall())


def contents(connection: Connection) -> dict[str, str]:
    """Return a digest of all rows of each table, and of the names of all tables and indexes."""
    tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'piperoll' ORDER BY 1").fetchall()
    digest = SQL("SELECT {}, md5(string_agg(row::text, ',' ORDER BY row::text)) FROM piperoll.{} AS row")
    digests = [digest.format(Literal(name), Identifier(name)) for (name,) in tables]
    names = SQL("SELECT 'tables and indexes', md5(string_agg(relname, ',' ORDER BY relname)) FROM pg_class")
    return dict(connection.execute(SQL(" UNION ALL ").join([*digests, names])).fetchall())


def compare(outcome: Outcome, expected: Left, left: Left) -> None:
    """Write down what differs from what an undisturbed run leaves."""
    for name in expected.exports.keys() | left.exports.keys():
        wanted, got = (Counter(one.exports.get(name, b"").splitlines()) for one in (expected, left))
        if expected.exports.get(name) != left.exports.get(name):
            outcome.unequal += 1
            outcome.lost += (wanted - got).total()
            outcome.doubled += (got - wanted).total()
            outcome.found.append(f"{name}: lost {[*(wanted - got)][:1]}, more {[*(got - wanted)][:1]}")
    for table in sorted(expected.rows.keys() | left.rows.keys()):
        more = left.rows.get(table, 0) - expected.rows.get(table, 0)
        if more or (table in expected.rows) != (table in left.rows):
            outcome.lost += max(0, -more)
            outcome.doubled += max(0, more)
            outcome.found.append(f"table {table} has {more:+} rows")
    if left.workspace != expected.workspace:
        outcome.found.append(f"the workspace keeps {len(left.workspace)} files, such as {left.workspace[:1]}")
