"""Describe the blocks of text that are put before a model, and the hits within them."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from piperoll.results.asked import Asked, place_of
from piperoll.results.base import InSource, Result
from piperoll.results.documents import Amendment


class Core(Result):
    """A hit within a block, and where else its text stands."""

    path: str
    start: int
    end: int
    score: float
    in_force: bool
    also: Sequence[Mapping[str, Any]]


class LeftOut(Core, InSource):
    """A hit for which there was no room."""


class Block(InSource):
    """A range of a version's text without a gap."""

    title: str
    valid_from: date | None
    paths: Sequence[str]
    start: int
    end: int
    text: str
    score: float
    core: Sequence[Core]


class AskedBlock(InSource):
    """A block of the context of a question; ``path`` is that of its best hit."""

    title: str
    valid_from: date | None
    path: str
    paths: Sequence[str]
    start: int
    end: int
    content: str
    core: Sequence[Core]


def places_of_blocks(blocks: Sequence[Block | AskedBlock]) -> Sequence[Mapping[str, Any]]:
    """Return where the hits of blocks stand, best first."""
    hits = [(hit, block) for block in blocks for hit in block.core]
    hits.sort(key=lambda one: -one[0].score)
    return [place_of(block.document, block.source, hit) for hit, block in hits]


class AmendmentAdded(Amendment):
    """The act behind passages of a context: their paths, and whether there was room for its text."""

    amends: str
    paths: Sequence[str]
    in_text: bool


class ContextResult(Asked):
    """A text to put before a model, and the blocks that it is made of."""

    budget: int
    tokens: int
    blocks: Sequence[Block]
    left_out: Sequence[LeftOut]
    amendments: Sequence[AmendmentAdded] | None = None
    text: str

    @property
    def places(self) -> Sequence[Mapping[str, Any]]:
        """Return where the hits in the text stand, best first."""
        return places_of_blocks(self.blocks)
