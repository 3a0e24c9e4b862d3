"""Join the two lines of one heading: on a page of wrapped lines, in bold type, below its marks, of a schedule."""

import re
from collections.abc import Sequence
from dataclasses import replace

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, Candidate
from piperoll.corpora.clauses.candidates.quoted_articles import COUNTED
from piperoll.corpora.clauses.candidates.unmarked import goes_on
from piperoll.corpora.clauses.words.captions import (
    BRIEF,
    CAPTION_LENGTH,
    LONGEST_HEADING,
    SAYS_LOUD,
    UNFINISHED,
    is_title,
    plain,
)
from piperoll.corpora.clauses.words.labels import LINE_LABEL

LINE_GAP = 2
"""Line ends between two lines of a paragraph."""
BLANK_BELOW = re.compile(r"[ \t\xa0]{0,9}\n[ \t\xa0]{0,9}\n")
"""Matches the blank line below the words of a heading."""
JOINS = re.compile(r"(?:AND|OR|OF|FOR|TO|IN|BY|WITH|BETWEEN|FROM|ON|UNDER)\b")
"""Matches the beginning of capitals that go on with those above them."""
JOINS_APART = re.compile(r"(?:AND|OR|OF)\b")
"""Matches the same behind a blank line, where "FOR THE LAMPS" is a heading of its own."""
CLOSING = re.compile(r"IN WITNESS\b|FOR VALUE\b")
OPEN = re.compile(r"(?:,|\b(?:AND|OR|OF|FOR|TO|IN|BY|WITH|BETWEEN|THE|ANY|FROM|RESTATED))\Z")
"""Matches the end of capitals that go on in the next line."""
NO_HEADING = re.compile(
    r"[:$;*\[_]|\d{3}|\d\.|\b[A-Z]\.\s|--|,\Z|\b(?:EXHIBIT|SCHEDULE|ANNEX|APPENDIX|ATTACHMENT|ARTICLE|SECTION|PAGE)\b"
)
"""Matches in capitals of a table or of several headings."""
NEXT = 100
"""White space at most between the two lines of a schedule's heading."""


def over_two_lines(text: str, here: Candidate, rows: Sequence[Range]) -> Candidate | None:
    """Return a candidate of a page of wrapped lines, whole where it is a heading of two lines; None for a sentence.

    Args:
        text: the stored text.
        here: the candidate.
        rows: its line and the two behind it.
    """
    if here.own_line and here.caption:
        return _wrapped_heading(text, here, rows)
    line = text[here.end : rows[0][1]]
    whole = len(rows) > 1 and COUNTED.match(text, *rows[1])  # another heading stands below it
    if here.label and not here.caption and (whole or is_title(line)):  # "8. LAMPS OF THE" alone is no heading
        heading = replace(here, end=rows[0][1], caption=plain(line), own_line=True)
        wrapped = _wrapped_heading(text, heading, rows)
        return wrapped if wrapped and (wrapped.end > heading.end or whole) else here
    return here


def _wrapped_heading(text: str, here: Candidate, rows: Sequence[Range]) -> Candidate | None:
    """Return a heading with the line in which it ends, on a page of wrapped lines; None where it is a sentence.

    ``rows`` are its line and the two behind it. A wider gap stands behind a heading than between its lines.
    """
    if len(rows) < 3 or LINE_LABEL.match(text, *rows[1]) or COUNTED.match(text, *rows[1]):
        return here
    (start, end), (begin, stop), (behind, _) = rows
    below = text[begin:stop]
    runs_on = below[0].islower() or goes_on(text, end)
    capitals = here.caption.isupper() and below.isupper() and below[0].isalpha()
    gap = text.count("\n", end, begin)
    lone = here.label is not None and below[-1].isalnum() and LINE_LABEL.match(text, *rows[2]) is not None
    if gap > LINE_GAP or not (runs_on or capitals or lone):
        return here
    if text.count("\n", stop, behind) > gap and below[-1] not in ".,;" and stop - start <= 2 * CAPTION_LENGTH:
        return replace(here, end=stop, caption=plain(f"{here.caption} {below}"))
    if not runs_on:
        return here
    label = LINE_LABEL.search(text, start, end) if here.label else None
    return replace(here, end=label.end(), caption="", own_line=False) if label else None


