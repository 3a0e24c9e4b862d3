"""Merge small neighbouring paragraphs into chunks, and split those that are too long.

Headings stay with the text that they head. Everything here works on character ranges of the stored text, so each result
can be cited to the character.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from piperoll.ranges import Range as Range
from piperoll.text.paragraphs import lines, trim
from piperoll.text.sentences import ends
from piperoll.text.tokens import CHARACTERS_PER_TOKEN

MERGE_FROM = 300
"""Tokens from which a chunk is long enough to stand alone."""
MERGE_TO = 500
"""Tokens at which a merged chunk stops where it can."""
TOO_SMALL = 100
"""Tokens below which an embedding says little: such a chunk takes the next paragraph even if that makes it long."""
CAP = 1000
"""Tokens above which one paragraph is split."""
FRAGMENT = 20
"""Characters below which a paragraph is never a chunk of its own."""
FILLED = 0.98
"""Share of the limit that a piece fills where there are neither sentences nor lines to cut at."""
ROW = re.compile(r"^(?:(?P<number>\d{1,3}[.)]?)(?:\t|[^\S\n\t]*\n(?=[^\t\n]*\t))|[^\t\n]+\t)", re.MULTILINE)
ITEM_NUMBER = re.compile(r"^[^\S\n]*\d{1,3}\.\s*\Z", re.MULTILINE)
"""Matches the number in front of an item, which ends no sentence: ``3.`` above or in front of its words."""
NUMBERED_ROWS = 3
"""Rows of a table with a number in front, from which only those with one are rows."""
Cuts = Callable[[str, int, int], Sequence[int]]
"""Returns the offsets at which ``text[start:end]`` may be cut; takes text, start and end."""


def merge(text: str, parts: Sequence[Range], opens: Callable[[Range], bool]) -> list[Range]:
    """Merge paragraphs into chunks, and split what has over CAP tokens.

    A run of headings stays with the text that follows it.

    Args:
        text: the stored text.
        parts: character ranges of the paragraphs, in order.
        opens: returns whether a paragraph is a heading; a heading starts a new chunk and is never merged into the one
            before.

    Returns:
        The character ranges of the chunks; together they hold every paragraph.
    """
    chunks: list[Range] = []
    current: Range | None = None
    only_headings = False
    for part in parts:
        heading = opens(part)
        if current is not None:
            size, grown = tokens(current), tokens((current[0], part[1]))
            full = size >= MERGE_FROM or (size >= TOO_SMALL and grown > MERGE_TO) or grown > CAP
            if (heading or full) and not only_headings:
                chunks.append(current)
                current = None
        only_headings = heading and (current is None or only_headings)
        current = part if current is None else (current[0], part[1])
    if current is not None:
        chunks.append(current)
    return [piece for chunk in chunks for piece in cap(text, chunk)]


def tokens(part: Range) -> int:
    """Return the estimated number of tokens in a character range."""
    return -(-(part[1] - part[0]) // CHARACTERS_PER_TOKEN)


def cap(
    text: str,
    part: Range,
    limit: int = CAP,
    by: Sequence[Cuts] = (),
    size: Callable[[Range], int] = tokens,
    aim: int | None = None,
    sentence: int | None = None,
) -> list[Range]:
    """Split a character range of more than ``limit`` tokens.

    No piece is over the limit, nor is it when a fragment of up to FRAGMENT characters is joined to it later.

    Args:
        text: the stored text.
        part: the character range.
        limit: tokens of a piece at most.
        by: where to cut, best first: each function is tried on the pieces that those before it left too large. By
            default rows of tables, then sentence ends, then line ends. Spaces come after them, and at last cuts at a
            fixed length.
        size: returns the tokens of a character range; never more than :func:`tokens`.
        aim: tokens up to which the pieces of a cut are joined again; by default as near to the limit as possible.
        sentence: tokens up to which a piece stays whole that nothing but the last of ``by`` can cut; by default
            ``limit``.

    Returns:
        The pieces in order; ``part`` alone where it is within the limit.
    """
    fill_to = max(1, limit - FRAGMENT // CHARACTERS_PER_TOKEN - 1 if aim is None else aim)
    window = max(1, int(limit * FILLED)) * CHARACTERS_PER_TOKEN
    pieces = [part]
    *between, inside = by or (_row_cuts, _sentence_cuts, line_cuts)
    last = (inside, partial(_space_cuts, window), partial(_forced_cuts, window))
    methods = [*((cuts, limit) for cuts in between), *((cuts, max(limit, sentence or 0)) for cuts in last)]
    for cuts, most in methods:
        if all(size(piece) <= most for piece in pieces):
            break
        pieces = [
            small
            for piece in pieces
            for small in (
                pack(_segments(text, piece, cuts(text, *piece)), fill_to, size) if size(piece) > most else [piece]
            )
        ]
    return pieces


def pack(parts: Sequence[Range], limit: int, size: Callable[[Range], int] = tokens) -> list[Range]:
    """Join neighbouring ranges greedily while together they stay within a limit.

    Args:
        parts: character ranges in order.
        limit: tokens of a joined range at most.
        size: returns the tokens of a character range.

    Returns:
        The joined ranges in order; a range over the limit stays alone.
    """
    packed: list[Range] = []
    for part in parts:
        if packed and size((packed[-1][0], part[1])) <= limit:
            packed[-1] = (packed[-1][0], part[1])
        else:
            packed.append(part)
    return packed


def _segments(text: str, part: Range, cuts: Sequence[int]) -> list[Range]:
    """Return the trimmed ranges between ``cuts``, without empty ones."""
    bounds = [part[0], *cuts, part[1]]
    trimmed = (trim(text, start, end) for start, end in pairwise(bounds))
    return [(start, end) for start, end in trimmed if start < end]


def _row_cuts(text: str, start: int, end: int) -> list[int]:
    """Return where the rows of tables begin inside ``text[start:end]``.

    A row begins at a line with a tab. Where three or more begin with a number ("38.", perhaps on a line of its own),
    only these begin one: the cells of others go on over several lines. Else most lines are rows.
    """
    rows = [match for match in ROW.finditer(text, start, end) if match.start() > start]
    numbered = [match for match in rows if match["number"]]
    if len(numbered) >= NUMBERED_ROWS:
        rows = numbered
    elif 2 * len(rows) < text.count("\n", start, end):
        return []  # cells that are wrapped over several lines
    return [match.start() for match in rows]


def _sentence_cuts(text: str, start: int, end: int) -> list[int]:
    return [at for at in ends(text, start, end) if not ITEM_NUMBER.search(text, max(start, at - FRAGMENT), at)]


def line_cuts(text: str, start: int, end: int) -> list[int]:
    """Return the offsets of the line ends inside ``text[start:end]``.

    Args:
        text: the stored text.
        start: offset of the first character.
        end: offset behind the last character.

    Returns:
        The offsets, rising.
    """
    return [stop for _, stop in lines(text, start, end)][:-1]


def _space_cuts(window: int, text: str, start: int, end: int) -> list[int]:
    """Return only the last space in each ``window`` characters: a line of megabytes has millions of spaces."""
    cuts = []
    at = start
    while end - at > window:
        space = next((stop for stop in range(at + window, at, -1) if text[stop].isspace()), at + window)
        cuts.append(space)
        at = space
    return cuts


def _forced_cuts(window: int, text: str, start: int, end: int) -> list[int]:
    """Return a cut behind each ``window`` characters."""
    return list(range(start, end, window))[1:]
