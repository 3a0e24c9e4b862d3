"""Read values of JSON documents as the type that they should have.

A value of another type raises a DocumentError that names the field.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from piperoll.days import day_or_none
from piperoll.model import DocumentError

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def text_of(value: Any, location: str) -> str:
    """Return a value as text: a number is written out, null is the empty text; ``location`` names the field."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise DocumentError(
        "wrong_shape",
        f"{location} is {type(value).__name__}, not text.",
        remedy="Mend the field, or fetch the document again.",
    )


def mapping_of(value: Any, location: str) -> Mapping[str, Any]:
    """Return a value as an object; null is an empty one."""
    if value is None:
        return {}
    if isinstance(value, dict):
        return value
    raise DocumentError(
        "wrong_shape",
        f"{location} is {type(value).__name__}, not an object.",
        remedy="Mend the field, or fetch the document again.",
    )


def list_of(value: Any, location: str) -> Sequence[Any]:
    """Return a value as a list; null is an empty one."""
    if value is None:
        return []
    if isinstance(value, list):
        return value
    raise DocumentError(
        "wrong_shape",
        f"{location} is {type(value).__name__}, not a list.",
        remedy="Mend the field, or fetch the document again.",
    )


def day_of(value: Any) -> date | None:
    """Return the first date in a text such as "2031-07-01T00:00:00" or "2031-07-01 överg.best."; None without one."""
    match = DAY.search(value) if isinstance(value, str) else None
    return day_or_none(match[0]) if match else None
