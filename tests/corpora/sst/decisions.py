"""Decisions of our own in the forms in which they come, and what is asked of every one of them."""

import json
from typing import Any

from piperoll.corpora.registry import get
from piperoll.corpora.sst import DEFAULT
from piperoll.corpora.sst.sections import Decision, Section, parse
from piperoll.model import Chunk, Document
from tests.corpora import invariants

RECORD = (
    "AB v Canada Employment Insurance Commission\nCollection\nEmployment insurance (EI)\nDecision date\n2041-03-12\n"
    "Neutral citation\n2041 SST 7\nReference number\nGE-41-7\nMember\nAda Fernwright\nDecision\nAppeal dismissed\n"
)
PAGE = (
    "Citation: AB v Canada Employment Insurance Commission, 2041 SST 7\nSocial Security Tribunal of Canada\n"
    "General Division\nDecision\nAppellant: A. B.\nRespondent: Canada Employment Insurance Commission\n"
    "Tribunal member: Ada Fernwright\nType of hearing: Videoconference\nDecision date: March 12, 2041\n"
    "File number: GE-41-7\n"
)
CONTENTS = "On this page\nDecision Overview Issue Analysis Conclusion\n"
BODY = (
    "Decision [1] The appeal is dismissed.\n[2] It was late.\nOverview [3] She ran a kiln.\nIssue [4] Was it late?\n"
    "Analysis [5] Thirty days are the limit.\nWhy it was late [6] The letter lay unread.\n[7] Nobody knew.\n"
    "Conclusion [8] It is dismissed.\n"
)
NOTES = "Footnote 1\nSee section 52 of the Act.\nFootnote 2\nThe letter is at GD2-4.\n"
WHOLE = f"{RECORD}Decision Content\n{PAGE}{CONTENTS}{BODY}{NOTES}"


def row(text: str, **columns: Any) -> bytes:
    """A row in the new columns."""
    return json.dumps(
        {"citation_en": "2041 SST 7", "name_en": "AB v CEIC", "unofficial_text_en": text} | columns
    ).encode()


def read(text: str, **options: Any) -> Document:
    """The one decision with ``text``; fails the test when anything of it is lost."""
    (document,) = get("sst", options).read(row(text), "decisions.jsonl!/2041 SST 7.json")
    check(document)
    return document


def check(document: Document) -> None:
    """The invariants: offsets hold, every character is accounted for, paths are unique, tokens are counted."""
    invariants.check(document)
    for chunk in document.chunks:
        for _, start, end in chunk.metadata.get("footnote_references", ()):
            assert chunk.start <= start < end <= chunk.end
            assert document.text[start:end].startswith(("Footnote", "Note"))


def names(text: str) -> list[str]:
    return [section.name for section in parse(text).sections if section.name]


def numbers(text: str) -> list[int]:
    return [one.number for section in parse(text).sections for one in section.paragraphs if one.number is not None]


def section(text: str, name: str) -> Section:
    return next(one for one in parse(text, DEFAULT).sections if one.name == name)


def reasons(decision: Decision, text: str) -> dict[str, str]:
    return {one.reason: text[one.start : one.end] for one in decision.set_aside}


def at(document: Document, path: str) -> Chunk:
    return next(chunk for chunk in document.chunks if chunk.path == path)
