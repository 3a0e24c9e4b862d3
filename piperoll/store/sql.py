"""Where the SQL files lie, and how a statement is got by name."""

from functools import cache
from pathlib import Path


@cache
def sql_dir() -> Path:
    """``piperoll/sql`` in an installed package, ``sql`` at the root of a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "sql"
    return installed if installed.is_dir() else package.parent / "sql"


@cache
def query(name: str) -> str:
    """The statement in ``sql/queries/NAME.sql``.

    Raises:
        FileNotFoundError: there is no such statement.
    """
    return (sql_dir() / "queries" / f"{name}.sql").read_text(encoding="utf-8")
