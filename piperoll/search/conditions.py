"""Restrict a search before ranking, also by conditions on metadata: ``court=UKSC``, ``date<2020-01-01``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

import orjson

from piperoll.cache import Cache
from piperoll.errors import UsageError
from piperoll.store import editions
from piperoll.store.connection import Connection
from piperoll.store.sql import composed

CONDITION = re.compile(r"\s*(?P<key>[^<>=!]*[^<>=!\s])\s*(?P<operator><=|>=|!=|=|<|>)(?P<value>.*)", re.DOTALL)

EQUAL = "$[*] ? (@ == $any[*])"
ONE_OF = "|"
"""Between values of which one must be: ``court=UKSC|UKPC``."""
DAYS = r'$[*] ? (@.double() {operator} $plain || @ like_regex "^[0-9]{{4}}-[0-9]{{2}}" && {by_text})'
TEXT = "$[*] ? ({by_text})"
BY_TEXT = {
    "<": "@ < $text",
    ">=": "@ >= $text",
    "<=": "(@ <= $text || @ starts with $text)",
    ">": "(@ > $text && !(@ starts with $text))",
}
"""2018-05-01 is in 2018: neither before it nor after it."""
NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,15})?")

HOLDERS: Cache[tuple[UUID, int, str], tuple[bool, bool]] = Cache(10_000)
"""Whether any version and any chunk has a field: by the run that built an edition, its number and the field."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Describe what a field of the metadata of a version or of a chunk must be."""

    key: str
    operator: str
    value: str

    @property
    def any_of(self) -> list[Any]:
        """Return the values that are meant, as texts and as JSON has them; a value may have the mark itself."""
        values = [self.value, *(value.strip() for value in self.value.split(ONE_OF))]
        return [*dict.fromkeys(values), *(plain(value) for value in dict.fromkeys(values))]

    def as_row(self) -> dict[str, Any]:
        """Return key, test (a JSON path with its variables) and whether the test must fail, as statements take them."""
        negated = self.operator == "!="
        if negated or self.operator == "=":
            test = EQUAL
        else:
            shape = DAYS if isinstance(plain(self.value), float) else TEXT
            test = shape.format(operator=self.operator, by_text=BY_TEXT[self.operator])
        return {
            "key": self.key,
            "test": test,
            "wanted": {"text": self.value, "plain": plain(self.value), "any": self.any_of},
            "negated": negated,
        }


@dataclass(frozen=True, slots=True)
class Filters:
    """Hold the restrictions that apply before ranking.

    ``document`` is a key or a path within the source; ``path`` matches that unit and all below it, at any depth;
    ``day`` asks for the law of that day.
    """

    document: str | None = None
    path: str | None = None
    role: str | None = None
    day: date = field(default_factory=date.today)
    where: Sequence[Condition] = ()
    """Conditions on the metadata of versions and chunks; all must hold."""
    versions: Sequence[int] | None = None
    """Ids of versions; None: all."""
    include_repealed: bool = False
    """Whether what is not in force on the day passes as well."""


def plain(value: str) -> Any:
    """Return a value as JSON has it: a number, a truth value or a text."""
    if value in ("true", "false"):
        return value == "true"
    return float(value) if NUMBER.fullmatch(value) else value


def parse(text: str) -> Condition:
    """Return the condition that a text such as ``year>=2018`` is.

    Raises:
        UsageError: it is none.
    """
    match = CONDITION.fullmatch(text)
    if not match or "\0" in text:
        raise UsageError(
            "bad_where", f"{text!r} is no condition.", remedy="Write KEY=VALUE; or !=, <, <=, >, >= between them."
        )
    return Condition(match["key"], match["operator"], match["value"].strip())


def as_parameter(conditions: Sequence[Condition]) -> str | None:
    """Return the conditions as statements take them: one JSON text; None where there are none."""
    return orjson.dumps([condition.as_row() for condition in conditions]).decode() if conditions else None


def divided(
    connection: Connection, corpus: int, edition: int, conditions: Sequence[Condition]
) -> tuple[list[Condition], list[Condition]]:
    """Divide conditions into those that versions alone decide, because no chunk has the field, and the others.

    Args:
        connection: to the database.
        corpus: id of the corpus.
        edition: number of the edition.
        conditions: all that must hold.

    Returns:
        The conditions on versions, and those on chunks.

    Raises:
        UsageError: the edition has no such field; the remedy lists those that it has.
    """
    of_versions: list[Condition] = []
    of_chunks: list[Condition] = []
    for condition in conditions:
        version, chunk = _holders(connection, corpus, edition, condition.key)
        (of_chunks if chunk else of_versions).append(condition)
        if not (version or chunk):
            values = {"corpus": corpus, "edition": edition}
            keys = ", ".join(row[0] for row in connection.execute(composed("metadata_keys"), values))
            raise UsageError(
                "unknown_key",
                f"No document has {condition.key!r} in its metadata.",
                remedy=f"There are: {keys}." if keys else "There is no metadata in this corpus.",
            )
    return of_versions, of_chunks


def _holders(connection: Connection, corpus: int, edition: int, key: str) -> tuple[bool, bool]:
    """Return whether any version has this field, and whether any chunk has it."""
    built = editions.built_by(connection, corpus, edition), edition, key
    if holders := HOLDERS.get(built):
        return holders
    row = connection.execute(
        composed("metadata_has_key"), {"corpus": corpus, "edition": edition, "key": key}
    ).fetchone()
    assert row
    return HOLDERS.put(built, row)
