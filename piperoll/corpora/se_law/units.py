"""From blocks to units: the provisions of a statute, each with its headings, its chapter and its division."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from piperoll.corpora.se_law import temporal
from piperoll.corpora.se_law.blocks import Block, Kind, Source
from piperoll.corpora.se_law.context import PROVISIONS
from piperoll.corpora.se_law.grammar import HASHES, REPEALED, is_closed, is_heading
from piperoll.model import SetAside
from piperoll.text.paragraphs import trim

LOOK_AHEAD = 8
"""Blocks after a chapter or appendix heading in which its first provision is looked for."""
CLOSING = 80
"""Characters at the end of a unit in which one sees whether its last sentence is closed."""
HEADING_RUN = 3
"""More heading-like paragraphs in a row than this are a list or a table; only the last is the heading."""


@dataclass(slots=True)
class Unit:
    """A node of the statute: consecutive blocks that belong together."""

    kind: Kind
    blocks: list[Block]
    number: str = ""
    heading: str = ""
    chapter: Block | None = None
    division: str = ""
    appendix: Block | None = None
    scope: Block | None = None
    mode: Kind = Kind.TEXT

    @property
    def start(self) -> int:
        return self.blocks[0].start

    @property
    def end(self) -> int:
        return self.blocks[-1].end


@dataclass(slots=True)
class Grouping:
    """Groups blocks in the order of the text.

    Chapter and division headings are set aside, because every chunk below carries them in its
    header or its metadata.
    """

    source: Source
    units: list[Unit] = field(default_factory=list)
    aside: list[SetAside] = field(default_factory=list)
    pending: list[Block] = field(default_factory=list)
    chapter: Block | None = None
    division: str = ""
    appendix: Block | None = None
    scope: Block | None = None
    mode: Kind = Kind.TEXT
    numbered: bool = False
    consumed: Block | None = None
    appendices: int = 0

    def run(self) -> tuple[list[Unit], list[SetAside]]:
        """The units, and the headings that are set aside."""
        blocks = self.source.blocks
        self.numbered = any(block.kind in PROVISIONS for block in blocks)
        for index, block in enumerate(blocks):
            if block is self.consumed:
                continue
            match block.kind:
                case Kind.TITLE:
                    self._set_aside(block, "title")
                case Kind.HEADING:
                    self.pending.append(block)
                case Kind.SCOPE:
                    self._stay()
                    self.scope, self.chapter, self.appendix, self.mode = block, None, None, Kind.SECTION
                    self.pending.append(block)
                case Kind.DIVISION:
                    self._above()
                    self.division, self.chapter = _division_name(block), None
                    self._set_aside(block, "division heading")
                case Kind.CHAPTER:
                    self._chapter(block, blocks[index + 1 : index + 1 + LOOK_AHEAD])
                case Kind.SECTION | Kind.ARTICLE:
                    self._provision(block)
                case Kind.TRANSITIONS | Kind.APPENDIX | Kind.PREAMBLE:
                    self._outside(block, blocks[index + 1 : index + 1 + LOOK_AHEAD])
                case Kind.TEXT:
                    self._text(block)
        self._stay()
        return self.units, self.aside

    def _chapter(self, block: Block, ahead: Sequence[Block]) -> None:
        while (
            self.pending
            and self.pending[-1].kind is Kind.HEADING
            and not _heading_text(self.source.text, self.pending[-1])
        ):
            block.start = self.pending.pop().start  # "/Kapitlet träder i kraft I:2026-01-01/" in its own paragraph
        self._above()
        self.chapter, self.mode, self.appendix = block, Kind.SECTION, None
        self.consumed = self._title_below(block, ahead)
        if self.consumed is not None:
            block.title = f"{block.title} {_heading_text(self.source.text, self.consumed)}".strip()
            block.end = self.consumed.end
        following = next((one for one in ahead if one.kind is not Kind.HEADING and one is not self.consumed), None)
        provided = following.kind in PROVISIONS if following is not None else len(ahead) == LOOK_AHEAD
        if provided and not REPEALED.match(block.title):
            self._set_aside(block, "chapter heading")
        else:
            self._open(Kind.CHAPTER, [block], block.number)

    def _title_below(self, block: Block, ahead: Sequence[Block]) -> Block | None:
        """A chapter's title in its own paragraph: "1 kap.", "Om finska renar här i riket." (1926:1)."""
        first = ahead[0] if ahead else None
        if first is None or first.kind not in (Kind.HEADING, Kind.TEXT):
            return None
        text = self.source.text[first.start : first.end]
        if not block.title:
            return first if first.kind is Kind.HEADING or is_heading(text.rstrip(".")) else None
        wrapped = first.kind is Kind.TEXT and text[:1].islower() and len(text) < 80 and not is_closed(text)
        return first if wrapped and not is_closed(self.source.text[block.start : block.end]) else None

    def _provision(self, block: Block) -> None:
        # both wordings of a heading that is about to change count as one: "/Rubriken upphör att gälla U:2024-07-01/"
        lasting = [one for one in self.pending if self.source.text[one.start] != "/"]
        heads = self.pending if len(lasting) <= HEADING_RUN else self.pending[-1:]
        self.pending = self.pending[: len(self.pending) - len(heads)]
        self._stay()
        if self.mode is not Kind.APPENDIX:
            self.mode = block.kind
        if self.chapter is not None and REPEALED.match(self.chapter.title):
            self.chapter = None  # "2 kap. har upphävts …", then 10 §: a § of no chapter (1982:569)
        self._open(block.kind, [*heads, block], block.number)
        names = (_heading_text(self.source.text, one) for one in heads if one.kind is Kind.HEADING)
        self.units[-1].heading = " › ".join(name for name in names if name)

    def _outside(self, block: Block, ahead: Sequence[Block]) -> None:
        self._stay()
        self.chapter, self.division, self.mode = None, "", block.kind
        self.appendix = block if block.kind is Kind.APPENDIX else None
        if self.appendix:
            self.appendices += 1
            block.number = block.number or str(self.appendices)
        opened = next((one.kind for one in ahead if one.kind is not Kind.HEADING), None)
        if self.appendix and opened in PROVISIONS:
            self.pending.append(block)  # the appendix opens with its first article
        else:
            self._open(block.kind, [block], block.number)

    def _text(self, block: Block) -> None:
        if not self.numbered and self.mode is Kind.TEXT:
            for one in (*self.pending, block):  # headings of a text without §§ stay in front of it
                self._place(one)
            self.pending = []
        else:
            self._stay()
            self._place(block)

    def _above(self) -> None:
        """Headings above a chapter or a division group what follows ("Om bevisning", RB 35 kap.)."""
        if self.pending and self._groups():
            names = [_heading_text(self.source.text, one) for one in self.pending]
            self.division = " › ".join(name for name in (self.division.partition(" › ")[0], *names) if name)
            for one in self.pending:
                self._set_aside(one, "division heading" if one.kind is Kind.HEADING else "marker of the whole statute")
            self.pending = []
        self._stay()

    def _groups(self) -> bool:
        """Not a list that ends in what looks like a heading, nor a heading whose § the converter lost (2010:800)."""
        if all(self.source.text[one.start : one.end].isupper() for one in self.pending):
            return True
        if any(one.level for one in self.pending) and not self.division:
            return False
        before = self.units[-1] if self.units else None
        return before is None or is_closed(self.source.text[max(before.start, before.end - CLOSING) : before.end])

    def _stay(self) -> None:
        """Headings that turned out to head no § stay where they stand, in the unit before them."""
        for block in self.pending:
            self._place(block)
        self.pending = []

    def _place(self, block: Block) -> None:
        last = self.units[-1] if self.units else None
        if (
            last is not None
            and last.chapter is self.chapter
            and last.mode is self.mode
            and last.appendix is self.appendix
        ):
            last.blocks.append(block)
        else:
            self._open(self.mode if self.mode not in PROVISIONS else Kind.TEXT, [block])

    def _open(self, kind: Kind, blocks: list[Block], number: str = "") -> None:
        self.units.append(
            Unit(kind, blocks, number, "", self.chapter, self.division, self.appendix, self.scope, self.mode)
        )

    def _set_aside(self, block: Block, reason: str) -> None:
        start, end = trim(self.source.text, block.start, block.end)
        if start < end:
            self.aside.append(SetAside(start, end, reason))


def _division_name(block: Block) -> str:
    return " ".join(part for part in (block.number, block.title) if part)


def _heading_text(text: str, block: Block) -> str:
    raw = text[block.start : block.end]
    if hashes := HASHES.match(raw):
        raw = raw[hashes.end() :]
    return " ".join(temporal.MARKER.sub(" ", raw).split())
