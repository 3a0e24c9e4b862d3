"""What the shells share: which faults are retried, how they are named, and the database of this process."""

import atexit
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar

import psycopg
from prefect import Task, get_run_logger, task
from prefect.cache_policies import NO_CACHE
from prefect.exceptions import MissingContextError
from prefect.tasks import exponential_backoff

from piperoll import logs, settings
from piperoll.errors import PiperollError
from piperoll.pipeline.parse import Parsed
from piperoll.pipeline.plan import Partition
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
    """A lost connection, a server that restarts, a deadlock: worth another try. Bad input never is."""
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


def stage(name: str, run_name: str, *, retries: int = RETRIES) -> Callable[[Callable[P, R]], Task[P, R]]:
    """A task of the pipeline. Prefect keeps no results of it: our ledger says what is done.

    No tags: each tag of a task costs a call to the limits API, which answers 503 under load and then waits seconds.
    """
    shell = task(
        name=name,
        task_run_name=run_name,
        retries=retries,
        retry_delay_seconds=exponential_backoff(BACKOFF_SECONDS),
        retry_jitter_factor=JITTER,
        retry_condition_fn=_retry,
        cache_policy=NO_CACHE,
        persist_result=False,
    )
    return lambda function: shell(_told(name, function))


def _told(name: str, function: Callable[P, R]) -> Callable[P, R]:
    """``function`` with log lines that say what they belong to, and no secret in its errors; on any worker."""
    parameters = signature(function)

    @wraps(function)
    def told(*arguments: P.args, **named: P.kwargs) -> R:
        given = parameters.bind(*arguments, **named).arguments
        partition = next((one.index for one in given.values() if isinstance(one, Partition | Parsed)), None)
        job = given.get("job")
        corpus, run = (job.corpus, job.run or None) if job else (given["corpus"], None)
        logs.setup(settings.load().log_format)
        with logs.about(stage=name, partition=partition, corpus=corpus, run=run):
            try:
                return function(*arguments, **named)
            except Exception as error:
                scrub(error)  # before Prefect keeps it
                raise

    return told


def patiently(call: Callable[[], R]) -> R:
    """What ``call`` returns, tried again after a transient fault as a task would be; for what a flow does itself."""
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
    """A line in the log of this task run, which the UI shows; plain logging where no run is."""
    try:
        get_run_logger().info(message, *values)
    except MissingContextError:
        logging.getLogger("piperoll").info(message, *values)


@contextmanager
def best_effort(failure: str) -> Iterator[None]:
    """What must not fail a run whose edition is already published: say what failed and why, and go on."""
    try:
        yield
    except Exception as error:
        say("%s: %s: %s", failure, type(error).__name__, error)


@cache
def database() -> Database:
    """The database of this process, opened once and left at its end."""
    opened = open_database(settings.load())
    atexit.register(opened.close)
    return opened


@contextmanager
def corpus_connection(name: str) -> Iterator[tuple[Connection, Corpus]]:
    """A connection (autocommit) and the row of the corpus."""
    with database().connect(autocommit=True) as connection:
        yield connection, corpora.get(connection, name)
