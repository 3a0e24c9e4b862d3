"""Read ordinances and subsidiary legislation of Hong Kong.

The section is what lawyers cite, so one section is one chunk; a long one is cut between its subsections. One profile
reads whole enactments as text, e-Legislation XML, and rows of JSON that hold one section or subsection each.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Annotated, ClassVar

from pydantic import Field

from piperoll.corpora.citations import citing
from piperoll.corpora.citations.common_law import find
from piperoll.corpora.common.json_text import parse_json
from piperoll.corpora.common.profile import BaseProfile
from piperoll.corpora.hk_legislation import elegislation, plain, rows
from piperoll.corpora.hk_legislation.assemble import assemble
from piperoll.corpora.hk_legislation.source import Source
from piperoll.model import Citation, Document, DocumentError
from piperoll.text.decode import decode
from piperoll.text.html import parse_xml

CHAPTER = re.compile(r"\bcap\b", re.IGNORECASE)
"""A chapter as people type it: "cap 622"."""
REGULATION, SECTION = "reg.", "s."
"""Provisions of subsidiary legislation are called regulations; their paths are those of sections."""


@dataclass(frozen=True)
class HkLegislation(BaseProfile):
    """The ``hk-legislation`` profile reads enactments.

    Attributes:
        max_characters: of a chunk that holds more than one subsection or line.
    """

    name: ClassVar[str] = "hk-legislation"
    version: ClassVar[int] = 10
    language: ClassVar[str] = "english"
    suffixes: ClassVar[frozenset[str]] = frozenset({".txt", ".md", ".xml", ".json"})
    row_keys: ClassVar[tuple[str, ...]] = ("section_id", "id")
    citing_words: ClassVar[re.Pattern[str] | None] = citing.ENGLISH
    numbers: ClassVar[tuple[str, ...]] = ("cap",)

    max_characters: Annotated[int, Field(ge=200, le=20_000)] = 2_000

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """Yield the enactment, or the sections, in a file; see :class:`piperoll.corpora.common.profile.Profile`."""
        for source in _sources(decode(data), name):
            yield assemble(source, self.max_characters)

    def references(self, query: str) -> list[Citation]:
        """Return the enactments and provisions that a query names.

        ``"section 36"`` → ``s.36``, ``"s.4(2)"`` → ``s.4.2``, ``"Schedule 1"`` → ``sch1``; "Cap. 9" is named, too.
        ``"regulation 2"`` is ``reg.2``, as others cite it, and ``s.2``, the path that it has.
        """
        printed = CHAPTER.sub("Cap", query)
        cited = [
            citation for citation in find(printed, places=()) if citation.kind != "case" and citation.path != "sch"
        ]
        return [each for citation in cited for each in _with_own_path(citation)]


def _with_own_path(cited: Citation) -> list[Citation]:
    """Return a citation, and for a regulation also one with the path that it has."""
    number = cited.path.removeprefix(REGULATION)
    return [cited] if number == cited.path else [cited, replace(cited, path=f"{SECTION}{number}")]


def _sources(text: str, name: str) -> Iterator[Source]:
    """Read ``text`` in the form that its suffix and its content show."""
    match PurePosixPath(name).suffix.lower():
        case ".json":
            yield from rows.read(parse_json(text), name)
        case ".xml":
            root = parse_xml(text)
            if not elegislation.is_enactment(root):
                raise DocumentError(
                    "unknown_xml",
                    f"The element {root.tag[:80]} is the root of no enactment.",
                    remedy="Enactments in XML are those of e-Legislation.",
                )
            yield elegislation.read(root, name)
        case _:
            yield plain.read(text, name)
