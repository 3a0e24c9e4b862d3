"""Store and read evaluations: one row for an evaluation, and one row for each of its queries."""

from collections.abc import Iterable, Mapping
from typing import Any

from psycopg.types.json import Jsonb

from piperoll.errors import UsageError
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.sql import query, read_rows

QUERY_COLUMNS = ("data_set", "query_id", "query", "hits", "metrics")


def put(
    connection: Connection, corpus: Corpus, evaluation: Mapping[str, Any], queries: Iterable[Mapping[str, Any]]
) -> None:
    """Store an evaluation in one transaction.

    It replaces an earlier evaluation with the same edition, backend, gold set, settings and code.

    Args:
        connection: an open connection.
        corpus: the corpus that was evaluated.
        evaluation: the columns of the table ``evaluation`` from edition to sets.
        queries: for each query the values of QUERY_COLUMNS, in the order of the gold set.
    """
    values = {"corpus": corpus.id} | {name: _stored(value) for name, value in evaluation.items()}
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(query("drop_evaluation"), values)
        row = cursor.execute(query("put_evaluation"), values).fetchone()
        assert row
        with cursor.copy(query("copy_evaluation_queries")) as copy:
            for ordinal, result in enumerate(queries):
                copy.write_row((row[0], ordinal, *(_stored(result[name]) for name in QUERY_COLUMNS)))


def _stored(value: Any) -> Any:
    return Jsonb(value) if isinstance(value, dict | list) else value


def pair(connection: Connection, corpus: Corpus, before: int, after: int) -> tuple[int, int]:
    """Return the newest evaluations of two editions that asked the same questions with the same settings.

    Args:
        connection: an open connection.
        corpus: the corpus that has both editions.
        before: number of the first edition.
        after: number of the second edition.

    Returns:
        The ids of the two evaluations, that of ``before`` first.

    Raises:
        UsageError: the editions have no such pair.
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
    """Return the results of each query of an evaluation as QUERY_COLUMNS, in the order of the gold set."""
    return read_rows(connection, "evaluation_queries", evaluation=evaluation)


def shown(connection: Connection, corpus: Corpus) -> list[dict[str, Any]]:
    """Return the evaluations of a corpus, by edition, oldest first."""
    return read_rows(connection, "evaluations_shown", corpus=corpus.id)
