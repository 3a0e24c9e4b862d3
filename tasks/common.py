"""Define what all tasks share: which faults are retried, what is logged, and the database of this process."""

import atexit
import logging
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property, partial, update_wrapper, wraps
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar
from uuid import UUID

import psycopg

from piperoll import logs, settings
from piperoll.errors import PiperollError
from piperoll.redact import scrub
from piperoll.store import corpora, runs
from piperoll.store.connection import Connection, Database, open_database
from piperoll.store.corpora import Corpus

if TYPE_CHECKING:
    from prefect import Task

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


def in_prefect() -> bool:
    """Return whether this is called within a run of Prefect. Prefect is not imported to find out."""
    if "prefect" not in sys.modules:
        return False
    from prefect.context import FlowRunContext, TaskRunContext

    return bool(FlowRunContext.get() or TaskRunContext.get())


class Retried(Generic[P, R]):
    """A function that is tried again after a transient fault: as a task run within a run of Prefect, else by itself."""

    def __init__(self, function: Callable[P, R], name: str, run_name: str, retries: int) -> None:
        update_wrapper(self, function)
        self.function, self.name, self.run_name, self.retries = function, name, run_name, retries

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        """Call the function."""
        if in_prefect():
            return self.task(*arguments, **named)
        return patiently(partial(self.function, *arguments, **named), self.retries)

    def __reduce__(self) -> str:
        """Return the name in its module, by which another process finds it."""
        return self.function.__qualname__

    @cached_property
    def task(self) -> "Task[P, R]":
        """Return the task of Prefect.

        Prefect keeps no results of it: our ledger says what is done. It has no tags: each tag of a task costs a call to
        the limits API, which answers 503 under load and then waits seconds.
        """
        from prefect import task
        from prefect.cache_policies import NO_CACHE

        decorator: Any = task(
            name=self.name,
            task_run_name=self.run_name,
            retries=self.retries,
            retry_delay_seconds=delays(self.retries),
            retry_jitter_factor=JITTER,
            retry_condition_fn=_retry,
            cache_policy=NO_CACHE,
            persist_result=False,
        )
        return decorator(self.function)  # type: ignore[no-any-return]


def _retry(_: object, __: object, state: Any) -> bool:
    try:
        state.result()
    except BaseException as error:
        return is_transient(error)
    return False


def retried(name: str, run_name: str, retries: int = RETRIES) -> Callable[[Callable[P, R]], Retried[P, R]]:
    """Return a decorator that lets a function be tried again after a transient fault.

    Args:
        name: of the task.
        run_name: of its runs in Prefect, in which parameters of the function may stand, as {corpus}.
        retries: how often it is tried again.
    """
    return lambda function: Retried(function, name, run_name, retries)


def operation(
    name: str,
) -> Callable[[Callable[Concatenate[str, P], R]], Retried[Concatenate[str, P], R]]:
    """Return a decorator that makes a task of a function on a whole corpus, whose name is its first parameter.

    That parameter must be called ``corpus``: it is in the name of the task run.
    """

    def decorate(function: Callable[Concatenate[str, P], R]) -> Retried[Concatenate[str, P], R]:
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


def delays(retries: int) -> list[float]:
    """Return the seconds before each further try."""
    return [BACKOFF_SECONDS * 2.0**number for number in range(retries)]


def patiently(call: Callable[[], R], retries: int = RETRIES) -> R:
    """Return what ``call`` returns, tried again after a transient fault as a task run would be."""
    for delay in delays(retries):
        try:
            return call()
        except Exception as error:
            if not is_transient(error):
                raise
            say("%s; next try in %s s", error, delay)
            time.sleep(delay * (1 + JITTER * random.random()))
    return call()


def say(message: str, *values: object) -> None:
    """Write a line into the log of this task run, which the UI shows; into plain logging where no run is."""
    log: Any = logging.getLogger("piperoll")
    if in_prefect():
        from prefect import get_run_logger

        log = get_run_logger()
    log.info(message, *values)


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
def corpus_connection(name: str, run: str = "") -> Iterator[tuple[Connection, Corpus]]:
    """Open a connection in autocommit, with the row of the corpus.

    Args:
        name: of the corpus.
        run: id of the run that needs it, if one does.

    Raises:
        PiperollError: ``run_superseded``: the run lost its lock with its connection, and another one has taken over;
            ``database_full``: the run could not write.
    """
    with database().connect(autocommit=True) as connection:
        if run:
            database().require_room()
        corpus = corpora.get(connection, name)
        if run:
            runs.check(connection, corpus, UUID(run))
        yield connection, corpus
