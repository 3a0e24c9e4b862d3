"""Move ranges of a filing behind its text, and tell where everything else is then."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from piperoll.corpora.sec_10k.filing import Filing
from piperoll.model import SetAside
from piperoll.ranges import Range

ENDED = re.compile(r"[.!?:;][)\"'”’]{0,3}\s*$")
"""The end of a paragraph that a page break does not cut in two."""
GOES_ON = re.compile(r"[a-zà-ÿ0-9$(“\"]")
"""How the rest of a paragraph that a page break cuts in two begins; a number only behind a word in small letters."""
SMALL = re.compile(r"[a-zà-ÿ,][)\"'”’]?$")
BROKEN = re.compile(r".*[a-z].*[A-Za-z,–—-]\Z", re.DOTALL)
"""The first part of a long paragraph that a page break cuts in two: no stop ends it, and its rest may begin with a
capital."""
CAPITAL = re.compile(r"[A-Z](?!.*(?:\t| {3})).{39}")
HYPHEN = re.compile(r"\w[–—-]\Z")
"""The end of half a word or number: no space stands behind it."""
POINTING = re.compile(r"\b(?:also|and|by|in|of|see|the|to|under|with)\Z")
NUMBERED = re.compile(r"(?:Exhibits?|Items?|Notes?|Part|Schedules?|Sections?)\s(?:\d|[IVX]+\b)[^\n\t]*[.,;]", re.ASCII)
"""The end of a text, also of a short one, behind which "Item 2 of this report …" is no heading, but its rest."""
LEAST = 100
"""Characters of a paragraph that is no heading, at least."""
LOOK_BACK = 40


class Moving:
    """Put ranges behind the text of a filing; ``found`` is in order, and its ranges do not overlap."""

    def __init__(self, filing: Filing, found: Sequence[SetAside]) -> None:
        self.old = filing
        self.pieces: list[str] = []
        self.length = 0
        self.kept: list[Range] = []
        """The ranges that stay, in the old text."""
        self.begins: list[int] = []
        """Where each of them begins in the new text."""
        at = 0
        for part in found:
            self._keep(at, part.start)
            at = part.end
        self._keep(at, len(filing.text))
        self.aside: list[SetAside] = []
        self.moved = [part.start for part in found]
        for part in found:
            self._put("\n" if self.aside else "\n\n")
            self.aside.append(SetAside(self.length, self.length + part.end - part.start, part.reason))
            self._put(filing.text[part.start : part.end])

    def filing(self) -> Filing:
        """Return the filing with all its ranges in the new text."""
        old = self.old
        return replace(
            old,
            text="".join(self.pieces),
            looks=list(self._cut(old.looks)),
            tables=[span for table in old.tables if (span := (self.start(table[0]), self.end(table[1])))[0] < span[1]],
            breaks=[self.start(at) for at in old.breaks],
            pictures=[self.end(at) for at in old.pictures],
            pages={page: self.start(at) for page, at in old.pages.items()},
            anchors={name: self.start(at) for name, at in old.anchors.items()},
            links=[(*self.range(start, end), name) for start, end, name in old.links],
            tagged=[
                one if one.start is None or one.end is None else replace(one, start=span[0], end=span[1])
                for one in old.tagged
                for span in (self.range(one.start or 0, one.end or 0),)
            ],
            set_aside=self.aside,
            items={code: self.range(start, end) for code, (start, end) in old.items.items()},
        )

    def start(self, at: int) -> int:
        """Return where the character at an offset is, or the first behind it that stays."""
        index = bisect_right(self.kept, at, key=lambda span: span[0]) - 1
        if index >= 0 and at < self.kept[index][1]:
            return self.begins[index] + at - self.kept[index][0]
        return self.begins[index + 1] if index + 1 < len(self.kept) else self.end(at)

    def end(self, at: int) -> int:
        """Return the offset behind the last character before an offset that stays."""
        index = bisect_left(self.kept, at, key=lambda span: span[0]) - 1
        return self.begins[index] + min(at, self.kept[index][1]) - self.kept[index][0] if index >= 0 else 0

    def range(self, start: int, end: int) -> Range:
        """Return where a range is: behind the text if all of it was moved."""
        new = self.start(start), self.end(end)
        if new[0] < new[1]:
            return new
        part = bisect_right(self.moved, start) - 1
        if part < 0:
            return new[0], new[0]
        first = self.aside[part].start + start - self.moved[part]
        return first, min(first + end - start, self.aside[part].end)

    def _keep(self, start: int, end: int) -> None:
        """Keep a range, without the white space at its ends where something was moved away."""
        text, first = self.old.text, start
        while start < end and text[start].isspace() and (start or text[start] == "\n"):
            start += 1
        if self.old.wrapped and self.kept:
            start = self._indent(start, first, " \t")
        while end > start and text[end - 1].isspace():
            end -= 1
        if start == end:
            return
        if self.kept:
            between = self._between(self.kept[-1][1], start)
            start = self._indent(start, first, "\t") if between == "\n\n" else start
            self._put(between)
        self.kept.append((start, end))
        self.begins.append(self.length)
        self._put(text[start:end])

    def _indent(self, start: int, first: int, blanks: str) -> int:
        """Return where the line begins of which ``start`` is the first visible character, from ``first`` on.

        In the row of a table it begins at the tabs of empty cells.
        """
        while start > first and self.old.text[start - 1] in blanks:
            start -= 1
        return start

    def _between(self, end: int, start: int) -> str:
        """Return what stands between two ranges that are neighbours now: nothing but a space within a sentence."""
        text = self.old.text
        before = text[max(0, end - LOOK_BACK) : end]
        line = before.rpartition("\n")[2]
        first = text[start : start + LOOK_BACK].lstrip()
        following = text[start : start + 4 * LOOK_BACK].partition("\n")[0]
        goes_on = GOES_ON.match(first) and not ENDED.search(before) and "\t" not in line + following
        if (goes_on and (first[0].islower() or SMALL.search(before))) or self._is_broken(end, start):
            return "\n" if self.old.wrapped else "" if HYPHEN.search(before) else " "
        return "\n\n"

    def _is_broken(self, end: int, start: int) -> bool:
        """Return whether a paragraph is cut in two, and what begins with a capital is printed as its first part is.

        A long one ends without a stop; another one with a word that points to the number behind the page break.
        """
        text = self.old.text
        if POINTING.search(text, max(0, end - LOOK_BACK), end) and NUMBERED.match(text, start, start + LEAST):
            return self._look(end - 1) == self._look(start)
        if CAPITAL.match(text, start, min(len(text), start + 2 * LOOK_BACK)) is None:
            return False
        before = text[max(0, end - LEAST) : end]
        last = before.rpartition("\n")[2]
        whole = len(last) == LEAST or (self.old.wrapped and "\n\n" not in before)
        return whole and BROKEN.match(last) is not None and self._look(end - 1) == self._look(start)

    def _look(self, at: int) -> int:
        """Return how the character at an offset is printed."""
        index = bisect_right(self.old.looks, at, key=lambda run: run[0]) - 1
        return self.old.looks[index][2] if index >= 0 else 0

    def _put(self, text: str) -> None:
        self.pieces.append(text)
        self.length += len(text)

    def _cut(self, looks: Sequence[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
        for start, end, look in looks:
            span = self.start(start), self.end(end)
            if span[0] < span[1]:
                yield *span, look
