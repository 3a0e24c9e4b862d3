"""Make the document of a filing: chunks of sentences under their headings, tables, and what is set aside."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from typing import Any, Literal

from piperoll.chunking.merge import CAP, cap, tokens
from piperoll.chunking.paths import UniquePaths
from piperoll.corpora.sec_10k.blocks import Block, blocks_of
from piperoll.corpora.sec_10k.captions import names_rows, shortened, tidy
from piperoll.corpora.sec_10k.cover import Identity
from piperoll.corpora.sec_10k.facts import facts_of
from piperoll.corpora.sec_10k.filing import Filing
from piperoll.corpora.sec_10k.indexes import AUDITED
from piperoll.corpora.sec_10k.layout import Layout, laid_out
from piperoll.corpora.sec_10k.lines import is_flat, leads_to_flat
from piperoll.corpora.sec_10k.lists import Listing, lists_of
from piperoll.corpora.sec_10k.opened import NUMBERED
from piperoll.corpora.sec_10k.outline import Unit
from piperoll.corpora.sec_10k.pieces import Part, followed, is_title, parts_of
from piperoll.corpora.sec_10k.signs import NOTES, opens_part
from piperoll.corpora.sec_10k.titles import parted
from piperoll.model import HEADER_SEPARATOR, Chunk, Document, SetAside, Status
from piperoll.ranges import Range, gaps
from piperoll.text.tokens import estimate

Embedded = Literal["window", "sentence"]
STANDS_ALONE = 0.4
"""Share of the limit from which the text of a section is a chunk of its own; less goes together with its neighbours."""
LEADS_TO = 0.3
"""Share of the limit up to which what leads to a table stands in its chunk."""
LEFT = 0.2
"""Share of the limit that is left at least where a list goes to the next chunk with what leads to it."""
LATE = 0.5
"""Share of the limit from which a table is cut in front of a name of rows."""
LOCATED = re.compile(r"(?:exhibits?|annex|appendix)\s\S+\s(?:to|of)\s|filed\sherewith\b", re.IGNORECASE)
"""Begins the place of an exhibit, behind its number and its name."""
DRAWN = re.compile(r"[-=_\s]+")
COVER, RISKS = "COVER", "ITEM_1A"
FEW = 3
"""Characters behind the last words of a cover's entry where its text is in the next line."""
LAST_ON_COVER = re.compile(
    r"^[^\w\n]{0,9}(?:documents\s+incorporated\s+by\s+reference|indicate\s+by\s+check\s+mark|applicable\s+only\s+to"
    r"|(?:indicate|state)\s+the\s+(?:number\s+of|aggregate))",
    re.IGNORECASE | re.MULTILINE,
)
"""Matches the last entries of a cover. Large print in front of them, as "FORM 10-K" or the address, is no heading."""
NAMES = {COVER: "Cover page", "EXECUTIVE_OFFICERS": "Executive officers", "CROSS_REFERENCES": "Cross-reference index"}
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
    cutting.aside = sorted(part.start for part in layout.set_aside)
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


def sentence_id(key: str, path: str) -> str:
    """Return the number by which a sentence is cited: ``0000320193_10-K_2024_section_1A_12`` for ``ITEM_1A.12``."""
    unit, _, number = path.rpartition(".")
    return f"{key}_section_{unit.removeprefix('ITEM_')}_{number}"


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


@dataclass(slots=True)
class _Window:
    """Hold parts that become one chunk; ``over`` are the headings that stand over it, in front of its text."""

    parts: list[Part] = field(default_factory=list)
    over: tuple[str, ...] = ()
    listed: Listing | None = None
    """The list in whose midst it begins."""

    @property
    def span(self) -> Range:
        return self.parts[0].start, self.parts[-1].end

    @property
    def table(self) -> Part | None:
        """Return its table; footnotes may stand behind it."""
        return next((part for part in reversed(self.parts) if part.rows), None)


