"""Cut the blocks of one unit into pieces, and say of each what a reader of it alone would miss.

General advice is never in one piece with binding text. A piece from the middle of a table knows the header row. In an
appendix of a regulation a piece knows its headings and its numbered points.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from textwrap import shorten

from piperoll.chunking.merge import CAP, FRAGMENT, MERGE_TO, Range, merge, tokens
from piperoll.corpora.se_law.blocks import Block, Kind
from piperoll.corpora.se_law.context import PROVISIONS
from piperoll.corpora.se_law.counted import is_counted
from piperoll.corpora.se_law.grammar import heading_text, is_heading, is_table_row
from piperoll.corpora.se_law.over import RUN, Over, goes_on, over
from piperoll.text.paragraphs import paragraphs
from piperoll.text.tokens import estimate

# "2.1 Hållfasthet och stabilitet", "1. Material", "A. Arbetsmiljöfaktorer", "2.22" alone: headings of an appendix
POINT_HEADING = re.compile(
    r"(?P<number>\d{1,3}(?:\.\d{1,3})+(?=\s*\Z)|(?:\d{1,3}(?:\.\d{1,3})*|[A-Z](?=\.))(?=\.?\s+\S))"
)
# "4.2 Genomföra lämpliga undersökningar …": a paragraph; "5. CE-märkning" is one behind point 4, else an item of a list
POINT_TEXT = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}){1,5}|\d{1,3}(?=\.))\.?\s+(?=[A-ZÅÄÖ])")
FIRST_ITEM = re.compile(r"1[.)]\s")
FIRST_WORDS = 60  # characters of a numbered point without a heading that name it in a header
CELLS = re.compile(r"\s*\t\s*|\s{3,}")
DIGIT = re.compile(r"\d")
TABLE_ROWS = 3
"""Rows of a table, at least: fewer are a line with columns."""
DEEPEST = 99
"""The level of a line with a number over points: below every heading."""
WRAPPED = 2
"""Paragraphs between two rows of a table in plain text, at most."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece is a range that becomes a chunk, and what belongs to it.

    Attributes:
        start: where it begins in the stored text.
        end: where it ends.
        advice: whether it is general advice, which binds nobody.
        point: the label of the numbered point in which it begins; "" without one.
        points: the labels of the points that begin in it.
        names: the headings that stand over it, from the outermost.
        columns: the cells of the header row, if it begins inside a table.
        leads: the words that lead to the list inside which it begins, of nested lists the outer ones first.
    """

    start: int
    end: int
    advice: bool = False
    point: str = ""
    points: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()


def runs(blocks: Sequence[Block]) -> list[list[Block]]:
    """Return the blocks in runs that are binding text or general advice; a heading goes with what follows it."""
    found: list[list[Block]] = []
    headings: list[Block] = []
    advice = False
    for block in blocks:
        if block.kind is Kind.HEADING:
            headings.append(block)
            continue
        if not found or block.advice is not advice:
            found.append([])
        found[-1] += [*headings, block]
        advice, headings = block.advice, []
    if found:
        found[-1] += headings
    return found or [headings]


def is_advice(run: Sequence[Block]) -> bool:
    """Return whether a run of blocks is general advice."""
    return any(block.advice for block in run)


def pieces(text: str, blocks: Sequence[Block], *, whole: int = CAP, points: bool = False) -> list[Piece]:
    """Cut the blocks of a unit into pieces.

    Args:
        text: the stored text.
        blocks: of the unit, in order.
        whole: tokens up to which binding text, or advice, stays one piece.
        points: whether to look for numbered points and the headings over them, as an appendix has them.

    Returns:
        Pieces in order that together hold the blocks.
    """
    found: list[Piece] = []
    for run in runs(blocks):
        advice = is_advice(run)
        found += [Piece(start, end, advice) for start, end in _ranges(text, run, whole, points=points)]
    if len(found) > 1:
        found = list(_under(text, blocks, _in_tables(text, blocks, found)))
    return list(_at_points(text, blocks, found)) if points else found


def merged(text: str, blocks: Sequence[Block], *, points: bool = False) -> list[Range]:
    """Return the ranges of the paragraphs of some blocks, merged and cut to the length of a chunk.

    Args:
        text: the stored text.
        blocks: in order.
        points: whether a numbered point stays whole where it fits, and a line over points opens a chunk.
    """
    opening = {
        block.start
        for block in blocks
        if (block.kind is Kind.HEADING and (block.level or is_counted(text, block)))
        or block.kind in (Kind.APPENDIX, Kind.CHAPTER, *PROVISIONS)
    }
    opening.update(_over_lists(text, blocks))
    above = list(takewhile(lambda block: block.kind is Kind.HEADING, blocks))
    if len(above) < len(blocks) and blocks[len(above)].kind in PROVISIONS:
        opening.update(block.start for block in above)  # the subject headings of an article stay with it
    parts: list[Range] = []
    for part in (part for block in blocks for part in paragraphs(text, block.start, block.end)):
        if (
            parts
            and part[0] not in opening
            and goes_on(text, part[0])
            and estimate(text[parts[-1][0] : part[1]]) <= CAP
        ):
            parts[-1] = (parts[-1][0], part[1])
        else:
            parts.append(part)
    if points:
        opening.update(part[0] for part, behind in pairwise(parts) if _is_above(text, part, behind))
        parts = list(_of_points(text, parts, opening))
    # a fragment is no chunk: a short heading stays with what it heads, other text joins its neighbour before
    joined: list[Range] = []
    for piece in merge(text, parts, lambda part: part[0] in opening):
        short = piece[1] - piece[0] < FRAGMENT or (joined and joined[-1][1] - joined[-1][0] < FRAGMENT)
        if joined and short and piece[0] not in opening:
            joined[-1] = (joined[-1][0], piece[1])
        else:
            joined.append(piece)
    return list(_with_leads(text, joined, parts, opening))


def _over_lists(text: str, blocks: Sequence[Block]) -> Iterator[int]:
    """Yield where the unmarked headings begin that stand right over the first item of a list: "Fyrlän", "1. Fyrby"."""
    run: list[Block] = []
    for block in blocks:
        if block.kind is Kind.HEADING and not block.level:
            run.append(block)
            continue
        if run and block.kind is Kind.TEXT and FIRST_ITEM.match(text, block.start, block.end):
            yield run[-1 if len(run) > RUN else 0].start
        run = []


def _of_points(text: str, parts: Sequence[Range], opening: Collection[int]) -> Iterator[Range]:
    """Yield the paragraphs, those of a numbered point together as far as they fit."""
    whole: Range | None = None
    for part in parts:
        if part[0] in opening or POINT_TEXT.match(text, *part):
            if whole:
                yield whole
            whole = part
        elif whole and whole[0] not in opening and tokens((whole[0], part[1])) <= MERGE_TO:
            whole = (whole[0], part[1])
        else:
            if whole:
                yield whole
            yield part
            whole = None
    if whole:
        yield whole


def _with_leads(text: str, found: Sequence[Range], parts: Sequence[Range], opening: Collection[int]) -> Iterator[Range]:
    """Yield the pieces; a paragraph at the end of one that leads to the next, "Följande uppgifter:", begins that."""
    begins = {end: start for start, end in parts}
    start = found[0][0] if found else 0
    for piece, after in pairwise([*found, (len(text), len(text))]):
        lead = begins.get(piece[1], start)
        moves = (
            text[piece[1] - 1] == ":"
            and start < lead
            and after[0] < after[1]
            and lead not in opening
            and after[0] not in opening
            and tokens((lead, after[1])) <= CAP
        )
        yield start, len(text[start:lead].rstrip()) + start if moves else piece[1]
        start = lead if moves else after[0]


def _ranges(text: str, run: Sequence[Block], whole: int, *, points: bool) -> list[Range]:
    span = (run[0].start, run[-1].end)
    return [span] if estimate(text[slice(*span)]) <= whole else merged(text, run, points=points)


def _under(text: str, blocks: Sequence[Block], found: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces with the headings and the lead-ins that stand over the paragraph in which each begins."""
    states = iter([*over(text, blocks), Over(len(text) + 1)])
    state = next(states)
    for piece in found:
        while state.end <= piece.start:
            state = next(states)
        yield replace(piece, names=state.names, leads=state.leads)


