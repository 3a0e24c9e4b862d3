"""Say which Items a filing has, where each is told, and how it stands with it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from piperoll.corpora.sec_10k import crossref
from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.codes import canonical_title, part_of
from piperoll.corpora.sec_10k.filing import Filing
from piperoll.corpora.sec_10k.headings import headings
from piperoll.corpora.sec_10k.outline import PART, Outline, Unit, lay_out, with_officers
from piperoll.corpora.sec_10k.status import ItemStatus, starred, status_of, status_told
from piperoll.coverage import visible
from piperoll.model import SetAside
from piperoll.ranges import Range, union

NOTES = 6_000
"""Characters behind an Item in which the note to its title stands."""


@dataclass(slots=True)
class Layout:
    """A layout is the units of a filing in order, what is set aside, and its Items: their ranges and statuses."""

    units: list[Unit]
    set_aside: list[SetAside]
    items: dict[str, dict[str, Any]] = field(default_factory=dict)


def laid_out(filing: Filing, blocks: Sequence[Block], year: int | None) -> Layout:
    """Return the layout of a filing.

    Args:
        filing: the filing.
        blocks: of it.
        year: the fiscal year, by which the form has its titles.
    """
    if filing.items:
        outline = _given(filing, blocks)
        return Layout(outline.units, outline.set_aside, dict(_items(filing, outline.units, year)))
    outline = lay_out(filing, blocks)
    rows = lay_out(filing, blocks, len(filing.text) // 2) if _without_items(outline) else outline
    outline = rows if crossref.is_table(filing, blocks, rows) else outline
    if not crossref.is_table(filing, blocks, outline):
        return Layout(outline.units, outline.set_aside, dict(_items(filing, outline.units, year)))
    mapped, items, told = crossref.mapped(filing, blocks, outline)
    return Layout(mapped.units, mapped.set_aside, dict(_told(filing, items, told, year)))


def _without_items(outline: Outline) -> bool:
    """Return whether no heading with the number of an Item was found."""
    return not any(unit.codes and unit.numbered for unit in outline.units)


def _given(filing: Filing, blocks: Sequence[Block]) -> Outline:
    """Return the outline of a filing whose source has cut it into Items."""
    found = {heading.start: heading for heading in headings(filing.text, blocks)}
    units: list[Unit] = []
    aside: list[SetAside] = []
    for code, (start, end) in filing.items.items():
        heading = found.get(start)
        title = heading.title if heading and code in heading.codes else ""
        body = heading.end if heading and code in heading.codes else start
        units.append(Unit(f"ITEM_{code}", start, end, title, (code,), part_of(code, title), body))
        last = [block for block in blocks if start < block.start < end][-1:]
        if last and PART.fullmatch(filing.text, last[0].start, last[0].end):
            aside.append(SetAside(last[0].start, last[0].end, "part_heading"))
            units[-1].end = last[0].start
    return Outline(with_officers(filing.text, blocks, units, given=True), aside, [])


def _items(filing: Filing, units: Sequence[Unit], year: int | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the Items with their metadata."""
    ranges: dict[str, list[Range]] = {}
    first: dict[str, Unit] = {}
    for unit in units:
        for code in unit.codes:
            ranges.setdefault(code, []).append((unit.start, unit.end))
            first.setdefault(code, unit)
    statuses = _statuses(filing, first, ranges)
    for code, spans in ranges.items():
        unit = first[code]
        yield f"ITEM_{code}", _item(filing, code, unit, spans, statuses[code], year)


def _statuses(
    filing: Filing, units: Mapping[str, Unit], ranges: Mapping[str, Sequence[Range]]
) -> dict[str, ItemStatus]:
    """Return the status of each Item. One with nothing but its heading shares what is said of the next one."""
    text = filing.text
    statuses: dict[str, ItemStatus] = {}
    for code in reversed(list(ranges)):
        unit = units[code]
        body = "\n\n".join([text[unit.body : unit.end], *(text[start:end] for start, end in ranges[code][1:])])
        following = next(iter(reversed(statuses.values())), None)
        if starred(unit.title, body, text[unit.end : unit.end + NOTES]):
            statuses[code] = ItemStatus.INCORPORATED
        elif not body.strip() and following is ItemStatus.INCORPORATED and not unit.title.endswith("]"):
            statuses[code] = following
        else:
            statuses[code] = status_of(code, unit.title, body)
    return statuses


def _told(
    filing: Filing, items: Mapping[str, Unit], told: Mapping[str, str], year: int | None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the Items of a table of cross references."""
    last = max(unit.end for unit in items.values() if unit.also)
    notes = filing.text[max(0, last - NOTES) :][: 2 * NOTES]
    for code, unit in items.items():
        yield f"ITEM_{code}", _item(filing, code, unit, unit.also, status_told(unit.title, told[code], notes), year)


def _item(
    filing: Filing, own: str, unit: Unit, spans: Sequence[Range], status: ItemStatus, year: int | None
) -> dict[str, Any]:
    spans = union(spans)
    item: dict[str, Any] = {
        "title": unit.title.rstrip(" *"),
        "canonical": canonical_title(own, year),
        "part": unit.part,
        "status": str(status),
        "start": spans[0][0],
        "end": spans[-1][1],
        "characters": sum(visible(filing.text[start:end]) for start, end in spans),
    }
    if len(spans) > 1:
        item["ranges"] = [list(span) for span in spans]
    if len(unit.codes) > 1:
        item["with"] = [f"ITEM_{other}" for other in unit.codes if other != own]
    if not unit.numbered:
        item["unnumbered"] = True
    return item
