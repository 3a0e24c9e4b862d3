"""Cut the sections of a decision into chunks: whole numbered paragraphs of one section, joined up to a size."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import PurePosixPath
from typing import Any

from piperoll.chunking.merge import CAP, Range, cap, pack
from piperoll.chunking.paths import UniquePaths
from piperoll.corpora.citations.common_law import in_decision
from piperoll.corpora.common.numbered import paragraph_path
from piperoll.corpora.sst import front, headings, notes, parties
from piperoll.corpora.sst.dates import day
from piperoll.corpora.sst.priorities import DEFAULT, OTHER
from piperoll.corpora.sst.rows import Row
from piperoll.corpora.sst.sections import Decision, Paragraph, Section, parse
from piperoll.model import HEADER_SEPARATOR, Chunk, Document, SetAside, Status
from piperoll.text.paragraphs import trim
from piperoll.text.sentences import ends
from piperoll.text.tokens import estimate

COURTS = {"SCC": "Supreme Court of Canada", "FCA": "Federal Court of Appeal", "FC": "Federal Court"}
"""Courts by the series of their neutral citations; every series of the tribunal begins with SST or TSS."""
KIND = "DECISION"
FOOTNOTE = "footnote"
UNNUMBERED = (PREAMBLE, TEXT) = ("preamble", "text")
"""Paths of text without numbers: before the first numbered paragraph, and elsewhere."""
LONGEST_NAME = 300
"""Characters of the case name in a header, which every chunk repeats, and of a citation that is the key."""
OPENING = 3_000
"""Characters of the decision that are searched for its parties, where neither title page nor name has them."""
# "… was heard on March 21, 2022, and the Court on that day delivered the following judgment orally:"
HEARD = re.compile(r"\bheard on (?P<day>[A-Z][a-z]{2,8} \d{1,2}, \d{4}),? and the Court on that day delivered\b")
OUTCOME = re.compile(r"(?:my )?decision|(?:ma )?décision|order|ordonnance", re.IGNORECASE)
"""The section that says first what is decided."""


def assemble(row: Row, *, max_tokens: int, footnotes: bool) -> Document:
    """Cut the decision in ``row`` into chunks and set-aside ranges that together cover its text.

    Args:
        row: the decision as read.
        max_tokens: tokens up to which whole paragraphs are joined; a longer paragraph has its own chunk.
        footnotes: whether footnotes become chunks; else they are set aside.

    Returns:
        The document with its chunks, set-aside ranges, citations and metadata.
    """
    text = row.text.replace("\r\n", "\n").replace("\r", "\n")
    decision = parse(text)
    metadata = _metadata(row, decision, text)
    key = metadata.get("citation") or row.source
    key = key if len(key) <= LONGEST_NAME else row.source
    title = metadata.get("name") or metadata.get("citation") or PurePosixPath(row.source).stem
    cutter = _Cutter(text, decision, _base(title, metadata.get("citation", "")), max_tokens)
    chunks = _unique_paths(cutter.chunks())
    aside = list(decision.set_aside)
    if footnotes:
        chunks += _unique_paths(cutter.footnotes())
    elif decision.notes.notes:
        aside.append(SetAside(decision.notes.start, decision.notes.end, "footnotes"))
    return Document(
        key=key,
        title=title,
        kind=KIND,
        status=Status.CHUNKED if chunks else Status.NO_BODY,
        text=text,
        chunks=chunks,
        set_aside=sorted(aside, key=lambda part: part.start),
        citations=list(in_decision(text, {key, metadata.get("citation", "")} - {""})),
        metadata=metadata,
    )


class _Cutter:
    """Turn sections into chunks with their ranges, paths and headers."""

    def __init__(self, text: str, decision: Decision, base: str, max_tokens: int) -> None:
        self.text, self.decision, self.base, self.max_tokens = text, decision, base, max_tokens
        paragraphs = [paragraph for section in decision.sections for paragraph in section.paragraphs]
        numbers = [paragraph.number for paragraph in paragraphs if paragraph.number is not None]
        self.numbered = bool(numbers)
        starts = [paragraph.start for paragraph in paragraphs if paragraph.number is not None]
        self.restarts = [
            start for start, (before, number) in zip(starts[1:], pairwise(numbers), strict=True) if number < before
        ]
        """Offsets of the paragraphs at which the numbers begin again, as those of an order or a schedule do."""

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks of all sections; a heading without text opens the chunk after it."""
        lead: Section | None = None
        begun = False
        last = self.decision.sections[-1] if self.decision.sections else None
        for section in self.decision.sections:
            if lead is not None and self._asides(section.start) > self._asides(lead.start):
                above = replace(  # a table of contents is between; the judge who speaks stands over both
                    lead, name="", above=(), role=OTHER, priority=DEFAULT.other, end=self._end_of_lead(lead.start)
                )
                yield from self._section(above, lead.start, PREAMBLE if self.numbered and not begun else TEXT)
                lead = None
            lead = lead or section
            if not section.paragraphs and section is not last:
                continue
            unnumbered = PREAMBLE if self.numbered and not begun else TEXT
            yield from self._section(section, lead.start, unnumbered)
            lead = None
            begun = begun or any(paragraph.number is not None for paragraph in section.paragraphs)

    def _asides(self, at: int) -> int:
        """Return how many set-aside ranges begin before ``at``."""
        return bisect_left(self.decision.set_aside, at, key=lambda part: part.start)

    def _end_of_lead(self, lead: int) -> int:
        """Return the end of the headings that begin at ``lead``, where a set-aside range follows them."""
        return trim(self.text, lead, self.decision.set_aside[self._asides(lead)].start)[1]

    def _section(self, section: Section, lead: int, unnumbered: str) -> Iterator[Chunk]:
        """Yield whole paragraphs joined up to the size; a paragraph over the cap is split at its sentences."""
        parts = [
            replace(paragraph, start=lead if index == 0 else paragraph.start)
            for index, paragraph in enumerate(section.paragraphs)
        ]
        if not parts:  # a heading that nothing follows
            parts = [Paragraph(None, lead, section.end)]
        for (numbered, oversized, *_), group in groupby(parts, self._run_key):
            run = list(group)
            rest = iter(run)
            for span in pack([(part.start, part.end) for part in run], 0 if oversized else self.max_tokens):
                inside = _up_to(rest, span[1])
                numbers = [part.number for part in inside if part.number is not None]
                path = self._path(inside[-1].end, numbers[0]) if numbered else unnumbered
                pieces = cap(self.text, span) if oversized else [span]
                for index, piece in enumerate(pieces, 1):
                    yield self._chunk(piece, path, section, numbers, index if numbered else 1)

    def _path(self, at: int, number: int) -> str:
        """Return the path of a numbered paragraph that ends at ``at``; a second series is named in it."""
        series = bisect_left(self.restarts, at) + 1
        return paragraph_path(number) if series == 1 else f"op{series}.{paragraph_path(number)}"

    def _run_key(self, paragraph: Paragraph) -> tuple[bool, bool, int, int]:
        """Return what parts paragraphs: number or none, too long for a chunk, what is set aside, the series."""
        too_long = estimate(self.text[paragraph.start : paragraph.end]) > CAP
        series = bisect_left(self.restarts, paragraph.end)
        return paragraph.number is not None, too_long, self._asides(paragraph.start), series

    def _chunk(self, span: Range, path: str, section: Section, numbers: list[int], piece: int) -> Chunk:
        content = self.text[slice(*span)]
        metadata: dict[str, Any] = {"priority": section.priority}
        if section.name:
            metadata["heading"] = section.speaker or section.name
        if references := notes.references(self.text, *span, self.decision.notes.numbers):
            metadata["footnote_references"] = [list(reference) for reference in references]
        names = [self.base, *section.above, section.speaker or section.name]
        return Chunk(
            path=path if piece == 1 else f"{path}.{piece}",
            role=section.role,
            header=HEADER_SEPARATOR.join(name for name in names if name),
            content=content,
            start=span[0],
            end=span[1],
            tokens=estimate(content),
            parent=None if piece == 1 else path,
            metadata=metadata,
            paragraphs=tuple(numbers),
        )

    def footnotes(self) -> Iterator[Chunk]:
        """Yield a chunk for each footnote."""
        for note in self.decision.notes.notes:
            content = self.text[note.start : note.end]
            header = HEADER_SEPARATOR.join((self.base, f"Footnote {note.number}"))
            path = f"{FOOTNOTE}.{note.number}"
            yield Chunk(path, FOOTNOTE, header, content, note.start, note.end, estimate(content))


