"""Find the lists in a text, and the words that lead to each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from piperoll.corpora.sec_10k.pieces import Part

ITEM = re.compile(
    r"--\s(?=[A-Z])|[•●▪◦·*–—-](?![-\s]*-)|[o¨ü§Ø]\s|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)](?:\s|(?=[A-Z$“]))"
    r"|Level\s\d\b"
)
"""Begins the item of a list: "• Lamps", "(a) Lamps", "1.Lamps"."""
MOST_BETWEEN = 6
"""Paragraphs between the beginnings of two items, at most."""
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
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
    next that is marked as it is. Of numbered items, paragraphs in front of the next number belong to the one before.
    """
    found: dict[int, Listing] = {}
    between = _between(text, parts)
    opened: list[_Open] = []

    def close(depth: int) -> None:
        while len(opened) > depth:
            last = opened.pop()
            listing = Listing(last.before.start, last.end, last.lead)
            found.update(dict.fromkeys((item.start for item in last.items), listing))

    for part in parts:
        leads = bool(part.sentences) and text[part.end - 1] == ":"
        mark = _marked(text, part)[0] or between.get(part.start, "")
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


def _marked(text: str, part: Part) -> tuple[str, str]:
    """Return how an item of a list is marked, and its number or letter: "(a)" and "c" of "(c) Lamps"; "" without."""
    item = ITEM.match(text, part.start)
    mark = item[0].strip() if item else ""
    return LETTERS.sub("a", NUMERAL.sub("1", mark)), mark.strip("().")


def _between(text: str, parts: Sequence[Part]) -> dict[int, str]:
    """Return how the items are marked between which paragraphs without a mark stand, by where each of these begins."""
    found: dict[int, str] = {}
    last: dict[str, tuple[int, str]] = {}
    for at, part in enumerate(parts):
        mark, number = _marked(text, part)
        before, label = last.get(mark, (at, ""))
        group = parts[before : at + 1]
        if label and _follows(label, number) and len(group) <= MOST_BETWEEN + 2 and _alike(group):
            found |= {one.start: mark for one in group[1:-1] if not _marked(text, one)[0]}
            last[mark] = at, number
        elif mark:
            leads = at > 0 and text[parts[at - 1].end - 1] == ":" and number in ("1", "a", "i")
            last[mark] = (at, number) if leads else (at, "")
    return found


def _alike(parts: Sequence[Part]) -> bool:
    """Return whether parts are paragraphs under the same headings."""
    return all(part.path == parts[0].path and not part.rows for part in parts)


def _follows(label: str, number: str) -> bool:
    """Return whether a number or a letter is the next one: "2" behind "1", "b" behind "a", "ii" behind "i"."""
    if label.isdigit() and number.isdigit():
        return int(number) == int(label) + 1
    if label in ROMAN and ROMAN[ROMAN.index(label) + 1 :][:1] == (number,):
        return True
    return len(label) == len(number) == 1 and ord(number) == ord(label) + 1


def _beside(part: Part, before: Part) -> bool:
    """Return whether an item stands under the headings of what leads to it, or its first words head it alone."""
    own = not part.led and part.sentences[0][0] == part.start and part.path[:-1] == before.path
    return part.path == before.path or own
