"""Lay out a filing: its cover, its table of contents, its Items, and what follows them."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice

from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.codes import part_of
from piperoll.corpora.sec_10k.filing import Filing, Look
from piperoll.corpora.sec_10k.headings import PAGE, Heading, headings
from piperoll.corpora.sec_10k.items import chosen
from piperoll.model import SetAside
from piperoll.ranges import Range

PART = re.compile(r"\W{0,4}PART\s{1,3}(?P<part>[IVX]{1,4})[\W_]{0,80}", re.IGNORECASE)
INTRODUCTION = 20_000
"""Characters between "PART III" and its first Item: what is said of all of its Items."""
OFFICERS = re.compile(
    # "EXECUTIVE OFFICERS OF THE REGISTRANT", "Information about our executive officers", "Item X. Executive Officers"
    r"\W{0,3}(?:(?:item (?:4a|[a-z])|supplemental item)\W{1,5})?(?:information (?:about|regarding|on|concerning) )?"
    r"(?:our |the )?executive officers"
    r"(?: of (?:the |our )?(?:registrant|company|corporation)| of [A-Z][^\n]{1,60}| and principal [^\n]{1,80})?\W{0,4}",
    re.IGNORECASE,
)
REGISTRANT = re.compile(r"of the (?:registrant|company)", re.IGNORECASE)
SIGNATURES = re.compile(r"\W{0,3}SIGNATURES?(?: PAGE)?\W{0,3}", re.IGNORECASE)
STATEMENTS = "FINANCIAL_STATEMENTS"
AFTER = {
    "EXHIBIT_INDEX": re.compile(r"\W{0,3}(?:INDEX (?:TO|OF) EXHIBITS|EXHIBIT INDEX)\W{0,3}", re.IGNORECASE),
    STATEMENTS: re.compile(
        r"\W{0,3}(?:INDEX (?:TO|OF) (?:THE )?(?:CONSOLIDATED )?(?:AUDITED )?FINANCIAL STATEMENTS(?: AND [\w\s]{0,60})?"
        r"|REPORTS? OF INDEPENDENT (?:REGISTERED )?(?:PUBLIC )?(?:ACCOUNTING|ACCOUNTANTS|AUDITORS)[\w\s]{0,20}"
        r"|CONSOLIDATED (?:BALANCE SHEETS?|FINANCIAL STATEMENTS)|SCHEDULE [IVX]{1,4}\b[^\n]{0,80})\W{0,3}",
        re.IGNORECASE,
    ),
    "CERTIFICATIONS": re.compile(r"\W{0,3}CERTIFICATIONS?\W{0,3}", re.IGNORECASE),
}
"""What may follow the signatures."""
CONTENTS = re.compile(
    r"\W{0,4}(?:(?:form 10-k )?table of contents|index|contents|page(?:\(s\)| no\.?)?|quick ?links)\W{0,4}",
    re.IGNORECASE,
)
HEAD = 30_000
"""Characters in which the table of contents stands."""
SIGNED = re.compile(r"/s/", re.IGNORECASE)
MOST_PAGES = 50
"""Pages with signatures that are looked through."""
SIGNATURE_GAP = 3_000
"""Characters without a signature behind which a new page is no part of the signatures."""
MOST_TITLES, LONGEST_TITLE = 4, 120
"""Lines of the title of a table of contents, and characters of one: the company's name, "FORM 10-K", and its year."""
LEAST_ROWS = 8
"""Rows with a page number that make a table one of contents."""
ROW_SHARE = 0.5


@dataclass(slots=True)
class Unit:
    """A unit is a range of the filing with a path: an Item, the cover, the signatures …

    ``body`` is where its text begins, behind its heading. A combined heading opens several Items: ``codes``.
    """

    path: str
    start: int
    end: int
    title: str = ""
    codes: tuple[str, ...] = ()
    part: str = ""
    body: int = 0
    numbered: bool = True
    centred: bool = True
    """Its heading stands in the middle of the page; what has none may."""
    also: list[Range] = field(default_factory=list)
    """Further ranges, and those that other Items have too, where only a table of cross references tells them."""


@dataclass(slots=True)
class Outline:
    """An outline is the units in order, and what is set aside between them."""

    units: list[Unit]
    set_aside: list[SetAside]
    found: list[Heading]


