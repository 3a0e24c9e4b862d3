"""Read annual reports on Form 10-K: Items, sections, sentences and tables, with their places in the text.

The sentence is what is cited, ``0000320193_10-K_2024_section_1A_12``; a chunk is a window of sentences under its
headings, or a table with its caption.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Annotated, ClassVar

from pydantic import Field

from piperoll.corpora.citations import citing
from piperoll.corpora.common.json_text import parse_json
from piperoll.corpora.common.profile import BaseProfile
from piperoll.corpora.sec_10k import container, crawler, page, plain
from piperoll.corpora.sec_10k.assemble import Embedded, assemble
from piperoll.corpora.sec_10k.codes import RANK
from piperoll.corpora.sec_10k.cover import identity_of
from piperoll.corpora.sec_10k.filing import Filing
from piperoll.corpora.sec_10k.furniture import without
from piperoll.model import Citation, Document
from piperoll.text.decode import decode

HTML = re.compile(r"<(?:html|body|head|div|p|font)\b", re.IGNORECASE)
"""A mark that no plain text has; ``<TABLE>`` and ``<PAGE>`` stand in it, too."""
SENTENCE = re.compile(
    r"\b(?P<key>\d{10}_10-K_\d{4})_section_(?P<section>\d{1,2}[A-C]?)_(?P<n>\d{1,5})\b", re.IGNORECASE
)
ITEMS = re.compile(
    r"(?<![^\W_])items?[\s_–-]{0,3}\d{1,2}-?[A-C]?\b"
    r"(?:(?:,|,?\s(?:and|or|to)|\s?&)\s{1,2}(?:item\s)?\d{1,2}-?[A-C]?\b)*"
    r"|(?<![\w-])(?:1-?[ABC]|4-?A|7-?A|9-?[ABC])\b",
    re.IGNORECASE,
)
""""item 7", "ITEM_7A", "item-1a", "Items 7 and 8", "7A"."""
CODE = re.compile(r"\d{1,2}-?[A-C]?", re.IGNORECASE)


@dataclass(frozen=True)
class Sec10K(BaseProfile):
    """The ``sec-10k`` profile reads annual reports.

    Attributes:
        embed: what a chunk is: a ``window`` of sentences under their headings, or a ``sentence``.
        max_tokens: of a window, at most.
    """

    name: ClassVar[str] = "sec-10k"
    version: ClassVar[int] = 18
    language: ClassVar[str] = "english"
    suffixes: ClassVar[frozenset[str]] = frozenset({".htm", ".html", ".txt", ".json"})
    row_keys: ClassVar[tuple[str, ...]] = ("filename", "accession", "cik")
    days: ClassVar[tuple[str, ...]] = ("filed", "period_end")
    citing_words: ClassVar[re.Pattern[str] | None] = citing.ENGLISH
    numbers: ClassVar[tuple[str, ...]] = ("accession", "cik", "ticker")

    embed: Embedded = "window"
    max_tokens: Annotated[int, Field(ge=50, le=900)] = 400

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """Yield the filing in a file; see :class:`piperoll.corpora.common.profile.Profile`."""
        filing = read_filing(data, name)
        yield assemble(filing, identity_of(filing), name, self.embed, self.max_tokens)

    def references(self, query: str) -> list[Citation]:
        """Return the sentences and Items that a query names.

        ``"0000320193_10-K_2024_section_1A_12"`` is that sentence; ``"item 7"`` and ``"item-7"`` are ``ITEM_7``,
        ``"7a"`` is ``ITEM_7A``.
        """
        cited = [
            Citation(*match.span(), "document", match["key"].upper(), f"ITEM_{match['section'].upper()}.{match['n']}")
            for match in SENTENCE.finditer(query)
        ]
        for items in ITEMS.finditer(query):
            start = items.start()
            for match in CODE.finditer(query, *items.span()):
                code = match[0].upper().replace("-", "")
                if code in RANK:
                    cited.append(Citation(start, match.end(), "internal", "", f"ITEM_{code}"))
                start = match.end()
        return sorted(cited, key=lambda one: one.start)

    def key_forms(self, key: str) -> Sequence[str]:
        """Return a key as it may be written: ``320193_10-K_2024`` is ``0000320193_10-K_2024``."""
        cik, mark, rest = key.partition("_")
        return list(dict.fromkeys((key, f"{cik.zfill(10)}{mark}{rest.upper()}"))) if mark and cik.isdigit() else [key]


def read_filing(data: bytes, name: str) -> Filing:
    """Return the filing in a file, whatever its form, without the furniture of its pages.

    Raises:
        DocumentError: the file cannot be read, or is no annual report on Form 10-K.
    """
    text = decode(data)
    if PurePosixPath(name).suffix.lower() == ".json":
        return without(crawler.read(parse_json(text), name))
    contents = container.opened(text, name)
    filing = page.read(contents.text) if HTML.search(contents.text) else plain.read(contents.text)
    filing.given = contents.given
    return without(filing)
