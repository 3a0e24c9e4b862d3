"""Find the short paragraphs of plain text that begin with a heading as long ones do: "Oil. The keeper buys it."."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import attrgetter

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.candidates.unmarked import FIELD, GAP, GAP_LENGTH, SENTENCE_BEGINS
from piperoll.corpora.clauses.words.captions import BRIEF, RUN_IN_BARE, is_title, plain
from piperoll.text.paragraphs import column_of
from piperoll.text.sentences import ABBREVIATIONS

ALIKE = 2
"""Long paragraphs that begin with a heading in the same column, from which short ones do too."""
ENDS = ".:;"
_WORD = r"(?:(?:and|or|of|for|to|the|in|on|with|by|&) )*[A-Z][\w’'/&-]*"
WITH_COMMAS = re.compile(rf"(?=[A-Z][^.:;\n]{{2,58}}\.){_WORD}(?: {_WORD})*,(?:,? {_WORD})+\.(?=\s{{1,2}}[\"“(A-Z])")
"""Matches a heading of several words with commas: "Lamps, Oil, and Glass."."""


def with_short_run_ins(text: str, paragraphs: Mapping[int, int], found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates, and the headings with a stop that run into a short paragraph, where long ones have such.

    Args:
        text: the stored text.
        paragraphs: where each paragraph ends, by the start of its first line.
        found: the candidates of the lines, in order.
    """
    columns = Counter(column_of(text, one.start) for one in found if _runs_in(text, one))
    if columns.total() < ALIKE:
        return list(found)
    begun = {one.start for one in found}
    short = [
        Candidate(start, stop, caption=plain(text[start:stop]).rstrip("."))
        for start, end in paragraphs.items()
        if start not in begun
        and columns[column_of(text, start)] >= ALIKE
        and GAP.search(text, max(0, start - GAP_LENGTH), start)
        and (stop := _stop(text, start, end))
    ]
    return sorted([*found, *short], key=attrgetter("start")) if short else list(found)


def _runs_in(text: str, one: Candidate) -> bool:
    """Return whether a candidate is a heading with a stop in front of its text."""
    return one.bare and not (one.own_line or one.weak or one.ends) and text[one.end - 1] == "."


def _stop(text: str, start: int, end: int) -> int:
    """Return where the heading of a short paragraph ends; 0 without one."""
    heading = RUN_IN_BARE.match(text, start, end) or WITH_COMMAS.match(text, start, end)
    if not heading or heading[0][-1] != "." or len(heading[0]) > BRIEF or FIELD.match(heading[0]):
        return 0
    if not is_title(heading[0]) or heading[0][:-1].split()[-1].lower() in ABBREVIATIONS or text[end - 1] not in ENDS:
        return 0
    behind = end - len(text[heading.end() : end].lstrip())
    return heading.end() if SENTENCE_BEGINS.match(text, behind, end) else 0
