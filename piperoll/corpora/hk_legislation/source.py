"""Define what every form of an enactment is read into: its text, with the starts of its provisions."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from piperoll.model import SetAside


class Kind(StrEnum):
    """A kind says what begins at a mark."""

    PART = "part"
    DIVISION = "division"
    SUBDIVISION = "subdivision"
    HEADING = "heading"
    """A heading across the page, over the sections that follow."""
    SCHEDULE = "schedule"
    FORM = "form"
    """A form in a schedule, which stands in it as a Part does."""
    SECTION = "section"
    SUBSECTION = "subsection"


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark says where a provision begins ("39A." with its heading, "(2)", "Part 3"); ``label`` is its number.

    ``status`` is what the form says beside the text, "not yet in operation"; "" where it is in operation.
    """

    start: int
    kind: Kind
    label: str
    heading: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class Lead:
    """A lead is what stands over ``text[start:end]``, in ``words``."""

    start: int
    end: int
    words: str


@dataclass(slots=True)
class Source:
    """A source is an enactment, or one row of one, as one form gives it.

    ``marks`` are in order. ``row_path`` is the path of the provision that a row holds, "" for a whole enactment;
    ``above`` is what encloses the row, as printed ("Part 3"). ``leads`` are in the order of the text, outer ones first.
    """

    key: str
    title: str
    text: str
    marks: Sequence[Mark]
    set_aside: list[SetAside] = field(default_factory=list)
    valid_from: date | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    row_path: str = ""
    above: tuple[str, ...] = ()
    heading: str = ""
    leads: Sequence[Lead] = ()
