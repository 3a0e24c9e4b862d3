"""What a source is, and where its files lie."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple, Protocol

import polars as pl

from piperoll.model import DocumentError

LISTING = {"source": pl.String, "size": pl.Int64, "fingerprint": pl.String}
MAX_BYTES = 16_000_000
"""A larger document is quarantined unread: the longest real one has 1.4 MB, and memory stays bounded."""


class Entry(NamedTuple):
    """A file as listed: a row of LISTING. ``size`` in bytes; ``fingerprint`` changes when the content may have."""

    source: str
    size: int
    fingerprint: str


class Container(NamedTuple):
    """What was seen of an archive: its fingerprint, and how many rows of the listing it gave."""

    fingerprint: str
    members: int


@dataclass(frozen=True, slots=True)
class Listing:
    """Every document of a source (columns of LISTING, in the order of reading), and its archives by name."""

    files: pl.DataFrame
    containers: Mapping[str, Container]


class Source(Protocol):
    """Where the documents of a corpus come from."""

    def listing(self, known: pl.DataFrame, containers: Mapping[str, Container]) -> Listing:
        """Every document, each opened only where its content is the only sign of a change.

        Args:
            known: the ledger, as :func:`piperoll.store.ledger.read` gives it.
            containers: archives that the ledger knows: one with the same fingerprint is not opened again.
        """
        ...

    def read_all(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, bytes | DocumentError]]:
        """Read documents, given by source and listed fingerprint; of each its source, its file name and its bytes.

        Each comes once; those of one archive come in the order in which they lie there.

        Raises:
            PiperollError: the source as a whole cannot be reached.
        """
        ...


class Files(Protocol):
    """Where files lie."""

    def entries(self) -> Iterable[Entry]:
        """The files that may hold documents, sorted by name, none of them opened."""
        ...

    def read_all(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, bytes | DocumentError]]:
        """Name and bytes of files, given by name and listed fingerprint, in this order; at most MAX_BYTES of each."""
        ...

    def open(self, name: str) -> AbstractContextManager[BinaryIO]:
        """One file, to be read at any place.

        Raises:
            DocumentError: it cannot be read; also while it is read.
        """
        ...


def too_large() -> DocumentError:
    """What becomes of a document of more than MAX_BYTES."""
    return DocumentError("too_large", f"Over {MAX_BYTES:,} bytes.", remedy="Split it into documents.")


def changed_while_read() -> DocumentError:
    """What becomes of a document that is no longer the one that was listed."""
    return DocumentError(
        "changed_while_read", "It was replaced after it was listed.", remedy="Nothing: the next run reads it."
    )


def vanished() -> DocumentError:
    """What becomes of a document that is no longer there."""
    return DocumentError("vanished", "Listed, but gone or a broken link.", remedy="Nothing: the next run lists anew.")
