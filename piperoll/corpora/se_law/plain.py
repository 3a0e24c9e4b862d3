"""Read plain text: printed regulations and amending acts from a PDF reader, and bare statute text."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from piperoll.chunking.merge import Range
from piperoll.corpora.se_law import scan
from piperoll.corpora.se_law.blocks import Block, Kind, Source
from piperoll.corpora.se_law.grammar import TITLE_END
from piperoll.corpora.se_law.numbers import sfs_key
from piperoll.model import SetAside
from piperoll.text.paragraphs import trim

HEAD = 3_000
"""Characters at the start of a printed regulation that hold its own number and title."""
# "NFS 2014:22", "ELSÄK-FS" above "2008:2"; not "SFS 1977:1160", mostly a citation, nor "(NFS 2010:1)", which it amends
REGULATION = re.compile(r"(?<![\w(-])(?P<number>(?!SFS\b)[A-ZÅÄÖ][A-ZÅÄÖ-]{0,8}FS\s+\d{4}:\s?\d+)")
REGULATION_TITLE = re.compile(
    r"^(?=[A-ZÅÄÖ])[\w’' ]*(?:[Ff]öreskrifter|[Aa]llmänna råd)\b[^;]{10,400}?(?=[;.]|\n\n)", re.MULTILINE
)
ACT_TITLE = re.compile(
    r"\b(?:Lag|Förordning|Kungörelse|Tillkännagivande)\s+om ändring i [^;]{3,300}?(?=[;,]?\s+[Uu]tfärdad)"
)
BASE = re.compile(r"\((\d{4}:[^()]{1,16})\)")
FILE = re.compile(r"sfs-(\d{4})-(\d+)")


# "Finansinspektionens författningssamling", "Utgivare: …", "ISSN 1102-7460"; "ISSN 1652 6074", "Utgivare: …" with the
# address below (BOLFS 2012:1); the name and the number only (FFFS 1991:16)
MASTHEAD = re.compile(
    r"\s*(?:[^\n]{1,80}\n)?[^\n]{0,80}författningssamling\b[^\n]*\n{1,3}(?:(?:[^\n]+\n{1,3}){0,8}?"
    r"ISSN[: ]*\d{4}[- ]\d{3}[\dX][^\S\n]*\n)?(?:\n{0,2}Utgivare:[^\n]*\n(?:[^\n]*\b\d{3} \d\d [A-ZÅÄÖ][^\n]*\n)?)?"
    r"(?:\n{0,2}[A-ZÅÄÖ-]{1,8}FS \d{4}:\d+[^\S\n]*\n)?",
    re.IGNORECASE,
)
# "3", form feed, "SOSFS", "2012:17": the foot of a page and the head of the next; "Utkom från trycket
# den 29 december 2011" at the head of the first. Each may be on two lines. A rule parts the last § from
# what comes after it
PAGE_TURN = re.compile(
    r"^[^\S\n]*(?:(?:_{5,}|\d{1,3}(?: ?\(\d{1,3}\))?"
    r"|(?P<head>[A-ZÅÄÖ][A-ZÅÄÖ-]{0,8}FS\s+\d{4}:\d+|Utkom från trycket\s+den \d{1,2} \w+ \d{4}))"
    r"[^\S\n]*(?:\n\s*|\Z))+",
    re.MULTILINE,
)


ISSN = re.compile(r"\bISSN\b")
# "1", then "Jfr kommissionens direktiv 2007/18/EG …" behind the signatures (FFFS 2007:10)
NOTE = re.compile(r"^(?P<mark>[1-9]\d?)[^\S\n]*\n\s*(?=[A-ZÅÄÖ])", re.MULTILINE)
# "beslutade den 4 juni 2007.", "Beslutade av Riksgäldskontoret den 14 december 2011."
DECIDED_LINE = re.compile(r"^[Bb]eslutad?e?\b[^.\n]{0,60}?\bden \d{1,2} [a-zåäö]+ \d{4}", re.MULTILINE)
PROVIDES = re.compile(r"\b(?:föreskriver|meddelar|beslutar|lämnar)\b|^\d{1,3}(?:\s?[a-z])?\s?§", re.MULTILINE)
LONGEST_NOTE = 2_000
"""Characters."""
SECTION = re.compile(r"^\d{1,3}(?:\s?[a-z])?\s?§", re.MULTILINE)


def read(text: str, name: str) -> Source:
    """Read the whole text; number and title come from its first page, else from the file name."""
    stem = PurePosixPath(name).stem
    head = text[:HEAD]
    source = Source(key=name, title=stem, kind="SFS_LAW", text=text, blocks=[])
    if match := FILE.match(stem):
        source.key = sfs_key(f"{match[1]}:{match[2]}")
    if match := ACT_TITLE.search(head):
        source.kind, source.title = "SFS_AMENDMENT", " ".join(match[0].split())
        if base := BASE.search(source.title):
            source.metadata["baseLawSfs"] = sfs_key(base[1])
    elif match := REGULATION.search(head):
        series, number = match["number"].split(maxsplit=1)
        source.kind, source.key = "AGENCY_REGULATION", f"{series} {''.join(number.split())}"
        source.title = source.key  # some print none (FFFS 1991:16)
        titles = [title for title in REGULATION_TITLE.finditer(head) if match["number"] not in title[0]]
        if titles:  # the one that a semicolon ends stands above "beslutade den …"; another is on the cover
            title = next((title for title in titles if head.startswith(";", title.end())), titles[0])
            source.title = " ".join(TITLE_END.split(title[0], 1)[0].split())
    begin = _masthead(text) if source.kind == "AGENCY_REGULATION" else 0
    if begin:
        source.set_aside.append(SetAside(*trim(text, 0, begin), "masthead"))
    pages = list(_page_turns(text, begin)) if source.kind == "AGENCY_REGULATION" else []
    last = len(text)
    for page in reversed(pages):
        if not text[page[1] : last].strip():
            last = trim(text, 0, page[0])[1]
    notes = _notes(text, last) if source.kind == "AGENCY_REGULATION" else last
    end = notes if notes < last else len(text)
    source.blocks = scan.blocks(text, begin, end, markdown=False, pages=[page for page in pages if page[1] <= end])
    if notes < last:
        source.blocks.append(Block(Kind.NOTES, notes, last))
    kept = {(block.start, block.end) for block in source.blocks}
    source.set_aside += [SetAside(*page, "page furniture") for page in pages if page not in kept]
    return source


def _page_turns(text: str, begin: int) -> Iterator[Range]:
    """Yield the ranges of lines between two pages: numbers of pages, and the number of the regulation at their heads.

    A number alone is one only where the page ends, or the text: it may be a cell of a table. So is a rule alone on a
    line, and the last page, if it has an ISSN.
    """
    last = text.rfind("\f", begin, len(text.rstrip()))
    end = last if last > 0 and ISSN.search(text, last) else len(text)
    for match in PAGE_TURN.finditer(text, begin, end):
        ruled = match[0].startswith("_")
        if ruled or match["head"] or match.end() == end or "\f" in text[max(begin, match.start() - 2) : match.end()]:
            span = trim(text, *match.span())
            if span[0] < span[1]:
                yield span
    if end < len(text):
        yield trim(text, end, len(text))


def _notes(text: str, end: int) -> int:
    """Return where the footnotes behind the signatures of a printed regulation begin; ``end`` without any.

    The mark of each stands on a line of its own, and at a word of the text before ("Finansinspektionen1").
    """
    begins, later = end, 0
    while found := list(NOTE.finditer(text, max(0, begins - LONGEST_NOTE), begins)):
        number = int(found[-1]["mark"])
        provides = any(pattern.search(text, found[-1].end(), begins) for pattern in (SECTION, scan.IN_FORCE))
        marked = re.compile(rf"[a-zåäö]{number}\b").search(text, 0, found[-1].start())
        if provides or not marked or (later and number != later - 1):
            break
        begins, later = found[-1].start(), number
    return begins


def _masthead(text: str) -> int:
    """Return where the head of a printed regulation ends: in front of "beslutade den …", else behind its ISSN.

    It holds number, title, publisher and the day of printing, also on the cover (SOSFS 2012:17). 0 without one.
    """
    match = MASTHEAD.match(text, 0, HEAD)
    begin = match.end() if match else 0
    decided = DECIDED_LINE.search(text, begin, HEAD)
    if decided is None or not REGULATION.search(text, 0, decided.start()):
        return begin
    return begin if PROVIDES.search(text, begin, decided.start()) else decided.start()
