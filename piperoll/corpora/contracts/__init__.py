"""Read contracts: agreements as they were filed, as plain text without any mark-up.

Published benchmarks count the characters of the stored text: a byte order mark is character 0, and a line end of two
bytes is one character. :mod:`piperoll.corpora.clauses` cuts it; :mod:`title` reads the first page.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import Field

from piperoll.corpora.citations import citing
from piperoll.corpora.clauses.cut import MIN_TOKENS, cut
from piperoll.corpora.clauses.words.cited import citations
from piperoll.corpora.clauses.words.references import named
from piperoll.corpora.common.profile import BaseProfile, Language
from piperoll.corpora.contracts import title
from piperoll.model import Citation, Document, Status
from piperoll.text import thesaurus
from piperoll.text.decode import BOMS, decode

BOM = codecs.BOM_UTF8.decode()
THESAURUS = Path(__file__).with_name("thesaurus.txt")


@dataclass(frozen=True)
class Contracts(BaseProfile):
    """The ``contracts`` profile reads one contract from each file.

    Attributes:
        max_tokens: of a chunk, at four characters a token.
        language: of the texts, as ``german``; ``unstemmed`` for several, or for one without rules such as Chinese.
    """

    name: ClassVar[str] = "contracts"
    version: ClassVar[int] = 22
    suffixes: ClassVar[frozenset[str]] = frozenset({".txt"})
    days: ClassVar[tuple[str, ...]] = ("date",)
    citing_words: ClassVar[re.Pattern[str] | None] = citing.ENGLISH

    max_tokens: Annotated[int, Field(ge=MIN_TOKENS)] = 160
    language: Language = "english"

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """Yield the one contract in a file; see :class:`piperoll.corpora.common.profile.Profile`."""
        text = decode(data)
        if any(data.startswith(mark) for mark, _ in BOMS):
            text = BOM + text
        named = title.read(text.removeprefix(BOM))
        document_title = title.title(named, name)
        metadata: dict[str, Any] = {
            "type": named.type,
            "parties": list(named.parties),
            "date": named.date.isoformat() if named.date else "",
        }
        # people who mark a clause mark it up to the next one
        clauses = cut(text, document_title, self.max_tokens, markdown=False, to_the_next=True)
        yield Document(
            key=name,
            title=document_title,
            kind="CONTRACT",
            status=Status.CHUNKED if clauses.chunks else Status.NO_BODY,
            text=text,
            chunks=clauses.chunks,
            set_aside=clauses.set_aside,
            citations=citations(text, clauses.chunks),
            metadata={name: value for name, value in metadata.items() if value},
        )

    def references(self, query: str) -> list[Citation]:
        """Return the clauses that a query names: ``Section 3.2(a)`` → ``3.2.a``."""
        return named(query)

    def expansions(self, query: str) -> list[str]:
        """Return how clauses are worded that the query names: "choice of law" → "governed by the laws of the state"."""
        return thesaurus.load(THESAURUS, self.language).wordings(query, self.language)
