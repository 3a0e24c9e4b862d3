"""Find the footnotes at the end of a decision, and the references to them in the text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from piperoll.chunking.merge import Range
from piperoll.corpora.common.numbered import rising_run
from piperoll.corpora.sst.lines import printed
from piperoll.text.paragraphs import trim

WORD = r"(?:Footnote|Note (?:de|en) bas (?:de )?page)"
NOTE = re.compile(rf"^[^\S\n]*{WORD}\s(\d{{1,3}})(?!\d)", re.MULTILINE)
INLINE = re.compile(rf"{WORD}\s(\d{{1,3}})(?!\d)")
BARE = re.compile(r"^[^\S\n]*(\d{1,3})[^\S\n]+(?=\S)", re.MULTILINE)
""""1 Section 18 of the Act.": a footnote without the word "Footnote"."""
TITLE = re.compile(
    r"(?<=\n)[^\S\n]*(?:Footnotes?|(?:End)?notes|Notes? (?:de|en) bas (?:de )?page)[^\S\n]*:?\s*\Z", re.IGNORECASE
)
""""Footnotes", alone on the line above the first of them."""
POINTS_TO = re.compile(r"\b(?:and|at|in|of|see|to|under)\s$", re.IGNORECASE)
""""… an arguable case.Footnote 2 If …" is a reference; "in Footnote 2" belongs to the sentence."""
LONGEST_TITLE = 80
"""Characters of the line above the footnotes, with the white space around it."""
CLOSED = (".", "!", "?", "”", '"', ")", "]", "’")


@dataclass(frozen=True, slots=True)
class Note:
    """Hold the number of a footnote and its range, with the word "Footnote" in front."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Notes:
    """Hold the footnotes at the end of a text; they begin at ``start``, and at ``end`` other text goes on."""

    start: int
    end: int
    notes: tuple[Note, ...] = ()

    @property
    def numbers(self) -> frozenset[int]:
        """Return the numbers of the footnotes."""
        return frozenset(note.number for note in self.notes)


def find(text: str, after: int) -> Notes:
    """Return the footnotes of ``text``; they begin after ``after``, the start of the last paragraph.

    Other text may follow them, such as a sentence of the web site. So the last footnote gets no more lines than the
    longest footnote before it.
    """
    matches = list(NOTE.finditer(text, after))
    if not matches and "\n" not in text[after:].strip():
        matches = [match for match in INLINE.finditer(text, after) if text[match.start() - 1].isspace()]
    if matches:
        least = min(int(match[1]) for match in matches)  # references may stand before the first footnote
        first = max(index for index, match in enumerate(matches) if int(match[1]) == least)
        matches = matches[first:]
        matches = [matches[index] for index in rising_run([int(match[1]) for match in matches])]
    else:
        matches = _bare(text, after)
    if not matches:
        return Notes(len(text), len(text))
    starts = [trim(text, match.start(), match.end())[0] for match in matches]
    ranges = [trim(text, start, end) for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    last = _closed(text, ranges)
    notes = tuple(
        Note(int(match[1]), start, end) for match, (start, end) in zip(matches, [*ranges[:-1], last], strict=True)
    )
    return Notes(starts[0], last[1], notes)


def title(text: str, after: int, before: int) -> Range | None:
    """Return the range of the line that announces the footnotes.

    Args:
        text: the stored text.
        after: where the last paragraph begins.
        before: where the first footnote begins.

    Returns:
        The range without white space; None where no such line stands above the footnotes.
    """
    begin = max(after, before - LONGEST_TITLE)
    line = TITLE.search(text, begin, before) if before < len(text) else None
    return trim(text, *line.span()) if line else None


def _bare(text: str, after: int) -> list[re.Match[str]]:
    """Return the lines at the very end that count 1, 2, 3 … after a closed sentence."""
    matches: list[re.Match[str]] = []
    for start, end in reversed(printed(text, after, len(text))):
        line = BARE.match(text, start, end)
        if not line or (matches and int(line[1]) != int(matches[-1][1]) - 1):
            return matches[::-1] if matches and int(matches[-1][1]) == 1 and text.endswith(CLOSED, start, end) else []
        matches.append(line)
    return []


def _closed(text: str, ranges: Sequence[Range]) -> Range:
    """Return the last range, cut to the number of lines of the longest range before it."""
    start, end = ranges[-1]
    lines = printed(text, start, end)
    minimum = 2 if INLINE.fullmatch(text[slice(*lines[0])]) else 1
    most = max((len(printed(text, *earlier)) for earlier in ranges[:-1]), default=minimum)
    return (start, lines[most - 1][1]) if len(lines) > most else (start, end)


def references(text: str, start: int, end: int, numbers: frozenset[int]) -> list[tuple[int, int, int]]:
    """Return the references to footnotes in ``text[start:end]``.

    Args:
        text: the stored text.
        start: where the range begins.
        end: where it ends.
        numbers: numbers of the footnotes of the document.

    Returns:
        (number, start, end) of each reference.
    """
    if not numbers:
        return []
    matches = (match for match in INLINE.finditer(text, start, end) if int(match[1]) in numbers)
    return [
        (int(match[1]), *match.span())
        for match in matches
        if not POINTS_TO.search(text[max(start, match.start() - 8) : match.start()])
    ]


def without_references(text: str, start: int, end: int, numbers: frozenset[int]) -> str:
    """Return ``text[start:end]`` without its references to footnotes.

    Args:
        text: the stored text.
        start: where the range begins.
        end: where it ends.
        numbers: numbers of the footnotes of the document.

    Returns:
        The text without white space at either end.
    """
    words, at = [], start
    for _, begin, stop in references(text, start, end, numbers):
        words.append(text[at:begin].rstrip() if text[begin - 1].isspace() else text[at:begin])
        at = stop
    return "".join([*words, text[at:end]]).strip()
