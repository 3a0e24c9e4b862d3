"""Cut statute text into blocks, paragraph by paragraph.

Markdown marks its headings; hard-wrapped text does not.
"""

import re
from collections.abc import Iterator, Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.se_law import counted, joined
from piperoll.corpora.se_law.blocks import ADVICE, Block, Kind
from piperoll.corpora.se_law.context import resolve_kinds
from piperoll.corpora.se_law.grammar import (
    ABBREVIATED,
    CHAPTER,
    GOES_ON,
    HASHES,
    HEADING_LIMIT,
    LEADING_MARKS,
    LOOSE_SECTION,
    NUMBER,
    OLD_SECTION,
    SECTION,
    STRUCTURAL,
    TITLE_LIMIT,
    TRANSITIONS,
    TYPESETTING,
    caption,
    chapter_number,
    heading_block,
    is_closed,
    is_heading,
    notice,
    structural_heading,
    whole_title,
)
from piperoll.corpora.se_law.numbers import follows, is_next, label
from piperoll.text.paragraphs import paragraphs, trim

HEADING_LINES = 4
"""Lines of the longest heading that no blank line separates from the text before it."""

# a line inside a paragraph that may open the next § or chapter without a blank line before it
INNER = re.compile(rf"^[ \t]*(?=(?:{TYPESETTING}\s*)?{NUMBER}\s*(?:§(?!§)|[Kk]ap\.))", re.MULTILINE)
# "har bytt beteckning …" (1973:371), "upphävd genom …": the rest of a § that is gone
STATUS = re.compile(r"(?:ha[rv]|är|up+häv\w*|utg\w+|ny)\b", re.IGNORECASE)
# text after the § sign in a list of references; it never opens a provision
REFERENCE = re.compile(r"(?:om|(?:första|andra|tredje|fjärde|femte|sista)[ –-](?:\w+ )*?\w*styck\w+|\d+ om)\b")
CLAUSE = 200
"""Characters behind a paragraph, a rule alone, within which the clause on entry into force begins."""
# what stands behind the §§ of a printed regulation: "_______________", then "1. Dessa föreskrifter träder i kraft den 1
# april 2012 …" (FFFS 2011:39); "Ikraftträdande", or nothing, then "Denna författning träder i kraft" (SOSFS 2012:17)
IN_FORCE = re.compile(
    r"^(?:_{5,}[ \t]*\n(?=\s*(?:1\. )?De(?:nna|ssa|tta)\b[^.]{0,120}\sträder\si\s?kraft\b)"
    r"|(?:Ikraftträdande[^\n]{0,60}\n)?(?:1\. )?"
    r"(?:Denna\sförfattning|Dessa\sföreskrifter(?:\soch\sallmänna\sråd)?|Dessa\sallmänna\sråd)\sträder\si\s?kraft\b)",
    re.MULTILINE,
)
RULE = re.compile(r"_+")
# "Allmänna råd", "Allmänna råd till 2 §": what stands below in a printed regulation binds nobody
ADVICE_LINE = re.compile(
    rf"^[ \t]*Allmän(?:na|t) råd(?: till [^\n]{{1,60}})?[ \t]*$(?!\s*{NUMBER}\s*§)", re.MULTILINE | re.IGNORECASE
)
APPENDIX_LINE = re.compile(r"Bilaga(?: \d{1,3}(?: ?[a-z])?)?", re.IGNORECASE)
MARKS = re.compile(rf"(?:{TYPESETTING}\s*)+")
WHOLE = re.compile(r"\s*/(?!rubrik|kapit)[^/\n]*:", re.IGNORECASE)


def blocks(text: str, start: int, end: int, *, markdown: bool, pages: Sequence[Range] = ()) -> list[Block]:
    """Return the blocks of the statute body ``text[start:end]``, in order.

    Args:
        text: the stored text of the document.
        start: where the body begins.
        end: where it ends.
        markdown: whether the source marks its headings with ``#``.
        pages: ranges of lines that stand between two pages, in order.

    Returns:
        Blocks that together cover every non-space character of the body but for the ranges of ``pages`` that part two
        provisions. One within a provision is a block of text.
    """
    scanner = _Markdown(text) if markdown else _Wrapped(text)
    at = start
    turns: list[tuple[int, Range]] = []
    for page in (*pages, (end, end)):
        for first, last in paragraphs(text, at, page[0]):
            scanner.paragraph(first, last)
        turns.append((len(scanner.blocks), page))
        at = page[1]
    statute_blocks = scanner.blocks
    for index, page in reversed(turns[:-1]):
        following = statute_blocks[index] if index < len(statute_blocks) else None
        if following is not None and following.kind is Kind.TEXT:
            statute_blocks.insert(index, Block(Kind.TEXT, *page, roles=following.roles))
    if not any(block.kind is Kind.SECTION for block in statute_blocks):
        _old_sections(text, statute_blocks)
    counted.mark(text, statute_blocks)
    counted.mark_articles(text, statute_blocks)
    return resolve_kinds(text, statute_blocks)


