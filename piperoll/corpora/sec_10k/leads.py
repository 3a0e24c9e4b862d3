"""Find the words in front of a text that head it where nothing says how words are printed.

"Labor. Our keepers …" heads its paragraph where others like it stand around it.
"""

import re
from collections.abc import Iterator, Sequence

from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.signs import LEAST_LED, SMALL, VERB, is_plain_heading

LEAD = re.compile(r"(?P<name>[A-Z](?:[^.:;?!\n\t]|;(?=\s[A-Z])){2,110})(?P<stop>[.:])(?=\s{1,3}[\"“(]?[A-Z])")
"""Matches what may be such words: "Whale Oil. Our oil", "Whale Oil: Our oil", "Whale Oil; Loss of Lamps. Our oil"."""
FEWEST, FEWER = 3, 2
"""Such words below one heading before they are known to be a series, and where the unit has such a series elsewhere."""
MOST_WORDS, LONGEST = 9, 70
MOST_IN_SERIES, MOST_SMALL = 14, 4
"""Words of one between others, and of one with small letters: "Other income, net."."""
ABBREVIATED = re.compile(
    r"\b(?:[a-z]|mrs?|ms|dr|messrs|st|jr|sr|no|nos|vs?|inc|corp|co|ltd|note|see|source)\Z"
    r"|\A(?:item|exhibit|part|note|level|in|on|during|since|as of)\s",
    re.IGNORECASE,
)
"""Matches what is no name of what is told: "Philip T.", "Reef Inc.", "On May 5"."""
TOLD = re.compile(r"\s[a-z]+ed\b")
"""Matches what makes a sentence of such words: "Sales increased"."""
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
    others: dict[str, dict[int, int]] = {}
    for block in blocks:
        if match := _lead(text, block):
            found = series if _is_name(match["name"]) else others
            found.setdefault(match["stop"], {})[block.start] = match.end()
        elif block.start not in cells and is_plain_heading(text[block.start : block.end]):
            yield from _with(series, others)
            series, others = {}, {}
    yield from _with(series, others)


def _with(series: dict[str, dict[int, int]], others: dict[str, dict[int, int]]) -> Iterator[tuple[str, dict[int, int]]]:
    """Yield series, with what may be of them where they are known to be series."""
    for stop, ends in series.items():
        yield stop, ends | others.get(stop, {}) if len(ends) >= FEWEST else ends


def _lead(text: str, block: Block) -> re.Match[str] | None:
    """Return the words in front of a text that are the name of what it tells, without a verb."""
    match = LEAD.match(text, block.start, block.end) if block.table < 0 else None
    if match is None or block.end - match.end() < LEAST_LED:
        return None
    name = match["name"]
    most = MOST_SMALL if _small(name) else MOST_IN_SERIES
    again = text.startswith(f"{name} ", match.end() + 1)  # "EBITDA. EBITDA was"
    if (name.isupper() and not again) or len(name.split()) > most or name.count('"') % 2:
        return None
    return None if VERB.search(name) or PRONOUN.search(name) or ABBREVIATED.search(name) or TOLD.search(name) else match


def _is_name(name: str) -> bool:
    """Return whether words are few, and those that tell something begin with capitals."""
    return len(name) <= LONGEST and len(name.split()) <= MOST_WORDS and not _small(name)


def _small(name: str) -> list[str]:
    """Return the words with small letters, without "of" and "with"."""
    words = (word for word in name.split() if word[0].isalpha())
    return [word for word in words if not (word[0].isupper() or len(word) < 4 or word in SMALL)]