def _up_to(rest: Iterator[Paragraph], end: int) -> list[Paragraph]:
    """Return the next paragraphs, up to and with the paragraph that ends at ``end``."""
    taken: list[Paragraph] = []
    while not taken or taken[-1].end < end:
        taken.append(next(rest))
    return taken


def _base(title: str, citation: str) -> str:
    whole = f"{title}, {citation}" if citation not in title else title
    return whole if len(whole) <= LONGEST_NAME else f"{whole[:LONGEST_NAME]}…"


def _metadata(row: Row, decision: Decision, text: str) -> dict[str, Any]:
    """Return the fields of the row and of the front matter; the row wins, and fields without a value are left out."""
    row_fields: dict[str, Any] = {name: headings.name_of(value) for name, value in row.fields.items() if value.strip()}
    if "date" in row_fields:
        row_fields["date"] = day(row_fields["date"])
    metadata = decision.fields | {name: value for name, value in row_fields.items() if value}
    if "date" not in metadata and (heard := HEARD.search(text, decision.start, decision.start + OPENING)):
        metadata["date"] = day(heard["day"])
    series = metadata.get("citation", "").split(" ")[1:2]
    if series:
        court = front.TRIBUNAL_NAME if series[0].startswith(("SST", "TSS")) else COURTS.get(series[0], "")
        metadata.setdefault("court", court)
    if speakers := [section.speaker for section in decision.sections if section.speaker]:
        metadata.setdefault("judges", list(dict.fromkeys(speakers)))
    if sides := parties.versus(metadata.get("name", "")) or parties.told(text[decision.start :][:OPENING]):
        metadata.setdefault("parties", sides)
    metadata.setdefault("outcome", _outcome(decision, text))
    return {name: value for name, value in metadata.items() if value}


