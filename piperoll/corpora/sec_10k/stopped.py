"""Find the headings that end in a full stop where nothing says how words are printed: "Sales of Lamps."."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.signs import is_plain_heading

LEAST_BELOW = 150
"""Characters of the paragraph below such a heading."""
FEWEST_SHOUTED = 5
"""Words of a heading that is longer than others, in capitals."""
LONGEST_SHOUTED = 220
NO_HEADING = re.compile(
    r"(?!the\s\w+\.\Z).*\b(?:inc|incorporated|ltd|limited|llc|l\.?p|plc|corp|corporation|co|company|n\.a|s\.a|jr|sr)\.\Z"
    r"|schedule\s|\(?\d{1,2}[.)]\s|item\s",
    re.IGNORECASE,
)
"""Matches names of companies, but not "The Company.", schedules, and the items of lists."""


def stopped(text: str, blocks: Sequence[Block], cells: frozenset[int]) -> Iterator[int]:
    """Yield where the lines begin that are headings but for the stop at their end, over a paragraph of some length.

    Args:
        text: the stored text.
        blocks: of a unit.
        cells: where the lines begin that are no headings.
    """
    for block, following in pairwise(blocks):
        long = following.end - following.start >= LEAST_BELOW and block.end - block.start <= LONGEST_SHOUTED
        if not long or text[block.end - 1] != "." or block.start in cells or text[following.start].islower():
            continue
        words = text[block.start : block.end]
        named = is_plain_heading(words[:-1]) and " " in words
        shouted = words.isupper() and len(words.split()) >= FEWEST_SHOUTED
        if (named or shouted) and not NO_HEADING.match(words):
            yield block.start
