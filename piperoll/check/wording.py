"""Compare wordings as lawyers do: by letters, digits and signs, not by white space, quotation marks or punctuation.

"arbets-\\ngivare" is "arbetsgivare", “the ‘Act’” is 'the "Act"'. But "now here" is not "nowhere", nor "1.5" "15".
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

# a word; what stands between the digits of "1,500.25", "2010:800" and "2/3"; a sign that changes what is said
KEPT = re.compile(r"[^\W_]+|(?<=\d)[.,:/](?=\d)|[$£€¥%§]")
LINK_TARGET = re.compile(r"(?<=\]\()[^()\s]*(?:\([^()\s]*\)[^()\s]*){0,4}\)")
"""The address of a link in markdown, which no reader sees."""
LABEL = re.compile(r"(?<=[^\s\[(])\[\d{1,3}\](?!\w)|^[^\S\n]*\(?\d{1,3}(?:\.\d{1,3})*[.)](?=\s)", re.MULTILINE)
"""The mark of a footnote behind a word, and the number with which a paragraph begins: quotations leave them out."""
SOFT = re.compile(r"[*_'’()\[\]\u00ad\u200b]*(?:[-\u2010\u2011\u00ad]\s*)?[*_'’\u200b]*")
"""Text between two parts of what may be one word: a hyphen, also at the end of a line, an apostrophe, a bracket."""
SIGNS = frozenset("$£€¥%§")
NONE, MAYBE, SURE = 0, 1, 2
"""How sure it is that a word begins: "non" and "disclosure" of "non-disclosure" may be one word."""
MOST_TRIED = 1_000
"""Places at which a wording is tried in one text, the first ones: bounds the time of "a … a … a"."""
MOST_STEPS = 100_000
"""Segments of a wording that are looked for in one text, over all places: a thousand places of a hundred segments."""
NEAR = 60
"""Letters that brackets may stand for: "[the company]" replaces a few words, not a clause."""
OMITTED = 3_000
"""Letters that an ellipsis may stand for."""
# "…", "...", ". . .", "[…]", "(...)"
OMISSION = re.compile(r"[\[(]?(?:…|\.\s?\.\s?\.(?:\s?\.)?)[\])]?")
# "[t]he": a capital that was made a small letter
ADAPTED = re.compile(r"(?<!\w)\[(?P<letter>[^\W\d_])\](?=\w)")
# "[the company]", not the "[t]" of "[t]he", nor the "[1]" of a paragraph
INSERTION = re.compile(r"(?<!\w)\[[^\W\d_][^\[\]\d]{0,200}\](?!\w)")
PARTS = re.compile(rf"(?P<omission>{OMISSION.pattern})|(?P<insertion>{INSERTION.pattern})")


class Plain:
    """A text as it is compared: its letters, digits and signs in one string, with their places in the text."""

    def __init__(self, text: str, start: int = 0, end: int | None = None, *, labels: bool = True) -> None:
        self.end = len(text) if end is None else end
        patterns = (LINK_TARGET,) if labels else (LINK_TARGET, LABEL)
        hidden = {match.start(): match.end() for one in patterns for match in one.finditer(text, start, self.end)}
        ends = sorted(hidden.items())
        runs: list[str] = []
        self.at: list[int] = []
        """Where each run of letters begins in :attr:`letters`."""
        self.starts: list[int] = []
        """Where each run begins in the text."""
        self.ends: list[int] = []
        self.breaks: list[int] = []
        """Of each run, how sure it is that a word begins with it."""
        length, before, last, skip = 0, start, "", 0
        for match in KEPT.finditer(text, start, self.end):
            while skip < len(ends) and ends[skip][1] <= match.start():
                skip += 1
            if skip < len(ends) and ends[skip][0] <= match.start():
                continue
            run = match[0] if match[0].isascii() else unicodedata.normalize("NFKC", match[0])
            self.at.append(length)
            self.starts.append(match.start())
            self.ends.append(match.end())
            self.breaks.append(_break(text, before, match.start(), last, run) if runs else SURE)
            runs.append(run)
            length, before, last = length + len(run), match.end(), run
        self.letters = "".join(runs)
        self.runs = runs
        adapted = [match.start("letter") for match in ADAPTED.finditer(text, start, self.end)]
        self.free = frozenset({0, *(self.letters_in(at, at + 1)[0] for at in adapted)})
        """Letters of a quotation that may be capitals or not: the first one, and the [t] of "[t]he"."""

    @cached_property
    def lower(self) -> str:
        """Return the letters without capitals, as many as there are."""
        return "".join(low if len(low := run.lower()) == len(run) else run for run in self.runs)

    @cached_property
    def words(self) -> list[str]:
        """Return the words in lower case; a hyphen or an apostrophe does not divide one."""
        return [self.lower[a:b] for a, b in self.word_spans]

    @cached_property
    def word_spans(self) -> list[tuple[int, int]]:
        """Return where in the letters each word stands."""
        sure = [at for at, kind in zip(self.at, self.breaks, strict=True) if kind == SURE]
        return list(zip(sure, [*sure[1:], len(self.letters)], strict=True))

    def begins(self, at: int) -> int:
        """Return how sure it is that a word begins at a letter."""
        if at >= len(self.letters):
            return SURE
        place = bisect_left(self.at, at)
        return self.breaks[place] if place < len(self.at) and self.at[place] == at else NONE

    def inner(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the beginnings of words between two letters, counted from the first, with how sure they are."""
        for place in range(bisect_right(self.at, start), bisect_left(self.at, end)):
            if self.breaks[place]:
                yield self.at[place] - start, self.breaks[place]

    def place(self, letter: int) -> int:
        """Return where a letter stands in the text."""
        run = bisect_right(self.at, letter) - 1
        return min(self.starts[run] + letter - self.at[run], self.ends[run] - 1)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the text in which some letters stand."""
        last = bisect_right(self.at, end - 1) - 1
        whole = end == (self.at[last + 1] if last + 1 < len(self.at) else len(self.letters))
        return self.place(start), self.ends[last] if whole else self.place(end - 1) + 1

    def letters_in(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the letters that stand in a range of the text."""
        first, last = bisect_left(self.starts, start), bisect_left(self.starts, end)
        size = len(self.letters)
        return (
            self.at[first] if first < len(self.at) else size,
            self.at[last] if last < len(self.at) else size,
        )


