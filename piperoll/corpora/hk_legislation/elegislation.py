"""Read XML of e-Legislation by the Department of Justice (schema ``http://www.xml.gov.hk/schemas/hklm/1.0``)."""

import re
from collections.abc import Iterator

import lxml.etree

from piperoll.corpora.common.leads import shortened
from piperoll.corpora.hk_legislation.names import CHAPTER, NOT_IN_FORCE, SUBSIDIARY, chapter_in
from piperoll.corpora.hk_legislation.plain import ORDINALS
from piperoll.corpora.hk_legislation.source import Kind, Lead, Mark, Source
from piperoll.days import day_or_none
from piperoll.model import DocumentError, SetAside
from piperoll.text.html import BREAKS, ElementRange, Page, Rules, render

BLOCKS = (
    "main docTitle longTitle preamble enactingFormula commencementNote part division subdivision schedule section "
    "article crossHeading title toc tocPart form"
).split()
LINES = (
    "subsection paragraph subparagraph subsubparagraph level clause def heading leadIn continued proviso sourceNote "
    "editorialNote statutoryNote docNumber docName tocItem row signature item content text recital referenceNote"
).split()
RULES = Rules(
    breaks=BREAKS
    | dict.fromkeys(BLOCKS, "\n\n")
    | dict.fromkeys(LINES, "\n")
    | {"num": "\n", "entry": "\t", "ref": ""},
    silent=frozenset({"meta", "script", "style"}),
    labels=frozenset({"num"}),
    flowing=frozenset({"td", "th", "entry"}),
)
ROOTS = frozenset({"ordinance", "subLeg", "cap", "instrument", "lawDoc", "constitution", "resolution"})
KINDS = {
    "part": Kind.PART,
    "division": Kind.DIVISION,
    "subdivision": Kind.SUBDIVISION,
    "crossHeading": Kind.HEADING,
    "schedule": Kind.SCHEDULE,
    "form": Kind.FORM,
    "section": Kind.SECTION,
    "article": Kind.SECTION,
    "subsection": Kind.SUBSECTION,
    "paragraph": Kind.SECTION,
}
"""What elements are; a paragraph is a provision of its own where no section encloses it, as in schedules."""
NUMBERED = frozenset({Kind.SECTION, Kind.SUBSECTION, Kind.FORM})
WITHIN = frozenset({"section", "article", "subsection", "paragraph", "def", "table", "form"})
"""Elements in which a paragraph is a part of the provision."""
NOTES = frozenset({"editorialNote", "sourceNote", "marker"})
"""Elements in a heading that are no words of it."""
NOT_HERE = frozenset({"toc", "quotedContent", "quotedText", "amendment"})
LABEL = re.compile(r"\b(?:\d{1,4}[A-Z]{0,4}|[IVXLC]{1,6}[A-Z]{0,2})\b")
ORDINAL = re.compile("|".join(ORDINALS), re.IGNORECASE)
CAPITAL = re.compile(r"(?<=[a-z])([A-Z])")
"""A capital within a value: "notYetInOperation"."""


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
        raise DocumentError(
            "unknown_xml",
            "There is neither a main part nor a section in this enactment.",
            remedy="Give the enactment itself, not its contents list or its record.",
        )
    page = render(root, rules=RULES)
    meta = {_name(element): _words(element) for element in root.iter() if _name(element.getparent()) == "meta"}
    title = next((_shown(page, span) for span in page.elements if span.name in ("docTitle", "shortTitle")), "")
    metadata = {name: meta[name] for name in ("docStatus", "docType") if meta.get(name)}
    return Source(
        _key(meta) or chapter_in(page.text, name) or name,
        title or meta.get("docName", ""),
        page.text,
        list(_marks(page)),
        [SetAside(span.start, span.end, "table of contents") for span in page.elements if span.name == "toc"],
        day_or_none(meta.get("date", "")),
        metadata,
        leads=sorted(_leads(page), key=lambda lead: (lead.start, -lead.end)),
    )


