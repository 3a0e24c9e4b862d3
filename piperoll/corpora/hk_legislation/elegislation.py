"""Read XML of e-Legislation by the Department of Justice (schema ``http://www.xml.gov.hk/schemas/hklm/1.0``)."""

import re
from collections.abc import Iterator

import lxml.etree

from piperoll.corpora.hk_legislation.names import CHAPTER, SUBSIDIARY, chapter_in
from piperoll.corpora.hk_legislation.source import Kind, Mark, Source
from piperoll.days import day_or_none
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
    """Return whether this is the root of an enactment of e-Legislation."""
    return "schemas/hklm" in str(root.tag) or _name(root) in ROOTS


def read(root: lxml.etree._Element, name: str) -> Source:
    """Return the enactment in ``root``.

    Raises:
        DocumentError: ``unknown_xml`` when it has no body.
    """
    body = next((child for child in root if _name(child) == "main"), root)
    if body is root and not any(_name(element) == "section" for element in root.iter()):
        raise DocumentError("unknown_xml", "There is neither a main part nor a section in this enactment.")
    page = render(root, rules=RULES)
    meta = {_name(element): _words(element) for element in root.iter() if _name(element.getparent()) == "meta"}
    title = next(
        (_shown(page, span) for span in page.elements if _name(span.element) in ("docTitle", "shortTitle")), ""
    )
    metadata = {name: meta[name] for name in ("docStatus", "docType") if meta.get(name)}
    return Source(
        _key(meta) or chapter_in(page.text, name) or name,
        title or meta.get("docName", ""),
        page.text,
        list(_marks(page)),
        [SetAside(span.start, span.end, "table of contents") for span in page.elements if _name(span.element) == "toc"],
        day_or_none(meta.get("date", "")),
        metadata,
    )


def _marks(page: Page) -> Iterator[Mark]:
    """Yield the starts of the provisions."""
    for span in page.elements:
        kind = KINDS.get(_name(span.element))
        if kind is None or _elsewhere(span.element):
            continue
        number = next((child for child in span.element if _name(child) == "num"), None)
        heading = next((child for child in span.element if _name(child) == "heading"), None)
        if heading is None and span.element.get("status") in ("repealed", "omitted"):
            heading = next((child for child in span.element if _name(child) == "sourceNote"), None)
        printed = (number.get("value") or _words(number)) if number is not None else ""
        label = LABEL.search(printed)
        words = "" if heading is None else _words(heading)
        yield Mark(span.start, kind, label[0] if label else "", words)


def _elsewhere(element: lxml.etree._Element) -> bool:
    """Return whether it is in the table of contents, or in a provision printed by an amending enactment."""
    return any(_name(ancestor) in NOT_HERE for ancestor in element.iterancestors())


def _key(meta: dict[str, str]) -> str:
    """Return the key: ``Cap. 561 sub. leg. A`` → ``Cap. 561A``; "" where the metadata has no chapter."""
    if meta.get("docType", "cap") == "cap" and (number := LABEL.fullmatch(meta.get("docNumber", ""))):
        return f"Cap. {number[0]}"
    if match := CHAPTER.search(meta.get("docName", "")):
        subsidiary = SUBSIDIARY.match(meta["docName"], match.end())
        return f"Cap. {match[1]}{subsidiary[1] if subsidiary else ''}"
    return ""


def _words(element: lxml.etree._Element) -> str:
    return " ".join("".join(str(part) for part in element.itertext()).split())


def _shown(page: Page, span: ElementRange) -> str:
    return " ".join(page.text[span.start : span.end].split())


def _name(element: lxml.etree._Element | None) -> str:
    return "" if element is None else str(element.tag).rpartition("}")[2]
