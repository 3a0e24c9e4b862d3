"""Read the official legal database: its result pages (HTML) and its register entries (JSON).

Both carry the same hard-wrapped plain text of the statute.
"""

import re
from collections.abc import Mapping
from typing import Any

import lxml.html

from piperoll.corpora.se_law import no_text, register, scan, temporal
from piperoll.corpora.se_law.blocks import Block, Kind, Source
from piperoll.corpora.se_law.json_values import day_of, list_of, mapping_of, text_of
from piperoll.corpora.se_law.numbers import sfs_key, without_number
from piperoll.model import SetAside
from piperoll.text.html import ElementRange, Page, render
from piperoll.text.paragraphs import trim

FIELD = re.compile(
    r"(?P<name>Departement|Utfärdad|Ändring införd|Ikraft|Upphävd|Tidsbegränsad|Omtryck|Övrigt"
    r"|Författningen har upphävts genom)\s*:\s*(?P<value>.+)",
    re.DOTALL,
)
SFS_BOX = re.compile(r"SFS-nummer\W+(?P<number>\d{4}:[^·\n]+?)\s*(?:·|$)")
REPEALING = "Författningen har upphävts genom"
"""The field with the act that repealed a statute: "SFS 2024:151", "Utgår genom SFS 2023:794"."""
# "Upphävd genom nya stadgar 1993 (ej i SFS)" (1911:104); not "Upphävd såvitt avser Makedonien"
REPEALED = re.compile(r"Upphävd genom (?P<act>[^.]{0,60}?\b(?:18|19|20)\d\d\b[^.]{0,40})")
# "Förordningen upphävs den dag regeringen bestämmer." (1983:769): no repeal yet
SOME_DAY = re.compile(r"upphävs den dag(?: som)? regeringen bestämmer")
BODY = "body-text"


def is_page(root: lxml.html.HtmlElement) -> bool:
    """Return whether this is a result page of the database, in its present layout."""
    return bool(root.find_class(BODY)) or bool(root.find_class("result-inner-box"))


def is_list(root: lxml.html.HtmlElement) -> bool:
    """Return whether this page of the database lists search results, perhaps none."""
    return bool(root.find_class("search-page"))


def _is_body(element: lxml.html.HtmlElement) -> bool:
    return BODY in (element.get("class") or "").split()


def read_page(root: lxml.html.HtmlElement, name: str) -> Source:
    """Read the statute on a result page; the stored text is the whole page, and its frame is set aside."""
    page = render(root, keeps_lines=BODY)
    boxes = [part for part in page.elements if "result-inner-box" in (part.element.get("class") or "").split()]
    body = next((part for part in page.elements if _is_body(part.element)), None)
    fields: dict[str, str] = {}
    title, number = "", ""
    for box in boxes:
        box_text = page.text[box.start : box.end]
        if match := SFS_BOX.search(box_text):
            number = match["number"]
        elif match := FIELD.fullmatch(box_text):
            fields[match["name"]] = " ".join(match["value"].split())
        elif not title and (body is None or box.end <= body.start):
            title = without_number(temporal.first_wording(box_text)).rstrip(" ;,")
    source = Source(
        key=sfs_key(number) if number else name,
        title=title,
        kind="SFS_LAW",
        text=page.text,
        blocks=[],
        valid_from=day_of(fields.get("Ikraft")),
        valid_to=day_of(fields.get("Upphävd") or fields.get("Tidsbegränsad")),
        metadata=fields,
    )
    _repeal(source, fields)
    if body is not None:
        source.blocks = scan.blocks(page.text, body.start, body.end, markdown=False)
    _frame(source, page, boxes, body)
    return source