def _break(text: str, start: int, end: int, last: str, run: str) -> int:
    if start == end:
        return NONE
    if SOFT.fullmatch(text, start, end):
        return MAYBE
    return MAYBE if (last in SIGNS or run in SIGNS) and text[start:end].isspace() else SURE


Join = Literal["first", "omission", "insertion"]


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a quotation that stands unbroken, with what joins it to the part before it."""

    plain: Plain
    join: Join


@dataclass(frozen=True)
class Wording:
    """A quoted wording, read as it is printed and as lawyers quote: "the […] goods [must] be" leaves words out."""

    text: str

    @cached_property
    def plain(self) -> Plain:
        """Return the wording as it is printed."""
        return Plain(self.text)

    @cached_property
    def readings(self) -> Sequence[Sequence[Segment]]:
        """Return the readings, each in segments: first the wording as it is printed."""
        literal = [Segment(self.plain, "first")]
        segments: list[Segment] = []
        at = 0
        join: Join = "first"
        for match in PARTS.finditer(self.text):
            if (part := Plain(self.text, at, match.start())).letters:
                segments.append(Segment(part, join))
                join = "insertion"
            # a part left out and a bracket behind it leave out as much as the longer one
            join = join if join in ("first", "omission") and segments == [] else _wider(join, match.lastgroup)
            at = match.end()
        if at and (part := Plain(self.text, at)).letters:
            segments.append(Segment(part, join))
        return [literal, segments] if at and segments else [literal]

    def find(self, source: Plain, start: int = 0, end: int | None = None) -> tuple[int, int] | None:
        """Return where the wording stands in a text, as a range of its letters, the first place; None: nowhere.

        Args:
            source: the text.
            start: letter of the source from which on it may begin.
            end: letter before which it must begin.
        """
        stop = len(source.letters) if end is None else end
        for reading in self.readings:
            if found := _chain(source, reading, start, stop):
                return found
        return None


def _wider(before: str, now: str | None) -> Join:
    return "omission" if "omission" in (before, now) else "insertion"


def _chain(source: Plain, reading: Sequence[Segment], start: int, stop: int) -> tuple[int, int] | None:
    """Return the first place at which the segments stand one after another."""
    if not reading or not reading[0].plain.letters:
        return None
    steps = 0
    for first in _places(source, reading[0].plain, start, stop):
        if steps > MOST_STEPS:
            return None
        end = first + len(reading[0].plain.letters)
        for segment in reading[1:]:
            steps += 1
            most = end + (OMITTED if segment.join == "omission" else NEAR) + 1
            following = next(_places(source, segment.plain, end, most), None)
            if following is None:
                break
            end = following + len(segment.plain.letters)
        else:
            return first, end
    return None


def _places(source: Plain, wording: Plain, start: int, stop: int) -> Iterator[int]:
    """Yield where a wording stands word by word, beginning from ``start`` and before ``stop``."""
    wanted, size = wording.lower, len(wording.letters)
    tried, at = 0, source.lower.find(wanted, start)
    while 0 <= at < stop and tried < MOST_TRIED:
        if _same(source, wording, at, size):
            yield at
        tried += 1
        at = source.lower.find(wanted, at + 1)


def _same(source: Plain, wording: Plain, at: int, size: int) -> bool:
    """Return whether words and capitals are the same there, but for the letters that are free."""
    begin = 0
    for free in sorted({*wording.free, size}):
        if source.letters[at + begin : at + free] != wording.letters[begin:free]:
            return False
        begin = free + 1
    if not source.begins(at) or not source.begins(at + size):
        return False
    theirs, ours = dict(source.inner(at, at + size)), dict(wording.inner(0, size))
    return all(place in ours for place, kind in theirs.items() if kind == SURE) and all(
        place in theirs for place, kind in ours.items() if kind == SURE
    )
