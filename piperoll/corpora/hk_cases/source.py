"""What every form of a judgment is read into: its text, where its parts and its numbered paragraphs begin."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from piperoll.chunking.merge import Range
from piperoll.model import SetAside


class Region(StrEnum):
    """A part of a judgment; also the role of its chunks, but for the body, which has facts, reasoning and order."""

    FRONT = "front"
    """Court, parties, coram, dates, counsel: what stands before the first paragraph."""
    BODY = "body"
    ANNEX = "annex"
    CLOSING = "closing"
    """Signatures, representation, certificates."""
    NOTES = "notes"
    """Footnotes that are printed together at the end."""


@dataclass(frozen=True, slots=True)
class Part:
    """One region of the text."""

    region: Region
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Here begins a numbered paragraph.

    ``series`` counts the numberings of a judgment: 1 is the one that runs through it, 2 and higher those of further
    opinions and annexes that begin again at 1. From a mark with ``number`` 0 on, text belongs to no numbered paragraph.
    """

    start: int
    number: int
    series: int = 1


@dataclass(slots=True)
class Source:
    """A judgment as one form gives it.

    ``parts`` and ``set_aside`` are in order, do not overlap and cover the text. ``headings`` are ranges of lines that
    the source itself marks as headings.
    """

    key: str
    title: str
    kind: str
    text: str
    parts: list[Part]
    marks: list[Mark]
    headings: Sequence[Range] = ()
    set_aside: list[SetAside] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)
