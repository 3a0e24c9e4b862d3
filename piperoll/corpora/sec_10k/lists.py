"""Find the lists in a text, and the words that lead to each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from piperoll.corpora.sec_10k.pieces import Part

ITEM = re.compile(r"[•●▪◦·*–—-](?![-\s]*-)|[o¨ü§Ø]\s|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s|Level\s\d\b")
"""Begins the item of a list."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list with the paragraph that leads to it; ``lead`` is the last sentence of that, "Our aims are:"."""

    start: int
    end: int
    lead: str


def lists_of(text: str, parts: Sequence[Part]) -> dict[int, Listing]:
    """Return the list of each of its items, by where the item begins.

    An item stands directly behind a paragraph that leads to it, or behind another item, under the same headings, and
    under words of its own ("Level 1:"). One
    that leads to items of its own ends the list: what stands behind these may be of either.
    """
    found: dict[int, Listing] = {}
    items: list[Part] = []
    before: Part | None = None
    for part in (*parts, Part(0, 0, ())):
        item = ITEM.match(text, part.start) is not None
        leads = bool(part.sentences) and text[part.end - 1] == ":"
        if before and item and not leads and part.sentences and _beside(part, before):
            items.append(part)
            continue
        if before and items:
            lead = " ".join(text[slice(*before.sentences[-1])].split())
            found.update(dict.fromkeys((item.start for item in items), Listing(before.start, items[-1].end, lead)))
        before = part if leads and not item else None
        items = []
    return found


def _beside(part: Part, before: Part) -> bool:
    """Return whether an item stands under the headings of what leads to it, or its first words head it alone."""
    own = not part.led and part.sentences[0][0] == part.start and part.path[:-1] == before.path
    return part.path == before.path or own
