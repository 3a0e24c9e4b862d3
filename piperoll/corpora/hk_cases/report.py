"""Read judgments in Markdown, made from PDF files of Singapore's courts, and the index card (``index.md``) beside one.

The head consists of lines such as ``**Case Number** :Suit 712``; the citation stands only in the address at the end
(``[2003] SGHC 51.pdf``). Footnotes run together in front of the copyright line: ``[note: 1] (^) …``.
"""

import re
from collections.abc import Collection, Iterator, Mapping

from piperoll.chunking.merge import Range
from piperoll.corpora.hk_cases import header
from piperoll.corpora.hk_cases.markup import plain
from piperoll.corpora.hk_cases.numbering import text_marks
from piperoll.corpora.hk_cases.outline import LABEL
from piperoll.corpora.hk_cases.plain import HEAD, build
from piperoll.corpora.hk_cases.short_lines import HEADING_LENGTH, SENTENCE_ENDS
from piperoll.corpora.hk_cases.source import Dress, Source
from piperoll.model import SetAside
from piperoll.text.paragraphs import paragraphs, rows, trim

TITLE = re.compile(r"^#[ \t]+(?P<v>\S.*)$", re.MULTILINE)
ADDRESS = re.compile(r"^Source: \[link\]\((?P<v>[^\n]*)$", re.MULTILINE)
COPYRIGHT = re.compile(r"C(?<![^ \n]C) ?opyright © Government")
# "[note: 1] (^) Bundle 3", or "[note: 1] 1 st Affidavit of … [note: 2] (^) …" at the start of a line
NOTES = re.compile(r"\[note: 1\](?: \(\^\)|(?<=^\[note: 1\]) ?(?=[^\s\[(:][^\n\[]{0,300}\s*\[note: 2\]))", re.MULTILINE)
# "[note: 3]" alone near the end: the mark of a footnote that stands in front of it
BARE = re.compile(r"^ ?\[note: (?P<n>\d+)\]\s*$", re.MULTILINE)
FIRST_LISTED = "\n[^1]: "
"""The start of footnotes that a list at the end has."""
NOTE = re.compile(r"\[note: \d+\] ?(?:\(\^\))? ?[^\s\[]")
FOLDER = re.compile(r"(?P<year>(?:19|20)\d\d)[_-](?P<court>[A-Z]{2,8})[_-](?P<number>\d{1,5})(?:/|\.|$)")
LONGEST_NOTE = 600
"""Characters of a footnote without its mark."""
FIRST_PARAGRAPH = re.compile(r"^(?:1(?:[ \t\xa0]{2,}|\\?\.\s)|\\?\[1\\?\]\s)", re.MULTILINE)
CATCHWORDS = re.compile(r"^_[^_\n]+_(?: – .*)?$|^_[^_\n]*—[^_\n]*_ *$", re.MULTILINE)
# "Coram :Chan Seng Onn J"
LABELLED = re.compile(r"[A-Z][A-Za-z/()]{2,12}(?: [A-Z][A-Za-z()]{2,12})? :")
CATCHWORD = Dress(italic=True)
# "Criminal Law – Offences – Murder – Appellant alleging …", and its second line "- Application of …"
DIGEST = re.compile(r"[A-Z][^\n–]{2,60} – [^\n–]+ – |- (?=[A-Z])")
# "[LawNet Admin Note: The citation for this case has been reassigned to [2031] 3 SLR(R) 33 on 18 May 2040.]"
NOTE_LINE = re.compile(r"\[LawNet (?:Admin|Editorial) Note:")
FRONT_MATTER = re.compile(r"---\n(?P<v>.*?)\n---\s*", re.DOTALL)
FIELD = re.compile(r"^(?P<k>\w+): *(?P<v>.*)$", re.MULTILINE)


