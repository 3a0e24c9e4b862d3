"""Find the acts that a question names: by citation, by title in any form, by abbreviation."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from piperoll.corpora import registry
from piperoll.corpora.citations import enactment_names
from piperoll.ranges import Range
from piperoll.search.phrases import Phrases, found, inverted, table

NUMBER = re.compile(r"\s?\((?:[^()]*\d[^()]*)\)")
""""Lag (1982:80) om anställningsskydd"."""
NOUNS = {
    "lag": "lagen", "balk": "balken", "förordning": "förordningen", "kungörelse": "kungörelsen", "stadga": "stadgan",
    "ordning": "ordningen", "instruktion": "instruktionen", "reglemente": "reglementet", "brev": "brevet",
}  # fmt: skip
"""Last words of Swedish titles, and how they are written in a sentence."""
SHORTEST = 6
"""Letters of a title of one word, at least."""
SHORT = re.compile(
    rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(enactment_names.KNOWN, key=len, reverse=True)))})(?![\w-])"
)
""""CPP", "EI Act", the "Charter"."""
CAP = re.compile(r"\bcap(?=\.?\s\d)")
""""cap 374": Hong Kong's chapters have a capital elsewhere."""
GENERAL = frozenset({"Constitution"})
"""Short names that are words, too."""
Act = tuple[Range, str, str]
"""Where it is named, its key, and by what."""


def acts(question: str, profile: str, titles: Mapping[str, str]) -> Iterator[Act]:
    """Yield the acts that a question names.

    Args:
        question: as it was written.
        profile: that of the corpus, which knows how its family cites.
        titles: of the acts of the corpus, by key.
    """
    question = CAP.sub("Cap", question)
    covered: list[Range] = []
    for citation in registry.get(profile).references(question):
        covered.append((citation.start, citation.end))
        if citation.kind == "legislation" and citation.target:
            yield covered[-1], citation.target, "citation"
    yield from ((place, key, "title") for place, key in _titled(question, titles, covered))
    if not titles:
        for place, [title] in found(question, table("acts.toml")):
            if sum(map(str.isupper, question[place[0] : place[1]])) > 1:
                covered.append(place)
                yield place, title, "short name"
        for match in SHORT.finditer(question):
            if match[0] not in GENERAL and not _within(match.span(), covered):
                yield match.span(), enactment_names.KNOWN[match[0]], "short name"
        for match in enactment_names.WHOLE.finditer(question, 0, len(question)):
            if not _within(match.span(), covered):
                yield match.span(), enactment_names.KNOWN.get(match[0], match[0]), "name"


def cited(question: str, profile: str) -> list[Range]:
    """Return the ranges of a question that cite something: their numbers are no years, and their courts no courts."""
    return [(citation.start, citation.end) for citation in registry.get(profile).references(question)]


def _titled(question: str, titles: Mapping[str, str], covered: list[Range]) -> Iterator[tuple[Range, str]]:
    for place, keys in found(question, _forms(tuple(titles.items()))) if titles else ():
        if not _within(place, covered):
            yield place, max(keys)  # of two acts of one title the later one


def _within(place: Range, covered: list[Range]) -> bool:
    return any(start < place[1] and place[0] < end for start, end in covered)


@lru_cache(maxsize=8)
def _forms(titles: tuple[tuple[str, str], ...]) -> Phrases:
    return inverted((key, form) for key, title in titles for form in written(title))


def written(title: str) -> Iterator[str]:
    """Yield how people write a title: "arbetsmiljölagen", "lagen om anställningsskydd", "Theft Ordinance".

    A title of one word must be long, or its noun alone would be one: "lag".
    """
    bare = " ".join(NUMBER.sub("", title).split())
    first, _, rest = bare.partition(" om ") if " om " in bare else (bare, "", "")
    behind = f" om {rest}" if rest else ""
    head = first.casefold()
    noun = next((noun for noun in sorted(NOUNS, key=len, reverse=True) if head.endswith(noun)), "")
    if rest or len(head) >= SHORTEST:
        yield f"{first}{behind}"
        if noun:
            whole = head.removesuffix(noun) + NOUNS[noun]
            yield from (f"{whole}{behind}", f"{whole}s{behind}")
