"""Read enactments in text or Markdown: "39A.<TAB>Heading", "<TAB>(1)<TAB>text", "Part 3", "Schedule 1"."""

import re
from collections.abc import Collection, Iterator, Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.hk_legislation.leads import of_lines
from piperoll.corpora.hk_legislation.names import GONE, chapter_in, title_in, version_in
from piperoll.corpora.hk_legislation.source import Kind, Mark, Source
from piperoll.model import HEADING_MARKS, SetAside
from piperoll.text.paragraphs import lines

_NUMBER = r"\d{1,4}[A-Z]{0,4}"
SECTION = re.compile(
    rf"({_NUMBER}(?:[–—-]{_NUMBER}(?=\.\s{{1,8}}[(\[](?:[Rr]epealed|[Oo]mitted|[Ee]xpired|[Ss]pent)\b))?)"
    r"\.(\t|[ \u00a0]{1,8})(?=\S)(.*)"
)
"""39A.<TAB>Heading; 2. Designation of frequency bands; 6–8.<TAB>(Repealed 7 of 2030 s. 6)."""
SUBSECTION = re.compile(rf"[ \t]{{0,8}}\(({_NUMBER})\)[ \t\u00a0]")
"""<TAB>(2A)<TAB>text; (1) On and from the appointed day."""
PART = re.compile(
    rf"(?:Part|PART)[ \t\u00a0]({_NUMBER}|[IVXLC]{{1,6}}[A-Z]?)"
    r"(?:[ \t]{0,4}[—–:-][ \t]{0,4}(\S.{0,150})|[ \t]{1,4}([A-Z\u4e00-\u9fff][^.;:—\n]{1,100})"
    rf"|[ \t]{{1,4}}({GONE.pattern}.{{0,150}})|[ \t]{{0,4}})"
)
"""Part 3; PART IV; Part 2—Registration; Part 2 Registration; Part 2 (Repealed 3 of 2001 s. 4)."""
DIVISION = re.compile(rf"(Subd|D)ivision[ \t\u00a0]({_NUMBER})(?:[ \t]*[—–:-][ \t]*(\S.{{0,150}})|[ \t]{{0,4}})")
ORDINALS = "FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH".split()
SCHEDULE = re.compile(
    rf"(?:({'|'.join(ORDINALS)})[ \t])?(?:Schedule|SCHEDULE)(?:[ \t\u00a0]({_NUMBER}))?"
    rf"(?:[ \t]*(?:[—–:\t-][ \t]*|(?=[\[(]))(\S.{{0,150}})|[ \t]{{0,4}})",
    re.IGNORECASE,
)
"""Schedule 1A; THIRD SCHEDULE; Schedule [s. 4]."""
FORM = re.compile(r"(?:Form|FORM)[ \t\u00a0](\d{1,3}[A-Z]?)[ \t]*")
"""Form 1, on a line of its own in a schedule."""
PROVISIONS = (SECTION, PART, DIVISION, SCHEDULE, FORM)
SENTENCE = re.compile(r"(?:(?<!\betc)\.|[;:—])(?:\s?\([A-Z][^()]{3,150}\))?$|^.{200}")
"""Matches text that stands right behind the number, as in schedules: no heading ends like that, but in "etc."."""
LONGEST_HEADING = 150
"""Characters: a longer line behind "Part 3" is not its heading."""
CONTENTS = re.compile(r"(?:Table of )?Contents|Arrangement of (?:Sections|Provisions)", re.IGNORECASE)
CONTENTS_LINE = 200
"""Characters: no line of a table of contents is longer."""
PAGE = re.compile(r"[ \t.…]{1,200}\d{1,3}-\d{1,4}$|[\t.…]{1,200}\d{1,4}$")
"""The number of the page at the end of a line of the table of contents."""
RULE = re.compile(r"[_=*—–-]{3,}\s*")


def read(text: str, name: str) -> Source:
    """Return the enactment in ``text``; the marks of headings in Markdown are not stored."""
    text = HEADING_MARKS.sub("", text)
    begin, end = contents(text)
    aside = [SetAside(begin, end, "table of contents")] if begin < end else []
    provisions = list(marks(text, (begin, end)))
    return Source(
        chapter_in(text, name) or name, title_in(text), text, provisions, aside, version_in(text),
        leads=of_lines(text, provisions),
    )  # fmt: skip


