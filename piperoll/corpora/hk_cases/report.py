"""Read judgments in Markdown, made from PDF files of Singapore's courts, and the index card (``index.md``) beside one.

The head consists of lines such as ``**Case Number** :Suit 712``; the citation stands only in the address at the end
(``[2003] SGHC 51.pdf``). Footnotes run together in front of the copyright line: ``[note: 1] (^) …``.
"""

import re

from piperoll.corpora.hk_cases import header
from piperoll.corpora.hk_cases.numbering import text_marks
from piperoll.corpora.hk_cases.plain import HEAD, build
from piperoll.corpora.hk_cases.source import Part, Source
from piperoll.model import SetAside
from piperoll.text.paragraphs import trim

TITLE = re.compile(r"^#[ \t]+(?P<v>\S.*)$", re.MULTILINE)
ADDRESS = re.compile(r"^Source: \[link\]\((?P<v>[^\n]*)$", re.MULTILINE)
COPYRIGHT = re.compile(r"(?:^|(?<=[ \n]))C ?opyright © Government", re.MULTILINE)
NOTES = re.compile(r"\[note: 1\] \(\^\)")
FOLDER = re.compile(r"(?P<year>(?:19|20)\d\d)[_-](?P<court>[A-Z]{2,8})[_-](?P<number>\d{1,5})(?:/|\.|$)")
CATCHWORDS = re.compile(r"^_[^_\n]+_(?: – .*)?$", re.MULTILINE)
HEAD_LINE = re.compile(r"^(?:\*\*|## )[A-Z][^*:\n]{2,25}(?:\*\*)? ?:.*$|^(?:- )?_[^_\n]+_(?: – .*)?\s*$", re.MULTILINE)
FRONT_MATTER = re.compile(r"---\n(?P<v>.*?)\n---\s*", re.DOTALL)
FIELD = re.compile(r"^(?P<k>\w+): *(?P<v>.*)$", re.MULTILINE)


def read(text: str, name: str) -> Source:
    """Return the judgment in ``text``, or its index card."""
    card = FRONT_MATTER.match(text)
    if card and not text[card.end() :].strip():
        return _index_card(text, name, card["v"])
    start, end = trim(text, 0, len(text))
    tail = max(0, end - HEAD)
    stop = next((match.start() for match in COPYRIGHT.finditer(text, tail)), None)
    stop = stop if stop is not None else next((match.start() for match in ADDRESS.finditer(text, tail)), end)
    notes = next((match.start() for match in NOTES.finditer(text, start, stop)), stop)
    aside = [SetAside(*trim(text, stop, end), "copyright and address of the page")] if stop < end else []
    marks = text_marks(text, start, notes)
    front = None if marks else max((match.end() for match in HEAD_LINE.finditer(text, 0, HEAD)), default=None)
    source = build(
        text, name, marks, front=front, notes=notes if notes < stop else None, set_aside=aside, given=_given(text, name)
    )
    source.parts = [Part(part.region, part.start, min(part.end, stop)) for part in source.parts if part.start < stop]
    return source


def _given(text: str, name: str) -> dict[str, object]:
    """Return the metadata that the page itself gives."""
    head = text[:HEAD]
    address = next(ADDRESS.finditer(text, max(0, len(text) - HEAD)), None)
    citation = header.neutral_citation(address["v"]) if address else ""
    if not citation and (folder := next(FOLDER.finditer(name), None)):
        citation = f"[{folder['year']}] {folder['court']} {int(folder['number'])}"
    case = " ".join(match["v"].strip() for match in TITLE.finditer(head))
    words = [match[0] for match in CATCHWORDS.finditer(head)]
    return {
        "citation": citation,
        "name": case,
        "catchwords": [" – ".join(part.strip("_ ") for part in line.split(" – ")) for line in words],
    }


def _index_card(text: str, name: str, fields: str) -> Source:
    """Return a card without a body: its title and its tags, as metadata only."""
    values = {match["k"]: match["v"].strip().strip('"') for match in FIELD.finditer(fields)}
    citation = header.neutral_citation(values.get("subtitle", ""))
    tags = [line.strip()[2:].strip() for line in fields.split("\n") if line.strip().startswith("- ")]
    metadata = {"citation": citation, "name": values.get("title", ""), "catchwords": tags}
    start, end = trim(text, 0, len(text))
    return Source(
        key=f"{citation} index card" if citation else name,
        title=f"{values.get('title', '')} {citation}".strip() or name,
        kind="index card",
        text=text,
        parts=[],
        marks=[],
        set_aside=[SetAside(start, end, "index card of a judgment")],
        metadata=header.compact(metadata),
    )
