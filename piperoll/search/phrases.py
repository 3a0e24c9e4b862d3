"""Find the phrases of a table in a text: names of sections, themes of risk, courts, titles of acts."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from piperoll.ranges import Range
from piperoll.search.naming import LONGEST_RUN, runs
from piperoll.store.company_names import folded, placed_words, words_of
from piperoll.text.traced import Traced

FOLDER = Path(__file__).parent
Phrases = Mapping[tuple[str, ...], Sequence[str]]
"""What a phrase means, by its words without case and plural."""


@cache
def table(name: str) -> Phrases:
    """Return the phrases of a file, which lists those of each meaning.

    Args:
        name: of the file, such as ``topics.toml``.
    """
    told = tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))
    return inverted((meaning, phrase) for meaning, phrases in told.items() for phrase in phrases)


def inverted(pairs: Iterator[tuple[str, str]]) -> Phrases:
    """Return pairs of a meaning and a phrase as the meanings of each phrase."""
    meanings: dict[tuple[str, ...], list[str]] = {}
    for meaning, phrase in pairs:
        listed = meanings.setdefault(plain(phrase), [])
        if meaning not in listed:
            listed.append(meaning)
    return {phrase: listed for phrase, listed in meanings.items() if phrase}


def plain(phrase: str) -> tuple[str, ...]:
    """Return the words of a phrase without case and plural, by which phrases are compared."""
    return tuple(folded(word) for word in words_of(phrase))


def found(text: str, phrases: Phrases) -> Iterator[tuple[Range, Sequence[str]]]:
    """Yield where phrases stand, with what each means: the longest first, no two in one place."""
    placed = placed_words(Traced.of(text))
    words = [folded(word) for word, _, _ in placed]
    free = [True] * len(words)
    longest = min(max(map(len, phrases), default=0), LONGEST_RUN)
    for at, count in runs(len(words)):
        if count > longest or not all(free[at : at + count]):
            continue
        if meanings := phrases.get(tuple(words[at : at + count])):
            free[at : at + count] = [False] * count
            yield (placed[at][1], placed[at + count - 1][2]), meanings
