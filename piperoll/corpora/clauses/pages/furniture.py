"""Find page furniture in a text: numbers of pages, and the heads and feet that run over its pages."""

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
# "[*] Certain information has been omitted and filed separately with the Securities and Exchange Commission."
OMITTED = re.compile(
    r"(?i)[\W_]*(?:certain|confidential|(?:the )?omitted|portions?|text)\b"
    r"(?!.*\b(?:shall|will|may|must|agrees?|did|do|does|if|upon)\b)"
    r"(?=.*\b(?:omitted|redacted|confidential treatment)\b).*\b(?:requested|filed|redacted|commission)\b"
)
"""Matches a notice at the foot of a page that words are left out on it; two of them are enough."""
APART = 3
"""Times its own characters that a line stands from the next one like it: entries of a list follow each other."""
RUNNING = 12, 400
"""Characters of the shortest and of the longest such line."""
FOOT_LINES = 3
"""Lines behind such a line that can be printed with it each time."""
LETTERS = 12
"""Letters of the shortest one that may have the number of the page in it; "Exhibit 4" heads a part."""
NUMBER = re.compile(r"\d{1,9}")
SENTENCE = re.compile(r"(?:[^\s\d]{1,30}\s){8,60}[a-zß-ÿ]{2,20}|[a-zß-ÿ]{2,20}\s\D{8,400}")
"""Matches a line of a sentence that goes on, or that ends: a foot begins in capitals, or has a number or few words."""
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
ENTRY = 200
"""Characters of the longest line that can be an entry, its link included."""
LEADER = "....."
"""Leads from an entry to its page."""
TARGET = re.compile(r"\]\([^()\s]*\)")


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

    None is a line of a sentence that comes again in each part of a page, and goes on in the next line.

    Args:
        text: the stored text.
        running: lines that are printed on page after page.
    """
    if not running:
        return frozenset()
    lines = [text[start:end] for start, end in all_rows(text)]
    times = Counter(lines)
    go_on = Counter(before for before, after in pairwise(lines) if before in running and after[0].islower())
    feet = {line for line in running if not (2 * go_on[line] > times[line] or SENTENCE.fullmatch(line))}
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
    far, (first, last) = found[-1][0] - found[0][0], found[0]
    if far < (len(found) - 1) * (last - first) * APART or not _can_run(text, found):
        return False
    if len(found) < PAGES:
        line = text[first:last]
        notice = len(found) > 1 and OMITTED.match(line) and all(text[slice(*span)] == line for span in found)
        return bool(notice) and 2 * sum(ends_page(text, *span) for span in found) >= len(found)
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