def _in_tables(text: str, blocks: Sequence[Block], found: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces; those that begin behind the first row of a table with its header row."""
    tables = iter([*_tables(text, blocks), (len(text) + 1, len(text) + 1, ())])
    start, end, cells = next(tables)
    for piece in found:
        while end <= piece.start:
            start, end, cells = next(tables)
        yield replace(piece, columns=cells) if start < piece.start else piece


def _tables(text: str, blocks: Sequence[Block]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield the tables: where the header row begins, where the table ends, and the cells of the header row.

    A table is a block that the source calls one, or rows that follow each other as paragraphs; a few wrapped cells may
    stand between these, and only the numbers in them tell whether the first row is a header.
    """
    rows: list[Range] = []
    beside = 0
    for block in blocks:
        if "TABLE" in block.roles:
            lines = list(_lines(text, block))
            if len(lines) >= TABLE_ROWS:
                yield lines[0][0], lines[-1][1], _cells(text, lines[0])
            continue
        for part in paragraphs(text, block.start, block.end):
            if is_table_row(text[slice(*part)]):
                rows.append(part)
                beside = 0
            elif (beside := beside + 1) > WRAPPED:
                yield from _table(text, rows)
                rows = []
    yield from _table(text, rows)


def _lines(text: str, block: Block) -> Iterator[Range]:
    """Yield the rows of a table from the first one with several cells on: a caption stands above it."""
    at = block.start
    begun = False
    for line in text[block.start : block.end].splitlines(keepends=True):
        begun = begun or "\t" in line.strip()
        if begun:
            yield at, at + len(line)
        at += len(line)


def _table(text: str, rows: Sequence[Range]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield the table of plain text that these rows are, if its first row is a header: words over numbers."""
    if len(rows) < TABLE_ROWS or DIGIT.search(text, *rows[0]):
        return
    numbers = sum(any(DIGIT.search(cell) for cell in _cells(text, row)[1:]) for row in rows[1:])
    if 2 * numbers > len(rows):
        yield rows[0][0], rows[-1][1], _cells(text, rows[0])


def _cells(text: str, row: Range) -> tuple[str, ...]:
    """Return the cells of the first line of a row."""
    return tuple(cell for cell in CELLS.split(text[slice(*row)].strip().partition("\n")[0]) if cell)


@dataclass(frozen=True, slots=True)
class _Opening:
    """A paragraph of an appendix: a heading with its level, a numbered point, or other text."""

    start: int
    words: str = ""
    level: int = 0
    heading: bool = False
    point: str = ""
    above: bool = False
    """Whether it is a line over the points that its number begins, as "1.5 Krav" is over 1.5.1."""


@dataclass(slots=True)
class _Outline:
    """The headings and the numbered point over the text at one place of an appendix."""

    headings: list[tuple[int, str, str]] = field(default_factory=list)
    """Level, label of the point (or "") and words of each heading, from the outermost."""
    point: str = ""
    words: str = ""
    """The first words of ``point`` where it has no heading."""
    item: int = 0
    """The number of the last item of a list in the point: 3 behind its items 1 and 2 is no point, but the next item."""

    def enter(self, opening: _Opening) -> str:
        """Enter a paragraph, and return the label of the point that begins with it, or "".

        The number of a heading that does not begin with that of the heading above is counted within it: "A.", then
        "1." → ``A.1``.
        """
        label = opening.point
        if opening.heading and opening.words:
            self.headings = [one for one in self.headings if 0 < one[0] < opening.level]
            above = next((point for _, point, _ in reversed(self.headings) if point), "")
            if label and above and not label.startswith(f"{above}."):
                label = f"{above}.{label}"
            self.headings.append((opening.level, label, opening.words))
            self.point, self.words, self.item = label or above, "", 0
        elif label and self.point and label == str(self.item + 1) and not opening.above:
            self.item += 1
            return ""
        elif "." in label or opening.above or (label and self.point and label == self._next()):
            self.item = 0
            self.headings = [one for one in self.headings if f"{label}.".startswith(f"{one[1]}.") or not one[1]]
            self.point, self.words = label, opening.words
            if opening.above:
                self.headings.append((DEEPEST, label, opening.words))
                self.words = ""
        else:
            return ""
        return label

    def _next(self) -> str:
        """Return the number after the outermost one of the point: 5 in ``4.4.1``."""
        first = self.point.partition(".")[0]
        return str(int(first) + 1) if first.isdecimal() else ""

    def place(self) -> tuple[str, tuple[str, ...], str]:
        """Return the point, the words of the headings, and of a point without a heading its first words."""
        return self.point, tuple(one[2] for one in self.headings if one[2]), self.words


def _at_points(text: str, blocks: Sequence[Block], found: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces with the headings and the numbered point that stand over their first text."""
    outline = _Outline()
    openings = iter([*_openings(text, blocks), _Opening(len(text) + 1)])
    opening = next(openings)
    for piece in found:
        place = outline.place() if opening.start > piece.start else None
        begun = []
        while opening.start < piece.end:
            begun.append(outline.enter(opening))
            if not opening.heading and place is None:
                place = outline.place()
            opening = next(openings)
        point, names, words = place or outline.place()
        points = tuple(label for label in begun if label)
        # the words of 3.2 are true of 3.2.1 and below the heading 3, but not of 3.3
        true = all(f"{label}.".startswith(f"{point}.") or f"{point}.".startswith(f"{label}.") for label in points)
        yield replace(piece, point=point, points=points, names=(*names, words) if words and true else names)


def _openings(text: str, blocks: Sequence[Block]) -> Iterator[_Opening]:
    parts = [(block, part) for block in blocks for part in _parts_of(text, block)]
    for at, (block, part) in enumerate(parts):
        start, end = part
        after, behind = parts[at + 1] if at + 1 < len(parts) else (block, (end, end))
        if block.kind is Kind.APPENDIX:
            yield _Opening(start, heading=True)
        elif block.kind is Kind.HEADING:
            words = heading_text(text, block)
            match = POINT_HEADING.match(words)
            yield _Opening(start, words, block.level, heading=True, point=match["number"] if match else "")
        elif match := POINT_TEXT.match(text, *part):
            above = after.kind is not Kind.HEADING and _is_above(text, part, behind)
            words = _first_words(text[start : min(end, start + 2 * FIRST_WORDS)])
            yield _Opening(start, words, point=match["number"], above=above)
        else:
            yield _Opening(start)


def _parts_of(text: str, block: Block) -> Iterator[Range]:
    """Yield the paragraphs of a block; a heading is one."""
    if block.kind in (Kind.APPENDIX, Kind.HEADING):
        yield block.start, block.end
    else:
        yield from paragraphs(text, block.start, block.end)


def _is_above(text: str, part: Range, behind: Range) -> bool:
    """Return whether a paragraph is a line over the point behind it: "1.5 Krav" over "1.5.1 En anordning ska …"."""
    point, inner = POINT_TEXT.match(text, *part), POINT_TEXT.match(text, *behind)
    return (
        point is not None
        and inner is not None
        and inner["number"].startswith(f"{point['number']}.")
        and is_heading(text[slice(*part)])
    )


def _first_words(text: str) -> str:
    """Return the first words of a point; its name where that is a line of its own: "1.0.4 Miljöförhållanden"."""
    name, _, below = text.partition("\n")
    named = len(name) <= FIRST_WORDS and is_heading(name) and below[:1].isupper()
    return shorten(name if named else text, FIRST_WORDS, placeholder=" …")
