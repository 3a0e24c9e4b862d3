"""Count what a reader of a system sees: once, or again and again while a run is at work."""

import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

import psycopg
from psycopg.sql import SQL, Literal

from benchmarks.peers.corpus import NEW, OLD, Change
from benchmarks.peers.server import Server
from benchmarks.peers.systems import System

POLL = 0.25
"""Seconds between two looks."""
MISSING = (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName, psycopg.errors.UndefinedColumn)


@dataclass(frozen=True)
class View:
    """Attributes:
    chunks: that a reader sees.
    doubled: of them those with a text that another chunk of the file has.
    documents: that a reader sees anything of.
    old: documents of which it sees the first wording.
    new: documents of which it sees the second wording.
    both: documents of which it sees both.
    """

    chunks: int = 0
    doubled: int = 0
    documents: int = 0
    old: int = 0
    new: int = 0
    both: int = 0


def look(connection: "psycopg.Connection[Any]", system: System) -> View:
    """Return what a reader sees now."""
    statement = SQL(
        """WITH seen AS ({rows}),
                file AS (SELECT source, count(*) AS chunks, count(DISTINCT text) AS texts,
                                bool_or(text LIKE {old}) AS old, bool_or(text LIKE {new}) AS new
                         FROM seen GROUP BY source)
           SELECT coalesce(sum(chunks), 0)::int, coalesce(sum(chunks - texts), 0)::int, count(*),
                  count(*) FILTER (WHERE old), count(*) FILTER (WHERE new), count(*) FILTER (WHERE old AND new)
           FROM file"""
    ).format(rows=SQL(system.rows), old=Literal(f"%{OLD}%"), new=Literal(f"%{NEW}%"))  # type: ignore[arg-type]
    try:
        row = connection.execute(statement).fetchone()
    except MISSING:
        return View()
    assert row
    return View(*row)


def problems(server: Server, database: str, system: System, change: Change) -> list[str]:
    """Return what is wrong with what a reader sees after a run."""
    with server.connect(database) as connection:
        rows = connection.execute(SQL(system.rows)).fetchall()  # type: ignore[arg-type]
    texts: dict[str, list[str]] = {}
    for source, text in rows:
        texts.setdefault(source, []).append(text)
    found = []
    if lacking := change.names - texts.keys():
        found.append(f"{len(lacking)} documents lack")
    if extra := texts.keys() - change.names:
        found.append(f"{len(extra)} documents are there that the source does not have")
    lasts = Counter(name for name, of_file in texts.items() if not any(OLD in t or NEW in t for t in of_file))
    if lasts:
        found.append(f"{len(lasts)} documents lack their end")
    for name, text in change.seen:
        if not any(text in one for one in texts.get(name, ())):
            found.append("the new wording is not seen")
    for name, text in change.unseen:
        if any(text in one for one in texts.get(name, ())):
            found.append("the old wording is still seen")
    return found


class Reader(threading.Thread):
    """Looks again and again, on a connection of its own."""

    def __init__(self, server: Server, database: str, system: System) -> None:
        super().__init__(daemon=True)
        self.connection = server.connect(database)
        self.system = system
        self.done = threading.Event()
        self.seen: list[tuple[float, View]] = []

    def run(self) -> None:
        """See :class:`threading.Thread`."""
        with suppress(psycopg.OperationalError), self.connection:
            while not self.done.is_set():
                self.seen.append((time.perf_counter(), look(self.connection, self.system)))
                self.done.wait(POLL)

    def stop(self) -> list[tuple[float, View]]:
        """Stop, and return what was seen when."""
        self.done.set()
        self.join()
        return self.seen


def summary(seen: Sequence[tuple[float, View]], before: View, after: View) -> dict[str, Any]:
    """Return what a reader saw between two states that are whole.

    Args:
        seen: when and what.
        before: what it saw before the run.
        after: what it saw after it.

    Returns:
        Looks by kind (``before``, ``after``, ``neither``), the seconds from the first look of neither kind to the last,
        the fewest documents seen, and the most with both wordings.
    """
    kinds: Counter[str] = Counter()
    between = []
    for when, view in seen:
        kind = "before" if view == before else "after" if view == after else "neither"
        kinds[kind] += 1
        if kind == "neither":
            between.append((when, view))
    views = [view for _, view in between]
    return {
        "looks": dict(kinds),
        "seconds": round(between[-1][0] - between[0][0] + POLL, 2) if between else 0.0,
        "fewest": min((view.documents for view in views), default=None),
        "both": max((view.both for view in views), default=0),
        "mixed": sum(bool(view.old and view.new) for view in views),
        "before": asdict(before),
        "after": asdict(after),
    }
