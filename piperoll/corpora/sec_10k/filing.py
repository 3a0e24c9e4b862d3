"""Define what every form of a filing is read into: its text, and what the source says of ranges of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntFlag

from piperoll.model import SetAside
from piperoll.ranges import Range


class Look(IntFlag):
    """A look says how characters are printed."""

    BOLD = 1
    ITALIC = 2
    UNDERLINED = 4
    LINKED = 8
    """Inside a link to a place in the same file."""
    CENTRED = 16
    CELL = 32
    """Inside a cell of a table."""
    HEADING = 64
    """Inside ``h1`` to ``h6``."""
    SMALL_CAPITALS = 128
    COLOURED = 256
    """In a colour that is no shade of grey."""
    URL = 512
    """Inside a link to another file, which is underlined and coloured for that alone."""


SIZE = 16
"""Bits of a look below those that hold the size of its letters, in half points; 0 where the source tells none."""


def size_of(look: int) -> int:
    """Return the size of the letters of a look, in half points."""
    return look >> SIZE


@dataclass(frozen=True, slots=True)
class Tagged:
    """A tagged element is an inline XBRL element: ``ix:nonFraction``, ``ix:nonNumeric``, ``ix:continuation`` …

    ``kind`` is its name in lower case without ``ix:``, ``attributes`` are as the parser of HTML gives them: names in
    lower case. What is printed is ``text[start:end]`` of the filing; both are None where it is hidden, and ``hidden``
    is what it holds then. :meth:`Filing.value` returns either.
    """

    kind: str
    attributes: Mapping[str, str]
    start: int | None = None
    end: int | None = None
    hidden: str = ""

    @property
    def concept(self) -> str:
        """Return the concept that it reports, such as ``us-gaap:Revenues``; "" for what reports none."""
        return self.attributes.get("name", "")


@dataclass(frozen=True, slots=True)
class Context:
    """A context of XBRL says of whom and of which days a fact is.

    ``start`` is "" for a fact of one day. ``dimensions`` are the axes with their members; none: the whole company.
    """

    id: str
    entity: str
    start: str
    end: str
    dimensions: Mapping[str, str]


@dataclass(slots=True)
class Filing:
    """A filing is a 10-K as one form gives it.

    Attributes:
        text: the stored text. A line is a paragraph, a heading or the row of a table; its cells have tabs between them.
        looks: (start, end, look) of each run of characters that are printed alike, in order; see :func:`size_of`.
        tables: ranges of tables, the outer ones first.
        breaks: offsets at which a page begins.
        pictures: offsets behind the text in front of each picture.
        pages: where each page begins, by the number that is printed on it.
        anchors: offsets of the places that links lead to, by their names.
        links: (start, end, name) of links to such places.
        tagged: the inline XBRL elements, in order.
        contexts: of the facts, by id.
        units: of the numbers, by id: "iso4217:USD", "iso4217:USD/xbrli:shares".
        set_aside: ranges that are no part of the report, such as the marks of a container.
        given: what a container says of the filing: accession, company, cik, period_end, filed, form.
        items: ranges of Items where the source itself has them, by their codes.
        wrapped: lines are cut at the width of a page, so that blank lines separate paragraphs.
    """

    text: str
    looks: Sequence[tuple[int, int, int]] = ()
    tables: Sequence[Range] = ()
    breaks: Sequence[int] = ()
    pictures: Sequence[int] = ()
    pages: Mapping[int, int] = field(default_factory=dict)
    anchors: Mapping[str, int] = field(default_factory=dict)
    links: Sequence[tuple[int, int, str]] = ()
    tagged: Sequence[Tagged] = ()
    contexts: Mapping[str, Context] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    set_aside: list[SetAside] = field(default_factory=list)
    given: dict[str, object] = field(default_factory=dict)
    items: Mapping[str, Range] = field(default_factory=dict)
    wrapped: bool = False

    def value(self, tagged: Tagged) -> str:
        """Return what a tagged element holds, printed or hidden."""
        return tagged.hidden if tagged.start is None else self.text[tagged.start : tagged.end]
