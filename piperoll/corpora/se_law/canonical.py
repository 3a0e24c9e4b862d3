"""Read CanonicalDocumentJson: statutes, amendments and agency regulations as structured JSON.

This module writes the stored text from the texts of the object. So every chunk is a range of the
stored text, as in all other forms.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from piperoll.corpora.se_law import grammar, lettered, scan
from piperoll.corpora.se_law.apart import apart
from piperoll.corpora.se_law.blocks import ADVICE, Block, Kind, Source
from piperoll.corpora.se_law.json_values import day_of, list_of, mapping_of, text_of
from piperoll.corpora.se_law.markdown import unmark
from piperoll.corpora.se_law.numbers import label, sfs_key, without_number
from piperoll.model import DocumentError
from piperoll.text.html import parse, render

KINDS = frozenset({"SFS_LAW", "SFS_AMENDMENT", "AGENCY_REGULATION", "EU_REGULATION", "EU_DIRECTIVE"})
MARKDOWN_KEYS = ("markdownContent", "markdown_content")
HTML_KEYS = ("htmlContent", "html_content")
"""Fields that hold the whole document in an object without structure."""
ACT = re.compile(r"\d{4}:\d+")
# "/Rubriken träder i kraft I:2026-07-01/"
HEADING_MARKER = re.compile(r"/[^/\n]*[Rr]ubrik[^/\n]*:[^/\n]*/")
# "(NFS 2019:2)", "Lag" of "Lag (2031:4)": what amended the §
NOTE = re.compile(r"\(|(?:lag|förordning|kungörelse)\Z", re.IGNORECASE)
ROLES = dict.fromkeys(("", "PARAGRAPH", "BODY", "CONTENT"), "STYCKE")
"""Other names that older shapes have for the role of plain text."""
LISTED = frozenset({"LIST_ITEM", "TABLE", ADVICE})
"""Roles of texts that may look like a heading at the end of a §."""
LONGEST, SHORTER = 130, grammar.UNMARKED
"""Characters of the longest stycke that is a heading by its words; of one that names a provision, fewer."""
REFERS = re.compile(r"§|\bkap\.")
# "2 kap. 6" is 6 § of that chapter (ELSÄK-FS 2019:1)
OF_CHAPTER = re.compile(r"^\s*\d{1,3}\s?[a-z]?\s*kap\.\s*")
OPENING = 80
"""Characters at the start of a § that have its temporal marker."""


def is_canonical(data: Mapping[str, Any]) -> bool:
    """Return whether this JSON object is a CanonicalDocumentJson."""
    return "chapters" in data and "documentType" in data


def read(data: Mapping[str, Any], name: str) -> Source:
    """Read the document in a canonical JSON object; ``name`` is its path in the source.

    Raises:
        DocumentError: ``wrong_shape``; the message names the field.
    """
    kind = text_of(data.get("documentType"), "documentType")
    if kind not in KINDS:
        raise DocumentError(
            "wrong_shape", f"documentType {kind!r} is none of {', '.join(sorted(KINDS))}.", remedy="Write one of these."
        )
    title = " ".join(text_of(data.get("title"), "title").split())
    metadata = mapping_of(data.get("metadata"), "metadata")
    number = text_of(data.get("documentNumber"), "documentNumber") or text_of(metadata.get("sfsNumber"), "sfsNumber")
    if number and kind in ("SFS_LAW", "SFS_AMENDMENT") and number[:1].isdigit():
        number = sfs_key(number)
    writer = _Writer()
    if title or number:
        writer.block(Kind.TITLE, "\n".join(part for part in (title, number) if part))
    _preamble(writer, data)
    named = lettered.last_letters(data)
    for chapters, division in _divisions(data):
        if division:
            writer.block(Kind.DIVISION, division[1], number=division[0], title=division[2])
        for index, chapter in enumerate(chapters):
            _chapter(writer, mapping_of(chapter, f"chapters[{index}]"), index, named)
    _transitions(writer, data)
    _appendices(writer, data)
    source = Source(
        key=number or name,
        title=(without_number(title) if kind == "SFS_LAW" else title) or name.rsplit("/", 1)[-1].removesuffix(".json"),
        kind=kind,
        text=writer.text(),
        blocks=writer.blocks,
        valid_from=day_of(metadata.get("effectiveDate")),
        metadata={key: value for key, value in metadata.items() if isinstance(value, str) and value},
    )
    if base := source.metadata.get("baseLawSfs"):
        source.metadata["baseLawSfs"] = sfs_key(base)
    if all(block.kind is Kind.TITLE for block in source.blocks):
        _fallback(source, data)
    return source


class _Writer:
    """Write the stored text block by block."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = 0
        self.blocks: list[Block] = []

    def block(self, kind: Kind, text: str, **fields: Any) -> None:
        text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
        if not text:
            return
        if self.pieces:
            self.pieces.append("\n\n")
            self.length += 2
        self.blocks.append(Block(kind, self.length, self.length + len(text), **fields))
        self.pieces.append(text)
        self.length += len(text)

    def text(self) -> str:
        return "".join(self.pieces)


