"""Find the clause that is missing between two others: "… in Exhibit A 1.21 “Log” means", with 1.20 and 1.22 around it.

A number inside a line opens a clause where a sentence ends in front of it. Where the source has lost that end, or has
none (an address, a heading), only the numbers around it tell.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.candidates.inline import AFTER_LABEL, DEFINITION
from piperoll.corpora.clauses.words.captions import caption_at, plain
from piperoll.corpora.clauses.words.labels import LETTERED, LINE_LABEL, of_match
from piperoll.corpora.clauses.words.stops import refers

MOST = 3
"""Clauses that may be missing one behind the other."""
NEAR = 15_000
"""Characters between the clauses around them, at most."""
OPENS = r"(?=\.{0,2}(?:\s{1,9}[“\"(]?[A-Z“\"]|[“\"][A-Z]|\s{1,9}(?:\[|\(?[ai]\)\s|[a-z]|(?P=decimal)\.0?1\s)))"
"""Matches behind the number of a clause."""
STOPPED = r"(?: ?\.(?=[A-Z]{2,}[ A-Z])|\.{1,2}(?=\s{1,9}(?:[“\"(]?[A-Z“\"]|\[|\([ai]\)\s)))"
"""Matches behind a number of one part."""
ITEM = rf"(?:{STOPPED}|\.(?=\s{{1,9}}[a-z]))"
"""Matches behind the number of an item between others that have no headings."""
FIRST = r"(?P<decimal>1)(?=\.\s{1,9}[A-Z][\w ,;&’'-]{2,70}[.:]\s)"
"""Matches the number of a first clause, which has a heading."""
# "Sections 4.1 and 4.2 The", "4.1, 4.2 The", "from 4.1 to 4.2 The", "$4.2 The"
CITES = re.compile(
    r"(?:[,/$–—-]|(?<!;\s)\b(?:and|or)|\b(?:through|than|by|at|is)|\b(?i:sect?|art|para|cl|nos?|ver)\.)\s{0,9}\Z"
)
# "Part 2. The keeper", "on May 2. The keeper", "Phase 2. The lamp", "page 2. The log"
NUMBERS = re.compile(
    r"(?:\b(?i:part|chapter|title|phase|step|tier|class|series|level|stage|year|month|week|day|page|table|figure|annex|form"
    r"|type|group|option|attachment|appendix|addendum|amendment|version|volume|lot|no|number|line|question|example|note"
    r"|january|february|march|april|may|june|july|august|september|october|november|december)|[#$€£(\[])\s{0,9}\Z"
)
"""Matches in front of a number of one part that counts no clause."""
BEGINS = re.compile(r"(?:[.;:]|[;,]\s{1,9}(?:and|or|and/or)|\s)\s{1,9}\Z|\n\Z")
"""Matches in front of a number that no capital follows, where a sentence or an item ends."""
SMALL = re.compile(r"\.{0,2}\s{1,9}(?:[a-z]|\(?[ai]\)\s)")
GOES_ON = re.compile(
    r"\.{0,2}\s{1,9}(?:and|or|of|above|below|through|to|here\w+|shall|is|are|was|were|will|may|must|per|million|percent)\b"
)
"""Matches behind a number that a sentence holds."""
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
    gaps = (*_inner_gaps(found), *_outer_gaps(found), *_first_gaps(found))
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
            front = r"\.".join(label.parts[: len(outer)])
            if label.family == "section":
                front = rf"(?:Section|SECTION)\s{{1,9}}{front}"
            elif outer[0] > LETTERED:  # "G1.1.2", "M.8"
                front = rf"{front[0].upper()}(?:\.)?{front[3:]}"
            yield _Gap(before.end, one.start, tuple(rf"(?P<decimal>{front}\.0?{number}){OPENS}" for number in missing))


def _outer_gaps(found: Sequence[Candidate]) -> Iterator[_Gap]:
    """Yield the gaps between numbers of one part that follow each other, where one is missing: "2.", and "4."."""
    last = None
    for one in found:
        label = one.label
        if label and label.family == "schedule" and not one.weak:
            last = None
        elif label and label.family == "number" and len(label.values) == 1 and label.values[0] < LETTERED:
            if last and last.label and last.label.values[0] == label.values[0] - 2 and one.start - last.end <= NEAR:
                opens = STOPPED if last.caption or one.caption else ITEM
                yield _Gap(last.end, one.start, (rf"(?P<decimal>{label.values[0] - 1}){opens}",))
            last = one


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
        number = _compiled(rf"(?<![\w.]){pattern}")
        places = [match.start() for match in number.finditer(text, at, gap.end) if _opens(text, match)]
        # "14..", "1.11“Log”" have a label only here
        match = (
            LINE_LABEL.match(text, places[0], gap.end) or number.match(text, places[0]) if len(places) == 1 else None
        )
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


@lru_cache(maxsize=2_000)
def _compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern compiled: a long list of numbers leaves the same gaps again and again."""
    return re.compile(pattern)


def _opens(text: str, number: re.Match[str]) -> bool:
    """Return whether no words in front of a number make it a reference, nor those behind it."""
    at = number.start()
    start = max(0, at - BEFORE)
    if refers(text, at, start) or CITES.search(text, start, at):
        return False
    if number["decimal"].isdigit() and NUMBERS.search(text, start, at):
        return False
    at_end = number.end("decimal")
    return not SMALL.match(text, at_end) or (
        BEGINS.search(text, start, at) is not None and not GOES_ON.match(text, at_end)
    )
