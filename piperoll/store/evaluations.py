"""Evaluations as they are kept: a row each, and a row for each of their queries."""

from collections.abc import Iterable, Mapping
from typing import Any

from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from piperoll.errors import UsageError
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query

QUERY_COLUMNS = ("data_set", "query_id", "query", "hits", "metrics")


def put(
    connection: Connection, corpus: Corpus, evaluation: Mapping[str, Any], queries: Iterable[Mapping[str, Any]]
) -> None:
    """Keep an evaluation in one transaction; one of the same edition, questions, settings and code is replaced.

    Args:
        evaluation: the columns of ``evaluation`` from edition to sets.
        queries: QUERY_COLUMNS of each query, in order.
    """
    values = {"corpus": corpus.id} | {name: _stored(value) for name, value in evaluation.items()}
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(query("drop_evaluation"), values)
        row = cursor.execute(query("put_evaluation"), values).fetchone()
        assert row
        with cursor.copy(query("copy_evaluation_queries")) as copy:
            for ordinal, one in enumerate(queries):
                copy.write_row((row[0], ordinal, *(_stored(one[name]) for name in QUERY_COLUMNS)))


def _stored(value: Any) -> Any:
    return Jsonb(value) if isinstance(value, dict | list) else value


def pair(connection: Connection, corpus: Corpus, before: int, after: int) -> tuple[int, int]:
    """The newest two evaluations of two editions that asked the same questions in the same way.

    Raises:
        UsageError: there are none.
    """
    values = {"corpus": corpus.id, "before": before, "after": after}
    if row := connection.execute(query("evaluations_alike"), values).fetchone():
        return int(row[0]), int(row[1])
    raise UsageError(
        "not_evaluated",
        f"Editions {before} and {after} of {corpus.name} were not both evaluated with the same questions and settings.",
        remedy=f"piperoll evaluate {corpus.name} --gold FILE --edition {before}, and the same with {after}.",
    )


def queries(connection: Connection, evaluation: int) -> list[dict[str, Any]]:
    """What each query of an evaluation found: QUERY_COLUMNS, in order."""
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(query("evaluation_queries"), {"evaluation": evaluation}).fetchall()
