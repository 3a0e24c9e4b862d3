"""Read judgments in plain text, and divide the text of every form into front, body, annex, closing and notes."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

from piperoll.chunking.merge import Range
from piperoll.corpora.hk_cases import header, metadata
from piperoll.corpora.hk_cases.dense import headings_below_title, is_dense
from piperoll.corpora.hk_cases.numbering import notes_start, text_marks
from piperoll.corpora.hk_cases.opening import contents, notices_end, order_start, printed_contents
from piperoll.corpora.hk_cases.restarts import ANNEX, opens
from piperoll.corpora.hk_cases.short_lines import HEADING_LENGTH, names_judge
from piperoll.corpora.hk_cases.source import Dress, Mark, Part, Region, Source
from piperoll.corpora.hk_cases.units import Lines, trailing_headings
from piperoll.model import SetAside
from piperoll.text.paragraphs import paragraphs, trim

CONTENTS_TITLE = "CONTENTS"
BESIDE = (header.CORRIGENDUM, header.PRESS_SUMMARY)
"""Kinds that stand beside a judgment and have its citation."""
HEAD = 8_000
"""Characters within which the head of a judgment ends, and its metadata is searched."""
CLOSING = 4_000
"""Characters from the end within which a judgment without numbers closes; no paragraph of a closing is longer."""
SIGNATURE = 300
"""Characters from the end within which a judge signs; a judge named before speaks."""
SHORTEST_NAME, LONGEST_NAME = 6, 60
"""Characters of the name of a judge who signs."""
ROW = re.compile(r"[^\t\n]{1,8}\t[^\t\n]+\t")
"""The number of a row of a table, and its first cell."""
RULE = re.compile(r"^[_\-=*‑–—. \t]{5,}$")
RESERVED = re.compile(r"^(?:\d{1,2} \w+ \d{4} )?(?:Judgment reserved|Curia advisari vult)\b", re.IGNORECASE)
CLOSES = re.compile(
    r"\W{0,3}(?:I certify that|I/we certify|C ?opyright ©|Solicitors? (?:for|of)\b|Counsel for\b"
    r"|TRIBUNAL JUDGE\b"
    # "(Andrew Macrae)", "（ 黃穎琛 ）": the judge signs
    r"|Right (?:of|to) appeal\b|(?i:Release date)\b|Associate:|Dated?(?::| this\b| \d)|Sgd\b|Signed(?: on|:|$)"
    r"|[A-Z][\w ()]{2,60} hereby certif(?:y|ies)\b"
    r"|(?:Place|Seat) of (?:the )?(?:arbitration|award)\b"
    # "Judge Nicola Muir", "Upper Tribunal Judge Mandalia", "Judge" below a name
    r"|(?:(?:Deputy|Upper|First-tier|District|Regional|Employment|Circuit|Tribunal) )*"
    r"(?:Judge|JUDGE)(?: [A-Z][\w.’'-]+){0,4}\s*(?:\n|$)|AustLII:"
    r"|(?<=[(（ ])(?=[A-Z\u4e00-\u9fff])[^()（）\n]{2,60}[)）]\s*(?:\n|$))",
)


# "SARAH ALDER" above "TRIBUNAL JUDGE", "Marcus Alder" above "Deputy Judge of the Upper Tribunal"
SIGNED = re.compile(
    r"(?:[A-Z][\w.’'-]* ){1,4}[A-Z][\w’'-]+\s{1,9}"
    r"(?:(?:Deputy|Upper|First-tier|District|Regional|Employment|Circuit|Tribunal|TRIBUNAL) )*"
    r"(?:JUDGE|Judge)\b[^\n.]{0,60}(?:\n|$)"
)


def read(text: str, name: str, given: Mapping[str, Any] | None = None) -> Source:
    """Return a judgment in plain text.

    Args:
        text: its text; stored as it is.
        name: its path in the source.
        given: metadata from elsewhere ("citation", "name", …), which takes precedence.

    Returns:
        The judgment.
    """
    start, end = trim(text, 0, len(text))
    marks = text_marks(text, start, end)
    notes = notes_start(text, marks[-1].start + 1 if marks else start, end)
    marks = [mark for mark in marks if notes is None or mark.start < notes]
    tables = dict(_tables(text, start, marks))
    front = next((table.start for table in tables if marks and table.end <= marks[0].start), None)
    source = build(text, name, marks, front=front, notes=notes, set_aside=list(tables), given=given)
    source.announced = {table.end: headings for table, headings in tables.items()}
    return source


def _tables(text: str, start: int, marks: Sequence[Mark]) -> Iterator[tuple[SetAside, list[Range]]]:
    """Yield the tables of contents of the opinions, each with the headings in front of it.

    That of a further opinion is set aside with these: "The following are the reasons delivered by", "Beam J. —".
    """
    bounds = [start, *(mark.start for mark in marks)]
    at = start
    for low, high in pairwise(bounds):
        at = max(at, low)
        if (at := text.find(CONTENTS_TITLE, at)) < 0:
            return
        if at >= high:
            continue
        blocks = list(paragraphs(text, low, high))
        if table := printed_contents(text, blocks):
            before = [block for block in blocks if block[1] <= table.start]
            headings = trailing_headings(text, before, Lines(), whole=low == start, last=False)
            if headings and low > start:
                table = SetAside(headings[0][0], table.end, table.reason)
            yield table, headings


def build(
    text: str,
    name: str,
    marks: list[Mark],
    *,
    front: int | None = None,
    least: int = 0,
    notes: int | None = None,
    closings: Collection[int] = (),
    annexes: Collection[int] = (),
    headings: Sequence[Range] = (),
    dresses: Mapping[int, Dress] | None = None,
    quoted: Collection[int] = (),
    set_aside: Sequence[SetAside] = (),
    given: Mapping[str, Any] | None = None,
) -> Source:
    """Return the judgment of a text whose marks are known.

    Args:
        text: its text; stored as it is.
        name: its path in the source.
        marks: its numbered paragraphs, in order.
        front: where the front matter ends, where the form says so.
        least: where it ends at the earliest.
        notes: where the footnotes at its end begin.
        closings: starts of paragraphs that belong to the closing, by the form.
        annexes: starts of annexes that the form marks.
        headings: ranges of headings, by the form.
        dresses: by its start, how the form shows a line.
        quoted: starts of lines that the form puts into quotations or tables.
        set_aside: ranges of the front or the body that are in no chunk.
        given: metadata that the form itself gives.

    Returns:
        The judgment; its parts and set-aside ranges together cover its text.
    """
    known = Lines({text[start:end] for start, end in headings}, quoted)
    end = len(text) if notes is None else notes
    front = min(max(_front_end(text, marks, known), least) if front is None else front, end)
    printed = front
    if marks:
        blocks = list(paragraphs(text, front, max(front, marks[0].start)))
        front = notices_end(text, blocks, front)
        front = order_start(text, front, max(front, marks[0].start))
        if not any(front <= hole.start < marks[0].start for hole in set_aside):
            set_aside = [*contents(text, [block for block in blocks if block[0] >= front]), *set_aside]
    parts = [Part(Region.FRONT, 0, front), *_body(text, marks, (front, end), closings, annexes)]
    if notes is not None:
        parts.append(Part(Region.NOTES, notes, len(text)))
    counted = sorted([*marks, *_annex_marks(text, parts, marks, annexes)], key=_start)
    head = text[: min(front or HEAD, HEAD)]
    closing = "\n".join(text[part.start : part.end] for part in parts if part.region is Region.CLOSING)
    facts = metadata.read(text, head, front, given or {}, closing)
    kind = str(facts.pop("kind", "")) or _kind(text, text[: min(max(front, printed) or HEAD, HEAD)], marks)
    citation = str(facts.get("citation", ""))
    return Source(
        key=key(citation, kind, facts.get("case_numbers", []), name),
        title=title(str(facts.get("name", "")), citation, kind, name),
        kind=kind,
        text=text,
        parts=_with_lone_line(text, _without(parts, set_aside)),
        marks=counted,
        headings=headings,
        dresses=dresses or {},
        quoted=quoted,
        set_aside=list(set_aside),
        metadata=facts | ({"corrects": citation} if kind == header.CORRIGENDUM and citation else {}),
    )


def _kind(text: str, head: str, marks: Sequence[Mark]) -> str:
    if marks and marks[0].number > 1 and not text[: marks[0].start].strip():
        return header.EXTRACT
    return header.kind_of(head.split("\n")) or header.JUDGMENT


def key(citation: str, kind: str, case_numbers: Sequence[str], name: str) -> str:
    """Return the key of a judgment.

    Args:
        citation: its neutral citation, or "".
        kind: its kind, which is part of the key for a corrigendum and a press summary.
        case_numbers: of the case; the first one replaces a missing citation.
        name: the path, which replaces a missing citation and case number.

    Returns:
        As "[2025] HKCA 943", or "[2025] HKDC 600 corrigendum".
    """
    own = citation or (case_numbers[0] if case_numbers else "")
    if not own or len(own) > header.LONGEST:
        return name
    return f"{own} {kind}" if kind in BESIDE else own


def title(case: str, citation: str, kind: str, name: str) -> str:
    """Return the title of a judgment: name and citation, as HKSAR v Lau Kam Hung [2025] HKCA 943.

    Args:
        case: the name of the case, or "".
        citation: its neutral citation, or "".
        kind: its kind, which is part of the title for a corrigendum and a press summary.
        name: the path, which replaces a missing name and citation.

    Returns:
        The title.
    """
    case = " ".join(case.split())[: header.LONGEST]
    if citation and citation not in case:
        case = f"{case} {citation}".strip()
    case = case or PurePosixPath(name).stem
    return f"{case} ({kind})" if kind in BESIDE else case


def _front_end(text: str, marks: Sequence[Mark], known: Lines) -> int:
    """Return the end of the front matter: at the first paragraph's headings, or behind an unnumbered judgment's
    title."""
    first = marks[0].start if marks else len(text)
    if marks and first <= HEAD:
        blocks = list(paragraphs(text, 0, first))
        headings = trailing_headings(text, blocks, known, whole=True, last=False)
        titles = (index for index, heading in enumerate(headings, 1) if _is_title(text[slice(*heading)]))
        headings = headings[max(titles, default=0) :]
        if not headings and blocks and is_dense(text, marks):
            return headings_below_title(text, blocks[-1])
        return headings[0][0] if headings and headings[0][0] > blocks[0][0] else first
    end = 0
    for start, stop in paragraphs(text, 0, min(HEAD, first)):
        line = text[start : min(stop, start + HEADING_LENGTH)]
        if stop - start <= HEADING_LENGTH and (RULE.match(line) or RESERVED.match(line) or header.kind_of([line])):
            end = stop
    return end or (first if marks else 0)


def _is_title(line: str) -> bool:
    """Return whether a line is the title of the whole judgment, such as ``GROUNDS OF DECISION``."""
    return bool(header.kind_of([line]) or RESERVED.match(line.strip()))


def _body(
    text: str, marks: Sequence[Mark], within: Range, closings: Collection[int], annexes: Collection[int]
) -> list[Part]:
    """Return the body, then closing and annexes, which come after the last paragraph of the main numbering.

    An annex whose numbers begin again at 1 may also stand before another opinion.
    """
    start, end = within
    last = max((mark.start for mark in marks if mark.series == 1 and mark.number), default=start)
    others = {mark.start for mark in marks if mark.start > last and mark.number}
    closes_from = last if marks else max(last, end - CLOSING)
    annex_from = last if marks else (start + end) // 2
    opened = dict(_openings(text, marks))
    bounds = [(Region.BODY, start), *((region, at) for at, region in opened.items() if at <= last)]
    signs_from = last + 1 if marks else closes_from
    head = " ".join(text[:start].split()).casefold()
    name_at: int | None = None  # where the block before is the name of a judge, who signs, or a drawn line
    for begin, stop in sorted({*paragraphs(text, last, end), *((at, at + 1) for at in opened if at > last)}):
        region = bounds[-1][0]
        if begin in opened:
            region = opened[begin]
        elif begin in others and region is Region.CLOSING:
            region = Region.BODY
        elif begin in annexes or (begin > annex_from and _is_annex(text, begin, stop) and not _goes_on(marks, begin)):
            region = Region.ANNEX
        elif begin in closings or (
            region is Region.BODY
            and begin > closes_from
            and stop - begin <= CLOSING
            and (CLOSES.match(text, begin, min(stop, begin + 400)) or _signs(text, begin, stop, end))
        ):
            region = Region.CLOSING
        if region is not bounds[-1][0] or begin in opened:
            if name_at is not None and bounds[-1][0] is Region.BODY:
                bounds.append((Region.CLOSING, name_at))
            if region is not bounds[-1][0] or begin in opened:
                bounds.append((region, begin))
        if begin >= signs_from and (
            SIGNED.match(text, begin, end) or RULE.match(text[begin:stop]) or _is_in_head(text[begin:stop], head)
        ):
            name_at = begin if name_at is None else name_at
        elif stop - begin > LONGEST_NAME or not header.day(text[begin:stop]):  # the day may stand below the name
            name_at = None
    stops = [begin for _, begin in bounds[1:]] + [end]
    return [Part(region, begin, stop) for (region, begin), stop in zip(bounds, stops, strict=True)]


def _annex_marks(text: str, parts: Sequence[Part], marks: Sequence[Mark], annexes: Collection[int]) -> Iterator[Mark]:
    """Yield the paragraphs of the annexes in which the form itself marks none, each annex as a series of its own."""
    top = max((mark.series for mark in marks), default=1)
    numbered = [mark.start for mark in marks if mark.number]
    for part in (part for part in parts if part.region is Region.ANNEX):
        lines = {start for start, end in paragraphs(text, part.start, part.end) if _is_annex(text, start, end)}
        bounds = [part.start, *sorted(at for at in lines.union(annexes) if part.start < at < part.end), part.end]
        for start, end in pairwise(bounds):
            first, stop = start, min([end, *numbered[bisect_left(numbered, start) :][:1]])
            while found := [mark for mark in text_marks(text, start, stop) if mark.series == 1]:
                if start > first and text[found[0].start] == "(":  # items of the last paragraph
                    break
                start = found[-1].start + 1
                if 2 * sum(ROW.match(text, mark.start) is not None for mark in found) < len(found):  # else a table
                    top += 1
                    yield from (replace(mark, series=top) for mark in found)
                    yield Mark(end, 0)


def _is_annex(text: str, start: int, end: int) -> bool:
    """Return whether a block is the line above an annex."""
    return end - start <= HEADING_LENGTH and ANNEX.match(text, start, end) is not None


def _goes_on(marks: Sequence[Mark], at: int) -> bool:
    """Return whether a line stands within a numbering that is not the main one: a schedule that it quotes."""
    behind = bisect_left(marks, at, key=_start)
    around = marks[max(0, behind - 1) : behind + 1]
    return len({mark.series for mark in around}) < len(around) and all(mark.number for mark in around)


def _start(mark: Mark) -> int:
    return mark.start


def _is_in_head(block: str, head: str) -> bool:
    """Return whether a block is a name that the head has as well, perhaps with a day behind it."""
    line = " ".join(block.partition("\t")[0].split()).rstrip(",")
    return SHORTEST_NAME <= len(line) <= LONGEST_NAME and line[-1].isalpha() and line.casefold() in head


def _signs(text: str, begin: int, stop: int, end: int) -> bool:
    """Return whether a block near the end is the name of the judge, who signs."""
    line = text[begin:stop]
    return (
        end - stop <= SIGNATURE and "\t" not in line and not line.endswith(":") and names_judge(line.partition("\n")[0])
    )


def _openings(text: str, marks: Sequence[Mark]) -> Iterator[tuple[int, Region]]:
    """Yield where a line opens an annex or an order whose numbers begin again, and where the judgment goes on."""
    numbered = [mark for mark in marks if mark.number]
    for before, mark in pairwise(numbered):
        if before.series == mark.series:
            continue
        if mark.series > 1:
            if (at := opens(text, before.start, mark.start)) is not None:
                yield at, Region.ANNEX if ANNEX.match(text, at) else Region.BODY
        else:
            blocks = list(paragraphs(text, before.start, mark.start))
            headings = trailing_headings(text, blocks, Lines(), whole=False, last=False)
            yield headings[0][0] if headings else mark.start, Region.BODY


def _with_lone_line(text: str, parts: Sequence[Part]) -> list[Part]:
    """Return the parts; a line alone in front of what is set aside, "HHJ Beam:", "Contents", belongs to the front."""
    if len(parts) < 3 or [part.region for part in parts[:3]] != [Region.FRONT, Region.BODY, Region.BODY]:
        return list(parts)
    front, line, *rest = parts
    lone = text[line.start : line.end].strip()
    if line.start != front.end or "\n" in lone or len(lone) > LONGEST_NAME:
        return list(parts)
    return [Part(Region.FRONT, front.start, line.end), *rest]


def _without(parts: Sequence[Part], holes: Sequence[SetAside]) -> list[Part]:
    """Return the parts without the ranges that are set aside."""
    kept: list[Part] = []
    for part in parts:
        at = part.start
        for hole in holes:
            if at <= hole.start < part.end:
                kept.append(Part(part.region, at, hole.start))
                at = min(hole.end, part.end)
        kept.append(Part(part.region, at, part.end))
    return [part for part in kept if part.start < part.end]
