"""Read judgments in text without blank lines: there a heading is the line above a number, not a paragraph."""

import re
from collections.abc import Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.hk_cases import roles
from piperoll.corpora.hk_cases.header import kind_of
from piperoll.corpora.hk_cases.short_lines import heading_like, names_judge
from piperoll.corpora.hk_cases.source import Mark
from piperoll.text.paragraphs import paragraphs, rows

LEAST = 3
"""Numbered paragraphs from which a text shows that it has no blank lines."""
MARKS_PER_BLOCK = 4
"""Numbered paragraphs between two blank lines, at least."""
# "I. Introduction", "A.  Overview", "(1) The claim": the first of a series
FIRST = re.compile(r"\(?(?:1|I|A|a|i)[.)]\s+(?=[A-Z])")
ANNOUNCES = " delivered by"


def is_dense(text: str, marks: Sequence[Mark]) -> bool:
    """Return whether the numbered paragraphs of a text have no blank lines between them, or hardly any.

    Args:
        text: the stored text.
        marks: its numbered paragraphs.
    """
    numbered = [mark.start for mark in marks if mark.number]
    if len(numbered) < LEAST:
        return False
    blocks = sum(1 for _ in paragraphs(text, numbered[0], numbered[-1]))
    return blocks == 1 or MARKS_PER_BLOCK * blocks <= len(numbered)


def last_in_lines(text: str, blocks: Sequence[Range], number: int) -> Sequence[Range]:
    """Return the blocks in front of a number at the start of a line, the last one in its lines.

    Args:
        text: the stored text.
        blocks: character ranges of its paragraphs, in order.
        number: offset of the number.
    """
    if not blocks or "\n" not in text[blocks[-1][1] : number]:
        return blocks
    return [*blocks[:-1], *rows(text, *blocks[-1])]


def headings_below_title(text: str, head: Range) -> int:
    """Return where the headings of the first paragraph begin, in a head without blank lines.

    Court and parties are short lines, too: a heading is one that names a role, a judge, or the first of a series.

    Args:
        text: the stored text.
        head: the character range of the last paragraph of the head.
    """
    begin = head[1]
    for start, end in reversed(list(rows(text, *head))):
        line = text[start:end]
        opens = FIRST.match(line) or roles.named(line) or names_judge(line) or line.endswith(ANNOUNCES)
        if not opens or not (heading_like(line) or names_judge(line)) or kind_of([line]):
            break
        begin = start
    return begin
