"""What a reader hands to the assembler: the stored text, and its blocks in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from piperoll.model import SetAside


class Kind(StrEnum):
    """What a block is in the grammar of a Swedish statute."""

    TITLE = "title"
    DIVISION = "division"  # avdelning
    CHAPTER = "chapter"  # kapitel
    HEADING = "heading"  # rubrik
    SECTION = "section"  # paragraf (§): the first block of one
    ARTICLE = "article"  # artikel: the first block of one
    TRANSITIONS = "transitions"  # the heading "Övergångsbestämmelser"
    APPENDIX = "appendix"  # the heading "Bilaga"
    PREAMBLE = "preamble"  # what the source itself names so
    SCOPE = "scope"  # a marker that dates the whole statute: "/Omtryck träder i kraft I:2024-02-01/"
    TEXT = "text"


@dataclass(slots=True)
class Block:
    """A range of the stored text with its place in the structure.

    ``number`` is the label in path form ("2a", "IV"); ``title`` the caption without the number.
    ``roles`` lists the roles of a § where the source names them, ``metadata`` what it says besides;
    ``level`` is that of a heading that the source marks as one.
    """

    kind: Kind
    start: int
    end: int
    number: str = ""
    title: str = ""
    roles: Sequence[str] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    level: int = 0


@dataclass(slots=True)
class Source:
    """One statute as read: enough to cut it, whatever form it came in."""

    key: str
    title: str
    kind: str
    text: str
    blocks: list[Block]
    set_aside: list[SetAside] = field(default_factory=list)
    valid_from: date | None = None
    valid_to: date | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
