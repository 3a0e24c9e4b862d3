"""Read the lines in which clauses are searched.

Left out are furniture and tables of contents, what stands around the text of a page, and columns of numbers.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.columns import without_columns
from piperoll.corpora.clauses.candidates.sieve import PAGES
from piperoll.corpora.clauses.pages.furniture import is_furniture, is_led, key
from piperoll.corpora.clauses.pages.page_heads import behind_head, page_edges, running_heads
from piperoll.corpora.clauses.words.captions import CAPTION_LENGTH, plain
from piperoll.corpora.clauses.words.labels import SCHEDULE
from piperoll.text.paragraphs import all_rows

# "2. Lamps" of a list that shows the way to a page
STEP = re.compile(r"(?P<number>\d{1,2})\\?\.\s{1,4}(?P<words>[^\n]{1,80})")
TRAIL = 12
"""Lines at the beginning of a page that may show the way to it."""
EMPTY = re.compile(r"#{1,6}")
# "35       SECTION 4.13      Taxes.", "9 ANNEX A": the number of the page before stands in front of a heading
PAGE_FRONT = re.compile(
    r"-?\d{1,3}-?[ \xa0\u202f]{3,}(?=(?:ARTICLE|Article|SECTION|Section)\s[\dIVX])"
    r"|\d{1,3}[ \xa0\u202f]+(?=\d{1,2}\.[ \xa0\u202f]{1,9}[A-Z]{3}[A-Z ]*$|ARTICLE\s[\dIVX]"
    rf"|(?:{SCHEDULE})\s[“\"]?[A-Z\d]{{1,3}}[”\"]?(?:\s{{1,9}}[A-Z]{{2}}|\s*$))",
    re.MULTILINE,
)
PAGE_OPENS = frozenset("-0123456789")


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
    return _without_empty_marks(text, rows[_trail(text, rows) :]) if markdown else without_columns(text, rows)


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
