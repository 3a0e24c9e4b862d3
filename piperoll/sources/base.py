"""Define what a source of documents and a place of files must offer."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, Protocol

from piperoll.model import DocumentError

if TYPE_CHECKING:
    import polars as pl

MAX_BYTES = 16_000_000
"""A larger document is quarantined unread: the longest real one has 1.4 MB, and memory stays bounded."""


class Entry(NamedTuple):
    """An entry is a file as listed: a row of LISTING.

    ``size`` is in bytes; ``fingerprint`` changes when the content may have changed.
    """

    source: str
    size: int
    fingerprint: str


class Container(NamedTuple):
    """A container is an archive as listed: its fingerprint, and how many rows of the listing it has."""

    fingerprint: str
    members: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A listing holds the documents of a source (columns of LISTING, in the order of reading), and its archives."""

    files: "pl.DataFrame"
    containers: Mapping[str, Container]


class Source(Protocol):
    """A source gives the documents of a corpus."""

    def listing(self, ledger: "pl.DataFrame", containers: Mapping[str, Container]) -> Listing:
        """List every document; one is opened only where its content is the only sign of a change.

        Args:
            ledger: as :func:`piperoll.store.ledger.read` gives it.
            containers: archives that the ledger knows: one with the same fingerprint is not opened again.
        """
        ...

    def read_all(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, bytes | DocumentError]]:
        """Yield source, file name and bytes of documents, given by source and listed fingerprint.

        Each comes once; those of one archive come in the order of the archive.

        Raises:
            PiperollError: the source as a whole cannot be reached.
        """
        ...


class Files(Protocol):
    """Files give access to the files of a folder or of a bucket."""

    def entries(self) -> Iterable[Entry]:
        """List the files that may hold documents, sorted by name, without opening any."""
        ...

    def read_all(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, bytes | DocumentError]]:
        """Yield name and bytes (at most MAX_BYTES) of files, given by name and listed fingerprint, in this order."""
        ...

    def open(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Open one file, to be read from any offset.

        Raises:
            DocumentError: it cannot be read; also raised while it is read.
        """
        ...


def too_large() -> DocumentError:
    """Return the error of a document of more than MAX_BYTES."""
    return DocumentError("too_large", f"Over {MAX_BYTES:,} bytes.", remedy="Split it into documents.")


def changed_while_read() -> DocumentError:
    """Return the error of a document that is no longer the one that was listed."""
    return DocumentError(
        "changed_while_read", "It was replaced after it was listed.", remedy="Nothing: the next run reads it."
    )


def vanished() -> DocumentError:
    """Return the error of a document that is gone."""
    return DocumentError("vanished", "Listed, but gone or a broken link.", remedy="Nothing: the next run lists anew.")


def path_too_long() -> DocumentError:
    """Return the error of a document whose name fits into no index."""
    return DocumentError(
        "path_too_long",
        "Its path in the source is too long to be stored.",
        remedy="Give it or its folders shorter names.",
    )
