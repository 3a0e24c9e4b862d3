"""Cut the units of a statute into chunks.

There are three tiers: one § is one chunk; transition provisions, preamble and appendices have
rules of their own; a document without any § is cut by merging its paragraphs.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count, islice, pairwise, takewhile
from operator import attrgetter
from typing import Any

from piperoll.chunking.merge import CAP, FRAGMENT, Range, cap, pack
from piperoll.chunking.paths import UniquePaths
from piperoll.corpora.se_law import in_force, temporal
from piperoll.corpora.se_law.blocks import ADVICE, Block, Kind, Source
from piperoll.corpora.se_law.context import PROVISIONS
from piperoll.corpora.se_law.dates import Dates
from piperoll.corpora.se_law.grammar import (
    ENTRY,
    GONE,
    ITEM,
    NUMBER,
    SEVERAL,
    amending_act,
    amending_regulation,
    heading_text,
    is_table_row,
)
from piperoll.corpora.se_law.headers import (
    BETWEEN_HEADINGS,
    NAME_PART,
    base_header,
    below,
    columns,
    cut,
    innermost,
    leave_headings,
    letters,
    named,
    with_acts,
)
from piperoll.corpora.se_law.numbers import is_known, label, sfs_key, spaced
from piperoll.corpora.se_law.pieces import Piece, is_advice, pieces, runs
from piperoll.corpora.se_law.units import Grouping, Unit
from piperoll.model import Chunk, Document, SetAside, Status
from piperoll.text.paragraphs import paragraphs, trim
from piperoll.text.tokens import estimate

# "Till 1 § Tillämpningsområde", "Till 4, 8 och 9 §§. Helhetssyn m.m."
ABOUT = re.compile(rf"(?:Allmänna råd )?[Tt]ill (?P<section>{NUMBER})\b[^§]{{0,40}}§")
# "Bilaga 1 är allmänna råd till 2 kap. 9 §" (MSBFS 2020:1), "Råd om medelvärdesbildning av risk" (SSMFS 2008:37),
# "Bilaga 2. Allmänna råd om placering"
ADVISES = re.compile(
    r"Bilagan?\b[^.\n]{0,10}\s(?:är|utgör|innehåller)\s+allmänna\s+råd\b"
    r"|(?:Bilaga(?: \w{1,3})?[.:–-]?\s+)?(?:Allmänna r|R)åd\s+(?:om|till)\b"
)
OPENING = 300
"""Characters of an appendix in which it says that it is general advice."""
NUMBER_ONLY = re.compile(rf"{NUMBER}\s*§[.]?")
NOT_IN_FORCE = ("repealed", "pending")
"""What the field "status" of a § says in canonical documents: gone, or not yet in force."""
HEADING_LINE = 60
"""Characters. A shorter paragraph alone before the first act is the heading of the transition provisions."""


def assemble(source: Source) -> Document:
    """Cut ``source`` into chunks and set-aside ranges that together cover its text."""
    units, aside = Grouping(source).run()
    cutter = _Cutter(source)
    leave_headings(units, lambda unit: bool(cutter.gone(unit)))
    drafts = [chunk for unit in units for chunk in cutter.chunks(unit)]
    drafts.sort(key=attrgetter("start"))
    chunks = _unique_paths(drafts)
    return Document(
        key=source.key,
        title=source.title,
        kind=source.kind,
        status=Status.CHUNKED if chunks else Status.NO_BODY,
        text=source.text,
        chunks=chunks,
        set_aside=sorted((*source.set_aside, *aside, *cutter.aside), key=lambda part: part.start),
        valid_from=source.valid_from,
        valid_to=source.valid_to,
        metadata=source.metadata,
        repealed_by=source.repealed_by,
        valid_from_estimated=source.valid_from_estimated,
        valid_to_estimated=source.valid_to_estimated,
    )


class _Cutter:
    """Turn units into chunks with their paths, headers, roles and dates."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.aside: list[SetAside] = []
        self.base = base_header(source.title, source.key, source.kind)
        self.regulation = source.kind == "AGENCY_REGULATION"
        self.numbered = any(block.kind in PROVISIONS for block in source.blocks)
        self.dates = Dates(source, temporal.may_mark(source.text))

    def chunks(self, unit: Unit) -> Iterator[Chunk]:
        match unit.kind:
            case Kind.SECTION:
                yield from self._section(unit)
            case Kind.ARTICLE:
                header = below(self._header(unit), named(f"Artikel {letters(unit.number)}", unit.headings))
                yield from self._split(unit, f"{self._prefix(unit)}art{unit.number}", header)
            case Kind.TRANSITIONS:
                yield from self._transitions(unit)
            case Kind.NOTES:
                yield from self._split(unit, "noter", below(self.base, "Noter"))
            case Kind.APPENDIX:
                yield from self._split(unit, self._prefix(unit).rstrip("."), self._header(unit))
            case Kind.TEXT if not self.numbered:
                yield from self._fallback(unit)
            case Kind.CHAPTER | Kind.TEXT if unit.chapter is not None and unit.chapter.number:
                yield from self._split(unit, f"kap{unit.chapter.number}", self._header(unit))
            case _:
                header = self._header(unit) if unit.instrument else self.base
                yield from self._split(unit, "preamble", below(header, "Inledning"))

    def _prefix(self, unit: Unit) -> str:
        """Return the path prefix of a unit: ``kap2.``, ``bilaga.1.``; "" for an article outside an appendix."""
        if unit.appendix is not None:
            return f"bilaga.{unit.appendix.number}."
        if unit.kind is Kind.ARTICLE:
            return ""
        return f"kap{unit.chapter.number or 0}." if unit.chapter is not None else "kap0."

    def _header(self, unit: Unit) -> str:
        """Return the header of the chapter or appendix that encloses the unit."""
        if unit.appendix is not None:
            title, number = unit.instrument or unit.appendix.title, unit.appendix.number
            name = "Bilaga" if unit.appendix.counted else f"Bilaga {letters(number)}"
            return below(self.base, named(name, (title,) if title else ()))
        if unit.chapter is None or not is_known(unit.chapter.number):
            return below(self.base, cut(unit.instrument, NAME_PART))
        caption = f"Kap {spaced(unit.chapter.number)}"
        return below(self.base, f"{caption}: {unit.chapter.title}" if unit.chapter.title else caption)

    def _section(self, unit: Unit) -> Iterator[Chunk]:
        """Yield a § as one chunk, and the general advice on it as another; text below the advice is one more."""
        path = f"{self._prefix(unit)}§{unit.number}"
        header = below(self._header(unit), named(self._number(unit), unit.headings))
        if not any(block.advice for block in unit.blocks):
            yield self._chunk((unit.start, unit.end), path, header, unit, role=self._role_of(unit.blocks))
            return
        parts = runs(unit.blocks)
        if self._is_number(parts[0]):
            parts[:2] = [[block for part in parts[:2] for block in part]]
        several = sum(len(self._advised(part)) for part in parts[1:] if is_advice(part)) > 1
        texts = advice = 0
        names: tuple[str, ...] = ()
        for part in parts:
            names = self._opening_names(part) or names if texts else ()
            if not texts or not is_advice(part):
                texts += 1
                place, shown = (path, header) if texts == 1 else (f"{path}.{texts}", below(header, innermost(names)))
                yield self._chunk((part[0].start, part[-1].end), place, shown, unit, role=self._role_of(part))
                continue
            for piece in self._advised(part):
                advice += 1
                yield self._advice(piece, unit, path, header, piece.names or names, str(advice) if several else "")

    def _number(self, unit: Unit) -> str:
        """Return the number of a § as a header has it; a notice may stand in place of several: ``13-41 §§``."""
        opening = next(block for block in unit.blocks if block.kind is Kind.SECTION)
        several = self.text.find("§§", opening.start, opening.start + HEADING_LINE) >= 0
        printed = self.text[opening.start : opening.end]
        gone = GONE.match(printed) or SEVERAL.match(printed) if several else None
        return " ".join(gone[0].split()) if gone else f"{spaced(unit.number)} §"

    def _advice(self, piece: Piece, unit: Unit, path: str, header: str, names: tuple[str, ...], number: str) -> Chunk:
        """Return the chunk of general advice that stands below the § at ``path``.

        Where its heading says that it is about others ("Till 1 § Tillämpningsområde", SSMFS 2008:37), it is not below
        that §.
        """
        about = next((match for name in names if (match := ABOUT.match(name))), None)
        place, over, parent = path, header, path
        if about is not None:
            place, over = self._prefix(unit).rstrip("."), self._header(unit)
            parent = f"{place}.§{label(about['section'])}"
        place = f"{place}.allmannarad.{number}" if number else f"{place}.allmannarad"
        shown = _placed(below(over, "Allmänna råd"), tuple(name for name in names if name != "Allmänna råd"), piece)
        return self._chunk((piece.start, piece.end), place, shown, unit, role=ADVICE, parent=parent)

    def _advised(self, part: Sequence[Block]) -> list[Piece]:
        """Return the pieces of general advice; none is about two §§ that headings name."""
        groups: list[list[Block]] = [[]]
        for block in part:
            if groups[-1] and block.kind is Kind.HEADING and ABOUT.match(heading_text(self.text, block)):
                groups.append([])
            groups[-1].append(block)
        return [
            piece if piece.names or len(groups) == 1 else replace(piece, names=self._opening_names(group))
            for group in groups
            for piece in pieces(self.text, group)
        ]

    def _opening_names(self, part: Sequence[Block]) -> tuple[str, ...]:
        """Return the headings with which a part of a § opens."""
        headings = takewhile(lambda block: block.kind is Kind.HEADING, part)
        return tuple(heading_text(self.text, block) for block in headings)

    def _is_number(self, part: Sequence[Block]) -> bool:
        """Return whether this is nothing but the number of a § and its headings: all its text is advice."""
        return all(block.kind in (Kind.HEADING, Kind.SECTION) for block in part) and bool(
            NUMBER_ONLY.fullmatch(self.text[part[-1].start : part[-1].end])
        )

    def _role_of(self, part: Sequence[Block]) -> str:
        return dominant(
            [role for block in part for role in block.roles]
            or [
                _role(self.text[block.start : block.end])
                for block in part
                if block.kind is not Kind.HEADING and not block.level
            ]
        )

    def _chunk(
        self, span: Range, path: str, header: str, unit: Unit, *, role: str = "STYCKE", parent: str | None = None
    ) -> Chunk:
        content = self.text[span[0] : span[1]]
        metadata: dict[str, Any] = {}
        if unit.kind in PROVISIONS:
            metadata["section" if unit.kind is Kind.SECTION else "article"] = unit.number
        if unit.chapter is not None and is_known(unit.chapter.number):
            metadata["chapter"] = unit.chapter.number
            if unit.chapter.title:
                metadata["chapterTitle"] = unit.chapter.title
        if unit.division:
            metadata["division"] = unit.division
        if unit.headings:
            metadata["heading"] = " › ".join(unit.headings)
        first, last, printed = self.dates.of(unit, span)
        if printed:
            metadata["validity"] = list(printed)
        if unit.kind is Kind.SECTION:
            if act := amending_act(content):
                metadata["amendedBy"] = sfs_key(act)
            elif act := amending_regulation(content, self.source.key):
                metadata["amendedBy"] = act
            for block in unit.blocks:  # what the source itself says of the § takes precedence
                metadata |= block.metadata
        gone = self.gone(unit)
        metadata |= gone
        if parent is None and (enclosing := self._prefix(unit).rstrip(".")) not in (path, "kap0", ""):
            parent = enclosing
        applies = not gone and metadata.get("status") not in NOT_IN_FORCE
        return Chunk(
            path, role, header, content, *span, estimate(content), parent, metadata, first, last, in_force=applies
        )

    def gone(self, unit: Unit) -> Mapping[str, Any]:
        """Return what a §, chapter or appendix says of itself, of which only the notice is left that it is gone."""
        if unit.kind not in (*PROVISIONS, Kind.CHAPTER, Kind.APPENDIX):
            return {}
        opening = next(block for block in unit.blocks if block.kind is unit.kind)
        heading = opening.metadata.get("heading", "")  # which canonical documents have within the §
        start = opening.start + (len(heading) if self.text.startswith(heading, opening.start) else 0)
        return in_force.notice(self.text[start : min(unit.end, start + in_force.LONGEST_NOTICE + 1)], self.source.key)

    def _transitions(self, unit: Unit) -> Iterator[Chunk]:
        """Yield the transition provisions: in one chunk, or act by act when they are long.

        The provisions of an amending act begin at its number.
        """
        whole = estimate(self.text[unit.start : unit.end]) <= CAP
        entries = self._entries(unit)
        numbers = iter(entries)
        path, shown, parent = "overgangsbest", below(self.base, "Övergångsbestämmelser"), None
        index = count(1)
        for span in [(unit.start, unit.end)] if whole else pack([entry for entry, _ in entries], CAP):
            acts = []
            for (_, end), number in numbers:
                acts += [number] if number else []
                if end == span[1]:
                    break
            for piece in self._capped(span):
                if not whole:
                    path, parent = f"overgangsbest.{next(index)}", "overgangsbest"
                    shown = with_acts(below(self.base, "Övergångsbestämmelser"), acts)
                chunk = self._chunk(piece, path, shown, unit, role="TRANSITION_PROVISION", parent=parent)
                named = [sfs_key(number) for number in acts]
                yield replace(chunk, metadata={**chunk.metadata, "acts": named}) if named else chunk

    def _entries(self, unit: Unit) -> list[tuple[Range, str]]:
        """Return the range and the number of each amending act; the number is "" for text before the first act."""
        parts = list(paragraphs(self.text, unit.start, unit.end))
        opens = [(start, match[1]) for start, end in parts if (match := ENTRY.match(self.text, start, end))]
        if not opens or opens[0][0] - unit.start > HEADING_LINE:
            opens.insert(0, (unit.start, ""))
        opens[0] = (unit.start, opens[0][1])
        bounds = [start for start, _ in opens] + [unit.end]
        return [(trim(self.text, *bound), number) for bound, (_, number) in zip(pairwise(bounds), opens, strict=True)]

    def _capped(self, span: Range) -> list[Range]:
        """Return ``span`` if it fits one chunk, else its paragraphs joined up to the cap.

        A paragraph over the cap is split.
        """
        if estimate(self.text[slice(*span)]) <= CAP:
            return [span]
        parts = list(paragraphs(self.text, *span))
        while len(parts) > 1 and parts[0][1] - parts[0][0] < HEADING_LINE:  # a heading and a number are no chunk
            parts[:2] = [(parts[0][0], parts[1][1])]
        return pack([piece for part in parts for piece in cap(self.text, part)], CAP)

    def _split(self, unit: Unit, path: str, header: str) -> Iterator[Chunk]:
        """Yield one chunk for a short unit, else its pieces with numbered paths.

        A piece of an appendix of a regulation that begins in a numbered point has the number of the point in its path.
        """
        found = pieces(self.text, unit.blocks, points=self.regulation and unit.appendix is not None)
        if len(found) == 1:
            yield self._piece(found[0], path, path, header, unit)
            return
        paths = UniquePaths()
        for index, piece in enumerate(found, 1):
            place = paths.unique(_point(path, piece.point), ".del") if piece.point else f"{path}.{index}"
            title = unit.instrument or (unit.appendix.title if unit.appendix else "")
            names = tuple(name for name in piece.names if name not in (title, *unit.headings))
            yield self._piece(piece, place, path, _placed(header, names, piece), unit)

    def _piece(self, piece: Piece, place: str, path: str, header: str, unit: Unit) -> Chunk:
        """Return the chunk of a piece at ``place`` of the unit at ``path``."""
        advises = unit.appendix is not None and self._advises(unit.appendix)
        role, parent = ADVICE if piece.advice or advises else "STYCKE", None if place == path else path
        chunk = self._chunk((piece.start, piece.end), place, header, unit, role=role, parent=parent)
        begun = dict.fromkeys(_point(path, point) for point in piece.points)
        clauses = tuple(one for one in begun if one != place)
        return replace(chunk, clauses=clauses) if clauses else chunk

    def _advises(self, appendix: Block) -> bool:
        """Return whether an appendix says in its title, or in its first words, that it is general advice."""
        begins = paragraphs(self.text, appendix.start, min(len(self.text), appendix.start + OPENING))
        return any(ADVISES.match(self.text, start, end) for start, end in islice(begins, 3))

    def _fallback(self, unit: Unit) -> Iterator[Chunk]:
        for piece in pieces(self.text, unit.blocks, whole=0):
            if piece.end - piece.start < FRAGMENT:
                self.aside.append(SetAside(piece.start, piece.end, f"fragment of under {FRAGMENT} characters"))
            else:
                header, role = _placed(self.base, piece.names, piece), ADVICE if piece.advice else "MARKDOWN_CHUNK"
                yield self._chunk((piece.start, piece.end), "md.chunk", header, unit, role=role)


