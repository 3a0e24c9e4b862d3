"""Read a judgment as its paragraphs, and pack as many of them as a model reads at once."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from typing import Any

from piperoll.hashing import digest
from piperoll.llm.hostile import escaped, name_of
from piperoll.llm.request import reckoned
from piperoll.model import Chunk, Document
from piperoll.text.paragraphs import paragraphs as by_blank_lines
from piperoll.text.paragraphs import trim

WHOLE = frozenset({"front", "closing"})
"""Roles of chunks that are one paragraph: their lines say nothing alone."""
TIERS: Mapping[str, int] = {
    role: tier
    for tier, roles in enumerate(
        (
            ("front",),
            ("order", "decision", "conclusion"),
            ("issue",),
            ("reasoning", "analysis"),
            ("facts", "overview"),
            ("law",),
            ("evidence", "submissions"),
        )
    )
    for role in roles
}
"""By the role of a chunk, best first, in which paragraphs are packed. Front, order and issues are short, and parts of a
headnote stand in them alone."""
OTHER = 7
"""The tier of other roles: notes, annexes, closing."""
LAST = 2
"""Paragraphs at the end of a tier that come before those in its middle: they tell what was found."""
FACTS = ("key", "title", "citation", "case_numbers", "reference_number", "court", "division", "judges", "date")
"""What is told of a judgment besides its paragraphs: the text in which it stands may be set aside."""
MARKED_TOKENS = 24
"""Tokens that the mark around a paragraph takes, with its name."""


BEFORE, BEHIND = r"""(?:^[^\w\n“"‘'>]{0,3}|(?<=[.?!”"])\s{1,3})""", r"(?!\d)[.)\]]?(?=\s)"
"""What stands around the number of a paragraph: "12.  The applicant …", "[12] The …", in rows also in mid-line:
"… new. 134.  I have dealt …"; not “12. The …, which is quoted."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a judgment: its name to the model, its number if it has one, the path of its chunk, its range."""

    name: str
    number: int | None
    path: str
    role: str
    start: int
    end: int

    @property
    def support(self) -> dict[str, Any]:
        """Return the paragraph as a statement names it: path, number or None, range."""
        return {"path": self.path, "paragraph": self.number, "start": self.start, "end": self.end}


def paragraphs_of(document: Document) -> list[Paragraph]:
    """Return the paragraphs of a document in the order of its chunks: numbered ones, else what blank lines separate.

    A number that is not found in its chunk stays with the paragraph before it. What a chunk repeats of the one before
    comes once.
    """
    fingerprint = digest(document.text).hex()
    return [
        Paragraph(name_of(fingerprint, chunk.path, str(start)), number, chunk.path, chunk.role, start, end)
        for chunk in document.chunks
        for number, start, end in _ranges(document.text, chunk)
    ]


def _ranges(text: str, chunk: Chunk) -> Iterator[tuple[int | None, int, int]]:
    first = chunk.start + chunk.overlap
    ranges: list[tuple[int | None, int, int]]
    if chunk.role in WHOLE:
        ranges = [(None, first, chunk.end)]
    elif marks := list(_marks(text, chunk)):
        starts = [chunk.start, *(start for _, start in marks[1:]), chunk.end]
        ranges = [(number, max(a, first), b) for (number, _), (a, b) in zip(marks, pairwise(starts), strict=True)]
    else:
        ranges = [(None, start, end) for start, end in by_blank_lines(text, first, chunk.end)]
    for number, start, end in ranges:
        start, end = trim(text, min(start, end), end)
        if start < end:
            yield number, start, end


def _marks(text: str, chunk: Chunk) -> Iterator[tuple[int, int]]:
    """Yield the numbers of a chunk, each with where its paragraph begins: the first perhaps by a heading."""
    at = chunk.start
    for place, number in enumerate(chunk.paragraphs):
        pattern = re.compile(BEFORE + str(number) + BEHIND, re.MULTILINE)
        match = pattern.search(text, at, chunk.end)
        if match or not place:
            yield number, match.start() if match else at
        at = match.end() if match else at


def packed(document: Document, paragraphs: Sequence[Paragraph], room: int) -> list[Paragraph]:
    """Return the paragraphs that fit into so many tokens, in the order of the text; none is cut.

    All paragraphs of a tier come before any of the next. Of a tier that does not fit come its last two, and those from
    its beginning that fit; then nothing more, unless none did.

    Args:
        document: the judgment.
        paragraphs: all of it.
        room: tokens.
    """
    chosen: list[Paragraph] = []
    ordered = sorted(paragraphs, key=lambda one: TIERS.get(one.role, OTHER))
    for _, group in groupby(ordered, key=lambda one: TIERS.get(one.role, OTHER)):
        tier = list(group)
        sizes = {one.name: reckoned(document.text[one.start : one.end]) + MARKED_TOKENS for one in tier}
        if sum(sizes.values()) > room:
            tier = [*tier[-LAST:], *tier[:-LAST]]
        fitting = [
            one for one, used in zip(tier, accumulate(sizes[one.name] for one in tier), strict=True) if used <= room
        ]
        chosen += fitting
        room -= sum(sizes[one.name] for one in fitting)
        if fitting and len(fitting) < len(tier):
            break
    return sorted(chosen, key=lambda one: one.start)


def facts(document: Document) -> str:
    """Return by what a document is known, a fact a line."""
    known = {"key": document.key, "title": document.title, **document.metadata}
    told = {name: known[name] if isinstance(known[name], list) else [known[name]] for name in FACTS if known.get(name)}
    return "\n".join(f"{name}: {'; '.join(map(str, values))}" for name, values in told.items())


def shown(document: Document, paragraphs: Sequence[Paragraph], every: Sequence[Paragraph]) -> str:
    """Return paragraphs as a model is shown them, with a mark where some were left out.

    Args:
        document: the judgment.
        paragraphs: those that are shown.
        every: all of it.
    """
    kept = {one.name for one in paragraphs}
    lines = []
    for is_kept, group in groupby(every, key=lambda one: one.name in kept):
        if not is_kept:
            lines.append(f'<left-out paragraphs="{sum(1 for _ in group)}"/>')
            continue
        for one in group:
            number = f' n="{one.number}"' if one.number is not None else ""
            lines.append(f'<p id="{one.name}"{number}>{escaped(document.text[one.start : one.end])}</p>')
    body = "\n".join(lines)
    return f"<judgment>\n<facts>\n{escaped(facts(document))}\n</facts>\n{body}\n</judgment>"
