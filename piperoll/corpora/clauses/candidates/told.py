"""Find the clauses that their first sub-clause tells: "4.1" behind "4.0 TERM", "IV - TERM" or "CLAUSE FOURTH  TERM".

Drafters print such numbers in many ways, and page numbers in front of them; "4.1" says which of them is a clause.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from piperoll.corpora.clauses.candidates.candidate import COUNTED, GAP, Candidate
from piperoll.corpora.clauses.words.captions import is_title, plain
from piperoll.corpora.clauses.words.labels import IN_WORDS, LETTERED, Label, printed_as
from piperoll.corpora.clauses.words.stops import refers

LOOK = 160
"""Characters in front of a sub-clause in which the heading of its clause is searched."""
NEAR = 3
"""Candidates in front of a sub-clause that can be its clause."""
CAPTION = r"[^\W\d_a-z][^\n.;:]{2,100}?"
RULES = " \t\xa0-_=*"
"""Characters of a rule that stands in front of a heading in the same line."""
CITES = re.compile(r"(?i)\b(?:of|in|to|by|and|or|under|with|see|section|sections|article|paragraph|clause)\W*\Z")
"""Matches words behind which a number is cited, and at the end of what is no heading."""


def told(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a text with the clauses that only their first sub-clauses tell."""
    collected: list[Candidate] = []
    for one in found:
        number = _first_of(one)
        if number and not _is_open(collected, number):
            at = collected[-1].start if collected else 0
            if own := _printed(text, number, max(0, one.start - LOOK), one.start):
                while collected and collected[-1].start >= own.start:
                    collected.pop()
                collected.append(own)
            elif at:
                _confirm(collected, number, one)
        elif number:
            _confirm(collected, number, one)
        collected.append(one)
    return collected


def _first_of(candidate: Candidate) -> int:
    """Return the number of the clause of which a candidate is the first sub-clause, "4.1"; 0 for any other."""
    label = candidate.label
    if label is None or label.family not in ("number", "section") or len(label.values) != 2 or label.values[1] != 1:
        return 0
    return label.values[0] if label.values[0] < LETTERED else 0


def _is_open(found: Sequence[Candidate], number: int) -> bool:
    """Return whether one of the last candidates is the clause with that number."""
    return any(
        one.label is not None and one.label.family in COUNTED and one.label.values == (number,) for one in found[-NEAR:]
    )


def _confirm(found: list[Candidate], number: int, first: Candidate) -> None:
    """Make the clause that stands directly over its first sub-clause one that needs no other to open."""
    last = found[-1]
    if last.label and last.label.family in COUNTED and last.label.values == (number,) and first.start - last.end <= GAP:
        found[-1] = replace(last, weak=False, delimited=True, told=True)


def _printed(text: str, number: int, start: int, end: int) -> Candidate | None:
    """Return the heading of a clause that ends right in front of ``end``; None where nothing there says its number."""
    before = text[start:end].rstrip()
    match = _heading(number).search(before)
    if match is None or not is_title(match["caption"]) or CITES.search(match["caption"]):
        return None
    at = start + match.start("label")
    own_line = not text[text.rfind("\n", 0, at) + 1 : at].strip(RULES)
    marked = match["caption"].isupper() or match["point"] or match["zero"]
    if not own_line and (refers(text, at, start) or not marked):
        return None
    label = Label("number", (str(number),), (number,))
    if match["word"] and match["word"].casefold() == "article":
        label = Label("article", (f"art{number}",), (number,))
    return Candidate(
        at,
        start + match.end("caption"),
        label,
        plain(match["caption"]),
        own_line=own_line,
        printed=plain(match["label"]),
        told=True,
    )


@cache
def _heading(number: int) -> re.Pattern[str]:
    """Return the expression of a heading with a number at the end of a text, in any of the ways it is printed."""
    words = [word for word, value in IN_WORDS.items() if value == number]
    forms = "|".join([str(number), printed_as("Aroman", number), *words, *map(str.title, words)])
    return re.compile(
        rf"(?<!\S)(?P<label>(?:(?P<word>ARTICLE|Article|SECTION|Section|CLAUSE|Clause)[ \xa0]{{1,4}})?"
        rf"(?:{forms})(?P<zero>\.0{{1,2}})?(?P<point>[.):])?)(?:\s?[-–—])?\s{{1,12}}(?![IVX]+\s?[-–—.])(?P<caption>{CAPTION})[.:]?\Z"
    )
