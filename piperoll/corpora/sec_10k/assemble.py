"""Make the document of a filing: chunks of sentences under their headings, tables, and what is set aside."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal

from piperoll.chunking.merge import CAP, cap
from piperoll.chunking.paths import UniquePaths
from piperoll.corpora.sec_10k.blocks import Block, blocks_of
from piperoll.corpora.sec_10k.captions import shortened
from piperoll.corpora.sec_10k.cover import Identity
from piperoll.corpora.sec_10k.facts import facts_of
from piperoll.corpora.sec_10k.filing import Filing
from piperoll.corpora.sec_10k.layout import Layout, laid_out
from piperoll.corpora.sec_10k.outline import Unit
from piperoll.corpora.sec_10k.pieces import Part, followed, parts_of
from piperoll.corpora.sec_10k.series import end_series
from piperoll.corpora.sec_10k.signs import LONGEST_PLAIN, Orders
from piperoll.corpora.sec_10k.titles import parted
from piperoll.corpora.sec_10k.windows import Window, Windowing, common
from piperoll.model import HEADER_SEPARATOR, Chunk, Document, SetAside, Status
from piperoll.ranges import Range, gaps
from piperoll.text.tokens import estimate

Embedded = Literal["window", "sentence"]
COVER, FRONT, RISKS = "COVER", "FRONT_MATTER", "ITEM_1A"
FEW = 3
"""Characters behind the last words of a cover's entry where its text is in the next line."""
LAST_ON_COVER = re.compile(
    r"^[^\w\n]{0,60}(?:(?:documents\s+incorporated|incorporation)\s+by\s+reference|indicate\s+by\s+check\s+mark"
    r"|applicable\s+only\s+to|(?:indicate|state)\s+the\s+(?:number\s+of|aggregate))",
    re.IGNORECASE | re.MULTILINE,
)
"""Matches the last entries of a cover. Large print in front of them, as "FORM 10-K" or the address, is no heading."""
NAMES = {
    COVER: "Cover page",
    FRONT: "Front matter",
    "CROSS_REFERENCES": "Cross-reference index",
}
NAMES |= {f"PART_{number}": f"Part {number}" for number in ("I", "II", "III", "IV")}


def assemble(filing: Filing, identity: Identity, name: str, embed: Embedded, limit: int) -> Document:
    """Return the document of a filing.

    Args:
        filing: its text, without the furniture of its pages.
        identity: whose it is.
        name: of the file, the key of a filing that does not say whose it is.
        embed: whether a chunk is a window of sentences, or one.
        limit: tokens of a window, at most.
    """
    blocks = blocks_of(filing)
    blocks = list(parted(filing.text, blocks)) if filing.wrapped else blocks
    layout = laid_out(filing, blocks, identity.fiscal_year)
    key = identity.key or name
    title = f"{identity.company or name} 10-K {identity.fiscal_year or ''}".strip()
    aside = [*layout.set_aside, *filing.set_aside]
    cutting = _Cutting(filing, title, identity.company or "", embed, limit)
    cutting.windowing.aside = sorted(part.start for part in layout.set_aside)
    for unit in layout.units:
        cutting.take(unit, _blocks_in(blocks, unit, layout.set_aside))
    chunks = cutting.chunks
    aside += _left(filing.text, chunks, aside)
    return Document(
        key,
        title,
        "SEC_10K",
        Status.CHUNKED if chunks else Status.NO_BODY,
        filing.text,
        chunks,
        sorted(aside, key=lambda part: part.start),
        facts=tuple(facts_of(filing, identity)),
        metadata=_metadata(filing, identity, layout),
    )


def _blocks_in(blocks: Sequence[Block], unit: Unit, aside: Sequence[SetAside]) -> list[Block]:
    """Return the blocks of a unit behind its heading, without those that are set aside."""
    first = bisect_left(blocks, max(unit.body, unit.start), key=lambda block: block.start)
    found: list[Block] = []
    for block in blocks[max(0, first - 1) :]:
        if block.start >= unit.end:
            break
        start = max(block.start, unit.body, unit.start)
        part = bisect_right(aside, start, key=lambda part: part.start) - 1
        if start < block.end and (part < 0 or aside[part].end <= start):
            found.append(replace(block, start=start) if start > block.start else block)
    return found


