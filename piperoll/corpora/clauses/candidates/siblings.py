"""Find long lines that are headings because they look and begin as the heading in front of them does."""

import re
from collections.abc import Sequence
from operator import attrgetter

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, Candidate
from piperoll.corpora.clauses.words.captions import CAPTION_LENGTH, plain

LONGEST = 300
"""Characters of the longest such line."""
WORDS = 3
"""Words with which both lines begin."""
# "**For keepers in Oslo**:", "\\[For keepers in Oslo\\_\\_:"
ALONE = re.compile(r"(?:\*\*|__|\\?\[)+[^\W\d_a-zß-ÿ][^*\n]{20,290}(?:\*\*|__|\\_|\\?\])[*_\\\]]{0,6}:")
"""Matches a whole line between marks, with a colon behind them."""


def with_siblings(text: str, rows: Sequence[Range], found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates, and the lines in bold type, however long, that begin as the heading in front of them.

    "**For keepers in Oslo**:" is a heading, and so is "**For keepers in Bergen, …, Stavanger and Tromsø**:" behind it.

    Args:
        text: the stored text.
        rows: the character ranges of the lines.
        found: the candidates of the lines, in order.
    """
    headings = {one.start: one for one in found if one.level == BOLD_LEVEL and one.own_line}
    begun = {one.start for one in found}
    siblings: list[Candidate] = []
    above: Candidate | None = None
    for start, end in rows if headings else ():
        above = headings.get(start, above)
        if above is None or start in begun or not CAPTION_LENGTH < end - start <= LONGEST or text[end - 1] != ":":
            continue
        if text[above.end - 1] == ":" and ALONE.fullmatch(text, start, end):
            caption = plain(text[start:end]).strip("[]: ")
            if caption.split()[:WORDS] == above.caption.split()[:WORDS]:
                siblings.append(
                    Candidate(start, end, caption=caption, level=BOLD_LEVEL, indent=1, own_line=True, bold=True)
                )
    return sorted([*found, *siblings], key=attrgetter("start")) if siblings else list(found)