def _divisions(data: Mapping[str, Any]) -> Iterator[tuple[Sequence[Any], tuple[str, str, str] | None]]:
    """Yield lists of chapters, each with its division: number, heading line and title, or None without one."""
    for index, raw in enumerate(list_of(data.get("divisions"), "divisions")):
        division = mapping_of(raw, f"divisions[{index}]")
        number, title = (
            text_of(division.get("number"), "number"),
            " ".join(text_of(division.get("title"), "title").split()),
        )
        line = " ".join(part for part in ("Avdelning", number, title) if part)
        yield list_of(division.get("chapters"), f"divisions[{index}].chapters"), (number, line, title)
    if chapters := list_of(data.get("chapters"), "chapters"):
        yield chapters, None


def _chapter(writer: _Writer, chapter: Mapping[str, Any], index: int, named: Mapping[str, int]) -> None:
    number = label(text_of(chapter.get("number"), f"chapters[{index}].number"))
    title = " ".join(text_of(chapter.get("title"), f"chapters[{index}].title").split())
    if title and not number and not any(block.kind is Kind.CHAPTER for block in writer.blocks):
        writer.block(Kind.HEADING, title)  # chapters without numbers are those of a statute without chapters (1982:80)
    elif number or title:
        line = f"{number} kap. {title}".strip() if number else title
        writer.block(Kind.CHAPTER, line, number=number, title=title)
    elif writer.blocks and any(block.kind is Kind.CHAPTER for block in writer.blocks):
        writer.blocks.append(Block(Kind.CHAPTER, writer.length, writer.length))
    provisions = chapter.get("paragrafer", chapter.get("sections"))
    listed = [
        (mapping_of(raw, location), location)
        for position, raw in enumerate(list_of(provisions, f"chapters[{index}].paragrafer"))
        for location in [f"chapters[{index}].paragrafer[{position}]"]
    ]
    labels = [_label(provision, location) for provision, location in listed]
    openings = [str(provision.get("content") or "")[:OPENING] for provision, _ in listed]
    for run in lettered.runs(number, labels, openings, named.get(number, 0)):
        if run.first:
            writer.blocks.append(Block(Kind.CHAPTER, writer.length, writer.length, run.number))
        taken = set(labels[run.first : run.end])
        for (provision, location), own in zip(listed[run.first : run.end], labels[run.first : run.end], strict=True):
            for part in apart(provision, own, taken):
                _provision(writer, part, location)


def _label(provision: Mapping[str, Any], location: str) -> str:
    number = OF_CHAPTER.sub("", text_of(provision.get("number"), f"{location}.number")).removesuffix("§")
    return label(number)


