"""Define what all tasks share: which faults are retried, what is logged, and the database of this process."""

import atexit
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import psycopg
from prefect import Task, get_run_logger, task
from prefect.cache_policies import NO_CACHE
from prefect.exceptions import MissingContextError
from prefect.tasks import exponential_backoff

from piperoll import logs, settings
from piperoll.errors import PiperollError
from piperoll.redact import scrub
from piperoll.store import corpora
from piperoll.store.connection import Connection, Database, open_database
from piperoll.store.corpora import Corpus

P = ParamSpec("P")
R = TypeVar("R")

RETRIES = 4
BACKOFF_SECONDS = 2
JITTER = 0.5
"""Share by which a delay is drawn longer, so that tasks that failed together do not come back together."""


TRANSIENT = frozenset({"40001", "40P01", "53300", "55P03", "57P01", "57P02", "57P03"})
"""SQLSTATEs that pass: serialization, deadlock, too many connections, lock timeout, a server that stops or starts."""


def is_transient(error: BaseException) -> bool:
    """Return whether an error is worth another try: a lost connection, a deadlock. Bad input never is."""
    if isinstance(error, PiperollError):
        return error.code in ("database_unreachable", "s3_unreachable")
    if isinstance(error, psycopg.Error):
        state = error.sqlstate
        lost = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and state is None
        return lost or (state or "").startswith("08") or state in TRANSIENT
    return isinstance(error, ConnectionError | TimeoutError)


def _retry(_: Task[..., Any], __: Any, state: Any) -> bool:
    try:
        state.result()
    except BaseException as error:
        return is_transient(error)
    return False


def retried(name: str, run_name: str, retries: int = RETRIES) -> Callable[[Callable[P, R]], Task[P, R]]:
    """Return a decorator that makes a Prefect task, which is tried again after a transient fault.

    Prefect keeps no results of it: our ledger says what is done. It has no tags: each tag of a task costs a call to the
    limits API, which answers 503 under load and then waits seconds.

    Args:
        name: of the task.
        run_name: of its runs, in which parameters of the function may stand, as {corpus}.
        retries: how often it is tried again.
    """
    decorator: Any = task(
        name=name,
        task_run_name=run_name,
        retries=retries,
        retry_delay_seconds=exponential_backoff(BACKOFF_SECONDS),
        retry_jitter_factor=JITTER,
        retry_condition_fn=_retry,
        cache_policy=NO_CACHE,
        persist_result=False,
    )
    return decorator  # type: ignore[no-any-return]


def operation(
    name: str,
) -> Callable[[Callable[Concatenate[str, P], R]], Task[Concatenate[str, P], R]]:
    """Return a decorator that makes a task of a function on a whole corpus, whose name is its first parameter.

    That parameter must be called ``corpus``: it is in the name of the task run.
    """

    def decorate(function: Callable[Concatenate[str, P], R]) -> Task[Concatenate[str, P], R]:
        @wraps(function)
        def logged(corpus: str, *arguments: P.args, **named: P.kwargs) -> R:
            with about(stage=name, corpus=corpus):
                return function(corpus, *arguments, **named)

        return retried(name, f"{{corpus}}: {name.replace('-', ' ')}")(logged)

    return decorate


@contextmanager
def about(**facts: Any) -> Iterator[None]:
    """Log lines within as belonging to these facts, and let no secret out with an error; on any worker."""
    logs.setup(settings.load().log_format)
    with logs.about(**facts):
        try:
            yield
        except Exception as error:
            scrub(error)  # before Prefect keeps it
            raise


def patiently(call: Callable[[], R]) -> R:
    """Return what ``call`` returns, tried again after a transient fault as a task would be; for what a flow does."""
    for delay in exponential_backoff(BACKOFF_SECONDS)(RETRIES):
        try:
            return call()
        except Exception as error:
            if not is_transient(error):
                raise
            say("%s; next try in %s s", error, delay)
            time.sleep(delay)
    return call()


def say(message: str, *values: object) -> None:
    """Write a line into the log of this task run, which the UI shows; into plain logging where no run is."""
    try:
        get_run_logger().info(message, *values)
    except MissingContextError:
        logging.getLogger("piperoll").info(message, *values)


@contextmanager
def best_effort(failure: str) -> Iterator[None]:
    """Log an error within and go on: it must not fail a run whose edition is already published.

    Args:
        failure: what failed, as the beginning of the line in the log.
    """
    try:
        yield
    except Exception as error:
        say("%s: %s: %s", failure, type(error).__name__, error)


@cache
def database() -> Database:
    """Return the database of this process, which is opened once and left when the process ends."""
    opened = open_database(settings.load())
    atexit.register(opened.close)
    return opened


@contextmanager
def corpus_connection(name: str) -> Iterator[tuple[Connection, Corpus]]:
    """Open a connection in autocommit, with the row of the corpus."""
    with database().connect(autocommit=True) as connection:
        yield connection, corpora.get(connection, name)
