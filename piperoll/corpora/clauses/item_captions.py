"""Find the items of a page that are nothing but a caption, with their text below them: "* Oil", and a paragraph."""

import re

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidate import BULLET_LEVEL, Candidate
from piperoll.corpora.clauses.captions import BREAKS_OFF, SAYS, plain
from piperoll.corpora.clauses.labels import LINE_LABEL
from piperoll.corpora.clauses.unmarked import FIELD

ITEM = re.compile(r"[*+•-][ \t\xa0]{1,9}(?=[^\W\d_a-zß-ÿ])(?P<words>[^*_|\[\]\n]{3,80}[^\W_]|[^*_|\[\]\n]{3,80}[):?])")
BELOW = re.compile(r"[“\"«]?[^\W\d_a-zß-ÿ]")
"""Matches the beginning of the paragraph below the caption."""
LEAST = 60
"""Characters of the shortest first line of it."""


def item_caption(text: str, row: Range, after: Range) -> Candidate | None:
    """Return an item that is a caption over the paragraph below it, which stands right of its bullet; else None.

    Args:
        text: the stored text.
        row: the character range of the line.
        after: that of the line behind it.
    """
    start, end = row
    item = ITEM.fullmatch(text, start, end) if text[start] in "-+•*" else None
    if item is None or after[1] - after[0] < LEAST or not BELOW.match(text, after[0]):
        return None
    words = item["words"]
    apart = text.startswith("  ", end) or text.count("\n", end, after[0]) > 1
    deeper = _column(text, after[0]) > _column(text, start)
    if not (apart and deeper) or SAYS.match(words) or BREAKS_OFF.search(words) or FIELD.match(words):
        return None
    if LINE_LABEL.match(text, *after):
        return None
    caption = plain(words).rstrip(": ")
    return Candidate(start, end, caption=caption, level=BULLET_LEVEL, own_line=True, indent=_column(text, start) + 1)


def is_item_caption(candidate: Candidate) -> bool:
    """Return whether a candidate is such an item; other headings behind a bullet are in bold type."""
    return candidate.level == BULLET_LEVEL and not candidate.bold


def _column(text: str, at: int) -> int:
    return at - text.rfind("\n", 0, at) - 1
