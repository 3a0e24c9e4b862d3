"""Define what every form of a judgment is read into: its text, with the starts of its parts and numbered paragraphs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from piperoll.chunking.merge import Range
from piperoll.model import SetAside
from piperoll.text.paragraphs import trim


class Region(StrEnum):
    """A region is the kind of a part of a judgment.

    It is also the role of its chunks, except in the body, where chunks are facts, reasoning or order.
    """

    FRONT = "front"
    """Court, parties, coram, dates, counsel: the text before the first paragraph."""
    BODY = "body"
    ANNEX = "annex"
    CLOSING = "closing"
    """Signatures, representation, certificates."""
    NOTES = "notes"
    """Footnotes that are printed together at the end."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part is a range of the text in one region."""

    region: Region
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark says where a numbered paragraph begins.

    ``series`` counts the numberings of a judgment: 1 is the one that runs through it, 2 and higher are those of further
    opinions and annexes that begin again at 1. A mark with ``number`` 0 begins text that is in no numbered paragraph.
    """

    start: int
    number: int
    series: int = 1


@dataclass(frozen=True, slots=True)
class Dress:
    """A dress is how a form shows a line: ``level`` is that of its style, as 2 of ``Heading2``; 0 is none.

    ``capitals`` says that a style shows it in capitals, whatever its letters are.
    """

    level: int = 0
    bold: bool = False
    underlined: bool = False
    italic: bool = False
    capitals: bool = False


PLAIN = Dress()


@dataclass(slots=True)
class Source:
    """A source is a judgment as one form gives it.

    ``parts`` and ``set_aside`` are in order, do not overlap and cover the text. ``headings`` are ranges of lines that
    the form itself marks as headings; ``dresses`` says by its start how a line is shown, and ``quoted`` where lines
    begin that are part of a quotation or a table, and no headings. ``titles`` are the names of numbered paragraphs
    ("36. Direct payments", and the items below it), by their start. ``announced`` are the headings in front of a table
    of contents, by where the text goes on behind it.
    """

    key: str
    title: str
    kind: str
    text: str
    parts: list[Part]
    marks: list[Mark]
    headings: Sequence[Range] = ()
    dresses: Mapping[int, Dress] = field(default_factory=dict)
    quoted: Collection[int] = ()
    titles: Mapping[int, str] = field(default_factory=dict)
    announced: Mapping[int, Sequence[Range]] = field(default_factory=dict)
    set_aside: list[SetAside] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)

    def set_foot_aside(self, start: int) -> None:
        """Set aside what a site prints below a judgment, from ``start`` on: whose the page is, and its address."""
        end = trim(self.text, start, len(self.text))[1]
        self.parts = [Part(part.region, part.start, min(part.end, start)) for part in self.parts if part.start < start]
        self.set_aside.append(SetAside(start, end, "copyright and address of the page"))
