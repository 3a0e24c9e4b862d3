"""Define what the rules of every language share."""

import re
from collections.abc import Iterator
from typing import NamedTuple, Protocol

ZONE = 300
"""Characters before a modal verb in which its subject is searched, and after it its object; limits the work."""
LONGEST_SUBJECT = 14
"""Words; what is longer is rarely a subject."""
LONGEST_OBJECT = 240
"""Characters; the rest is left out."""

MARKS = re.compile(r"[*_`#]+|\[([^\[\]]{0,200})\]\([^()\s]{0,400}\)|\s+")
LAST = re.compile(r"[;,]\s(?:and|or|och|eller|samt)$")
EDGE = " \t\n,.;:—–-“”\"'()[]"


class Clause(NamedTuple):
    """A clause says who (``subject``) must or may do what (``predicate``) to what (``object``), or defines a term."""

    subject: str
    predicate: str
    object: str


class Lead(NamedTuple):
    """A lead is the beginning of a sentence that the items of a list complete.

    ``whole`` is true where it ends with the modal verb, and each item brings a verb of its own.
    """

    subject: str
    predicate: str
    whole: bool


class Grammar(Protocol):
    """A grammar holds the rules of one language. Each rule takes a sentence as :func:`tidy` leaves it."""

    def clauses(self, sentence: str) -> Iterator[Clause]:
        """Yield the clauses of a sentence."""

    def lead(self, sentence: str) -> Lead | None:
        """Return what the items of a list after the sentence complete; None where they complete nothing."""

    def item(self, lead: Lead, text: str) -> Clause | None:
        """Return the clause that an item makes together with ``lead``; None where it makes none."""


def tidy(text: str) -> str:
    """Return ``text`` on one line, without the marks of Markdown and the targets of links."""
    return MARKS.sub(lambda match: " " if match[0].isspace() else match[1] or "", text).strip()


def shortened(text: str) -> str:
    """Return an object of at most LONGEST_OBJECT characters, without punctuation at its ends."""
    text = " ".join(text.split())
    if len(text) > LONGEST_OBJECT:
        text = text[:LONGEST_OBJECT].rpartition(" ")[0]
    return LAST.sub("", text).strip(EDGE)


def is_name(text: str) -> bool:
    """Return whether ``text`` can be a subject: some words, and not too many."""
    return 0 < len(text.split()) <= LONGEST_SUBJECT and any(map(str.isalpha, text))
