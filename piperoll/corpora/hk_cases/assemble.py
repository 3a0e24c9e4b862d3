"""Cut a judgment into chunks: whole paragraphs up to a limit, the last ones again at the start of the next chunk."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice, pairwise
from math import inf
from typing import Any

from piperoll.chunking.merge import CAP, FRAGMENT, Range, cap
from piperoll.chunking.paths import UniquePaths
from piperoll.chunking.windows import Window, length, windows
from piperoll.corpora.citations.common_law import in_decision
from piperoll.corpora.common.numbered import paragraph_path
from piperoll.corpora.hk_cases import header, roles
from piperoll.corpora.hk_cases.orders import ordering, with_order_apart
from piperoll.corpora.hk_cases.source import Part, Region, Source
from piperoll.corpora.hk_cases.telling import decides, speaks, tells, tells_again, weighs_evidence
from piperoll.corpora.hk_cases.units import Unit, units
from piperoll.model import HEADER_SEPARATOR, Chunk, Document, SetAside, Status
from piperoll.text.paragraphs import paragraphs, trim
from piperoll.text.tokens import CHARACTERS_PER_TOKEN, WIDE, estimate

HARD_CAP = 100_000
"""Characters above which even a numbered paragraph is split: word search reads 200,000 of a chunk at most."""
WHOLE = CAP * CHARACTERS_PER_TOKEN
"""Characters up to which a paragraph without number is never split, whatever the limit of a chunk."""
OPINION = re.compile(r"(?:\.?para|^p)\..*")
"""Matches what a path has behind the part that names its opinion: ``.para.12`` of ``op2.para.12``."""
ENDING = 3
"""Chunks at the end of an opinion in which it may say its order: thanks to counsel may follow."""
OPENING = 0.15
"""Share of the chunks of a judgment that stand in front of its first heading, up to which they tell the facts."""
LATE = 0.75
"""Share of the chunks of a judgment behind which the facts are not taken up again."""
AGREES = 15
"""Tokens up to which an opinion only agrees."""
BODY = frozenset({Region.BODY, Region.ANNEX})


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece stands in a chunk whole: it is a unit, or a part of one that is too long; ``path`` names it."""

    start: int
    end: int
    path: str
    parent: str | None
    unit: Unit


def assemble(source: Source, max_characters: int, overlap: int) -> Document:
    """Cut a judgment into chunks.

    Args:
        source: the judgment as read.
        max_characters: of a chunk of whole paragraphs; a single paragraph may be longer.
        overlap: paragraphs at the end of a chunk that come again at the start of the next.

    Returns:
        The document; its chunks and set-aside ranges together cover its text.
    """
    cutter = _Cutter(source, max_characters, overlap)
    fragments = {part: fragment for part in source.parts if (fragment := _fragment(source, part))}
    parts = [part for part in source.parts if part not in fragments]
    chunks = _unique_paths([chunk for part in parts for chunk in cutter.chunks(part)])
    return Document(
        key=source.key,
        title=source.title,
        kind=source.kind,
        status=Status.CHUNKED if chunks else Status.NO_BODY,
        text=source.text,
        chunks=_with_roles(chunks, source.kind, {unit.start for unit in cutter.orders}),
        set_aside=sorted((*source.set_aside, *fragments.values()), key=lambda aside: aside.start),
        citations=list(in_decision(source.text, {source.key, source.metadata.get("citation", "")} - {""})),
        metadata=source.metadata,
    )


def _fragment(source: Source, part: Part) -> SetAside | None:
    """Return a title or a signature of a few characters as set aside: the metadata has it, and no search needs it."""
    start, end = trim(source.text, part.start, part.end)
    if part.region in (Region.FRONT, Region.CLOSING) and 0 < end - start < FRAGMENT:
        return SetAside(start, end, f"fragment of under {FRAGMENT} characters")
    return None


