"""Find columns of numbers: what a program reads from a page whose numbers stand in a column of their own.

Where the columns of a text count on from page to page, the numbers of its clauses are torn off, and the texts stand
without them. No heading of such a text is over what follows behind its own paragraph, or behind the next column: which
clause that is, nothing tells. Headings that stand one directly below the other at the end of a page are such a column.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from operator import attrgetter

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.candidates.unmarked import SENTENCE, is_apart, is_caption, is_phrase
from piperoll.corpora.clauses.pages.furniture import GAP, is_furniture
from piperoll.corpora.clauses.words.captions import BRIEF, plain
from piperoll.text.paragraphs import all_rows

# "7.", "7.1 7.2"
ONLY_LABELS = re.compile(r"(?:\(?(?:\d{1,2}(?:\.\d{1,2}){0,3}|[A-Za-z]|[ivx]{1,5})[.)]?(?:[ \t\xa0]{1,9}|\Z)){1,20}")
NUMBER = re.compile(r"\d+(?:\.\d+)*")
LEAST = 3
"""Lines of labels alone that are a column of numbers, and no clauses."""
DASHES = frozenset("-‐‑–—")
"""Lines of one dash, which may stand in such a column."""
LABELS = 80
"""Characters of the longest of these lines."""
PARAGRAPH = 1_500
"""Characters of the longest line that is one paragraph, and not a page."""
ITEM = 500
"""Characters of the longest line that a number still stands in front of: it counts the items of a list."""
SPREAD = 0.25
"""Share of a text from the first such column to the last one."""
STOPS = ".?!"
"""Last characters of a paragraph behind which another clause can begin."""


def without_columns(text: str, rows: Sequence[Range]) -> list[Range]:
    """Return the lines of a text without columns of numbers: lines of labels alone, one directly behind the other."""
    return [row for column, lines in _grouped(text, rows) if not column for row in lines]


def _grouped(text: str, rows: Sequence[Range]) -> Iterator[tuple[bool, list[Range]]]:
    """Yield the lines of a text in groups, and of each group whether it is a column of numbers."""
    for bare, run in groupby(rows, lambda row: _is_column(text[slice(*row)]) or text[slice(*row)] in DASHES):
        lines = list(run)
        yield bare and sum(text[slice(*row)] not in DASHES for row in lines) >= LEAST, lines


def _is_column(line: str) -> bool:
    """Return whether a line is nothing but labels, at least one of them with its stop or bracket."""
    return len(line) <= LABELS and ("." in line or ")" in line) and ONLY_LABELS.fullmatch(line) is not None


def with_ends(text: str, openings: Sequence[Candidate], contents: Sequence[Range]) -> list[Candidate]:
    """Return the candidates of a plain text; where its numbers are torn off, with candidates that end what is open.

    Args:
        text: the stored text.
        openings: its candidates.
        contents: the ranges of its tables of contents.
    """
    rows, columns = _columns(text, contents)
    if columns:
        return list(_ended(text, rows, openings))
    return sorted([*openings, *_below_stacked(text, rows, openings)], key=attrgetter("start"))


def torn_columns(text: str, contents: Sequence[Range]) -> list[Range]:
    """Return the ranges of the columns of numbers that are torn off from the texts of their clauses, in order.

    Args:
        text: the stored text.
        contents: the ranges of its tables of contents.
    """
    return [(lines[0][0], lines[-1][1]) for lines in _columns(text, contents)[1]]


def _columns(text: str, contents: Sequence[Range]) -> tuple[list[Range], list[list[Range]]]:
    """Return the lines of a text, without furniture, and those of the columns that are torn off, if such are in it."""
    rows = [row for row in all_rows(text) if not is_furniture(text, *row)]
    outside = [row for row in rows if not any(start <= row[0] < end for start, end in contents)]
    columns = [lines for column, lines in _grouped(text, outside) if column]
    return outside, columns if _are_torn(text, columns) else []


def _below_stacked(text: str, rows: Sequence[Range], openings: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield what ends the last of the headings that stand one directly below the other at the end of a page.

    The next page is none of it: "1. LAMPS:", "2. OIL:", the number of the page, and then the text of both.
    """
    opened = {one.start: one for one in openings}
    for upper, row, below in zip(rows, rows[1:], rows[2:], strict=False):
        paged = text.count("\n", row[1], below[0]) > GAP and not text[below[0]].islower()
        if not paged or below[0] in opened or not {upper[0], row[0]} <= opened.keys():
            continue
        first, last = opened[upper[0]], opened[row[0]]
        behind = f"{text[first.end : upper[1]]}{text[last.end : row[1]]}"
        if _count_on(first, last) and not behind.strip(" \t.:"):
            yield Candidate(below[0], below[0], own_line=True)


