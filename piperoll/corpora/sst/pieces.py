"""Cut the body of a decision into pieces: headings, beginnings of numbered paragraphs, other lines.

The position of a line shows that it is a heading: it stands on the line of a numbered paragraph or directly above one,
perhaps below other headings. Or it is a known name on a line of its own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from piperoll.corpora.sst import headings
from piperoll.corpora.sst.lines import printed
from piperoll.corpora.sst.marks import Mark
from piperoll.model import SetAside
from piperoll.text.paragraphs import trim

STACKED = 6
"""Lines above a paragraph that are searched for headings, and above a list item for the item before it."""
ENDED = (".", "?", "!", "”", '"', ")", "]", "’")
"""Signs at the end of a text that any heading may follow; after a colon or a comma stands a list."""
ENTRIES = 3
"""Known names on one line that make it a table of contents."""
TABLES = 20
"""Tables of contents in one document, at most; every opinion may have its own."""
VERSUS = re.compile(r"[vc]\.")
"""The "v." in the name of a case, which is no number of a heading."""
COLUMNS = frozenset({"paragraph", "paragraphs", "para.", "page", "pages"})
"""Column heads above the numbers in a table of contents."""


class Kind(Enum):
    """Name the kinds of pieces of a text."""

    HEADING = "heading"
    NUMBERED = "numbered"
    PLAIN = "plain"


@dataclass(slots=True)
class Piece:
    """Hold a line, or a part of a line that a heading or a number opens."""

    kind: Kind
    start: int
    end: int
    number: int | None = None


class Body:
    """Hold ``text[start:end]`` in pieces; ``marks`` are the paragraph numbers in it."""

    def __init__(self, text: str, start: int, end: int, marks: Sequence[Mark]) -> None:
        self.text = text
        self.set_aside: list[SetAside] = []
        self.contents = ""
        """The entries of the tables of contents, in lower case, between spaces."""
        self.pieces = list(self._cut(start, end, marks))
        self._set_contents_aside()
        for index, piece in enumerate(self.pieces):
            if piece.kind is Kind.NUMBERED:
                self._mark_headings_above(index)
        self._mark_known_headings()

    def _cut(self, start: int, end: int, marks: Sequence[Mark]) -> Iterator[Piece]:
        at = start
        heads = [*(mark.head for mark in marks), end]
        for mark, following in zip(marks, heads[1:], strict=True):
            yield from self._lines(at, mark.head)
            if mark.head < mark.start:
                yield from self._glued(*trim(self.text, mark.head, mark.start))
            at = self.text.find("\n", mark.start, following)
            at = following if at < 0 else at
            yield Piece(Kind.NUMBERED, *trim(self.text, mark.start, at), mark.number)
        yield from self._lines(at, end)

    def _lines(self, start: int, end: int) -> Iterator[Piece]:
        return (Piece(Kind.PLAIN, *line) for line in printed(self.text, start, end))

    def _glued(self, start: int, end: int) -> Iterator[Piece]:
        """Yield the headings on the line of a paragraph: "Reasons and decision Decision [1]" has two."""
        words = self.text[start:end].split(" ")
        at = start
        for count in range(1, len(words)):
            at += len(words[count - 1]) + 1
            first, rest = self.text[start : at - 1], self.text[at:end]
            if self._are_two(first, rest):
                yield Piece(Kind.HEADING, start, at - 1)
                yield from self._glued(at, end)
                return
        yield Piece(Kind.HEADING, start, end)

    def _are_two(self, first: str, rest: str) -> bool:
        """Return whether ``first`` and ``rest`` are two headings, not one heading cut in the middle."""
        if not headings.is_heading(rest) or headings.is_known(f"{first} {rest}"):
            return False
        if headings.LABEL.match(rest) and not VERSUS.match(rest):
            return bool(headings.readings(first) or headings.is_known(first) or first.endswith("—"))
        return headings.is_known(first) and (
            headings.is_known(rest) or (rest[0].isupper() and not headings.is_title_case(rest))
        )

    def _ended(self, piece: Piece) -> bool:
        return self.text.endswith(ENDED, piece.start, piece.end)

    def _name(self, piece: Piece) -> str:
        return headings.name_of(self.text[piece.start : piece.end])

    def _set_contents_aside(self) -> None:
        """Set every table of contents aside; it ends where its first entry comes again."""
        kept: list[Piece] = []
        rest = self.pieces
        index = 0
        while index < len(rest):
            piece = rest[index]
            title = headings.CONTENTS.match(self.text, piece.start, piece.end) if piece.kind is Kind.PLAIN else None
            whole = title is not None and title.end() == piece.end
            if title is None or not (whole or not kept) or len(self.set_aside) == TABLES:
                kept.append(piece)
                index += 1
                continue
            stop = next((at for at in range(index, len(rest)) if rest[at].kind is Kind.NUMBERED), len(rest))
            count = 1 + (self._entries(rest[index + 1 : stop]) if whole else 0)
            last = rest[index + count - 1].end
            self.set_aside.append(SetAside(piece.start, last, "table of contents"))
            self.contents += f" {headings.name_of(self.text[title.end() : last]).lower()} "
            index += count
        self.pieces = kept

    def _entries(self, pieces: Sequence[Piece]) -> int:
        """Return how many of the pieces after the title of a table of contents are its entries."""
        names = [self._name(piece) for piece in pieces if piece.kind is Kind.PLAIN or piece.kind is Kind.HEADING]
        skipped = 0
        while skipped < len(names) and names[skipped].lower() in COLUMNS:
            skipped += 1
        names = names[skipped:]
        if not names or pieces[skipped].kind is Kind.HEADING:
            return 0
        first, later = names[0], names[1:]
        if first in later:
            return skipped + 1 + later.index(first)
        count = next((at for at, name in enumerate(later, 1) if first.startswith(f"{name} ")), 0)
        while count > 1 and headings.is_known(names[count - 1]):
            count -= 1
        if not count and sum(f" {name} " in f" {first.lower()} " for name in headings.KNOWN) >= ENTRIES:
            count = 1
        return skipped + count if count else 0

    def _mark_headings_above(self, index: int) -> None:
        """Mark the headings above the numbered piece at ``index``."""
        at = index - 1
        while at >= 0 and self.pieces[at].kind is Kind.HEADING:
            at -= 1
        sure = at == index - 1  # the line directly above may be any heading; lines above it need a sign
        lowest = at
        while lowest >= 0 and at - lowest < STACKED and self._may_be_heading(lowest):
            lowest -= 1
        ended = lowest < 0 or self._ended(self.pieces[lowest])
        while at > lowest and (sure or ended or self._shows_heading(self._name(self.pieces[at]))):
            self.pieces[at].kind = Kind.HEADING
            sure = False
            at -= 1

    def _may_be_heading(self, index: int) -> bool:
        piece = self.pieces[index]
        if piece.kind is not Kind.PLAIN:
            return False
        text = self.text[piece.start : piece.end]
        return _opens_opinion(text) or (headings.is_heading(text) and not self._is_item(index))

    def _is_item(self, index: int) -> bool:
        """Return whether a line above has the number before; then both are items of a list."""
        text = self.text[self.pieces[index].start : self.pieces[index].end]
        if not headings.readings(text) or headings.is_title_case(text):
            return False
        before = self.pieces[max(0, index - STACKED) : index]
        return any(headings.follows(self.text[piece.start : piece.end], text) for piece in before)

    def _shows_heading(self, name: str) -> bool:
        """Return whether a line shows by itself that it is a heading."""
        return (
            _opens_opinion(name)
            or headings.is_known(name)
            or headings.is_capitals(name)
            or headings.is_title_case(name)
            or f" {name.lower()} " in self.contents
        )

    def _mark_known_headings(self) -> None:
        """Mark the headings above text without numbers: known names after a closed sentence."""
        before: Piece | None = None
        for piece in self.pieces:
            if piece.kind is Kind.PLAIN:
                text = self.text[piece.start : piece.end]
                free = before is None or before.kind is Kind.HEADING or self._ended(before)
                known = text[0].isupper() and headings.is_known(text) and not headings.readings(text)
                if (free and known) or _opens_opinion(text):
                    piece.kind = Kind.HEADING
            before = piece


def _opens_opinion(text: str) -> bool:
    return len(text) <= headings.LONGEST_NUMBERED and bool(
        headings.SPEAKER.fullmatch(f"{text} ") or headings.DELIVERED.search(text)
    )
