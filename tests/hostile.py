"""Files that do harm, and a profile on which a word in a file does what a defect of a parser could do."""

import ctypes
import gzip
import io
import os
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from itertools import count
from typing import ClassVar

import pyarrow as pa
import pyarrow.parquet as pq

from piperoll.corpora.common.profile import BaseProfile
from piperoll.model import Chunk, Document, DocumentError, Status


def _allocate() -> None:
    held = []
    while True:
        held.append(bytes(10_000_000))


def _backtrack() -> None:
    re.match(r"(a+)+$", "a" * 60 + "b")


def _refuse() -> None:
    raise DocumentError("not_ours", "It is of another family.", remedy="Put it elsewhere.")


HARM: dict[str, Callable[[], object]] = {
    "allocate": _allocate,
    "backtrack": _backtrack,
    "exit": lambda: os._exit(3),
    "fail": lambda: HARM["nothing"],
    "recurse": lambda: _nested(10**6),
    "refuse": _refuse,
    "segfault": lambda: ctypes.string_at(0),
    "sleep": lambda: time.sleep(1_000),
}
CODES = {
    "allocate": "parse_memory",
    "backtrack": "parse_time",
    "exit": "parse_crashed",
    "fail": "defect",
    "recurse": "defect",
    "refuse": "not_ours",
    "segfault": "parse_crashed",
    "sleep": "parse_time",
}
"""What a file with the word is in quarantine for."""


def _nested(depth: int) -> int:
    return _nested(depth - 1) + 1


class Hostile(BaseProfile):
    """The profile ``hostile``: a document is one chunk, unless its text is one of HARM."""

    name: ClassVar[str] = "hostile"
    version: ClassVar[int] = 1
    language: ClassVar[str] = "english"
    suffixes: ClassVar[frozenset[str]] = frozenset({".txt", ".json"})

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """Do harm, or yield the document."""
        text = data.decode()
        HARM.get(text.strip(), lambda: None)()
        chunk = Chunk("all", "ALL", name, text, 0, len(text), 1)
        yield Document(name, name, "TEXT", Status.CHUNKED, text, [chunk])


def harm(word: str) -> Iterator[bytes]:
    """Yield what was asked for, and then do harm."""
    yield b"first"
    HARM[word]()
    yield b"last"


def endless(exit_at: int) -> Iterator[bytes]:
    """Yield numbers, each too long to be gathered with others; end the process instead of one of them."""
    for number in count():
        if number == exit_at:
            os._exit(3)
        yield b"%d %s" % (number, bytes(100_000))


def remember(size: int) -> Iterator[bytes]:
    """Keep memory from job to job."""
    KEPT.append(bytes(size))
    yield b"%d" % len(KEPT)


KEPT: list[bytes] = []


def parquet_bomb(rows: int = 64, length: int = 15_000_000) -> bytes:
    """Return a Parquet file of a few hundred bytes: one long value, again and again."""
    values = pa.array([" " * length], pa.string())
    column = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), values)
    out = io.BytesIO()
    pq.write_table(pa.table({"text": column}), out, compression="zstd", write_statistics=False)
    return out.getvalue()


def zip_bomb(members: int = 4) -> bytes:
    """Return an archive whose members are as long as a document may be, of one character."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(members):
            archive.writestr(f"{number}.md", b" " * 15_900_000)
    return out.getvalue()


def gzip_bomb() -> bytes:
    """Return a compressed file of 2 GB of nothing."""
    return gzip.compress(bytes(1 << 20)) * 2_000


def million_tags() -> bytes:
    """Return a page of a million elements that are never closed."""
    return b"<html><body>" + b"<div>" * 1_000_000 + b"x"


def deep_json() -> bytes:
    """Return a million lists in each other."""
    return b"[" * 1_000_000 + b"]" * 1_000_000


def deep_xml() -> bytes:
    """Return a million elements in each other."""
    return b"<a>" * 1_000_000 + b"x" + b"</a>" * 1_000_000


def one_line() -> bytes:
    """Return a document of one line, as long as a document may be."""
    return b"# Lag\n\n" + b"a " * 7_900_000
