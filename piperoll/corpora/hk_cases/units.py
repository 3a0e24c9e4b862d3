"""Make units of marks: a unit is a numbered paragraph with the headings in front of it, or a paragraph without number.

Text between two numbers belongs to the paragraph before: block quotes, lists, tables. Only headings directly in front
of a number belong to the paragraph below them.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from piperoll.chunking.merge import Range
from piperoll.corpora.hk_cases.header import kind_of
from piperoll.corpora.hk_cases.numbering import heading_like, names_judge
from piperoll.corpora.hk_cases.outline import Outline
from piperoll.corpora.hk_cases.source import PLAIN, Mark, Part, Source
from piperoll.text.paragraphs import paragraphs

SENTENCE = '.;:!?,”"’)]…。；：？！」』—-'
"""Ends of a paragraph; a line after other text (a cell, a verse) is no heading."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit is a paragraph.

    ``number`` and ``series`` are those of its mark; without one ``number`` is 0 and ``series`` 1. ``headings`` are
    those above it, the outermost first, and ``section`` counts the headings of its part: units with another count
    stand under another heading. ``speaker`` is the judge whose opinion it is, where a line says so.
    """

    start: int
    end: int
    number: int
    series: int
    headings: tuple[str, ...] = ()
    section: int = 0
    speaker: str = ""


class _Sections:
    """Follow the headings of a part."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.outline = Outline()
        self.count = 0

    def enter(self, headings: Sequence[Range]) -> None:
        """Go on below headings that stand in a row; without any, where it was."""
        if headings:
            text, dresses = self.source.text, self.source.dresses
            self.outline.enter([(text[start:end], dresses.get(start, PLAIN)) for start, end in headings])
            self.count += 1

    def unit(self, start: int, end: int, number: int = 0, series: int = 1) -> Unit:
        """Return the unit of this range under the headings entered."""
        return Unit(start, end, number, series, self.outline.path, self.count, self.outline.speaker)


def units(source: Source, part: Part) -> Iterator[Unit]:
    """Yield the units of a part of ``source``, in order; together they cover the part."""
    text = source.text
    low = bisect_left(source.marks, part.start, key=_start)
    marks = source.marks[low : bisect_left(source.marks, part.end, key=_start)]
    bounds = [part.start, *(mark.start for mark in marks), part.end]
    known = Lines({text[start:end] for start, end in source.headings}, source.quoted)
    sections = _Sections(source)
    lead: list[Range] = []
    for index, (start, end) in enumerate(pairwise(bounds)):
        mark = marks[index - 1] if index and marks[index - 1].number else None
        blocks = list(paragraphs(text, start, end))
        headings = trailing_headings(text, blocks, known, whole=mark is None, last=end == part.end)
        blocks = blocks[: len(blocks) - len(headings)]
        if mark is not None:
            sections.enter(lead)
            at = lead[0][0] if lead else mark.start
            yield sections.unit(at, blocks[-1][1] if blocks else mark.start, mark.number, mark.series)
            lead = headings
            continue
        for block in blocks:
            if not known.is_heading(text, block):
                sections.enter(lead)
                yield sections.unit(lead[0][0] if lead else block[0], block[1])
                lead = []
            else:
                lead.append(block)
        lead += headings
    if lead:
        yield sections.unit(lead[0][0], lead[-1][1])


def _start(mark: Mark) -> int:
    return mark.start


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines say what a form tells of them: the texts that it marks as headings, and the starts of quoted lines."""

    headings: Collection[str] = frozenset()
    quoted: Collection[int] = frozenset()

    def is_heading(self, text: str, block: Range) -> bool:
        """Return whether a block is a heading."""
        shown = _shown(text, block)
        if shown in self.headings:
            return True
        return block[0] not in self.quoted and "\t" not in shown[8:] and (heading_like(shown) or names_judge(shown))

    def ends(self, text: str, block: Range) -> bool:
        """Return whether a heading can follow ``block``: a sentence, a drawn line, a title or another heading."""
        shown = _shown(text, block)
        return (
            text[block[1] - 1] in SENTENCE
            or shown in self.headings
            or block[0] in self.quoted
            or not any(character.isalnum() for character in shown)
            or bool(kind_of([shown]))
        )


def trailing_headings(text: str, blocks: Sequence[Range], known: Lines, *, whole: bool, last: bool) -> list[Range]:
    """Return the headings at the end of a text: they belong to what comes next.

    Args:
        text: the stored text.
        blocks: character ranges of its paragraphs, in order.
        known: what the form tells of its lines.
        whole: whether even the first block can be a heading; the first block of a numbered paragraph holds its number.
        last: whether nothing comes next.

    Returns:
        The ranges of the headings, in order.
    """
    if last:
        return []
    begin = len(blocks)
    first = 0 if whole else 1
    while begin > first and known.is_heading(text, blocks[begin - 1]):
        begin -= 1
    while begin < len(blocks) and not (
        begin == 0 or _shown(text, blocks[begin]) in known.headings or known.ends(text, blocks[begin - 1])
    ):
        begin += 1
    return list(blocks[begin:])


def _shown(text: str, block: Range) -> str:
    """Return the beginning of a block."""
    return text[block[0] : min(block[1], block[0] + 300)]
