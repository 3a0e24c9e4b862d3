"""Find the headings with a number that no source marks: "2.2 Ägare", like the item of a list, or "till art. 10"."""

import re
from collections.abc import Iterator, Sequence

from piperoll.corpora.se_law.blocks import Block, Kind
from piperoll.corpora.se_law.grammar import HEADING_LIMIT, ITEM, is_closed, is_heading

# "2.2 Ägare", "2. Riksåklagaren och hans kansli"
NUMBERED = re.compile(r"(?P<number>[1-9]\d?(?:\.[1-9]\d?)*)\.?[ \t]+(?=[A-ZÅÄÖ][^\n]*\Z)")
ITEM_NUMBER = re.compile(r"(?P<number>\d{1,2})[.)]?\s")
# "till art. 1 och 4.", "Till artiklarna 10, 11 och 12:": above instructions on articles of a convention
ON_ARTICLE = re.compile(r"till art(?:\.|ikel|iklarna)\s+[\dIVX]+\b[^\n;]{0,60}", re.IGNORECASE)
UNMARKED_ARTICLE = re.compile(r"Arti(?:kel|cle) (?P<number>\d{1,3})")
SHORTEST = 60
"""Characters of a sentence at least that stands below such a heading: a shorter one may be the next item."""
MARKED = 6
"""The lowest level that markdown marks."""
LOWEST = 99
"""The level of a heading that stands below all others."""


def mark(text: str, blocks: Sequence[Block]) -> None:
    """Mark as headings the lines with a number between a closed sentence, or a heading, and what they head.

    That is a heading, a provision or a sentence. A whole number is one of several, each of which is a heading: where
    one is missing, none is marked, as it would end the one before. They stand above the marked headings right below
    them, else below all that are marked.
    """
    found = list(_found(text, blocks))
    numbers = {number for _, number in found}
    if "" in numbers:
        return
    found = [(at, number) for at, number in found if number != "1" or numbers & {"2", "1.1"}]
    below = [blocks[at + 1].level for at, _ in found if blocks[at + 1].kind is Kind.HEADING and blocks[at + 1].level]
    deepest = max((number.count(".") for _, number in found), default=0)
    lowest = min(below) - 1 if below else MARKED + 1 + deepest
    levels = any(block.kind is Kind.HEADING and block.level for block in blocks)
    for at, number in found:
        blocks[at].kind = Kind.HEADING
        blocks[at].level = max(1, lowest - deepest + number.count(".")) if levels else 0


def mark_articles(text: str, blocks: Sequence[Block]) -> None:
    """Mark the number of the next article of an appendix that a converter left unmarked, where its text stands below.

    Lines that name the articles on which instructions follow are headings, below those right above them.
    """
    last: int | None = None
    for at, block in enumerate(blocks):
        if block.kind is Kind.APPENDIX:
            last = 0
        elif block.kind is Kind.ARTICLE and last is not None:
            last = int(block.number) if block.number.isdecimal() else last
        elif block.kind is Kind.TEXT and not block.level and last is not None:
            match = UNMARKED_ARTICLE.fullmatch(text, block.start, block.end)
            below = blocks[at + 1] if at + 1 < len(blocks) else block
            alone = UNMARKED_ARTICLE.fullmatch(text, below.start, below.end)  # a row of a table of articles
            if match and not alone and int(match["number"]) in (1, last + 1):
                block.kind, block.number, last = Kind.ARTICLE, match["number"], int(match["number"])
    for at, block in enumerate(blocks[1:-1], 1):
        unmarked = block.kind in (Kind.TEXT, Kind.HEADING) and not block.level
        if unmarked and blocks[at - 1].kind is not Kind.APPENDIX and ON_ARTICLE.fullmatch(text, block.start, block.end):
            block.kind, block.level = Kind.HEADING, LOWEST
            while at and blocks[at - 1].kind is Kind.HEADING and not blocks[at - 1].level:
                at -= 1
                blocks[at].level = LOWEST - 1


def is_counted(text: str, block: Block) -> bool:
    """Return whether a heading has a number: "2.2 Ägare"."""
    return NUMBERED.match(text[block.start : block.end]) is not None


def _found(text: str, blocks: Sequence[Block]) -> Iterator[tuple[int, str]]:
    """Yield the places of the numbered headings among the blocks, and their numbers; "" where one is missing."""
    last, before = 0, -2
    for at, block in enumerate(blocks[:-1]):
        if block.kind is Kind.APPENDIX:
            last = 0
        match = _number(text, block)
        if match is None or block.kind is not Kind.TEXT or block.level:
            continue
        number = match["number"]
        first = int(number.partition(".")[0])
        apart = before == at - 1 or _is_apart(text, blocks[at - 1] if at else None, blocks[at + 1], first)
        below = _number(text, blocks[at + 1])
        goes_on = first == last + 1 > 2 and not (below and below["number"] == str(first + 1))
        if apart and (goes_on or _heads(text, blocks[at + 1], number)):
            if "." in number or first in (1, last + 1):
                last, before = first, at
                yield at, number
            elif last:
                yield at, ""


def _number(text: str, block: Block) -> re.Match[str] | None:
    """Match the number of a line that can be a heading."""
    if block.end - block.start > HEADING_LIMIT:
        return None
    match = NUMBERED.match(text[block.start : block.end])
    return match if match and is_heading(text[block.start + match.end() : block.end]) else None


def _is_apart(text: str, above: Block | None, below: Block, number: int) -> bool:
    """Return whether a line with a number stands behind a heading or a closed sentence, and not behind the item before.

    Between two headings of one level, which are the rows of a list, it heads nothing that can be told.
    """
    if above is None or above.kind not in (Kind.TEXT, Kind.SECTION):
        return above is None or not (above.kind is below.kind is Kind.HEADING and above.level == below.level > 0)
    words = text[above.start : above.end]
    item = ITEM_NUMBER.match(words) if above.kind is Kind.TEXT else None
    return is_closed(words) and words[-1] != ":" and not (item and int(item["number"]) == number - 1)


def _heads(text: str, below: Block, number: str) -> bool:
    """Return whether a block can stand below a heading: a heading, a provision, a whole sentence, or its first part."""
    if below.kind is not Kind.TEXT:
        return below.kind in (Kind.HEADING, Kind.SECTION, Kind.ARTICLE)
    if (part := _number(text, below)) is not None:
        return part["number"] == f"{number}.1"
    words = text[below.start : below.end]
    return len(words) > SHORTEST and words[0].isupper() and is_closed(words) and not ITEM.match(words)