def lay_out(filing: Filing, blocks: Sequence[Block], behind: int | None = None) -> Outline:
    """Return the outline of a filing.

    Args:
        filing: the filing.
        blocks: of it.
        behind: an offset; the rows of a table behind it are taken for headings, and nothing else.

    Returns:
        The outline.
    """
    text = filing.text
    found = headings(text, blocks)
    if behind is not None:
        found = [replace(heading, listed=False) for heading in found if heading.start > behind and heading.listed]
    opening = chosen(text, blocks, found)
    starts = {heading.start: heading for heading in opening}
    first = opening[0].start if opening else len(text)
    links = {index for run in _links(blocks) if len(run) >= LEAST_ROWS for index in run}
    contents = list(_contents(filing, blocks, found, first, links))
    end = blocks[-1].end if blocks else 0
    units = [Unit("COVER" if opening else "REPORT", 0, end)] if blocks else []
    last = opening[-1] if opening else None
    signed = False
    parts = _parts(text, blocks, opening)
    for index, block in enumerate(blocks):
        if block.start in parts:
            _open(units, Unit(parts[block.start], block.start, end, body=block.end))
        elif heading := starts.get(block.start):
            _open(units, item_unit(heading, end))
            units[-1].centred = bool(block.look & Look.CENTRED)
        elif index in links:
            continue
        elif name := _named(text, blocks, index, units[-1], block.start > last.start if last else False, signed):
            title = " ".join(text[block.start : block.end].split()) if name != STATEMENTS else ""
            _open(units, Unit(name, block.start, end, title, body=block.end if title else block.start))
            signed = signed or name == "SIGNATURES"
    aside = [SetAside(start, stop, "table_of_contents") for start, stop in contents]
    aside += [SetAside(unit.start, unit.body, "part_heading") for unit in units if unit.path.startswith("PART_")]
    units = _with_appendix(filing, units)
    return Outline(with_officers(text, blocks, units), sorted(aside, key=lambda part: part.start), found)


def item_unit(heading: Heading, end: int) -> Unit:
    """Return the unit that a heading opens."""
    code = heading.codes[0]
    return Unit(
        f"ITEM_{code}",
        heading.start,
        end,
        heading.title,
        heading.codes,
        part_of(code, heading.title),
        heading.end,
        heading.numbered,
    )


def _open(units: list[Unit], unit: Unit) -> None:
    """Begin a unit; the one before it ends there."""
    units[-1].end = unit.start
    if units[-1].end <= units[-1].start:
        units.pop()
    units.append(unit)


def _named(text: str, blocks: Sequence[Block], index: int, current: Unit, last: bool, signed: bool) -> str:
    """Return the name of the unit that a block opens behind the last Item; "" where it opens none."""
    block = blocks[index]
    if not last or block.end - block.start > 120 or "\t" in text[block.start : block.end]:
        return ""
    if not signed and SIGNATURES.fullmatch(text, block.start, block.end):
        return "SIGNATURES"
    if signed or current.path == "ITEM_16" or current.path in AFTER:
        for name, pattern in AFTER.items():
            if current.path != name and pattern.fullmatch(text, block.start, block.end):
                return name
    return ""


def _parts(text: str, blocks: Sequence[Block], opening: Sequence[Heading]) -> dict[int, str]:
    """Return where the lines "PART II" stand over the first Item of a part, with the name of the unit there.

    What some filings say below them of all Items of the part is in no Item.
    """
    parts: dict[int, str] = {}
    for before, heading in zip((None, *opening), opening, strict=False):
        if before and part_of(before.codes[-1], before.title) == part_of(heading.codes[0], heading.title):
            continue
        for block in reversed(blocks[before.last + 1 if before else 0 : heading.first]):
            if heading.start - block.end > INTRODUCTION:
                break
            if block.end - block.start < 40 and (match := PART.fullmatch(text, block.start, block.end)):
                if match["part"].upper() == part_of(heading.codes[0], heading.title):  # no row of a table of contents
                    parts[block.start] = f"PART_{match['part'].upper()}"
                break
    return parts


def with_officers(text: str, blocks: Sequence[Block], units: Sequence[Unit], given: bool = False) -> list[Unit]:
    """Return the units, with the executive officers in a unit of their own, which no Item of PART I asks for.

    The form lets them stand there in place of Item 10. Behind Item 4 they reach to the next Item, within another one to
    the next heading that is printed alike.

    Args:
        text: the stored text.
        blocks: of the filing.
        units: of it.
        given: the source has cut it into Items, and nothing says how words are printed; then they stand behind Item 3
            as they do behind Item 4, and in no other.

    Returns:
        The units in order.
    """
    result: list[Unit] = []
    for unit in units:
        result.append(unit)
        if unit.part != "I":
            continue
        last = not {"4", "3" if given else "4"}.isdisjoint(unit.codes)
        if given and not last:
            continue
        own = [block for block in blocks if unit.body <= block.start < unit.end]
        found = next((index for index, block in enumerate(own) if _officers(text, block, last, given)), None)
        if found is None:
            continue
        start = own[found]
        stop = unit.end
        if not last:
            stop = next((block.start for block in own[found + 1 :] if _alike(text, block, start)), unit.end)
        title = " ".join(text[start.start : start.end].split())
        result.append(Unit("EXECUTIVE_OFFICERS", start.start, stop, title, part="I", body=start.end))
        if stop < unit.end:
            rest = replace(unit, start=stop, body=stop)
            result.append(rest)
        unit.end = start.start
    return result


