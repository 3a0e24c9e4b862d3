"""Part the lines of a title in plain text, where no blank line does: whose statement it is, its name, its unit."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from piperoll.corpora.sec_10k.blocks import OPENS, Block
from piperoll.corpora.sec_10k.signs import DANGLES, GOES_ON, MONTH, NOTES, REPORT, STATEMENT, is_plain_heading, opens
from piperoll.text.paragraphs import rows

MOST_LINES = 8
"""Lines of a title, at most."""
DAY = rf"(?:{MONTH} \d{{1,2}}(?:, (?:19|20)\d\d)?|(?:19|20)\d\d)"
UNIT = re.compile(
    r"\((?:(?:expressed|stated) )?(?:in |u\.?s\.? |dollars|amounts|unaudited|thousands|millions|000|\$)[^()]*\)\W*"
    r"|(?:as (?:of|at) |at |(?:for (?:the |each of the )?)?(?:\w+ )?(?:fiscal )?(?:years?|periods?) ended )?"
    rf"{DAY}(?:,? (?:and |to )?{DAY}){{0,5}}\W*",
    re.IGNORECASE,
)
"""Matches a line below the name of a table: "(In thousands)", "For the years ended December 31, 1999 and 1998"."""


def parted(text: str, blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks of a plain text, the lines of a title in blocks of their own.

    Args:
        text: the stored text.
        blocks: of it; a paragraph in several lines is one.

    Yields:
        The blocks in order.
    """
    for block in blocks:
        lines = list(rows(text, block.start, block.end)) if block.table < 0 else []
        if not 1 < len(lines) <= MOST_LINES or OPENS.match(text, block.start):
            yield block
            continue
        start = block.start
        for (first, end), (second, stop) in pairwise(lines):
            line, below = text[first:end], " ".join(text[second:stop].split())
            if not (_is_unit(line) or is_plain_heading(line.rstrip(".,"))):
                break
            if _ends(line, below):
                yield replace(block, start=start, end=end, lead=start)
                start = second
        yield replace(block, start=start, lead=start) if start > block.start else block


def _ends(line: str, below: str) -> bool:
    """Return whether a line of a title ends: the one below it names a statement, or says its unit or its period."""
    named = opens(below, NOTES, REPORT, STATEMENT) and is_plain_heading(below)
    goes_on = DANGLES.search(line) or (GOES_ON.match(below) and not _is_unit(below))
    return (named or _is_unit(below)) and not goes_on


def _is_unit(line: str) -> bool:
    """Return whether a line says the unit or the period of a table."""
    return UNIT.fullmatch(" ".join(line.split())) is not None
