"""Find paragraphs that begin with a heading as others do: "Oil. The keeper buys it."."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import attrgetter

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import BULLET_LEVEL, Candidate
from piperoll.corpora.clauses.candidates.unmarked import BEGINS_ANY, FIELD, GAP, GAP_LENGTH, SENTENCE_BEGINS
from piperoll.corpora.clauses.words.captions import (
    BRIEF,
    FEW_WORDS,
    LONG_LINE,
    RUN_IN_BARE,
    SAYS,
    SAYS_LOUD,
    is_title,
    plain,
)
from piperoll.text.paragraphs import column_of
from piperoll.text.sentences import ABBREVIATIONS

ALIKE = 2
"""Long paragraphs that begin with a heading in the same column, from which short ones do too."""
ENDS = ".:;"
"""Last characters of a short paragraph."""
PARAGRAPH_ENDS = '.:;!?)”"'
"""Last characters of a paragraph of a page, where a line that ends otherwise is a part of one."""
IN_ROW = 3
"""Paragraphs below one heading of a page that begin with another one, from which they all do."""
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
        and (stop := _stop(text, start, end, page=False))
    ]
    return sorted([*found, *short], key=attrgetter("start")) if short else list(found)


def with_run_ins_of_page(text: str, rows: Sequence[Range], found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a page, and the headings that run into the paragraphs below another one, if several do.

    Args:
        text: the stored text.
        rows: the character ranges of the lines.
        found: the candidates of the lines, in order.
    """
    begun = {one.start for one in found}
    headings = [one for one in found if one.own_line and one.level != BULLET_LEVEL]
    heads, ended = {one.start for one in headings}, {one.end for one in headings}
    runs: list[list[Candidate]] = [[]]
    for (start, end), before in zip(rows, [(0, 0), *rows], strict=False):
        if start in heads:
            runs.append([])
        apart = text.count("\n", before[1], start) > 1 and (before[1] in ended or text[before[1] - 1] in PARAGRAPH_ENDS)
        if not apart or start in begun or end - start < LONG_LINE or not (stop := _stop(text, start, end, page=True)):
            continue
        runs[-1].append(Candidate(start, stop, caption=plain(text[start:stop]).rstrip(".")))
    more = [one for run in runs if sum(is_title(one.caption) for one in run) >= IN_ROW for one in run]
    return sorted([*found, *more], key=attrgetter("start")) if more else list(found)


def _runs_in(text: str, one: Candidate) -> bool:
    """Return whether a candidate is a heading with a stop in front of its text."""
    return one.bare and not (one.own_line or one.weak or one.ends) and text[one.end - 1] == "."


def _stop(text: str, start: int, end: int, *, page: bool) -> int:
    """Return where the heading of a paragraph ends, which is short in plain text and long on a page; 0 without one.

    Args:
        text: the stored text.
        start: offset of the first character of the paragraph.
        end: offset behind its last character.
        page: whether it is one of a page, where a few words are a heading too: "Lamps by night.".
    """
    heading = RUN_IN_BARE.match(text, start, end) or WITH_COMMAS.match(text, start, end)
    if not heading or heading[0][-1] != "." or len(heading[0]) > BRIEF or FIELD.match(heading[0]):
        return 0
    words = heading[0][:-1]
    if words.split()[-1].lower() in ABBREVIATIONS or text[end - 1] not in (PARAGRAPH_ENDS if page else ENDS):
        return 0
    titled = is_title(words)
    if page:
        titled = titled or (len(words.split()) <= FEW_WORDS and not BEGINS_ANY.match(words))
        return heading.end() if titled and not (SAYS.match(words) or SAYS_LOUD.search(words)) else 0
    behind = end - len(text[heading.end() : end].lstrip())
    return heading.end() if titled and SENTENCE_BEGINS.match(text, behind, end) else 0
