"""What the rules of every language share."""

import re
from collections.abc import Iterator
from typing import NamedTuple, Protocol

ZONE = 300
"""Characters before a modal verb in which its subject is looked for, and after it its object: bounds the work."""
LONGEST_SUBJECT = 14
"""Words; what is longer is rarely one."""
LONGEST_OBJECT = 240
"""Characters; the rest is left out."""

MARKS = re.compile(r"[*_`#]+|\[([^\[\]]{0,200})\]\([^()\s]{0,400}\)|\s+")
LAST = re.compile(r"[;,]\s(?:and|or|och|eller|samt)$")
EDGE = " \t\n,.;:—–-“”\"'()[]"


class Clause(NamedTuple):
    """Who, what is said of them, and of what."""

    subject: str
    predicate: str
    object: str


class Lead(NamedTuple):
    """The beginning of a sentence that the items of a list complete. ``whole``: only the modal verb stands in it, and
    the verb comes with the item."""

    subject: str
    predicate: str
    whole: bool


class Grammar(Protocol):
    """The rules of one language. Each takes a sentence as :func:`tidy` leaves it."""

    def clauses(self, sentence: str) -> Iterator[Clause]:
        """What it says."""

    def lead(self, sentence: str) -> Lead | None:
        """What the items of a list after it complete."""

    def item(self, lead: Lead, text: str) -> Clause | None:
        """What an item says after ``lead``."""


def tidy(text: str) -> str:
    """``text`` on one line, without the marks of markdown and the targets of links."""
    return MARKS.sub(lambda match: " " if match[0].isspace() else match[1] or "", text).strip()


def shortened(text: str) -> str:
    """An object of at most LONGEST_OBJECT characters, without marks at its ends."""
    text = " ".join(text.split())
    if len(text) > LONGEST_OBJECT:
        text = text[:LONGEST_OBJECT].rpartition(" ")[0]
    return LAST.sub("", text).strip(EDGE)


def is_name(text: str) -> bool:
    """Can it be who is spoken of: some words, not too many?"""
    return 0 < len(text.split()) <= LONGEST_SUBJECT and any(map(str.isalpha, text))
