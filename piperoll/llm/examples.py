"""Read headnotes that a model is shown as examples of style, from JSON lines or from documents."""

import re
from pathlib import Path
from typing import Any

import orjson

from piperoll.arguments import as_text
from piperoll.errors import UsageError
from piperoll.model import Document, as_read
from piperoll.store.headnote_examples import Kept

NEUTRAL = re.compile(r"(?:\[[12]\d{3}\]|\b[12]\d{3})\s{1,3}([A-Z]{2,8})\b")
"""Matches how a neutral citation begins, with the court in it: "[2025] HKCFI 470", "2022 SCC 5"."""
TEXTS = ("text", "headnote", "summary")
"""Fields of a line that may hold the headnote."""
LONGEST = 1_000_000
"""Characters of the text of an example."""


def court_of(citation: str) -> str:
    """Return the court that a neutral citation names, as HKCFI; "": it is none."""
    match = NEUTRAL.search(citation)
    return match[1] if match else ""


def read(path: Path) -> list[Kept]:
    """Return the examples of a file of JSON lines.

    A line has ``citation`` (or ``neutral_citation``) and ``text`` (or ``headnote``, ``summary``), or ``sections`` with
    ``heading`` and ``paras``, and perhaps ``court``.

    Raises:
        UsageError: ``headnote_examples``: the file cannot be read, or a line is none of these.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise _wrong(f"{path} cannot be read: {error.strerror}.") from None
    return [_example(line, f"{path}, line {number}") for number, line in enumerate(lines, 1) if line.strip()]


def of_document(document: Document) -> Kept:
    """Return the example that a document gives which summarises a judgment, or itself."""
    citation = str(document.metadata.get("summary_of") or document.key)
    body = document.metadata.get("summary") or "\n".join(
        as_read(chunk.content).strip() for chunk in document.chunks if chunk.role != "front"
    )
    return Kept(citation, court_of(citation), str(body))


def _example(line: bytes, where: str) -> Kept:
    try:
        told = orjson.loads(line)
    except ValueError:
        raise _wrong(f"{where} is no JSON.") from None
    if not isinstance(told, dict):
        raise _wrong(f"{where} is no JSON object.")
    citation = str(told.get("citation") or told.get("neutral_citation") or "")
    body = next((told[name] for name in TEXTS if told.get(name)), None) or _sections(told.get("sections"))
    if not citation or not isinstance(body, str) or not 0 < len(body) <= LONGEST:
        raise _wrong(f"{where} has no citation, or no text.")
    court = str(told.get("court") or court_of(citation))
    return Kept(*(as_text(one).replace("\0", "") for one in (citation, court, body)))


def _sections(told: Any) -> str:
    """Return the text of sections, with their headings."""
    lines: list[Any] = []
    for section in told if isinstance(told, list) else []:
        if isinstance(section, dict):
            paragraphs = section.get("paras")
            lines += [section.get("heading"), *(paragraphs if isinstance(paragraphs, list) else [])]
    return "\n".join(line for line in lines if isinstance(line, str) and line)


def _wrong(message: str) -> UsageError:
    return UsageError(
        "headnote_examples",
        message,
        remedy='Write a line for each headnote: {"citation": "[2019] UKSC 10", "text": "…"}.',
    )
