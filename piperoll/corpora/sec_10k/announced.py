"""Find the headings that are named in the text of the one before them: "We have two segments: Lamps and Bells."."""

import re
from collections.abc import Iterator, Sequence

from piperoll.corpora.sec_10k.found import Found
from piperoll.corpora.sec_10k.topics import BOUNDS, CLOSES, GENERAL, OVERVIEWS

LONGEST = 3_000
"""Characters of a text that are looked through."""
FEWEST, MOST = 2, 30
"""Headings in a row that are named, before the one that names them holds them, and the most that are looked at."""
SEGMENTS = re.compile(r"(?:our )?(?:\w+ )?segments?\W*\Z|employees|human capital", re.IGNORECASE)


def announced(text: str, found: Sequence[Found], run: Sequence[Found]) -> Iterator[int]:
    """Yield the places of the headings that stand in the one before them that names them.

    Args:
        text: the stored text.
        found: all headings.
        run: those that stand beside each other.
    """
    at = 0
    while at < len(run):
        one = run[at]
        following = found[one.number + 1].start if one.number + 1 < len(found) else len(text)
        told = text[one.end : min(following, one.end + LONGEST)]
        behind = at + 1
        while behind < min(len(run), at + MOST) and _names(told, run[behind]):
            behind += 1
        if behind - at > FEWEST and not OVERVIEWS.match(one.title) and not GENERAL.search(one.title):
            yield from range(at + 1, behind)
            at = behind
        else:
            at += 1


def _names(told: str, one: Found) -> bool:
    """Return whether a text names a heading as it is printed, that is no topic of its own."""
    if BOUNDS.match(one.title) or (CLOSES.match(one.title) and not SEGMENTS.match(one.title)):
        return False
    return re.search(rf"(?<!\w){re.escape(one.title)}(?!\w)", told) is not None
