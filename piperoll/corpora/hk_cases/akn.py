"""Read Akoma Ntoso, the form in which Find Case Law publishes judgments, decisions and press summaries.

A paragraph of the judgment is ``paragraph`` with ``num``, outside of other paragraphs and of quotations
(``embeddedStructure``) and lists (``blockContainer``). Standard: OASIS LegalDocML, Akoma Ntoso 1.0.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import lxml.etree

from piperoll.chunking.merge import Range
from piperoll.corpora.hk_cases import akn_headings, header
from piperoll.corpora.hk_cases.akn_headings import LONGEST_BOLD, name_of
from piperoll.corpora.hk_cases.numbering import page_marks
from piperoll.corpora.hk_cases.outline import numbered_alike
from piperoll.corpora.hk_cases.plain import build
from piperoll.corpora.hk_cases.restarts import with_nested
from piperoll.corpora.hk_cases.short_lines import SENTENCE_ENDS, heading_like, names_judge
from piperoll.corpora.hk_cases.source import Mark, Region, Source
from piperoll.model import DocumentError, SetAside
from piperoll.text.html import BREAKS, ElementRange, Page, Rules, render
from piperoll.text.paragraphs import trim

BLOCKS = (
    "header preface preamble judgmentBody mainBody decision introduction background motivation conclusions attachment "
    "hcontainer level paragraph subparagraph section content intro wrapUp blockContainer block embeddedStructure "
    "subFlow authorialNote heading subheading p blockList item toc"
).split()
RULES = Rules(
    breaks=BREAKS | dict.fromkeys(BLOCKS, "\n\n") | {"num": "\n\n", "tocItem": "\n", "marker": "\t"},
    silent=frozenset({"meta", "script", "style"}),
    labels=frozenset({"num"}),
    flowing=frozenset({"td", "th"}),
)
QUOTING = frozenset({"paragraph", "embeddedStructure", "blockContainer", "authorialNote", "blockList"})
"""Elements in which no paragraph of the judgment itself stands."""
LONGEST_TITLE = 80
"""Characters of a number and the name of a paragraph."""
# "i)\tThe accounts", "106.1.\tdid not invite the court"
ITEM = re.compile(r"\s*(?:\(?\w{1,4}\)|\d{1,3}\.\d{1,2}\.?)\s")
NUMBER = re.compile(r"\[?(\d{1,4})[.)\]]?")
NESTED = re.compile(r"(\d{1,4})\.?$")
UNKNOWN_DATE = "1000-01-01"
MADE_DATES = ("transform", "tna-enriched")
"""Names of days on which a file was made: no judgment was given then."""
HEARING = "hearing"
"""Name of a day on which the case was heard: the judgment may print a later one."""
# "References in square brackets are to paragraphs …", "NOTE", "This summary is provided to assist in understanding …"
NOTICE = re.compile(
    r"^(?:(?:References|Paragraph numbers) in square brackets|NOTE\b|This summary (?:is|does) )", re.MULTILINE
)
NOTICE_LENGTH = 3_000
"""Characters at the end of a press summary within which its standing notice begins, and at its start its head ends."""
# "JUSTICES: Lord Reed (President), Lord Hodge, …", over several lines
JUSTICES = re.compile(r"^Justices ?:[^\n]*(?:\n[^\n]+)*", re.MULTILINE | re.IGNORECASE)
SUMMARY = re.compile(r"^Press Summary (?:of|for)\s+", re.IGNORECASE)


def is_akoma_ntoso(root: lxml.etree._Element) -> bool:
    """Return whether this is the root of an Akoma Ntoso document."""
    return name_of(root) == "akomaNtoso"


def read(root: lxml.etree._Element, name: str) -> Source:
    """Return the judgment or press summary in ``root``.

    Raises:
        DocumentError: ``unknown_xml`` when it is another kind of document.
    """
    body = next((child for child in root if name_of(child) in ("judgment", "doc")), None)
    if body is None:
        raise DocumentError(
            "unknown_xml",
            "There is neither a judgment nor a doc in this Akoma Ntoso document.",
            remedy="Give the XML of the judgment itself.",
        )
    _move_notes(body)
    page = render(body, rules=RULES)
    by_name: dict[str, list[ElementRange]] = {}
    for span in page.elements:
        by_name.setdefault(span.name, []).append(span)
    given = _given(body, page, by_name)
    annexes = {span.start for span in by_name.get("attachment", [])}
    marks, titles = _marks(page, by_name.get("paragraph", []), by_name.get("num", []), min(annexes, default=None))
    front = next((span.end for tag in ("header", "preface") for span in by_name.get(tag, [])), 0)
    closings = {span.start for span in by_name.get("conclusions", [])}
    dresses, quoted = akn_headings.dresses(page, by_name, akn_headings.style_sheet(body))
    headings = [
        *akn_headings.headings(page, by_name, italics=given["kind"] == header.PRESS_SUMMARY),
        *akn_headings.above_numbers(page, by_name.get("p", ()), {mark.start for mark in marks if mark.number}),
        *titles,
    ]
    aside = [SetAside(span.start, span.end, "table of contents") for span in by_name.get("toc", [])]
    if given["kind"] == header.PRESS_SUMMARY:
        aside += _notices(page)
        if justices := JUSTICES.search(page.text, front, front + NOTICE_LENGTH):
            front = justices.end()
    source = build(
        page.text,
        name,
        marks,
        front=front,
        closings=closings,
        annexes=annexes,
        headings=headings,
        dresses=dresses,
        quoted=quoted,
        set_aside=aside,
        given=given,
    )
    source.titles = _named(page, marks)
    source.announced = dict(_first_speaker(source, front))
    return source


def _first_speaker(source: Source, front: int) -> Iterator[tuple[int, list[Range]]]:
    """Yield the last line of the header above the body, where it names the judge of the first opinion."""
    start, end = trim(source.text, source.text.rfind("\n", 0, front) + 1, front)
    body = next((part.start for part in source.parts if part.region is Region.BODY), None)
    if body is not None and source.text[start:end].endswith(":") and names_judge(source.text[start:end]):
        yield body, [(start, end)]


def _move_notes(body: lxml.etree._Element) -> None:
    """Move each footnote behind its paragraph; its mark stays in the paragraph."""
    last: dict[lxml.etree._Element, lxml.etree._Element] = {}  # block -> the last note that was put behind it
    for note in [element for element in body.iter() if name_of(element) == "authorialNote"]:
        parent = note.getparent()
        block = next((above for above in note.iterancestors() if name_of(above) in ("p", "heading", "num")), None)
        if parent is None or block is None:
            continue
        mark = lxml.etree.Element("noteRef")
        mark.text = f"[{note.get('marker') or '*'}]"
        mark.tail, note.tail = note.tail, None
        parent.replace(note, mark)
        label = lxml.etree.Element("num")
        label.text = mark.text
        note.insert(0, label)
        before = last.get(block, block)
        note.tail, before.tail = before.tail, None
        before.addnext(note)
        last[block] = note


def _marks(
    page: Page, paragraphs: list[ElementRange], nums: list[ElementRange], annex: int | None
) -> tuple[list[Mark], list[Range]]:
    """Return the marks of the judgment's own paragraphs, and the ranges of numbered headings.

    Args:
        page: the text of the judgment.
        paragraphs: the ranges of its paragraphs.
        nums: those of its numbers.
        annex: where the first annex begins.
    """
    numbered_paragraphs: list[tuple[int, int, bool]] = []
    titles: dict[int, Range] = {}
    inside = end = 0  # where the last paragraph of the judgment ends, and the last with a number
    series = ""  # the last numbered heading
    for paragraph in paragraphs:
        if paragraph.start < inside or any(_quotes(above) for above in paragraph.element.iterancestors()):
            continue
        number = next((child for child in paragraph.element if name_of(child) == "num"), None)
        if number is None:  # "APPENDIX ONE", with paragraphs in it
            continue
        inside = paragraph.end
        match = NUMBER.fullmatch("".join(map(str, number.itertext())).strip())
        line = page.text[paragraph.start : min(paragraph.end, paragraph.start + LONGEST_BOLD)].partition("\n")[0]
        title = heading_like(line.partition("\t")[2].capitalize()) or (
            paragraph.start + len(line) == paragraph.end
            and line[-1:] not in SENTENCE_ENDS
            and akn_headings.is_styled(paragraph.element)
        )
        if not (title or match) and numbered_alike(series, line):  # "(v) the solvency ground." behind "(iv) …"
            title = akn_headings.is_bold(paragraph.element)
        if match:
            numbered_paragraphs.append((paragraph.start, int(match[1]), title))
            end = paragraph.end
        if title and (match or (line[:2].strip("(").isalnum() and paragraph.start + len(line) == paragraph.end)):
            titles[paragraph.start] = (paragraph.start, paragraph.start + len(line))
            series = line
    if not numbered_paragraphs:
        return [], []
    own = {start for start, _, _ in numbered_paragraphs}
    end_of_body = len(page.text) if annex is None else max(annex, end)
    nested = [
        (num.start, int(match[1]))
        for num in nums
        if num.start not in own and num.start < end_of_body and (match := NESTED.match(page.text, num.start, num.end))
    ]
    marks = page_marks(page.text, *zip(*with_nested(page.text, numbered_paragraphs, nested), strict=True))
    numbered = {mark.start for mark in marks}
    return [*marks, Mark(end, 0)], [span for start, span in titles.items() if start not in numbered]


def _named(page: Page, marks: Sequence[Mark]) -> dict[int, str]:
    """Return the names of numbered paragraphs of which at least two in a row begin with one, above their items."""
    names: dict[int, str] = {}
    row: list[tuple[int, str]] = []
    for mark, after in pairwise(marks):
        if page.text.find("\n", mark.start, mark.start + LONGEST_TITLE) < 0:
            row = []
            continue
        first = page.text[mark.start : min(after.start, mark.start + LONGEST_TITLE)].partition("\n")
        name = first[0].partition("\t")[2].rstrip(" –-")
        if first[1] and first[2].strip() and name[:1].isupper() and ITEM.match(first[2]) and heading_like(name):
            row.append((mark.start, name))
        else:
            row = []
        names |= row if len(row) > 1 else ()
    return names


def _quotes(element: lxml.etree._Element) -> bool:
    """Return whether no paragraph of the judgment itself stands in an element."""
    name = name_of(element)
    return name in QUOTING and (name != "paragraph" or any(name_of(child) == "num" for child in element))


def _given(body: lxml.etree._Element, page: Page, by_name: dict[str, list[ElementRange]]) -> dict[str, Any]:
    """Return the metadata that the document carries, and what its head marks."""
    meta: dict[str, str] = {}
    for element in body.iter():
        tag = name_of(element)
        if tag in ("court", "cite", "summaryOf", "summaryOfCite") and element.text:
            meta.setdefault(tag, " ".join(element.text.split()))
        elif tag in ("FRBRname", "FRBRthis") and element.get("value"):
            meta.setdefault(tag, " ".join(element.get("value", "").split()))
        elif (
            tag == "FRBRdate"
            and element.get("date") not in (None, "", UNKNOWN_DATE)
            and element.get("name") not in MADE_DATES
        ):
            meta.setdefault(HEARING if element.get("name") == HEARING else tag, element.get("date", ""))
        elif tag == "judgmentBody":
            break
    summary = body.get("name") == "pressSummary"
    marked = _texts(page, by_name, "neutralCitation")
    citation = meta.get("summaryOfCite") or meta.get("cite") or header.neutral_citation(" ".join(marked))
    kind = body.get("name", "")
    return {
        "citation": citation,
        "court": meta.get("court", ""),
        "date": meta.get("FRBRdate", "")[:10],
        HEARING: meta.get(HEARING, "")[:10],
        "name": SUMMARY.sub("", meta.get("FRBRname", "")),
        "kind": header.PRESS_SUMMARY if summary else kind if kind in (header.JUDGMENT, header.DECISION) else "",
        "case_numbers": _texts(page, by_name, "docketNumber"),
        "judges": _texts(page, by_name, "judge"),
        "parties": list(_each_text(page, by_name, "party")),
        "address": address if (address := meta.get("FRBRthis", "")) and not address.endswith("/id/") else "",
        "summary_of": citation if summary else "",
    }


def _texts(page: Page, by_name: dict[str, list[ElementRange]], tag: str) -> list[str]:
    """Return the texts of the elements with this tag, each once."""
    return list(dict.fromkeys(_each_text(page, by_name, tag)))


def _each_text(page: Page, by_name: dict[str, list[ElementRange]], tag: str) -> Iterator[str]:
    """Yield the texts of the elements with this tag."""
    texts = (" ".join(page.text[span.start : span.end].split()).strip(" ,;:") for span in by_name.get(tag, []))
    yield from (text for text in texts if text)


def _notices(page: Page) -> Iterator[SetAside]:
    """Yield the standing notice at the end, which says that a summary is no part of the reasons."""
    end = len(page.text.rstrip())
    if match := NOTICE.search(page.text, max(0, end - NOTICE_LENGTH)):
        yield SetAside(match.start(), end, "notice on what a press summary is")
