"""Read Australian judgments cut into sentences: ``<case>`` with ``<catchphrases>`` and ``<sentences>``.

The files have the form of the UCI "Legal Case Reports" set, and are not well formed. A paragraph's number stands at the
start of a sentence, or of a line in one.
"""

import re

import lxml.html

from piperoll.corpora.hk_cases import header
from piperoll.corpora.hk_cases.numbering import text_marks
from piperoll.corpora.hk_cases.plain import build
from piperoll.corpora.hk_cases.source import Source
from piperoll.text.html import BREAKS, Page, Rules, render

RULES = Rules(
    breaks=BREAKS
    | dict.fromkeys(("name", "austlii", "catchphrases", "sentences", "paragraph"), "\n\n")
    | dict.fromkeys(("sentence", "catchphrase"), "\n"),
    silent=frozenset({"script", "style"}),
    lines=frozenset({"sentence", "paragraph"}),
)
NAME = re.compile(r"(?P<case>.*?)\s*(?P<citation>\[\d{4}\] [A-Za-z]+ \d+)\s*(?:\((?P<date>[^()]*)\))?\s*")


def is_case(text: str) -> bool:
    """Return whether ``text`` begins as such a file."""
    return "<case>" in text[:500] and "<sentences>" in text


def read(root: lxml.html.HtmlElement, name: str) -> Source:
    """Return the judgment under ``root``, a tree of an HTML parser, which accepts attributes without a name."""
    case = next(root.iter("case"), root)
    for sentence in case.iter("sentence"):
        lead = (sentence.text or "")[: len(sentence.text or "") - len((sentence.text or "").lstrip())]
        if "\n" in lead:
            sentence.tag = "paragraph"
    page = render(case, rules=RULES)
    front = next((span.start for span in page.elements if span.element.tag == "sentences"), 0)
    marks = text_marks(page.text, front, len(page.text))
    if marks:
        front = min(front, marks[0].start)
    return build(page.text, name, marks, front=front, given=_given(page))


def _given(page: Page) -> dict[str, object]:
    """Return the metadata that the file itself gives."""
    texts: dict[str, list[str]] = {}
    for span in page.elements:
        if span.element.tag in ("name", "austlii", "catchphrase"):
            texts.setdefault(str(span.element.tag), []).append(page.text[span.start : span.end])
    full = " ".join(texts.get("name", [""])[0].split())
    match = NAME.fullmatch(full)
    return {
        "citation": match["citation"] if match else header.neutral_citation(full),
        "name": match["case"] if match else full,
        "date": header.day((match["date"] if match else None) or full),
        "address": texts.get("austlii", [""])[0],
        "catchwords": texts.get("catchphrase", []),
        "kind": header.JUDGMENT,
    }