def is_last_line(text: str, heading: Candidate, row: Range, here: Candidate | None) -> bool:
    """Return whether a line goes on with a labelled heading that the line before leaves unfinished: "FORM OF".

    One in capitals goes on with those that begin with such a word: "DUTIES OF THE KEEPER", "AND OF THE MATE".

    Args:
        text: the stored text.
        heading: the candidate in front of the line.
        row: the line.
        here: the candidate with which it begins.
    """
    if heading.label is None or not heading.caption or not heading.own_line or (here and here.label):
        return False
    if row[0] - heading.end > NEXT or text[heading.end : row[0]].strip() or row[1] - row[0] > CAPTION_LENGTH:
        return False
    line, below = text[slice(*row)], text[row[1] : row[1] + NEXT].lstrip().partition("\n")[0]
    if OPEN.fullmatch(line) and not below.isupper():
        return False
    schedule = heading.label.family == "schedule" and UNFINISHED.search(heading.caption)
    joins = JOINS if text.count("\n", heading.end, row[0]) == 1 else JOINS_APART
    open_ = OPEN.search(heading.caption) or (joins.match(line) and not CLOSING.match(line))
    capitals = heading.caption.isupper() and line.isupper() and open_
    return bool(schedule or capitals) and is_title(line)


def with_capitals(text: str, caption: str, stop: int, end: int) -> tuple[str, int]:
    """Return a heading in capitals with those behind a wide gap in which its line ends, and where it ends.

    Args:
        text: the stored text.
        caption: the heading.
        stop: offset behind it.
        end: offset behind the line.
    """
    rest = text[stop:end]
    wide = len(caption) + len(rest) < 2 * LONGEST_HEADING and rest[:2].isspace() and rest.isupper()
    if not wide or not caption.isupper() or NO_HEADING.search(rest) or SAYS_LOUD.search(rest):
        return caption, stop
    return plain(f"{caption} {rest}").rstrip("."), end


def closes_bold(text: str, end: int, after: Range) -> bool:
    """Return whether the next line is the words in bold type of which a line of asterisks is the beginning.

    Args:
        text: the stored text.
        end: offset behind the line of asterisks.
        after: the next line.
    """
    below = text[slice(*after)]
    return (
        text.count("\n", end, after[0]) == 1
        and len(below) <= CAPTION_LENGTH
        and below.find("**") == len(below) - 2
        and below[-3:-2] not in ".,;"
    )


def can_head(text: str, end: int, after: Range) -> bool:
    """Return whether the next line can be the words of a heading of which only the marks are in their line.

    Args:
        text: the stored text.
        end: offset behind the marks.
        after: the next line.
    """
    below = text[slice(*after)]
    gap = text.count("\n", end, after[0])
    return (
        below[:1].isupper()
        and len(below) <= BRIEF
        and (below[-1].isalnum() or below[-1] in "?)")
        and (gap == 2 or (gap == 1 and BLANK_BELOW.match(text, after[1]) is not None))
    )


def goes_on_bold(text: str, first: Candidate, second: Candidate) -> bool:
    """Return whether two bold lines without a label or a figure stand one directly below the other.

    Args:
        text: the stored text.
        first: the upper one.
        second: the lower one.
    """
    return (
        all(one.level == BOLD_LEVEL and one.own_line and not one.label for one in (first, second))
        and text.count("\n", first.end, second.start) == 1
        and not text[first.end : second.start].strip()
        and not any(map(str.isdigit, f"{first.caption}{second.caption}"))  # "Lamp Street 4", "Account: 1234"
    )


def with_bold(text: str, first: Candidate, second: Candidate) -> Candidate:
    """Return a heading of two bold lines; marks that stand in front of the second line may only end the first one.

    Args:
        text: the stored text.
        first: the upper one.
        second: the lower one.
    """
    if text[first.end - 1] not in "*_":
        return first
    between = " " if second.small else " / "
    return replace(first, end=second.end, caption=f"{first.caption}{between}{second.caption}"[:CAPTION_LENGTH])
