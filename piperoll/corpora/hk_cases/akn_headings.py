"""Find the headings of Akoma Ntoso: the elements of that name, and paragraphs in bold type that stand alone."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice

import lxml.etree

from piperoll.chunking.merge import Range
from piperoll.corpora.hk_cases.short_lines import HEADING_LENGTH, NO_HEADING, SENTENCE_ENDS
from piperoll.corpora.hk_cases.source import PLAIN, Dress
from piperoll.text.html import ElementRange, Page

APART = ("embeddedStructure", "blockContainer", "authorialNote", "table")
"""Elements in which no heading of the judgment stands."""
# "Heading2", "Taxheading1", "ParaSubHeading1"
LEVEL = re.compile(r"(?P<sub>sub)?head(?:ing)?(?P<n>\d)", re.IGNORECASE)
RULE = re.compile(r"\.(?P<name>[\w-]+)\s*\{(?P<style>[^{}]*)\}")
# "font-weight: bold; text-decoration-line: underline", "font-variant: small-caps"
DECLARED = re.compile(r"(font-weight|font-style|font-variant|text-decoration|text-transform)(?:-line)?\s*:\s*([\w-]+)")
LABEL = 5
"""Characters of the longest number in front of a heading, such as "(iii)", which is shown as other text is."""
LONGEST_BOLD = 400
"""Characters of a heading in bold type or underlined that stands alone; others are shorter."""
GAP = re.compile(r"\s*")
# "I allow the appeal.", "This is the order": a sentence
SPEAKS = re.compile(r"(?:I|We|He|She|They|It|There|This|These)\b")
NUMBER_ALONE = re.compile(r"^\s*\(?\w{1,4}[.)]")


def name_of(element: lxml.etree._Element) -> str:
    """Return the name of an element, without its namespace."""
    return str(element.tag).rpartition("}")[2]


def headings(page: Page, by_name: Mapping[str, Sequence[ElementRange]], *, italics: bool) -> Iterator[Range]:
    """Yield the ranges of headings: the elements of that name, and bold paragraphs that stand alone in a level.

    A whole sentence is none: a converter takes what stands above a list for the heading of it.

    Args:
        page: the text of the judgment.
        by_name: the ranges of its elements, by name.
        italics: whether a paragraph in italics is a heading as well: "Issue 2: Was the Court entitled to interfere …?"
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
        above = [name_of(parent) for parent in islice(span.element.iterancestors(), 2)]
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
            if not _is_apart(span.element):
                yield span.start, span.end
        elif above == ["content", "subparagraph"] and ends not in ":;" and (bold or (underlined and _is_bare(span))):
            yield page.text.rfind("\n", 0, span.start) + 1, span.end  # with its number


def above_numbers(page: Page, lines: Sequence[ElementRange], numbered: set[int]) -> Iterator[Range]:
    """Yield the ranges of lines in bold type that stand alone above a number, whatever they end with.

    "ISSUE 2." and the question below it stand between two paragraphs; "Ruling on Issue 1:", which a converter put into
    the paragraph before, announces nothing there.

    Args:
        page: the text of the judgment.
        lines: the ranges of its paragraphs.
        numbered: the starts of numbered paragraphs.
    """
    below = set(numbered)
    for span in reversed(lines):
        if not 0 < span.end - span.start <= LONGEST_BOLD:
            continue
        following = GAP.match(page.text, span.end)
        if following is None or following.end() not in below:
            continue
        above = [name_of(parent) for parent in islice(span.element.iterancestors(), 2)]
        torn = above == ["content", "subparagraph"] and page.text[span.end - 1] == ":" and _is_bare(span)
        if not (torn or above == ["content", "level"]) or not _is_all(span.element, "bold"):
            continue
        if not (_is_apart(span.element) or SPEAKS.match(page.text, span.start, span.end)):
            below.add(span.start)
            yield span.start, span.end


def _is_bare(span: ElementRange) -> bool:
    """Return whether a paragraph is an item without a number."""
    content = span.element.getparent()
    return content is not None and content.getprevious() is None


def _is_styled_heading(page: Page, span: ElementRange) -> bool:
    """Return whether a line in the style of a heading is long or begins in small letters, and so is not seen as one."""
    styled = LEVEL.search(span.element.get("class", "")) is not None
    length = span.end - span.start
    return styled and (HEADING_LENGTH < length <= LONGEST_BOLD or page.text[span.start].islower())


def is_styled(paragraph: lxml.etree._Element) -> bool:
    """Return whether the first words of a numbered paragraph have the style of a heading."""
    words = next((element for element in paragraph.iter() if name_of(element) == "p"), paragraph)
    return LEVEL.search(words.get("class", "")) is not None


def _is_apart(line: lxml.etree._Element) -> bool:
    """Return whether no heading of the judgment stands where a line does: in a quotation, a table, a note."""
    return any(name_of(around) in APART for around in line.iterancestors())


def is_bold(paragraph: lxml.etree._Element) -> bool:
    """Return whether all words of a numbered paragraph are in bold type."""
    lines = [element for element in paragraph.iter() if name_of(element) == "p"]
    return bool(lines) and all(_is_all(line, "bold") for line in lines)


def _is_all(element: lxml.etree._Element, type_: str) -> bool:
    """Return whether all words of a paragraph are shown so; a number before and a colon behind them need not be."""
    plain = (element.text or "") + "".join(child.tail or "" for child in element)
    found = {type_ in child.get("style", "") for child in element if name_of(child) == "span"}
    return found == {True} and not NUMBER_ALONE.sub("", plain).strip(" :")


def dresses(
    page: Page, by_name: Mapping[str, Sequence[ElementRange]], classes: Mapping[str, str]
) -> tuple[dict[int, Dress], set[int]]:
    """Return how the lines that may be headings are shown, and the starts of those that are quoted.

    Args:
        page: the text of the judgment.
        by_name: the ranges of its elements, by name.
        classes: the declarations of its style sheet, by class.
    """
    shown_as: dict[int, Dress] = {}
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
            style.get("text-transform") == "uppercase" or style.get("font-variant") == "small-caps",
        )
        if dress == PLAIN and any(name_of(above) == "subparagraph" for above in line.element.iterancestors()):
            quoted.add(start)  # an item, not a heading
        else:
            shown_as[start] = dress
    return shown_as, quoted


def style_sheet(body: lxml.etree._Element) -> dict[str, str]:
    """Return how each class is shown, as the style sheet in the head of the document says."""
    sheets = (element.text or "" for element in body.iter("{*}style"))
    return {rule["name"]: rule["style"] for sheet in sheets for rule in RULE.finditer(sheet)}


def _style(element: lxml.etree._Element, classes: Mapping[str, str]) -> dict[str, str]:
    """Return how an element is shown: as its class says, unless it says something else of itself."""
    return dict(DECLARED.findall(f"{classes.get(element.get('class', ''), '')};{element.get('style', '')}"))
