"""Lay out the stored text of a document: units, paragraphs, and runs that are links or highlighted.

Every character of a run stands in the stored text; only a line break within a sentence is shown as a space.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from piperoll.results.citations import CitationFound
from piperoll.results.documents import ShownChunk, ShownVersion

Range = tuple[int, int]
WRAPPED = re.compile(r"(?<=[^\n]{40})\n(?=(\w))")
"""A line break behind a long line: of a text that was printed in lines of equal length."""
BLANK = re.compile(r"\n[ \t\r\xa0]*\n\s*")
LAID_OUT = re.compile(r"^ {4,}\S|\S {4,}\S", re.MULTILINE)
"""Spaces that a typewriter set: ``     ITEM 1.     BUSINESS``."""
MARKS = re.compile(r"\*\*|\\(?=[-.*_#+!()\[\]])|(?<=\])\([^()\s]*\)|^#{1,6} |^[=_-]{4,}$", re.MULTILINE)
"""What markdown has besides words, and lines drawn with signs."""
HEADING = 300
"""Characters of a heading."""
SNIPPET = 420
"""Characters of a passage that a list of hits shows."""
BEFORE = 120
"""Of these, at most so many stand before the densest words."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run is text that is shown alike: a word asked for, in the passage, a citation, a sign that is no word."""

    text: str
    marked: bool = False
    within: bool = False
    quiet: bool = False
    cited: CitationFound | None = None
    begins: bool = False
    """Whether the passage begins here: what the address leads to."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; ``kind`` is text, or what keeps its lines: table or laid-out."""

    kind: str
    runs: Sequence[Run]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a document: a chunk, or a range that is no chunk with the reason."""

    start: int
    end: int
    paragraphs: Sequence[Paragraph]
    path: str = ""
    label: str = ""
    aside: str = ""
    in_force: bool = True
    valid: str = ""

    @property
    def heading(self) -> bool:
        """Return whether it is a heading that is no part of a chunk."""
        return "heading" in self.aside and self.end - self.start <= HEADING


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of an outline, and those below it."""

    label: str
    start: int
    below: list["Entry"] = field(default_factory=list)


def units(
    version: ShownVersion, cites: Iterable[CitationFound], passage: Range | None, separator: str
) -> Iterator[Unit]:
    """Yield the units of a version in the order of its text, each character once.

    Args:
        version: with its text, its ranges, and the words to highlight.
        cites: the citations in it.
        passage: that is highlighted as a whole.
        separator: of the parts of a header.
    """
    runs = Runs(version.text or "", version.highlights or (), passage, cites)
    pieces: list[tuple[int, int, ShownChunk | None, str]] = [(one.start, one.end, one, "") for one in version.chunks]
    pieces += [(start, end, None, reason) for start, end, reason in version.set_aside or ()]
    at = 0
    for start, end, chunk, reason in sorted(pieces, key=lambda piece: piece[:2]):
        start, at = max(start, at), max(end, at)
        paragraphs = list(runs.paragraphs(start, at))
        if chunk is None:
            yield Unit(start, at, paragraphs, aside=reason)
        else:
            days = " – ".join(str(day or "…") for day in (chunk.valid_from, chunk.valid_to))
            own = (chunk.valid_from, chunk.valid_to) != (version.valid_from, version.valid_to)
            label = chunk.header.rpartition(separator)[2]
            valid = days if own and (chunk.valid_from or chunk.valid_to) else ""
            yield Unit(start, at, paragraphs, chunk.path, label, in_force=chunk.in_force, valid=valid)


def outline(version: ShownVersion, separator: str) -> Sequence[Entry]:
    """Return the headings of a version as a tree, each with where it begins."""
    top: list[Entry] = []
    for chunk in version.chunks:
        level = top
        parts = chunk.header.split(separator)[1:]
        for part in parts:
            if not level or level[-1].label != part:
                level.append(Entry(part, chunk.start))
            level = level[-1].below
    return top


def snippet(content: str, marks: Sequence[Range]) -> tuple[Sequence[Run], bool, bool]:
    """Return the part of a passage with most of the words asked for, and whether something stands before and behind.

    Args:
        content: of the passage.
        marks: ranges of the words in it.
    """
    begin = 0
    if len(content) > SNIPPET and marks:
        dense = max(marks, key=lambda mark: sum(mark[0] <= other[0] < mark[0] + SNIPPET - BEFORE for other in marks))
        begin = max(0, min(dense[0] - BEFORE, len(content) - SNIPPET))
        begin = content.rfind(" ", 0, begin) + 1 if begin else 0
    end = min(len(content), begin + SNIPPET)
    if end < len(content):
        end = max(content.rfind(" ", begin, end), begin + 1)
    found = Runs(content, marks, None, ()).between(begin, end)
    return list(found), begin > 0, end < len(content)


class Runs:
    """Cut a text into runs."""

    def __init__(
        self, text: str, marks: Iterable[Range], passage: Range | None, cited: Iterable[CitationFound]
    ) -> None:
        """Take what is shown apart.

        Args:
            text: the whole of it.
            marks: ranges of words.
            passage: a range.
            cited: citations; those that overlap an earlier one are not shown.
        """
        self.text = WRAPPED.sub(lambda match: " " if match[1].islower() else "\n", text)
        self.marks, self.passage = list(marks), passage
        self.quiet = [match.span() for match in MARKS.finditer(text)]
        self.begun = False
        self.cited: list[CitationFound] = []
        for one in sorted(cited, key=lambda citation: (citation.start, -citation.end)):
            if not self.cited or one.start >= self.cited[-1].end:
                self.cited.append(one)

    def paragraphs(self, start: int, end: int) -> Iterator[Paragraph]:
        """Yield the paragraphs of a range."""
        at = start
        for match in [*BLANK.finditer(self.text, start, end), None]:
            until = match.start() if match else end
            part = self.text[at:until]
            if part.strip():
                at += len(part) - len(part.lstrip("\n"))
                kind = "table" if part.count("\t") > 1 else "laid-out" if LAID_OUT.search(part) else "text"
                yield Paragraph(kind, list(self.between(at, at + len(self.text[at:until].rstrip()))))
            at = match.end() if match else end

    def between(self, start: int, end: int) -> Iterator[Run]:
        """Yield the runs of a range."""
        passage = [self.passage] if self.passage else []
        layers = [_inside(spans, start, end) for spans in (self.marks, passage, self.quiet)]
        low = bisect_right(self.cited, start, key=lambda one: one.end)
        cited = self.cited[low : bisect_left(self.cited, end, key=lambda one: one.start)]
        edges = {start, end, *(edge for layer in layers for span in layer for edge in span)}
        edges |= {edge for one in cited for edge in (one.start, one.end)}
        for begin, stop in pairwise(sorted(edge for edge in edges if start <= edge <= end)):
            marked, within, quiet = (any(a <= begin < b for a, b in layer) for layer in layers)
            citation = next((one for one in cited if one.start <= begin < one.end), None)
            begins = within and not self.begun
            self.begun |= within
            yield Run(self.text[begin:stop], marked, within, quiet, citation, begins)


def _inside(spans: Sequence[Range], start: int, end: int) -> Sequence[Range]:
    """Return those of ordered ranges that overlap one."""
    low = bisect_right(spans, start, key=lambda span: span[1])
    return spans[low : bisect_left(spans, end, key=lambda span: span[0])]
