"""Read Akoma Ntoso, the form in which Find Case Law publishes judgments, decisions and press summaries.

A paragraph of the judgment is ``paragraph`` with ``num``, outside of other paragraphs and of quotations
(``embeddedStructure``) and lists (``blockContainer``). Standard: OASIS LegalDocML, Akoma Ntoso 1.0.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice, pairwise
from typing import Any

import lxml.etree

from piperoll.chunking.merge import Range
from piperoll.corpora.hk_cases import header
from piperoll.corpora.hk_cases.numbering import HEADING_LENGTH, NO_HEADING, SENTENCE_ENDS, heading_like, page_marks
from piperoll.corpora.hk_cases.plain import build
from piperoll.corpora.hk_cases.restarts import with_nested
from piperoll.corpora.hk_cases.source import PLAIN, Dress, Mark, Source
from piperoll.model import DocumentError, SetAside
from piperoll.text.html import BREAKS, ElementRange, Page, Rules, render

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
APART = ("embeddedStructure", "blockContainer", "authorialNote", "table")
"""Elements in which no heading of the judgment stands."""
# "Heading2", "Taxheading1", "ParaSubHeading1"
LEVEL = re.compile(r"(?P<sub>sub)?head(?:ing)?(?P<n>\d)", re.IGNORECASE)
RULE = re.compile(r"\.(?P<name>[\w-]+)\s*\{(?P<style>[^{}]*)\}")
# "font-weight: bold; text-decoration-line: underline"
DECLARED = re.compile(r"(font-weight|font-style|text-decoration)(?:-line)?\s*:\s*([\w-]+)")
LABEL = 5
"""Characters of the longest number in front of a heading, such as "(iii)", which is shown as other text is."""
LONGEST_BOLD = 400
"""Characters of a heading in bold type or underlined that stands alone; others are shorter."""
LONGEST_TITLE = 80
"""Characters of a number and the name of a paragraph."""
# "i)\tThe accounts", "106.1.\tdid not invite the court"
ITEM = re.compile(r"\s*(?:\(?\w{1,4}\)|\d{1,3}\.\d{1,2}\.?)\s")
NUMBER = re.compile(r"\[?(\d{1,4})[.)\]]?")
NUMBER_ALONE = re.compile(r"^\s*\(?\w{1,4}[.)]")
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
    return _name(root) == "akomaNtoso"


def read(root: lxml.etree._Element, name: str) -> Source:
    """Return the judgment or press summary in ``root``.

    Raises:
        DocumentError: ``unknown_xml`` when it is another kind of document.
    """
    body = next((child for child in root if _name(child) in ("judgment", "doc")), None)
    if body is None:
        raise DocumentError(
            "unknown_xml",
            "There is neither a judgment nor a doc in this Akoma Ntoso document.",
            remedy="Give the XML of the judgment itself.",
        )
    _move_notes(body)
    classes = _classes(body)
    page = render(body, rules=RULES)
    by_name: dict[str, list[ElementRange]] = {}
    for span in page.elements:
        by_name.setdefault(span.name, []).append(span)
    given = _given(body, page, by_name)
    marks, titles = _marks(page, by_name.get("paragraph", []), by_name.get("num", []))
    front = next((span.end for tag in ("header", "preface") for span in by_name.get(tag, [])), 0)
    closings = {span.start for span in by_name.get("conclusions", [])}
    annexes = {span.start for span in by_name.get("attachment", [])}
    dresses, quoted = _dresses(page, by_name, classes)
    headings = [*_headings(page, by_name, italics=given["kind"] == header.PRESS_SUMMARY), *titles]
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
    return source


def _name(element: lxml.etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _move_notes(body: lxml.etree._Element) -> None:
    """Move each footnote behind its paragraph; its mark stays in the paragraph."""
    last: dict[lxml.etree._Element, lxml.etree._Element] = {}  # block -> the last note that was put behind it
    for note in [element for element in body.iter() if _name(element) == "authorialNote"]:
        parent = note.getparent()
        block = next((above for above in note.iterancestors() if _name(above) in ("p", "heading", "num")), None)
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


def _marks(page: Page, paragraphs: list[ElementRange], nums: list[ElementRange]) -> tuple[list[Mark], list[Range]]:
    """Return the marks of the judgment's own paragraphs, and the ranges of numbered headings."""
    numbered_paragraphs: list[tuple[int, int, bool]] = []
    titles: dict[int, Range] = {}
    inside = end = 0  # where the last paragraph of the judgment ends, and the last with a number
    for paragraph in paragraphs:
        if paragraph.start < inside or any(_quotes(above) for above in paragraph.element.iterancestors()):
            continue
        number = next((child for child in paragraph.element if _name(child) == "num"), None)
        if number is None:  # "APPENDIX ONE", with paragraphs in it
            continue
        inside = paragraph.end
        match = NUMBER.fullmatch("".join(map(str, number.itertext())).strip())
        line = page.text[paragraph.start : min(paragraph.end, paragraph.start + LONGEST_BOLD)].partition("\n")[0]
        title = heading_like(line.partition("\t")[2].capitalize()) or (
            paragraph.start + len(line) == paragraph.end
            and line[-1:] not in SENTENCE_ENDS
            and _is_styled(paragraph.element)
        )
        if match:
            numbered_paragraphs.append((paragraph.start, int(match[1]), title))
            end = paragraph.end
        if title and (match or (line[:2].strip("(").isalnum() and paragraph.start + len(line) == paragraph.end)):
            titles[paragraph.start] = (paragraph.start, paragraph.start + len(line))
    if not numbered_paragraphs:
        return [], []
    own = {start for start, _, _ in numbered_paragraphs}
    nested = [
        (num.start, int(match[1]))
        for num in nums
        if num.start not in own and (match := NESTED.match(page.text, num.start, num.end))
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


def _headings(page: Page, by_name: Mapping[str, Sequence[ElementRange]], *, italics: bool) -> Iterator[Range]:
    """Yield the ranges of headings: the elements of that name, and bold paragraphs that stand alone in a level.

    A whole sentence is none: a converter takes what stands above a list for the heading of it. With ``italics`` a
    paragraph in italics is one as well: "Issue 2: Was the Court of Appeal entitled to interfere …?"
    """
    for span in by_name.get("heading", ()):
        short = span.end - span.start <= HEADING_LENGTH
        ends = page.text[span.end - 1]
        if (
            ends != ","
            and (short or ends not in SENTENCE_ENDS)
            and not NO_HEADING.fullmatch(page.text, span.start, span.end)
        ):
            yield span.start, span.end
    for span in by_name.get("p", ()):
        if not page.text[span.start : span.end].strip():
            continue
        above = [_name(parent) for parent in islice(span.element.iterancestors(), 2)]
        ends, short = page.text[span.end - 1], span.end - span.start <= LONGEST_BOLD
        if above == ["content", "level"] and _is_styled_heading(page, span) and ends not in SENTENCE_ENDS:
            yield span.start, span.end
        if italics and short and ends not in SENTENCE_ENDS and _is_all(span.element, "italic"):
            yield span.start, span.end
        if not short or above[:1] != ["content"] or ends in SENTENCE_ENDS.replace(":", "").replace(";", ""):
            continue
        bold, long = _is_all(span.element, "bold"), span.end - span.start > HEADING_LENGTH
        underlined = not bold and _is_all(span.element, "underline")
        if above == ["content", "level"] and (ends in ":;" or long) and (bold or underlined):
            if not any(_name(around) == "embeddedStructure" for around in span.element.iterancestors()):
                yield span.start, span.end
        elif above == ["content", "subparagraph"] and ends not in ":;" and (bold or (underlined and _is_bare(span))):
            yield page.text.rfind("\n", 0, span.start) + 1, span.end  # with its number


def _is_bare(span: ElementRange) -> bool:
    """Return whether a paragraph is an item without a number."""
    content = span.element.getparent()
    return content is not None and content.getprevious() is None


def _is_styled_heading(page: Page, span: ElementRange) -> bool:
    """Return whether a line in the style of a heading is long or begins in small letters, and so is not seen as one."""
    styled = LEVEL.search(span.element.get("class", "")) is not None
    length = span.end - span.start
    return styled and (HEADING_LENGTH < length <= LONGEST_BOLD or page.text[span.start].islower())


def _is_styled(paragraph: lxml.etree._Element) -> bool:
    """Return whether the first words of a numbered paragraph have the style of a heading."""
    words = next((element for element in paragraph.iter() if _name(element) == "p"), paragraph)
    return LEVEL.search(words.get("class", "")) is not None


def _is_all(element: lxml.etree._Element, type_: str) -> bool:
    """Return whether all words of a paragraph are shown so; a number before and a colon behind them need not be."""
    plain = (element.text or "") + "".join(child.tail or "" for child in element)
    found = {type_ in child.get("style", "") for child in element if _name(child) == "span"}
    return found == {True} and not NUMBER_ALONE.sub("", plain).strip(" :")


def _dresses(
    page: Page, by_name: Mapping[str, Sequence[ElementRange]], classes: Mapping[str, str]
) -> tuple[dict[int, Dress], set[int]]:
    """Return how the lines that may be headings are shown, and the starts of those that are quoted."""
    dresses: dict[int, Dress] = {}
    quoted: set[int] = set()
    apart = sorted((span.start, span.end) for name in APART for span in by_name.get(name, ()))
    ends = list(accumulate((end for _, end in apart), max))
    for line in (*by_name.get("p", ()), *by_name.get("heading", ())):
        if line.end - line.start > LONGEST_BOLD:
            continue
        start = page.text.rfind("\n", 0, line.start) + 1  # in front of the number
        before = bisect_right(apart, (line.start, len(page.text)))
        if before and ends[before - 1] > line.start:
            quoted.add(start)
            continue
        first = next((child for child in line.element if "".join(map(str, child.itertext())).strip()), line.element)
        shown = [line.element]
        if first is not line.element and len((line.element.text or "").strip()) <= LABEL:
            shown.append(first)
        style = {name: value for element in shown for name, value in _style(element, classes).items()}
        level = LEVEL.search(line.element.get("class", ""))
        dress = Dress(
            int(level["n"]) + (level["sub"] is not None) if level else 0,
            style.get("font-weight") == "bold",
            style.get("text-decoration") == "underline",
            style.get("font-style") == "italic",
        )
        if dress == PLAIN and any(_name(above) == "subparagraph" for above in line.element.iterancestors()):
            quoted.add(start)  # an item, not a heading
        else:
            dresses[start] = dress
    return dresses, quoted


def _classes(body: lxml.etree._Element) -> dict[str, str]:
    """Return how each class is shown, as the style sheet in the head of the document says."""
    sheets = (element.text or "" for element in body.iter("{*}style"))
    return {rule["name"]: rule["style"] for sheet in sheets for rule in RULE.finditer(sheet)}


def _style(element: lxml.etree._Element, classes: Mapping[str, str]) -> dict[str, str]:
    """Return how an element is shown: as its class says, unless it says something else of itself."""
    return dict(DECLARED.findall(f"{classes.get(element.get('class', ''), '')};{element.get('style', '')}"))


def _quotes(element: lxml.etree._Element) -> bool:
    """Return whether no paragraph of the judgment itself stands in an element."""
    name = _name(element)
    return name in QUOTING and (name != "paragraph" or any(_name(child) == "num" for child in element))


def _given(body: lxml.etree._Element, page: Page, by_name: dict[str, list[ElementRange]]) -> dict[str, Any]:
    """Return the metadata that the document carries, and what its head marks."""
    meta: dict[str, str] = {}
    for element in body.iter():
        tag = _name(element)
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