def _with_appendix(filing: Filing, units: Sequence[Unit]) -> list[Unit]:
    """Return the units, with what follows the pages that are signed in a unit of its own."""
    result: list[Unit] = []
    for unit in units:
        result.append(unit)
        if unit.path == "SIGNATURES":
            within = (at for at in filing.breaks if unit.start < at < unit.end)
            for at in islice(within, MOST_PAGES):
                if not SIGNED.search(filing.text, at, at + SIGNATURE_GAP):
                    result.append(Unit("APPENDIX", at, unit.end, body=at))
                    unit.end = at
                    break
    return result


def _officers(text: str, block: Block, after_items: bool, given: bool) -> bool:
    words = text[block.start : block.end]
    if len(words) > 140 or not OFFICERS.fullmatch(words):
        return False
    if not (block.emphasised or words.isupper() or (given and words[:1].isupper())):
        return False
    return after_items or (words.isupper() and REGISTRANT.search(words) is not None)


def _alike(text: str, block: Block, other: Block) -> bool:
    return block.look == other.look and block.table < 0 and text[block.start : block.end].isupper()


def _contents(
    filing: Filing, blocks: Sequence[Block], found: Sequence[Heading], first: int, links: set[int]
) -> Iterator[Range]:
    """Yield the tables of contents and the indexes: rows with page numbers or links, and the words above them."""
    text = filing.text
    listed = {index for heading in found if heading.listed for index in range(heading.first, heading.last + 1)}
    tables = {blocks[index].table for index in listed} - {-1}
    rows = [index for index, block in enumerate(blocks) if block.start < min(first, HEAD) and _is_row(text, block)]
    if len(rows) >= LEAST_ROWS:
        within = {blocks[index].table for index in rows}
        for table in within - {-1}:
            lines = [index for index in range(rows[0], rows[-1] + 1) if blocks[index].table == table]
            if sum(index in set(rows) for index in lines) >= max(3, ROW_SHARE * len(lines)):
                tables.add(table)
    listed |= links
    taken = sorted(listed | {index for index, block in enumerate(blocks) if block.table in tables and block.table >= 0})
    for run in _runs(taken):
        begin = run[0]
        while begin and CONTENTS.fullmatch(text, blocks[begin - 1].start, blocks[begin - 1].end):
            begin -= 1
        begin -= _titles(blocks, begin, filing.breaks)
        yield blocks[begin].start, blocks[run[-1]].end


def _titles(blocks: Sequence[Block], begin: int, breaks: Sequence[int]) -> int:
    """Return how many lines over a table of contents are its title: few, short, and alone in front of it on its page.

    Args:
        blocks: of the filing.
        begin: the number of the first one of the table.
        breaks: where pages begin.
    """
    page = bisect_right(breaks, blocks[begin].start)
    top = bisect_left(blocks, breaks[page - 1], key=lambda block: block.start) if page else begin
    title = blocks[top:begin] if begin - top <= MOST_TITLES else ()
    short = all(line.table < 0 and line.end - line.start <= LONGEST_TITLE for line in title)
    return len(title) if short else 0


def _links(blocks: Sequence[Block]) -> Iterator[list[int]]:
    """Yield the neighbouring lines, in no table, that are nothing but links to places in the filing."""
    for linked, run in groupby(enumerate(blocks), key=lambda one: one[1].table < 0 and bool(one[1].look & Look.LINKED)):
        if linked:
            yield [index for index, _ in run]


def _is_row(text: str, block: Block) -> bool:
    return block.table >= 0 and block.end - block.start < 300 and PAGE.search(text[block.start : block.end]) is not None


def _runs(indexes: Sequence[int]) -> Iterator[list[int]]:
    """Yield neighbouring numbers together; up to three lines between them, such as "PART II", belong to them."""
    run: list[int] = []
    for index in indexes:
        if run and index > run[-1] + 4:
            yield run
            run = []
        run.append(index)
    if run:
        yield run
