"""Find words that are quoted in the text that they are said to come from, whatever its white space and quote marks."""

import re
import unicodedata
from functools import cached_property

from piperoll.llm.hostile import visible

SHORTEST = 3
"""Words of a quotation: fewer stand almost anywhere. A Chinese character is a word."""
WORD = re.compile("[\u3400-\u9fff]|[^\\W\u3400-\u9fff]+")
CHINESE = re.compile("[\u3400-\u9fff]")
MARKS = str.maketrans(dict.fromkeys("‘’‚‛`´′‹›", "'") | dict.fromkeys("“”„‟«»″", '"'))
EDGES = " \"'…"
"""What a quotation may have at its ends besides the words."""
STOPS = EDGES + ".,;:"
"""The same at its last end, where a sentence is quoted without its end."""
DIGITS_BEHIND, DIGITS_BEFORE = re.compile(r"[.,]?\d"), re.compile(r"\d[.,]?$")
"""Match where a number goes on beside a quotation that ends, or begins, in it: "is 5" of "is 5.5 per cent"."""
GROUPED = re.compile("(?<![\\d.,])\\d{1,3}(?:[ \u00a0\u2009\u202f]\\d{3})+(?!\\d)")
"""Matches a number with spaces between its groups, "5 000"; cells of a table have a tab or more between them."""
NEAR = 2
"""Characters beside a quotation in which a number may go on."""


def words(text: str) -> int:
    """Return how many words a text has."""
    return len(WORD.findall(unicodedata.normalize("NFC", text)))


class Quotable:
    """A text in which quotations are looked for; its places are those of the text as it is."""

    def __init__(self, text: str) -> None:
        self.text = text

    def find(self, quote: str, shortest: int = SHORTEST) -> tuple[int, int] | None:
        """Return where the words of a quotation stand, as they are and in their order; None: they do not.

        Args:
            quote: white space and the kind of quote marks make no difference, all else does.
            shortest: words that it must have.
        """
        whole = _plain_of(visible(quote))[0].strip(EDGES)
        for wanted in dict.fromkeys((whole, whole.rstrip(STOPS))):
            if wanted and words(wanted) >= shortest and (found := self._find(wanted)):
                return found
        return None

    def _find(self, wanted: str) -> tuple[int, int] | None:
        plain, places = self._plain
        at = plain.find(wanted)
        while at >= 0:
            end = at + len(wanted)
            first, last = places[at], places[end - 1] + 1
            if _whole(plain, at, end) and not any(
                start < edge < stop for edge in (first, last) for start, stop in self._grouped
            ):
                return first, last
            at = plain.find(wanted, at + 1)
        return None

    @cached_property
    def _grouped(self) -> list[tuple[int, int]]:
        return [match.span() for match in GROUPED.finditer(self.text)]

    @cached_property
    def _plain(self) -> tuple[str, list[int]]:
        return _plain_of(self.text)


def _plain_of(text: str) -> tuple[str, list[int]]:
    """Return a text as it is compared, and of each character the place that it comes from."""
    plain: list[str] = []
    places: list[int] = []
    for place, one in enumerate(text):
        if one.isspace():
            one = " " if plain and plain[-1] != " " else ""
        elif one > "~":
            one = unicodedata.normalize("NFD", one) if visible(one) else ""
        plain += one
        places += [place] * len(one)
    return "".join(plain).translate(MARKS), places


def _whole(plain: str, start: int, end: int) -> bool:
    """Return whether words and numbers are whole at both ends."""
    before, behind = plain[max(0, start - NEAR) : start], plain[end : end + NEAR]
    if plain[start].isdigit() and DIGITS_BEFORE.search(before):
        return False
    if plain[end - 1].isdigit() and DIGITS_BEHIND.match(behind):
        return False
    return not (_joined(before[-1:] + plain[start]) or _joined(plain[end - 1] + behind[:1]))


def _joined(pair: str) -> bool:
    """Return whether two characters that follow each other are of one word, or of one letter."""
    return len(pair) == 2 and all(map(_of_word, pair))


def _of_word(one: str) -> bool:
    return (one.isalnum() and not CHINESE.match(one)) or unicodedata.category(one).startswith("M")
