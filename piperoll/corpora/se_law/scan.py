"""From text to blocks, by paragraphs: of markdown, which marks its headings, and of wrapped text, which does not."""

import re
from collections.abc import Iterator

from piperoll.corpora.se_law.blocks import Block, Kind
from piperoll.corpora.se_law.context import settle
from piperoll.corpora.se_law.grammar import (
    ABBREVIATED,
    CHAPTER,
    GOES_ON,
    HASHES,
    LEADING_MARKS,
    LOOSE_SECTION,
    NUMBER,
    OLD_SECTION,
    SECTION,
    TITLE_LIMIT,
    TYPESETTING,
    caption,
    chapter_number,
    heading_block,
    is_closed,
    is_heading,
    special,
)
from piperoll.corpora.se_law.numbers import follows, is_next, label
from piperoll.text.paragraphs import paragraphs

HEADING_LINES = 4
"""Lines of a heading at most, where no blank line separates it from what is before it."""

# a line inside a paragraph that may open the next § or chapter without a blank line before it
INNER = re.compile(rf"^[ \t]*(?=(?:{TYPESETTING}\s*)?{NUMBER}\s*(?:§(?!§)|[Kk]ap\.))", re.MULTILINE)
# "… prövning. Förordning (1987:109). 33 § Om lånesökanden …": a § that the converter joined on (1968:654)
JOINED = re.compile(rf"(?<=[.)] )(?P<number>{NUMBER}) § (?=[A-ZÅÄÖ])")
# "har bytt beteckning …" (1973:371), "upphävd genom …": what is left of a § that is gone
STATUS = re.compile(r"(?:ha[rv]|är|up+häv\w*|utg\w+|ny)\b", re.IGNORECASE)
# what follows the § in a list of references, and never opens a provision
REFERENCE = re.compile(r"(?:om|(?:första|andra|tredje|fjärde|femte|sista)[ –-](?:\w+ )*?\w*styck\w+|\d+ om)\b")
MARKS = re.compile(rf"(?:{TYPESETTING}\s*)+")
WHOLE = re.compile(r"\s*/(?!rubrik|kapit)[^/\n]*:", re.IGNORECASE)


def blocks(text: str, start: int, end: int, *, markdown: bool) -> list[Block]:
    """The blocks of the statute body ``text[start:end]``, in order; they cover every non-space character."""
    scanner = _Markdown(text) if markdown else _Wrapped(text)
    for first, last in paragraphs(text, start, end):
        scanner.paragraph(first, last)
    found = scanner.found
    if not any(block.kind is Kind.SECTION for block in found):
        _old_sections(text, found)
    return settle(text, found)


def _old_sections(text: str, found: list[Block]) -> None:
    """ "§ 1.", "§ 2." … in a text that has no §§ in the present form."""
    section = "0"
    for block in found:
        if block.kind in (Kind.TRANSITIONS, Kind.APPENDIX, Kind.ARTICLE):
            return
        if (match := OLD_SECTION.match(text, block.start, block.end)) and is_next(section, match["number"]):
            block.kind, block.number = Kind.SECTION, match["number"]
            section = block.number


