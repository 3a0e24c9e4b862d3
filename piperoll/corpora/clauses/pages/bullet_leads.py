"""Find the lines that lead to the lists of a text: "The keeper shall:", and bullets below it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.pages.furniture import is_furniture
from piperoll.corpora.clauses.words.captions import plain
from piperoll.text.paragraphs import all_rows, column_of

LEADS = re.compile(
    r"(?:[:：]|[—–]|:[-‐‑]|\b(?:following|to|that|shall|must|will|of|by|if|means)|\bas (?:follows|set forth below)\.)"
    r"[*_\s]*\Z"
)
BULLETS = "+*-•·▪●○■◦‣–—−➢►✓✔"
LONE_BULLETS = frozenset("●•○▪■◦")
"""Bullets that can stand alone in the line above their item."""
BULLET = re.compile(rf"[{re.escape(BULLETS)}](?=[ \t\xa0])|[{''.join(sorted(LONE_BULLETS))}](?=\n)|\\-")
UNMARKED = re.compile(r"(?:[;:,]|[;,] (?:and|or))\Z")
"""Matches the end of the line in front of an item that has no mark but begins with a small letter."""
COUNTED = re.compile(r"[;,](?: [^\W\d_]{1,3})?\Z")
"""Matches the end of an item without a mark behind which another one comes: "Light the lamp; and"."""
FOLLOWS = re.compile(r"\b(?:the following|as follows|(?<![\d)] )[Bb]elow|ci-dessous(?=\.?\Z))\b[^.:;!?]{0,80}\.?\Z")
"""Matches the end of a sentence that leads to the bullets below it without a colon: "We light the following lamps."."""
LONGEST_FOLLOWS = 120
"""Characters of the longest match of FOLLOWS."""
OPEN = re.compile(r"(?:[^\s:;]{1,30}\s){4}[^\s:;]{0,30}[^\W\d_][)\]]?\Z")
BEGINS = re.compile(r"[*_“\"(]{0,4}\w")
SMALL = re.compile(r"[ \t\xa0]{0,9}[a-zà-ÿа-яα-ω]")
"""Match the end and the beginning of words without a stop, and an item that goes on with their sentence."""
LONGEST_OPEN = 160
"""Characters of the longest match of OPEN."""
GOES_ON = re.compile(r"[*_]{0,3}[“\"(\[]?[a-zß-ÿ]")
"""Matches the beginning of a paragraph that goes on with the sentence of a list: "(together, the “Lamps”)"."""
ENDS = frozenset('.;:!?)”"')
"""Last characters of an item."""
COUNTS_ON = (",", ";")
"""Last characters of an item behind which another one comes."""
BOLD = re.compile(r"\S{1,2}[ \t\xa0]{1,9}(?:\*\*|__)")
WORDS_LEADING = 2
"""Words of the longest item that leads to none beside it, its mark included: "* Name:"."""
FOOT = 6
"""Lines at most at the end of a page, between two items of a list."""


def bullet_leads(text: str, *, wrapped: bool, page: bool = True) -> dict[int, Range | None]:
    """Return the range of the line that leads to the list of each bullet, by the start of the bullet.

    A list goes on behind the end of a page where the item in front of that ends in a comma or a semicolon. Paragraphs
    of a page that end so behind a colon are items too, and so is the one behind them.

    Args:
        text: the stored text.
        wrapped: whether sentences go on in the next line, with a blank line between.
        page: whether a line is a paragraph.
    """
    found: dict[int, Range | None] = {}
    open_: list[_Lead] = []
    left: list[_Lead] = []
    unmarked: Range | None = None
    counted = False
    column = after = lines = 0
    all_ = list(item_rows([row for row in all_rows(text) if not is_furniture(text, *row)], text))
    for index, (start, end) in enumerate(all_):
        bullet = BULLET.match(text, start) is not None
        blank = text.count("\n", after, start) > 1
        if blank and not bullet and wrapped:
            blank = text[after - 1] in ENDS and not GOES_ON.match(text, start)
        lines += 1
        if bullet or blank or not found:
            column = column_of(text, start)
            if blank and not bullet and open_ and text[after - 1] in COUNTS_ON:
                left, lines = list(open_), 0
            while open_ and (
                open_[-1].is_over(text, (start, end), column, blank) if bullet else open_[-1].column >= column
            ):
                open_.pop()
        if bullet and not open_ and lines <= FOOT:
            open_ = [one for one in left if one.column <= column]
        if bullet:
            left = []
            found[start] = open_[-1].line if open_ else None
        counts_on = page and not (bullet or wrapped) and COUNTED.search(text, max(start, end - 5), end) is not None
        item = text[start].islower() or counts_on or counted
        if item and UNMARKED.search(text, max(0, after - 5), after):
            found[start] = unmarked
        elif text[end - 1] in ":：":
            unmarked = (start, end)
        elif not item:
            unmarked = None
        counted = counts_on and unmarked is not None
        leads = text[end - 1] in ":：—–*_" and LEADS.search(text, max(start, end - 20), end)
        if not leads and page and not bullet and (below := BULLET.match(text, all_[min(index + 1, len(all_) - 1)][0])):
            leads = FOLLOWS.search(text, max(start, end - LONGEST_FOLLOWS), end)
            if not (leads or wrapped) and (blank or not found) and BEGINS.match(text, start):
                leads = OPEN.search(text, max(start, end - LONGEST_OPEN), end) and SMALL.match(text, below.end())
        if leads:
            beside = _beside(text, all_[index : index + 3]) if bullet else None
            column = 0 if column == 1 and not bullet else column  # a blank in front of a paragraph indents nothing
            open_ = [one for one in open_ if one.column < column + bullet]
            open_.append(beside or _Lead(column + bullet, (start, end)))
        after = end
    return found


def item_rows(lines: Sequence[Range], text: str) -> Iterator[Range]:
    """Yield the lines of a text, a bullet that is alone in its line together with the line of its item."""
    begin = -1
    for start, end in lines:
        if end - start == 1 and text[start] in LONE_BULLETS:
            begin = start if begin < 0 else begin
            continue
        yield (start if begin < 0 else begin), end
        begin = -1


@dataclass(frozen=True, slots=True)
class _Lead:
    """A line that leads to a list.

    Attributes:
        column: of its bullets at least.
        line: the character range of the line.
        first: where its list begins, if that stands in the column of the line, which is an item itself; else -1.
        looks: of that item, which end the list; "" where a blank line does, None where only another lead-in does.
    """

    column: int
    line: Range
    first: int = -1
    looks: str | None = None

    def is_over(self, text: str, bullet: Range, column: int, blank: bool) -> bool:
        """Return whether the list ends in front of a bullet, which stands behind a blank line or not."""
        start, end = bullet
        if self.column != column or self.first < 0 or start == self.first:
            return self.column > column
        if self.looks is None:  # blank lines stand between all of them
            return text[end - 1] in ":："
        return blank if self.looks == "" else _looks(text, start) == self.looks


def _beside(text: str, near: Sequence[Range]) -> _Lead | None:
    """Return an item as the lead-in of the items in its own column: they look otherwise, or stand in a block.

    Args:
        text: the stored text.
        near: the line of the item, and the two lines behind it.
    """
    if len(near) < 2 or text[near[0][1] - 1] not in ":：" or not BULLET.match(text, near[1][0]):
        return None
    line, (first, end), *behind = near
    column = column_of(text, line[0])
    looks: str | None = _looks(text, line[0])
    if column_of(text, first) != column or len(text[slice(*line)].split()) <= WORDS_LEADING:
        return None
    apart = text.count("\n", line[1], first) > 1
    if looks == _looks(text, first):
        if not apart:
            return None
        block = any(text.count("\n", end, below) == 1 for below, _ in behind)
        looks = "" if block else None
    return _Lead(column, line, first, looks)


def _looks(text: str, bullet: int) -> str:
    """Return what a bullet looks like: its mark, and whether bold type is behind it."""
    words = BOLD.match(text, bullet)
    return text[bullet] + ("*" if words else "")


def plain_lead(text: str) -> str:
    """Return a lead-in without marks, the bullet in front of it, and line breaks of HTML."""
    words = text.replace("<br>", " ").strip()
    bullet = BULLET.match(words)
    return plain(words[bullet.end() if bullet else 0 :].strip(), len(text))
