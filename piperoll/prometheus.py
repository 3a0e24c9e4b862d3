"""Report state to Prometheus, read from the database at each scrape.

Runs come and go, so nothing is counted in memory.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import psycopg
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from psycopg.rows import dict_row

from piperoll.errors import PiperollError
from piperoll.store.connection import Connection
from piperoll.store.corpora import LOCK_SPACE
from piperoll.store.sql import query

STATES = ("running", "completed", "failed", "lost")

OF_A_CORPUS = {
    "edition_built": ("built_edition", "Newest built edition; 0: none."),
    "edition_published": ("published_edition", "Edition that readers see; 0: none."),
    "edition_built_timestamp_seconds": ("built_at", "When the newest edition was built."),
    "edition_published_timestamp_seconds": ("published_at", "When the published edition was last published."),
    "documents": ("documents", "Documents in the published edition."),
    "chunks": ("chunks", "Chunks in the published edition."),
    "quarantined_files": ("quarantined", "Files that cannot be used now."),
    "last_run_started_timestamp_seconds": ("started_at", "Start of the last run."),
    "last_run_finished_timestamp_seconds": ("finished_at", "End of the last run; absent while it works."),
    "last_success_timestamp_seconds": ("completed_at", "End of the last run that completed."),
}
"""Gauges by name, without ``piperoll_``: column of the query, and help text."""


class Collector:
    """A collector gives the metrics of one database; ``connect`` opens a connection for one scrape."""

    def __init__(self, connect: Callable[[], AbstractContextManager[Connection]]) -> None:
        self.connect = connect

    def collect(self) -> Iterator[Metric]:
        """See :class:`prometheus_client.registry.Collector`. Where the database fails, yield only ``piperoll_up`` 0."""
        try:
            with self.connect() as connection:
                metrics = list(_collected(connection))
        except (psycopg.Error, PiperollError):
            metrics = []
        yield GaugeMetricFamily("piperoll_up", "Does the database answer?", value=bool(metrics))
        yield from metrics

    def describe(self) -> Iterable[Metric]:
        """Return nothing: the registry would otherwise collect when it is made."""
        return ()


def registry(connect: Callable[[], AbstractContextManager[Connection]]) -> CollectorRegistry:
    """Return a registry that the Prometheus client can print or serve."""
    made = CollectorRegistry()
    made.register(Collector(connect))
    return made


def _collected(connection: Connection) -> Iterator[Metric]:
    """Yield the metrics."""
    with connection.cursor(row_factory=dict_row) as cursor:
        corpora = cursor.execute(query("metrics_corpora")).fetchall()
        lost = cursor.execute(query("lost_runs"), {"space": LOCK_SPACE}).fetchall()
        tables = cursor.execute(query("table_sizes")).fetchall()
        size = cursor.execute("SELECT pg_database_size(current_database()) AS size").fetchone()
    for name, (column, help_text) in OF_A_CORPUS.items():
        yield _gauge(name, help_text, ["corpus"], (([row["corpus"]], row[column]) for row in corpora))
    state = (([row["corpus"], option], row["state"] == option) for row in corpora if row["state"] for option in STATES)
    yield _gauge("last_run_state", "1 for the state of the last run.", ["corpus", "state"], state)
    ended = [row for row in corpora if row["finished_at"]]
    # a clock that was set back meanwhile must not give a run less than no time
    duration = (([row["corpus"]], max(0.0, row["finished_at"] - row["started_at"])) for row in ended)
    yield _gauge("last_run_duration_seconds", "Time that the last run took.", ["corpus"], duration)
    stages = (([row["corpus"], stage], value) for row in ended for stage, value in (row["seconds"] or {}).items())
    yield _gauge("last_run_stage_seconds", "Time of the last run by stage.", ["corpus", "stage"], stages)
    gone = [row["corpus"] for row in lost]
    dead = (([row["corpus"]], gone.count(row["corpus"])) for row in corpora)
    yield _gauge("lost_runs", "Runs that died and that no other has taken up.", ["corpus"], dead)
    computed = CounterMetricFamily(
        "piperoll_embeddings_computed", "Vectors that completed runs computed.", None, ["corpus"]
    )
    for row in corpora:
        computed.add_metric([row["corpus"]], row["computed"])
    yield computed
    yield _gauge("database_size_bytes", "Size of the database.", [], [([], size and size["size"])])
    rows = (([row["name"]], row["rows"]) for row in tables if row["rows"] >= 0)
    yield _gauge(
        "table_rows", "Rows as the statistics know them; absent where nothing was counted yet.", ["table"], rows
    )
    yield _gauge(
        "table_size_bytes", "Table with its indexes.", ["table"], (([row["name"]], row["size"]) for row in tables)
    )


def _gauge(name: str, help_text: str, labels: list[str], values: Iterable[tuple[list[str], Any]]) -> Metric:
    """Return a gauge without unknown values (None)."""
    made = GaugeMetricFamily(f"piperoll_{name}", help_text, labels=labels)
    for label_values, value in values:
        if value is not None:
            made.add_metric(label_values, float(value))
    return made