def _old_sections(text: str, blocks: list[Block]) -> None:
    """Mark the sections "§ 1.", "§ 2." … in a text that has no § in the present form."""
    section = "0"
    for block in blocks:
        if block.kind in (Kind.TRANSITIONS, Kind.APPENDIX, Kind.ARTICLE):
            return
        if (match := OLD_SECTION.match(text, block.start, block.end)) and is_next(section, match["number"]):
            block.kind, block.number = Kind.SECTION, match["number"]
            section = block.number


class _Markdown:
    """Read markdown, which marks its headings but not their kinds."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks: list[Block] = []
        self.section = self.previous_section = "0"  # the last two §§ of this chapter
        self.chapter = "0"

    def paragraph(self, start: int, end: int) -> None:
        hashes = HASHES.match(self.text, start, end)
        if hashes is None and not self._unmarked_chapter(start, end):
            self._unmarked(start, end)
            return
        body = self.text[hashes.end() if hashes else start : end].strip()
        if marks := MARKS.match(body):
            body = body[marks.end() :]
        block = heading_block(start, end, len(hashes[0]) if hashes else 1, body, self.chapter)
        if block.kind is Kind.SECTION:
            if is_next(self.section, block.number):
                joined.part_heading(self.text, self.blocks)
            self._enter_section(block.number)
            self._recover_headings()
        elif block.kind is Kind.CHAPTER:
            self.chapter, self.section, self.previous_section = block.number, "0", "0"
            self._recover_headings()
        self.blocks.append(block)

    def _unmarked_chapter(self, start: int, end: int) -> bool:
        """Return whether an unmarked paragraph opens the next chapter: "4 KAP. Ekonomisk förvaltning" (1977:179)."""
        match = CHAPTER.match(self.text, start, end)
        return match is not None and end - start <= TITLE_LIMIT and is_next(self.chapter, chapter_number(match))

    def _unmarked(self, start: int, end: int) -> None:
        if self.text[start].isdigit() and (
            gone := notice(self.text[start : min(end, start + TITLE_LIMIT)], self.section)
        ):
            self._enter_section(gone[1])
            self._recover_headings()
            self.blocks.append(Block(Kind.SECTION, start, end, gone[0]))
            return
        self._demote_reference(start)
        at, kind, number = start, Kind.TEXT, ""
        if " § " in self.text[start:end]:
            for match in joined.SECTION.finditer(self.text, start, end):
                following = label(match["number"])
                if is_next(self.section, following) and not self.text.endswith("kap. ", start, match.start()):
                    self.blocks.append(Block(kind, at, match.start() - 1, number))
                    at, kind, number = match.start(), Kind.SECTION, following
                    self._enter_section(following)
        self.blocks.append(Block(kind, at, end, number))

    def _demote_reference(self, start: int) -> None:
        """Treat the last § as text if this paragraph shows that it is one line of a list of references.

        Such a paragraph begins "första och andra styckena samt …": the converter took the list apart (1982:713).
        """
        last = self.blocks[-1] if self.blocks else None
        if last is None or last.kind is not Kind.SECTION or STATUS.match(self.text, start):
            return
        if REFERENCE.match(self.text, start) or (
            self.text[start].islower() and not is_next(self.previous_section, last.number)
        ):
            last.kind, self.section = Kind.TEXT, self.previous_section

    def _enter_section(self, section: str) -> None:
        self.previous_section, self.section = self.section, section

    def _recover_headings(self) -> None:
        """Treat as headings the plain paragraphs before a § or a chapter that are subject headings.

        The converter left them unmarked because they end in "m.m." or are wrapped. The first paragraph of a § is no
        heading, nor is a paragraph after an open sentence or a list.
        """
        for index in range(len(self.blocks) - 1, -1, -1):
            block, before = self.blocks[index], self.blocks[index - 1] if index else None
            if block.kind is Kind.HEADING and block.level:
                continue
            if block.kind is not Kind.TEXT or block.level or (before and before.kind is Kind.SECTION):
                return
            if before and before.kind is Kind.TEXT and not self._is_closed(before):
                return
            if not is_heading(self.text[block.start : block.end]):
                return
            block.kind = Kind.HEADING

    def _is_closed(self, block: Block) -> bool:
        """Return whether a paragraph ends a sentence, which may end in "m.m." or "44 kap." (1979:1091, 2010:110)."""
        words = self.text[block.start : block.end]
        return is_closed(words) or (words.endswith(".") and not is_heading(words))


def _is_chapter(line: str) -> bool:
    """Return whether this is the heading of a chapter and nothing else."""
    match = CHAPTER.match(line)
    return match is not None and (match.end() == len(line) or (is_heading(line) and not GOES_ON.search(line)))


class _Wrapped:
    """Read hard-wrapped text: blank lines separate most paragraphs, and nothing else is marked."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks: list[Block] = []
        self.section = "0"  # the last § of this chapter, which the next one must follow
        self.chapter = "0"
        self.advises = False  # whether general advice goes on

    def paragraph(self, start: int, end: int) -> None:
        """Add the blocks of a paragraph; the heading of transition provisions may stand right above their text."""
        advice = ADVICE_LINE.search(self.text, start, end)
        if advice and (self.section != "0" or INNER.search(self.text, start, advice.start())):
            if start < advice.start():
                self.paragraph(start, start + len(self.text[start : advice.start()].rstrip()))
            self.advises = True
            self.blocks.append(Block(Kind.TEXT, *trim(self.text, *advice.span()), roles=(ADVICE,)))
            start = trim(self.text, advice.end(), end)[0]
            if start == end:
                return
        if (opens := IN_FORCE.search(self.text, start, end + CLAUSE)) and opens.start() < end:
            if start < (before := start + len(self.text[start : opens.start()].rstrip())):
                self.paragraph(start, before)
            above = self.blocks[-1] if self.blocks else None
            heads = above is not None and above.kind is Kind.HEADING and self.text.startswith("Ikraft", above.start)
            ruled = (
                above is not None
                and above.kind is Kind.TRANSITIONS
                and RULE.fullmatch(self.text, above.start, above.end)
            )
            begin = self.blocks.pop().start if heads or ruled else opens.start()
            self.blocks.append(Block(Kind.TRANSITIONS, begin, end))
            return
        line = self.text.find("\n", start, end)
        if line > 0 and STRUCTURAL.match(self.text, start, line):
            line = self._heading_above(start, line, end)
            if line:
                self._classify(start, start + len(self.text[start:line].rstrip()))
                start = line + 1
        for first, last in self._cut(start, end):
            self._classify(first, last)

    def _heading_above(self, start: int, line: int, end: int) -> int:
        """Return where a heading ends that stands right above its text: transition provisions, a long appendix.

        The title of an appendix may be the line below ("Bilaga", "Filernas format", RGKFS 2011:2). 0 where none does.
        """
        words = self.text[start:line].strip()
        if TRANSITIONS.fullmatch(words):
            return line
        if end - start <= HEADING_LIMIT or not APPENDIX_LINE.fullmatch(words):
            return 0
        titles = self.text[line + 1 : min(end, line + TITLE_LIMIT)].split("\n")[:-1]
        title = whole_title("", titles)
        while titles and title:
            shown, line = titles[0].strip(), line + len(titles.pop(0)) + 1
            title = title.removeprefix(shown).strip()
        return line

    def _cut(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the parts of a paragraph, cut at each line that opens the next § or chapter without a blank line.

        Nearly all lines that begin with "3 §" are wrapped sentences. A real § has the next number
        and comes after a closed sentence or after its own heading. The caller classifies each part
        before the search for the next one.
        """
        text, at = self.text, start
        for inner in INNER.finditer(text, start + 1, end) if text.find("\n", start, end) > 0 else ():
            line = inner.end()
            if line <= at:
                continue
            heading_start = self._heading_before(at, line)
            if heading_start is None or not self._opens(line, end, heading_start, at):
                continue
            for cut in (heading_start, line):
                if cut > at:
                    yield at, at + len(text[at:cut].rstrip())
                    at = cut
        if text[end - 1] not in ".;:,)" or ABBREVIATED.search(text, max(at, end - 6), end):
            heading_start = self._heading_before(at, end)
            if heading_start is not None and at < heading_start and text[at:heading_start].rstrip()[-1] in ".)":
                yield (
                    at,
                    at + len(text[at:heading_start].rstrip()),
                )  # "… Lag (2022:1239).", "Sjukdom på grund av brott", then a §
                at = heading_start
        yield at, end

    def _heading_before(self, start: int, line: int) -> int | None:
        """Return the start of the heading that ends at ``line``.

        After a closed sentence this is ``line`` itself; within a sentence it is None.
        """
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

    def _opens(self, line: int, end: int, heading_start: int, at: int) -> bool:
        """Return whether ``line`` opens the next § or chapter; ``at`` is the start of the text before it."""
        text = self.text
        marks = MARKS.match(text, line, end)
        begin = marks.end() if marks else line
        if match := SECTION.match(text, begin, end):
            opened = SECTION.match(text, at, line)
            if self.section == "0" and _is_chapter(text[at:line].strip()):
                return True  # "16 kap. Riskvikter", "9 § …": the one § of an amending regulation (FFFS 2007:10)
            section = "0" if CHAPTER.match(text, at, line) else label(opened["number"]) if opened else self.section
            if heading_start == line:
                return follows(section, label(match["number"]))
            return is_next(section, label(match["number"])) and not match[0].endswith(".")
        if (match := CHAPTER.match(text, begin, end)) and heading_start == line:
            return is_next(self.chapter, chapter_number(match)) and is_heading(text[begin:end].partition("\n1 §")[0])
        return False

    def _classify(self, start: int, end: int) -> None:
        self._add(start, end)
        block = self.blocks[-1]
        self.advises = self.advises and block.kind is Kind.TEXT
        if self.advises:
            block.roles = (ADVICE,)

    def _add(self, start: int, end: int) -> None:
        text, at = self.text, start
        if text[at] == "/" and (marks := LEADING_MARKS.match(text, at, end)):
            at = marks.end()
            if self._whole_statute(marks[0]):
                self.blocks.append(Block(Kind.SCOPE, start, start + len(marks[0].rstrip())))
                start = at
            if at == end:
                if start < end:
                    self.blocks.append(Block(Kind.HEADING, start, end))
                return
        body = text[at:end]
        numbered = body[0].isdigit()
        if numbered and (match := self._strict(body) or self._loose(body)):
            self.section = label(match["number"])
            self.blocks.append(Block(Kind.SECTION, start, end, self.section))
        elif numbered and (gone := notice(body, self.section)):
            self.section = gone[1]
            self.blocks.append(Block(Kind.SECTION, start, end, gone[0]))
        elif (numbered or "kapitlet" in body[:30]) and len(body) <= TITLE_LIMIT and (match := CHAPTER.match(body)):
            self.chapter, self.section = chapter_number(match), "0"
            self.blocks.append(Block(Kind.CHAPTER, start, end, self.chapter, caption(body[match.end() :])))
        else:
            block = structural_heading(start, end, body, 0)
            self.blocks.append(block or Block(Kind.HEADING if is_heading(body) else Kind.TEXT, start, end))

    def _strict(self, body: str) -> re.Match[str] | None:
        """Match a § in its usual form.

        "13 §." and nothing more ends a list, unless 13 is the next number (1973:1144).
        """
        match = SECTION.match(body)
        if match is None or match.end() < len(body) or body[-1] != ".":
            return match
        return match if is_next(self.section, label(match["number"])) else None

    def _loose(self, body: str) -> re.Match[str] | None:
        """Match a § without a capital, if it has the next number and follows a closed sentence or a heading."""
        match = LOOSE_SECTION.match(body)
        if match is None or not is_next(self.section, label(match["number"])):
            return None
        last = self.blocks[-1] if self.blocks else None
        if (
            last is not None
            and last.kind in (Kind.TEXT, Kind.SECTION)
            and not is_closed(self.text[last.start : last.end])
        ):
            return None
        return None if last is not None and self.text[last.end - 1] == ":" else match

    def _whole_statute(self, marks: str) -> bool:
        """Return whether a marker dates the whole statute: it comes first or announces a reprint.

        Examples: 1998:1702, 2023:179.
        """
        return bool(WHOLE.match(marks)) if not self.blocks else "mtryck" in marks
