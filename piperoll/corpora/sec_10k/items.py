"""Choose among what may be headings those that open the Items: each once, in the order of the form."""

from collections.abc import Sequence

from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.codes import ENTITLED, RANK
from piperoll.corpora.sec_10k.filing import Look
from piperoll.corpora.sec_10k.headings import Heading

FULL = 200
"""Characters up to the next heading from which a heading is one with text; in a table of contents there are few."""
SURE = 4.0
"""Score of a heading with number, title and emphasis: it opens its Item even where the Items are not in order."""
LONGEST_TITLE = 160
LEAST_TITLES = 5
"""Titles in the order of the form before they are the Items of a filing that numbers none."""


def chosen(text: str, blocks: Sequence[Block], found: Sequence[Heading]) -> list[Heading]:
    """Return the headings that open Items, in the order of the text.

    Args:
        text: the stored text.
        blocks: of the filing.
        found: what may be headings.

    Returns:
        For each Item that is found one heading; a combined heading opens several.
    """
    body = _firsts([heading for heading in found if not heading.listed])
    best = _in_order(body)
    taken = {code for heading in best for code in heading.codes}
    for heading in body:
        if heading.score >= SURE and not taken.intersection(heading.codes) and best and heading.start > best[0].start:
            best.append(heading)
            taken.update(heading.codes)
    best += _unnumbered(text, blocks, best) if best else _titles_only(text, blocks)
    return sorted(best, key=lambda heading: heading.start)


def _firsts(found: Sequence[Heading]) -> list[Heading]:
    """Return the headings without those that repeat the one before them, as running heads do."""
    firsts: list[Heading] = []
    for heading in found:
        if firsts and heading.codes == firsts[-1].codes and heading.score <= firsts[-1].score:
            continue
        firsts.append(heading)
    return firsts


def _in_order(found: Sequence[Heading]) -> list[Heading]:
    """Return the headings in the order of the form for which most speaks."""
    totals: list[float] = []
    before: list[int] = []
    last: dict[int, int] = {}
    """The best heading to come before, by the rank of its last code."""
    for index, heading in enumerate(found):
        following = found[index + 1].start if index + 1 < len(found) else heading.end + FULL
        worth = heading.score + min(1.0, (following - heading.end) / FULL) + 3.0 * (len(heading.codes) - 1)
        best, previous = 0.0, -1
        for rank, other in last.items():
            if rank < RANK[heading.codes[0]] and totals[other] > best:
                best, previous = totals[other], other
        totals.append(best + worth)
        before.append(previous)
        rank = RANK[heading.codes[-1]]
        if rank not in last or totals[index] > totals[last[rank]]:
            last[rank] = index
    chain: list[Heading] = []
    index = max(range(len(found)), key=totals.__getitem__, default=-1)
    while index >= 0:
        chain.append(found[index])
        index = before[index]
    return chain[::-1]


def _titles_only(text: str, blocks: Sequence[Block]) -> list[Heading]:
    """Return the headings of a filing that numbers none of its Items: whole titles, in the order of the form."""
    found = [
        _entitled(text, code, index, block)
        for index, block in enumerate(blocks)
        if _may_be_title(text, block)
        for code, pattern in ENTITLED.items()
        if pattern.fullmatch(text, block.start, block.end)
    ]
    best = _in_order(_firsts(found))
    return best if len(best) >= LEAST_TITLES else []


def _may_be_title(text: str, block: Block) -> bool:
    if block.end - block.start > LONGEST_TITLE or block.table >= 0 or block.look & Look.LINKED:
        return False
    return block.emphasised or text[block.start : block.end].isupper()


def _entitled(text: str, item: str, index: int, block: Block) -> Heading:
    title = " ".join(text[block.start : block.end].split()).strip(" .:")
    return Heading((item,), title, block.start, block.end, index, index, 1.0, numbered=False)


def _unnumbered(text: str, blocks: Sequence[Block], known: Sequence[Heading]) -> list[Heading]:
    """Return headings of Items that lack their number: the whole title alone, where the Item must stand."""
    added: list[Heading] = []
    known = sorted(known, key=lambda heading: heading.start)
    taken = {code for heading in known for code in heading.codes}
    for index, block in enumerate(blocks):
        if block.start <= known[0].start or not _may_be_title(text, block):
            continue
        for code, pattern in ENTITLED.items():
            if code not in taken and pattern.fullmatch(text, block.start, block.end):
                below = [one for one in known if one.start < block.start]
                above = [one for one in known if one.start > block.start]
                if RANK[below[-1].codes[-1]] < RANK[code] and (not above or RANK[code] < RANK[above[0].codes[0]]):
                    added.append(_entitled(text, code, index, block))
                    taken.add(code)
    return added