def _placed(header: str, names: tuple[str, ...], piece: Piece) -> str:
    """Return a header with what stands over a piece: headings, the words that lead to its list, a header row."""
    for part in (innermost(names), BETWEEN_HEADINGS.join(piece.leads), columns(piece.columns)):
        header = below(header, part)
    return header


def _role(paragraph: str) -> str:
    """Return the role of a paragraph of plain text."""
    if is_table_row(paragraph):
        return "TABLE"
    return "LIST_ITEM" if ITEM.match(paragraph) else "STYCKE"


def dominant(roles: Sequence[str]) -> str:
    """Return the most frequent role; STYCKE without any role, or when STYCKE is among the most frequent."""
    counts = Counter(roles)
    if not counts:
        return "STYCKE"
    most = max(counts.values())
    return "STYCKE" if counts["STYCKE"] == most else next(role for role in roles if counts[role] == most)


def _point(path: str, point: str) -> str:
    """Return the path of a numbered point of an appendix: ``bilaga.2.p1.4``."""
    return f"{path}.p{point.lower()}"


def _unique_paths(drafts: list[Chunk]) -> list[Chunk]:
    """Return the chunks with unique paths.

    A § printed again gets ``.v2``, ``.v3`` in the order of the text; fallback chunks are numbered from 1.
    """
    paths, numbers = UniquePaths(), count(1)
    for index, chunk in enumerate(drafts):
        path = f"md.chunk{next(numbers)}" if chunk.path == "md.chunk" else paths.unique(chunk.path)
        if path != chunk.path:
            drafts[index] = replace(chunk, path=path)
    return drafts
