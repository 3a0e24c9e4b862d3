"""Read archives and compressed files as streams that end with an error where one is damaged or unpacks to too much."""

import gzip
import io
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import BinaryIO

from piperoll.errors import PiperollError
from piperoll.model import DocumentError
from piperoll.sources import base
from piperoll.sources.kinds import compression_of

BUFFER = 1 << 20


def inflated(name: str, data: bytes) -> bytes:
    """Return the content of a compressed file.

    Raises:
        DocumentError: ``archive_damaged`` or ``too_large``.
    """
    with damage(), closing(decompressed(io.BytesIO(data), compression_of(name))) as stream:
        content = bytes(stream.read(base.MAX_BYTES + 1))
    if len(content) > base.MAX_BYTES:
        raise base.too_large()
    return content


def decompressed(file: BinaryIO, compression: str) -> BinaryIO:
    """Return the content of a file that is compressed by ``gzip`` or ``zstd``; "" is the file itself."""
    if compression == "gzip":
        return gzip.GzipFile(fileobj=file, mode="rb")  # type: ignore[return-value]
    if compression == "zstd":
        import pyarrow as pa

        return pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "zstd")  # type: ignore[no-any-return]
    return file


class Metered(io.RawIOBase):
    """A metered stream raises an error after ``limit`` bytes."""

    def __init__(self, stream: BinaryIO, limit: int) -> None:
        self.stream, self.limit, self.count = stream, limit, 0

    def readable(self) -> bool:
        return True

    def readinto(self, into: memoryview) -> int:  # type: ignore[override]
        data = self.stream.read(len(into))
        into[: len(data)] = data
        self.count += len(data)
        if self.count > self.limit:
            raise bomb(f"more than {self.limit:,} bytes")
        return len(data)


class Forward:
    """A forward file gives tarfile what it needs of a file, over a stream that is only read forward.

    Attributes:
        allowed: bytes that may be read until it is set again, because tarfile takes headers of any length into memory.
        last: the bytes that were read last.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.stream, self.at, self.last = stream, 0, b""
        self.allowed = base.MAX_BYTES

    def tell(self) -> int:
        return self.at

    def seek(self, to: int) -> None:
        while self.at < to and (skipped := self.stream.read(min(to - self.at, BUFFER))):
            self.at += len(skipped)

    def read(self, size: int) -> bytes:
        if size > self.allowed:
            raise bomb(f"more than {base.MAX_BYTES:,} bytes of headers")
        self.allowed -= size
        self.last = self.stream.read(size)
        self.at += len(self.last)
        return self.last


@contextmanager
def damage() -> Iterator[None]:
    """Raise any error of an archive's reader as damage of the archive, but not errors of a disk or a network."""
    try:
        yield
    except (DocumentError, PiperollError, MemoryError):
        raise
    except Exception as error:  # readers of archives raise errors of a dozen kinds
        if isinstance(error, OSError) and error.errno is not None:
            raise
        message = str(error).strip().rstrip(".")
        raise damaged(f"{type(error).__name__}: {message[:200]}" if message else type(error).__name__) from error


def damaged(how: str) -> DocumentError:
    """Return the error of an archive that cannot be read."""
    return DocumentError("archive_damaged", f"The archive is damaged: {how}.", remedy="Fetch or pack it again.")


def bomb(what: str) -> DocumentError:
    """Return the error of an archive that unpacks to far more than it should."""
    return DocumentError("archive_bomb", f"It unpacks to {what}.", remedy="Split it, if it is what it should be.")
