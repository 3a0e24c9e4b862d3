"""Find what is printed at the heads and the feet of pages, also in the same line as text."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.pages.furniture import (
    APART,
    GAP,
    LETTERS,
    PAGE,
    PAGES,
    RUNNING,
    RUNNING_LABEL,
    SPREAD,
    WIDE,
    is_furniture,
    runs,
)
from piperoll.corpora.clauses.pages.page_gaps import Edges
from piperoll.corpora.clauses.pages.page_numbers import page_numbers
from piperoll.corpora.clauses.pages.word_pairs import WordPairs
from piperoll.text.paragraphs import all_rows

PAGE_BEHIND = re.compile(r"(?:[Pp]a[gq]es? )?[\divxlIO]{1,6}")
COLUMNS = 3
"""Parts of a head with wide gaps between them."""
SHARE = 0.4
"""Share of the pages of a text that begin, or end, with what is printed on each."""
ALIKE = 16
"""Characters that tell which pages begin alike."""
OFTEN = 3
"""Times that words come beside what most pages begin with, or end in, up to a wide gap, where they are a part of it."""
FEW = 10
"""A line in so many may differ at either side of the sorted ones."""
NUMBER_FIRST = re.compile(r"\s{0,9}(?:[-–—]?\s?\d{1,3}\s?[-–—]?\s{1,40}){1,2}(?=\D)")
NUMBER_LAST = re.compile(r"\s{1,40}(?:(?i:page)\s)?[-–—]?\s?\d{1,3}\s?[-–—]?(?:(?:\sof\s|/)\d{1,3})?\s*\Z")
"""Match the number of a page in front of a head, and beside a foot."""
LAST_WORD = re.compile(r"\W*\w*\Z")
OPENS = ' \t\xa0([{“"'
"""Characters that belong to the text behind a head."""
CLOSES = ' \t\xa0)]}”".,;:'
"""Characters that belong to the text in front of a foot."""


def running_heads(text: str) -> frozenset[str]:
    """Return what is printed at the heads of pages in front of text in the same line: "Rules of the Port   2.1 Oil"."""
    alike: dict[str, list[Range]] = {}
    for start, end in all_rows(text):
        if text.find(WIDE, start, end) > 0:
            for head in _heads(text[start:end]):
                alike.setdefault(head, []).append((start, start + len(head)))
    return frozenset(head for head, found in alike.items() if "/s/" not in head and runs(text, found))


def behind_head(text: str, start: int, end: int, heads: Container[str]) -> int:
    """Return where a line goes on behind the longest of the heads of pages with which it begins; else its start.

    Args:
        text: the stored text.
        start: offset of the first character of the line.
        end: offset behind its last character.
        heads: what is printed at the heads of pages.

    Returns:
        The offset; the end of the line where nothing but the number of the page stands behind the head.
    """
    found = [head for head in _heads(text[start:end]) if head in heads] if heads else []
    if not found:
        return start
    rest = text[start + len(found[-1]) : end].lstrip()
    return end if PAGE_BEHIND.fullmatch(rest) else end - len(rest)


def _heads(line: str) -> Iterator[str]:
    """Yield the beginnings of a line that a wide gap ends."""
    line = line.strip()
    at = line.find(WIDE, RUNNING[0], RUNNING[1])
    for _ in range(COLUMNS):
        if at < 0:
            return
        if len(head := line[:at].rstrip()) >= RUNNING[0]:
            yield head
        behind = len(line) - len(line[at:].lstrip())
        at = line.find(WIDE, behind, RUNNING[1])


def edges_of(text: str, running: Container[str]) -> Edges:
    """Return what is printed around the text of pages; the arguments are those of :func:`page_edges`."""
    heads, feet = page_edges(text, running)
    return Edges(running, page_numbers(text) | feet, heads, WordPairs(text))


def page_edges(text: str, running: Container[str]) -> tuple[dict[int, int], dict[int, int]]:
    """Return the heads and the feet with which most pages begin or end: "Supply Agreement - LANTERN 23. Waiver".

    Args:
        text: the stored text.
        running: lines that are printed on page after page.

    Returns:
        Where the text begins behind each head, by the start of its line; and where the text ends in front of each
        foot, by the end of its line. The number of the page goes with them.
    """
    tops: list[Range] = []
    bottoms: list[Range] = []
    before, ended = (0, 0), True
    for row in all_rows(text):
        if is_furniture(text, *row) or text[slice(*row)] in running:
            ended = True
            continue
        if ended or text.count("\n", before[1], row[0]) > GAP:
            tops.append((row[0], min(row[1], row[0] + RUNNING[1])))
            bottoms.append((max(before[0], before[1] - RUNNING[1]), before[1]))
        before, ended = row, False
    bottoms.append((max(before[0], before[1] - RUNNING[1]), before[1]))
    numbered = [(number.end() if (number := NUMBER_FIRST.match(text, *row)) else row[0], row[1]) for row in tops]
    lengths = _alike(text, numbered, forward=True)
    heads = {row[0]: begin + length for row, (begin, _), length in zip(tops, numbered, lengths, strict=True) if length}
    numbered = [(row[0], number.start() if (number := NUMBER_LAST.search(text, *row)) else row[1]) for row in bottoms]
    lengths = _alike(text, numbered, forward=False)
    feet = {
        row[1]: (begin, stop - length)
        for row, (begin, stop), length in zip(bottoms, numbered, lengths, strict=True)
        if length
    }
    return heads, _with_numbers(text, feet)


def _with_numbers(text: str, feet: Mapping[int, Range]) -> dict[int, int]:
    """Return where the text in front of each foot ends, and of the number of the page where nearly all have one."""
    numbers = {end: NUMBER_LAST.search(text, *row) for end, row in feet.items()}
    often = sum(number is not None for number in numbers.values()) > len(feet) * (1 - 1 / FEW)
    return {end: number.start() if often and (number := numbers[end]) else stop for end, (_, stop) in feet.items()}


def _alike(text: str, rows: Sequence[Range], *, forward: bool) -> list[int]:
    """Return the length of what each line has in common with most of them at its beginning, or end; 0 for others."""
    lines = [text[slice(*row)] if forward else text[slice(*row)][::-1] for row in rows]
    lines = [low if len(low := line.lower()) == len(line) else line for line in lines]
    groups: dict[str, list[int]] = {}
    for index, line in enumerate(lines):
        groups.setdefault(line[:ALIKE], []).append(index)
    lengths = [0] * len(rows)
    for group in groups.values():
        often, far = len(group) >= max(PAGES, SHARE * len(rows)), rows[group[-1]][0] - rows[group[0]][0]
        if often and far > len(text) * SPREAD:
            common = _common([lines[index] for index in group], forward=forward)
            close = far < len(group) * max(len(common) * APART, PAGE // 4)
            found = [index for index in group if common and not close and lines[index].startswith(common)]
            wider = {index: _to_gap(lines[index], len(common)) for index in found}
            times = Counter(lines[index][:length] for index, length in wider.items())
            for index, length in wider.items():
                lengths[index] = length if times[lines[index][:length]] >= OFTEN else len(common)
    return lengths


def _to_gap(line: str, length: int) -> int:
    """Return where a head, of which the first characters are known, ends: in front of a wide gap.

    Where such a gap stands behind them, it is what follows that ends so, if it is more than a few letters.
    """
    begin = len(line) - len(line[length:].lstrip())
    end = line.find(WIDE, begin)
    if end < 0 and len(line) < RUNNING[1]:
        end = len(line)
    return end if sum(map(str.isalpha, line[length : max(length, end)])) >= LETTERS else length


def _common(lines: Sequence[str], *, forward: bool) -> str:
    """Return the whole words with which nearly all lines begin; "" where they are no head, and no foot backwards."""
    few = len(lines) // FEW
    first, *_, last = sorted(lines)[few : len(lines) - few]
    differs = (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    common = first[: next(differs, len(first))]
    beside = [line[len(common)] for line in lines if len(line) > len(common) and line.startswith(common)]
    if any(map(str.isalnum, beside)) and common[-1:].isalnum():
        common = LAST_WORD.sub("", common)
    common = common.rstrip(OPENS if forward else CLOSES) if beside else common
    line = common if forward else common[::-1]
    labelled = RUNNING_LABEL.match(line.capitalize()) or "/s/" in line or line.endswith(":")
    return "" if labelled or sum(map(str.isalpha, line)) < LETTERS else common
