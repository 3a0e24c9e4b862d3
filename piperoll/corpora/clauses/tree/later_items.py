"""Open the later items of a list inside a sentence: "(i) light the lamp, (ii) fill it and (iii) clean the glass".

The first one opens behind a stop or a colon; those behind a comma open only where it did.
"""

import re
from itertools import zip_longest

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.tree.inner_items import BEHIND, InnerItems
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.corpora.clauses.words.labels import Label, printed_as
from piperoll.corpora.clauses.words.phrases import Brackets
from piperoll.corpora.clauses.words.stops import BEFORE, CITED, REFERENCE, REPEATED

LONGEST = 12_000
"""Characters of an item in which the next one is searched."""
GOES_ON = re.compile(r"\s+(?:(?:and|or|of|above|below|through)\b|to \()|\s*[,;.)]|\((?!(?:[aAiI1])\)\s)")
"""Matches what stands behind a label that a sentence cites."""
NUMBER = re.compile(r"(?:\d\.\d{1,2}|\((?:[A-Za-z]{1,4}|\d{1,2})\))[ \xa0]?\Z|\bthrough\s\Z")
"""Matches the rest of a number in front of its last label: "Section 6.1 | (c)", "10.1(b) | (iii)"."""
AMONG = {
    "i": ("()aroman", 2), "v": ("()aroman", 4), "x": ("()a", 25),
    "I": ("()Aroman", 2), "V": ("()Aroman", 4), "X": ("()A", 25),
}  # fmt: skip
"""The item that tells that a letter belongs to a list of its own: "(h) … if (i) …, (ii) …", "(w) … (x) … and (y) …"."""


def open_later_items(root: Unit, items: InnerItems) -> None:
    """Open the items behind each letter in brackets that is the last one opened of its list."""
    for unit in list(root.walk()):
        children: list[Unit] = []
        for child, behind in zip_longest(unit.children, unit.children[1:]):
            children.append(child)
            if _is_last(child, behind):
                children += _later(child, items)
        unit.children = children


def _is_last(item: Unit, behind: Unit | None) -> bool:
    """Return whether an item in brackets has no next one; ``behind`` is the next unit of the same parent."""
    label = item.label
    if label is None or label.family != "letter" or not item.series.startswith("()"):
        return False
    return behind is None or (behind.series, behind.value) != (item.series, item.value + 1)


def _later(first: Unit, items: InnerItems) -> list[Unit]:
    """Return the items that stand inside the text of an item, which ends in front of them."""
    found: list[Unit] = []
    last = first
    for value, at in enumerate(_places(first, items), first.value + 1):
        text = printed_as(first.series, value)
        label = Label("letter", (text.lower(),), (), "()", text)
        end = items.text.index(")", at) + 1
        own = Candidate(at, end, label, weak=True, printed=items.text[at:end])
        unit = Unit(at, last.end, end, own, first.series, value, first.parent)
        if not _divide(last, unit):
            break
        found.append(unit)
        last = unit
    return found


def _divide(before: Unit, unit: Unit) -> bool:
    """End an item in front of the next one, which takes what opened in it; return False where more is open there."""
    at = unit.start
    kept = [child for child in before.children if child.start < at]
    inner = kept[-1] if kept else None
    while inner is not None and inner.children:
        if inner.children[-1].start > at:
            return False
        inner = inner.children[-1]
    unit.children = before.children[len(kept) :]
    before.children = kept
    for child in unit.children:
        child.parent = unit
    ending: Unit | None = before
    while ending is not None and ending.end > at:
        ending.end = at
        ending = ending.children[-1] if ending.children else None
    return True


def _places(first: Unit, items: InnerItems) -> list[int]:
    """Return where the items behind one stand in its text, in order."""
    text, at, value = items.text, first.head, first.value + 1
    end = min(first.end, first.start + LONGEST)
    cited = GOES_ON.match(text, text.index(")", first.start) + 1)  # "(i) and (ii) of that section"
    if cited or not items.places(first.series, value, at, end) or _is_of_another(first, items, end):
        return []
    found: list[int] = []
    brackets = Brackets(text, at, end)
    while place := next(
        (
            one
            for one in items.places(first.series, value, at, end)
            if not (brackets.hold(one) or is_cited(text, first.head, one))
        ),
        0,
    ):
        if items.places(first.series, 1, at, place) or _begins(text, f"({printed_as(first.series, 1)})", at, place):
            break  # the item of another list
        found.append(place)
        at, value = place + 1, value + 1
    return found


def _is_of_another(first: Unit, items: InnerItems, end: int) -> bool:
    """Return whether the next label stands in a list of its own: "(h) … if (i) …, (ii) …"."""
    series, value = AMONG.get(printed_as(first.series, first.value + 1), ("", 0))
    return (series, value) not in (("", 0), (first.series, first.value)) and bool(
        items.places(series, value, first.head, end)
    )


def _begins(text: str, label: str, start: int, end: int) -> bool:
    """Return whether a list begins in a range: its first label stands there and is not cited."""
    at = text.find(label, start, end)
    while at >= 0 and is_cited(text, start, at):
        at = text.find(label, at + 1, end)
    return at >= 0


def is_cited(text: str, start: int, at: int) -> bool:
    """Return whether a sentence cites an item at a place, or repeats a number there: "clauses (i) and | (ii) are".

    Args:
        text: the stored text.
        start: offset of the first character that is read.
        at: offset of the label.
    """
    before = text[max(start, at - BEFORE) : at]
    behind = text.index(")", at) + 1
    bare = before.rstrip()
    cited = REFERENCE.search(bare) or CITED.search(bare) or NUMBER.search(before)
    return bool(cited or GOES_ON.match(text, behind) or REPEATED.search(before))


def join_lone_firsts(root: Unit, items: InnerItems) -> None:
    """Join to its clause each "(A)" right behind a label that opened alone: "(ii) (A) a lamp, (B) oil or (C) glass"."""
    for unit in root.walk():
        first = unit.children[0] if unit.children else None
        if (
            first
            and unit.label
            and first.family == "letter"
            and first.value == 1
            and not (first.caption or unit.caption)
            and first.start - unit.head <= BEHIND
            and not any(child.series == first.series for child in unit.children[1:])
            and items.goes_on(first.series, 2, first.head, first.end)
        ):
            unit.children[:1] = first.children
            for child in first.children:
                child.parent = unit