class _Cutter:
    def __init__(self, source: Source, limit: int, overlap: int) -> None:
        self.source, self.text = source, source.text
        self.limit, self.overlap = limit, overlap
        self.unnumbered = 0
        self.units = {
            part: list(units(source, part)) if part.region in BODY else self._plain_units(part) for part in source.parts
        }
        self.orders: set[Unit] = set()
        if source.kind != header.PRESS_SUMMARY:
            for part in (part for part in source.parts if part.region is Region.BODY):
                self.units[part] = with_order_apart(self.text, self.units[part])
                self.orders |= ordering(self.text, self.units[part])
        body = [unit for part, own in self.units.items() if part.region is Region.BODY for unit in own]
        self.speakers = {unit.speaker for unit in ([unit for unit in body if unit.number] or body)}
        self.wide = [] if source.text.isascii() else [match.start() for match in WIDE.finditer(source.text)]
        self.cap = min(CAP, limit // CHARACTERS_PER_TOKEN) // (CHARACTERS_PER_TOKEN if self.wide else 1)

    def chunks(self, part: Part) -> Iterator[Chunk]:
        """Yield the chunks of one part, in order.

        None holds text of two sections, of a cut unit and another, or of the reasons and the order behind them.
        """
        part_units = self.units[part]
        overlap = self.overlap if part.region in BODY else 0
        for _, group in groupby(part_units, key=lambda unit: (unit.series, unit.section, unit in self.orders)):
            all_pieces = [piece for unit in group for piece in self._pieces(unit, part.region)]
            for _, together in groupby(all_pieces, key=_cut_unit):
                pieces = list(together)
                spans = [(piece.start, piece.end) for piece in pieces]
                for window in windows(spans, self.limit, overlap, self.size if self.wide else length):
                    yield self._chunk(pieces, window, part.region)

    def size(self, span: Range) -> int:
        """Return the characters of a range; a Chinese one counts as many as make a token, for it is one."""
        wide = bisect_left(self.wide, span[1]) - bisect_left(self.wide, span[0]) if self.wide else 0
        return span[1] - span[0] + (CHARACTERS_PER_TOKEN - 1) * wide

    def _plain_units(self, part: Part) -> list[Unit]:
        return [Unit(start, end, 0, 1) for start, end in paragraphs(self.text, part.start, part.end)]

    def _pieces(self, unit: Unit, region: Region) -> Iterator[_Piece]:
        """Yield the unit, or its parts where no chunk can hold it."""
        if region not in BODY:
            path, parent = region.value, None
        elif unit.number:
            path, parent = paragraph_path(unit.number), None
            if unit.series > 1:
                path, parent = f"op{unit.series}.{path}", f"op{unit.series}"
        else:
            self.unnumbered += 1
            path, parent = f"p.{self.unnumbered}", None
        longest = HARD_CAP if unit.number else max(self.limit, WHOLE)
        if self.size((unit.start, unit.end)) <= longest:
            yield _Piece(unit.start, unit.end, path, parent, unit)
            return
        parts = [
            piece for part in paragraphs(self.text, unit.start, unit.end) for piece in cap(self.text, part, self.cap)
        ]
        for index, window in enumerate(windows(parts, self.limit, size=self.size), 1):
            span: Range = trim(self.text, parts[window.first][0], parts[window.last][1])
            yield _Piece(*span, f"{path}.{index}" if region in BODY else path, path, unit)

    def _chunk(self, pieces: Sequence[_Piece], window: Window, region: Region) -> Chunk:
        inside = pieces[window.first : window.last + 1]
        fresh = inside[window.repeated :]
        new = next((piece for piece in fresh if piece.unit.number), fresh[0])
        start, end = inside[0].start, inside[-1].end
        content = self.text[start:end]
        metadata: dict[str, Any] = {}
        numbers = tuple(dict.fromkeys(one.unit.number for one in inside if one.unit.number))
        headings = new.unit.headings
        if new.unit.speaker and len(self.speakers) > 1:  # else the judge is that of the whole judgment
            headings = (new.unit.speaker, *headings)
        if headings:
            metadata["heading"] = roles.JOINED.join(headings)
        overlap = pieces[window.first + window.repeated - 1].end - start if window.repeated else 0
        places = [self.source.title, *headings, _numbers(numbers)]
        if region is not Region.BODY:
            places.insert(1, region.value.capitalize())
        head = HEADER_SEPARATOR.join(place for place in places if place)
        return Chunk(
            new.path, region.value, head, content, start, end, estimate(content), new.parent, metadata,
            paragraphs=numbers, overlap=overlap,
        )  # fmt: skip


def _cut_unit(piece: _Piece) -> Unit | None:
    """Return the unit of which a piece is a part; None for a whole unit."""
    return None if (piece.start, piece.end) == (piece.unit.start, piece.unit.end) else piece.unit


def _numbers(numbers: Sequence[int]) -> str:
    if not numbers:
        return ""
    return f"para {numbers[0]}" if len(numbers) == 1 else f"paras {numbers[0]}-{numbers[-1]}"


def _unique_paths(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return the chunks with unique paths: a number printed again gets ``.v2``, further ones of a region ``.2``."""
    paths = UniquePaths(chunk.path for chunk in chunks)
    unique = []
    for chunk in chunks:
        path = paths.unique(chunk.path, ".v" if chunk.path.rpartition(".")[0] else ".")
        unique.append(chunk if path == chunk.path else replace(chunk, path=path, parent=chunk.parent or chunk.path))
    return unique


def _with_roles(chunks: Sequence[Chunk], kind: str, orders: Collection[int]) -> list[Chunk]:
    """Return the chunks; those of the body have facts, reasoning or order as role.

    Args:
        chunks: the chunks of a judgment.
        kind: what it is.
        orders: starts of what is ordered, apart from the reasons in front of it.
    """
    body = [index for index, chunk in enumerate(chunks) if chunk.role == Region.BODY.value]
    openings = _openings(chunks, body)
    ends = _ends(chunks, body) | openings
    behind = [index for index in body if index not in openings]
    headings = _headings(chunks, behind, kind)
    begun = next((at for at, index in enumerate(behind) if headings[index]), 0)
    opening = behind[: max(begun, 1)] if begun <= len(behind) * OPENING else behind[:1]
    roled = list(chunks)
    for index in body:
        chunk = chunks[index]
        role = roles.role(
            headings.get(index, ""),
            chunk.content,
            first=len(behind) > 1 and index in opening,
            orders=index in ends,
            kind=kind,
        )
        roled[index] = replace(chunk, role=role)
    if kind not in (header.EXTRACT, header.PRESS_SUMMARY):
        _go_on_telling(roled, behind, headings)
        for index in behind[1:]:
            chunk = roled[index]
            if chunk.role == roles.FACTS and weighs_evidence(_heading(chunk), chunk.content):
                roled[index] = replace(chunk, role=roles.REASONING)
        for index in behind[:1]:
            if roled[index].role == roles.FACTS and not headings[index] and decides(roled[index].content):
                roled[index] = replace(roled[index], role=roles.REASONING)
        for before, index in pairwise(body):  # the reasons stand in front of the order
            apart = chunks[index].start in orders and chunks[before].start not in orders
            told = index in ends and roled[before].role == roles.FACTS
            named = roled[before].role == roles.ORDER and _heading(chunks[before]) == _heading(chunks[index])
            if apart and (told or (named and not roles.disposes(chunks[before].content[: roles.BEGINNING]))):
                roled[before] = replace(roled[before], role=roles.REASONING)
    return roled


def _headings(chunks: Sequence[Chunk], body: Sequence[int], kind: str) -> dict[int, str]:
    """Return what the headings above each chunk of the body say of its role: one above the whole body says nothing."""
    headings = {index: _heading(chunks[index]) for index in body}
    printed = set(headings.values())
    if len(printed) == 1 and all(map(roles.introduces, printed)):  # "Background" above all of a judgment
        return dict.fromkeys(body, "")
    first = next((outer for index in body if (outer := _outermost(chunks[index]))), "")
    if kind == header.PRESS_SUMMARY or not roles.OVER_REASONS.fullmatch(first):
        return headings
    around = f"{first}{roles.JOINED}"
    return {index: "" if heading == first else heading.removeprefix(around) for index, heading in headings.items()}


def _heading(chunk: Chunk) -> str:
    return str(chunk.metadata.get("heading", ""))


def _outermost(chunk: Chunk) -> str:
    return _heading(chunk).partition(roles.JOINED)[0]


def _go_on_telling(chunks: list[Chunk], body: Sequence[int], headings: Mapping[int, str]) -> None:
    """Give the role of facts to the sections behind the facts that tell, too, and whose headings name no role."""
    late = body[int(len(body) * LATE)] if body else 0
    since: float = inf  # sections behind the last that tells; 1 behind one that takes the facts up again
    for _, group in groupby(body, key=lambda at: (_heading(chunks[at]), headings[at] or at)):
        own = list(group)
        heading = headings[own[0]]
        texts = [chunks[index].content for index in own]
        given = {chunks[index].role for index in own}
        silent = given == {roles.REASONING} and not roles.named(heading)
        if silent and (since == 0 or speaks(heading)) and tells(heading, texts):
            since = 0
        elif silent and since and own[0] < late and not roles.weighs(heading) and tells_again(heading, texts, since):
            since = 1
        elif given == {roles.FACTS}:
            since = 0
            continue
        elif since or not (speaks(heading) and given == {roles.REASONING}):  # after both sides the story goes on
            since += 1
            continue
        else:
            continue
        for index in own:
            chunks[index] = replace(chunks[index], role=roles.FACTS)


def _openings(chunks: Sequence[Chunk], body: Sequence[int]) -> set[int]:
    """Return the chunks that order in front of the first numbered paragraph, where a tribunal says its order first.

    Nothing else stands there above "REASONS", which may have the numbers behind those of the order.
    """
    if not body:
        return set()
    numbered = next((index for index in body if chunks[index].paragraphs), 0)
    headed = next((index for index in body if _heading(chunks[index])), 0)
    reasons = headed if roles.OVER_REASONS.fullmatch(_outermost(chunks[headed])) else 0
    return {
        index
        for index in body
        if not _heading(chunks[index])
        and (
            index < min(numbered, reasons)
            or (index < max(numbered, reasons) and roles.disposes(chunks[index].content[: roles.BEGINNING]))
        )
    }


def _ends(chunks: Sequence[Chunk], body: Sequence[int]) -> set[int]:
    """Return for each opinion the index of the last chunk that orders, among the last ENDING under one heading."""
    ends: set[int] = set()
    for _, group in groupby(body, key=lambda index: OPINION.sub("", chunks[index].path)):
        own = [
            index
            for index in group
            if (chunks[index].tokens > AGREES or _heading(chunks[index]) == _heading(chunks[index - 1]))
            and not roles.POSTSCRIPT.match(_heading(chunks[index]).rpartition(roles.JOINED)[2])
        ]
        if not own:
            continue
        heading = chunks[own[-1]].metadata.get("heading")
        last = (
            index
            for index in own[: -ENDING - 1 : -1]
            if chunks[index].metadata.get("heading") == heading and (index != body[0] or len(own) == 1)
        )
        ends.update(islice((index for index in last if roles.disposes(chunks[index].content)), 1))
    return ends