class _Markdown:
    """Markdown marks its headings; what kind of heading is for us to see."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[Block] = []
        self.section = self.previous = "0"  # the last two §§ of this chapter
        self.chapter = "0"

    def paragraph(self, start: int, end: int) -> None:
        hashes = HASHES.match(self.text, start, end)
        if hashes is None and not self._unmarked_chapter(start, end):
            self._plain(start, end)
            return
        body = self.text[hashes.end() if hashes else start : end].strip()
        if marks := MARKS.match(body):
            body = body[marks.end() :]
        block = heading_block(start, end, len(hashes[0]) if hashes else 1, body, self.chapter)
        if block.kind is Kind.SECTION:
            self._enter(block.number)
            self._recover_headings()
        elif block.kind is Kind.CHAPTER:
            self.chapter, self.section, self.previous = block.number, "0", "0"
        self.found.append(block)

    def _unmarked_chapter(self, start: int, end: int) -> bool:
        """ "4 KAP. Ekonomisk förvaltning" without a mark (1977:179): the chapter that comes next."""
        match = CHAPTER.match(self.text, start, end)
        return match is not None and end - start <= TITLE_LIMIT and is_next(self.chapter, chapter_number(match))

    def _plain(self, start: int, end: int) -> None:
        self._demote_reference(start)
        at, kind, number = start, Kind.TEXT, ""
        if " § " in self.text[start:end]:
            for match in JOINED.finditer(self.text, start, end):
                joined = label(match["number"])
                if is_next(self.section, joined) and not self.text.endswith("kap. ", start, match.start()):
                    self.found.append(Block(kind, at, match.start() - 1, number))
                    at, kind, number = match.start(), Kind.SECTION, joined
                    self._enter(joined)
        self.found.append(Block(kind, at, end, number))

    def _demote_reference(self, start: int) -> None:
        """A § that goes on with "första och andra styckena samt …" is a list that was taken apart (1982:713)."""
        last = self.found[-1] if self.found else None
        if last is None or last.kind is not Kind.SECTION or STATUS.match(self.text, start):
            return
        if REFERENCE.match(self.text, start) or (
            self.text[start].islower() and not is_next(self.previous, last.number)
        ):
            last.kind, self.section = Kind.TEXT, self.previous

    def _enter(self, section: str) -> None:
        self.previous, self.section = self.section, section

    def _recover_headings(self) -> None:
        """A subject heading that ends in "m.m.", or that the converter wrapped, is a plain paragraph before the §.

        The first paragraph of a § is none, nor is one that follows an open sentence or a list.
        """
        for index in range(len(self.found) - 1, -1, -1):
            block, before = self.found[index], self.found[index - 1] if index else None
            if block.kind is Kind.HEADING and block.level:
                continue
            if block.kind is not Kind.TEXT or block.level or (before and before.kind is Kind.SECTION):
                return
            if before and before.kind is Kind.TEXT and not is_closed(self.text[before.start : before.end]):
                return
            if not is_heading(self.text[block.start : block.end]):
                return
            block.kind = Kind.HEADING


class _Wrapped:
    """Hard-wrapped text: blank lines separate paragraphs, mostly; nothing else is marked."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[Block] = []
        self.section = "0"  # the last § of this chapter: what the next one must follow
        self.chapter = "0"

    def paragraph(self, start: int, end: int) -> None:
        for first, last in self._cut(start, end):
            self._classify(first, last)

    def _cut(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The paragraph, cut where a line inside opens the next § or chapter without a blank line.

        Nearly all lines inside that begin with "3 §" are wrapped sentences. A real one carries the
        number that follows, and comes after a closed sentence or after its own heading. Each piece
        is classified before the next is looked for.
        """
        text, at = self.text, start
        for inner in INNER.finditer(text, start + 1, end) if text.find("\n", start, end) > 0 else ():
            line = inner.end()
            if line <= at:
                continue
            headed = self._heading_before(at, line)
            if headed is None or not self._opens(line, end, headed, at):
                continue
            for cut in (headed, line):
                if cut > at:
                    yield at, at + len(text[at:cut].rstrip())
                    at = cut
        if text[end - 1] not in ".;:,)" or ABBREVIATED.search(text, max(at, end - 6), end):
            headed = self._heading_before(at, end)
            if headed is not None and at < headed and text[at:headed].rstrip()[-1] in ".)":
                yield (
                    at,
                    at + len(text[at:headed].rstrip()),
                )  # "… Lag (2022:1239).", "Sjukdom på grund av brott", then a §
                at = headed
        yield at, end

    def _heading_before(self, start: int, line: int) -> int | None:
        """Where the heading starts that ends at ``line``; ``line`` itself after a closed sentence; None within one."""
        text, at = self.text, line
        first = max(start, line - TITLE_LIMIT)
        for _ in range(HEADING_LINES + 1):
            begin = max(text.rfind("\n", first, at - 1) + 1, first)
            if at <= first or (is_closed(text[begin:at]) and not CHAPTER.match(text, begin, at)):
                break
            at = begin
        else:
            return None
        if at == line:
            return at
        head = text[at:line].strip()
        return at if (at > first or first == start) and is_heading(head) and not GOES_ON.search(head) else None

    def _opens(self, line: int, end: int, headed: int, at: int) -> bool:
        """Does the line at ``line`` open the § or the chapter that comes next in the paragraph from ``at``?"""
        text = self.text
        marks = MARKS.match(text, line, end)
        begin = marks.end() if marks else line
        if match := SECTION.match(text, begin, end):
            opened = SECTION.match(text, at, line)
            section = "0" if CHAPTER.match(text, at, line) else label(opened["number"]) if opened else self.section
            if headed == line:
                return follows(section, label(match["number"]))
            return is_next(section, label(match["number"])) and not match[0].endswith(".")
        if (match := CHAPTER.match(text, begin, end)) and headed == line:
            return is_next(self.chapter, chapter_number(match)) and is_heading(text[begin:end].partition("\n1 §")[0])
        return False

    def _classify(self, start: int, end: int) -> None:
        text, at = self.text, start
        if text[at] == "/" and (marks := LEADING_MARKS.match(text, at, end)):
            at = marks.end()
            if self._whole_statute(marks[0]):
                self.found.append(Block(Kind.SCOPE, start, start + len(marks[0].rstrip())))
                start = at
            if at == end:
                if start < end:
                    self.found.append(Block(Kind.HEADING, start, end))
                return
        body = text[at:end]
        numbered = body[0].isdigit()
        if numbered and (match := self._strict(body) or self._loose(body)):
            self.section = label(match["number"])
            self.found.append(Block(Kind.SECTION, start, end, self.section))
        elif (numbered or "kapitlet" in body[:30]) and len(body) <= TITLE_LIMIT and (match := CHAPTER.match(body)):
            self.chapter, self.section = chapter_number(match), "0"
            self.found.append(Block(Kind.CHAPTER, start, end, self.chapter, caption(body[match.end() :])))
        else:
            block = special(start, end, body, 0)
            self.found.append(block or Block(Kind.HEADING if is_heading(body) else Kind.TEXT, start, end))

    def _strict(self, body: str) -> re.Match[str] | None:
        """A § by its form; "13 §." and nothing more ends a list, unless its number comes next (1973:1144)."""
        match = SECTION.match(body)
        if match is None or match.end() < len(body) or body[-1] != ".":
            return match
        return match if is_next(self.section, label(match["number"])) else None

    def _loose(self, body: str) -> re.Match[str] | None:
        """A § without a capital: only with the very next number, and after a closed sentence or a heading."""
        match = LOOSE_SECTION.match(body)
        if match is None or not is_next(self.section, label(match["number"])):
            return None
        last = self.found[-1] if self.found else None
        if (
            last is not None
            and last.kind in (Kind.TEXT, Kind.SECTION)
            and not is_closed(self.text[last.start : last.end])
        ):
            return None
        return None if last is not None and self.text[last.end - 1] == ":" else match

    def _whole_statute(self, marks: str) -> bool:
        """A marker before all else, or one that announces a reprint, dates the whole statute (1998:1702, 2023:179)."""
        return bool(WHOLE.match(marks)) if not self.found else "mtryck" in marks
