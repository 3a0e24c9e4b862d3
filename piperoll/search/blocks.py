"""From hits to a text that can be put before a model: neighbours, blocks, a budget. Pure functions.

Every block is a range of a version's stored text, so that all of it can be cited to the character.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise, takewhile
from typing import Any

from piperoll.model import HEADER_SEPARATOR
from piperoll.text.tokens import CHARACTERS_PER_TOKEN, estimate

BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk where it stands: ``ordinal`` is its place among those of its version."""

    version: int
    ordinal: int
    path: str
    parent: str | None
    heading: str | None
    header: str
    start: int
    end: int
    in_force: bool = True
    """Whether it is in force on the day that is asked for."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version, with the stretch of its stored text from ``offset`` on that holds the pieces."""

    document: str
    source: str
    title: str
    valid_from: date | None
    offset: int
    stretch: str
    company: str | None = None
    year: int | None = None
    """The fiscal year of a company's filing."""

    @property
    def filing(self) -> tuple[str, int] | None:
        """Return whose filing it is, and of which year; None: it is no filing."""
        return (self.company, self.year) if self.company and self.year else None

    def text(self, start: int, end: int) -> str:
        """Return the stored text from ``start`` to ``end``."""
        return self.stretch[start - self.offset : end - self.offset]


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece that is wanted: a core hit with its score, or a neighbour with that of the best hit that it stands by."""

    piece: Piece
    score: float
    core: bool = True
    also: Sequence[Mapping[str, Any]] = ()
    """Where else the text of a hit stands, as hits of lower score had it."""


@dataclass(frozen=True, slots=True)
class Block:
    """A range of a version's text without a gap, and the passages that it was made of, as they stand in it."""

    start: int
    end: int
    passages: Sequence[Passage]

    @property
    def version(self) -> int:
        return self.passages[0].piece.version

    @property
    def score(self) -> float:
        """Return the score of the best passage."""
        return max(passage.score for passage in self.passages)