def _count_on(first: Candidate, last: Candidate) -> bool:
    """Return whether two headings have the numbers of two clauses, one of which is next to the other."""
    if not (first.label and last.label and first.caption and last.caption):
        return False
    values = first.label.values, last.label.values
    return all(len(value) == 1 for value in values) and values[1][0] == values[0][0] + 1


def _ended(text: str, rows: Sequence[Range], openings: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield the candidates of a text whose numbers are torn off, and those that end what is open.

    A heading on a line of its own is over what follows up to the next one or the next column, any other one over its
    paragraph; none stands in a line that is a whole page.
    """
    waiting = list(reversed(openings))
    ended, last = "", (0, 0)
    for row, after in pairwise([*rows, (0, 0)]):
        column = _is_column(text[slice(*row)])
        own = []
        while waiting and waiting[-1].start < row[1]:
            own.append(waiting.pop())
        dividing = [one for one in own if one.closing or (one.label is not None and one.label.family == "schedule")]
        if column:
            yield from dividing
            ended = "column"
            continue
        if ended and last[1] and _is_behind(text, last, row, column=ended == "column"):
            yield Candidate(row[0], row[0], own_line=ended == "column")
            ended = ""
        if not own and _heads(text, last, row, after):
            own = [Candidate(*row, caption=plain(text[slice(*row)]).rstrip("."), own_line=True)]
        elif row[1] - row[0] > (ITEM if own and own[0].label else PARAGRAPH):
            if len(own) > len(dividing):
                yield Candidate(own[0].start, own[0].start, own_line=True)
            own = dividing
        yield from own
        last = row
        if any(one not in dividing and (one.label or not one.own_line) for one in own):
            ended = ended or "paragraph"


def _is_behind(text: str, last: Range, row: Range, *, column: bool) -> bool:
    """Return whether another clause can begin with a line: no sentence, nor a list of small items, goes on with it.

    ``column`` says that a column of numbers stands between it and the line before.
    """
    opens = not text[row[0]].islower()
    return text[last[1] - 1] in STOPS or (opens and (column or (text[last[1] - 1] == ";" and text[last[0]].islower())))


def _heads(text: str, last: Range, row: Range, after: Range) -> bool:
    """Return whether a line between blank lines is a heading: "Lamps of the Port.", "Meetings"."""
    if row[1] - row[0] > BRIEF or not is_apart(text, row):
        return False
    over = after[1] - after[0] > SENTENCE and text[after[0]].isupper() and text[after[1] - 1] in STOPS
    return is_phrase(text, row, last, after) or (over and is_caption(text[slice(*row)]))


def _are_torn(text: str, columns: Sequence[Sequence[Range]]) -> bool:
    """Return whether columns with numbers that rise count on, one from the other, over much of a text."""
    counted: list[tuple[int, tuple[int, ...]]] = []
    for column in columns:
        found = (number for row in column for number in NUMBER.findall(text, *row))
        numbers = [tuple(map(int, number.split("."))) for number in found]
        rising = bool(numbers) and all(first < second for first, second in pairwise(numbers))
        if rising and (not counted or counted[-1][1] < numbers[0]):
            counted.append((column[0][0], numbers[-1]))
    return len(counted) > 1 and counted[-1][0] - counted[0][0] > SPREAD * len(text)
