"""Find the clause that is missing between two others: "… in Exhibit A 1.21 “Log” means", with 1.20 and 1.22 around it.

A number inside a line opens a clause where a sentence ends in front of it. Where the source has lost that end, or has
none (an address, a heading), only the numbers around it tell.
"""

import re
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.candidates.inline import AFTER_LABEL, DEFINITION
from piperoll.corpora.clauses.words.captions import caption_at, plain
from piperoll.corpora.clauses.words.labels import LINE_LABEL, of_match
from piperoll.corpora.clauses.words.stops import refers

MOST = 3
"""Clauses that may be missing one behind the other."""
NEAR = 15_000
"""Characters between the clauses around them, at most."""
OPENS = r"(?=\.?\s{1,9}[“\"(]?[A-Z“\"])"
FIRST = r"1(?=\.\s{1,9}[A-Z][\w ,;&’'-]{2,70}[.:]\s)"
"""Matches the number of a first clause, which has a heading."""
# "Sections 4.1 and 4.2 The", "4.1, 4.2 The", "from 4.1 to 4.2 The", "$4.2 The"
CITES = re.compile(r"(?:[,/$–—-]|(?<!;\s)\b(?:and|or)|\b(?:through|than|by|at|is))\s{0,9}\Z")
BEFORE = 20
"""Characters in front of a number that are read."""


class _Gap(NamedTuple):
    """A gap in which clauses are missing."""

    start: int
    end: int
    labels: tuple[str, ...]
    """Patterns of their labels, in order."""


def with_missed(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a text, with those that stand where the numbers around them leave a gap."""
    gaps = (*_inner_gaps(found), *_first_gaps(found))
    missed = [one for gap in gaps for one in _in_gap(text, gap)]
    return sorted([*found, *missed], key=attrgetter("start")) if missed else list(found)


def _inner_gaps(found: Sequence[Candidate]) -> Iterator[_Gap]:
    """Yield the gaps between decimal numbers that follow each other in a clause, where one or few are missing."""
    last: dict[tuple[int, ...], Candidate] = {}
    for one in found:
        label = one.label
        if label is None or label.family not in ("number", "section") or len(label.values) < 2:
            continue
        *outer, value = label.values
        before = last.get(tuple(outer))
        last[tuple(outer)] = one
        if before is None or before.label is None or before.label.family != label.family:
            continue
        missing = range(before.label.values[-1] + 1, value)
        if 0 < len(missing) <= MOST and one.start - before.end <= NEAR:
            front = (r"(?:Section|SECTION)\s{1,9}" if label.family == "section" else "") + r"\.".join(map(str, outer))
            yield _Gap(before.end, one.start, tuple(rf"{front}\.0?{number}{OPENS}" for number in missing))


def _first_gaps(found: Sequence[Candidate]) -> Iterator[_Gap]:
    """Yield the gaps between the heading of a schedule and its clause 2, where no number stands between them."""
    begin = -1
    for one in found:
        label = one.label
        if label and label.family == "schedule" and not one.weak:
            begin = one.end
        elif label and label.family == "number" and len(label.values) == 1:
            if begin >= 0 and label.values == (2,) and one.caption and one.start - begin <= NEAR:
                yield _Gap(begin, one.start, (FIRST,))
            begin = -1


def _in_gap(text: str, gap: _Gap) -> Iterator[Candidate]:
    """Yield the clauses in a gap, up to one that does not stand there once."""
    at = gap.start
    for pattern in gap.labels:
        number = re.compile(rf"(?<![\w.]){pattern}")
        places = [match.start() for match in number.finditer(text, at, gap.end) if _opens(text, match.start())]
        match = LINE_LABEL.match(text, places[0], gap.end) if len(places) == 1 else None
        label = of_match(match) if match else None
        if match is None or label is None:
            return
        behind = AFTER_LABEL.match(text, match.end(), gap.end)
        begin, end = behind.end() if behind else match.end(), text.find("\n", match.end(), gap.end)
        end = end if end >= 0 else gap.end
        defined = DEFINITION.match(text, begin, end)
        caption, at = (
            (plain(defined["term"]), defined.end())
            if defined
            else caption_at(text, begin, end, marked=False, bold=False, labelled=True)
        )
        at, printed = max(at, match.end()), plain(match[0])
        yield Candidate(places[0], at, label, caption, weak=True, definition=defined is not None, printed=printed)


def _opens(text: str, at: int) -> bool:
    """Return whether no word in front of a number makes it a reference."""
    start = max(0, at - BEFORE)
    return not (refers(text, at, start) or CITES.search(text, start, at))
