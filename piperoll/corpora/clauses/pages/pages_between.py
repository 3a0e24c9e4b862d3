"""Find what is printed between two pages inside a clause, in front of a new paragraph: a chunk can end there."""

import re
from collections.abc import Container, Iterator
from itertools import pairwise

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.pages.furniture import is_furniture
from piperoll.corpora.clauses.pages.page_gaps import goes_on
from piperoll.text.paragraphs import all_rows

NUMBER = re.compile(
    r"[-–—]?\s?(?:[Pp]age\s{1,3}|PAGE\s{1,3})?(?P<number>\d{1,3})(?:\s?(?:of|/|sur|von|de)\s?\d{1,3})?\s?[-–—]?"
)
LONGEST = 20
"""Characters of its longest match."""
COUNTED = 3
"""Numbers that count on, from which such lines are those of pages."""
LINES = 8
"""Lines at either side of such a number that are printed around the text of a page."""
ENDS = ".;!?”»"
"""Last characters of a paragraph or an item."""


def between_pages(text: str, running: Container[str]) -> Iterator[Range]:
    """Yield the ranges of lines between the last paragraph of a page and the first one of the next, in order.

    A number that counts on is in each of them, and lines that are printed on page after page may be.

    Args:
        text: the stored text of a page whose lines are wrapped.
        running: such lines.
    """
    rows = all_rows(text)
    numbers = [
        (at, int(found["number"]))
        for at, row in enumerate(rows)
        if row[1] - row[0] <= LONGEST and (found := NUMBER.fullmatch(text, *row))
    ]
    if len(numbers) < COUNTED:
        return
    steps = [False, *(other == one + 1 for (_, one), (_, other) in pairwise(numbers)), False]
    counted = [at for (at, _), both in zip(numbers, pairwise(steps), strict=True) if any(both)]
    for at in counted if len(counted) >= COUNTED else ():
        first = last = at
        while first and at - first < LINES and _is_printed(text, rows[first - 1], running):
            first -= 1
        while last + 1 < len(rows) and last - at < LINES and _is_printed(text, rows[last + 1], running):
            last += 1
        if not 0 < first <= last < len(rows) - 1:
            continue
        before, after = rows[first - 1][1], rows[last + 1][0]
        if text[before - 1] in ENDS and not goes_on(text, before, after):
            yield rows[first][0], rows[last][1]


def _is_printed(text: str, row: Range, running: Container[str]) -> bool:
    """Return whether a line is printed around the text of a page."""
    return is_furniture(text, *row) or text[slice(*row)] in running