class _Cutting:
    """Cut units into chunks; a cutting numbers the sentences and the tables of each path."""

    def __init__(self, filing: Filing, title: str, company: str, embed: Embedded, limit: int) -> None:
        self.text, self.title, self.company, self.embed, self.limit = filing.text, title, company, embed, limit
        self.plain, self.crawled = filing.wrapped or not filing.looks, bool(filing.items)
        self.aside: list[int] = []
        """The parts that are set aside begin at these offsets, in order; no chunk holds them."""
        self.chunks: list[Chunk] = []
        self.numbers: Counter[str] = Counter()
        self.tables: Counter[str] = Counter()
        self.paths = UniquePaths()

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
            edges |= {bisect_left(blocks, at, key=lambda block: block.start) for at in self.aside}
        parts: list[Part] = []
        for first, stop in pairwise(sorted(edges)):
            own = parts_of(self.text, blocks[first:stop], -1 if first else begin, names, unit.centred, lines)
            for part in own if first < behind else ():
                part.path = ()
            parts += own
        for window in self._windows(parts):
            self._chunk(unit, window)

    def _windows(self, parts: Sequence[Part]) -> Iterator[_Window]:
        """Yield parts in windows: within the limit, under the same headings where these head enough text."""
        window = _Window()
        above: tuple[str, ...] = ()
        self.lists = lists_of(self.text, parts) if self.embed == "window" else {}
        for part in chain.from_iterable(map(self._small, parts)):
            if window.parts and (own := self._leading(window, part)):
                if own < len(window.parts):
                    yield _Window(window.parts[:-own], window.over, window.listed)
                    window = _Window(window.parts[-own:], _common([window.parts[-own - 1].path, part.path]))
                    window.listed = self.lists.get(window.parts[0].start)
            elif window.parts and (part.rows or not self._together(window, part)):
                yield window
                window = _Window()
            if not window.parts:
                window.over = _common([above, part.path])
                window.listed = self.lists.get(part.start)
            window.parts.append(part)
            above = part.path
        if window.parts:
            yield window

    def _together(self, window: _Window, part: Part) -> bool:
        last = window.parts[-1]
        if self.embed == "sentence" or tokens((window.span[0], part.end)) > self.limit:
            return False
        if bisect_left(self.aside, last.end) < bisect_left(self.aside, part.start):  # the table of contents
            return False
        if window.table or last.note or part.note:
            return part.note
        if part.path[: len(window.over)] != window.over:  # its text shows no heading that stands over it
            return False
        listed = self.lists.get(part.start)
        if window.listed and not (listed and listed.lead.startswith(window.listed.lead)):  # its header shows the lead
            return False
        audited = self.crawled and part.path and AUDITED.match(part.path[-1])
        if audited and self.text.startswith(part.path[-1], part.start):  # the next report, with the same title
            return False
        same = part.path == last.path or (listed is not None and listed.start <= last.start)
        return same or (tokens(window.span) < STANDS_ALONE * self.limit and _shared(window.parts[0].path, part.path))

    def _leading(self, window: _Window, part: Part) -> int:
        """Return how many of the last parts stand with a table: "The following table shows net sales by category:"."""
        last = window.parts[-1]
        if window.table or self.embed == "sentence":
            return 0
        if not part.rows and not self._together(window, part):
            if own := self._listed(window, part):
                return own
            fits = tokens((last.start, part.end)) <= self.limit
            named = LOCATED.match(self.text, part.start) if self.crawled else fits and is_title(self.text, last)
            if last.path == part.path and named:
                return 1
        flat = self.crawled and not part.rows and is_flat(self.text[part.start : part.end].rpartition("\n")[2])
        if not (part.rows and self.text[last.end - 1] == ":") and not (flat and not self._together(window, part)):
            fits = tokens((last.start, last.end)) <= LEADS_TO * self.limit and last.path == part.path
            fits = fits and tokens((last.start, part.end)) <= self.limit
            return int(bool(part.rows) and fits and self._captions(last, part))
        own = 0
        for before in reversed(window.parts):
            leads = tokens((before.start, window.parts[-1].end)) <= LEADS_TO * self.limit
            leads = leads and (bool(part.rows) or leads_to_flat(self.text[before.start : before.end]))
            if before.note or before.path != part.path or not leads or tokens((before.start, part.end)) > self.limit:
                break
            own += 1
        return own

    def _captions(self, last: Part, part: Part) -> bool:
        """Return whether the last sentence of a paragraph is the caption of the table behind it."""
        return bool(last.sentences and part.caption) and tidy(self.text[slice(*last.sentences[-1])]) == part.caption

    def _listed(self, window: _Window, part: Part) -> int:
        """Return how many of the last parts stand with the item of a list that fits in a chunk, if enough is left."""
        listed = self.lists.get(part.start)
        if listed is None or tokens((listed.start, listed.end)) > self.limit:
            return 0
        own = sum(before.start >= listed.start for before in window.parts)
        enough = tokens((window.span[0], listed.start)) >= LEFT * self.limit
        return own if own and enough else 0

    def _small(self, part: Part) -> Iterator[Part]:
        """Yield a part, cut between sentences or rows where it is over the limit."""
        pieces = part.rows or part.sentences
        alone = self.embed == "sentence" and not part.rows
        if len(pieces) < 2 or (not alone and tokens((part.start, part.end)) <= self.limit):
            yield part
            return
        groups: list[list[Range]] = [[pieces[0]]]
        for piece in pieces[1:]:
            group = groups[-1]
            start = group[0][0] if len(groups) > 1 else part.start
            drawn = bool(part.rows) and DRAWN.fullmatch(self.text, *piece)  # it ends what stands over it
            if not alone and (drawn or tokens((start, piece[1])) <= self.limit):
                group.append(piece)
                continue
            at = self._cut(group, start, piece[1]) if part.rows else len(group)
            groups.append([*group[at:], piece])
            del group[at:]
        for index, group in enumerate(groups):
            start = part.start if index == 0 else group[0][0]
            end = part.end if index == len(groups) - 1 else group[-1][1]
            rows, own = (group, []) if part.rows else ([], group)
            yield replace(part, start=start, end=end, sentences=own, rows=rows, continued=index > 0, led=False)

    def _cut(self, rows: Sequence[Range], start: int, end: int) -> int:
        """Return how many rows stand in front of the last name of rows: "Investing activities", late in what fits.

        Args:
            rows: those that fit in a chunk.
            start: where they begin, or what leads to them.
            end: where the next row ends.
        """
        names = [names_rows(self.text[slice(*row)]) for row in rows]
        for at in reversed(range(1, len(rows))):
            late = all(names[at:]) or tokens((start, rows[at - 1][1])) >= LATE * self.limit
            if late and names[at] and not names[at - 1] and tokens((rows[at][0], end)) <= self.limit:
                return at
        return len(rows)

    def _chunk(self, unit: Unit, window: _Window) -> None:
        """Add the chunk of a window; what no model reads at once is cut further."""
        path, shared = unit.path, _common([part.path for part in window.parts])
        spans = [span for part in window.parts for span in part.sentences]
        metadata: dict[str, Any] = {"section": list(shared)} if shared else {}
        if window.listed:
            metadata["lead"] = window.listed.lead
        number, held = self.numbers[path], ()  # type: int, tuple[str, ...]
        self.numbers[path] += len(spans)
        name = f"{path}.{number}" if spans else path
        if spans:
            held = tuple(f"{path}.{number + index}" for index in range(len(spans)))
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
        own = codes.strip() or NAMES.get(unit.path) or unit.title or unit.path.replace("_", " ").capitalize()
        parts = [self.title, own, *section, *([metadata["lead"]] if "lead" in metadata else ())]
        if metadata.get("table"):
            for one in (str(metadata.get("caption", "")), str(metadata.get("columns", ""))):
                if one.startswith(parts[-1]):  # "CONSOLIDATED BALANCE SHEETS", and "(In millions)" behind it
                    parts.pop()
                parts += [one] if one and one not in parts else []
        return HEADER_SEPARATOR.join(shortened(part) for part in parts)


def _shared(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two sections stand in the same one, or one in the other, and in no different notes or reports."""
    common = len(_common([one, other]))
    parting = (*one[common : common + 1], *other[common : common + 1])
    noted = common and NOTES.match(one[common - 1]) and any(map(NUMBERED.match, parting))
    return common >= min(len(one), len(other)) - 1 and not (noted or any(map(opens_part, parting)))


def _common(paths: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the titles with which all paths begin."""
    first = paths[0]
    for path in paths[1:]:
        first = first[
            : next(
                (index for index, pair in enumerate(zip(first, path, strict=False)) if pair[0] != pair[1]),
                min(len(first), len(path)),
            )
        ]
    return tuple(first)
