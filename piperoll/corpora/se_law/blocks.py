"""Define what a reader hands to the assembler: the stored text and its blocks, in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from piperoll.model import SetAside

ADVICE = "ALLMANT_RAD"
"""The role of general advice (allmänna råd) in a regulation."""
TRANSLATED = "(Översättning"
"""Stands between the number and the title of an appendix."""


class Kind(StrEnum):
    """Name the kinds of blocks in the grammar of a Swedish statute."""

    TITLE = "title"
    DIVISION = "division"  # avdelning
    CHAPTER = "chapter"  # kapitel
    HEADING = "heading"  # rubrik
    SECTION = "section"  # paragraf (§): the first block of one
    ARTICLE = "article"  # artikel: the first block of one
    TRANSITIONS = "transitions"  # the heading "Övergångsbestämmelser"
    APPENDIX = "appendix"  # the heading "Bilaga"
    PREAMBLE = "preamble"  # text that the source itself calls a preamble
    NOTES = "notes"  # the footnotes behind the signatures of a printed regulation
    SCOPE = "scope"  # a marker that dates the whole statute: "/Omtryck träder i kraft I:2024-02-01/"
    TEXT = "text"


@dataclass(slots=True)
class Block:
    """Describe a range of the stored text and its function in the statute.

    ``number`` is the label in path form ("2a", "IV"), ``title`` the caption without the number; that of a § is the
    heading that the source gives it in a field of its own.
    ``roles`` lists the roles of a § if the source names them; ``metadata`` holds its other fields.
    ``counted``: the number of an appendix is not printed; appendices are counted.
    ``level`` is the level of a heading that the source marks as one, else 0.
    """

    kind: Kind
    start: int
    end: int
    number: str = ""
    title: str = ""
    roles: Sequence[str] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    level: int = 0
    counted: bool = False

    @property
    def advice(self) -> bool:
        """Return whether the source says that this is general advice, which binds nobody."""
        return ADVICE in self.roles and all(role == ADVICE for role in self.roles)


@dataclass(slots=True)
class Source:
    """Hold one statute as read from any of the six forms, ready to be cut.

    Its days are those of :class:`piperoll.model.Document`.
    """

    key: str
    title: str
    kind: str
    text: str
    blocks: list[Block]
    set_aside: list[SetAside] = field(default_factory=list)
    valid_from: date | None = None
    valid_to: date | None = None
    valid_from_estimated: bool = False
    valid_to_estimated: bool = False
    repealed_by: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)

    def repeal(self, act: str, day: date | None, *, estimated: bool = False) -> None:
        """Note that an act repealed the statute.

        Args:
            act: the key of the act.
            day: the first day on which the statute no longer applied.
            estimated: whether only the year is known.
        """
        self.repealed_by, self.valid_to, self.valid_to_estimated = act, day, estimated
        self.metadata["repealed_by"] = act
