"""Tell where a page ends inside a sentence: no chunk begins or ends there.

Between the two pages stand blank lines, the number of the page, and what is printed at the foot and the head of pages.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.pages.furniture import GAP, NO_NUMBERS, RUNNING, is_furniture
from piperoll.corpora.clauses.pages.word_pairs import WordPairs
from piperoll.text.paragraphs import trim

LINES = 8
"""Lines of the longest foot or head of a page, with the text beside it."""
WIDEST = 2 * RUNNING[1]
"""Characters of the longest line of a foot or a head, and of the white space beside it."""
# "… set forth in the | Agreement", "… without limiting this | Section", "… pursuant to Section | 2.1"
BROKEN_OFF = re.compile(
    r"(?:,|\b(?:a|(?i:the|an|of|to|in|into|by|for|with|from|upon|on|at|as|under|between|that|which|who|whose|this|these|"
    r"those|such|any|all|each|no|not|its|their|his|our|your|is|are|be|been|has|have|shall|will|may|must|than|if|whether|"
    r"including|pursuant)|(?P<refers>(?:Section|Article|Clause)s?))|(?<![;.:,)])\s(?i:and|or|nor))\Z"
)
LONGEST_WORD = 11
"""Characters of its longest match."""
LONG = 60
"""Characters of the shortest line that is no heading, at whose end a page can end inside a sentence."""
FIRST_LETTER = re.compile(r"(?!(?:[a-z]{1,2}|[ivxl]{1,5})[.)])(?:\((?![A-Za-z]{1,5}\)))?[“\"«]?[^\W\d_]")
"""Matches up to the first letter of a line, as in "(“lamp", but not a label."""
NUMBER_IN_FRONT = re.compile(
    r"(?:\d{1,3}\s{1,40}){1,2}(?!(?:(?:hour|day|week|month|year|an|jour)s?|mois)\b)(?=[a-z]{2})"
)
"""Matches the number of the page in front of the first words of a page, in small letters: "12   light the lamp"."""
ITEM = re.compile(r"\(\w{1,5}\)|\w{1,5}[.)]\s|\d{1,3}(?:\.\d{1,3}){1,4}\s|[-–—•*·▪]\s(?!\d)")
"""Matches the label or the bullet of an item."""
STOPS = frozenset('.;:!?”"|')


def goes_on(text: str, before: int, after: int) -> bool:
    """Return whether a sentence that breaks off at the end of a page goes on behind it.

    Args:
        text: the stored text.
        before: offset behind the last character of the text on the page in front.
        after: offset of the first character of the text on the page behind.
    """
    first = FIRST_LETTER.match(text, after)
    small = first is not None and first[0][-1].islower()
    last = text[before - 1 : before]
    if last in STOPS:
        return last == "." and small
    if small:
        return True
    broken = BROKEN_OFF.search(text, max(0, before - LONGEST_WORD), before)
    return broken is not None and (broken["refers"] is not None or not ITEM.match(text, after))


def goes_on_at(text: str, row: Range, after: int, *, paged: bool) -> int:
    """Return where the sentence of a line goes on in the text behind it, without the number of the page; 0 if nowhere.

    Args:
        text: the stored text.
        row: the character range of the line.
        after: offset of the first character of the text behind it.
        paged: whether a page ends between.
    """
    number = NUMBER_IN_FRONT.match(text, after) if text[row[1] - 1] not in STOPS else None
    at = number.end() if number else after
    long = paged and row[1] - row[0] > LONG and text[row[1] - 1].isalnum() and not ITEM.match(text, at)
    return at if long or goes_on(text, row[1], at) else 0


class Edges(NamedTuple):
    """The edges of pages are what is printed around their text."""

    running: Container[str] = ()
    """Lines that are printed on page after page."""
    numbers: Mapping[int, int] = NO_NUMBERS
    """Numbers and feet at the ends of lines: where each ends, and the text in front of it."""
    fronts: Mapping[int, int] = NO_NUMBERS
    """Heads at the beginnings of lines: where each begins, and the text behind it."""
    pairs: WordPairs | None = None
    """The pairs of words that the text joins."""

    def holds(self, text: str, start: int, end: int) -> bool:
        """Return whether a line is nothing but furniture, a head or a foot.

        Args:
            text: the stored text.
            start: offset of the first character of the line.
            end: offset behind its last character.
        """
        if self.fronts.get(start, 0) >= end or self.numbers.get(end, end) <= start:
            return True
        return is_furniture(text, start, end) or text[start:end] in self.running

    def behind_front(self, text: str, start: int, end: int) -> tuple[int, bool]:
        """Return where a line begins behind the head of its page, and whether it has one.

        Args:
            text: the stored text.
            start: offset of the first character of the line.
            end: offset behind its last character.
        """
        return trim(text, min(end, self.fronts.get(start, start)), end)[0], start in self.fronts

    def lines(self, text: str, rows: Iterable[Range]) -> Iterator[Range]:
        """Yield lines without what is printed around pages.

        Args:
            text: the stored text.
            rows: the lines, of which the last one may break off.
        """
        for start, end in rows:
            behind = text.find("\n", end, end + RUNNING[1])
            last = trim(text, start, behind)[1] if behind >= 0 else end
            if not self.holds(text, start, last):
                begin = self.behind_front(text, start, end)[0]
                yield begin, max(begin, min(end, self.numbers.get(last, end)))

    def gap(self, text: str, at: int, part: Range) -> Range | None:
        """Return the range between the texts of two pages around a place; None where no page ends there.

        Args:
            text: the stored text.
            at: the place.
            part: the range around it that is read.
        """
        before, foot = self._in_front(text, at, part[0])
        after, head = self._behind(text, at, part[1])
        if before <= part[0] or after >= part[1]:
            return None
        lines = text.count("\n", before, after)
        broken = lines > 1 and text[before - 1] not in STOPS  # "9 bis." behind a full stop is a label
        number = NUMBER_IN_FRONT.match(text, after, part[1]) if broken else None
        paged = foot or head or lines > GAP or number is not None
        return (before, number.end() if number else after) if paged else None

    def _in_front(self, text: str, at: int, start: int) -> tuple[int, bool]:
        """Return where the text in front of a place ends, and whether a foot is between; ``start`` if far."""
        foot = False
        for _ in range(LINES):
            least = max(start, at - WIDEST)
            at = least + len(text[least:at].rstrip())
            if at == least:
                break
            first, _ = trim(text, max(text.rfind("\n", least, at) + 1, least), at)
            if self.holds(text, first, at):
                at, foot = first, True
            elif at in self.numbers:
                return self.numbers[at], True
            else:
                return at, foot
        return start, foot

    def _behind(self, text: str, at: int, end: int) -> tuple[int, bool]:
        """Return where the text behind a place begins, and whether a head is between; ``end`` if far."""
        head = False
        for _ in range(LINES):
            most = min(end, at + WIDEST)
            at = most - len(text[at:most].lstrip())
            if at == most:
                break
            last = text.find("\n", at, most)
            last = trim(text, at, last if last >= 0 else most)[1]
            if at in self.fronts:
                at, head = self.fronts[at], True
            elif self.holds(text, at, last):
                at, head = last, True
            else:
                return at, head
        return end, head

    def forbid(self, text: str, at: int, part: Range) -> bool:
        """Return whether no cut stands at a place: a page ends there inside a sentence, or its foot is around it.

        Args:
            text: the stored text.
            at: the place.
            part: the range around it that is read.
        """
        if at < part[1] and not text[at - 1].isspace() and not text[at].isspace():
            return False
        if self._is_inside(text, at, part):
            return True
        gap = self.gap(text, at, part)
        return gap is not None and (goes_on(text, *gap) or (self.pairs is not None and self.pairs.join(*gap)))

    def _is_inside(self, text: str, at: int, part: Range) -> bool:
        """Return whether a place is inside a line of furniture, or a head or a foot in a line of text."""
        begin = text.rfind("\n", max(part[0], at - WIDEST), at) + 1
        end = text.find("\n", at, min(part[1], at + WIDEST))
        first = trim(text, begin, at)[0] if begin else at
        last = trim(text, at, end)[1] if end > 0 else at
        if first < at < last and self.holds(text, first, last):
            return True
        return first < at < self.fronts.get(first, 0) or self.numbers.get(last, last) < at < last


NO_EDGES = Edges()
