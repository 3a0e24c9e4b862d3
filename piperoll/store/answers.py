"""Keep what language models answered and what that cost, before it is used."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from psycopg import Connection

from piperoll.store.services import CLAIMS
from piperoll.store.sql import query

FETCHED = 2_000
"""Answers that are looked up at once."""
DONE = ("model_answer", "key")
"""The table of what is done, for :func:`piperoll.store.services.claims`."""
BUDGET = 0x7062  # "pb": the lock of those who look whether a ceiling is reached
TELLING = 5
"""Answers that tell how many tokens the next ones will have."""
TOKENS = ("input", "output", "cache_read", "cache_write")


class Asker(NamedTuple):
    """Hold who asks: the corpus, the run ("" for none), the stage."""

    corpus: str
    run: str
    stage: str


class Spending(NamedTuple):
    """Hold what models have cost, in dollars, with what is handed in: in the run, for the corpus, in the month.

    ``claimed`` is what requests that are at a service now may cost besides, whoever asked.
    """

    run: float
    corpus: float
    month: float
    claimed: float


def find(connection: Connection, keys: Sequence[bytes]) -> dict[bytes, tuple[Any, ...]]:
    """Return the answers that are there: text, why the model ended, and the four counts of tokens, by their keys."""
    found: dict[bytes, tuple[Any, ...]] = {}
    for start in range(0, len(keys), FETCHED):
        values = {"keys": list(keys[start : start + FETCHED])}
        found |= {bytes(key): tuple(rest) for key, *rest in connection.execute(query("find_answers"), values)}
    return found


def put(connection: Connection, asker: Asker, answer: Mapping[str, Any]) -> None:
    """Keep an answer.

    Args:
        connection: perhaps in a transaction.
        asker: who asked.
        answer: key, model, stopped, answer, reckoned_input, reckoned_output, batched, the four counts of tokens, price.
    """
    connection.execute(query("put_answer"), {**asker._asdict(), **answer})


def spending(connection: Connection, asker: Asker) -> Spending:
    """Return what models have cost, as far as it is known now."""
    row = connection.execute(query("spending"), {**asker._asdict(), "space": CLAIMS}).fetchone()
    assert row
    return Spending(*row)


def hold_budget(connection: Connection) -> None:
    """Let nobody else look at the ceilings until the end of this transaction."""
    connection.execute("SELECT pg_advisory_xact_lock(%s, 0)", (BUDGET,))


def cost_of_run(connection: Connection, run: str) -> dict[str, Any]:
    """Return what models were asked in a run: the answers, their tokens, and the price in dollars."""
    row = connection.execute(query("cost_of_run"), {"run": run}).fetchone()
    assert row
    return dict(zip(("answers", "tokens", "price"), row, strict=True))


def rates(connection: Connection, model: str, asker: Asker) -> tuple[float, float] | None:
    """Return how many tokens a model read and wrote for each that was reckoned; None: too few answers tell.

    Args:
        connection: in autocommit, or in a transaction.
        model: its name at the service.
        asker: whose corpus and stage; where these have too few answers, those of the stage in all corpora tell.
    """
    for corpus in (asker.corpus, None):
        values = {"model": model, "stage": asker.stage, "corpus": corpus}
        row = connection.execute(query("rates"), values).fetchone()
        if row and row[0] >= TELLING:
            return float(row[1]), float(row[2])
    return None
