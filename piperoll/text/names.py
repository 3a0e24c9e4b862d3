"""Extract the words that tell one document from others: those of its names, of its opening, and of its whole text.

A query that names a document ("the reseller agreement between A and B", "enligt arbetsmiljölagen", "Spotify's terms")
has some of them. Names are spelled freely, so they are not stemmed; "Media Net" finds "MediaNet", and "Boston
Consulting Group" finds "BCG".
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise
from urllib.parse import unquote

VERSION = 1
"""Raise it when any text gives other words than before: every corpus is indexed anew by its next run."""
OPENING = 3000
"""Characters at the beginning of a text that say what it is and whose."""
IN_NAME, IN_OPENING, IN_TEXT = 3, 2, 1
"""How often a word is listed among the words of a document, by the best position that it has there."""
LONGEST = 60
"""Characters of a word; what is longer is cut."""
LONGEST_NAME = 300
"""Characters of a name that are read."""

WORD = re.compile(r"((?:[^\W_]|[\u0300-\u036f])+)(?:['’][sS]\b)?")
CAMEL = re.compile(r"(?<=[^\W\d_A-ZÅÄÖ])(?=[A-ZÅÄÖ])")
CAPITALISED = re.compile(r"[A-ZÅÄÖ][\w&]*(?:[\s-]+(?:(?:of|and|the|for|och|för)\s+)?[A-ZÅÄÖ][\w&]*){2,11}")
CAPITAL = re.compile(r"[A-ZÅÄÖ]\w*")
_COMPANY = ("inc", "llc", "ltd", "co")
_GOES_ON = {"english": ("and", "or", *_COMPANY), "swedish": ("och", "eller", "and", "or", *_COMPANY)}
"""Words before which a comma or full stop does not end a name: "Lamp Co., Inc."; names in Swedish may be English."""
MARKED = re.compile(r"\A\s*([^\s:\"“”][^:\"“”\n]{0,59}):\s|[\"“”«»]([^\"“”«»\n]{1,60})[\"“”«»]")
"""'Amazon: may they …', 'may they … in "Amazon"'."""
RUN = range(2, 7)
"""How many words of a query may be one word in a name."""
ACRONYM = range(3, 8)
"""How many letters a name of initials has."""


def words(text: str) -> list[str]:
    """Return the words of a text in their order: in lower case, without plural s and possessive."""
    return [word for word, _, _ in spans(text)]


def spans(text: str) -> list[tuple[str, int, int]]:
    """Return the words of a text, each with its start and end offset; a possessive belongs to its word."""
    return [(_plain(match[1]), *match.span()) for match in WORD.finditer(text)]


def of_query(text: str) -> dict[str, tuple[str, ...]]:
    """Return the words by which a query may name a document, each with the words of the query from which it is made."""
    return {**_acronyms(text), **spelled(text)}


def spelled(text: str) -> dict[str, tuple[str, ...]]:
    """Return the words of :func:`of_query` without acronyms: what the query has letter by letter."""
    single_words = words(text)
    return {**_run_together(text), **_joined(single_words), **{word: (word,) for word in single_words}}


def marked(text: str) -> list[set[str]]:
    """Return the parts of the names that a query marks off: in quotation marks, or before the first colon."""
    found = [match[1] or match[2] for match in MARKED.finditer(text)]
    return [name for one in found if (name := parts(one))]


def goes_on(language: str) -> Sequence[str]:
    """Return the words before which a comma or full stop does not end a name."""
    return _GOES_ON.get(language, _GOES_ON["english"])


def of_name(name: str) -> set[str]:
    """Return the words by which a query may name a title, a party, a number or the path of a file."""
    whole, apart = _parts(name)
    return {*whole, *apart, *_joined(apart)}


def parts(name: str) -> set[str]:
    """Return the words that make up a name: "MediaNet" has three."""
    whole, apart = _parts(name)
    return {*whole, *apart}


def _parts(name: str) -> tuple[list[str], list[str]]:
    """Return the words of a name as it is written, and with the parts of "MediaNet" as words of their own."""
    name = unquote(name[:LONGEST_NAME])
    spaced = CAMEL.sub(" ", name)
    whole = words(name)
    return whole, whole if spaced == name else words(spaced)


def of_document(names: Iterable[str], text: str) -> list[str]:
    """Return the words of a document, each repeated IN_NAME, IN_OPENING or IN_TEXT times."""
    named = set().union(*map(of_name, set(names)))
    opening = set(words(text[:OPENING])) - named
    rest = {_plain(written) for written in set(WORD.findall(text))} - named - opening
    return [
        word
        for count, group in ((IN_NAME, named), (IN_OPENING, opening), (IN_TEXT, rest))
        for word in sorted(group)
        for _ in range(count)
    ]


def _plain(written: str) -> str:
    return _singular(unicodedata.normalize("NFC", written).lower()[:LONGEST])


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _joined(single_words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return each pair of neighbouring words as one word."""
    return {a + b: (a, b) for a, b in pairwise(single_words) if len(a) + len(b) <= LONGEST}


def _run_together(text: str) -> dict[str, tuple[str, ...]]:
    """Return several words without the spaces between them, as file names have them: "ALLIANCEBANCORPINC"."""
    written = [match[1].lower() for match in WORD.finditer(unicodedata.normalize("NFC", text))]
    singular = tuple(map(_singular, written))
    return {
        _singular("".join(written[at : at + length])[:LONGEST]): singular[at : at + length]
        for length in RUN
        for at in range(len(written) - length + 1)
    }


def _acronyms(text: str) -> dict[str, tuple[str, ...]]:
    """Return the initials of capitalised words that follow one another."""
    acronyms = {}
    for run in CAPITALISED.findall(text):
        capitals = [_singular(word.lower()) for word in CAPITAL.findall(run)]
        for length in ACRONYM:
            for at in range(len(capitals) - length + 1):
                made_of = tuple(capitals[at : at + length])
                acronyms["".join(word[0] for word in made_of)] = made_of
    return acronyms
