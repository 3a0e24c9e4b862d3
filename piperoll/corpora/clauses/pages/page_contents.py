"""Find the tables of contents of web pages, and the data of pictures that stand in them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.pages.contents import CONTENTS_HEADING, ENTRIES
from piperoll.corpora.clauses.pages.furniture import ENTRY, is_led, key
from piperoll.text.paragraphs import all_rows

# "*   [Our Mission](#mission)", "[1\\. Fees.](<#1. Fees>)", "**[Fees](https://example.org/terms#fees)**"
ANCHOR = re.compile(
    r"[\s*+>_\-–•\d.\\)]*\[[^\]\n]{1,200}\]\((?:[^()\s<]{0,300}#[^()\s]{1,200}(?:\s\"[^\"\n]{0,200}\")?|<#[^<>\n]{1,200}>)\)[\s*_.;,\\]*"
)
ANCHORLESS = re.compile(r"(?:\*\*|__).{1,80}(?:\*\*|__)|[-=*_\s]+")
PICTURE = re.compile(r"!\[[^\]\n]*\]\([^()\s]*\)")
LIST_HEADING = re.compile(
    r"(?i)[\s#*_]*(?:(?:[^\W\d_]{3,20} ){0,3}(?:summary|overview|at a glance|quick links)|(?:in|on) this "
    r"(?:page|article|policy|section|document|notice|statement)|jump to(?: (?:a )?section)?|sur cette page|"
    r"auf dieser seite|en esta página|nesta página|in questa pagina|op deze pagina|på denna sida|"
    r"på denne siden?)[\s:*_]*"
)
"""Matches a heading that heads nothing but the list of links below it, where there is one."""
FEW = 3
"""Lines beside a line of a table of contents with dots, among which its entries stand."""
CAPTION_WORDS = 9
"""Words, with a label, of the longest caption that ends with a full stop."""
TOGETHER = 0.6
"""Share of captions that come again directly under each other, from which they are a list that is printed twice."""
ORDERED, SPREAD_OUT = 0.8, 2
"""Share of captions that come again behind the one before, and lines from one to the next, from which they are a table
of contents."""
NUMBERED_ENTRY = re.compile(
    r"[\s*_#>+\\-]*(?:§|(?:[^\W\d_]{2,12}\s(?:nr\.?\s)?)?\W{0,9}(?:\d{1,3}|[IVXLC]{1,6})\b|[一二三四五六七八九十]{1,3}、)"
)
"""Matches the beginning of "Article 2 – Fees", "IV. Fees", "3\\. Fees"."""
TOP = 500
"""Characters at the start of a page in which entries need no numbers."""
EMBEDDED = "](data:"
DATA = re.compile(r"data:[^()\s]*\)")
LONGEST_DATA = 1_000
"""Characters of the data of a picture that stays in its chunk."""


def linked_contents(text: str, keys: Counter[str]) -> Iterator[Range]:
    """Yield the ranges of the tables of contents of a page: runs of lines that are links to anchors or repeat captions.

    Args:
        text: the stored text.
        keys: how often each caption comes, by its letters (:func:`key`).
    """
    lines = all_rows(text)
    names = [key(text[start:end]) if 0 < end - start <= ENTRY else "" for start, end in lines]
    last = _places(text, lines, names)
    run: list[Range] = []
    linked: list[str] = []
    told: list[str] = []
    seen: set[str] = set()
    end_of_entries = 0
    leaders = [is_led(text, start, end) for start, end in lines]
    led = [*(dots or wraps for dots, wraps in zip(leaders, _wrapped(text, lines, leaders), strict=True)), False]
    for (start, end), name, dots in zip((*lines, (len(text), len(text))), (*names, ""), led, strict=True):
        line = text[start:end]
        short = 0 < len(line) <= ENTRY
        first = name not in seen
        if name:
            seen.add(name)
        link = dots or (short and "](" in line and bool(ANCHOR.fullmatch(line)))
        again = not link and first and len(name) > 2 and keys[name] > 1 and not _sentence(line)
        if link or again or (run and short and first and ANCHORLESS.fullmatch(line)):
            run.append((start, end))
            if link or again:  # a bold line behind the last entry is the first heading
                (linked if link else told).append(name)
                end_of_entries = end
            continue
        enough = len(linked) + len(told) >= ENTRIES
        if enough and (len(linked) >= ENTRIES or _are_entries(text, run, [last[name] for name in told])):
            yield run[0][0], end_of_entries
        run, linked, told = [], [], []
        if short and _heads_contents(line):
            run.append((start, end))


def _wrapped(text: str, lines: Sequence[Range], leaders: Sequence[bool]) -> Iterator[bool]:
    """Yield for each line whether it stands between two entries with dots: the beginning of one, or the end of a page.

    Args:
        text: the stored text.
        lines: its lines.
        leaders: which of them are entries that dots lead to their pages.
    """
    for index, (start, end) in enumerate(lines):
        near = leaders[max(0, index - FEW) : index], leaders[index + 1 : index + 1 + FEW]
        yield all(map(any, near)) and end - start <= ENTRY and text[end - 1] not in ".;:"


def _heads_contents(line: str) -> bool:
    """Return whether a line is the heading of a table of contents, also behind a picture, or of a list of links."""
    words = PICTURE.sub("", line)
    return CONTENTS_HEADING.match(words) is not None or (
        LIST_HEADING.fullmatch(words) is not None and line.startswith(("#", "**", "__"))
    )


def _sentence(line: str) -> bool:
    """Return whether a line ends as a sentence does and is longer than the captions that do."""
    return line.rstrip(" *_").endswith((".", ";")) and len(line.split()) > CAPTION_WORDS


def _places(text: str, lines: Sequence[Range], names: Sequence[str]) -> dict[str, int]:
    """Return where each caption comes last: the number of its line, lines without a letter not counted."""
    places: dict[str, int] = {}
    number = 0
    for (start, end), name in zip(lines, names, strict=True):
        number += bool(name) or end - start > ENTRY
        if name:
            places[name] = number
    return places


def _are_entries(text: str, run: Sequence[Range], places: Sequence[int]) -> bool:
    """Return whether lines that are no links, and come again, are the entries of a table of contents.

    A repeated list comes again in one run, a section that is printed twice with few lines between its own. Without
    the heading of a table of contents, entries are numbered or stand at the top of the page, and come again in their
    order.

    Args:
        text: the stored text.
        run: the lines.
        places: where those that come again do so, as :func:`_places` returns them.

    Returns:
        True for entries.
    """
    lines = [text[start:end] for start, end in run]
    steps = [below - above for above, below in pairwise(places)]
    apart = sum(step == 1 for step in steps) < TOGETHER * max(1, len(steps))
    if not apart or {line[0] == "#" for line in lines[1:]} == {True, False}:  # headings between the items of lists
        return False
    if CONTENTS_HEADING.match(lines[0]):
        return True
    numbered = 2 * sum(NUMBERED_ENTRY.match(line) is not None for line in lines) >= len(lines)
    ordered = sum(step > 0 for step in steps) >= ORDERED * len(steps)
    return (numbered or run[0][0] < TOP) and ordered and sum(steps) >= SPREAD_OUT * len(steps)


def embedded(text: str) -> Iterator[Range]:
    """Yield the ranges of pictures whose data are in the page itself: "![Tower](data:image/png;base64,iVBORw0…)"."""
    last = 0
    at = text.find(EMBEDDED)
    while at >= 0:
        data = DATA.match(text, at + 2)
        begin = text.rfind("![", max(last, at - ENTRY), at)
        if data and data.end() - at > LONGEST_DATA and begin >= 0:
            yield begin, data.end()
            last = data.end()
        at = text.find(EMBEDDED, data.end() if data else at + 1)
