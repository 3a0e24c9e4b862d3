"""Read decisions of the Social Security Tribunal of Canada, and of courts in the same columns.

A decision is cited by its numbered paragraphs, so chunks are whole paragraphs of one section. The heading of a section
shows its role, such as analysis or issue. The roles decide which sections of a long decision go to the reranker.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from piperoll.chunking.merge import CAP
from piperoll.corpora.citations import citing, common_law
from piperoll.corpora.common.numbered import paragraph_path
from piperoll.corpora.common.profile import BaseProfile
from piperoll.corpora.sst import rows
from piperoll.corpora.sst.assemble import KIND, assemble
from piperoll.corpora.sst.pack import pack_for_reranker
from piperoll.corpora.sst.priorities import DEFAULT, Priorities, Tier
from piperoll.corpora.sst.sections import Section, parse_sections
from piperoll.model import Citation, Document
from piperoll.text.decode import decode

__all__ = ["DEFAULT", "Priorities", "Section", "Sst", "Tier", "pack_for_reranker", "parse_sections"]

REFERENCE = re.compile(
    r"(?:\b(?:paras?|paragraphs?)\b\.?|¶{1,2})\s*"
    r"(?P<numbers>\[?\d{1,4}\b\]?(?:\s*(?:,|and|&|to|[-–])\s*\[?\d{1,4}\b\]?)*)",
    re.IGNORECASE,
)
""""para 13", "paras. 13-15", "paragraphs [16] to [18]"."""
NUMBER = re.compile(r"\d{1,4}")


@dataclass(frozen=True)
class Sst(BaseProfile):
    """The ``sst`` profile reads Canadian decisions; its fields are its options."""

    name: ClassVar[str] = "sst"
    version: ClassVar[int] = 10
    suffixes: ClassVar[frozenset[str]] = frozenset({".json", ".txt"})
    row_keys: ClassVar[tuple[str, ...]] = ("citation_en", "citation", "citation_fr")
    days: ClassVar[tuple[str, ...]] = ("date",)
    citing_words: ClassVar[re.Pattern[str] | None] = citing.ENGLISH
    numbers: ClassVar[tuple[str, ...]] = ("citation", "other_citation")
    judgments: ClassVar[frozenset[str]] = frozenset({KIND})

    columns: Literal["en", "fr"] = "en"
    """Language of the columns to read; rows without text in this language are quarantined."""
    max_tokens: Annotated[int, Field(ge=50, le=CAP)] = 400
    """Tokens up to which whole paragraphs of a section are joined into one chunk."""
    footnotes: bool = False
    """Whether footnotes become chunks as well."""

    @property
    def language(self) -> str:
        """Return the text search configuration for the language of the columns."""
        return {"en": "english", "fr": "french"}[self.columns]

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """Yield the one decision in a row or a text file; see :class:`piperoll.corpora.common.profile.Profile`."""
        if PurePosixPath(name).suffix.lower() == ".json":
            row = rows.read_row(data, name, self.columns)
        else:
            row = rows.read_text(decode(data), name)
        yield assemble(row, max_tokens=self.max_tokens, footnotes=self.footnotes)

    def references(self, query: str) -> list[Citation]:
        """Return what a query cites: ``para 13 of 2022 SST 123`` → that decision, and ``para.13``.

        A range counts as its first and its last paragraph.
        """
        paragraphs = (
            Citation(match.start(), match.end(), "internal", "", paragraph_path(int(number[0])))
            for match in REFERENCE.finditer(query)
            for number in NUMBER.finditer(match["numbers"])
        )
        return common_law.in_query(query, paragraphs)
