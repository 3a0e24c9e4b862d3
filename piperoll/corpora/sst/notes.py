"""Footnotes: the block at the end of a decision, and the references to them that were printed above the line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from piperoll.chunking.merge import Range
from piperoll.corpora.common.numbered import rising_run
from piperoll.corpora.sst.lines import printed
from piperoll.text.paragraphs import trim

WORD = r"(?:Footnote|Note de bas de page|Note en bas de page)"
NOTE = re.compile(rf"^[^\S\n]*{WORD}\s(\d{{1,3}})(?!\d)", re.MULTILINE)
INLINE = re.compile(rf"{WORD}\s(\d{{1,3}})(?!\d)")
BARE = re.compile(r"^[^\S\n]*(\d{1,3})[^\S\n]+(?=\S)", re.MULTILINE)
""""1 Section 18 of the Act.": a footnote that has lost its word."""
POINTS_TO = re.compile(r"\b(?:and|at|in|of|see|to|under)\s$", re.IGNORECASE)
""""… an arguable case.Footnote 2 If …"; "in Footnote 2" is a word of the sentence."""
CLOSED = (".", "!", "?", "”", '"', ")", "]", "’")


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote: its number, and its range with the word in front."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Notes:
    """The footnotes at the end of a text; ``start`` is where they begin, ``end`` where other text goes on."""

    start: int
    end: int
    notes: tuple[Note, ...] = ()

    @property
    def numbers(self) -> frozenset[int]:
        """Numbers of the footnotes that there are."""
        return frozenset(note.number for note in self.notes)


def find(text: str, after: int) -> Notes:
    """The footnotes of ``text``, which begin behind ``after``, the start of the last paragraph.

    What follows them, such as a sentence of the web site, is no footnote: of the last one only so many lines are
    taken as the longest before it has.
    """
    found = list(NOTE.finditer(text, after))
    if not found and "\n" not in text[after:].strip():
        found = list(INLINE.finditer(text, after))
    if found:
        least = min(int(one[1]) for one in found)  # references may stand before the first footnote
        first = max(index for index, one in enumerate(found) if int(one[1]) == least)
        found = found[first:]
        found = [found[index] for index in rising_run([int(one[1]) for one in found])]
    else:
        found = _bare(text, after)
    if not found:
        return Notes(len(text), len(text))
    starts = [trim(text, one.start(), one.end())[0] for one in found]
    ranges = [trim(text, start, end) for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    last = _closed(text, ranges)
    notes = tuple(Note(int(one[1]), start, end) for one, (start, end) in zip(found, [*ranges[:-1], last], strict=True))
    return Notes(starts[0], last[1], notes)


def _bare(text: str, after: int) -> list[re.Match[str]]:
    """Lines at the very end that count 1, 2, 3 …, behind a sentence that has ended."""
    found: list[re.Match[str]] = []
    for start, end in reversed(printed(text, after, len(text))):
        line = BARE.match(text, start, end)
        if not line or (found and int(line[1]) != int(found[-1][1]) - 1):
            return found[::-1] if found and int(found[-1][1]) == 1 and text.endswith(CLOSED, start, end) else []
        found.append(line)
    return []


def _closed(text: str, ranges: Sequence[Range]) -> Range:
    """The last range without the lines that are more than any range before it has."""
    start, end = ranges[-1]
    lines = printed(text, start, end)
    alone = 2 if INLINE.fullmatch(text[slice(*lines[0])]) else 1
    most = max((len(printed(text, *one)) for one in ranges[:-1]), default=alone)
    return (start, lines[most - 1][1]) if len(lines) > most else (start, end)


def references(text: str, start: int, end: int, numbers: frozenset[int]) -> list[tuple[int, int, int]]:
    """(number, start, end) of the references in a range to footnotes that there are."""
    if not numbers:
        return []
    found = (one for one in INLINE.finditer(text, start, end) if int(one[1]) in numbers)
    return [
        (int(one[1]), *one.span())
        for one in found
        if not POINTS_TO.search(text[max(start, one.start() - 8) : one.start()])
    ]


def without_references(text: str, start: int, end: int, numbers: frozenset[int]) -> str:
    """The words of a range, without the references that :func:`references` finds in it."""
    words, at = [], start
    for _, begin, stop in references(text, start, end, numbers):
        words.append(text[at:begin].rstrip() if text[begin - 1].isspace() else text[at:begin])
        at = stop
    return "".join([*words, text[at:end]]).strip()
