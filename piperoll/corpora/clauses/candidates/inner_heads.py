"""Find the bold headings behind the first one of a paragraph: "**A. Lamps.** They are lit. **B. Oil.** It burns"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.candidates.line_starts import at_line
from piperoll.corpora.clauses.words.captions import BRIEF, SAYS, SAYS_LOUD

INNER = re.compile(
    r"(?:(?<=[.!?:»”)])|(?<=[.:]\*\*))[ \xa0]{1,9}"
    r"(?=\*\*[^\W\d_a-zß-ÿ][^*\n]{2,100}\*\*[.:]?[ \xa0]{1,9}(?:[“\"(\[]|\*\*)?[^\W\d_a-zß-ÿ])"
)
"""Matches the blanks between the end of a sentence and bold words in front of the next one."""
NOTE = re.compile(r"(?i)(?:please )?(?:note|important|warning|attention|caution)\b")
"""Matches bold words that head no part of a text."""
STOPS = (".", ":")
READ = 400
"""Characters of a heading and of the text behind it that are read."""


def with_inner_heads(text: str, rows: Sequence[Range], found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a page, and the bold headings inside the lines that begin with one.

    Args:
        text: the stored text.
        rows: the character ranges of the lines.
        found: the candidates of the lines, in order.
    """
    heads = {one.start: one for one in found if one.bold and one.caption and not one.own_line}
    inner = [one for row in rows if row[0] in heads for one in _inside(text, row, heads[row[0]])]
    covered = {one.start for one in inner}
    kept = (one for one in found if one.start not in covered)
    return sorted([*kept, *inner], key=attrgetter("start")) if inner else list(found)


def _inside(text: str, row: Range, first: Candidate) -> Iterator[Candidate]:
    """Yield the headings of a line behind its first one: labelled, or in capitals, as that is, or short with a stop."""
    for blanks in INNER.finditer(text, first.end, row[1]):
        one = at_line(text, blanks.end(), min(row[1], blanks.end() + READ), 0, markdown=True)
        if one is None or not one.caption or (one.label is None) != (first.label is None):
            continue
        brief = len(one.caption) <= BRIEF and text[one.start : one.end + 1].rstrip("* ").endswith(STOPS)
        if NOTE.match(one.caption) or SAYS_LOUD.search(one.caption):
            continue
        loud = one.caption.isupper() and first.caption.isupper()
        if one.label or loud or (brief and not SAYS.match(one.caption)):
            yield replace(one, indent=first.indent, led=0)
