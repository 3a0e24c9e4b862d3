"""Read agency regulations, amending acts and statute pages whose HTML elements carry the structure.

``a.paragraf`` opens a §, ``h2.kapitel-rubrik`` opens a chapter, ``div.allmanna-rad`` holds general
advice, ``div.appendices`` and ``footer.back`` hold what comes after the §§.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import PurePosixPath

import lxml.html

from piperoll.corpora.se_law.apart import GLUED
from piperoll.corpora.se_law.blocks import ADVICE, Block, Kind, Source
from piperoll.corpora.se_law.context import resolve_kinds
from piperoll.corpora.se_law.grammar import NUMBER, OF_CHAPTER, TITLE_END, caption, heading_block
from piperoll.corpora.se_law.numbers import is_next, label, sfs_key, without_number
from piperoll.model import DocumentError, SetAside
from piperoll.text.html import BREAKS, CELLS, SILENT, ElementRange, Page, Rules, render
from piperoll.text.paragraphs import trim

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
BLOCKS = HEADINGS | {"p", "ul", "ol", "dl", "table", "blockquote", "pre", "figure"}
RULES = Rules(BREAKS, SILENT, flowing=CELLS)
"""A row of a table is a line also where its cells hold paragraphs (AFS 2023:14)."""
SHOWN = frozenset({"allmanna-rad", "lovhead", "paragraf", "sfstoc"})
"""CSS classes of the elements that are blocks, whatever their tag."""
SECTION = re.compile(rf"(?P<number>{NUMBER})\s*§")
# "Kap. 5 Dispens" (SSMFS 2018:6)
CHAPTER_FIRST = re.compile(r"Kap\.\s*(?P<number>\d{1,3}(?:\s?[a-z])?)\b\s*(?P<title>.*)", re.DOTALL)
NUMBERED_TITLE = re.compile(
    r"(?P<number>[A-ZÅÄÖ][A-ZÅÄÖa-zåäö-]*(?:[ -]FS)?[ \xa0]\d{4}:\d+)\s*(?P<title>.*)", re.DOTALL
)
# "NFS 2018:6", where the heading has the title only
REGULATION_NUMBER = re.compile(r"(?P<number>(?!SFS\b)[A-ZÅÄÖ][A-ZÅÄÖ -]{0,8}FS[ \xa0]\d{4}:\d+)")
SFS_NAME = re.compile(r"(?:^|[(\s])(?:SFS\s)?(\d{4}:\d+)\)?$")
SFS_WITHIN = re.compile(r"\((\d{4}:\d+)\)")
# "Lag om ändring i skyddslagen (2010:305) Utfärdad den 6 november 2025"
AMENDS = re.compile(r"\bom (?:ändring i|ändrad lydelse av)\b[^()]*(?:\((?P<base>\d{4}:[^()]{1,16})\))?")
ISSUED = re.compile(r"[\s;,]*utfärdad den .*$", re.IGNORECASE)
ADVICE_HEADING = re.compile(r"Allmän(?:na|t) råd(?: till [^\n]{1,60})?", re.IGNORECASE)
# "1977:1160", alone above "Denna lag träder i kraft den 1 juli 1978, …"
ACT = re.compile(r"(?:SFS )?\d{4}:\d{1,4}")
ENTERS = re.compile(r"Denna (?:lag|förordning|kungörelse)\b[^.]{0,120}?\sträder i kraft\b")
IMPRINT = re.compile(
    r"\s*(?:(?:Utgivare: [^\n]{3,80}|ISSN [\dX -]{9}|Utkom från trycket\s+den \d{1,2} [a-zåäö]+ \d{4}\.?)"
    r"(?:\s*\n\s*|\Z))+"
)
LOWEST = 6
"""The level of a heading that stands below those that elements mark."""
SIGNATURE = 200
"""Characters. A shorter footer without a full stop is the signature of the agency."""


def is_regulation(root: lxml.html.HtmlElement) -> bool:
    """Return whether the page has an ``article`` element or an element of the class ``paragraf``."""
    return root.find(".//article") is not None or bool(root.find_class("paragraf"))


def read(root: lxml.html.HtmlElement, name: str) -> Source:
    """Read the regulation from the first ``article`` of the page that shows any text, else from the whole page."""
    page = render(root, rules=RULES)
    if not page.elements:
        raise DocumentError(
            "no_text", "The page shows no text.", remedy="Fetch the page again; text that scripts write is not read."
        )
    articles = [part for part in page.elements if part.element.tag == "article"] or [page.elements[0]]
    article = articles[0]
    later = [part for part in articles[1:] if part.start >= article.end]
    end = later[-1].end if later else article.end
    inside = [part for part in page.elements if article.start <= part.start and part.end <= end]
    source = Source(key=name, title="", kind="AGENCY_REGULATION", text=page.text, blocks=[])
    blocks = list(_without_imprint(page.text, _blocks(page, inside, end, source.set_aside), source.set_aside))
    _recover(page.text, blocks)
    _advise(page.text, blocks)
    source.blocks = resolve_kinds(page.text, blocks)
    title = next((block for block in source.blocks if block.kind is Kind.TITLE), None)
    first = next((block for block in source.blocks if block.kind is Kind.HEADING), None)
    if title is None and first is not None and SFS_WITHIN.search(page.text, first.start, first.end):
        title, first.kind = first, Kind.TITLE  # a portal's page opens with "Arbetsmiljölag (1977:1160)" as an h2
    _name(source, page.text[title.start : title.end] if title else "", root, name)
    for frame in (trim(page.text, 0, article.start), trim(page.text, end, len(page.text))):
        if frame[0] < frame[1]:
            source.set_aside.append(SetAside(*frame, "page frame"))
    return source


def _without_imprint(text: str, blocks: Iterable[Block], aside: list[SetAside]) -> Iterator[Block]:
    """Yield the blocks without the lines that name publisher and day of printing, which are set aside."""
    for block in blocks:
        if block.kind is Kind.TEXT and (imprint := IMPRINT.match(text, block.start, block.end)):
            aside.append(SetAside(*trim(text, *imprint.span()), "masthead"))
            block.start = imprint.end()
        if block.start < block.end:
            yield block


def _recover(text: str, blocks: list[Block]) -> None:
    """Mark what no element marks: a § in a paragraph of the one before, transition provisions below an act's number.

    "5 a § Någon …" is a § where that is the next number, and no other § of the chapter has it.
    """
    numbers: list[set[str]] = [set()]
    for block in blocks:
        if block.kind is Kind.CHAPTER:
            numbers.append(set())
        elif block.kind is Kind.SECTION:
            numbers[-1].add(block.number)
    chapters = iter(numbers)
    taken, section = next(chapters), ""
    for block, following in pairwise([*blocks, Block(Kind.TEXT, len(text), len(text))]):
        if block.kind is Kind.CHAPTER:
            taken, section = next(chapters), "0"
        elif block.kind is Kind.SECTION:
            section = block.number
        elif block.kind in (Kind.TRANSITIONS, Kind.APPENDIX):
            return
        elif section and block.kind is Kind.TEXT:
            glued = GLUED.match(text, block.start, block.end)
            if glued and is_next(section, number := label(glued["number"])) and number not in taken:
                block.kind, block.number, section = Kind.SECTION, number, number
            elif ACT.fullmatch(text, block.start, block.end) and ENTERS.match(text, following.start):
                block.kind = Kind.TRANSITIONS
                return


def _advise(text: str, blocks: list[Block]) -> None:
    """Mark the general advice below a heading "Allmänna råd" in an appendix, up to the next heading of its level."""
    inside, level = False, 0  # of an appendix; of the heading, 0 where no advice goes on
    for block in blocks:
        inside = inside or block.kind is Kind.APPENDIX
        if block.kind is Kind.HEADING and inside and ADVICE_HEADING.fullmatch(text, block.start, block.end):
            level = block.level
            block.kind, block.roles = Kind.TEXT, (ADVICE,)
        elif block.kind is Kind.TEXT and level:
            block.roles = (ADVICE,) * max(1, len(block.roles))
        elif block.kind is not Kind.HEADING or block.level <= level:
            level = 0


def _name(source: Source, heading: str, root: lxml.html.HtmlElement, name: str) -> None:
    """Set the number, title and kind of ``source``.

    They come from the heading ("AFS 2023:1", then the title), else from the page's ``title`` element, else from the
    file name.
    """
    heading = " ".join(heading.split())
    page_title = " ".join((root.findtext(".//title") or "").split())
    number, title = "", heading or page_title or PurePosixPath(name).stem
    if match := NUMBERED_TITLE.match(heading):
        number, title = match["number"], match["title"].strip() or heading
    elif match := REGULATION_NUMBER.match(page_title):
        number = match["number"]
    elif match := SFS_NAME.search(heading) or SFS_NAME.search(page_title) or SFS_WITHIN.search(heading):
        number = match[1]
    elif match := NUMBERED_TITLE.match(page_title):
        number = match["number"]
    number = " ".join(number.split())
    source.key, source.title = number or name, title
    if number.startswith("SFS ") or number[:1].isdigit():
        source.key, source.kind, source.title = sfs_key(number), "SFS_LAW", ISSUED.sub("", title)
        if match := AMENDS.search(source.title):
            source.kind = "SFS_AMENDMENT"
            if match["base"]:
                source.metadata["baseLawSfs"] = sfs_key(match["base"])
        else:
            source.title = without_number(source.title)


def _blocks(page: Page, inside: list[ElementRange], end: int, aside: list[SetAside]) -> Iterator[Block]:
    """Yield a block for each outermost block element, in order; text between two of them is a block of its own.

    A second article holds the general advice on the first (SSMFS 2008:13): an appendix.
    """
    at = inside[0].start
    titled = False
    mode: Kind | None = None
    chapter = "0"
    for part in inside:
        element = part.element
        classes = (element.get("class") or "").split()
        if part.start < at:
            continue
        shown = page.text[part.start : part.end]
        if element.tag == "footer" and "back" in classes:
            mode = Kind.TRANSITIONS
            if len(shown) < SIGNATURE and "." not in shown:
                yield from _gap(page, at, part.start)
                aside.append(SetAside(part.start, part.end, "signature"))
                at = part.end
        elif "appendices" in classes or (element.tag == "article" and titled):
            mode = Kind.APPENDIX
        if element.tag not in BLOCKS and SHOWN.isdisjoint(classes):
            continue
        if "sfstoc" in classes:
            gap = trim(page.text, at, part.start)
            aside += [SetAside(*gap, "register data")] if gap[0] < gap[1] else []
            aside.append(SetAside(part.start, part.end, "table of contents"))
        else:
            yield from _gap(page, at, part.start)
            block = _block(shown, part, classes, chapter)
            if block.kind is Kind.TITLE and (ends := TITLE_END.search(page.text, block.start, block.end)):
                yield Block(Kind.TITLE, block.start, ends.start())
                block = Block(Kind.TEXT, ends.end(), block.end, roles=("STYCKE",))
                titled = True
            titled = titled or block.kind is Kind.TITLE
            if mode and (block.kind is not Kind.TITLE or mode is Kind.APPENDIX):
                if block.kind is not mode:
                    block = Block(mode, block.start, block.end, level=block.level)
                mode = None
            if block.kind is Kind.CHAPTER:
                chapter = block.number
            yield block
        at = part.end
    yield from _gap(page, at, end)


def _gap(page: Page, start: int, end: int) -> Iterator[Block]:
    start, end = trim(page.text, start, end)
    if start < end:
        yield Block(Kind.TEXT, start, end, roles=("STYCKE",))


def _block(shown: str, part: ElementRange, classes: list[str], chapter: str) -> Block:
    element, start, end = part.element, part.start, part.end
    if "lovhead" in classes or element.tag == "h1":
        return Block(Kind.TITLE, start, end)
    if "§" in shown and (match := SECTION.search(shown)) and element.find_class("paragraf"):
        of_chapter = OF_CHAPTER.search(shown[: match.start()])
        if of_chapter and label(of_chapter[1]) != chapter:  # "5 kap. 2 § 1" of the act that advice is on (BFS 2012:7)
            return Block(Kind.HEADING, start, end, level=LOWEST)
        return Block(Kind.SECTION, start, end, label(match["number"]), roles=("STYCKE",) if element.tag == "p" else ())
    if element.tag in HEADINGS:
        if "kapitel-rubrik" in classes and (match := CHAPTER_FIRST.match(shown)):
            return Block(Kind.CHAPTER, start, end, label(match["number"]), caption(match["title"]))
        return heading_block(start, end, int(element.tag[1]), shown, chapter)
    if "allmanna-rad" in classes:
        parts = element.xpath("./p|./ul|./ol|./table")
        return Block(Kind.TEXT, start, end, roles=("ALLMANT_RAD",) * max(1, len(parts)))
    if element.tag == "table":
        return Block(Kind.TEXT, start, end, roles=("TABLE",))
    if element.tag in ("ul", "ol"):
        return Block(Kind.TEXT, start, end, roles=("LIST_ITEM",) * max(1, len(element.findall("li"))))
    return Block(Kind.TEXT, start, end, roles=("STYCKE",))
