"""Conditions on metadata: ``court=HKCFI``, ``year>=2018``, ``date<2020-01-01``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from piperoll.errors import UsageError
from piperoll.store.connection import Connection
from piperoll.store.sql import query

CONDITION = re.compile(r"\s*(?P<key>[^<>=!]*[^<>=!\s])\s*(?P<operator><=|>=|!=|=|<|>)(?P<value>.*)", re.DOTALL)

EQUAL = "$[*] ? (@ == $text || @ == $plain)"
ORDERED = "$[*] ? (@.double() {operator} $plain)"
DAYS = r'$[*] ? (@.double() {operator} $plain || @ like_regex "^[0-9]{{4}}-[0-9]{{2}}" && {by_text})'
TEXT = "$[*] ? ({by_text})"
BY_TEXT = {
    "<": "@ < $text",
    ">=": "@ >= $text",
    "<=": "(@ <= $text || @ starts with $text)",
    ">": "(@ > $text && !(@ starts with $text))",
}
"""2018-05-01 is in 2018: neither before it nor after it."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What a field of the metadata of a version or of a chunk must be."""

    key: str
    operator: str
    value: str

    @property
    def plain(self) -> Any:
        """The value as JSON would have it where it is a number or a truth value, else as text."""
        if self.value in ("true", "false"):
            return self.value == "true"
        return float(self.value) if NUMBER.fullmatch(self.value) else self.value

    def as_row(self) -> dict[str, Any]:
        """For ``search_filter``: the key, a test as a JSON path with its variables, and whether it must fail."""
        negated = self.operator == "!="
        if negated or self.operator == "=":
            test = EQUAL
        else:
            shape = DAYS if isinstance(self.plain, float) else TEXT
            test = shape.format(operator=self.operator, by_text=BY_TEXT[self.operator])
        return {
            "key": self.key,
            "test": test,
            "wanted": {"text": self.value, "plain": self.plain},
            "negated": negated,
        }


NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,15})?")


def parse(text: str) -> Condition:
    """The condition that ``text`` is, such as ``year>=2018``.

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
    """The conditions as ``search_filter`` takes them: one JSON text, None where there are none."""
    return orjson.dumps([one.as_row() for one in conditions]).decode() if conditions else None


def check_keys(connection: Connection, corpus: int, edition: int, conditions: Sequence[Condition]) -> None:
    """Make sure that the edition has the fields which the conditions name.

    Raises:
        UsageError: it has no such field; the remedy lists those that it has.
    """
    values = {"corpus": corpus, "edition": edition}
    for condition in conditions:
        row = connection.execute(query("metadata_has_key"), values | {"key": condition.key}).fetchone()
        if not (row and row[0]):
            known = ", ".join(row[0] for row in connection.execute(query("metadata_keys"), values))
            raise UsageError(
                "unknown_key",
                f"No document has {condition.key!r} in its metadata.",
                remedy=f"There are: {known}." if known else "There is no metadata in this corpus.",
            )
