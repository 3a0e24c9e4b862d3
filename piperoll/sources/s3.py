"""List and read the objects in an S3 bucket."""

import io
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import BinaryIO

from botocore.exceptions import ClientError

from piperoll import s3
from piperoll.model import DocumentError
from piperoll.sources import base, names
from piperoll.sources.base import Entry

PAGE = 1_000
"""Objects in one answer to a listing: the most that S3 returns."""
RANGE = 8_000_000
"""Bytes requested at once: what a cut connection costs, and the memory of one open archive."""
WORKERS = 16
"""Objects read at once."""
AHEAD_OBJECTS = 64
AHEAD_BYTES = 64_000_000
"""Objects and bytes that may be read before they are requested; one object more is always on its way."""

log = logging.getLogger("piperoll")


class Bucket:
    """A bucket gives every object below ``address`` with a ``wanted`` name, without hidden ones; or one object.

    A fingerprint is size and ETag, which changes with the content. An object is read only while it is the one that was
    listed.
    """

    def __init__(self, address: str, wanted: Callable[[str], bool], *, single: bool) -> None:
        self.bucket, key = s3.parse(address)
        self.wanted = wanted
        self.only = key.rpartition("/")[2] if single else ""
        self.prefix = key.removesuffix(self.only) if self.only else f"{key.rstrip('/')}/" if key.strip("/") else ""

    def entries(self) -> Iterator[Entry]:
        """See :class:`piperoll.sources.base.Files`; one request for each thousand objects."""
        objects = requests = 0
        with s3.errors(self.bucket):
            pages = s3.client().get_paginator("list_objects_v2")
            parameters = {"Bucket": self.bucket, "Prefix": self.prefix + self.only}
            for page in pages.paginate(**parameters, PaginationConfig={"PageSize": PAGE}):
                requests += 1
                for item in page.get("Contents", ()):
                    objects += 1
                    name = item["Key"].removeprefix(self.prefix)
                    if self._listed(name):
                        fingerprint = f"{item['Size']}-{item['ETag'].strip(chr(34))}"
                        yield Entry(names.shown(name), item["Size"], fingerprint)
        log.info("s3://%s/%s: %d objects listed by %d requests", self.bucket, self.prefix, objects, requests)

    def _listed(self, name: str) -> bool:
        if self.only and name != self.only:
            return False
        hidden = any(part.startswith(".") for part in name.split("/"))
        return not hidden and not name.endswith("/") and self.wanted(name)

    def read_all(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, bytes | DocumentError]]:
        """See :class:`piperoll.sources.base.Files`; several at once, a limited number of bytes ahead."""
        waiting = deque(files)
        coming: deque[tuple[str, int, Future[bytes | DocumentError]]] = deque()
        ahead = 0
        pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="s3")
        try:
            while waiting or coming:
                while waiting and (not coming or (ahead < AHEAD_BYTES and len(coming) < AHEAD_OBJECTS)):
                    name, fingerprint = waiting.popleft()
                    size, etag = _parts(fingerprint)
                    coming.append((name, size, pool.submit(self._read, name, size, etag)))
                    ahead += size
                name, size, future = coming.popleft()
                yield name, future.result()
                ahead -= size
        finally:
            pool.shutdown(cancel_futures=True)

    def _read(self, name: str, size: int, etag: str) -> bytes | DocumentError:
        if size > base.MAX_BYTES:
            return base.too_large()
        try:
            return b"".join(self.ranges(name, size, etag))
        except DocumentError as error:
            return error

    def ranges(self, name: str, size: int, etag: str, start: int = 0, stop: int | None = None) -> Iterator[bytes]:
        """Yield the bytes of an object in pieces of at most RANGE bytes.

        Args:
            name: of the object below the prefix.
            size: of the object, in bytes.
            etag: as listed.
            start: offset of the first byte.
            stop: offset behind the last byte; None for the end of the object.

        Yields:
            The pieces in order.

        Raises:
            DocumentError: ``vanished`` or ``changed_while_read``.
        """
        stop = size if stop is None else min(stop, size)
        with s3.errors(self.bucket):
            try:
                if size <= RANGE and stop - start == size:  # whole: compared with its checksum, where it has one
                    yield s3.get(self.bucket, self._key(name), IfMatch=etag)
                    return
                for at in range(start, stop, RANGE):
                    yield s3.get(self.bucket, self._key(name), start=at, stop=min(at + RANGE, stop), IfMatch=etag)
            except ClientError as error:
                raise _document_error(error) from None

    def _key(self, name: str) -> str:
        return self.prefix + names.real(name).decode()

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        """Open one object, to be read from any offset, as it is now: if it is replaced meanwhile, reading ends.

        Raises:
            DocumentError: ``vanished`` or ``changed_while_read``; also raised while it is read.
        """
        with s3.errors(self.bucket):
            try:
                head = s3.client().head_object(Bucket=self.bucket, Key=self._key(name))
            except ClientError as error:
                raise _document_error(error) from None
        raw = _Object(self, name, head["ContentLength"], head["ETag"].strip('"'))
        with io.BufferedReader(raw, buffer_size=RANGE) as file:
            yield file


class _Object(io.RawIOBase):
    """Read an object of a bucket as a file."""

    def __init__(self, bucket: Bucket, name: str, size: int, etag: str) -> None:
        self.bucket, self.name, self.size, self.etag = bucket, name, size, etag
        self.at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self.at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self.at, io.SEEK_END: self.size}[whence]
        return self.at

    def tell(self) -> int:
        return self.at

    def readinto(self, into: memoryview) -> int:  # type: ignore[override]
        stop = min(self.at + len(into), self.size)
        if stop <= self.at:
            return 0
        start = self.at
        for data in self.bucket.ranges(self.name, self.size, self.etag, start, stop):
            into[self.at - start : self.at - start + len(data)] = data
            self.at += len(data)
        return self.at - start


def _parts(fingerprint: str) -> tuple[int, str]:
    size, _, etag = fingerprint.partition("-")
    return int(size), etag


def _document_error(error: ClientError) -> Exception:
    """Return the error of a document for an error of S3 that concerns this object alone; else ``error``."""
    if s3.is_missing(error):
        return base.vanished()
    return base.changed_while_read() if s3.is_other(error) else error
