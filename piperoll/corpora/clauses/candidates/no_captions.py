"""Tell which lines of a plain text look like captions and are none: they go on with what stands above them."""

import re

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.unmarked import (
    LONGEST_ACRONYM,
    SENTENCE,
    SENTENCE_BEGINS,
    goes_on,
    is_apart,
)
from piperoll.corpora.clauses.pages.furniture import GAP
from piperoll.corpora.clauses.pages.page_gaps import LONG
from piperoll.corpora.clauses.words.captions import LONG_LINE

LAST_WORD = re.compile(r"(?<![\w-])[a-z][a-z-]*\Z")
"""Matches a word in small letters at the end of a line."""
LONGEST_WORD = 20
SHORTEST = 3
"""Characters that a heading has more than."""
# "… in the log.   C-3", "-----": the foot of a page
FOOT = re.compile(r"(?:[.;:)”\"]\s{1,9}|\s{3,})[-–]?\s?(?:[A-Z]{1,4}-|[A-Z]{3,12}\s)?\d{1,3}\s?[-–]?\Z|-{3,}\Z")
LONGEST_FOOT = 40
"""Characters of the longest match."""
SUM = re.compile(r"\b(?:of|the|for|to)\s{1,20}[-–]?\s?\d{1,3}\Z")
"""Matches the end of a sentence that goes on with a number: "the sum of    100"."""
LINES = 2
"""Line ends around one blank line."""
FIELD_ROW = re.compile(r"[A-Z][\w&’'/ -]{1,30}:[^\S\n]{2,}\S")
"""Matches the beginning of a row of a form: "Keeper:     Red Lamps Ltd"."""
SIGNED = re.compile(r"(?:[A-Z][\w ]{1,20}:)?\s{0,9}/s/\s{1,9}(?P<name>[A-Z][\w.]*)")
"""Matches the beginning of a signature, and the first word of the name: "/s/ Ann Keeper"."""


def goes_on_over_page(text: str, before: Range, start: int) -> bool:
    """Return whether the sentence of the line before goes on: that breaks off inside, and a page ends behind it.

    Args:
        text: the stored text.
        before: the line before.
        start: offset of the first character of the line.
    """
    gap = text[before[1] : start]
    paged = gap.count("\n") > GAP or bool(gap.strip())
    return paged and before[1] - before[0] > LONG and _last_word(text, before) is not None


def begins_anew(text: str, before: Range, row: Range, after: Range) -> bool:
    """Return whether a line between blank lines heads the long text below it, though no sentence ends in front of it.

    Capitals do behind any other line that can end there, and others behind the foot of a page.

    Args:
        text: the stored text.
        before: the line before.
        row: the line.
        after: the line behind it.
    """
    above, line = text[slice(*before)], text[slice(*row)]
    capitals = line.isupper() and len(line) > LONGEST_ACRONYM and line[-1] != "."
    if after[1] - after[0] <= (SENTENCE if capitals else LONG_LINE) or not SENTENCE_BEGINS.match(text, *after):
        return False
    if len(line) <= SHORTEST or not is_apart(text, row):
        return False
    near = text.count("\n", before[1], row[0]) == LINES and not (above.isupper() or goes_on(text, before[1]))
    end = above[-LONGEST_FOOT:]
    if FOOT.search(end):
        return SUM.search(end) is None
    return capitals and near and not end.rpartition(" ")[2].isupper()


def _last_word(text: str, row: Range) -> re.Match[str] | None:
    return LAST_WORD.search(text, max(row[0], row[1] - LONGEST_WORD), row[1])


def is_signer(text: str, before: Range, start: int) -> bool:
    """Return whether a line begins with the name of which the line before is the signature.

    Args:
        text: the stored text.
        before: the line before.
        start: offset of the first character of the line.
    """
    signed = SIGNED.match(text, *before)
    return signed is not None and text.startswith(signed["name"], start)


def is_field(text: str, before: Range, row: Range, after: Range) -> bool:
    """Return whether a line is a field of a form: another one stands directly above or below it.

    Args:
        text: the stored text.
        before: the line before.
        row: the line.
        after: the line behind it.
    """
    if not FIELD_ROW.match(text, *row):
        return False
    above = FIELD_ROW.match(text, *before) and text.count("\n", before[1], row[0]) == 1
    below = FIELD_ROW.match(text, *after) and text.count("\n", row[1], after[0]) == 1
    return bool(above or below)
