"""Find the lines that lead to the lists of a text: "The keeper shall:", and bullets below it."""

import re

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.captions import plain
from piperoll.text.paragraphs import all_rows

LEADS = re.compile(r"(?:[:：]|[—–]|:[-‐‑]|\b(?:following|to|that|shall|must|will|of|by|if|means))[*_\s]*\Z")
BULLETS = "+*-•·▪●○■◦‣"
BULLET = re.compile(rf"[{re.escape(BULLETS)}](?=[ \t\xa0])|\\-")
UNMARKED = re.compile(r"(?:[;:,]|[;,] (?:and|or))\Z")
"""Matches the end of the line in front of an item that has no mark but begins with a small letter."""
GOES_ON = re.compile(r"[*_]{0,3}[“\"(\[]?[a-zß-ÿ]")
"""Matches the beginning of a paragraph that goes on with the sentence of a list: "(together, the “Lamps”)"."""
ENDS = frozenset('.;:!?)”"')
"""Last characters of an item."""
COUNTS_ON = (",", ";")
"""Last characters of an item behind which another one comes."""
FOOT = 6
"""Lines at most at the end of a page, between two items of a list."""


def bullet_leads(text: str, *, wrapped: bool) -> dict[int, Range | None]:
    """Return the range of the line that leads to the list of each bullet, by the start of the bullet.

    A list goes on behind the end of a page where the item in front of that ends in a comma or a semicolon.

    Args:
        text: the stored text.
        wrapped: whether sentences go on in the next line, with a blank line between.
    """
    found: dict[int, Range | None] = {}
    open_: list[tuple[int, Range]] = []
    left: list[tuple[int, Range]] = []
    unmarked: Range | None = None
    column = after = lines = 0
    for start, end in all_rows(text):
        bullet = BULLET.match(text, start) is not None
        blank = text.count("\n", after, start) > 1
        if blank and not bullet and wrapped:
            blank = text[after - 1] in ENDS and not GOES_ON.match(text, start)
        lines += 1
        if bullet or blank or not found:
            column = start - text.rfind("\n", 0, start) - 1
            if blank and not bullet and open_ and text[after - 1] in COUNTS_ON:
                left, lines = list(open_), 0
            while open_ and (open_[-1][0] > column if bullet else open_[-1][0] >= column):
                open_.pop()
        if bullet and not open_ and lines <= FOOT:
            open_ = [one for one in left if one[0] <= column]
        if bullet:
            left = []
            found[start] = open_[-1][1] if open_ else None
        if text[start].islower() and UNMARKED.search(text, max(0, after - 5), after):
            found[start] = unmarked
        elif text[end - 1] in ":：":
            unmarked = (start, end)
        elif not text[start].islower():
            unmarked = None
        if text[end - 1] in ":：—–*_" and LEADS.search(text, max(start, end - 20), end):
            open_ = [one for one in open_ if one[0] < column + bullet] + [(column + bullet, (start, end))]
        after = end
    return found


def plain_lead(text: str) -> str:
    """Return a lead-in without marks, bullets and line breaks of HTML."""
    return plain(BULLET.sub("", text.replace("<br>", " ").strip(), count=1).strip(), len(text))
