"""Read a Swedish statute or regulation in whichever of six forms it comes."""

import re
from dataclasses import replace
from pathlib import PurePosixPath

import lxml.html

from piperoll.corpora.citations import swedish
from piperoll.corpora.common.json_text import parse_json
from piperoll.corpora.se_law import agency, canonical, in_force, markdown, official, plain, scan, temporal
from piperoll.corpora.se_law.assemble import assemble
from piperoll.corpora.se_law.blocks import ADVICE, Kind, Source
from piperoll.corpora.se_law.lists import write_numbers
from piperoll.corpora.se_law.raised import write_notes, write_raised
from piperoll.model import LONGEST_NAME, Document, DocumentError, SetAside, Status
from piperoll.text.decode import decode
from piperoll.text.html import parse, render
from piperoll.text.paragraphs import trim

AMENDMENT, REGULATION = "SFS_AMENDMENT", "AGENCY_REGULATION"
# "Föreskrifter om ändring i Naturvårdsverkets föreskrifter (NFS 2010:1) om förvaltning av björn, …"
AMENDS = re.compile(
    r"\bom ändring (?:i|av)\b[^()]{1,200}\((?P<series>[A-ZÅÄÖ][A-ZÅÄÖ -]{1,12} )?(?P<number>\d{4}:\d{1,4})\)"
)
# "Naturvårdsverkets allmänna råd om buller från byggplatser": not "… föreskrifter och allmänna råd om …"
ADVISES = re.compile(r"(?!.*\bföreskrifter\b.*\b(?:allmänna råd)\b)[\w’ ]{0,80}\ballmänna råd\b", re.IGNORECASE)


def read(data: bytes, name: str) -> Document:
    """Return the one document in a file; see :class:`piperoll.corpora.common.profile.Profile`."""
    source = _source(decode(data), name)
    in_force.complete_days(source)
    _mark_advice(source)
    document = assemble(source)
    if source.kind == REGULATION and (match := AMENDS.search(source.title)):
        series = match["series"] or source.key.rpartition(" ")[0]  # "(2013:38)" is of the agency's own series
        document = replace(document, amends=f"{series.strip()} {match['number']}")
    return _cited(_stored_whole(document) if source.kind == AMENDMENT else document)


def _mark_advice(source: Source) -> None:
    """Mark the text of a document that is general advice by its title, where it has no § and marks no advice itself."""
    if source.kind != REGULATION or not ADVISES.match(source.title):
        return
    if not any(ADVICE in block.roles or block.kind is Kind.SECTION for block in source.blocks):
        for block in source.blocks:
            if block.kind is Kind.TEXT:
                block.roles = (ADVICE,)


def _source(text: str, name: str) -> Source:
    """Read ``text`` in the form that its suffix and its content show."""
    match PurePosixPath(name).suffix.lower():
        case ".json":
            return _json(text, name)
        case ".html" | ".htm":
            return _html(text, name)
        case ".txt":
            return plain.read(text, name)
        case _:
            return markdown.read(text, name)


def _json(text: str, name: str) -> Source:
    data = parse_json(text)
    if isinstance(data, dict) and canonical.is_canonical(data):
        return canonical.read(data, name)
    if isinstance(data, dict) and official.is_register_entry(data):
        return official.read_entry(data, name)
    raise DocumentError(
        "unknown_json",
        "This JSON is neither a canonical document nor an entry of the official register.",
        remedy="A canonical document has the fields documentType and chapters.",
    )


def _html(text: str, name: str) -> Source:
    root = parse(text)
    write_numbers(root)
    write_notes(root)
    write_raised(root)
    if official.is_page(root):
        return official.read_page(root, name)
    if agency.is_regulation(root):
        return agency.read(root, name)
    return _any_page(root, name)


def _any_page(root: lxml.html.HtmlElement, name: str) -> Source:
    """Read a page of an unknown form as plain text; a list of search results holds no document."""
    page = render(root)
    title = " ".join((root.findtext(".//title") or "").split()) or PurePosixPath(name).stem
    source = Source(key=name, title=title, kind="SFS_LAW", text=page.text, blocks=[])
    whole = trim(page.text, 0, len(page.text))
    if not official.is_list(root):
        source.blocks = scan.blocks(page.text, *whole, markdown=False)
    elif whole[0] < whole[1]:
        source.set_aside.append(SetAside(*whole, "page without a document"))
    return source


def _stored_whole(document: Document) -> Document:
    """Return an amending act without chunks: it is stored whole and found by the number of the statute it amends."""
    start, end = trim(document.text, 0, len(document.text))
    whole = [SetAside(start, end, "amending act, stored whole")] if start < end else []
    base = document.metadata.get("baseLawSfs")
    amends = base if isinstance(base, str) and 0 < len(base) <= LONGEST_NAME and "\0" not in base else None
    return replace(document, status=Status.NOT_CHUNKED, chunks=(), set_aside=whole, amends=amends)


def _cited(document: Document) -> Document:
    """Return the document with the citations in its chunks, or in the whole text of an amending act.

    A temporal marker cites nothing.
    """
    text = document.text
    if temporal.may_mark(text):
        text = temporal.MARKER.sub(lambda marker: " " * len(marker[0]), text)
    ranges = [(chunk.start, chunk.end, chunk.path) for chunk in document.chunks]
    if document.status is Status.NOT_CHUNKED:
        ranges = [(0, len(text), "")]
    return replace(document, citations=swedish.find(text, ranges, document.key))
