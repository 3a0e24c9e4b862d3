"""Document families by name."""

from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from typing import Protocol

from piperoll.errors import UsageError
from piperoll.model import Document

ENTRY_POINTS = "piperoll.profiles"


class Profile(Protocol):
    """The code that knows one document family."""

    name: str
    version: int
    """Of reading, parsing and cutting: raise it and every document of the family is done again."""
    language: str
    """Text search configuration of Postgres for this family, such as ``swedish``."""
    suffixes: frozenset[str]
    """Endings of the files that can hold documents of the family; others are not listed."""
    row_keys: tuple[str, ...]
    """Columns of which the first that a row of JSON lines or Parquet has names it; such a row is read as JSON."""
    days: tuple[str, ...]
    """Fields of the metadata that tell the day of a version without ``valid_from`` (on which it was issued or decided,
    in ISO form), best first; what a range of days goes by."""

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """The documents in one file, cut into chunks; ``name`` is its path in the source.

        Raises:
            DocumentError: the file cannot be read.
        """
        ...

    def references(self, query: str) -> list[str]:
        """Paths that a query names outright: "2 kap. 3 §" → ``kap2.§3``."""
        ...


@cache
def profiles() -> dict[str, Profile]:
    """Every profile that is installed."""
    from piperoll.corpora.se_law import SeLaw

    found: dict[str, Profile] = {SeLaw.name: SeLaw()}
    for point in entry_points(group=ENTRY_POINTS):
        found[point.name] = point.load()()
    return found


def get(name: str) -> Profile:
    """The profile called ``name``.

    Raises:
        UsageError: there is none; the message lists those that exist.
    """
    try:
        return profiles()[name]
    except KeyError:
        known = ", ".join(sorted(profiles()))
        raise UsageError(
            "unknown_profile", f"There is no profile {name!r}.", remedy=f"Choose one of: {known}."
        ) from None
