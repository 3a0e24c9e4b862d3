"""Tell which lines of a text look like headings."""

import re

from piperoll.corpora.clauses.words.captions import CAPTION_LENGTH, is_title

NO_HEADING = frozenset('.;:,!?)”"。；：，！？）')
"""Last characters of a line that is no heading."""
UNDERLINE = re.compile(r"\n\s*(?:=+|-{2,})\s*\Z")
"""Matches the line that marks the one above it as a heading."""
DAY = re.compile(r"(?:[^.!?\n]|\.(?=\d)){0,60}\b\d{4}\b\W*")
"""Matches a short line that ends in a year: "Last updated: May 28, 2031"."""


def looks_like_heading(text: str) -> bool:
    """Return whether a text looks like a heading."""
    return text[-1] not in NO_HEADING and is_title(text)


def names_document(front: str) -> bool:
    """Return whether all paragraphs in front of the first clause of a page are headings: its title, or a day."""
    if len(front) > 2 * CAPTION_LENGTH:
        return False
    paragraphs = filter(None, map(str.strip, front.split("\n\n")))
    return all(
        one.startswith("#") or UNDERLINE.search(one) or DAY.fullmatch(one) or looks_like_heading(one)
        for one in paragraphs
    )
