"""Find the headings of clauses that stand at the end of a line, behind a paragraph: "… is paid. 6. OIL" above the text.

A number inside a line opens a clause only where it is the next one of an open series. Where the heading of each clause
stands behind the text of the one before it, the series is not open: the headings themselves make it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from piperoll.corpora.clauses.candidates.candidate import GAP, Candidate
from piperoll.corpora.clauses.words.captions import is_title

LEAST = 3
"""Headings of the shortest series."""
MOST_MISSING = 2
"""Headings of a series that may be missing between two."""
HIGHEST = 99
"""The highest number of a clause."""


def with_stranded(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a text; a heading at the end of a line that counts on in the main series opens a clause.

    Each schedule has a series of its own.
    """
    told = {index for part in _parts(found) for index in _series(text, found, part)}
    return [replace(one, weak=False, told=True) if index in told else one for index, one in enumerate(found)]


def _parts(found: Sequence[Candidate]) -> Iterator[range]:
    """Yield the indices of the candidates in front of the schedules, and in each of them."""
    begin = 0
    for index, one in enumerate(found):
        if one.label and one.label.family == "schedule" and not one.weak:
            yield range(begin, index)
            begin = index
    yield range(begin, len(found))


def _series(text: str, found: Sequence[Candidate], part: range) -> list[int]:
    """Return the indices of the stranded headings in the longest series of headings with numbers that rise."""
    best: dict[int, tuple[int, int]] = {}
    """The length of the longest series that ends in a number, and the index of its last heading."""
    before: dict[int, int] = {}
    longest = (0, -1)
    for index in part:
        one = found[index]
        if not (_is_heading(one) and one.label):
            continue
        if one.weak and not _is_stranded(text, found, index):
            continue
        value = one.label.values[0]
        length, last = max((best.get(value - 1 - gap, (0, -1)) for gap in range(MOST_MISSING + 1)), key=_length)
        before[index] = last
        best[value] = (length + 1, index)
        longest = max(longest, best[value], key=_length)
    length, index = longest
    series: list[int] = []
    while index >= 0 and length >= LEAST:
        series.append(index)
        index = before[index]
    return [index for index in series if found[index].weak]


def _length(series: tuple[int, int]) -> int:
    return series[0]


def _is_heading(one: Candidate) -> bool:
    """Return whether a candidate is a number with a title: "6. Oil of Lamps"."""
    label = one.label
    return (
        label is not None
        and label.family == "number"
        and len(label.values) == 1
        and 0 < label.values[0] <= HIGHEST
        and not one.definition
        and one.printed.endswith(".")
        and is_title(one.caption)
    )


def _is_stranded(text: str, found: Sequence[Candidate], index: int) -> bool:
    """Return whether a heading inside a line is the end of it, or stands in front of "(a)", or is in capitals."""
    one = found[index]
    rest, line_end, _ = text[one.end : one.end + GAP].partition("\n")
    if not rest.strip(" .:\xa0") and (line_end or one.end + GAP >= len(text)):
        return True
    after = found[index + 1] if index + 1 < len(found) else None
    first = after is not None and after.label is not None and after.label.parts[-1:] == ("a",)
    return one.caption.isupper() or (first and after is not None and after.start - one.end <= GAP)
