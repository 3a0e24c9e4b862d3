"""Find the lists in a text, and the words that lead to each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from piperoll.corpora.sec_10k.pieces import Part

ITEM = re.compile(r"--\s(?=[A-Z])|[•●▪◦·*–—-](?![-\s]*-)|[o¨ü§Ø]\s|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s|Level\s\d\b")
"""Begins the item of a list."""
NUMERAL, LETTERS = re.compile(r"\d+"), re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class Listing:
    """A list with the paragraph that leads to it; ``lead`` is the last sentence of that, "Our aims are:".

    Where an item leads to a list of its own, ``lead`` of that begins with the one of the list around it.
    """

    start: int
    end: int
    lead: str


@dataclass(slots=True)
class _Open:
    """Hold a list that is read: what leads to it, how its items are marked, and these."""

    before: Part
    lead: str
    mark: str = ""
    items: list[Part] = field(default_factory=list)
    end: int = 0


def lists_of(text: str, parts: Sequence[Part]) -> dict[int, Listing]:
    """Return the list of each of its items, by where the item begins.

    An item stands directly behind a paragraph that leads to it, or behind another item, under the same headings, and
    under words of its own ("Level 1:"). One that leads to items marked otherwise opens a list in the list, up to the
    next that is marked as it is.
    """
    found: dict[int, Listing] = {}
    opened: list[_Open] = []

    def close(depth: int) -> None:
        while len(opened) > depth:
            last = opened.pop()
            listing = Listing(last.before.start, last.end, last.lead)
            found.update(dict.fromkeys((item.start for item in last.items), listing))

    for part in parts:
        leads = bool(part.sentences) and text[part.end - 1] == ":"
        item = ITEM.match(text, part.start)
        mark = LETTERS.sub("a", NUMERAL.sub("1", item[0].strip())) if item else ""
        if mark and opened:
            close(next((at + 1 for at, one in enumerate(opened) if mark == one.mark), len(opened)))
        if mark and opened and part.sentences and _beside(part, opened[-1].before):
            opened[-1].mark = opened[-1].mark or mark
            opened[-1].items.append(part)
            for one in opened:
                one.end = part.end
        else:
            close(0)
        if leads and (opened or not mark):
            said = " ".join(text[slice(*part.sentences[-1])].split())
            opened.append(_Open(part, f"{opened[-1].lead} {said}" if opened else said))
    close(0)
    return found


def _beside(part: Part, before: Part) -> bool:
    """Return whether an item stands under the headings of what leads to it, or its first words head it alone."""
    own = not part.led and part.sentences[0][0] == part.start and part.path[:-1] == before.path
    return part.path == before.path or own
