"""A decision in its sections: headings, numbered paragraphs, and what is neither.

The text comes in two styles and in mixtures: headings on their own line, or on the line of the paragraph behind them
("Issue [5] Whether …"); and some texts have lost all their lines.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from piperoll.corpora.sst import front, headings, notes
from piperoll.corpora.sst.lines import printed
from piperoll.corpora.sst.marks import marks
from piperoll.corpora.sst.notes import Notes
from piperoll.corpora.sst.pieces import Body, Kind, Piece
from piperoll.corpora.sst.priorities import DEFAULT, OTHER, Priorities
from piperoll.model import SetAside


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A range of the text; ``number`` is None where it has none."""

    number: int | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading.

    ``name`` is "" before the first heading. ``text`` is what the section says, without its heading and without
    references to footnotes. ``start`` is where the heading begins, ``body`` where the text behind it does.
    ``above`` names the headings that it stands under; ``role`` is the kind of the outermost that has one, or its own.
    """

    name: str
    text: str
    priority: int
    role: str
    start: int
    body: int
    end: int
    above: tuple[str, ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()

    @property
    def opinion(self) -> bool:
        """Is it only said here who speaks?"""
        return bool(headings.SPEAKER.fullmatch(f"{self.name} ") or headings.DELIVERED.search(self.name))


@dataclass(frozen=True, slots=True)
class Decision:
    """A text taken apart: every non-space character is in a section, a footnote or a set-aside range."""

    sections: tuple[Section, ...]
    notes: Notes
    set_aside: tuple[SetAside, ...]
    fields: dict[str, Any] = field(default_factory=dict)


def parse_sections(text: str, priorities: Priorities = DEFAULT) -> list[Section]:
    """The sections of a decision in the order of the text; linear in its length.

    Front matter, table of contents and footnotes are in none. A heading that another one follows at once is a section
    without text. A text without headings is one section without a name.
    """
    return list(parse(text, priorities).sections)


def parse(text: str, priorities: Priorities = DEFAULT) -> Decision:
    """``text`` in sections, footnotes and what is set aside."""
    found = marks(text)
    before = front.read(text, found[0].head if found else len(text))
    foot = notes.find(text, found[-1].start if found else before.start)
    found = [mark for mark in found if before.start <= mark.start < foot.start]
    body = Body(text, before.start, foot.start, found)
    aside = [*before.set_aside, *body.set_aside]
    if closing := printed(text, foot.end, len(text)):
        aside.append(SetAside(closing[0][0], closing[-1][1], "text behind the footnotes"))
    sections = tuple(_sections(text, body, priorities, foot.numbers))
    return Decision(sections, foot, tuple(aside), before.fields)


def _sections(text: str, body: Body, priorities: Priorities, noted: frozenset[int]) -> Iterator[Section]:
    outline = headings.Outline()
    heading: Piece | None = None
    held: list[Piece] = []
    for piece in [*body.pieces, None]:
        if piece is not None and piece.kind is not Kind.HEADING:
            held.append(piece)
            continue
        if heading is not None or held:
            yield _section(text, heading, held, outline, body.contents, priorities, noted)
        heading, held = piece, []


def _section(
    text: str,
    heading: Piece | None,
    held: Sequence[Piece],
    outline: headings.Outline,
    contents: str,
    priorities: Priorities,
    noted: frozenset[int],
) -> Section:
    name, top = "", True
    above: tuple[str, ...] = ()
    if heading is not None:
        printed_name = text[heading.start : heading.end]
        name = headings.name_of(printed_name)
        top = headings.is_top(name, contents)
        above = outline.add(printed_name, top=top)
    tier = priorities.of(name)
    roles = [*(() if top else (priorities.of(one).role for one in above)), tier.role]
    end = held[-1].end if held else heading.end if heading else 0
    start = heading.start if heading else held[0].start
    begin = held[0].start if held else end
    return Section(
        name=name,
        text=notes.without_references(text, begin, end, noted),
        priority=tier.priority,
        role=next((role for role in roles if role != OTHER), OTHER),
        start=start,
        body=begin,
        end=end,
        above=above,
        paragraphs=tuple(_paragraphs(held)),
    )


def _paragraphs(held: Sequence[Piece]) -> Iterator[Paragraph]:
    """What follows a numbered piece up to the next number is part of it; without number every piece stands alone."""
    current: Paragraph | None = None
    for piece in held:
        if current is not None and (piece.kind is Kind.NUMBERED or current.number is None):
            yield current
            current = None
        current = (
            Paragraph(piece.number, piece.start, piece.end)
            if current is None
            else Paragraph(current.number, current.start, piece.end)
        )
    if current is not None:
        yield current
