"""Read the lines in which clauses are searched.

Left out are furniture and tables of contents, what stands around the text of a page, and columns of numbers.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import groupby, pairwise

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.captions import CAPTION_LENGTH, plain
from piperoll.corpora.clauses.contents import is_furniture, is_led, key
from piperoll.corpora.clauses.page_heads import behind_head, page_edges, running_heads
from piperoll.corpora.clauses.sieve import PAGES
from piperoll.text.paragraphs import all_rows

# "2. Lamps" of a list that shows the way to a page
STEP = re.compile(r"(?P<number>\d{1,2})\\?\.\s{1,4}(?P<words>[^\n]{1,80})")
TRAIL = 12
"""Lines at the beginning of a page that may show the way to it."""
EMPTY = re.compile(r"#{1,6}")
# "35       SECTION 4.13      Taxes.": the number of the page before stands in front of a heading
PAGE_FRONT = re.compile(
    r"-?\d{1,3}-?[ \xa0\u202f]{3,}(?=(?:ARTICLE|Article|SECTION|Section)\s[\dIVX])"
    r"|\d{1,3}[ \xa0\u202f]{1,9}(?=\d{1,2}\.[ \xa0\u202f]{1,9}[A-Z]{3}[A-Z ]*$|ARTICLE\s[\dIVX])"
)
PAGE_OPENS = frozenset("-0123456789")
# "7.", "7.1 7.2": what a program reads from a page whose numbers stand in a column of their own
ONLY_LABELS = re.compile(r"(?:\(?(?:\d{1,2}(?:\.\d{1,2}){0,3}|[A-Za-z]|[ivx]{1,5})[.)]?(?:[ \t\xa0]{1,9}|\Z)){1,20}")
COLUMN = 3
"""Lines of labels alone that are a column of numbers, and no clauses."""
DASHES = frozenset("-‐‑–—")
"""Lines of one dash, which may stand in such a column."""
LABELS = 80
"""Characters of the longest of these lines."""


def lines_of(text: str, skip: Sequence[Range], *, markdown: bool, running: Container[str] = ()) -> list[Range]:
    """Return the lines of a text in which clauses are searched, trimmed.

    Args:
        text: the stored text.
        skip: character ranges that are left out, in order.
        markdown: whether headings and lists are marked.
        running: lines that are printed on page after page.

    Returns:
        The range of each line, in order.
    """
    found = _rows(text, skip, running, markdown=markdown)
    rows = [row for row in found if not running or text[slice(*row)] not in running]
    return _without_empty_marks(text, rows[_trail(text, rows) :]) if markdown else _without_columns(text, rows)


def _rows(text: str, skip: Sequence[Range], running: Container[str], *, markdown: bool) -> Iterator[Range]:
    """Yield the lines that hold text, trimmed, without furniture and entries of tables of contents."""
    waiting = list(reversed(skip))
    heads = frozenset() if markdown else running_heads(text)
    fronts, _ = ({}, {}) if markdown else page_edges(text, running)
    for start, end in all_rows(text):
        while waiting and waiting[-1][1] <= start:
            waiting.pop()
        if waiting and start >= waiting[-1][0] - 8 and end <= waiting[-1][1] + 8:
            continue
        if waiting and start < waiting[-1][1] < end:  # entries with which a page begins that is one line
            start = end - len(text[waiting[-1][1] : end].lstrip())
        front = min(end, fronts.get(start, start))
        start = max(behind_head(text, start, end, heads), end - len(text[front:end].lstrip()))
        if start < end and not (is_furniture(text, start, end) or is_led(text, start, end)):
            page = PAGE_FRONT.match(text, start, end) if not markdown and text[start] in PAGE_OPENS else None
            yield page.end() if page else start, end


def _trail(text: str, rows: Sequence[Range]) -> int:
    """Return how many lines at the beginning of a page show the way to it: "1. Tower", "2. Lamps", above "Lamps"."""
    number = last = 0
    for index, (row, after) in enumerate(pairwise(rows[:TRAIL])):
        step = STEP.fullmatch(text, *row)
        if not step and (number or row[1] - row[0] > CAPTION_LENGTH):
            break
        number += bool(step)
        if step and int(step["number"]) != number:
            break
        if step and key(plain(step["words"])) == key(plain(text[slice(*after)])):
            last = index + 1
    return last


def _without_empty_marks(text: str, rows: Sequence[Range]) -> list[Range]:
    """Return the lines of a page without marks of headings that come again and again in front of the same words."""
    below = {
        row: text[slice(*after)] for row, after in pairwise(rows) if text[row[0]] == "#" and EMPTY.fullmatch(text, *row)
    }
    times = Counter(below.values())
    return [row for row in rows if row not in below or times[below[row]] < PAGES]


def _without_columns(text: str, rows: Sequence[Range]) -> list[Range]:
    """Return the lines of a text without columns of numbers: lines of labels alone, one directly behind the other."""
    kept: list[Range] = []
    for bare, run in groupby(rows, lambda row: _is_column(text[slice(*row)]) or text[slice(*row)] in DASHES):
        lines = list(run)
        if not bare or sum(text[slice(*row)] not in DASHES for row in lines) < COLUMN:
            kept += lines
    return kept


def _is_column(line: str) -> bool:
    """Return whether a line is nothing but labels, at least one of them with its stop or bracket."""
    return len(line) <= LABELS and ("." in line or ")" in line) and ONLY_LABELS.fullmatch(line) is not None
