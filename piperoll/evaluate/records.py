"""Keep evaluations as rows of the database, and in files of one query a line."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from piperoll.errors import UsageError
from piperoll.evaluate import gold as golds
from piperoll.evaluate.evaluation import Evaluation, QueryResult
from piperoll.store import evaluations
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus

COLUMNS = ("edition", "backend", "gold", "gold_hash", "settings", "code", "queries", "metrics", "sets")


def keep(connection: Connection, corpus: Corpus, evaluation: Evaluation) -> None:
    """Store an evaluation; see :func:`piperoll.store.evaluations.put`.

    Args:
        connection: to the database.
        corpus: the corpus that was asked.
        evaluation: its results.
    """
    values = {name: getattr(evaluation, name) for name in COLUMNS}
    rows = (
        {"data_set": row.set, "query_id": row.id, "query": row.query, "hits": row.hits, "metrics": row.metrics}
        for row in evaluation.rows
    )
    evaluations.put(connection, corpus, values, rows)


def kept(connection: Connection, evaluation: int) -> list[QueryResult]:
    """Return the queries of a stored evaluation."""
    return [
        QueryResult(row["data_set"], row["query_id"], row["query"], row["hits"], row["metrics"])
        for row in evaluations.queries(connection, evaluation)
    ]


def write(path: Path, rows: Iterable[QueryResult]) -> None:
    """Write a file of one query a line: set, id, query, hits, metrics."""
    path.write_bytes(lines(rows))


def lines(objects: Iterable[Any]) -> bytes:
    """Return records as one JSON object a line."""
    return b"".join(orjson.dumps(one, option=orjson.OPT_APPEND_NEWLINE) for one in objects)


def read(path: Path) -> Sequence[QueryResult]:
    """Return the queries of such a file; a line without an id has its number as id.

    Raises:
        UsageError: there is no such file, a line is none of an evaluation, or of a query that was there before.
    """
    if not path.is_file():
        raise UsageError(
            "no_such_file", f"There is no file {path}.", remedy="piperoll evaluate --per-query FILE writes one."
        )
    rows: dict[tuple[str, str], QueryResult] = {}
    for number, value in golds.objects(path):
        row = _row(path, number, value)
        if rows.setdefault((row.set, row.id), row) is not row:
            raise golds.wrong(
                f"{path}, line {number}",
                f"query {row.id!r} of {row.set!r} was there before",
                "Keep one of the two.",
                "evaluation_wrong",
            )
    return list(rows.values())


def _row(path: Path, number: int, value: Mapping[str, Any]) -> QueryResult:
    try:
        for name in ("set", "query"):
            if not isinstance(value.get(name, ""), str):
                raise TypeError(f"{name} {value[name]!r} is no text")
        metrics = {name: {k: float(one) for k, one in by_k.items()} for name, by_k in value["metrics"].items()}
        return QueryResult(
            value.get("set", ""), str(value.get("id", number)), value["query"], list(value["hits"]), metrics
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise golds.wrong(
            f"{path}, line {number}",
            f"is no query of an evaluation: {type(error).__name__} {error}",
            "A line has query, hits and metrics, as `piperoll evaluate --per-query` writes them.",
            "evaluation_wrong",
        ) from None
