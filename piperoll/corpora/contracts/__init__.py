"""Contracts as plain text."""

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import ClassVar

from piperoll.corpora.clauses.cut import cut
from piperoll.model import Document, Status
from piperoll.text.decode import decode


@dataclass(frozen=True)
class Contracts:
    """The ``contracts`` profile."""

    name: ClassVar[str] = "contracts"
    version: ClassVar[int] = 1
    language: ClassVar[str] = "english"
    suffixes: ClassVar[frozenset[str]] = frozenset({".txt"})
    row_keys: ClassVar[tuple[str, ...]] = ()
    days: ClassVar[tuple[str, ...]] = ("date",)

    max_tokens: int = 220

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        text = decode(data)
        if data.startswith(codecs.BOM_UTF8):
            text = "\ufeff" + text
        title = PurePosixPath(name).stem
        found = cut(text, title, self.max_tokens, markdown=False)
        yield Document(name, title, "CONTRACT", Status.CHUNKED, text, found.chunks, found.set_aside)

    def references(self, query: str) -> list[str]:
        return []
