"""Make units of marks: a unit is a numbered paragraph with the headings in front of it, or a paragraph without number.

Text between two numbers belongs to the paragraph before: block quotes, lists, tables. Only headings directly in front
of a number belong to the paragraph below them.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from piperoll.chunking.merge import Range
from piperoll.corpora.hk_cases import roles
from piperoll.corpora.hk_cases.dense import is_dense, last_in_lines
from piperoll.corpora.hk_cases.header import PRESS_SUMMARY, kind_of
from piperoll.corpora.hk_cases.outline import LAST, Outline, in_capitals, is_first, numbered_alike
from piperoll.corpora.hk_cases.short_lines import HEADING_LENGTH, OPENS_OPINION, heading_like, names_judge
from piperoll.corpora.hk_cases.source import PLAIN, Mark, Part, Region, Source
from piperoll.text.paragraphs import paragraphs

SENTENCE = '.;:!?,”"’)]…。；：？！」』—-'
"""Ends of a paragraph; a line after other text (a cell, a verse) is no heading."""

SHOWN = 400
"""Characters of a block that are looked at: as many as the longest heading has."""
ADDRESS = 3
"""Lines of an address or a signature, at least."""
FOLLOWS = " follow"
"""Stands near a colon that announces what is in capitals: "he saw the following engravings:"."""
SHORTEST_LEAD = 4
"""Characters of the shortest line that announces what is below it: "Q:" does not."""
# "B.           Court of Appeal for Rockland, 2031 RKCA 5 (Beam, Wick and Oil JJ.A.)": many spaces behind its number
NUMBERED = re.compile(r"(?:\((?:\d{1,2}|[a-z]|[ivx]{2,5})\)|(?:[A-Z]|[IVX]{1,6})\.) {3,}(?=[A-Z])[^\n]*(?<![.;:,\s])")
# "Part 10\tThe evidence", "F.1.1:\tThe code", "(b)\tThe condition": a tab elsewhere separates cells, or who speaks
LABELLED = re.compile(
    r"(?:\(?[\w.]{1,6}[.):]|\(?\d{1,3}|[IVXL]{1,6}|[A-Z]|(?:Part|Issue|Ground|Section|Annex) \w{1,5}) ?\t[^\t]+",
    re.IGNORECASE,
)


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


@dataclass(frozen=True, slots=True)
class _Draft:
    """A draft is a unit of which only the headings directly in front of it are known."""

    lead: Sequence[Range]
    start: int
    end: int
    number: int = 0
    series: int = 1


def units(source: Source, part: Part) -> Iterator[Unit]:
    """Yield the units of a part of ``source``, in order; together they cover the part."""
    text, dresses = source.text, source.dresses
    drafts = list(_drafts(source, part))
    leads = [text[start:end] for draft in drafts for start, end in draft.lead]
    dressed = Counter(replace(dresses.get(start, PLAIN), capitals=False) for draft in drafts for start, _ in draft.lead)
    outline = Outline(
        capitals=_capitals_rank(leads),
        judges=source.metadata.get("judges", ()),
        summary=source.kind == PRESS_SUMMARY,
        once={dress for dress, count in dressed.items() if count == 1 and dress != PLAIN},
    )
    outline.enter([(text[start:end], PLAIN) for start, end in source.announced.get(part.start, ())])
    section = 0
    headed = [draft for draft in drafts if draft.lead and part.region is Region.BODY]
    last = next((draft for draft in reversed(headed) if not roles.POSTSCRIPT.match(text, draft.lead[0][0])), None)
    before = ""
    behind = _behind_numbers(drafts) if part.region is Region.BODY else None
    for draft in drafts:
        title = source.titles.get(draft.start, "")
        section += bool(draft.lead or title or before)
        before = title
        if draft.number and (opens := OPENS_OPINION.match(text, draft.start, draft.end)):
            section += outline.hear(opens["judge"] or opens["author"])
        if draft.lead:
            concludes = draft is last and len(draft.lead) == 1 and LAST.fullmatch(text[slice(*draft.lead[0])])
            if concludes or draft is behind:
                outline.conclude()
            outline.enter([(text[start:end], dresses.get(start, PLAIN)) for start, end in draft.lead])
        start = draft.lead[0][0] if draft.lead else draft.start
        path = (*outline.beside(dresses.get(draft.start, PLAIN)), title) if title else outline.path
        yield Unit(start, draft.end, draft.number, draft.series, path, section, outline.speaker)


def _behind_numbers(drafts: Sequence[_Draft]) -> _Draft | None:
    """Return the first draft with headings behind the last numbered paragraph: "Decision", "Directions"."""
    last = max((at for at, draft in enumerate(drafts) if draft.number), default=len(drafts))
    return next((draft for draft in drafts[last + 1 :] if draft.lead), None)


def _capitals_rank(headings: Sequence[str]) -> bool:
    """Return whether capitals show what stands above: not where they are only those of an introduction."""
    capitals = [heading for heading in headings if in_capitals(heading)]
    return len(capitals) != 1 or not roles.introduces(capitals[0])


def _drafts(source: Source, part: Part) -> Iterator[_Draft]:
    """Yield the drafts of the units of a part."""
    text = source.text
    low = bisect_left(source.marks, part.start, key=_start)
    marks = source.marks[low : bisect_left(source.marks, part.end, key=_start)]
    bounds = [part.start, *(mark.start for mark in marks), part.end]
    dressed = {start for start, dress in source.dresses.items() if dress.bold or dress.level}
    known = Lines({text[start:end] for start, end in source.headings}, source.quoted, dressed)
    dense = is_dense(text, marks)
    lead: list[Range] = []
    for index, (start, end) in enumerate(pairwise(bounds)):
        mark = marks[index - 1] if index and marks[index - 1].number else None
        blocks = list(paragraphs(text, start, end))
        split = last_in_lines(text, blocks, end) if dense and end < part.end else blocks
        last = not any(mark.number for mark in marks[index : index + 1])  # what follows has headings of its own
        headings = trailing_headings(text, split, known, whole=mark is None, last=last)
        own = blocks[: bisect_left(blocks, headings[0][0], key=_first)] if headings else blocks
        if headings and own and own[-1][1] > headings[0][0]:  # below its other lines
            own = [*own[:-1], (own[-1][0], split[len(split) - len(headings) - 1][1])]
        if mark is not None:
            yield _Draft(lead, mark.start, own[-1][1] if own else mark.start, mark.number, mark.series)
            lead = headings
            continue
        before: Range | None = None  # the last block, unless it is a heading
        for block, following in zip_longest(own, blocks[1 : len(own) + 1]):
            goes_on = following is not None and text[following[0]].islower()
            follows = before is None or known.opens(text, before, block)
            before = block
            if goes_on or not follows or not known.is_heading(text, block):
                plain = known.plain(text, lead)
                yield from (_Draft([], *line) for line in lead[:plain])
                yield _Draft(lead[plain:], *block)
                lead = []
            else:
                lead.append(block)
                before = None
        lead += headings
    if lead:
        yield _Draft([], lead[0][0], lead[-1][1])


def _start(mark: Mark) -> int:
    return mark.start


def _first(block: Range) -> int:
    return block[0]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines say what a form tells of them.

    ``headings`` are the texts that it marks as headings, ``quoted`` the starts of quoted lines, ``dressed`` those of
    lines in bold type or in the style of a heading.
    """

    headings: Collection[str] = frozenset()
    quoted: Collection[int] = frozenset()
    dressed: Collection[int] = frozenset()

    def is_heading(self, text: str, block: Range) -> bool:
        """Return whether a block is a heading."""
        shown = _shown(text, block)
        if shown in self.headings:
            return True
        if block[0] in self.quoted or ("\t" in shown.strip() and not LABELLED.fullmatch(shown.strip())):
            return False
        numbered = block[1] - block[0] < SHOWN and NUMBERED.fullmatch(shown) is not None
        return numbered or heading_like(shown) or names_judge(shown)

    def plain(self, text: str, lines: Sequence[Range]) -> int:
        """Return how many lines at the start of a row of headings are an address: several, shown as other text is."""
        shown = (
            index for index, line in enumerate(lines) if line[0] in self.dressed or _shown(text, line) in self.headings
        )
        count = next(shown, len(lines))
        return count if count >= ADDRESS else 0

    def shown_alike(self, first: Range, second: Range) -> bool:
        """Return whether two lines are both quoted or not, and both dressed or not, as the items of one list are."""
        return all((first[0] in lines) == (second[0] in lines) for lines in (self.quoted, self.dressed))

    def opens(self, text: str, before: Range, block: Range) -> bool:
        """Return whether ``block`` can be the first heading behind another block.

        What a colon announces is none, unless it is shown as one.

        Args:
            text: the stored text.
            before: the range of the other block.
            block: the range of the block.

        Returns:
            Whether it can.
        """
        if block[0] in self.dressed or _shown(text, block) in self.headings:
            return True
        return self.ends(text, before) and not self.announces(text, before, block)

    def announces(self, text: str, before: Range, block: Range) -> bool:
        """Return whether a colon announces a block, which is shown as any other line.

        Args:
            text: the stored text.
            before: the range of the block with the colon.
            block: the range of the block.

        Returns:
            Whether it does.
        """
        if text[before[1] - 1] != ":" or before[1] - before[0] < SHORTEST_LEAD or block[0] in self.dressed:
            return False
        shown, lead = _shown(text, block), _shown(text, before)
        if in_capitals(shown):  # an inscription, or what stands below "HHJ Beam:"
            return FOLLOWS in text[max(before[0], before[1] - HEADING_LENGTH) : before[1]]
        return not (shown in self.headings or names_judge(lead) or self.is_heading(text, before))

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
    while 0 < begin < len(blocks) and not known.opens(text, blocks[begin - 1], blocks[begin]):
        begin += 1
    for index in range(len(blocks) - 1, max(begin, first + 1) - 1, -1):
        shown = _shown(text, blocks[index])
        alike = known.shown_alike(blocks[index - 1], blocks[index])
        if alike and numbered_alike(
            _shown(text, blocks[index - 1]), shown
        ):  # the end of a list; "Part 1" is a heading behind it
            return list(blocks[index if is_first(shown) else index + 1 :])
    return list(blocks[begin:])


def _shown(text: str, block: Range) -> str:
    """Return the beginning of a block."""
    return text[block[0] : min(block[1], block[0] + SHOWN)]
