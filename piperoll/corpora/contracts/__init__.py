"""Contracts as plain text: agreements as they were filed, without any mark-up.

The stored text is what published benchmarks count in: a byte order mark is character 0, and a line end of two bytes
is one character. :mod:`piperoll.corpora.clauses` cuts it; :mod:`title` reads the first page.
"""

import codecs
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import Field

from piperoll.corpora.clauses.cited import citations
from piperoll.corpora.clauses.cut import MIN_TOKENS, cut
from piperoll.corpora.clauses.references import named
from piperoll.corpora.contracts import title
from piperoll.coverage import VISIBLE
from piperoll.model import Chunk, Citation, Document, Status
from piperoll.text import analysis, thesaurus
from piperoll.text.decode import BOMS, decode

BOM = codecs.BOM_UTF8.decode()
THESAURUS = Path(__file__).with_name("thesaurus.txt")


@dataclass(frozen=True)
class Contracts:
    """The ``contracts`` profile.

    Attributes:
        max_tokens: of a chunk, at four characters a token.
    """

    name: ClassVar[str] = "contracts"
    version: ClassVar[int] = 1
    language: ClassVar[str] = "english"
    suffixes: ClassVar[frozenset[str]] = frozenset({".txt"})
    row_keys: ClassVar[tuple[str, ...]] = ()
    days: ClassVar[tuple[str, ...]] = ("date",)
    numbers: ClassVar[tuple[str, ...]] = ()

    max_tokens: Annotated[int, Field(ge=MIN_TOKENS)] = 160

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """The one contract in a file; see :class:`piperoll.corpora.registry.Profile`."""
        text = decode(data)
        if any(data.startswith(mark) for mark, _ in BOMS):
            text = BOM + text
        named = title.read(text.removeprefix(BOM))
        called = title.title(named, name)
        metadata: dict[str, Any] = {
            "type": named.type,
            "parties": list(named.parties),
            "date": named.date.isoformat() if named.date else "",
        }
        found = cut(text, called, self.max_tokens, markdown=False)
        chunks = [_to_the_next(text, chunk) for chunk in found.chunks]
        yield Document(
            key=name,
            title=called,
            kind="CONTRACT",
            status=Status.CHUNKED if chunks else Status.NO_BODY,
            text=text,
            chunks=chunks,
            set_aside=found.set_aside,
            citations=citations(text, chunks),
            metadata={name: value for name, value in metadata.items() if value},
        )

    def references(self, query: str) -> list[Citation]:
        """``Section 3.2(a)`` → ``3.2.a``."""
        return named(query)

    def wordings(self, query: str) -> list[str]:
        """What lawyers call a clause → how it is worded: "choice of law" → "governed by the laws of the state"."""
        return thesaurus.load(THESAURUS, self.language).wordings(analysis.terms(thesaurus.spaced(query), self.language))


def _to_the_next(text: str, chunk: Chunk) -> Chunk:
    """``chunk`` with the white space behind it: people who mark a clause mark it to where the next one begins.

    It is no token of the chunk, and not embedded.
    """
    behind = VISIBLE.search(text, chunk.end)
    end = behind.start() if behind else len(text)
    return replace(chunk, content=text[chunk.start : end], end=end)
