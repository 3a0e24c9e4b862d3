"""Map the sections of a filing to Items where it has no headings of Items, but a table of cross references.

The table says on which pages each Item is told: "Item 1. Business 4-6, 7-13, 78-80". Pages of several Items belong to
the one whose heading stands over them; each Item keeps all of its ranges.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.codes import ENTITLED, TITLED
from piperoll.corpora.sec_10k.filing import Filing
from piperoll.corpora.sec_10k.outline import Outline, Unit
from piperoll.ranges import Range

LEAST_ITEMS = 8
"""Items in a table of cross references, at least."""
LEAST_TABLE_SHARE = 0.8
BODY_SHARE = 0.08
"""Of the text, what stands between the headings of Items in a table of cross references; elsewhere most of it does."""
MOST_RANGES = 50
"""Ranges of pages of one Item; eight are seen."""
PAGES = re.compile(r"(?<![\w.])(\d{1,3})(?:\s?[-–—]\s?(\d{1,3}))?(?![\w%])")
"""A page, or pages: "27-36"."""

AFTER_ROWS = re.compile(r"\n\n|\n\W*(?:signatures?|part\s[ivx]{1,4})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Span:
    """Hold one range of an Item; ``headed``: a heading with the title of the Item stands over it."""

    code: str
    start: int
    end: int
    headed: bool


def is_table(filing: Filing, blocks: Sequence[Block], outline: Outline) -> bool:
    """Return whether the Items of an outline are the rows of a table of cross references.

    Args:
        filing: the filing.
        blocks: of it.
        outline: of it, by its headings.

    Returns:
        True where hardly any text stands between the Items, and most of them in tables.
    """
    items = [unit for unit in outline.units if unit.codes]
    tables = {block.start for block in blocks if block.table >= 0}
    rows = [unit for unit in items if unit.start in tables]
    told = sum(unit.end - unit.start for unit in items[:-1])
    few = told < BODY_SHARE * len(filing.text)
    return len(items) >= LEAST_ITEMS and few and len(rows) >= LEAST_TABLE_SHARE * len(items) and len(filing.pages) > 1


def mapped(
    filing: Filing, blocks: Sequence[Block], outline: Outline
) -> tuple[Outline, dict[str, Unit], dict[str, str]]:
    """Return the outline by the table, the Items with all their ranges, and what the table says of each.

    Args:
        filing: the filing.
        blocks: of it.
        outline: that takes the rows of the table for Items.
    """
    text = filing.text
    rows = [unit for unit in outline.units if unit.codes]
    table = rows[0].start, rows[-1].end
    told = {row.codes[0]: text[row.start : _row_end(text, row)] for row in rows}
    pages = {row.codes[0]: _pages(told[row.codes[0]], row.title) for row in rows}
    pages = _ended(pages)
    spans: list[_Span] = []
    items: dict[str, Unit] = {}
    for row in rows:
        code = row.codes[0]
        found = list(_spans(filing, blocks, code, pages[code], table[0]))
        spans += found
        ranges = sorted((span.start, span.end) for span in found) or [(row.start, _row_end(text, row))]
        first, last = ranges[0][0], ranges[-1][1]
        items[code] = Unit(row.path, first, last, row.title, row.codes, row.part, first, also=ranges)
    return Outline(list(_units(outline, spans, table, items)), outline.set_aside, outline.found), items, told


def _row_end(text: str, row: Unit) -> int:
    """Return the end of the row of an Item, without what stands behind the table, or below the last Item in it."""
    after = AFTER_ROWS.search(text, row.start, row.end)
    return after.start() if after else row.end


def _ended(pages: Mapping[str, Sequence[Range]]) -> dict[str, list[Range]]:
    """Return the pages with their last ones. Where no row has a last page, an Item reaches to the next one."""
    if any(last for ranges in pages.values() for _, last in ranges):
        return {code: [(first, last or first) for first, last in ranges] for code, ranges in pages.items()}
    firsts = sorted({first for ranges in pages.values() for first, _ in ranges})
    after = dict(pairwise(firsts))
    return {
        code: [(first, max(first, after.get(first, first) - 1)) for first, _ in ranges]
        for code, ranges in pages.items()
    }


def _pages(words: str, title: str) -> list[Range]:
    """Return the pages that a row names, each with the last one; 0 where it names only the first."""
    ranges: list[Range] = []
    for line in words.split("\n"):
        for cell in line.lstrip("\t").split("\t")[1:]:
            if cell.strip(" .") not in title:
                ranges += [(int(match[1]), int(match[2] or 0)) for match in PAGES.finditer(cell)]
    return [pages for pages in ranges if not pages[1] or pages[0] <= pages[1]][:MOST_RANGES]


def _spans(filing: Filing, blocks: Sequence[Block], item: str, pages: Sequence[Range], end: int) -> Iterator[_Span]:
    """Yield the ranges of pages in the text; one begins at the heading of the Item on its first page, if it is
    there."""
    starts = sorted(filing.pages.values())
    for first, last in pages:
        if first not in filing.pages:
            continue
        begin = filing.pages[first]
        stop = min(_after(starts, filing.pages.get(last, begin), end), end)
        page_end = _after(starts, begin, end)
        on_page = (block for block in blocks if begin <= block.start < page_end)
        heading = next((block.start for block in on_page if _headed(filing.text, block, item)), None)
        if begin < stop:
            yield _Span(item, begin if heading is None else heading, stop, heading is not None)


def _after(starts: Sequence[int], at: int, end: int) -> int:
    """Return where the page behind one that begins at an offset begins."""
    index = bisect_right(starts, at)
    return starts[index] if index < len(starts) else end


def _headed(text: str, block: Block, item: str) -> bool:
    if block.end - block.start > 160 or not (block.emphasised or text[block.start : block.end].isupper()):
        return False
    return bool(
        ENTITLED[item].fullmatch(text, block.start, block.end) or TITLED[item].match(text, block.start, block.end)
    )


def _units(outline: Outline, spans: Sequence[_Span], table: Range, items: Mapping[str, Unit]) -> Iterator[Unit]:
    """Yield the units in order: each stretch belongs to the Item over which the last heading stands."""
    bounds = sorted({0, table[0], *(span.start for span in spans), *(span.end for span in spans)})
    current: Unit | None = None
    for start, end in pairwise(bounds):
        inside = [span for span in spans if span.start <= start < span.end]
        headed = [span for span in inside if span.headed]
        best = max(headed, key=lambda span: span.start, default=None) or max(
            inside, key=lambda span: span.end - span.start, default=None
        )
        code = best.code if best else ""
        path = f"ITEM_{code}" if code else "COVER" if start == 0 else "REPORT"
        if current is not None and current.path == path:
            current.end = end
            continue
        if current is not None:
            yield current
        item = items.get(code)
        current = Unit(
            path, start, end, item.title if item else "", (code,) if code else (), item.part if item else "", start
        )
    if current is not None:
        yield current
    yield Unit("CROSS_REFERENCES", *table, "Cross-reference index", body=table[0])
    yield from (unit for unit in outline.units if unit.start >= table[1])
