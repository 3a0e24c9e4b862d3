"""e-Legislation XML, as the Department of Justice publishes it (schema ``http://www.xml.gov.hk/schemas/hklm/1.0``)."""

import re
from collections.abc import Iterator
from datetime import date

import lxml.etree

from piperoll.corpora.hk_legislation.names import CHAPTER, SUBSIDIARY, chapter_in
from piperoll.corpora.hk_legislation.source import Kind, Mark, Source
from piperoll.model import DocumentError, SetAside
from piperoll.text.html import BREAKS, ElementRange, Page, Rules, render

BLOCKS = (
    "main docTitle longTitle preamble enactingFormula commencementNote part division subdivision schedule section "
    "article crossHeading title toc tocPart form"
).split()
LINES = (
    "subsection paragraph subparagraph subsubparagraph level clause def heading leadIn continued proviso sourceNote "
    "editorialNote docNumber docName tocItem row signature item"
).split()
RULES = Rules(
    breaks=BREAKS
    | dict.fromkeys(BLOCKS, "\n\n")
    | dict.fromkeys(LINES, "\n")
    | {"num": "\n", "entry": "\t", "ref": "", "content": ""},
    silent=frozenset({"meta", "script", "style"}),
    labels=frozenset({"num"}),
    flowing=frozenset({"td", "th", "entry"}),
)
ROOTS = frozenset({"ordinance", "subLeg", "cap", "instrument", "lawDoc", "constitution"})
KINDS = {
    "part": Kind.PART,
    "division": Kind.DIVISION,
    "subdivision": Kind.DIVISION,
    "schedule": Kind.SCHEDULE,
    "section": Kind.SECTION,
    "article": Kind.SECTION,
    "subsection": Kind.SUBSECTION,
}
NOT_HERE = frozenset({"toc", "quotedContent", "quotedText", "amendment"})
LABEL = re.compile(r"\d{1,4}[A-Z]{0,4}|[IVXLC]{1,6}")


def is_enactment(root: lxml.etree._Element) -> bool:
    """Is this the root of an enactment of e-Legislation?"""
    return "schemas/hklm" in str(root.tag) or _name(root) in ROOTS


def read(root: lxml.etree._Element, name: str) -> Source:
    """The enactment in ``root``.

    Raises:
        DocumentError: ``unknown_xml`` when it has no body.
    """
    body = next((child for child in root if _name(child) == "main"), root)
    if body is root and not any(_name(one) == "section" for one in root.iter()):
        raise DocumentError("unknown_xml", "There is neither a main part nor a section in this enactment.")
    page = render(root, rules=RULES)
    meta = {_name(one): _words(one) for one in root.iter() if _name(one.getparent()) == "meta"}
    title = next((_shown(page, one) for one in page.elements if _name(one.element) in ("docTitle", "shortTitle")), "")
    metadata = {name: meta[name] for name in ("docStatus", "docType") if meta.get(name)}
    return Source(
        _key(meta) or chapter_in(page.text, name) or name,
        title or meta.get("docName", ""),
        page.text,
        list(_marks(page)),
        [SetAside(one.start, one.end, "table of contents") for one in page.elements if _name(one.element) == "toc"],
        _day(meta.get("date", "")),
        metadata,
    )


def _marks(page: Page) -> Iterator[Mark]:
    for one in page.elements:
        kind = KINDS.get(_name(one.element))
        if kind is None or _elsewhere(one.element):
            continue
        number = next((child for child in one.element if _name(child) == "num"), None)
        heading = next((child for child in one.element if _name(child) == "heading"), None)
        if heading is None and one.element.get("status") in ("repealed", "omitted"):
            heading = next((child for child in one.element if _name(child) == "sourceNote"), None)
        printed = (number.get("value") or _words(number)) if number is not None else ""
        label = LABEL.search(printed)
        words = "" if heading is None else _words(heading)
        yield Mark(one.start, kind, label[0] if label else "", words)


def _elsewhere(element: lxml.etree._Element) -> bool:
    """Entries of the table of contents, and provisions that an amending enactment prints to put them elsewhere."""
    return any(_name(one) in NOT_HERE for one in element.iterancestors())


def _key(meta: dict[str, str]) -> str:
    """``Cap. 561 sub. leg. A`` → ``Cap. 561A``."""
    if meta.get("docType", "cap") == "cap" and (number := LABEL.fullmatch(meta.get("docNumber", ""))):
        return f"Cap. {number[0]}"
    if match := CHAPTER.search(meta.get("docName", "")):
        subsidiary = SUBSIDIARY.match(meta["docName"], match.end())
        return f"Cap. {match[1]}{subsidiary[1] if subsidiary else ''}"
    return ""


def _day(printed: str) -> date | None:
    try:
        return date.fromisoformat(printed[:10])
    except ValueError:
        return None


def _words(element: lxml.etree._Element) -> str:
    return " ".join("".join(str(part) for part in element.itertext()).split())


def _shown(page: Page, one: ElementRange) -> str:
    return " ".join(page.text[one.start : one.end].split())


def _name(element: lxml.etree._Element | None) -> str:
    return "" if element is None else str(element.tag).rpartition("}")[2]
