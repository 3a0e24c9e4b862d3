"""Profiles that read statutes wrongly, in a module of their own because a child process imports them."""

import os
from collections.abc import Iterator
from dataclasses import replace

from piperoll.corpora.se_law import SeLaw
from piperoll.model import Document, SetAside


class Newer(SeLaw):
    """A newer version."""

    version = SeLaw.version + 1


class WithoutHeaders(Newer):
    """Chunks have no headers."""

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        for document in super().read(data, name):
            yield replace(document, chunks=[replace(chunk, header="") for chunk in document.chunks])


class WithoutATenth(Newer):
    """Of thirty chunks three are set aside instead."""

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        for document in super().read(data, name):
            if document.key not in ("SFS 1990:1", "SFS 1995:6", "SFS 1999:10"):
                yield document
                continue
            *kept, last = document.chunks
            lost = SetAside(last.start, last.end, "page_header")
            yield replace(document, chunks=kept, set_aside=[*document.set_aside, lost])


class OneSection(SeLaw):
    """Every file is the same statute of one section."""

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        return super().read(b"# Lag\n\n### 1 \xc2\xa7\n\nX", name)


class Failing(SeLaw):
    """Every file is a defect."""

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        raise ZeroDivisionError


class Telling(Newer):
    """Every file is a defect that tells a secret."""

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        raise RuntimeError(f"defect with {os.environ['SERVICE_API_KEY']}")
