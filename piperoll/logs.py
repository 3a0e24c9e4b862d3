"""Write logs: every line names the run, corpus, partition and stage it belongs to, and none holds a secret.

What a line belongs to is a context variable, so that no call has to name it: set where a run or a stage begins, it is
valid for all that is called from there, in whatever thread or process the stage runs.
"""

import logging
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal

from pythonjsonlogger.json import JsonFormatter

from piperoll.errors import PiperollError
from piperoll.redact import redact

Format = Literal["text", "json"]
FIELDS = ("levelname", "name", "process", "message")
NAMES = {"levelname": "level", "name": "logger", "exc_info": "traceback"}

_facts: ContextVar[dict[str, Any] | None] = ContextVar("facts", default=None)
_new_record = logging.getLogRecordFactory()


@contextmanager
def about(**facts: Any) -> Iterator[None]:
    """Add these ``facts`` to the lines written within: run, corpus, partition, stage. None: not known."""
    token = _facts.set((_facts.get() or {}) | {name: value for name, value in facts.items() if value is not None})
    try:
        yield
    finally:
        _facts.reset(token)


def setup(style: Format) -> None:
    """Log in this ``style`` in this process from now on; a second call changes nothing.

    ``text`` leaves the output to the terminal and to Prefect. ``json`` puts one object a line on stderr, Prefect's own
    lines among them, and nothing else.
    """
    logging.setLogRecordFactory(_safe_record)
    if style == "json" and not as_json():
        logging.getLogger().handlers = [Lines()]
        logging.getLogger("piperoll").setLevel(logging.INFO)


def lines() -> None:
    """Log what runs do, in text on stderr, where nothing else keeps it and no bar is drawn; see :func:`setup`."""
    log = logging.getLogger("piperoll")
    if not as_json() and not sys.stderr.isatty() and not log.handlers:
        handler = _Current()
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"))
        log.addHandler(handler)
        log.setLevel(logging.INFO)


def as_json() -> bool:
    """Return whether lines of JSON go to stderr."""
    return any(isinstance(handler, Lines) for handler in logging.getLogger().handlers)


def _safe_record(*arguments: Any, **named: Any) -> logging.LogRecord:
    """Return a record without secrets, for any handler: ours, or the one that sends it to Prefect.

    Errors that people can act on come without a traceback: Prefect would print it for the task and the flow.
    """
    record = _new_record(*arguments, **named)
    if record.exc_info and isinstance(record.exc_info[1], PiperollError):
        record.exc_info = None
    try:
        message = record.getMessage()
    except Exception:  # a library's words and values do not fit: handlers say so, and do not fail for it
        return record
    if (safe := redact(message)) != message:
        record.msg, record.args = safe, None
    return record


class Lines(logging.StreamHandler[Any]):
    """This handler writes one JSON object a line on stderr.

    Prefect leaves a handler in place unless its class is named ``_Something``.
    """

    def __init__(self) -> None:
        super().__init__(sys.stderr)
        fixed = {"host": socket.gethostname()}
        self.setFormatter(_Formatter(FIELDS, rename_fields=NAMES, static_fields=fixed, timestamp="time"))

    def emit(self, record: logging.LogRecord) -> None:
        vars(record).update(_facts.get() or {})  # here and not where it is made: a library's own fields may clash
        super().emit(record)


class _Current(logging.StreamHandler[Any]):
    """This handler writes on what is stderr now: whoever captures output exchanges it, and closes what was."""

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stderr
        super().emit(record)


class _Formatter(JsonFormatter):
    def formatException(self, ei: Any) -> Any:  # noqa: N802  (the name is of logging)
        shown = super().formatException(ei)
        return redact(shown) if isinstance(shown, str) else [redact(line) for line in shown]