@dataclass(frozen=True, slots=True)
class Assembled:
    """Blocks in the order of ``text``, and the hits for which there was no room.

    Documents come by their best passage, the blocks of one as they stand in it.
    """

    blocks: Sequence[Block]
    left_out: Sequence[Passage]
    text: str

    @property
    def tokens(self) -> int:
        """Return an estimate of the tokens: which model will read the text is not known here."""
        return estimate(self.text)


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit of a search: which chunk of which version, its text, and the place that readers are shown."""

    version: int
    ordinal: int
    score: float
    content: str
    place: Mapping[str, Any]
    also: Sequence[Mapping[str, Any]] = ()
    """Where else its text stands, as hits of lower score had it."""


def distinct(hits: Iterable[Hit], k: int) -> list[Hit]:
    """Return the best ``k`` of ``hits`` (best first) whose texts differ; white space makes no difference."""
    found: dict[str, list[Hit]] = {}
    for hit in hits:
        found.setdefault(_words(hit.content), []).append(hit)
    return [
        replace(best, also=[other.place for other in others]) for best, *others in list(found.values())[:k]
    ]  # fmt: skip


def assemble(
    hits: Sequence[Passage],
    around: Iterable[Piece],
    versions: Mapping[int, Version],
    *,
    neighbours: int,
    budget: int,
    separator: str = HEADER_SEPARATOR,
) -> Assembled:
    """Return the best text of at most ``budget`` tokens that can be made of hits and of the chunks next to them.

    Hits come first, by score: each is in if it fits beside those of higher score. What room is left is for neighbours,
    the nearest first. Chunks are whole, but for the best hit if it is over the budget by itself: of that one the
    beginning is in.

    Args:
        hits: best first, no chunk twice.
        around: chunks that stand near them.
        neighbours: how many chunks are taken at each side of a hit, at most.
        budget: in tokens (characters by four), headings counted.
        separator: between the parts of a header.
    """
    chosen = _Chosen(versions, budget * CHARACTERS_PER_TOKEN, separator)
    left_out: list[Passage] = []
    for rank, hit in enumerate(hits):
        if not chosen.add(hit) and not (rank == 0 and chosen.add_beginning(hit)):
            left_out.append(hit)
    kept = chosen.passages()
    said = {_words(_text(versions, passage.piece)) for passage in kept}
    for beside, neighbour in expand(kept, around, neighbours):
        words = _words(_text(versions, neighbour.piece))
        if chosen.has(beside) and words not in said and chosen.add(neighbour):
            said.add(words)
    return Assembled(chosen.blocks(), left_out, chosen.text())


def expand(hits: Sequence[Passage], around: Iterable[Piece], neighbours: int) -> list[tuple[Piece, Passage]]:
    """Return the neighbours of hits: the nearest first, those of better hits before others.

    A neighbour is in the same section as the chunk before it and as the hit. The text of a unit is in one section with
    the units below it and with the units next to it; these are not in one section with each other.

    Args:
        hits: best first.
        around: the chunks that stand near them.
        neighbours: how many chunks are taken at each side of a hit, at most.

    Returns:
        Each neighbour, with the chunk between it and its hit, or with the hit itself. Its score is that of the best
        hit in whose window it stands.
    """
    ordered = sorted({*around, *(hit.piece for hit in hits)}, key=lambda piece: (piece.version, piece.ordinal))
    after = {a: b for a, b in pairwise(ordered) if same_section(a, b)}
    before = {b: a for a, b in after.items()}
    found = []
    for hit in hits:
        for step in (before, after):
            piece = hit.piece
            for distance in range(1, neighbours + 1):
                beside, piece = piece, step.get(piece, piece)
                first, last = sorted((hit.piece, piece), key=lambda one: one.ordinal)
                if piece is beside or not same_section(first, last):
                    break
                found.append((distance, beside, Passage(piece, hit.score, core=False)))
    found.sort(key=lambda one: (one[0], -one[2].score, one[2].piece.version, one[2].piece.ordinal))
    best: dict[Piece, float] = {}
    for _, _, passage in found:
        best[passage.piece] = max(passage.score, best.get(passage.piece, passage.score))
    return [(beside, replace(passage, score=best[passage.piece])) for _, beside, passage in found]


def same_section(a: Piece, b: Piece) -> bool:
    """Return whether two chunks, ``b`` behind ``a``, stand in one section of one version.

    Chunks below one unit do, and the text of a unit with what is below it. Where neither has a unit above it, they do
    unless ``b`` begins under a heading of its own; under the same heading, or none, one kind of path will do.
    """
    if a.version != b.version:
        return False
    if a.parent or b.parent:
        return _section(a) == _section(b) or a.path == _section(b) or b.path == _section(a)
    if b.heading:
        return a.heading == b.heading
    return _section(a) == _section(b)


def _section(piece: Piece) -> str:
    return piece.parent or piece.path.rpartition(".")[0] or piece.path


class _Chosen:
    """The passages that have been chosen so far, never more than ``room`` characters of text."""

    def __init__(self, versions: Mapping[int, Version], room: int, separator: str) -> None:
        self._versions = versions
        self._room = room
        self._separator = separator
        self._in: dict[int, list[Passage]] = {}
        self._rendered: dict[int, str] = {}

    def has(self, piece: Piece) -> bool:
        """Return whether this chunk is in, whole."""
        return any(passage.piece == piece for passage in self._in.get(piece.version, ()))

    def add(self, passage: Passage) -> bool:
        """Take a passage in if it fits, and is not in already."""
        version = passage.piece.version
        if self.has(passage.piece) or self._has_twin(passage.piece):
            return False
        passages = [*self._in.get(version, ()), passage]
        rendered = _rendered(self._versions[version], _blocks(self._versions[version], passages), self._separator)
        others = [text for one, text in self._rendered.items() if one != version]
        if sum(map(len, others)) + len(BETWEEN) * len(others) + len(rendered) > self._room:
            return False
        self._in[version] = passages
        self._rendered[version] = rendered
        return True

    def _has_twin(self, piece: Piece) -> bool:
        """Return whether the same place of the same filing is in, from another file: company, year, section, number."""
        filing = self._versions[piece.version].filing
        return filing is not None and any(
            (passage.piece.path, passage.piece.ordinal) == (piece.path, piece.ordinal)
            for version, passages in self._in.items()
            if version != piece.version and self._versions[version].filing == filing
            for passage in passages
        )

    def add_beginning(self, passage: Passage) -> bool:
        """Take the beginning of a passage in, up to the last word that fits, where nothing else is in yet."""
        piece, version = passage.piece, self._versions[passage.piece.version]
        headings = len(_rendered(version, _blocks(version, [passage]), self._separator)) - (piece.end - piece.start)
        words = version.text(piece.start, piece.start + max(0, self._room - headings)).rsplit(None, 1)
        return len(words) == 2 and self.add(replace(passage, piece=replace(piece, end=piece.start + len(words[0]))))

    def passages(self) -> list[Passage]:
        """Return the chosen passages, best first."""
        everything = [passage for passages in self._in.values() for passage in passages]
        return sorted(everything, key=lambda passage: -passage.score)

    def blocks(self) -> list[Block]:
        """Return the blocks that they make, in the order of the text."""
        return [block for version in self._order() for block in _blocks(self._versions[version], self._in[version])]

    def text(self) -> str:
        return BETWEEN.join(self._rendered[version] for version in self._order())

    def _order(self) -> list[int]:
        """Return the versions, the best first; those of equal score by document and file.

        The filings of one company stand together, the newest first, where the best of them would be.
        """
        best = {version: max(passage.score for passage in passages) for version, passages in self._in.items()}
        of_company: dict[str | int, float] = {}
        for version, score in best.items():
            group = self._versions[version].company or version
            of_company[group] = max(score, of_company.get(group, score))

        def place(version: int) -> tuple[float, str, int, float, str, str, int]:
            one = self._versions[version]
            group = one.company or version
            return (
                -of_company[group],
                one.company or "",
                -(one.year or 0),
                -best[version],
                one.document,
                one.source,
                version,
            )

        return sorted(self._in, key=place)


def _blocks(version: Version, passages: Iterable[Passage]) -> list[Block]:
    """Return passages of one version as the runs that they make: nothing but white space is between them.

    A run of a filing ends with its Item.
    """
    runs: list[list[Passage]] = []
    end = 0
    for passage in sorted(passages, key=lambda passage: (passage.piece.start, passage.piece.end)):
        goes_on = runs and not version.text(end, passage.piece.start).strip()
        if goes_on and not (version.filing and item(runs[-1][-1].piece) != item(passage.piece)):
            runs[-1].append(passage)
        else:
            runs.append([passage])
        end = max(end, passage.piece.end)
    return [Block(run[0].piece.start, max(passage.piece.end for passage in run), run) for run in runs]


def _rendered(version: Version, blocks: Sequence[Block], separator: str) -> str:
    """Return the blocks of one version under their headings; those of a filing Item by Item."""
    parts: list[str] = []
    last = ""
    for block in blocks:
        heading = _heading(version, block)
        if heading != last:
            parts.append(f"=== {heading} ===")
            last = heading
        place = f"characters {block.start}–{block.end}"
        line = _line(_paths(block), _header(block, separator), place, _standing(block))
        parts.append(f"--- {line} ---\n{version.text(block.start, block.end)}")
    return BETWEEN.join(parts)


def _heading(version: Version, block: Block) -> str:
    """Return what stands above a block: whose filing, of which year, and the Item; else the document and its title."""
    if version.filing:
        return _line(*map(str, version.filing), item(block.passages[0].piece))
    since = f"valid from {version.valid_from}" if version.valid_from else ""
    return _line(version.document, version.title, since)


def item(piece: Piece) -> str:
    """Return the outermost unit of a piece: ``ITEM_7`` of a filing."""
    return piece.path.partition(".")[0]


def _header(block: Block, separator: str) -> str:
    """Return the beginning that all headers share, without the first part, which names the document."""
    headers = [passage.piece.header.split(separator)[1:] for passage in block.passages]
    shared = takewhile(lambda parts: len(set(parts)) == 1, zip(*headers, strict=False))
    return separator.join(parts[0] for parts in shared)


def _standing(block: Block) -> str:
    """Return what a reader must know of the paths of a block that are not in force; "" where all are."""
    gone = [passage.piece.path for passage in block.passages if not passage.piece.in_force]
    return f"not in force: {', '.join(gone)}" if gone else ""


def _paths(block: Block) -> str:
    """Return the path of a block: that of its only passage, or of the first and the last."""
    first, last = block.passages[0].piece.path, block.passages[-1].piece.path
    return first if first == last else f"{first} – {last}"


def _line(*parts: str) -> str:
    return " | ".join(" ".join(part.split()) for part in parts if part.strip())


def _text(versions: Mapping[int, Version], piece: Piece) -> str:
    return versions[piece.version].text(piece.start, piece.end)


def _words(text: str) -> str:
    return " ".join(text.split())