def marks(text: str, toc: Range = (0, 0)) -> Iterator[Mark]:
    """Yield where provisions begin outside of ``toc``; numbers that do not rise are in lists, forms or quotations."""
    all_lines = [line for line in lines(text, 0, len(text)) if not toc[0] <= line[0] < toc[1]]
    tabs = any((match := SECTION.fullmatch(text, *line)) and match[2] == "\t" for line in all_lines)
    section = subsection = 0
    inside = False  # a schedule
    seen: set[str] = set()
    for index, (begin, end) in enumerate(all_lines):
        if match := SCHEDULE.fullmatch(text, begin, end):
            label = match[2] or (str(ORDINALS.index(match[1].upper()) + 1) if match[1] else "")
            words = (match[3] or "").strip()
            words = "" if words.startswith(("[", "(")) and not GONE.match(words) else words
            yield Mark(begin, Kind.SCHEDULE, label, words or _heading(text, all_lines, index))
            section, subsection, seen, inside = 0, 0, set(), True
        elif match := PART.fullmatch(text, begin, end):
            words = (match[2] or match[3] or match[4] or "").strip()
            yield Mark(begin, Kind.PART, match[1], words or _heading(text, all_lines, index))
            if inside and not _goes_on(text, all_lines, index, section, seen):
                section, seen = 0, set()
        elif inside and (match := FORM.fullmatch(text, begin, end)):
            yield Mark(begin, Kind.FORM, match[1], _heading(text, all_lines, index))
            section, seen = 0, set()
        elif match := DIVISION.fullmatch(text, begin, end):
            kind = Kind.DIVISION if match[1] == "D" else Kind.SUBDIVISION
            yield Mark(begin, kind, match[2], (match[3] or "").strip() or _heading(text, all_lines, index))
        elif match := SECTION.fullmatch(text, begin, end):
            number = _number(match[1])
            if (match[2] == "\t" or not tabs) and number >= section and match[1] not in seen:
                line = match[3].strip()
                yield Mark(begin, Kind.SECTION, match[1], "" if SENTENCE.search(line) else line)
                section, subsection = number, 0
                seen.add(match[1])
        elif (match := SUBSECTION.match(text, begin, end)) and (number := _number(match[1])) >= subsection:
            yield Mark(begin, Kind.SUBSECTION, match[1])
            subsection = number


def _number(label: str) -> int:
    return int(re.match(r"\d+", label)[0])  # type: ignore[index]


LOOK_AHEAD = 40
"""Lines behind a Part in which its first section begins."""


def _goes_on(text: str, all_lines: Sequence[Range], index: int, section: int, seen: Collection[str]) -> bool:
    """Return whether the numbers continue behind the Part at ``index`` of a schedule, instead of beginning again."""
    for begin, end in all_lines[index + 1 : index + 1 + LOOK_AHEAD]:
        if match := SECTION.fullmatch(text, begin, end):
            return match[1] not in seen and _number(match[1]) >= section
        if SCHEDULE.fullmatch(text, begin, end):
            break
    return True


def _heading(text: str, all_lines: Sequence[Range], index: int) -> str:
    """Return the heading below "Part 3": the next line that is neither empty, a note in brackets nor a provision."""
    for number in range(index + 1, min(len(all_lines), index + 6)):
        begin, end = all_lines[number]
        line = text[begin:end].strip() if end - begin <= LONGEST_HEADING else ""
        if end - begin > LONGEST_HEADING or any(form.fullmatch(text, begin, end) for form in PROVISIONS):
            return ""
        if line and line[0] not in "([" and not RULE.fullmatch(line):
            open_bracket = line.count("(") > line.count(")") and number + 1 < len(all_lines)
            rest = text[slice(*all_lines[number + 1])].strip() if open_bracket else ""
            return f"{line} {rest}".strip() if len(rest) <= LONGEST_HEADING else line
    return ""


def contents(text: str) -> tuple[int, int]:
    """Return the range of the table of contents; (0, 0) where there is none.

    It goes from its heading to where its first entry comes again.
    """
    begin: int | None = None
    first = ""
    entries = 0
    for start, end in lines(text, 0, len(text)):
        line = text[start:end].strip() if end - start <= CONTENTS_LINE else ""
        if begin is None and CONTENTS.fullmatch(line):
            begin = start
        elif end - start > CONTENTS_LINE and entries:
            break
        elif any(form.fullmatch(line) for form in (SECTION, PART, SCHEDULE)):
            entry = " ".join(PAGE.sub("", line).split())
            if not first:
                first, begin = entry, start if begin is None else begin
            elif (entry == first or first.startswith(f"{entry} ")) and entries > 1 and begin is not None:
                return begin, start
            entries += 1
        elif SUBSECTION.match(text, start, end) and entries:
            break
    return 0, 0
