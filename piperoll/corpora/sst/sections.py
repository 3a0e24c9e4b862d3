"""Parse a decision into its sections: headings, numbered paragraphs, and other text.

Headings stand on their own line, or on the line of the paragraph after them ("Issue [5] Whether …"); some texts mix
both. And some texts have lost all their line breaks.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from piperoll.corpora.sst import front, headings, notes
from piperoll.corpora.sst.lines import printed
from piperoll.corpora.sst.marks import NUMBER, marks
from piperoll.corpora.sst.notes import Notes
from piperoll.corpora.sst.pieces import Body, Kind, Piece
from piperoll.corpora.sst.priorities import DEFAULT, OTHER, Priorities
from piperoll.model import SetAside

# "Appeal allowed with costs throughout, Côté J. dissenting.", "Pourvoi rejeté.": what the court did, on the last line
RESULT = re.compile(
    r"\n\s*(?P<v>(?:Appeals?|Cross.appeals?|Applications?|Motions?|Actions?|Pourvois?|Appels?|Demandes?|Requêtes?)\b"
    r"[^\n]{0,300}\b(?:allowed|dismissed|quashed|granted|refused|rejected|(?:accueilli|rejeté|cassé|refusé)e?s?)\b"
    r"[^\n]{0,200}\.)\s*$"
)
RESULT_LENGTH = 600
"""Characters at the end of a decision in which that line stands."""
# "The Claimant was not available", "Did the General Division make an error?": no "Preliminary matters"
SAYS = re.compile(
    r"\?$|^(?!What\b|How\b|Matters\b).*\b(?:am|are|can|cannot|could|did|does|doesn[’']t|had|has|have|is|isn[’']t|made"
    r"|must|should|was|were|will|failed|proved|ne|n[’'](?:a|y a|est|avait|était)|est|sont|était|avait|doit|peut|ai"
    r"|suis)\b",
    re.IGNORECASE,
)
OPENING_LINES = 4
"""Lines of a text without headings in which the judge who speaks is named."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Hold the range of a paragraph; ``number`` is None without a printed number."""

    number: int | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Section:
    """Hold the text under one heading.

    ``name`` is the heading, "" before the first one. ``text`` has neither the heading nor references to footnotes.
    The heading begins at ``start``, the text after it at ``body``. ``above`` has the names of the headings above, the
    outermost first. ``role`` is the role of the first of them that has one, else of the section's own heading.
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
    speaker: str = ""
    """The judge whose opinion begins with this section."""

    @property
    def opinion(self) -> bool:
        """Return whether the heading only names the judge who speaks."""
        return bool(headings.SPEAKER.fullmatch(f"{self.name} ") or headings.DELIVERED.search(self.name))


@dataclass(frozen=True, slots=True)
class Decision:
    """Hold a parsed text: every non-space character is in a section, a footnote or a set-aside range."""

    sections: tuple[Section, ...]
    notes: Notes
    set_aside: tuple[SetAside, ...]
    start: int = 0
    """Where the front matter ends."""
    fields: dict[str, Any] = field(default_factory=dict)


def parse_sections(text: str, priorities: Priorities = DEFAULT) -> list[Section]:
    """Return the sections of a decision in the order of the text; linear in its length.

    Front matter, table of contents and footnotes belong to no section. A heading that stands directly above another
    heading is a section without text. A text without headings is one section without a name.
    """
    return list(parse(text, priorities).sections)


def parse(text: str, priorities: Priorities = DEFAULT) -> Decision:
    """Parse ``text`` into sections, footnotes and set-aside ranges."""
    paragraph_marks = marks(text)
    front_matter = front.read(text, paragraph_marks[0].head if paragraph_marks else len(text))
    last = paragraph_marks[-1].start if paragraph_marks else front_matter.start
    footnotes = notes.find(text, last)
    announced = notes.title(text, last, footnotes.start)
    paragraph_marks = [mark for mark in paragraph_marks if front_matter.start <= mark.start < footnotes.start]
    body = Body(text, front_matter.start, announced[0] if announced else footnotes.start, paragraph_marks)
    aside = [*front_matter.set_aside, *body.set_aside, *([SetAside(*announced, "footnotes")] if announced else [])]
    if closing := printed(text, footnotes.end, len(text)):
        aside.append(SetAside(closing[0][0], closing[-1][1], "text behind the footnotes"))
    read = list(_sections(text, body, priorities, footnotes.numbers))
    sections = tuple(_with_result(text, _reasoned(_oral(read, priorities), priorities), priorities))
    aside.sort(key=lambda part: part.start)
    return Decision(sections, footnotes, tuple(aside), front_matter.start, front_matter.fields)


def _oral(sections: Sequence[Section], priorities: Priorities) -> Sequence[Section]:
    """Return the sections; all that a judge said in a few words, without headings and numbers, is the decision."""
    alone = len(sections) == 1 and sections[0].speaker and not sections[0].name
    if not alone or any(paragraph.number is not None for paragraph in sections[0].paragraphs):
        return sections
    tier = priorities.of("Decision")
    return [replace(sections[0], priority=tier.priority, role=tier.role)]


def _reasoned(sections: Sequence[Section], priorities: Priorities) -> Sequence[Section]:
    """Return the sections; where none is called the analysis, those between issue and decision that say something are.

    So the tribunal writes "I am not giving the Claimant permission to appeal" in place of "Analysis". A word in what it
    says names no section: "The General Division ignored no evidence".
    """
    analysis, roles = priorities.of("Analysis"), [section.role for section in sections]
    named = {priorities.of(name).role for name in ("Evidence", "The law")}
    issue = priorities.of("Issue").role
    if analysis.role in roles or issue not in roles or any(section.speaker for section in sections):
        return sections
    first, decision = roles.index(issue), priorities.of("Decision").role
    last = next((index for index in range(first, len(roles)) if roles[index] == decision), len(roles))
    return [
        replace(section, priority=analysis.priority, role=analysis.role)
        if first < index < last
        and (
            section.role == OTHER
            or (section.role in named and all(priorities.of(name).role == OTHER for name in section.above))
        )
        and SAYS.search(section.name)
        else section
        for index, section in enumerate(sections)
    ]


def _with_result(text: str, sections: Sequence[Section], priorities: Priorities) -> Sequence[Section]:
    """Return the sections; where several judges speak, what the court did is a section of none of them."""
    if len({section.speaker for section in sections if section.speaker}) < 2 or not sections[-1].paragraphs:
        return sections
    section, last = sections[-1], sections[-1].paragraphs[-1]
    result = RESULT.search(text, max(last.start, last.end - RESULT_LENGTH), last.end)
    if result is None:
        return sections
    end = len(text[: result.start()].rstrip())
    paragraphs = (*section.paragraphs[:-1], *([replace(last, end=end)] if end > last.start else []))
    tier = priorities.of("Disposition")
    own = Paragraph(None, result.start("v"), last.end)
    return [
        *sections[:-1],
        replace(section, text=section.text.removesuffix(result["v"]).rstrip(), end=end, paragraphs=paragraphs),
        Section("", result["v"], tier.priority, tier.role, own.start, own.start, own.end, paragraphs=(own,)),
    ]


def _sections(text: str, body: Body, priorities: Priorities, note_numbers: frozenset[int]) -> Iterator[Section]:
    outline = headings.Outline()
    heading: Piece | None = None
    pieces: list[Piece] = []
    for piece in [*body.pieces, None]:
        if piece is not None and piece.kind is not Kind.HEADING:
            pieces.append(piece)
            continue
        if heading is not None or pieces:
            yield _section(text, heading, pieces, outline, body, priorities, note_numbers)
            outline.text_follows = bool(pieces)
        heading, pieces = piece, []


def _section(
    text: str,
    heading: Piece | None,
    pieces: Sequence[Piece],
    outline: headings.Outline,
    body: Body,
    priorities: Priorities,
    note_numbers: frozenset[int],
) -> Section:
    name = ""
    above: tuple[str, ...] = ()
    if heading is not None:
        printed_name = text[heading.start : heading.end]
        name = headings.name_of(printed_name)
        above = outline.add(printed_name, top=headings.is_top(name, body.contents))
    tier = priorities.of(name)
    roles = [*(priorities.of(heading_above).role for heading_above in above), tier.role]
    end = pieces[-1].end if pieces else heading.end if heading else 0
    start = heading.start if heading else pieces[0].start
    begin = pieces[0].start if pieces else end
    return Section(
        name=name,
        text=notes.without_references(text, begin, end, note_numbers),
        priority=tier.priority,
        role=next((role for role in roles if role != OTHER), OTHER),
        start=start,
        body=begin,
        end=end,
        above=above,
        paragraphs=tuple(_paragraphs(pieces, body.set_aside)),
        speaker=_speaker(text, name, begin) or (_who_begins(text, pieces) if not name else ""),
    )


def _speaker(text: str, name: str, begin: int) -> str:
    """Return the judge whom a heading names, or the text after it: "[1] Kasirer J. — The Crown appeals …"."""
    speaker = headings.SPEAKER.fullmatch(f"{name} ")
    if speaker is None and (not name or headings.DELIVERED.search(name)):
        number = NUMBER.match(text, begin)
        speaker = headings.SPEAKER.match(text, number.end() if number else begin)
    return speaker["name"] if speaker else ""


def _who_begins(text: str, pieces: Sequence[Piece]) -> str:
    """Return the judge who speaks in the first lines: "Karakatsanis J. — We agree …" behind "… delivered orally:"."""
    lines = (piece for piece in pieces[:OPENING_LINES] if piece.kind is Kind.PLAIN)
    speakers = (headings.SPEAKER.match(text, piece.start, piece.end) for piece in lines)
    return next((speaker["name"] for speaker in speakers if speaker), "")


def _paragraphs(pieces: Sequence[Piece], set_aside: Sequence[SetAside]) -> Iterator[Paragraph]:
    """Yield the paragraphs.

    A numbered one goes up to the next number or to what is set aside; an unnumbered piece stands alone.
    """
    current: Paragraph | None = None
    for piece in pieces:
        alone = piece.kind is Kind.NUMBERED or current is None or current.number is None
        if current is not None and (alone or any(current.end <= part.start < piece.start for part in set_aside)):
            yield current
            current = None
        current = (
            Paragraph(piece.number, piece.start, piece.end)
            if current is None
            else Paragraph(current.number, current.start, piece.end)
        )
    if current is not None:
        yield current
