"""What every form of an enactment is read into: its text, and where its provisions begin."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from piperoll.model import SetAside


class Kind(StrEnum):
    """What begins at a mark."""

    PART = "part"
    DIVISION = "division"
    SCHEDULE = "schedule"
    SECTION = "section"
    SUBSECTION = "subsection"


@dataclass(frozen=True, slots=True)
class Mark:
    """Here begins a provision: "39A." with its heading, "(2)", "Part 3", "Schedule 1"; ``label`` is its number."""

    start: int
    kind: Kind
    label: str
    heading: str = ""


@dataclass(slots=True)
class Source:
    """An enactment, or one row of one, as one form gives it.

    ``marks`` are in order. ``place`` is the path of the provision that a row holds, "" for a whole enactment;
    ``above`` what encloses the row, as printed ("Part 3").
    """

    key: str
    title: str
    text: str
    marks: Sequence[Mark]
    set_aside: list[SetAside] = field(default_factory=list)
    valid_from: date | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    place: str = ""
    above: tuple[str, ...] = ()
    heading: str = ""
