"""Read judgments and decisions of common-law courts: Hong Kong, Britain, Canada, Australia, Singapore.

Their numbered paragraph is what lawyers cite ("at [45]"), so a chunk is whole numbered paragraphs. One profile reads
HTML of the Hong Kong Judiciary, Akoma Ntoso of Find Case Law, rows of JSON, Markdown of Singapore's reports, sentences
of the Federal Court of Australia and plain text into one structure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Annotated, ClassVar

from pydantic import Field

from piperoll.corpora.citations import citing, common_law
from piperoll.corpora.common.json_text import parse_json
from piperoll.corpora.common.numbered import paragraph_path
from piperoll.corpora.common.profile import BaseProfile
from piperoll.corpora.hk_cases import akn, page, plain, report, rows, sentences
from piperoll.corpora.hk_cases.assemble import HARD_CAP, assemble
from piperoll.corpora.hk_cases.source import Source
from piperoll.model import Citation, Document, DocumentError
from piperoll.text.decode import decode
from piperoll.text.html import parse, parse_xml

MOST_PARAGRAPHS = 50
"""Paragraphs that "paras 1-900" in a query stands for at most."""
PINPOINT = re.compile(
    # "at [45]", "[45]-[47]", "paras 45-47", "paragraph 12", "§70", "第45段"
    r"\[(?P<b>\d{1,4})\](?:\s?[-–—]\s?\[(?P<c>\d{1,4})\])?"
    r"|(?:\bpara(?:graph)?s?\b\.?|\bat\s+para\.?|§§?|¶¶?)\s?\[?(?P<d>\d{1,4})\]?(?:\s?(?:[-–—]|to)\s?\[?(?P<e>\d{1,4})\]?)?"
    r"(?P<more>(?:\s?(?:,|and|&)\s?\[?\d{1,4}\]?(?![\w/])){0,20})"
    r"|第\s?(?P<f>\d{1,4})(?:\s?(?:至|-)\s?(?P<g>\d{1,4}))?\s?段",
    re.IGNORECASE,
)
YEAR = re.compile(r"(?:1[89]|20)\d\d")


@dataclass(frozen=True)
class HkCases(BaseProfile):
    """The ``hk-cases`` profile reads judgments.

    Attributes:
        max_characters: of a chunk of whole paragraphs; a single paragraph may be longer. Less has the answer less often
            among the first hits, and more often within the first characters that are read (docs/benchmarks.md).
        overlap: paragraphs at the end of a chunk that come again at the start of the next.
    """

    name: ClassVar[str] = "hk-cases"
    version: ClassVar[int] = 16
    language: ClassVar[str] = "english"
    suffixes: ClassVar[frozenset[str]] = frozenset({".htm", ".html", ".xml", ".json", ".md", ".txt"})
    row_keys: ClassVar[tuple[str, ...]] = (
        "neutral_citation",
        "citation_en",
        "citation_fr",
        "citation",
        "case_number",
        "id",
    )
    days: ClassVar[tuple[str, ...]] = ("date",)
    citing_words: ClassVar[re.Pattern[str] | None] = citing.ENGLISH
    numbers: ClassVar[tuple[str, ...]] = ("citation", "also_cited", "case_numbers")
    judgments: ClassVar[frozenset[str]] = frozenset({"judgment", "decision", "ruling"})

    max_characters: Annotated[int, Field(ge=200, le=HARD_CAP)] = 6_000
    overlap: Annotated[int, Field(ge=0, le=10)] = 1

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """Yield the judgments in a file; see :class:`piperoll.corpora.common.profile.Profile`."""
        for source in _sources(decode(data), name):
            yield assemble(source, self.max_characters, self.overlap)

    def references(self, query: str) -> list[Citation]:
        """Return the decisions and paragraphs that a query names.

        ``[2025] HKCFI 470 at [45]`` is that decision, and ``para.45``. A range gives each of its paragraphs; a year
        gives none.
        """
        return common_law.in_query(query, _paragraphs(query))


def _paragraphs(query: str) -> Iterator[Citation]:
    """Yield the paragraphs that a query names."""
    for match in PINPOINT.finditer(query):
        first = match["b"] or match["d"] or match["f"]
        last = match["c"] or match["e"] or match["g"] or first
        if match["b"] and YEAR.fullmatch(first):
            continue
        numbers = [*range(int(first), min(int(last), int(first) + MOST_PARAGRAPHS - 1) + 1)] or [int(first)]
        numbers += [int(digits) for digits in re.findall(r"\d+", match["more"] or "")]
        for number in numbers:
            yield Citation(*match.span(), "internal", "", paragraph_path(number))


def _sources(text: str, name: str) -> Iterator[Source]:
    """Read ``text`` in the form that its suffix and its content show."""
    match PurePosixPath(name).suffix.lower():
        case ".json":
            yield from rows.read(parse_json(text), name)
        case ".xml":
            yield _xml(text, name)
        case ".htm" | ".html":
            yield page.read(parse(text), name)
        case ".md":
            yield report.read(text, name)
        case _:
            yield plain.read(text, name)


def _xml(text: str, name: str) -> Source:
    if sentences.is_case(text):
        return sentences.read(parse(text), name)
    root = parse_xml(text)
    if akn.is_akoma_ntoso(root):
        return akn.read(root, name)
    raise DocumentError(
        "unknown_xml",
        f"The element {root.tag[:80]} is the root of no judgment.",
        remedy="Judgments in XML are Akoma Ntoso, or cases cut into sentences.",
    )
