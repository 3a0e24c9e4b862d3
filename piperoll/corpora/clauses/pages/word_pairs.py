"""Tell which words a text joins: the end of one page goes on in the next, also where that begins with a capital."""

import re
from functools import cached_property

PAIR = re.compile(r"\b(?P<first>\w{2,})[ \t\xa0]{0,9}(?:\n[ \t\xa0]{0,40}|(?<=\s))(?=(?P<second>[A-Z]\w*[a-z]))")
"""Matches two words of one sentence: "Harbour Board", also in two lines."""
FIRST, SECOND = re.compile(r"(?<!\w)\w{2,}\Z"), re.compile(r"[A-Z]\w*[a-z](?!\w)")
LONGEST_WORD = 30
"""Characters of the longest word that is read."""


class WordPairs:
    """Hold the pairs of words that a text joins, of which the second one begins with a capital.

    They are collected when they are first asked for, once for the text.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _pairs(self) -> frozenset[tuple[str, str]]:
        return frozenset((match["first"], match["second"]) for match in PAIR.finditer(self.text))

    def join(self, before: int, after: int) -> bool:
        """Return whether the text joins elsewhere the words at two places: "Harbour", at the end of a page, "Board".

        Args:
            before: offset behind the last character of the first word.
            after: offset of the first character of the second word.
        """
        first = FIRST.search(self.text, max(0, before - LONGEST_WORD), before)
        second = SECOND.match(self.text, after, after + LONGEST_WORD)
        return first is not None and second is not None and (first[0], second[0]) in self._pairs