def _repeal(source: Source, fields: Mapping[str, str]) -> None:
    """Note the act that repealed the statute, as a field says it or a remark; the day may be known besides."""
    remark = fields.get("Övrigt", "")
    stated = REPEALED.match(remark)
    act = fields.get(REPEALING) or (stated["act"] if stated else "")
    if act and not SOME_DAY.search(remark):
        number = register.NUMBER.search(act)
        register.repeal(source, sfs_key(number[0]) if number else act, day_of(fields.get("Upphävd")))


def _frame(source: Source, page: Page, boxes: list[ElementRange], body: ElementRange | None) -> None:
    """Set aside the texts around the statute: the site's own texts and the register data."""
    first = boxes[0].start if boxes else len(page.text)
    stop = body.start if body else max((box.end for box in boxes), default=first)
    last = body.end if body else stop
    for start, end, reason in (
        (0, first, "page frame"),
        (first, stop, "register data"),
        (last, len(page.text), "page frame"),
    ):
        start, end = trim(page.text, start, end)
        if start < end:
            source.set_aside.append(SetAside(start, end, reason))


def is_register_entry(data: Mapping[str, Any]) -> bool:
    """Return whether this JSON object is an entry of the official register."""
    return "beteckning" in data and "fulltext" in data


def read_entry(data: Mapping[str, Any], name: str) -> Source:
    """Read the statute in a register entry; the stored text is its title line and its text."""
    fulltext = mapping_of(data.get("fulltext"), "fulltext")
    register = mapping_of(data.get("register"), "register")
    organisation = mapping_of(data.get("organisation"), "organisation")
    body = (
        text_of(fulltext.get("forfattningstext"), "fulltext.forfattningstext").replace("\r\n", "\n").replace("\r", "\n")
    )
    printed_title = text_of(data.get("rubrik"), "rubrik")
    head = f"{' '.join(printed_title.split())}\n\n" if printed_title.strip() else ""
    metadata = {
        "Departement": organisation.get("namnOchEnhet"),
        "Utfärdad": text_of(fulltext.get("utfardadDateTime"), "fulltext.utfardadDateTime")[:10],
        "Ändring införd": fulltext.get("andringInford"),
        "Omtryck": fulltext.get("omtryck"),
        "Övrigt": fulltext.get("ovrigt"),
        "Förarbeten": register.get("forarbeten"),
        "CELEX-nr": register.get("celexnummer"),
    }
    number = text_of(data.get("beteckning"), "beteckning")
    source = Source(
        key=sfs_key(number) if number else name,
        title=without_number(temporal.first_wording(printed_title)),
        kind="SFS_LAW",
        text=head + body,
        blocks=[],
        valid_from=day_of(data.get("ikraftDateTime")),
        valid_to=day_of(data.get("upphavdDateTime") or data.get("tidsbegransadDateTime")),
        metadata={key: value for key, value in metadata.items() if value},
    )
    if source.valid_from is None and data.get("ikraftDenDagenRegeringenBestammer"):
        source.valid_from = temporal.UNDECIDED
    _amendments(source, data, text_of(fulltext.get("upphavdGenom"), "fulltext.upphavdGenom"))
    if head:
        source.blocks.append(Block(Kind.TITLE, 0, len(head) - 2))
    if notice := no_text.reason(body):
        source.set_aside.append(SetAside(*trim(source.text, len(head), len(source.text)), notice))
    else:
        source.blocks += scan.blocks(source.text, len(head), len(source.text), markdown=False)
    return source


def _amendments(source: Source, data: Mapping[str, Any], repealed_by: str) -> None:
    """Note the amendment list of a register entry, and the act that repealed the statute."""
    amendments = register.in_entry(list_of(data.get("andringsforfattningar"), "andringsforfattningar"))
    if amendments:
        source.metadata["amendments"] = register.as_metadata(amendments)
    if data.get("upphavdDenDagenRegeringenBestammer"):
        return
    if number := register.NUMBER.search(repealed_by):
        register.repeal(source, sfs_key(number[0]), day_of(data.get("upphavdDateTime")))
    elif source.valid_to is None:
        register.note_repeal(source, amendments)
