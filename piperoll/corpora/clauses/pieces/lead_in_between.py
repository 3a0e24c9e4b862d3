"""Give the parts of a clause between two parts of one list what leads to that list."""

from collections.abc import Sequence
from dataclasses import replace

from piperoll.corpora.clauses.pieces.pieces import Piece
from piperoll.model import HEADER_SEPARATOR, Chunk

FEW = 4
"""Parts of a clause from one with a lead-in to the next that has the same."""


def with_lead_in_between(pieces: Sequence[Piece], chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return the chunks; parts of a clause between two that have the same lead-in have it, too: the list goes on.

    Args:
        pieces: what the chunks are of, in order.
        chunks: the chunks, in the same order.
    """
    result = list(chunks)
    led = 0
    for at in range(1, len(chunks)):
        header = chunks[led].header
        if pieces[at].unit is not pieces[led].unit or at - led > FEW:
            led = at
        elif chunks[at].header == header:
            for index, one in enumerate(chunks[led + 1 : at], led + 1):
                if not one.header.startswith(header):
                    result[index] = replace(one, header=header)
            led = at
        elif not (header.startswith(chunks[at].header + HEADER_SEPARATOR) or chunks[at].header.startswith(header)):
            led = at
    return result
