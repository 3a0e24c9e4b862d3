"""Find the words in front of a text that head it where nothing says how words are printed.

"Labor. Our keepers …" heads its paragraph where others like it stand around it.
"""

import re
from collections.abc import Iterator, Sequence

from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.signs import LEAST_LED, SMALL, VERB, is_plain_heading

LEAD = re.compile(r"(?P<name>[A-Z][^.:;?!\n\t]{2,70})(?P<stop>[.:])(?=\s[\"“(]?[A-Z])")
"""Matches what may be such words: "Whale Oil. Our oil", "Whale Oil: Our oil"."""
FEWEST, FEWER = 3, 2
"""Such words below one heading before they are known to be a series, and where the unit has such a series elsewhere."""
MOST_WORDS = 9
ABBREVIATED = re.compile(
    r"\b(?:[a-z]|mrs?|ms|dr|messrs|st|jr|sr|no|nos|vs?|inc|corp|co|ltd|note|see|source)\Z"
    r"|\A(?:item|exhibit|part|note|level|in|on|during|since|as of)\s",
    re.IGNORECASE,
)
"""Matches what is no name of what is told: "Philip T.", "Reef Inc.", "On May 5"."""
PRONOUN = re.compile(r"\b(?:we|it|they|he|she|you|this|that|these|those)\b", re.IGNORECASE)


def leads(text: str, blocks: Sequence[Block], cells: frozenset[int]) -> dict[int, int]:
    """Return where the words end that head a paragraph, by where it begins.

    Args:
        text: the stored text.
        blocks: of a unit.
        cells: where the lines begin that are no headings.

    Returns:
        Those of series: as many with the same stop below one heading.
    """
    series = list(_series(text, blocks, cells))
    stops = {stop for stop, ends in series if len(ends) >= FEWEST}
    found: dict[int, int] = {}
    for stop, ends in series:
        if stop in stops and len(ends) >= FEWER:
            found.update(ends)
    return found


def _series(text: str, blocks: Sequence[Block], cells: frozenset[int]) -> Iterator[tuple[str, dict[int, int]]]:
    """Yield the stop of such words up to the next heading, with where they end, by where each paragraph begins."""
    series: dict[str, dict[int, int]] = {}
    for block in blocks:
        if match := _lead(text, block):
            series.setdefault(match["stop"], {})[block.start] = match.end()
        elif block.start not in cells and is_plain_heading(text[block.start : block.end]):
            yield from series.items()
            series = {}
    yield from series.items()


def _lead(text: str, block: Block) -> re.Match[str] | None:
    """Return the words in front of a text that are the name of what it tells, without a verb."""
    match = LEAD.match(text, block.start, block.end) if block.table < 0 else None
    if match is None or block.end - match.end() < LEAST_LED:
        return None
    name = match["name"]
    words = name.split()
    named = all(word[0].isupper() or len(word) < 4 or word in SMALL for word in words if word[0].isalpha())
    if not named or len(words) > MOST_WORDS or name.isupper() or name.count('"') % 2:
        return None
    return None if VERB.search(name) or PRONOUN.search(name) or ABBREVIATED.search(name) else match
