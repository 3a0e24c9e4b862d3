"""Find what a row of a page's table leaves to the rows above it: the cell that spans it, the heading of its group."""

import re

from piperoll.corpora.clauses.captions import plain
from piperoll.text.paragraphs import rows

SPANNED = re.compile(r"\|[ \t\xa0]*\|[ \t\xa0|]*[^\s|]")
"""Matches a row whose first cell is empty: it belongs to the first cell above."""
GROUP = re.compile(r"\|[ \t\xa0]*(?:\*\*|__)[^|\n]{1,150}(?:\*\*|__)[ \t\xa0]*(?:\|[ \t\xa0]*){2,20}$", re.MULTILINE)
"""Matches a row in which only the first cell has words, in bold type: it heads the rows below."""
FAR = 6_000
"""Characters in front of a row in which its group begins."""
LENGTH = 80
"""Characters of a cell in a header."""


def above_row(text: str, table: int, start: int) -> str:
    """Return the heading of the group in which a row stands, or the first cell that spans it; "" without one.

    Args:
        text: the stored text.
        table: offset of the first row of the table.
        start: offset of the row.
    """
    spanned = SPANNED.match(text, start) is not None
    if GROUP.match(text, start):
        return ""
    for begin, end in reversed(list(rows(text, max(table, start - FAR), start))):
        if text[begin] != "|" or begin == table:
            return ""
        first = text[begin + 1 : end].partition("|")[0]
        if GROUP.fullmatch(text, begin, end) or (spanned and first.strip(" -:\xa0")):
            return plain(first, LENGTH)
    return ""
