"""Paragraph merge: neighbouring small paragraphs together, oversized ones apart, headings in front.

Works on ranges of the stored text, so whatever it returns can be cited to the character.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from piperoll.text.paragraphs import SENTENCE_END, lines, trim
from piperoll.text.tokens import CHARACTERS_PER_TOKEN

Range = tuple[int, int]

MERGE_FROM = 300
"""Tokens from which a chunk is long enough to stand alone."""
MERGE_TO = 500
"""Tokens that a merged chunk does not pass when it could stop before."""
TOO_SMALL = 100
"""Tokens below which an embedding says little: such a chunk takes the next paragraph even if that makes it long."""
CAP = 1000
"""Tokens above which one paragraph is split."""
FRAGMENT = 20
"""Characters below which a paragraph is never a chunk of its own."""
FILLED = 0.98
"""Share of the limit that a piece fills where there are neither sentences nor lines to cut at."""
Cuts = Callable[[str, int, int], Sequence[int]]
"""Where ``text[start:end]`` may be cut."""


def merge(text: str, parts: Sequence[Range], opens: Callable[[Range], bool]) -> list[Range]:
    """Cut ``parts`` (paragraph ranges in order) into chunk ranges.

    A part for which ``opens`` is true (a heading) starts a new chunk and is never merged into the
    one before; a run of such parts stays with what follows it. Every part is in one range.
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
    """Tokens in a range, estimated by its length."""
    return -(-(part[1] - part[0]) // CHARACTERS_PER_TOKEN)


def cap(
    text: str,
    part: Range,
    limit: int = CAP,
    by: Sequence[Cuts] = (),
    size: Callable[[Range], int] = tokens,
    aim: int | None = None,
) -> list[Range]:
    """Split a range of more than ``limit`` tokens so that no piece is over it, nor one that a fragment joins.

    Args:
        by: where it may be cut, best first: each is tried on the pieces that those before it left too large.
            Sentence ends, then line ends, where nothing is said; then spaces, and at last by force.
        size: of a range, in tokens; never more than :func:`tokens`.
        aim: tokens up to which what was cut is joined again; as near to the limit as it goes where nothing is said.
    """
    room = max(1, limit - FRAGMENT // CHARACTERS_PER_TOKEN - 1 if aim is None else aim)
    window = max(1, int(limit * FILLED)) * CHARACTERS_PER_TOKEN
    pieces = [part]
    where: list[Cuts] = [
        *(by or (_sentence_cuts, line_cuts)),
        partial(_space_cuts, window),
        partial(_forced_cuts, window),
    ]
    for cuts in where:
        if all(size(piece) <= limit for piece in pieces):
            break
        pieces = [
            small
            for piece in pieces
            for small in (
                pack(_segments(text, piece, cuts(text, *piece)), room, size) if size(piece) > limit else [piece]
            )
        ]
    return pieces


def pack(parts: Sequence[Range], limit: int, size: Callable[[Range], int] = tokens) -> list[Range]:
    """Join neighbouring ``parts`` greedily while together they stay within ``limit`` tokens."""
    packed: list[Range] = []
    for part in parts:
        if packed and size((packed[-1][0], part[1])) <= limit:
            packed[-1] = (packed[-1][0], part[1])
        else:
            packed.append(part)
    return packed


def _segments(text: str, part: Range, cuts: Sequence[int]) -> list[Range]:
    bounds = [part[0], *cuts, part[1]]
    trimmed = (trim(text, start, end) for start, end in pairwise(bounds))
    return [(start, end) for start, end in trimmed if start < end]


def _sentence_cuts(text: str, start: int, end: int) -> list[int]:
    return [match.end() for match in SENTENCE_END.finditer(text, start, end)]


def line_cuts(text: str, start: int, end: int) -> list[int]:
    """The line ends of ``text[start:end]``."""
    return [stop for _, stop in lines(text, start, end)][:-1]


def _space_cuts(window: int, text: str, start: int, end: int) -> list[int]:
    """The last space in each ``window`` characters: a line of megabytes has millions of them."""
    cuts = []
    at = start
    while end - at > window:
        space = next((stop for stop in range(at + window, at, -1) if text[stop].isspace()), at + window)
        cuts.append(space)
        at = space
    return cuts


def _forced_cuts(window: int, text: str, start: int, end: int) -> list[int]:
    return list(range(start, end, window))[1:]
