"""Small enactments, and what is asked of every one of them."""

import json
from typing import Any

from piperoll.corpora.registry import get
from piperoll.coverage import measure
from piperoll.model import CITATION_KINDS, Document

TITLE = "Harbour Lights Ordinance (Cap./Instrument No.: 9001) (Version date: 1.3.2031)\n"


def read(data: str | bytes, name: str = "cap-9001.txt", **options: Any) -> Document:
    """The one document in ``data``; fails the test when anything of it is lost."""
    documents = list(get("hk-legislation", options).read(data.encode() if isinstance(data, str) else data, name))
    assert len(documents) == 1
    check(documents[0])
    return documents[0]


def check(document: Document) -> None:
    """The invariants: offsets hold, every character is accounted for, paths are unique, citations stand in the text."""
    found = measure(
        document.text,
        [(chunk.start, chunk.end, chunk.content) for chunk in document.chunks],
        [(one.start, one.end, one.reason) for one in document.set_aside],
    )
    assert (found.uncovered, found.mismatches) == (0, 0), found.first_gap
    paths = [chunk.path for chunk in document.chunks]
    assert len(paths) == len(set(paths))
    assert all(path and len(path) <= 500 for path in paths)
    assert all(chunk.content == chunk.content.strip() for chunk in document.chunks)
    assert all(0 <= one.start < one.end <= len(document.text) for one in document.citations)
    assert all(one.kind in CITATION_KINDS for one in document.citations)


def row(**columns: Any) -> Document:
    return read(json.dumps(columns), "sections.jsonl!/0.json")


def paths(document: Document) -> list[str]:
    return [chunk.path for chunk in document.chunks]


def cited(document: Document) -> list[tuple[str, str, str, str]]:
    return [(document.text[one.start : one.end], one.kind, one.target, one.path) for one in document.citations]