def _left(text: str, chunks: Sequence[Chunk], aside: Sequence[SetAside]) -> Iterator[SetAside]:
    """Yield what is in no chunk and not set aside: headings with nothing below them."""
    taken: list[Range] = [(one.start, one.end) for one in chunks]
    taken += [(one.start, one.end) for one in aside]
    for start, end in gaps(taken, len(text)):
        if text[start:end].strip():
            yield SetAside(start, end, "heading")


def _metadata(filing: Filing, identity: Identity, layout: Layout) -> dict[str, Any]:
    named = {
        "company": identity.company,
        "cik": identity.cik,
        "ticker": identity.ticker,
        "fiscal_year": identity.fiscal_year,
        "period_end": identity.period_end.isoformat() if identity.period_end else "",
        "accession": identity.accession,
        "filed": identity.filed,
        "form": identity.form,
        "sic": filing.given.get("sic", ""),
        "exhibits": filing.given.get("exhibits", []),
    }
    known = {name: value for name, value in named.items() if value not in ("", None, [])}
    return known | {"inline_xbrl": bool(filing.tagged), "items": layout.items}


class _Cutting:
    """Cut units into chunks; a cutting numbers the sentences and the tables of each path."""

    def __init__(self, filing: Filing, title: str, company: str, embed: Embedded, limit: int) -> None:
        self.text, self.title, self.company = filing.text, title, company
        self.plain = filing.wrapped or not filing.looks
        self.windowing = Windowing(filing.text, limit, embed == "window", bool(filing.items))
        self.chunks: list[Chunk] = []
        self.numbers: Counter[str] = Counter()
        self.tables: Counter[str] = Counter()
        self.paths = UniquePaths()
        self.orders: Orders = set()
        self.breaks = filing.breaks

    def take(self, unit: Unit, blocks: Sequence[Block]) -> None:
        """Add the chunks of a unit."""
        if not blocks:
            if unit.body > unit.start and unit.codes and (words := self.text[unit.start : unit.body]).strip():
                self._add(unit, (unit.start, unit.start + len(words.rstrip())), unit.path, (), {})
            return
        begin = unit.start if unit.body > unit.start else -1
        names = self.company, unit.title
        entries = LAST_ON_COVER.finditer(self.text, unit.start, unit.end) if unit.path == COVER else ()
        last = max((entry.end() for entry in entries), default=-1)
        behind = bisect_right(blocks, last, key=lambda block: block.start)
        if behind and blocks[behind - 1].end - last < FEW:  # "DOCUMENTS INCORPORATED BY REFERENCE", over its text
            table = blocks[behind].table if behind < len(blocks) else -1
            behind += sum(block.table == table for block in blocks[behind:]) if table >= 0 else behind < len(blocks)
        lines = followed(self.text, blocks, names, unit.path == RISKS) if self.plain else None
        edges = {0, behind, len(blocks)}
        if unit.path == COVER:
            edges |= {bisect_left(blocks, at, key=lambda block: block.start) for at in self.windowing.aside}
        parts: list[Part] = []
        for first, stop in pairwise(sorted(edges)):
            own = parts_of(
                self.text, blocks[first:stop], -1 if first else begin, names, unit.centred, lines, self.orders
            )
            end_series(self.text, own)
            for part in own if first < behind else ():
                part.path = ()
            parts += own
        front = self._front(parts, blocks[behind].start) if 0 < behind < len(blocks) else len(parts)
        for window in self.windowing.windows(parts[:front]):
            self._chunk(unit, window)
        for window in self.windowing.windows(parts[front:]):
            self._chunk(replace(unit, path=FRONT), window)

    def _front(self, parts: Sequence[Part], end: int) -> int:
        """Return the number of the first part behind the cover: it has a heading, or a text on a page of its own.

        Args:
            parts: of the cover and of what stands behind it.
            end: where the last entry of the cover ends.
        """
        edges = sorted((*self.breaks, *self.windowing.aside))
        first = -1
        for at, (before, part) in enumerate(pairwise(parts), 1):
            if part.start < end:
                continue
            apart = bisect_left(edges, before.end) < bisect_right(edges, part.start)
            first = at if apart else first
            if part.path:
                return at
            if first >= 0 and part.sentences and part.end - part.start > LONGEST_PLAIN:
                return first
        return len(parts)

    def _chunk(self, unit: Unit, window: Window) -> None:
        """Add the chunk of a window; what no model reads at once is cut further."""
        path, shared = unit.path, common([part.path for part in window.parts])
        spans = [span for part in window.parts for span in part.sentences]
        metadata: dict[str, Any] = {"section": list(shared)} if shared else {}
        within = list(dict.fromkeys(part.path for part in window.parts if part.path != shared))
        if within:
            metadata["sections"] = [list(one) for one in within]
        if window.listed:
            metadata["lead"] = window.listed.lead
        number, held = self.numbers[path], ()  # type: int, tuple[str, ...]
        self.numbers[path] += len(spans)
        name = f"{path}.{number}" if spans else path
        if spans:
            ruled = [not any(map(str.isalnum, self.text[slice(*span)])) for span in spans]
            held = tuple(f"{path}.{number + at}" for at, one in enumerate(ruled) if not one)
            metadata |= {"first_sentence": number, "sentences": [list(span) for span in spans]}
        if table := window.table:
            self.tables[path] += not table.continued
            name = f"{path}.t{self.tables[path]}"
            metadata["table"] = True
        last = window.parts[-1]  # a table, or a footnote of it
        told = {"caption": last.caption, "columns": last.head}
        metadata |= {key: value for key, value in told.items() if value}
        for span in cap(self.text, window.span, CAP):
            self._add(unit, span, name, shared, metadata, held)
            held = ()

    def _add(
        self,
        unit: Unit,
        span: Range,
        path: str,
        section: Sequence[str],
        metadata: Mapping[str, Any],
        held: tuple[str, ...] = (),
    ) -> None:
        """Add a chunk."""
        start, end = span
        content = self.text[start:end]
        item = {"item": unit.path, "section_code": f"PART_{unit.part}_{unit.path}"} if unit.codes else {}
        if len(unit.codes) > 1:
            item["items"] = [f"ITEM_{code}" for code in unit.codes]  # type: ignore[assignment]
        self.chunks.append(
            Chunk(
                self.paths.unique(path, ".p"),
                "table" if metadata.get("table") else "text" if unit.codes else unit.path.lower(),
                self._header(unit, section, metadata),
                content,
                start,
                end,
                estimate(content),
                unit.path if path != unit.path else None,
                {**item, **metadata},
                clauses=held,
            )
        )

    def _header(self, unit: Unit, section: Sequence[str], metadata: Mapping[str, Any]) -> str:
        """Return a header: ``Apple Inc. 10-K 2024 > Item 1A Risk Factors > Macroeconomic …``."""
        codes = f"Item{'s' if len(unit.codes) > 1 else ''} {', '.join(unit.codes)} {unit.title}" if unit.codes else ""
        own = (
            codes.strip()
            or NAMES.get(unit.path)
            or unit.title.rstrip(" .:")
            or unit.path.replace("_", " ").capitalize()
        )
        parts = [self.title, own, *section, *([metadata["lead"]] if "lead" in metadata else ())]
        for one in (str(metadata.get("caption", "")), str(metadata.get("columns", ""))):
            if one.startswith(parts[-1]):  # "CONSOLIDATED BALANCE SHEETS", and "(In millions)" behind it
                parts.pop()
            parts += [one] if one and one not in parts else []
        return HEADER_SEPARATOR.join(shortened(part) for part in parts)
