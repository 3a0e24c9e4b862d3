"""Make units of marks: a unit is a numbered paragraph with the headings in front of it, or a paragraph without number.

Text between two numbers belongs to the paragraph before: block quotes, lists, tables. Only headings directly in front
of a number belong to the paragraph below them.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from piperoll.chunking.merge import Range
from piperoll.corpora.hk_cases.header import kind_of
from piperoll.corpora.hk_cases.numbering import heading_like, names_judge
from piperoll.corpora.hk_cases.source import Mark, Part, Source
from piperoll.text.paragraphs import paragraphs

SENTENCE = '.;:!?,”"’)]…。；：？！」』—-'
"""Ends of a paragraph; a line after other text (a cell, a verse) is no heading."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit is a paragraph.

    ``number`` and ``series`` are those of its mark; without one ``number`` is 0 and ``series`` 1. ``heading`` is the
    last heading at or before it; several headings in a row are joined by " › ".
    """

    start: int
    end: int
    number: int
    series: int
    heading: str


def units(source: Source, part: Part) -> Iterator[Unit]:
    """Yield the units of a part of ``source``, in order; together they cover the part."""
    text = source.text
    low = bisect_left(source.marks, part.start, key=_start)
    marks = source.marks[low : bisect_left(source.marks, part.end, key=_start)]
    bounds = [part.start, *(mark.start for mark in marks), part.end]
    heading_texts = {text[start:end] for start, end in source.headings}
    lead: list[Range] = []
    heading = ""
    for index, (start, end) in enumerate(pairwise(bounds)):
        mark = marks[index - 1] if index and marks[index - 1].number else None
        blocks = list(paragraphs(text, start, end))
        headings = trailing_headings(text, blocks, heading_texts, whole=mark is None, last=end == part.end)
        blocks = blocks[: len(blocks) - len(headings)]
        if mark is not None:
            heading = _joined(text, lead) or heading
            at = lead[0][0] if lead else mark.start
            yield Unit(at, blocks[-1][1] if blocks else mark.start, mark.number, mark.series, heading)
            lead = headings
            continue
        for block in blocks:
            lead.append(block)
            if not _is_heading(text, block, heading_texts):
                heading = _joined(text, lead[:-1]) or heading
                yield Unit(lead[0][0], block[1], 0, 1, heading)
                lead = []
        lead += headings
    if lead:
        yield Unit(lead[0][0], lead[-1][1], 0, 1, heading)


def _start(mark: Mark) -> int:
    return mark.start


def trailing_headings(
    text: str, blocks: Sequence[Range], heading_texts: set[str], *, whole: bool, last: bool
) -> list[Range]:
    """Return the headings at the end of a text: they belong to what comes next.

    Args:
        text: the stored text.
        blocks: character ranges of its paragraphs, in order.
        heading_texts: texts that the form marks as headings.
        whole: whether even the first block can be a heading; the first block of a numbered paragraph holds its number.
        last: whether nothing comes next.

    Returns:
        The ranges of the headings, in order.
    """
    if last:
        return []
    begin = len(blocks)
    first = 0 if whole else 1
    while begin > first and _is_heading(text, blocks[begin - 1], heading_texts):
        begin -= 1
    while begin < len(blocks) and not (
        begin == 0 or _shown(text, blocks[begin]) in heading_texts or _ends(text, blocks[begin - 1], heading_texts)
    ):
        begin += 1
    return list(blocks[begin:])


def _ends(text: str, block: Range, heading_texts: set[str]) -> bool:
    """Return whether a heading can follow ``block``: a sentence, a drawn line, a title or another heading."""
    shown = _shown(text, block)
    return (
        text[block[1] - 1] in SENTENCE
        or shown in heading_texts
        or not any(character.isalnum() for character in shown)
        or bool(kind_of([shown]))
    )


def _is_heading(text: str, block: Range, heading_texts: set[str]) -> bool:
    """Return whether a block is a heading."""
    shown = _shown(text, block)
    return shown in heading_texts or ("\t" not in shown[8:] and (heading_like(shown) or names_judge(shown)))


def _shown(text: str, block: Range) -> str:
    """Return the beginning of a block."""
    return text[block[0] : min(block[1], block[0] + 300)]


def _joined(text: str, headings: Sequence[Range]) -> str:
    """Return headings in a row as one text."""
    shown = (" ".join(text[start:end].strip("*_# \t\xa0").split())[:120] for start, end in headings)
    return " › ".join(heading for heading in shown if heading)
