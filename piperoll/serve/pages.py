"""Divide long answers into pages; a cursor names the edition, so that all pages are of the same one."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from piperoll.errors import UsageError

Row = TypeVar("Row")
INSIDE = re.compile(rb"([1-9][0-9]{0,8}):([1-9][0-9]{0,11})")
"""Matches the edition and how many rows were told: ``3:200``."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Say where a page begins."""

    edition: int | None = None
    """None: the published one."""
    told: int = 0

    def page(self, rows: Iterable[Row], limit: int, edition: int) -> tuple[list[Row], str | None]:
        """Return the rows of a page, and the cursor of the next one.

        Args:
            rows: all of them, in a stable order.
            limit: how many are told at most.
            edition: that they are of.
        """
        found = list(islice(rows, self.told, self.told + limit + 1))
        more = len(found) > limit
        return found[:limit], str(Cursor(edition, self.told + limit)) if more else None

    def __str__(self) -> str:
        return urlsafe_b64encode(f"{self.edition}:{self.told}".encode()).decode().rstrip("=")


def cursor_of(text: str | None) -> Cursor:
    """Return the cursor that a text is; None: the first page.

    Raises:
        UsageError: ``bad_cursor``.
    """
    if text is None:
        return Cursor()
    try:
        inside = INSIDE.fullmatch(urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4)))
    except ValueError:
        inside = None
    if not inside:
        raise UsageError("bad_cursor", "The cursor cannot be read.", remedy="Send next of the page before, unchanged.")
    return Cursor(int(inside[1]), int(inside[2]))
