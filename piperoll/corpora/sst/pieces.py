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
SIGNED = re.compile(r"(?:Member|Membre|Vice-?[Cc]hair\w*|Vice-présidente?)\b[^.:;\n]{0,120}")
""""Member, Appeal Division": the office below the name of who signs; behind it stands an appendix or an order."""
GOES_ON = (";", ",", " and", " or", " et", " ou")
"""The end of an item of a list that has a next one."""
ENTRIES = 3
"""Known names on one line that make it a table of contents."""
TABLES = 20
"""Tables of contents in one document, at most; every opinion may have its own."""
VERSUS = re.compile(r"[vc]\.")
"""The "v." in the name of a case, which is no number of a heading."""
DOTTED = re.compile(r"\S[^\n]*?[^.\s…]\s?(?:\.{2}|…)[.…\s]*\[?(?P<page>\d{1,4})\]?")
""""Introduction.. 3": an entry of a table of contents, with the number of its page or paragraph."""
LAST_OF_ENTRY = frozenset("0123456789]")
LEAST_DOTTED = 3
"""Dotted lines in a row that are a table of contents even without a title."""
WRAPPED = 2
"""Lines of one entry, before the line that has the dots."""
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
        self._join_wrapped()
        self._last: dict[tuple[bool, str], int] = {}
        """The last number of each style, of the headings so far."""
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

    def _signs(self, piece: Piece) -> bool:
        return SIGNED.fullmatch(self.text, piece.start, piece.end) is not None

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
            if dotted := self._dotted(rest, index, least=1 if whole else LEAST_DOTTED):
                self.set_aside.append(SetAside(piece.start, rest[index + dotted - 1].end, "table of contents"))
                index += dotted
                continue
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

    def _dotted(self, pieces: Sequence[Piece], index: int, *, least: int) -> int:
        """Return how many pieces from ``index`` are a table of contents with dots, of ``least`` entries or more."""
        entries = count = last_page = 0
        for at in range(index, len(pieces)):
            piece = pieces[at]
            short = piece.end - piece.start <= headings.LONGEST_NUMBERED and self.text[piece.end - 1] in LAST_OF_ENTRY
            entry = DOTTED.fullmatch(self.text, piece.start, piece.end) if short else None
            between = WRAPPED if entries else WRAPPED + 1 if least == 1 else -1  # lines without a page, with the title
            if piece.kind is Kind.NUMBERED or (entry is None and at - index - count > between):
                break
            if entry and int(entry["page"]) >= last_page:
                entries, last_page = entries + 1, int(entry["page"])
                count = at - index + 1
        return count if entries >= least else 0

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
        count = next((at for at, name in enumerate(later, 1) if _lists(first, name)), 0)
        while count > 1 and headings.is_known(names[count - 1]):
            count -= 1
        if (
            not (count or headings.is_known(first))
            and sum(f" {name} " in f" {first.lower()} " for name in headings.KNOWN) >= ENTRIES
        ):
            count = 1
        return skipped + count if count else 0

    def _join_wrapped(self) -> None:
        """Make one piece of the lines of a heading above a numbered paragraph."""
        for index, piece in enumerate(self.pieces):
            if piece.kind is not Kind.NUMBERED:
                continue
            for at in range(max(1, index - STACKED + 1), index):
                first, second = self.pieces[at - 1], self.pieces[at]
                if first.kind is second.kind is Kind.PLAIN and self._wrapped(at - 1):
                    second.start, first.end = first.start, first.start
        self.pieces = [piece for piece in self.pieces if piece.start < piece.end]

    def _wrapped(self, index: int) -> bool:
        """Return whether the line at ``index`` is the beginning of a heading that ends on the next line."""
        first, second = self.pieces[index], self.pieces[index + 1]
        if first.start == first.end or self.text.count("\n", first.end, second.start) > 1:
            return False
        if not headings.are_one(self.text[first.start : first.end], self.text[second.start : second.end]):
            return False
        before = self.pieces[index - 1] if index else None
        return (
            before is None
            or before.start == before.end
            or before.kind is Kind.HEADING
            or self._ended(before)
            or headings.is_known(self._name(before))
            or self.text.count("\n", before.end, first.start) > 1
            or bool(headings.readings(self.text[first.start : first.end]))
        )

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
        for piece in self.pieces[at + 1 : index]:
            self._count(piece)

    def _count(self, piece: Piece) -> None:
        """Remember the number in front of a heading."""
        for reading in headings.readings(self.text[piece.start : piece.end]):
            self._last[reading.style] = reading.ordinal

    def _may_be_heading(self, index: int) -> bool:
        piece = self.pieces[index]
        if piece.kind is not Kind.PLAIN:
            return False
        text = self.text[piece.start : piece.end]
        if _opens_opinion(text):
            return True
        return (headings.is_heading(text) or self._is_stopped(text)) and not self._is_item(index)

    def _is_stopped(self, text: str) -> bool:
        """Return whether a line with a number is a heading that ends with a full stop."""
        return headings.is_stopped(text) and (
            bool(headings.LAST_ABBREVIATION.search(text) and headings.continues(text, self._last))
            or any(self._last.get(reading.style) == reading.ordinal - 1 for reading in headings.readings(text))
        )

    def _is_item(self, index: int) -> bool:
        """Return whether a line is an item of a list: a line above has the number before it, or announces the list."""
        text = self.text[self.pieces[index].start : self.pieces[index].end]
        above = self.pieces[max(0, index - STACKED) : index]
        before = [self.text[piece.start : piece.end] for piece in above if piece.kind is not Kind.HEADING]
        if headings.DASH.match(text):
            return bool(before) and (before[-1].endswith(":") or headings.DASH.match(before[-1]) is not None)
        if before and before[-1].endswith(GOES_ON) and headings.follows(before[-1], text):
            return True
        if not headings.readings(text) or headings.is_title_case(text):
            return False
        return any(headings.follows(line, text) for line in before) or (bool(before) and before[-1].endswith(":"))

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
        self._last.clear()
        for piece in self.pieces:
            if piece.kind is Kind.PLAIN:
                text = self.text[piece.start : piece.end]
                free = before is None or before.kind is Kind.HEADING or self._ended(before) or self._signs(before)
                if (free and self._stands_alone(text)) or _opens_opinion(text):
                    piece.kind = Kind.HEADING
            if piece.kind is Kind.HEADING:
                self._count(piece)
            before = piece

    def _stands_alone(self, text: str) -> bool:
        """Return whether a line is a heading wherever it stands: a known name, or a number that continues a series."""
        numbers = headings.readings(text)
        if not numbers:
            return text[0].isupper() and headings.is_known(text)
        if not text.strip("( ")[0].isupper() or not headings.continues(text, self._last):
            return False
        return headings.is_known(text) or (
            headings.is_title_case(text)
            and (headings.is_heading(text) or headings.is_stopped(text))
            and any(self._last.get(number.style) == number.ordinal - 1 for number in numbers)
        )


def _opens_opinion(text: str) -> bool:
    return len(text) <= headings.LONGEST_NUMBERED and bool(
        headings.SPEAKER.fullmatch(f"{text} ") or headings.DELIVERED.search(text)
    )


def _lists(line: str, name: str) -> bool:
    """Return whether a line of contents begins with ``name`` and goes on with another: "Decision Overview Issue"."""
    return line.startswith(f"{name} ") and not line[len(name) + 1].islower()
