"""Find the SQL files, compose statements from them and read their rows.

``sql/queries/GROUP/NAME.sql`` holds one statement, in the folder of the table that it is about. ``sql/fragments/``
holds conditions that several statements share. A statement of one line that one function uses stands in that function.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from psycopg import Connection, sql
from psycopg.rows import dict_row

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
""":func:`composed` replaces these: ``{version_seen}``."""


@cache
def sql_dir() -> Path:
    """Return ``piperoll/sql`` of an installed package, or ``sql`` at the root of a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "sql"
    return installed if installed.is_dir() else package.parent / "sql"


@cache
def query(name: str) -> str:
    """Return the text of the statement ``NAME.sql``.

    Raises:
        KeyError: no file has that name.
    """
    return _files("queries")[name].read_text(encoding="utf-8")


def read_rows(connection: Connection, name: str, **values: Any) -> list[dict[str, Any]]:
    """Run the statement ``NAME.sql`` and return all of its rows as dicts.

    Args:
        connection: an open connection.
        name: name of the file, without its ending.
        values: the parameters of the statement by name.

    Returns:
        A dict for each row, with its values by column.

    Raises:
        KeyError: no file has that name.
    """
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(query(name), values).fetchall()


def composed(name: str, **parts: sql.Composable) -> sql.Composed:
    """Return the statement ``NAME.sql`` with its placeholders replaced by ``parts`` and by the fragments of that name.

    Raises:
        KeyError: there is no such statement, or a placeholder is neither in ``parts`` nor the name of a fragment.
    """
    return _filled(query(name), parts)


def _filled(text: str, parts: Mapping[str, sql.Composable]) -> sql.Composed:
    pieces = PLACEHOLDER.split(text)  # text and name in turn
    names = (parts.get(name) or fragment(name, parts) for name in pieces[1::2])
    return sql.Composed([piece for pair in zip_longest(map(sql.SQL, pieces[::2]), names) for piece in pair if piece])


def fragment(name: str, parts: Mapping[str, sql.Composable] | None = None) -> sql.Composed:
    """Return the condition ``sql/fragments/NAME.sql``, with ``parts`` and the fragments that it names."""
    return _filled(_condition(name), parts or {})


@cache
def _condition(name: str) -> str:
    return _files("fragments")[name].read_text(encoding="utf-8")


@cache
def _files(folder: str) -> Mapping[str, Path]:
    return {path.stem: path for path in (sql_dir() / folder).rglob("*.sql")}


def array_of(ids: Iterable[int]) -> str:
    """Return an array of numbers as Postgres reads it, in a tenth of the time in which psycopg writes a list."""
    return f"{{{','.join(map(str, ids))}}}"


def analyze(connection: Connection, *tables: str) -> None:
    """Renew the statistics of those tables of which much has changed; without any, the planner guesses.

    Autovacuum would do it, but an embedded server may stop before it looks.
    """
    names = [name for (name,) in connection.execute(query("tables_to_analyze"), {"tables": list(tables)})]
    if names:
        connection.execute(sql.SQL("ANALYZE {}").format(sql.SQL(", ").join(map(sql.Identifier, names))))