def _outcome(decision: Decision, text: str) -> str:
    """Return the first paragraph under the heading "Decision", or as many of its sentences as a value may have."""
    section = next((one for one in decision.sections if one.paragraphs and OUTCOME.fullmatch(one.name)), None)
    if section is None:
        return ""
    first = section.paragraphs[0]
    words = notes.without_references(text, first.start, first.end, decision.notes.numbers)
    words = " ".join(words[words.find("]") + 1 if first.number is not None else 0 :].split())
    if len(words) <= front.LONGEST_VALUE:
        return words
    return words[: max(ends(words, 0, front.LONGEST_VALUE), default=0)].rstrip()


def _unique_paths(drafts: Iterator[Chunk]) -> list[Chunk]:
    """Return the chunks with unique paths.

    A number printed again gets ``.v2`` in the order of the text, and so do its pieces; text without a number gets
    ``.2``.
    """
    paths = UniquePaths()
    chunks: list[Chunk] = []
    unique_path = ""
    for chunk in drafts:
        if chunk.parent is not None:  # a piece of the chunk before
            rest = chunk.path.removeprefix(chunk.parent)
            same = chunk.parent == unique_path
            chunks.append(chunk if same else replace(chunk, path=f"{unique_path}{rest}", parent=unique_path))
            continue
        unique_path = paths.unique(chunk.path, "." if chunk.path in UNNUMBERED else ".v")
        chunks.append(chunk if chunk.path == unique_path else replace(chunk, path=unique_path))
    return chunks
