"""Small documents in every form that the profile reads, and what is asked of every one of them."""

import html
import json
from typing import Any

from piperoll.corpora.registry import get
from piperoll.model import Chunk, Document
from tests.corpora.invariants import check


def read(data: str | bytes, name: str) -> Document:
    """The one document in ``data``; fails the test when anything of it is lost."""
    (document,) = get("se-law").read(data.encode() if isinstance(data, str) else data, name)
    check(document)
    return document


def markdown(body: str, title: str = "Fyrlag", number: str = "2031:12") -> Document:
    return read(f"---\nbeteckning: {number}\nrubrik: {title}\n---\n\n# {title} ({number})\n\n{body}", "2031/sfs.md")


def page(body: str, title: str = "Fyrlag", number: str = "2031:12", fields: str = "") -> Document:
    """A result page of the official database."""
    boxes = "".join(f'<div class="result-inner-box">{field}</div>' for field in fields.split("|") if field)
    return read(
        "<html><head><title>Rättsdatabaser</title></head><body><div>Sökresultat</div>"
        f'<div class="result-inner-box"><span class="bold">SFS-nummer</span> · {number} · Visa register</div>'
        f'<div class="result-inner-box">{title} ({number})</div>{boxes}'
        f'<div class="result-box-text body-text">{html.escape(body)}</div><div>Nästa</div></body></html>',
        "2031/sfs.html",
    )


def register(body: str, title: str = "Fyrlag (2031:12)", number: str = "2031:12", **fields: Any) -> Document:
    """An entry of the official register."""
    entry = {
        "beteckning": number,
        "rubrik": title,
        "fulltext": {"forfattningstext": body.replace("\n", "\r\n")},
        **fields,
    }
    return read(json.dumps(entry), "sfs-2031-12.json")


def canonical(**fields: Any) -> Document:
    """A CanonicalDocumentJson with the fields given."""
    base = {
        "schemaVersion": "1.0",
        "documentType": "SFS_LAW",
        "title": "Fyrlag",
        "documentNumber": "SFS 2031:12",
        "divisions": None,
        "chapters": [],
        "preamble": None,
        "transitionProvisions": None,
        "appendices": None,
        "metadata": {"sfsNumber": "2031:12", "baseLawSfs": None, "effectiveDate": "2031-07-01"},
    }
    return read(json.dumps(base | fields), "fyrlag.json")


def paths(document: Document) -> list[str]:
    return [chunk.path for chunk in document.chunks]


def at(document: Document, path: str) -> Chunk:
    return next(chunk for chunk in document.chunks if chunk.path == path)
