"""Take the furniture of pages out of the running text: what stands at the head and the foot of each page, and its
number.

A sentence that a page break cuts in two is whole then. The furniture stands at the end of the stored text, in its
order, and is set aside there.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from piperoll.corpora.sec_10k.filing import Filing
from piperoll.corpora.sec_10k.headings import DRAWN
from piperoll.corpora.sec_10k.moving import Moving
from piperoll.corpora.sec_10k.plain import MARKS
from piperoll.corpora.sec_10k.signs import MONTH, OWNER
from piperoll.model import SetAside
from piperoll.ranges import Range
from piperoll.text.paragraphs import rows

NUMBER = re.compile(
    r"\W{0,4}(?:page\s{1,3})?(?:[A-Z]{1,2}[-–.]?)?(?:\d{1,4}|[ivxl]{1,7})(?:\sof\s\d{1,4})?\W{0,4}",
    re.IGNORECASE,
)
""""46", "- 12 -", "F-12", "Page 3 of 90", "iv"."""
ONCE = re.compile(r"(?:(?P<dash>-)\s?)?(?:[iv]|x(?=[ivx]))[ivxl]{0,6}(?(dash)\s?-)|\([iv]{1,4}\)|[A-Z]-\d{1,2}")
"""Matches the number of a page at its foot that no other one is like, in front of page 1 or behind the last: "ii",
"- i -", "(i)", "S-1"."""
LABEL = re.compile(r"[).]$")
"""Ends what may also be the key of a note, or number a paragraph: "(1)", "2."."""
DIGITS = re.compile(r"\d+")
LONGEST_NUMBER = 16
"""Characters of a line that is a page number."""
STAYS = re.compile(r"\W{0,3}(?:item|part)\b", re.IGNORECASE)
"""What may be a heading, of which the first is one: "PART I", "Item 1"."""
NOTES = re.compile(r"notes to\b.{0,40}\bfinancial statements\W{0,3}$")
"""The heading of the notes, which many filings print on each of their pages."""
OWNED = re.compile(
    rf"{OWNER.pattern}notes to\b.{{0,40}}\bfinancial statements(?: {MONTH} #(?:,? (?:and )?#){{1,3}})?\W{{0,3}}$",
    re.IGNORECASE,
)
"""The same with whose notes they are and of which days: "Reef Inc. Notes to Financial Statements May 31, 2031"."""
LINK = re.compile(
    r"^(?:(?:index to financial statements|table of contents)(?=[ ]|$)|(?P<menu>quick ?links -- click here\b.{0,60})$)",
    re.IGNORECASE | re.MULTILINE,
)
LAST_NUMBER = re.compile(r"(?<![\d-])(\d{1,3})\W*$")
FIRST_NUMBER = re.compile(r"\W{0,3}(\d{1,3})\b(?!-)")
""""McDonald's Corporation 2023 Annual Report 12", "12 Comcast 2023 Annual Report on Form 10-K"."""
COUNTING = 0.6
"""Of the lines with the same words at page breaks, those that count one further from page to page."""
BARE = re.compile(
    r"(?=\W{0,3}[ip])\W{0,3}(?:part [ivx]{1,4}(?:, (?:and )?[ivx]{1,4}){0,3}\W{0,3})?"
    r"(?:items? \d{1,2}[a-c]?(?:\W{1,5}(?:and )?\d{1,2}[a-c]?){0,9})?\W{0,3}"
)
"""A running head that says no more than where one is: "PART II", "Item 5, 6, 7"."""
LONGEST = 150
"""Characters of a line of furniture; the longest seen is the address of a company under each page."""
REACH = 5
"""Lines on either side of a page break that may be furniture; four are seen."""
LEAST = 3
"""Times that a line comes at a page break before it is furniture; a page number needs one more neighbour only."""
OFTEN = 0.15
"""Of all pages, those that have a line of furniture; names of the company above its four or five statements have
less."""
CONTINUED = re.compile(r"\W{0,3}continued\W{0,3}(?:\(in (?:thousands|millions)\b.{0,60}\))?$|\(cont['’.]?d?\.?\)$")
MOSTLY = 0.5
"""Of all pages, those that have a line before it may end as a sentence does: "Alphabet Inc."."""
SAYS = re.compile(r"\$(?!\s?in (?:thousands|millions|billions)\b)|^(?!.{0,60}(?:accompany|notes|integral part)).*\.$")
"""What is no furniture where few pages have it: a price, a sentence such as "Not applicable."."""
ACCOMPANYING = re.compile(r"(?:see )?(?:the )?accompanying (?:\w+ )?notes\b")
"""Matches what stands with the statement above it; on a page without a table it is a foot that comes with all."""
ABBREVIATED = re.compile(r"\b(?:inc|corp|co|ltd)\.$")
"""Matches the end of a name, which is no sentence: over the running head of the notes, and where a crawler has left the
running heads in the text. Over a statement the name is of it."""
SHARE = 0.5
"""Of all lines with these words, those that stand at a page break; captions of tables stand elsewhere too."""
DASHED = {"- # -", "-#-"}
"""The words of a line with nothing but a number between dashes."""
LEAST_PAGES = 3
"""Numbers that rise one by one before they are taken for those of pages, where nothing marks the page breaks."""
LEAST_LINES = 3
"""Lines from one page number to the next there, on average at least; the keys of two notes, "1" and "2", are nearer."""
HEADER, FOOTER, PAGE_NUMBER = "page_header", "page_footer", "page_number"


@dataclass(frozen=True, slots=True)
class _Line:
    """Hold a line; ``words`` is what is compared: in small letters, without numbers unless it may be a heading."""

    start: int
    end: int
    words: str
    length: int
    """Characters of it, up to a line that is drawn behind it."""
    page: int | None
    """The number of a page that it may be, 0 for one in Roman figures."""


def without(filing: Filing) -> Filing:
    """Return the filing with the furniture of its pages behind its text, and set aside."""
    furniture = list(_furniture(filing))
    found = [*(SetAside(line.start, line.end, line.reason) for line in furniture), *filing.set_aside]
    found += _links(filing, {part.start for part in found})
    if not found:
        return filing
    filing.pages = _pages(filing, furniture)
    return Moving(filing, sorted(found, key=lambda part: part.start)).filing()


def _links(filing: Filing, taken: set[int]) -> Iterator[SetAside]:
    """Yield the links at the start of a page, which a crawler leaves in front of its text, and those above a filing.

    Above the cover, "Table of Contents" leads to the table, which has the same heading.
    """
    found = list(LINK.finditer(filing.text))
    links = [link for link in found if link.start() not in taken]
    often = Counter(link[0].lower() for link in links)
    again = {link[0].lower() for link in found if link.start()}
    for link in links:
        above = not link.start() and filing.text[link.end()] == "\n" and link[0].lower() in again
        if link["menu"] or above or (filing.items and often[link[0].lower()] >= LEAST):
            yield SetAside(link.start(), link.end(), HEADER)


@dataclass(frozen=True, slots=True)
class _Found:
    """Hold a line of furniture, and the offset of the page break at which it stands."""

    start: int
    end: int
    reason: str
    at: int
    footer: bool


def _pages(filing: Filing, furniture: Sequence[_Found]) -> dict[int, int]:
    """Return where each page begins, by its printed number; a number at the foot is that of the page before."""
    pages: dict[int, int] = {}
    for line in furniture:
        words = filing.text[line.start : line.end]
        if number := LAST_NUMBER.search(words) or FIRST_NUMBER.match(words):
            page = int(number[1])
            if line.footer:
                index = bisect_left(filing.breaks, line.start)
                pages.setdefault(page, filing.breaks[index - 1] if index else 0)
            pages.setdefault(page + line.footer, line.at)
    return pages


def _furniture(filing: Filing) -> Iterator[_Found]:
    """Yield the lines of furniture: those at page breaks, from the break outwards, up to the first that is none."""
    text = filing.text
    lines = [_line(text, *span, bool(filing.items)) for span in rows(text)]
    starts = [line.start for line in lines]
    gaps = sorted({bisect_left(starts, at) for at in filing.breaks})
    gaps = gaps or sorted({*_numbered_pages(lines), *_headed_pages(lines)})
    gaps += [len(lines)] if gaps and gaps[-1] < len(lines) else []
    sides = [(gap, side, footer) for gap in gaps for side, footer in _sides(gap, lines)]
    at_breaks = Counter(lines[index].words for index in {index for _, side, _ in sides for index in side})
    everywhere = Counter(line.words for line in lines)
    heads = [at for at, line in enumerate(lines) if _opens_notes(line)]
    heads.sort(key=lambda at: (_in_table(filing, lines[at]), at), reverse=True)  # the row of an index heads no notes
    first = {lines[at].words: at for at in heads}
    counting = _counting(sides, lines, text) | _running(at_breaks, len(gaps))
    seen: set[str] = set()
    taken: set[int] = set()
    top = at = 0
    """Offsets at which the page above the break begins and ends."""
    for gap, side, footer in sides:
        top, at = (at, lines[gap].start if gap < len(lines) else len(text)) if footer else (top, at)
        for index in side:
            line = lines[index]
            if _is_mark(text, line):
                continue
            often = at_breaks[line.words]
            repeated = often >= max(LEAST, OFTEN * len(gaps)) and often >= SHARE * everywhere[line.words]
            repeated = repeated or line.words in counting
            if footer and filing.looks and often >= LEAST and ACCOMPANYING.match(line.words):
                repeated = repeated or "\t" not in text[top:at]
            continued = CONTINUED.search(line.words) is not None
            below = lines[index + 1] if not footer and index + 1 < len(lines) else line
            named = filing.items or _opens_notes(below) or CONTINUED.search(below.words)
            says = SAYS.search(line.words) and not (named and ABBREVIATED.search(line.words))
            repeated = continued or (repeated and (often >= MOSTLY * len(gaps) or not says))
            alone = footer and (line.words in DASHED or ONCE.fullmatch(text, line.start, line.end))
            numbered = line.page is not None and (alone or (often > 1 and not LABEL.search(line.words)))
            if index in taken or not (repeated or numbered):
                break
            stays = line.words not in seen if STAYS.match(line.words) else first.get(line.words) == index
            if stays and line.words not in counting and not continued:
                seen.add(line.words)
                break
            taken.add(index)
            reason = PAGE_NUMBER if line.page is not None else FOOTER if footer else HEADER
            yield _Found(line.start, line.end, reason, at, footer)


def _counting(sides: Sequence[tuple[int, list[int], bool]], lines: Sequence[_Line], text: str) -> set[str]:
    """Return the words of lines that count the pages: "MD&A 21", "MD&A 22" at neighbouring page breaks."""
    numbers: dict[str, list[Range]] = {}
    for order, (_, side, _) in enumerate(sides):
        for index in side:
            if found := LAST_NUMBER.search(text, lines[index].start, lines[index].end):
                numbers.setdefault(lines[index].words, []).append((order // 2, int(found[1])))
    return {
        words
        for words, group in numbers.items()
        if sum(b[0] - a[0] == b[1] - a[1] > 0 for a, b in pairwise(group)) >= max(1, COUNTING * (len(group) - 1))
    }


def _running(at_breaks: Counter[str], pages: int) -> set[str]:
    """Return the words of running heads that say no more than a PART or the number of an Item: "Item 5, 6, 7"."""
    bare = {words: count for words, count in at_breaks.items() if BARE.fullmatch(words)}
    return set(bare) if sum(bare.values()) >= OFTEN * pages and max(bare.values(), default=0) >= LEAST else set()


def _line(text: str, start: int, end: int, crawled: bool) -> _Line:
    """Return a line; a crawler leaves "(1)" and "1." in lines of their own, which number no page, and drawn lines."""
    whole = text[start : min(end, start + 2 * LONGEST)]
    whole = DRAWN.sub("", whole) if crawled else whole
    words = " ".join(whole[:LONGEST].lower().split())
    page = None
    if end - start <= LONGEST_NUMBER and NUMBER.fullmatch(words) and not (crawled and LABEL.search(words)):
        digits = DIGITS.search(words)
        page = int(digits[0]) if digits else 0
    return _Line(start, end, words if STAYS.match(words) else DIGITS.sub("#", words), len(whole), page)


def _is_mark(text: str, line: _Line) -> bool:
    return text[line.start] == "<" and MARKS.fullmatch(text, line.start, line.end) is not None


def _sides(gap: int, lines: Sequence[_Line]) -> Iterator[tuple[list[int], bool]]:
    """Yield the lines before and behind a page break, from it outwards, up to the first that is too long."""
    before, behind = range(gap - 1, max(-1, gap - 1 - REACH), -1), range(gap, min(len(lines), gap + REACH))
    for indexes, footer in ((before, True), (behind, False)):
        yield list(takewhile(lambda index: lines[index].length <= LONGEST, indexes)), footer


def _numbered_pages(lines: Sequence[_Line]) -> list[int]:
    """Return the gaps behind page numbers, for a filing that marks no page breaks: between dashes, or rising by one."""
    runs: dict[int, list[int]] = {}
    longest: list[int] = []
    for index, line in enumerate(lines):
        if line.page and not LABEL.search(line.words):
            run = runs[line.page] = [*runs.pop(line.page - 1, []), index]
            if len(run) > len(longest) and index - run[0] >= LEAST_LINES * (len(run) - 1):
                longest = run
    dashed = [index for index, line in enumerate(lines) if line.page and line.words in DASHED]
    return sorted(index + 1 for pages in (longest, dashed) if len(pages) >= LEAST_PAGES for index in pages)


def _headed_pages(lines: Sequence[_Line]) -> list[int]:
    """Return the gaps in front of running heads of the notes, and of others that say "continued"."""
    heads = [at for at, line in enumerate(lines) if _opens_notes(line) or CONTINUED.search(line.words)]
    often = Counter(lines[at].words for at in heads)
    return [at for at in heads if often[lines[at].words] >= LEAST]


def _in_table(filing: Filing, line: _Line) -> bool:
    return any(start <= line.start < end for start, end in filing.tables)


def _opens_notes(line: _Line) -> bool:
    """Return whether a line is the heading of the notes."""
    return bool(NOTES.match(line.words) or OWNED.match(line.words))
