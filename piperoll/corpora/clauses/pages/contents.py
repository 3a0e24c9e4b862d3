"""Find the tables of contents of a text, to be set aside."""

import re
from collections.abc import Iterator, Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.pages.furniture import ENTRY, LEADER, is_furniture, key
from piperoll.text.paragraphs import all_rows

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
CONTINUED = re.compile(r"(?i)\W{0,2}cont(?:inued|[’']?d)\W{0,2}")
"""Matches the line below the heading of the second page of contents."""
HEADED = re.compile(r"(?P<heading>(?i:table of contents)|(?<=\s)CONTENTS)$")
"""Ends the line in front of its first entry where a page is one line."""
LONGEST_HEADED = 24
"""Characters of its longest match, and one in front of it."""
HEAD = 40_000
"""Characters at the start in which a table of contents needs no heading."""


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
