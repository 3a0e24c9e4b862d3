"""Small enactments, and what is asked of every one of them."""

import json
from typing import Any

from piperoll.corpora.registry import get
from piperoll.model import Document
from tests.corpora.invariants import check

TITLE = "Harbour Lights Ordinance (Cap./Instrument No.: 9001) (Version date: 1.3.2031)\n"


def read(data: str | bytes, name: str = "cap-9001.txt", **options: Any) -> Document:
    """The one document in ``data``; fails the test when anything of it is lost."""
    documents = list(get("hk-legislation", options).read(data.encode() if isinstance(data, str) else data, name))
    assert len(documents) == 1
    check(documents[0])
    return documents[0]


def row(**columns: Any) -> Document:
    return read(json.dumps(columns), "sections.jsonl!/0.json")


def paths(document: Document) -> list[str]:
    return [chunk.path for chunk in document.chunks]


def cited(document: Document) -> list[tuple[str, str, str, str]]:
    return [(document.text[one.start : one.end], one.kind, one.target, one.path) for one in document.citations]
