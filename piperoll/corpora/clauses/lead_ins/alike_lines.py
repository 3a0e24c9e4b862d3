"""Find what leads to lines that begin alike and have no bullets: definitions in quotation marks, bold words, "o "."""

import re

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.pages.bullet_leads import BULLET, WORDS_LEADING
from piperoll.text.paragraphs import all_rows, column_of

# "“Oil” means", "**“Oil”** means", "\* Oil", "o oil", "**Oil.** We", "_Oil_ - we", "Oil: we"
LOOKS = re.compile(
    r"(?:\*\*|__|[*_])?(?P<mark>[“„«\"]|\\[*+>](?=[ \t\xa0])|o(?=[ \t\xa0]))"
    r"|(?P<type>\*\*|__|[*_])(?=[^\s*_])[^\n]{2,130}?(?P=type)[ \t\xa0]*[^\s*_]{1,2}.*[^\W_]"
    r"|(?P<words>[^\W\d_a-z][^.:;,\n]{2,50}:)(?=[ \t\xa0]|$)"
)
"""Matches the beginning of a line by which it looks like others: a mark, words in other type, words with a colon."""
COLONS = (":", "：")
RULE = frozenset("#|=-")
"""First characters of headings, tables, and the lines below headings."""


def alike_leads(text: str) -> dict[int, Range]:
    """Return the range of the line that leads to each of the lines behind it that begin alike, by their start.

    The first one stands right behind it, and it does not begin so itself. Bullets, and what is right of the first one,
    are parts of such lines; any other line ends their list.
    """
    found: dict[int, Range] = {}
    lead: Range | None = None
    first, looks, column = -1, "", 0
    for start, end in all_rows(text):
        if looks and (BULLET.match(text, start) or column_of(text, start) > column):
            continue
        own = _looks(text, start, end)
        if lead and own and own == (looks or own) and (looks or own != _looks(text, *lead)):
            if looks:
                found |= {first: lead, start: lead}
            else:
                first, looks, column = start, own, column_of(text, start)
            continue
        line = text[start:end].rstrip("*_\\ ")
        leads = line.endswith(COLONS) and line[0] not in RULE and len(line.split()) > WORDS_LEADING
        lead, looks = ((start, end), "") if leads else (None, "")
    return found


def _looks(text: str, start: int, end: int) -> str:
    """Return by what a line looks like others; "" without."""
    match = LOOKS.match(text, start, end)
    return (match["mark"] or match["type"] or ":") if match else ""
