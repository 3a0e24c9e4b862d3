"""Small judgments in every form that the profile reads, and what is asked of every one of them."""

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from piperoll.corpora.registry import get
from piperoll.model import Chunk, Document
from tests.corpora import invariants

AKN = """<?xml version="1.0" encoding="utf-8"?>
<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0" xmlns:uk="https://caselaw.nationalarchives.gov.uk/akn">
<judgment name="{kind}"><meta><identification><FRBRWork>
<FRBRthis value="https://example.org/id/ewhc/ch/2031/12"/><FRBRdate date="2031-05-04" name="judgment"/>
<FRBRname value="LAMP v HARBOUR"/></FRBRWork></identification>
<proprietary><uk:court>EWHC-Chancery</uk:court><uk:cite>[2031] EWHC 12 (Ch)</uk:cite></proprietary></meta>
<header><p>Neutral Citation: <neutralCitation>[2031] EWHC 12 (Ch)</neutralCitation></p>
<p>Case No: <docketNumber>CH-2031-000012</docketNumber></p><p>Before</p><p><judge>MRS JUSTICE BEAM</judge></p>
<table><tr><td><p><party>LAMP</party></p></td><td><p><role>Claimant</role></p></td></tr></table><p>JUDGMENT</p></header>
<judgmentBody><decision>{body}</decision></judgmentBody>{after}</judgment></akomaNtoso>"""

PAGE = """<html><head><title>HCA12/2031 LAMP LTD v. HARBOUR LTD</title></head><body><form name=search_body>
<table><tr><td>
<p>HCA 12/2031</p><p>[2031] HKCFI 12</p><p>IN THE HIGH COURT</p>
<parties><table><tr><td>LAMP LTD</td><td>Plaintiff</td></tr><tr><td>and</td></tr>
<tr><td>HARBOUR LTD</td><td>Defendant</td></tr></table></parties><p>________________</p>
<coram><table><tr><td>Before:</td><td>Hon Beam J</td></tr></table></coram>
<date><table><tr><td>Date of Hearing:</td><td>1 May 2031</td></tr><tr><td>Date of Judgment:</td><td>4 May 2031</td></tr>
</table></date><p>________________</p><p>{title}</p><p>________________</p>{body}
<table><tr><td>(Ada Beam)<br>Judge of the Court of First Instance</td></tr></table>
<representation><p>Mr Wick, instructed by Oil &amp; Co, for the plaintiff</p></representation>{notes}
</td></tr></table></form></body></html>"""


def read(data: str | bytes, name: str, **options: Any) -> Document:
    """The one document in ``data``; fails the test when anything of it is lost."""
    (document,) = read_all(data, name, **options)
    return document


def read_all(data: str | bytes, name: str, **options: Any) -> list[Document]:
    documents = list(get("hk-cases", options).read(data.encode() if isinstance(data, str) else data, name))
    for document in documents:
        check(document)
    return documents


def check(document: Document) -> None:
    """The invariants: offsets hold, all is accounted for, paths are unique, and what chunks share is what they say."""
    invariants.check(document)
    for before, chunk in pairwise(document.chunks):
        assert chunk.overlap == max(0, before.end - chunk.start)


def akn(body: str, after: str = "", kind: str = "judgment", **options: Any) -> Document:
    return read(AKN.format(body=body, after=after, kind=kind), "ewhc-ch-2031-12.xml", **options)


def para(number: object, text: str, rest: str = "") -> str:
    """A paragraph of Akoma Ntoso."""
    return f"<paragraph><num>{number}</num><content><p>{text}</p>{rest}</content></paragraph>"


def page(body: str, notes: str = "", title: str = "J U D G M E N T", **options: Any) -> Document:
    return read(PAGE.format(body=body, notes=notes, title=title), "2031-hkcfi-12.htm", **options)


def anchor(number: int, text: str) -> str:
    """A paragraph of the Hong Kong Judiciary."""
    return f'<p><a name="p{number}" class="para" id="p{number}">{number}.</a>&nbsp;&nbsp;{text}</p>'


def row(columns: Mapping[str, Any], **options: Any) -> Document:
    return read(json.dumps(columns), "cases.jsonl!/1.json", **options)


def plain(text: str, **options: Any) -> Document:
    return read(text, "case.txt", **options)


def paths(document: Document) -> list[str]:
    return [chunk.path for chunk in document.chunks]


def numbers(document: Document) -> list[int]:
    """Numbers of the paragraphs, those of overlaps once."""
    found: list[int] = []
    for chunk in document.chunks:
        own = chunk.paragraphs
        skip = 0
        while chunk.overlap and skip < len(own) and own[skip] in found[-5:]:
            skip += 1
        found += own[skip:]
    return found


def at(document: Document, path: str) -> Chunk:
    return next(chunk for chunk in document.chunks if chunk.path == path)


def lines(*paragraphs: str) -> str:
    return "\n\n".join(paragraphs)
