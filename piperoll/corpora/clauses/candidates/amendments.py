"""Find the headings of the amendments that stand behind the exhibits of the contract that they amend."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.captions import plain

WORD = r"(?:[A-Z]+ )?(?:AMENDMENT|Amendment|ADDENDUM|Addendum)(?: (?:NO|No)\. ?\w+)?"
# "FIRST AMENDMENT TO THE HARBOUR AGREEMENT"
HEADING = re.compile(rf"{WORD} (?:TO|To|to) [^.;:]{{3,100}}$")
CAPITALS = r"(?:[A-Z]+\s)?AMENDMENT(?:\sNO\. ?\w+)?\s{1,3}TO\s{1,3}[A-Z][A-Z&,’'\s]{3,100}?"
# "Exhibit 2.1   AMENDMENT NO. 1 TO LAMP AGREEMENT   This Amendment"
RUNS_IN = re.compile(
    rf"(?:(?:Exhibit \d\S{{0,6}}|(?i:execution version)|{CAPITALS}|AMENDMENT NO\. ?\w+)\s{{1,9}}){{0,3}}"
    rf"(?P<heading>{CAPITALS})\s{{1,9}}(?=(?:This|THIS|AMENDMENT \(this)\s)"
)
ATTACHED = 4_000
"""Characters of the shortest contract to which an amendment is attached."""
BEGINS = frozenset("AEFST")
"""The first characters of the lines with such a heading."""
LONGEST = 500
"""Characters at the beginning of a line in which its heading ends."""
SHEET = 120
"""Characters of a sheet in front of the form of an amendment: "[See attached]"."""


def attached_amendment(text: str, row: Range) -> Candidate | None:
    """Return the heading of an amendment that is a line, or with which it begins; None for any other line."""
    start, end = row
    if start <= ATTACHED or text[start] not in BEGINS:
        return None
    if HEADING.match(text, start, end):
        return Candidate(start, end, caption=plain(text[start:end]), level=1, own_line=True)
    run_in = RUNS_IN.match(text, start, min(end, start + LONGEST))
    if run_in is None:
        return None
    return Candidate(start, run_in.end("heading"), caption=plain(run_in["heading"]), level=1, own_line=True)


def without_filing(found: Sequence[Candidate], filing: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield the candidates without the numbers of the filing, "Exhibit 2.1": an amendment may stand below one of them.

    Args:
        found: the candidates behind the first ones.
        filing: the first ones, which are the numbers of the filing.
    """
    numbers = {one.label.parts for one in filing if one.label}
    for one in found:
        if one.label is None or one.label.parts not in numbers:
            yield one
        elif one.start > ATTACHED and HEADING.match(one.caption):
            yield replace(one, label=None, printed="", level=1, own_line=True)


def names_amendment(caption: str, gap: int) -> bool:
    """Return whether a schedule is the form of an amendment that stands behind its sheet of so many characters."""
    return gap <= SHEET and "amendment" in caption.casefold()
