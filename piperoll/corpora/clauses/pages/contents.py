"""Find what is printed around the clauses: tables of contents, and page furniture (footers, page numbers and rules)."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from types import MappingProxyType

from piperoll.chunking.merge import Range
from piperoll.text.paragraphs import all_rows, trim

# "Source: ACME INC., 8-K, 4/6/2018", "-12-", "A-64", "Page 3 of 17", "iv", "____________", "Table of Contents" on pages
FURNITURE = re.compile(
    r"(?:Source: .{3,120}, \d{1,2}/\d{1,2}/\d{4}"
    r"|[-–—]{0,2}\s{0,9}(?:Page\s{1,3}|PAGE\s{1,3})?[-–—]?(?:\d{1,4}|[ivxlIVXL]{1,7})(?:\s{1,3}of\s{1,3}\d{1,4})?"
    r"\s{0,9}[-–—]{0,2}"
    r"|[A-Z]{1,2}-\d{1,3}|_{8,}|</?(?i:page)>|\* \* \*|(?i:table of contents)(?:\s{1,9}\(continued\))?(?:\s{1,9}Page)?)"
)
# "Annex I-3", "Exhibit A Page 2", "Exhibit A, Page 2" at the foot of a page
FOOT = re.compile(
    r"(?:Annex|Exhibit|Schedule|Appendix|Attachment)(?:\s[A-Z]{1,4}(?:\s?[-–—]\s?(?:Page\s)?|,?\sPage\s)\d{1,3})",
    re.IGNORECASE,
)
TWO_PAGES = re.compile(r"[-–—]?(?P<number>\d{1,3})[-–—]?\s{2,9}(?P<next>\d{1,3})")
"""Matches the number of a page in front of that of the next one: "6    7"."""
FURNITURE_ENDS = frozenset("ivxlIVXL-–—_*sSſ)e>")
"""Last characters of furniture that ends in no digit."""
FURNITURE_LENGTH = 160
NO_NUMBERS: Mapping[int, int] = MappingProxyType({})
RULED = re.compile(r"[|\s:-]+")
"""Matches a row of a table that has no text."""
PAGES = 5
"""Times that a line is printed on page after page."""
PAGE = 1_000
"""Characters of the shortest page that nothing but the order of numbers, or a line at its edge, tells."""
RUNNING = 12, 400
"""Characters of the shortest and of the longest such line."""
FOOT_LINES = 3
"""Lines behind such a line that can be printed with it each time."""
LETTERS = 12
"""Letters of the shortest one that may have the number of the page in it; "Exhibit 4" heads a part."""
NUMBER = re.compile(r"\d{1,9}")
PART = re.compile(r"(?i)(?:exhibit|schedule|annex|appendix|attachment)\b")
"""Matches the label of a part, which each of its pages may begin with: where it begins, it heads it."""
RUNNING_LABEL = re.compile(r"[“\"(]?(?:\w{1,4}[.)]|Section|SECTION|Article|ARTICLE)")
GAP = 3
"""Line ends in the widest gap inside a page."""
BESIDE = 80
"""Characters beside a line that tell whether a page ends there."""
WIDE = "   "
"""Stands between the head of a page and what is printed behind it in the same line."""
SPREAD = 0.3
"""Share of the text over which such lines are spread."""
CONTENTS_HEADING = re.compile(
    r"[\s#*_]*(?:TABLE OF CONTENTS|INDEX OF DEFINED TERMS|(?i:table of contents?|contents|inhalt(?:sverzeichnis)?|"
    r"sommaire|table des matières|"
    r"[ií]ndice|sumário|inhoud(?:sopgave)?|innehåll|obsah|cuprins|spis treści|tartalom(?:jegyzék)?|目录)"
    r"(?=[\s*_:]*(?:page|clause|$)))"
)
ENTRY_LABEL = re.compile(
    r"[AES\d](?<=\b.)(?:(?:(?<=A)(?:RTICLE|rticle|NNEX|nnex)|(?<=E)(?:XHIBIT|xhibit)"
    r"|(?<=S)(?:ECTION|ection|CHEDULE|chedule))\s|(?<=\d)\d?\.(?:\d{1,2}\b|\s))"
)
ENTRY_PAGE = re.compile(r"[\s.](?:(?<=\s)\s*|(?<=\.)\.{2,}\s*)(?P<page>\d{1,3})(?=\s|$)")
# "2.3. Authority; Non-contravention 19": an entry, whatever its words
ENTRY_LINE = re.compile(
    r"(?:(?:ARTICLE|Article|SECTION|Section)\s)?(?:\d{1,2}(?:\.\d{1,2}){0,2}|[IVX]{1,5})\.?\s.*[^\s.,]\s+(?P<page>\d{1,3})$"
)
ONLY_LABEL = re.compile(r"(?:article|section|part|chapter|schedule|exhibit|annex|appendix|clause) [a-z\d]{1,5}")
"""Matches the label of a clause in small letters."""
LAST_DIGIT = re.compile(r"\d(?=\s|$)")
"""Part of every match of ENTRY_PAGE."""
WORD = re.compile(r"[^\W\d_]{5,}")
TARGET = re.compile(r"\]\([^()\s]*\)")
ENTRY = 200
"""Characters of the longest line that can be an entry, its link included."""
ENTRIES = 4
"""Entries from which a run of lines is a table of contents."""
SAMPLE = 4_000
"""Characters of a line that are read: enough to tell a list of captions from prose."""
PROSE = 0.3
"""Share of long words in lower case above which a line is prose: captions capitalise theirs."""
SHORT = 150
"""Characters of the longest line that can be a single entry."""
SEVERAL = 2
"""Entries of the shortest table of contents."""
DAY_ENDS = re.compile(
    r"(?i)\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?,? (?:\d{1,2}, )?(?:19|20)\d\d\W*\Z"
)
"""Matches the end of a line that names a day: "made on 1 October 2031" is no entry."""
UNTITLED = 4
"""Labels with page numbers in one line that make it a table of contents without a heading."""
LEADER = "....."
"""Leads from an entry to its page."""
CONTINUED = re.compile(r"(?i)\W{0,2}cont(?:inued|[’']?d)\W{0,2}")
"""Matches the line below the heading of the second page of contents."""
HEADED = re.compile(r"(?P<heading>(?i:table of contents)|(?<=\s)CONTENTS)$")
"""Ends the line in front of its first entry where a page is one line."""
LONGEST_HEADED = 24
"""Characters of its longest match, and one in front of it."""
HEAD = 40_000
"""Characters at the start in which a table of contents needs no heading."""


def is_furniture(text: str, start: int, end: int) -> bool:
    """Return whether a line is a footer, a page number or a rule.

    Args:
        text: the stored text.
        start: offset of the first character of the line.
        end: offset behind its last character.

    Returns:
        True for such a line.
    """
    if end - start > FURNITURE_LENGTH:
        return False
    line = text[start:end].strip()
    if line[-1:] == "." and line[:-1].isdecimal():  # "12." at the foot of a page
        below = text[end : end + BESIDE]
        return ends_page(text, start, end) and _is_line_of_furniture(below.lstrip().partition("\n")[0])
    if line == "" or not (line[-1] in FURNITURE_ENDS or line[-1].isdecimal()):
        return False
    if both := TWO_PAGES.fullmatch(line):
        return int(both["next"]) - int(both["number"]) == 1
    return bool(FURNITURE.fullmatch(line)) or (bool(FOOT.fullmatch(line)) and _is_last(text, start, end))


def _is_last(text: str, start: int, end: int) -> bool:
    """Return whether a line is the last one of its page: what follows is further away than what stands before."""
    above, below = text[max(0, start - BESIDE) : start], text[end : end + BESIDE]
    before, after = above.rstrip(), below.lstrip()
    gap, behind = above[len(before) :].count("\n"), below[: len(below) - len(after)].count("\n")
    if not after or behind > GAP:
        return gap <= max(GAP, behind) and not _is_line_of_furniture(before.rpartition("\n")[2])
    return gap <= GAP and _is_line_of_furniture(after.partition("\n")[0])


def _is_line_of_furniture(line: str) -> bool:
    return is_furniture(line, 0, len(line))


def running_lines(text: str) -> frozenset[str]:
    """Return the lines that are printed on page after page: "*** Confidential treatment requested …".

    They may differ in the number of the page: "Pier Agreement Page 3 of 9".
    """
    alike: dict[str, list[Range]] = {}
    start = 0
    for line in text.split("\n"):
        if RUNNING[0] <= len(own := line.strip()) <= RUNNING[1]:
            first = start + len(line) - len(line.lstrip())
            words = " ".join((NUMBER.sub("", own) if NUMBER.search(own) else own).split())
            alike.setdefault(words, []).append((first, first + len(own)))
        start += len(line) + 1
    running = frozenset(text[slice(*span)] for found in alike.values() if runs(text, found) for span in found)
    return running | frozenset(_headings_again(text))


def _headings_again(text: str) -> Iterator[str]:
    """Yield the heading of a text as it is printed in other letters at the head or the foot of a page."""
    rows = list(all_rows(text))
    heading = text[slice(*rows[0])] if rows else ""
    for before, row, after in zip(rows, rows[1:], [*rows[2:], *rows[-1:]], strict=False):
        line = text[slice(*row)]
        again = line != heading and line.casefold() == heading.casefold()
        if again and (is_furniture(text, *before) or is_furniture(text, *after)):
            yield line


def with_feet(text: str, running: Set[str]) -> frozenset[str]:
    """Return such lines of a page, and those that stand directly behind one of them each time: a foot of several lines.

    Args:
        text: the stored text.
        running: lines that are printed on page after page.
    """
    if not running:
        return frozenset()
    lines = [text[start:end] for start, end in all_rows(text)]
    times = Counter(lines)
    feet = set(running)
    for _ in range(FOOT_LINES):
        below = Counter(after for before, after in pairwise(lines) if before in feet)
        feet |= {line for line, behind in below.items() if times[line] == behind >= PAGES}
    return frozenset(feet)


def is_led(text: str, start: int, end: int) -> bool:
    """Return whether a line is an entry that dots lead to its page: "CHAPTER 2: Lamps ........ 12".

    Args:
        text: the stored text.
        start: offset of the first character of the line.
        end: offset behind its last character.

    Returns:
        True for such a line.
    """
    return text[end - 1].isdigit() and text.find(LEADER, start, end) > start


def runs(text: str, found: Sequence[Range]) -> bool:
    """Return whether lines that are alike are printed on page after page, throughout the text or one of its parts."""
    far = found[-1][0] - found[0][0]
    if len(found) < PAGES or not _can_run(text, found):
        return False
    if far > len(text) * SPREAD:
        return _at_page_ends(text, found)
    return far > len(found) * PAGE and not PART.match(text, *found[0]) and all(ends_page(text, *at) for at in found)


def _can_run(text: str, found: Sequence[Range]) -> bool:
    """Return whether a line that comes often can be printed around the clauses."""
    line = text[slice(*found[0])]
    same = sum(map(str.isalpha, line)) >= LETTERS or all(text[slice(*span)] == line for span in found)
    return same and line[-1] not in ":;,_-|" and not RUNNING_LABEL.match(line)


def _at_page_ends(text: str, found: Sequence[Range]) -> bool:
    """Return whether a line stands at the ends of pages: beside a wide gap, a page number or a rule, or counts them."""
    numbered = [numbers for span in found if (numbers := [*map(int, NUMBER.findall(text, *span))])]
    columns = [*zip(*numbered, strict=False), [numbers[-1] for numbers in numbered]]
    if any(_counts(column) for column in columns):  # the first one, the last one, or "5/86" at the end of an address
        return True
    return 2 * sum(ends_page(text, *span) for span in found) >= len(found)


def _counts(numbers: Sequence[int]) -> bool:
    """Return whether the numbers in lines count the pages."""
    counted = sum(after - before == 1 for before, after in pairwise(numbers))
    return counted >= PAGES - 1 and 2 * counted > len(numbers)


def ends_page(text: str, start: int, end: int) -> bool:
    """Return whether a page ends at a line: beside a wide gap, the number of a page or a rule.

    Args:
        text: the stored text.
        start: offset of the first character of the line.
        end: offset behind its last character.
    """
    above, below = text[max(0, start - BESIDE) : start], text[end : end + BESIDE]
    before, after = above.rstrip(), below.lstrip()
    if max(above[len(before) :].count("\n"), below[: len(below) - len(after)].count("\n")) > GAP:
        return True
    return _is_line_of_furniture(after.partition("\n")[0]) or _is_line_of_furniture(before.rpartition("\n")[2])


def without_furniture(
    text: str,
    part: Range,
    running: Container[str] = (),
    numbers: Mapping[int, int] = NO_NUMBERS,
    fronts: Mapping[int, int] = NO_NUMBERS,
) -> Range:
    """Return a character range without lines of furniture at its ends; (end, end) where nothing else is left.

    Args:
        text: the stored text.
        part: the range.
        running: lines that are furniture in this text.
        numbers: the numbers and the feet of pages at the ends of lines: where each ends, and the text in front of it.
        fronts: the heads of pages in front of text: where each begins, and the text behind it.
    """
    start, end = trim(text, *part)
    while start < end:
        if start in fronts:
            start, end = trim(text, min(fronts[start], end), end)
            continue
        stop = text.find("\n", start, min(end, start + RUNNING[1]))
        stop = stop if stop >= 0 else end
        if not (is_furniture(text, start, stop) or text[start:stop].strip() in running):
            break
        start, end = trim(text, stop, end)
    while start < end:
        first = max(text.rfind("\n", max(start, end - RUNNING[1]), end) + 1, start)
        first, end = trim(text, first, end)
        if is_furniture(text, first, end) or text[first:end] in running or fronts.get(first, 0) >= end:
            start, end = trim(text, start, first)
        elif end in numbers:
            start, end = trim(text, start, max(start, numbers[end]))
        else:
            break
    return start, end


def key(line: str) -> str:
    """Return the letters of a line, for comparing captions: without number, marks and link target."""
    line = line[: 4 * ENTRY]
    return "".join(filter(str.isalpha, (TARGET.sub("", line) if "](" in line else line).casefold()))


def tables_of_contents(text: str) -> Iterator[Range]:
    """Yield the ranges of the tables of contents: from the heading to the last line that looks like an entry.

    One line with an entry is no table: each page may begin with a link to the contents ("Table of Contents").
    """
    begin, entries = -1, 0
    found: list[Range] = []
    rows = list(all_rows(text))
    for index, (start, end) in enumerate(rows):
        if begin < 0:
            titled = bool(CONTENTS_HEADING.match(text, start, end))
            if not titled and (heading := HEADED.search(text, max(start, end - LONGEST_HEADED), end)):
                start, titled = heading.start("heading"), True
            if (titled and (_is_entries(text, start, end) or end - start < SHORT)) or (
                start < HEAD and (_untitled(text, start, end) or _begins_run(text, rows, index))
            ):
                begin, found = start, [(start, end)] if not titled or _is_entries(text, start, end) else []
                entries = _entries(text, start, end) if found else 0
            continue
        if is_furniture(text, start, end) or CONTINUED.fullmatch(text, start, end):
            continue
        if _is_entries(text, start, end):  # also "TABLE OF CONTENTS (continued) Page 3.19 Taxes 27 3.20 …"
            found.append((start, end))
            entries += _entries(text, start, end)
        elif CONTENTS_HEADING.match(text, start, end):
            continue
        elif end - start > SHORT or _prose(text, start, end):
            if ends := _last_entry(text, start, end):
                found.append((start, ends))
                entries = SEVERAL
            if found and entries >= SEVERAL:
                yield begin, _end(text, found)
            begin = -1
    if begin >= 0 and found and entries >= SEVERAL:
        yield begin, _end(text, found)


def _end(text: str, entries: Sequence[Range]) -> int:
    """Return where the last entry ends that is no heading of the first clause: that says one again, without a page."""
    entries = entries[: _listed(text, entries)]
    for last in range(len(entries) - 1, max(0, len(entries) - 1 - SEVERAL), -1):
        start, end = entries[last]
        name = key(text[start:end])
        above = "".join(filter(str.isalpha, text[entries[0][0] : entries[last - 1][1]].casefold()))
        if end - start > SHORT or text[end - 1].isdigit() or not name or name not in above:
            return end
    return entries[max(0, len(entries) - 1 - SEVERAL)][1]


def _listed(text: str, entries: Sequence[Range]) -> int:
    """Return how many entries stand in front of the first label alone on its line that one of them begins with."""
    said: list[str] = []
    for start, end in entries:
        words = " ".join(text[start : min(end, start + ENTRY)].split()).casefold()
        if ONLY_LABEL.fullmatch(words) and any(one.startswith((f"{words} ", f"{words}:", f"{words}.")) for one in said):
            break
        said.append(words + " ")
    return max(1, len(said))


def _entries(text: str, start: int, end: int) -> int:
    """Return whether a line holds one entry or several, as 1 and SEVERAL."""
    end = min(end, start + SAMPLE)
    labels = sum(1 for _ in ENTRY_LABEL.finditer(text, start, end))
    pages = sum(1 for _ in ENTRY_PAGE.finditer(text, start, end))
    return SEVERAL if max(labels, pages) > SEVERAL else 1


def _is_entries(text: str, start: int, end: int) -> bool:
    """Return whether a line holds labels or page numbers, and captions."""
    end = min(end, start + SAMPLE)
    labels = sum(1 for _ in ENTRY_LABEL.finditer(text, start, end))
    pages = sum(1 for _ in ENTRY_PAGE.finditer(text, start, end))
    if end - start <= SHORT:
        if DAY_ENDS.search(text, start, end):
            return False
        led = text.find(LEADER, start, end) > start or ENTRY_LINE.match(text, start, end) is not None
        return bool(labels or pages) and (led or not _prose(text, start, end))
    return max(labels, pages) * SHORT >= end - start and not _prose(text, start, end)


def _last_entry(text: str, start: int, end: int) -> int:
    """Return where the last of the entries ends with which a page begins that is one line; else 0."""
    last, page, entries = start, 0, 0
    for match in ENTRY_PAGE.finditer(text, start, min(end, start + SAMPLE)):
        number = int(match["page"])
        if match.start() - last > SHORT:
            break
        if number >= page:
            last, page, entries = match.end(), number, entries + 1
    return last if entries >= UNTITLED else 0


def _untitled(text: str, start: int, end: int) -> bool:
    """Return whether a line begins a table of contents without a heading."""
    stop = min(end, start + SAMPLE)
    if len(LAST_DIGIT.findall(text, start, stop)) < UNTITLED:
        return False
    labels = {match.end() for match in ENTRY_LABEL.finditer(text, start, stop)}
    # the number in "Section 12 (Indemnity)" is no page
    pages = sum(match.start() + 1 not in labels for match in ENTRY_PAGE.finditer(text, start, stop))
    return min(len(labels), pages) >= UNTITLED and _is_entries(text, start, end)


def _begins_run(text: str, rows: Sequence[Range], index: int) -> bool:
    """Return whether a line is the first of several entries of one line each, whose pages count on."""
    numbers: list[int] = []
    for row in rows[index : index + UNTITLED]:
        entry = ENTRY_LINE.match(text, *row) if text[row[1] - 1].isdigit() else None
        if entry is None:
            return False
        numbers.append(int(entry["page"]))
    return len(numbers) == UNTITLED and numbers == sorted(numbers)


def _prose(text: str, start: int, end: int) -> bool:
    words: list[str] = WORD.findall(text, start, min(end, start + SAMPLE))
    return sum(word[0].islower() for word in words) > PROSE * len(words)