def read(markdown: str, name: str) -> Source:
    """Return the judgment in a report, as its reader sees it, or its index card."""
    card = FRONT_MATTER.match(markdown)
    if card and not markdown[card.end() :].strip():
        return _index_card(markdown, name, card["v"])
    given = _given(markdown, name)
    tail = max(0, len(markdown) - HEAD)
    stop = next(
        (match.start() for match in COPYRIGHT.finditer(markdown, tail) if not NOTE.search(markdown, match.end())),
        None,
    )  # between footnotes it is the foot of a page
    stop = (
        stop if stop is not None else next((match.start() for match in ADDRESS.finditer(markdown, tail)), len(markdown))
    )
    foot = next((match.start() for match in NOTES.finditer(markdown, 0, stop)), stop)
    listed = markdown.find(FIRST_LISTED, 0, foot)
    foot = _unmarked_notes(markdown, stop) if foot == stop and listed < 0 else foot if listed < 0 else listed + 1
    body, dresses = plain(markdown[:foot])
    foot_text, _ = plain(markdown[foot:stop])
    text = body + foot_text + markdown[stop:]
    start, end = trim(text, 0, len(text))
    notes, stop = len(body), len(body) + len(foot_text)
    marks = text_marks(text, start, notes)
    head = _head_end(text, dresses, marks[0].start if marks else len(text))
    source = build(
        text,
        name,
        marks,
        front=None if marks else head or None,
        least=head if marks else 0,
        notes=notes if notes < stop else None,
        headings=list(_bold_headings(text, dresses, {mark.start for mark in marks})),
        dresses=dresses,
        given=given,
    )
    if stop < end:
        source.set_foot_aside(trim(text, stop, end)[0])
    return source


def _unmarked_notes(markdown: str, stop: int) -> int:
    """Return where the footnotes begin whose marks stand alone behind them; ``stop`` where there are none.

    They are the last paragraphs in front of ``stop`` and of the first mark, as many as there are marks, but none with
    a number or a heading.
    """
    marks = {mark["n"]: mark.start() for mark in BARE.finditer(markdown, max(0, stop - HEAD))}
    start = min([stop, *marks.values()])
    for begin, end in reversed(list(paragraphs(markdown, max(0, start - HEAD), start))[-len(marks) :] if marks else ()):
        if markdown[begin].isdigit() or markdown[begin] in "*_#(" or end - begin > LONGEST_NOTE:
            break
        start = begin
    return start


def _bold_headings(text: str, dresses: Mapping[int, Dress], numbers: Collection[int]) -> Iterator[Range]:
    """Yield the ranges of lines that are headings for being in bold type, or in italics behind a number ("(i)").

    In bold type: long ones, those that begin in small letters and, right above the number of a paragraph, those that
    end with a full stop. In italics only the latter.
    """
    for start, dress in dresses.items():
        end = text.find("\n", start)
        long = end - start > HEADING_LENGTH
        if end < 0 or not (dress.bold or LABEL.match(text, start) or (dress.italic and long)):
            continue
        begin, stop = trim(text, start, end)
        sentence = text[stop - 1] in SENTENCE_ENDS
        above = trim(text, stop, min(stop + HEADING_LENGTH, len(text)))[0] in numbers
        if stop - begin > HEADING_LENGTH:
            if not sentence and (dress.bold or above):
                yield begin, stop
        elif above and (text[stop - 1] == "." or (dress.bold and not sentence)):
            yield begin, stop


def _head_end(text: str, dresses: Mapping[int, Dress], before: int) -> int:
    """Return the end of the last line of the head: "Coram: …", or catchwords in italics below one; 0 for none."""
    end = 0
    for start, stop in rows(text, 0, min(HEAD, before)):
        digest = dresses.get(start) == CATCHWORD or DIGEST.match(text, start, stop)
        note = NOTE_LINE.match(text, start, stop)
        headed = LABELLED.match(text, start, stop) or (end and (digest or note) and not text[end:start].strip())
        # what stands right before the first paragraph is "Introduction" in italics
        if headed and (note or text[stop:before].strip()):
            end = stop
    return end


def _given(text: str, name: str) -> dict[str, object]:
    """Return the metadata that the page itself gives."""
    head = text[:HEAD]
    address = next(ADDRESS.finditer(text, max(0, len(text) - HEAD)), None)
    citation = header.neutral_citation(address["v"]) if address else ""
    if not citation and (folder := next(FOLDER.finditer(name), None)):
        citation = f"[{folder['year']}] {folder['court']} {int(folder['number'])}"
    case = " ".join(match["v"].strip(" *") for match in TITLE.finditer(head))
    first = FIRST_PARAGRAPH.search(head)
    words = [match[0] for match in CATCHWORDS.finditer(head, 0, first.start() if first else len(head))]
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
