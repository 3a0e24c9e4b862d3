"""Define the piece, a range of a text that becomes a chunk, and give pieces their paths."""

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from piperoll.corpora.clauses.tree.units import Unit
from piperoll.corpora.clauses.words.phrases import AGREES


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece is a character range that becomes a chunk: part number ``part`` of ``unit``, counted from 0."""

    start: int
    end: int
    unit: Unit
    part: int = 0
    whole: bool = False
    """Whether it is all of ``unit``."""
    several: bool = False
    """Whether it is all of ``unit`` and of units that follow under the same parent."""
    bare: bool = False
    """Whether it is only a heading or a label that waits for the text below it."""


def both(last: Piece, piece: Piece) -> Piece:
    """Return two neighbours as one piece; a heading without text of its own belongs to the clause behind it.

    So do a few words in front of the first number of a document, and its title in front of the first clause.
    """
    if last.bare and last.unit.parent is None and piece.unit is not last.unit:
        return replace(piece, start=last.start)
    heads = last.bare and last.whole and piece.unit.parent is not last.unit
    if heads or (last.unit.parent is None and piece.unit.values):
        return Piece(last.start, piece.end, piece.unit, piece.part, piece.whole, piece.several)
    several = last.several or (last.whole and piece.whole)
    return Piece(last.start, piece.end, last.unit, last.part, last.whole, several, last.bare and piece.bare)


def piece_paths(pieces: Sequence[Piece], fronts: Container[int]) -> list[str]:
    """Return the paths of the pieces, with ``.v2``, ``.v3`` … where another has it: a heading may be called "p2".

    Parts of a unit are counted after they were joined: a number that is missing looks like a text that was lost.

    Args:
        pieces: in their order.
        fronts: the identities of the units that hold what is in front of the clauses.

    Returns:
        The paths; what no clause holds is the preamble where it is in front of them, else the text.
    """
    seen: Counter[str] = Counter()
    parts: Counter[int] = Counter()
    paths = []
    for piece in pieces:
        own = piece.unit.path or ("preamble" if id(piece.unit) in fronts else "text")
        parts[id(piece.unit)] = max(parts[id(piece.unit)], 1) + 1 if piece.part else 1
        own = path = f"{own}.p{parts[id(piece.unit)]}" if piece.part else own
        while seen[path]:
            seen[own] += 1
            path = f"{own}.v{seen[own]}"
        seen[path] += 1
        paths.append(path)
    return paths


def signed_and_attached(last: Piece, *behind: Piece) -> bool:
    """Return whether a schedule stands behind signatures: it is no part of them, however short."""
    return last.unit.series == "closing" and any(piece.unit.family == "schedule" for piece in behind)


def goes_with(last: Piece, piece: Piece) -> bool:
    """Return whether the clause that begins in a piece is in that of the last one, or both are whole in one clause."""
    above: Unit | None = piece.unit
    while above is not None and above is not last.unit:
        above = above.parent
    return above is not None or (last.whole and piece.whole and piece.unit.parent is last.unit.parent)


def agrees(text: str, piece: Piece) -> bool:
    """Return whether a piece leads to the clauses: "Therefore, the parties agree:"."""
    return AGREES.search(text, piece.start, piece.end) is not None
