"""Read judgments in HTML, as the Hong Kong Judiciary publishes them; other pages by the text that they show.

The Judiciary's pages have elements of their own (``parties``, ``coram``, ``date``, ``representation``) and number
paragraphs by ``<a name="p1" class="para">1.</a>``. The class is what counts: quoted paragraphs have only the name.
Footnotes are at the end, each begun by ``<a name="_ftn1">[1]</a>``.
"""

import re
from collections.abc import Mapping
from typing import Any

import lxml.html

from piperoll.corpora.hk_cases import case_numbers, header
from piperoll.corpora.hk_cases.numbering import page_marks
from piperoll.corpora.hk_cases.plain import HEAD, build
from piperoll.corpora.hk_cases.plain import read as read_plain
from piperoll.corpora.hk_cases.source import Mark, Source
from piperoll.text.html import ElementRange, Page, render

NUMBER = re.compile(r"\D{0,2}(\d{1,4})\D{0,2}")
NOTE = re.compile(r"_ftn\d+|fn\d+|footnote-?\d+")
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# "Present: Ms Clara Ma, …"
PRESENT = re.compile(r"\s*(?:Present|Representation|Counsel|出席人士|代表)\s*[:：]")
# "Hon Macrae VP in Court"
IN_COURT = re.compile(r"\s+in (?:Court|Chambers)(?: \([^()]*\))?$", re.IGNORECASE)
LEAST_ITEMS = 3
"""Items of ordered lists from which they may count the paragraphs."""


def read(root: lxml.html.HtmlElement, name: str, beside: Mapping[str, Any] | None = None) -> Source:
    """Return the judgment on a page.

    Args:
        root: the page.
        name: its path in the source.
        beside: metadata from elsewhere, which takes precedence.

    Returns:
        The judgment.
    """
    page = render(root)
    given = _given(root, page) | {field: value for field, value in (beside or {}).items() if value}
    marks = _marks(page)
    headings = [
        (span.start, span.end)
        for span in page.elements
        if span.element.tag in HEADINGS or "heading" in (span.element.get("class") or "").split()
    ]
    if not marks:
        plain = read_plain(page.text, name, given)
        plain.headings = headings
        return plain
    notes = next((span.start for span in page.elements if span.start > marks[-1].start and _is_note(span)), None)
    closings = {span.start for span in page.elements if span.element.tag == "representation"}
    return build(page.text, name, marks, notes=notes, closings=closings, headings=headings, given=given)


def _marks(page: Page) -> list[Mark]:
    """Return the paragraphs that the page itself marks: by class, or as numbered items of a list (``li value``)."""
    anchors = [
        (span.start, int(match[1]))
        for span in page.elements
        if "para" in (span.element.get("class") or "").split()
        and span.element.tag in ("a", "span")
        and (match := NUMBER.fullmatch(page.text[span.start : min(span.end, span.start + 9)]))
    ]
    numbered = anchors or _items(page)
    return page_marks(
        page.text, [start for start, _ in numbered], [number for _, number in numbered], [False] * len(numbered)
    )


def _items(page: Page) -> list[tuple[int, int]]:
    """Return the numbered items of ordered lists, not within other lists, where they make up most of the page."""
    items: list[tuple[int, int]] = []
    inside = shown = 0
    counted: dict[lxml.html.HtmlElement, int] = {}  # list -> the number of its last item
    for span in page.elements:
        parent = span.element.getparent()
        if span.element.tag != "li" or span.start < inside or parent is None or parent.tag != "ol":
            continue
        number = _number(span.element.get("value"), counted.get(parent, _number(parent.get("start"), 1) - 1) + 1)
        counted[parent] = number
        items.append((span.start, number))
        inside = span.end
        shown += span.end - span.start
    return items if len(items) >= LEAST_ITEMS and 2 * shown > len(page.text) else []


def _number(value: str | None, default: int) -> int:
    return int(value) if value and value.isdecimal() and len(value) < 5 else default


def _is_note(span: ElementRange) -> bool:
    return (
        span.element.tag == "a" and NOTE.fullmatch(span.element.get("name") or span.element.get("id") or "") is not None
    )


def _given(root: lxml.html.HtmlElement, page: Page) -> dict[str, Any]:
    """Return what the page's own elements say."""
    texts: dict[str, str] = {}
    for span in page.elements:
        if span.element.tag in ("parties", "coram", "date", "representation"):
            texts.setdefault(str(span.element.tag), page.text[span.start : min(span.end, span.start + HEAD)])
    case = " ".join((root.findtext(".//title") or "").split())
    for number in case_numbers.in_text(case):
        case = case.replace(number, "").strip(" ,;")
    given: dict[str, Any] = {"name": case}
    if coram := texts.get("coram"):
        given["judges"] = [
            IN_COURT.sub("", value.strip())
            for value in re.split(r"[\n\t;]| and (?=Hon)", _after_label(coram))
            if value.strip()
        ]
    if parties := texts.get("parties"):
        given["parties"] = _names(parties)
    if dates := texts.get("date"):
        given["date"] = header.decided(dates.replace(":\t", ": "))
    if counsel := texts.get("representation"):
        given["counsel"] = [" ".join(line.split()) for line in PRESENT.sub("", counsel).split("\n") if line.strip()]
    return given


def _after_label(text: str) -> str:
    """Return the text behind a label such as "Coram:"; all of it where there is no label."""
    label, colon, rest = text.replace("：", ":").partition(":")
    return rest if colon and len(label) < 40 else text


def _names(parties: str) -> list[str]:
    """Return the names in a table of parties: the first cell of each row, without rows that only join or announce."""
    rows = [row.split("\t")[0].strip(" ,") for row in parties.split("\n")]
    return [row for row in rows if row and not JOINS.fullmatch(row)]


JOINS = re.compile(r"(?:BETWEEN|AND|V\.?|VS\.?|[-–—]+|訴|及|與|\W+)\W*", re.IGNORECASE)