def _provision(writer: _Writer, provision: Mapping[str, Any], location: str) -> None:
    """Write one §: its heading, then its ``content`` unchanged.

    A heading that ``content`` lacks is put in front. If ``content`` lacks the text of a stycke
    (a table), the stycken are joined instead, so that nothing is lost. Headings at the end are those of the next §.
    """
    stycken = [
        mapping_of(stycke, f"{location}.stycken[{index}]")
        for index, stycke in enumerate(
            list_of(provision.get("stycken", provision.get("paragraphs")), f"{location}.stycken")
        )
    ]
    texts = [text_of(stycke.get("text"), f"{location}.stycken.text") for stycke in stycken]
    roles = [ROLES.get(role := text_of(stycke.get("role"), f"{location}.role"), role) for stycke in stycken]
    content = text_of(provision.get("content"), f"{location}.content")
    own = _before_headings(texts, roles)
    content = _without_end(content, texts[own:])
    below, texts, roles = texts[own:], texts[:own], roles[:own]
    binding = _before_advice(roles)
    advice = texts[binding:] if _ends_with(content, texts[binding:]) else []
    if advice:
        content, texts, roles = _without_end(content, advice), texts[:binding], roles[:binding]
    heading = " ".join(text_of(provision.get("heading"), f"{location}.heading").split())
    present = _squeezed(f"{heading}\n{content}")
    if any(_squeezed(text) not in present for text in texts):
        content = (
            "\n".join(texts)
            if _squeezed(content) in _squeezed("\n".join(texts))
            else "\n".join([content, *_missing(texts, present)])
        )
    if heading and not _squeezed(content).startswith(_squeezed(heading)):
        content = f"{heading}\n{content}"
    amended = text_of(provision.get("amendedBy", provision.get("lastAmendment")), f"{location}.amendedBy")
    metadata: dict[str, Any] = {}
    if amended:
        act = ACT.search(amended)  # "SFS 2025:732", "Lag (1994:579)"
        metadata["amendedBy"] = sfs_key(act[0]) if act else amended
    if status := text_of(provision.get("status"), f"{location}.status"):
        metadata["status"] = status
    writer.block(
        Kind.SECTION,
        content,
        number=_label(provision, location),
        title=heading,
        roles=roles,
        metadata=metadata,
    )
    writer.block(Kind.TEXT, "\n".join(advice), roles=[ADVICE] * len(advice))
    for text in _with_markers(below):
        writer.block(Kind.HEADING, text)


def _before_advice(roles: Sequence[str]) -> int:
    """Return how many stycken a § has before the general advice at its end; all if there is no other text."""
    binding = len(roles)
    while binding and roles[binding - 1] == ADVICE:
        binding -= 1
    return binding or len(roles)


def _before_headings(texts: Sequence[str], roles: Sequence[str]) -> int:
    """Return how many stycken a § has before the headings at its end, which stand over the next one (2010:110).

    Some are not marked: a stycke like a heading behind a closed sentence (1999:1229, 38 kap. 9 §).
    """
    own = len(texts)
    found = False
    while own > 1:
        text = texts[own - 1].strip()
        unmarked = roles[own - 1] not in LISTED and _is_unmarked_heading(text, texts[own - 2], roles[own - 2])
        heading = roles[own - 1] == "HEADING" or unmarked
        if not heading and not HEADING_MARKER.fullmatch(text):
            break
        found, own = found or heading, own - 1
    return own if found else len(texts)


def _is_unmarked_heading(text: str, before: str, role: str) -> bool:
    """Return whether a stycke is a heading by its words, and not the beginning of a sentence that the source cut off.

    It stands behind a closed sentence, the name of an amending act, or another heading, as ``role`` says.
    Example of a sentence cut off: "Bestämmelser om auktoriserade revisorer finns i" (2005:551, 9 kap. 12 §).
    """
    if (
        NOTE.match(text)
        or not grammar.is_heading(text)
        or len(text) > (LONGEST if not REFERS.search(text) else SHORTER)
    ):
        return False
    ends = before.rstrip()
    if not (role == "HEADING" or grammar.is_closed(ends) or ends.endswith(("kap.", "?")) or grammar.amending_act(ends)):
        return False
    return text.endswith("?") or not (grammar.GOES_ON.search(text) or grammar.SENTENCE.match(text))


