"""Reads agency regulations, amending acts and statute pages whose HTML elements carry the structure.

``a.paragraf`` opens a §, ``h2.kapitel-rubrik`` a chapter, ``div.allmanna-rad`` holds general advice,
``div.appendices`` and ``footer.back`` what comes after the §§.
"""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

import lxml.html

from piperoll.corpora.se_law.blocks import Block, Kind, Source
from piperoll.corpora.se_law.context import settle
from piperoll.corpora.se_law.grammar import NUMBER, caption, heading_block
from piperoll.corpora.se_law.numbers import label, sfs_key, without_number
from piperoll.model import DocumentError, SetAside
from piperoll.text.html import ElementRange, Page, render
from piperoll.text.paragraphs import trim

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
BLOCKS = HEADINGS | {"p", "ul", "ol", "dl", "table", "blockquote", "pre", "figure"}
SHOWN = frozenset({"allmanna-rad", "lovhead", "paragraf", "sfstoc"})
"""Classes of elements that are blocks whatever their tag."""
SECTION = re.compile(rf"(?P<number>{NUMBER})\s*§")
# "Kap. 5 Dispens" (SSMFS 2018:6)
CHAPTER_FIRST = re.compile(r"Kap\.\s*(?P<number>\d{1,3}(?:\s?[a-z])?)\b\s*(?P<title>.*)", re.DOTALL)
NUMBERED_TITLE = re.compile(
    r"(?P<number>[A-ZÅÄÖ][A-ZÅÄÖa-zåäö-]*(?:[ -]FS)?[ \xa0]\d{4}:\d+)\s*(?P<title>.*)", re.DOTALL
)
SFS_NAME = re.compile(r"(?:^|[(\s])(?:SFS\s)?(\d{4}:\d+)\)?$")
SFS_WITHIN = re.compile(r"\((\d{4}:\d+)\)")
# "Lag om ändring i skyddslagen (2010:305) Utfärdad den 6 november 2025"
AMENDS = re.compile(r"\bom (?:ändring i|ändrad lydelse av)\b[^()]*(?:\((?P<base>\d{4}:[^()]{1,16})\))?")
ISSUED = re.compile(r"[\s;,]*utfärdad den .*$", re.IGNORECASE)
SIGNATURE = 100
"""Characters: a footer that is shorter and holds no sentence is the signature of the agency."""


def is_regulation(root: lxml.html.HtmlElement) -> bool:
    """Is there an ``article`` or a § of the kinds this reader knows?"""
    return root.find(".//article") is not None or bool(root.find_class("paragraf"))


def read(root: lxml.html.HtmlElement, name: str) -> Source:
    """The regulation on the page, from its first ``article`` that shows any text, else from the whole page."""
    page = render(root)
    if not page.elements:
        raise DocumentError("no_text", "The page shows no text.")
    articles = [one for one in page.elements if one.element.tag == "article"] or [page.elements[0]]
    article = articles[0]
    later = [one for one in articles[1:] if one.start >= article.end]
    end = later[-1].end if later else article.end
    inside = [one for one in page.elements if article.start <= one.start and one.end <= end]
    source = Source(key=name, title="", kind="AGENCY_REGULATION", text=page.text, blocks=[])
    source.blocks = settle(page.text, list(_blocks(page, inside, end, source.set_aside)))
    title = next((block for block in source.blocks if block.kind is Kind.TITLE), None)
    first = next((block for block in source.blocks if block.kind is Kind.HEADING), None)
    if title is None and first is not None and SFS_WITHIN.search(page.text, first.start, first.end):
        title, first.kind = first, Kind.TITLE  # a portal's page opens with "Arbetsmiljölag (1977:1160)" as an h2
    _name(source, page.text[title.start : title.end] if title else "", root, name)
    for outside in (trim(page.text, 0, article.start), trim(page.text, end, len(page.text))):
        if outside[0] < outside[1]:
            source.set_aside.append(SetAside(*outside, "page frame"))
    return source


def _name(source: Source, shown: str, root: lxml.html.HtmlElement, name: str) -> None:
    """Number, title and kind: from the heading ("AFS 2023:1", then the title), the page's ``title`` or the file."""
    shown = " ".join(shown.split())
    page_title = " ".join((root.findtext(".//title") or "").split())
    number, title = "", shown or page_title or PurePosixPath(name).stem
    if match := NUMBERED_TITLE.match(shown):
        number, title = match["number"], match["title"].strip() or shown
    elif match := SFS_NAME.search(shown) or SFS_NAME.search(page_title) or SFS_WITHIN.search(shown):
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
    """Outermost block elements in order; visible text between them is a block of its own.

    A second article holds the general advice on the first (SSMFS 2008:13): an appendix.
    """
    at = inside[0].start
    titled = False
    mode: Kind | None = None
    chapter = "0"
    for one in inside:
        element = one.element
        classes = (element.get("class") or "").split()
        if one.start < at:
            continue
        shown = page.text[one.start : one.end]
        if element.tag == "footer" and "back" in classes:
            mode = Kind.TRANSITIONS
            if len(shown) < SIGNATURE and "." not in shown:
                yield from _gap(page, at, one.start)
                aside.append(SetAside(one.start, one.end, "signature"))
                at = one.end
        elif "appendices" in classes or (element.tag == "article" and titled):
            mode = Kind.APPENDIX
        if element.tag not in BLOCKS and SHOWN.isdisjoint(classes):
            continue
        if "sfstoc" in classes:
            gap = trim(page.text, at, one.start)
            aside += [SetAside(*gap, "register data")] if gap[0] < gap[1] else []
            aside.append(SetAside(one.start, one.end, "table of contents"))
        else:
            yield from _gap(page, at, one.start)
            block = _block(shown, one, classes, chapter)
            titled = titled or block.kind is Kind.TITLE
            if mode and (block.kind is not Kind.TITLE or mode is Kind.APPENDIX):
                if block.kind is not mode:
                    block = Block(mode, block.start, block.end, level=block.level)
                mode = None
            if block.kind is Kind.CHAPTER:
                chapter = block.number
            yield block
        at = one.end
    yield from _gap(page, at, end)


def _gap(page: Page, start: int, end: int) -> Iterator[Block]:
    start, end = trim(page.text, start, end)
    if start < end:
        yield Block(Kind.TEXT, start, end, roles=("STYCKE",))


def _block(shown: str, one: ElementRange, classes: list[str], chapter: str) -> Block:
    element, start, end = one.element, one.start, one.end
    if "lovhead" in classes or element.tag == "h1":
        return Block(Kind.TITLE, start, end)
    if element.find_class("paragraf") and (match := SECTION.search(shown)):
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
