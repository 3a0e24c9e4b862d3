"""Tell by the words in front of a label inside a line whether a clause opens there."""

import re
from collections.abc import Container

CITING = frozenset(
    "article articles section sections clause clauses paragraph paragraphs subsection subsections item items exhibit "
    "schedule no. nos. sub-section sub-clause subclause subparagraph rule rules".split()
)
"""Words after which a label is a reference wherever it stands."""
REFERRING = CITING | frozenset("of in under to by with see".split())
"""Words after which a label is a reference and opens no clause."""
NUMBERED = (" no.", " nos.")
"""Ends of a heading behind which a number is its own: "AMENDMENT NO. 1"."""
NEAR = 24
"""Characters in front of a label in which the word before it stands."""
STOPS = (".", ";", "]")
FIRSTS = frozenset("aAiI1")
"""First labels of lists; the label of a last item, behind "and", is another one."""
CONJUNCTION = re.compile(r";\s+(?:and|or|and/or)\s+\Z")
"""Matches what stands between two items, in front of the second one."""
OPENING_QUOTES = ("“", '"')
COLUMN = 3
"""Blanks behind a label that stands in a column of its own."""
BEHIND = 40
"""Characters behind a label in which the words of its clause begin."""
REFERENCE = re.compile(r"(?i)\b(?:sub-?)?(?:clause|section|paragraph|item|article)s?\Z")
"""Matches a word behind which "(i)" is no item."""
CITED = re.compile(r"\s\((?:[A-Za-z]{1,4}|\d{1,2})\)(?:,|,?\s(?:and|or|through|to))\Z")
"""Matches what stands in front of a label that a sentence cites with the one before: "(i) and | (ii) are"."""
BEFORE = 16
"""Characters in front of a label in which a word stands that makes it a reference."""
REPEATED = re.compile(r"(?i)(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|teen|ty)\s\Z")
"""Matches the word that a number in brackets repeats: "thirty (30)"."""


def refers(text: str, at: int, start: int, words: Container[str] = REFERRING) -> bool:
    """Return whether the word before a label makes it a reference.

    Args:
        text: the stored text.
        at: offset of the label.
        start: offset of its line.
        words: that make it one.

    Returns:
        True for "under (b)"; where the search begins at the label, for "AMENDMENT NO. 1".
    """
    before = text[max(start, at - NEAR) : at].split()
    if not before:
        return text[max(0, at - NEAR) : at].lower().rstrip().endswith(NUMBERED)
    return before[-1].strip("(,").lower() in words


def after_stop(text: str, at: int, start: int, end: int) -> bool:
    """Return whether a sentence ends before the label at ``at``, or white space wider than a space stands there.

    A colon counts where a capital letter follows: "conditions: (a) Representations …", not "shall: (i) pay …", or where
    the label stands in a column of its own: "shall: (i)    pay …". A
    conjunction counts behind a semicolon: "…; and (c) pay …".

    Args:
        text: the stored text.
        at: offset of the label.
        start: offset of its line.
        end: offset behind the label.

    Returns:
        True where a clause can open.
    """
    before = text[max(start, at - 40) : at]
    bare = before.rstrip()
    if not bare or len(before) - len(bare) > 1 or bare[-1] in STOPS or (bare[-1] in '”")' and bare[-2:-1] in STOPS):
        return True
    if text[at] == "(" and CONJUNCTION.search(before):
        return text[at + 1 : end].strip(" )") not in FIRSTS
    behind = text[end : end + BEHIND].lstrip(" \xa0\u202f).\n")
    column = text[end : end + COLUMN] == " " * COLUMN
    return bare[-1] == ":" and (behind.lstrip('“"')[:1].isupper() or behind[:1] in OPENING_QUOTES or column)