def _marks(page: Page) -> Iterator[Mark]:
    """Yield the starts of the provisions."""
    for span in page.elements:
        element = span.element
        kind = KINDS.get(_name(element))
        if kind is None or _elsewhere(element):
            continue
        if _name(element) == "paragraph" and any(_name(above) in WITHIN for above in element.iterancestors()):
            continue
        if kind is Kind.HEADING:
            yield Mark(span.start, kind, "", _words(element))
            continue
        label, heading = _label(_child(element, "num")), _child(element, "heading")
        if kind in NUMBERED and not label:
            continue
        if kind is Kind.FORM and not any(_name(above) == "schedule" for above in element.iterancestors()):
            continue
        if heading is None and element.get("status") in ("repealed", "omitted"):
            heading = _child(element, "sourceNote")
        yield Mark(span.start, kind, label, "" if heading is None else _words(heading), _status(element))


def _status(element: lxml.etree._Element) -> str:
    """Return what the attributes of a provision, or of one that encloses it, say that is not in operation; "" else.

    ``status="operational" reason="notYetInOperation"`` is "not yet in operation".
    """
    for one in (element, *element.iterancestors()):
        for value in (one.get("status"), one.get("reason")):
            words = CAPITAL.sub(r" \1", value or "").lower()
            if NOT_IN_FORCE.fullmatch(words):
                return words
    return ""


def _child(element: lxml.etree._Element, name: str) -> lxml.etree._Element | None:
    return next((child for child in element if _name(child) == name), None)


def _label(number: lxml.etree._Element | None) -> str:
    """Return the number of a provision: "3A" for "3A.", "1" for "FIRST SCHEDULE"; "" where it has none."""
    if number is None:
        return ""
    for printed in (number.get("value") or "", _words(number)):
        if label := LABEL.search(printed):
            return label[0]
        if ordinal := ORDINAL.search(printed):
            return str(ORDINALS.index(ordinal[0].upper()) + 1)
    return ""


def _leads(page: Page) -> Iterator[Lead]:
    """Yield the words that lead to lists, and the header rows of tables."""
    ends = {span.element: span.end for span in page.elements}
    for span in page.elements:
        name = span.name
        if name == "leadIn" and (parent := span.element.getparent()) is not None:
            yield Lead(span.end, ends[parent], shortened(page.text[span.start : span.end]))
        elif name in ("tr", "row") and (table := _heads_table(span.element)) is not None:
            cells = page.text[span.start : span.end].split("\t")
            yield Lead(span.end, ends[table], shortened(" | ".join(cell for cell in cells if cell.strip())))


def _heads_table(row: lxml.etree._Element) -> lxml.etree._Element | None:
    """Return the table of which a row is the first; None for any other row."""
    table = next((above for above in row.iterancestors() if _name(above) == "table"), None)
    first = None if table is None else next((one for one in table.iter() if _name(one) == _name(row)), None)
    return table if first is row else None


def _elsewhere(element: lxml.etree._Element) -> bool:
    """Return whether it is in the table of contents, or in a provision printed by an amending enactment."""
    return any(_name(ancestor) in NOT_HERE for ancestor in element.iterancestors())


def _key(meta: dict[str, str]) -> str:
    """Return the key: ``Cap. 561 sub. leg. A`` → ``Cap. 561A``; else the name, if any."""
    if meta.get("docType", "cap") == "cap" and (number := LABEL.fullmatch(meta.get("docNumber", ""))):
        return f"Cap. {number[0]}"
    if match := CHAPTER.search(meta.get("docName", "")):
        subsidiary = SUBSIDIARY.match(meta["docName"], match.end())
        return f"Cap. {match[1]}{subsidiary[1] if subsidiary else ''}"
    return meta.get("docName", "")


def _words(element: lxml.etree._Element) -> str:
    """Return the words of an element without the notes in it."""
    notes = [child for child in element.iter() if _name(child) in NOTES and child is not element]
    text = "".join(str(part) for part in element.itertext())
    for note in notes:
        text = text.replace("".join(str(part) for part in note.itertext()), " ", 1)
    return " ".join(text.split())


def _shown(page: Page, span: ElementRange) -> str:
    return " ".join(page.text[span.start : span.end].split())


def _name(element: lxml.etree._Element | None) -> str:
    return "" if element is None else str(element.tag).rpartition("}")[2]
