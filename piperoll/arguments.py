"""Make sure that what people and programs hand in is text: neither files nor Postgres take half characters or NUL."""

import re
from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from pathlib import PurePath
from typing import Any, ParamSpec, TypeVar

from piperoll.errors import UsageError

P = ParamSpec("P")
R = TypeVar("R")

NO_TEXT = re.compile("[\0\ud800-\udfff]")
"""NUL; halves of characters, as which Python reads bytes that are no UTF-8."""


def is_text(value: Any) -> bool:
    """Return whether every text in a value is one: also in a list, in a mapping, or in a path."""
    if isinstance(value, str | PurePath):
        return not NO_TEXT.search(str(value))
    if isinstance(value, dict):
        return is_text([*value.keys(), *value.values()])
    return not isinstance(value, list | tuple | set | frozenset) or all(map(is_text, value))


def as_text(message: str) -> str:
    """Return a message without what is no text, so that it can be stored; it may quote a document."""
    return NO_TEXT.sub("\N{REPLACEMENT CHARACTER}", message)


def check_texts(values: Mapping[str, Any]) -> None:
    """Make sure that values are text where they should be. What is none is not shown: it may be a secret.

    Args:
        values: by the names by which people know them.

    Raises:
        UsageError: ``not_utf8``.
    """
    for name, value in values.items():
        if not is_text(value):
            raise UsageError(
                "not_utf8", f"{name} holds NUL, or bytes that are no UTF-8.", remedy="Write it in UTF-8, without NUL."
            )


def takes_texts(function: Callable[P, R]) -> Callable[P, R]:
    """Return ``function`` with a check of its arguments in front of it: see :func:`check_texts`."""
    parameters = signature(function)

    @wraps(function)
    def checked(*arguments: P.args, **named: P.kwargs) -> R:
        check_texts({**named, **parameters.bind(*arguments, **named).arguments})
        return function(*arguments, **named)

    return checked