def _with_markers(headings: Sequence[str]) -> list[str]:
    """Return the headings, each with the temporal markers in front of it, and with its second line."""
    joined: list[str] = []
    for heading in headings:
        if joined and (HEADING_MARKER.fullmatch(joined[-1].strip()) or heading[:1].islower()):
            joined[-1] = f"{joined[-1]}\n{heading}"
        else:
            joined.append(heading)
    return joined


def _without_end(content: str, texts: Sequence[str]) -> str:
    """Return ``content`` without those of the last ``texts`` with which it ends."""
    for text in reversed(texts):
        content = content[: _cut(content, text)].rstrip()
    return content


def _ends_with(content: str, texts: Sequence[str]) -> bool:
    """Return whether ``content`` ends with ``texts``, one after the other."""
    return bool(texts) and _cut(content, "".join(texts)) < len(content)


def _cut(content: str, text: str) -> int:
    """Return where ``text`` begins at the end of ``content``, else its length; white space makes no difference."""
    at = len(content)
    for letter in reversed(_squeezed(text)):
        while at and content[at - 1].isspace():
            at -= 1
        if not at or content[at - 1] != letter:
            return len(content)
        at -= 1
    return at


def _missing(texts: Sequence[str], present: str) -> list[str]:
    return [text for text in texts if _squeezed(text) not in present]


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _preamble(writer: _Writer, data: Mapping[str, Any]) -> None:
    if preamble := mapping_of(data.get("preamble"), "preamble"):
        writer.block(Kind.PREAMBLE, _plain(preamble, "preamble"))


def _transitions(writer: _Writer, data: Mapping[str, Any]) -> None:
    provisions = list_of(data.get("transitionProvisions"), "transitionProvisions")
    texts = [
        text_of(mapping_of(provision, f"transitionProvisions[{index}]").get("text"), "text")
        for index, provision in enumerate(provisions)
    ]
    # an act's number opens its provisions: a blank line before it, single line breaks within
    joined = "".join(
        f"\n\n{text}" if index and grammar.ENTRY.match(text) else f"\n{text}" for index, text in enumerate(texts)
    )
    writer.block(Kind.TRANSITIONS, joined)


def _appendices(writer: _Writer, data: Mapping[str, Any]) -> None:
    for index, raw in enumerate(list_of(data.get("appendices"), "appendices")):
        appendix = mapping_of(raw, f"appendices[{index}]")
        title = " ".join(text_of(appendix.get("title"), f"appendices[{index}].title").split())
        body = _plain(appendix, f"appendices[{index}]")
        text = body if _squeezed(body).startswith(_squeezed(title)) else f"{title}\n\n{body}"
        printed = grammar.APPENDIX.match(title)  # chapter 12 of a regulation has appendix 8 alone
        if printed and printed["number"]:
            number, title = label(printed["number"]), printed["title"]
        else:
            number = str(index + 1)
        writer.block(Kind.APPENDIX, text, number=number, title=title)


def _plain(part: Mapping[str, Any], location: str) -> str:
    text = text_of(part.get("text"), f"{location}.text")
    if text.strip():
        return text
    html = text_of(part.get("htmlContent"), f"{location}.htmlContent")
    return render(parse(html)).text if html.strip() else ""


def _fallback(source: Source, data: Mapping[str, Any]) -> None:
    """Cut the markdown, else the HTML, of an object without structure by paragraphs."""
    markdown = next((data[key] for key in MARKDOWN_KEYS if isinstance(data.get(key), str)), "")
    html = next((data[key] for key in HTML_KEYS if isinstance(data.get(key), str)), "")
    body = markdown.replace("\r\n", "\n") or (render(parse(html)).text if html.strip() else "")
    if not body.strip():
        return
    offset = len(source.text) + 2
    source.text = f"{source.text}\n\n{body}"
    source.blocks += scan.blocks(source.text, offset, len(source.text), markdown=bool(markdown))
    if markdown:
        unmark(source, offset)
