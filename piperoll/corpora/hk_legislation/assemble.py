"""Cut an enactment into chunks: one section is one chunk; a long one is cut between its subsections."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from piperoll.chunking.merge import Range, cap
from piperoll.chunking.paths import UniquePaths
from piperoll.chunking.windows import windows
from piperoll.corpora.citations.common_law import find
from piperoll.corpora.hk_legislation.leads import SUBSECTION, depths, leads_on, over
from piperoll.corpora.hk_legislation.names import GONE, NOT_IN_FORCE
from piperoll.corpora.hk_legislation.plain import RULE
from piperoll.corpora.hk_legislation.rows import printed
from piperoll.corpora.hk_legislation.source import Kind, Source
from piperoll.corpora.hk_legislation.units import LONG_TITLE, SECTION, Unit, units
from piperoll.model import HEADER_SEPARATOR, Chunk, Citation, Document, SetAside, Status
from piperoll.text.paragraphs import lines, trim
from piperoll.text.tokens import estimate

LONGEST_NOTE = 200
"""Characters of a note that a provision is gone, at most."""
LABELS = re.compile(
    r"(?:#{1,6}\s+)?(?:(?:part|(?:sub)?division|schedule)[ \t\u00a0]\w{1,8}\s{0,8}"
    r"|(?:\d{1,4}[A-Z]{0,4}\.|\(\w{1,6}\))\s{1,8}){0,4}",
    re.IGNORECASE,
)
"""Matches in front of the note where a provision has no heading: "Part 3", "Schedule 2", "4. (2)"."""
# "(Not yet in operation)", "[Not yet in operation]" behind or below a heading
NOT_YET = re.compile(r"[(\[]\W{0,3}not yet in operation\b", re.IGNORECASE)
NUMBER = re.compile(r"(?m)^(?:#{1,6} )?(?:\d{1,4}[A-Z]{0,4}\.|[ \t]{0,8}\(\w{1,6}\))[ \t\u00a0]{0,8}")
"""The number in front of the text of a section: "2.", "(1)"."""
WORDS = 60
"""Characters of the first words of a section that has no heading."""
WORDS_WITHIN = 600
"""Characters in which the number of a section stands, behind the headings over it."""
ENABLING = re.compile(r"Cap\. \d+(?=[A-Z])")
"""The chapter under which subsidiary legislation is made: Cap. 561 for Cap. 561A."""


def assemble(source: Source, limit: int) -> Document:
    """Cut ``source`` into chunks of about ``limit`` characters and set-aside ranges that together cover its text."""
    source_units = [_row(source)] if source.row_path or source.above else list(units(source))
    aside = list(source.set_aside)
    chunks: list[Chunk] = []
    for unit in source_units:
        for span in _outside(unit, source.set_aside):
            body, rules = _without_rules(source.text, *span)
            aside += rules
            if body[0] < body[1]:
                chunks += _chunks(source, unit, body, limit)
    return Document(
        key=source.key,
        title=source.title or source.key,
        kind="HK_SECTION" if source.row_path else "HK_ENACTMENT",
        status=Status.CHUNKED if chunks else Status.NO_BODY,
        text=source.text,
        chunks=_unique_paths(chunks),
        set_aside=sorted(aside, key=lambda part: part.start),
        citations=list(_citations(source, source_units)),
        valid_from=source.valid_from,
        metadata=source.metadata,
    )


def _row(source: Source) -> Unit:
    """Return a row as one unit, whatever it holds."""
    subsections = [
        (mark.start, f"{source.row_path}.{mark.label}") for mark in source.marks if mark.kind is Kind.SUBSECTION
    ]
    unit = Unit(
        0,
        len(source.text),
        source.row_path or "text",
        SECTION,
        heading=source.heading,
        above=source.above,
        subsections=subsections,
    )
    steps = source.row_path.split(".")
    if "s" in steps:
        unit.label = steps[steps.index("s") + 1]
        if rest := steps[steps.index("s") + 2 :]:
            unit.metadata["subsection"] = rest[0]
    return unit


def _outside(unit: Unit, aside: Sequence[SetAside]) -> Iterator[Range]:
    """Yield the unit without what was set aside in it; ``aside`` is in order."""
    at = unit.start
    for index in range(bisect_left(aside, unit.start, key=lambda part: part.start), len(aside)):
        if aside[index].end > unit.end:
            break
        yield at, aside[index].start
        at = max(at, aside[index].end)
    yield at, unit.end


def _without_rules(text: str, start: int, end: int) -> tuple[Range, list[SetAside]]:
    """Return the range without the lines drawn behind it, and these lines as set aside."""
    start, end = trim(text, start, end)
    rules = []
    while start < end:
        begin = max(text.rfind("\n", start, end) + 1, start)
        if not RULE.fullmatch(text, begin, end):
            break
        rules.append(SetAside(begin, end, "rule"))
        start, end = trim(text, start, begin)
    return (start, end), rules


def _said(text: str, unit: Unit, span: Range) -> str:
    """Return what a unit says below its heading, or behind its number, as far as the longest note goes."""
    heading = text.find(unit.heading, *span) if unit.heading and not GONE.match(unit.heading) else -1
    begin = heading + len(unit.heading) if heading >= 0 else LABELS.match(text, *span).end()  # type: ignore[union-attr]
    return text[begin : min(span[1], begin + LONGEST_NOTE + 1)].strip()


def _is_note(said: str) -> bool:
    """Return whether a unit says nothing but the note that it is gone."""
    return len(said) <= LONGEST_NOTE and GONE.match(said) is not None and "\n" not in said and said[-1] in ")]"


def _chunks(source: Source, unit: Unit, span: Range, limit: int) -> Iterator[Chunk]:
    text, header = source.text, _header(source, unit)
    metadata: dict[str, object] = dict(unit.metadata)
    if unit.role == SECTION and unit.label:
        metadata["section"] = unit.label
    if unit.heading:
        metadata["heading"] = unit.heading
    said = _said(text, unit, span)
    gone = GONE.match(unit.heading) is not None or _is_note(said)
    if gone:
        metadata["repealed"] = True
    if unit.status:
        metadata["status"] = unit.status
    status = unit.status or str(source.metadata.get("status") or source.metadata.get("docStatus") or "")
    in_force = not (gone or NOT_YET.search(unit.heading) or NOT_YET.match(said) or NOT_IN_FORCE.fullmatch(status))
    words = "" if unit.heading or unit.role != SECTION else _first_words(text, unit)
    spans = [
        (group[window.first][0], group[window.last][1])
        for group in _groups(text, unit, span, limit)
        for window in windows(group, limit)
    ]
    paths, named = UniquePaths(), {unit.path}
    before = unit.start
    for number, (start, end) in enumerate(spans):
        path, begins = _at(unit, start) if number else (unit.path, start)
        if path not in named and text[begins:start].strip():
            paths.unique(path, ".p")  # the subsection begins in the piece before
        named.add(path)
        inside = unit.subsections[
            bisect_left(unit.subsections, (before, "")) : bisect_left(unit.subsections, (end, ""))
        ]
        held = tuple(path.rpartition(".")[2] for _, path in inside)
        before = end
        content = text[start:end]
        yield Chunk(
            paths.unique(path, ".p"),
            unit.role,
            _led_header(header, words, over(source.leads, start)) if number else header,
            content,
            start,
            end,
            estimate(content),
            unit.parent if number == 0 else unit.path,
            metadata,
            subsections=held,
            in_force=in_force,
        )


def _led_header(header: str, words: str, leads: Sequence[str]) -> str:
    """Return the header of a piece; first words that name its section are not repeated where they lead to its list."""
    if words and leads and (leads[0].startswith(words) or words.startswith(leads[0])) and header.endswith(words):
        header, leads = header.removesuffix(words) + leads[0], leads[1:]
    return HEADER_SEPARATOR.join((header, *leads))


def _groups(text: str, unit: Unit, span: Range, limit: int) -> Iterator[list[Range]]:
    """Yield what may be joined: neighbouring subsections, or the lines of one over ``limit``.

    The sentences of a line too long for a model are parts, too; the heading of a section goes with what is behind it.
    """
    bounds = [span[0], *(begin for begin, _ in unit.subsections if span[0] < begin < span[1]), span[1]]
    if span[1] - span[0] <= limit:
        yield [span]
        return
    parts: list[Range] = []
    for index, (begin, end) in enumerate(pairwise(bounds)):
        block = trim(text, begin, end)
        if block[1] - block[0] <= limit:
            parts += [block] if block[0] < block[1] else []
            continue
        if parts and index > 1:
            yield _led(text, parts, limit)
            parts = []
        rows = [row for line in lines(text, *block) if (row := trim(text, *line))[0] < row[1]]
        for item in _items(list(zip(rows, depths(text, rows), strict=True)), limit, SUBSECTION):
            parts += cap(text, item)
        if end < span[1]:
            yield _led(text, parts, limit)
            parts = []
    if parts:
        yield _led(text, parts, limit)


def _items(rows: Sequence[tuple[Range, int]], limit: int, depth: int) -> Iterator[Range]:
    """Yield the items of a list or of definitions, each with those in it; what is over ``limit`` is cut between these.

    Args:
        rows: ranges of the lines, with their depths.
        limit: characters.
        depth: depth of the items; what stands deeper belongs to the item before.
    """
    items: list[list[tuple[Range, int]]] = []
    for row in rows:
        if not items or row[1] <= depth:
            items.append([])
        items[-1].append(row)
    for item in items:
        span = item[0][0][0], item[-1][0][1]
        if len(item) == 1 or span[1] - span[0] <= limit:
            yield span
        else:
            yield from _items(item, limit, depth + 1)


def _led(text: str, parts: Sequence[Range], limit: int) -> list[Range]:
    """Return the parts, each that leads to the next one together with it: "A keeper must—" and its first paragraph."""
    joined: list[Range] = []
    for part in parts:
        if joined and part[1] - joined[-1][0] <= limit and leads_on(text, *joined[-1]):
            joined[-1] = (joined[-1][0], part[1])
        else:
            joined.append(part)
    return joined


def _at(unit: Unit, start: int) -> tuple[str, int]:
    """Return path and start of the subsection in which a piece begins, else of the unit."""
    index = bisect_right(unit.subsections, (start, "\uffff")) - 1
    return (unit.subsections[index][1], unit.subsections[index][0]) if index >= 0 else (unit.path, unit.start)


def _header(source: Source, unit: Unit) -> str:
    """Return a header: ``Road Traffic Ordinance (Cap. 374) > Part 3 Transport Tribunals > s.4 Heading``."""
    title = source.title.removesuffix(f" {printed(source.row_path)}") if source.row_path else source.title
    title = title if _chapter(source) in title else f"{title} ({source.key})"
    if unit.role == LONG_TITLE:
        return title
    own = printed(source.row_path) if source.row_path else unit.name
    heading = unit.heading or (_first_words(source.text, unit) if unit.role == SECTION else "")
    return HEADER_SEPARATOR.join(part for part in (title, *unit.above, f"{own} {heading}".strip()) if part)


def _first_words(text: str, unit: Unit) -> str:
    """Return the first words of a section without a heading, behind the headings and the number in front of them."""
    first = NUMBER.search(text, unit.start, min(unit.end, unit.start + WORDS_WITHIN))
    at = first.end() if first else unit.start
    words = " ".join(text[at : min(unit.end, at + 3 * WORDS)].split()).lstrip("# ")
    return words if len(words) <= WORDS else words[:WORDS].rpartition(" ")[0] or words[:WORDS]


def _chapter(source: Source) -> str:
    """Return the key of the whole enactment; for a row, that of its chapter."""
    return str(source.metadata.get("cap", source.key))


def _citations(source: Source, source_units: Sequence[Unit]) -> Iterator[Citation]:
    """Yield the references in the text, without headings and the enactment's own name."""
    key = _chapter(source)
    starts = [(0, source.row_path)] if source.row_path else []
    for unit in source_units:
        starts += (
            [(unit.start, unit.path), *unit.subsections]
            if unit.role != LONG_TITLE and not source.row_path
            else unit.subsections
        )
    enabling = ENABLING.match(key)
    headings = {mark.start for mark in source.marks}
    for citation in find(source.text, places=starts):
        words = source.text[citation.start : citation.end]
        if citation.start in headings or (
            citation.target and citation.target in (key, source.title) and not citation.path
        ):
            continue
        if citation.target == key:
            citation = replace(citation, kind="internal", target="")
        elif enabling and citation.kind == "legislation" and not citation.target and words.endswith("the Ordinance"):
            citation = replace(citation, target=enabling[0])
        if source.row_path and citation.kind == "internal":
            citation = replace(citation, kind="legislation", target=key)
        yield citation


def _unique_paths(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return the chunks with unique paths: a provision printed again gets ``.v2``, ``.v3`` in the order of the text."""
    paths = UniquePaths(chunk.path for chunk in chunks)
    unique = ((chunk, paths.unique(chunk.path)) for chunk in chunks)
    return [chunk if path == chunk.path else replace(chunk, path=path) for chunk, path in unique]
