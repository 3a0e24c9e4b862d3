"""List and read the files in a folder."""

import errno
import io
import logging
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

from piperoll.errors import PiperollError, UsageError
from piperoll.model import DocumentError
from piperoll.sources import base, fingerprint, names
from piperoll.sources.base import Entry
from piperoll.sources.helper import Helper, Stalled
from piperoll.sources.walk import LOOP, OUTSIDE, Walk, is_below, shown

FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY
"""So that opening never waits, should a pipe take the place of a file between two looks at it."""
BATCH_FILES, BATCH_BYTES = 64, 4_000_000
"""Files and bytes that the helper reads at once: handing over costs little then, and so does the memory."""
BUFFER = 1 << 20
"""Bytes of an archive that the helper reads at once."""
PAUSE, PAUSES = 0.05, 1.0
"""Seconds before a file that changes is looked at again, and of all such pauses of one reading together."""
TRIES = 3
MAX_STALLS = 3
"""Files that may stall in one reading: then it is the mount."""

log = logging.getLogger("piperoll")


class Folder:
    """A folder gives the files below ``root`` with a ``wanted`` name, without hidden ones; ``root`` may be a file.

    What is read is what was listed: a file that is another one, or changes meanwhile, gives no bytes. Only regular
    files are opened. What the file system does not answer is left behind after a time.
    """

    def __init__(self, root: Path, wanted: Callable[[str], bool], *, follow_outside: bool = False) -> None:
        self.wanted, self.follow_outside = wanted, follow_outside
        self.only = root.name if root.is_file() else ""
        self.root = root.parent if self.only else root
        if not self.root.is_dir():
            raise UsageError(
                "source_missing", f"The source folder {root} does not exist.", remedy="Check --source or piperoll.toml."
            )
        if self.only and not wanted(self.only):
            raise UsageError("source_kind", f"{root} is no archive.", remedy="Name its folder.")
        self.fleeting = fingerprint.fleeting_devices()
        self.paused = 0.0

    def entries(self) -> list[Entry]:
        """See :class:`piperoll.sources.base.Files`.

        Raises:
            PiperollError: a folder cannot be listed, the listing has no end, or the file system does not answer.
        """
        if self.only:
            status = (self.root / self.only).stat()
            return [Entry(shown(self.only), status.st_size, fingerprint.of(status, self.fleeting))]
        helper = Helper()
        walk = Walk(str(self.root), self.wanted, helper.step, follow_outside=self.follow_outside)
        try:
            found = helper.call(lambda: list(walk))
        except Stalled as stalled:
            raise _stalled(stalled.place) from None
        finally:
            helper.close()
        if walk.elsewhere:
            log.info("%s: %d links lead to what is listed under another name", self.root, walk.elsewhere)
        return sorted(found)

    def read_all(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, bytes | DocumentError]]:
        """See :class:`piperoll.sources.base.Files`."""
        helper, stalls = Helper(), 0
        try:
            for batch in _batches(files):
                while batch:
                    found: list[tuple[str, bytes | DocumentError]] = []
                    try:
                        helper.call(partial(self._read_batch, batch, helper, found))
                        read = found
                    except Stalled:
                        stalls += 1
                        if stalls > MAX_STALLS:
                            raise _stalled(helper.place) from None
                        read = found[: len(batch) - 1]
                        read.append((batch[len(read)][0], _no_answer()))
                        helper = Helper()
                    yield from read
                    batch = batch[len(read) :]
        finally:
            helper.close()

    def _read_batch(
        self, batch: Sequence[tuple[str, str]], helper: Helper, found: list[tuple[str, bytes | DocumentError]]
    ) -> None:
        for name, listed in batch:
            helper.step(name)
            try:
                found.append((name, self.read(name, listed)))
            except DocumentError as error:
                found.append((name, error))

    def read(self, name: str, listed: str) -> bytes:
        """Return the bytes of one file, all of one state of it: the one that was listed.

        A file that is being replaced is looked at again a few times.

        Args:
            name: of the file.
            listed: its fingerprint.

        Raises:
            DocumentError: ``changed_while_read``, ``too_large``, ``link_outside``, or as :meth:`open`.
        """
        if listed in (LOOP, OUTSIDE):
            raise _not_followed(listed)
        for _ in range(TRIES - 1):
            try:
                return self._read(name, listed)
            except DocumentError as error:
                if error.code not in ("changed_while_read", "vanished") or self.paused >= PAUSES:
                    raise
            time.sleep(PAUSE)
            self.paused += PAUSE
        return self._read(name, listed)

    def _read(self, name: str, listed: str) -> bytes:
        with self._opened(name) as file:
            size = os.fstat(file).st_size
            self._prove(file, listed)
            if size > base.MAX_BYTES:
                raise base.too_large()
            data = _read(file, size)
            self._prove(file, listed)
        if len(data) != size:
            raise base.changed_while_read()
        return data

    def _prove(self, file: int, listed: str) -> None:
        if fingerprint.of(os.fstat(file), self.fleeting) != listed:
            raise base.changed_while_read()

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        """Open one file, to be read from any offset.

        Raises:
            DocumentError: ``vanished``, ``unreadable``, ``not_a_file``, ``symlink_loop``, ``link_outside``, or
                ``stalled``; also raised while it is read.
        """
        if not (
            self.follow_outside or is_below(os.path.realpath(self.root / _real(name)), os.path.realpath(self.root))
        ):
            raise _not_followed(OUTSIDE)
        helper = Helper()
        try:
            with self._opened(name) as file, io.BufferedReader(_Patient(file, name, helper), BUFFER) as stream:
                yield stream
        finally:
            helper.close()

    @contextmanager
    def _opened(self, name: str) -> Iterator[int]:
        """Open a regular file, and no other: opening a pipe would wait for ever, opening a device may do something."""
        path = f"{self.root}/{_real(name)}"
        try:
            _prove_regular(os.stat(path).st_mode)  # noqa: PTH116  # a Path costs as much as the call
            file = os.open(path, FLAGS)
            try:
                _prove_regular(os.fstat(file).st_mode)
                yield file
            finally:
                os.close(file)
        except FileNotFoundError:
            raise base.vanished() from None
        except OSError as error:
            if error.errno is None:  # raised by a reader of archives, not by the file
                raise
            code = "symlink_loop" if error.errno == errno.ELOOP else "unreadable"
            raise DocumentError(code, f"{error.strerror}.", remedy="Check the file and the rights on it.") from None


class _Patient(io.RawIOBase):
    """A patient file is read by a helper, so that reading from a mount that hangs ends."""

    def __init__(self, file: int, name: str, helper: Helper) -> None:
        self.file, self.name, self.helper = file, name, helper

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return os.lseek(self.file, offset, whence)

    def readinto(self, into: memoryview) -> int:  # type: ignore[override]
        self.helper.step(self.name)
        try:
            data = self.helper.call(partial(os.read, self.file, len(into)))
        except Stalled:
            raise _no_answer() from None
        into[: len(data)] = data
        return len(data)


def _batches(files: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Yield the files in batches of limited number and size."""
    batch: list[tuple[str, str]] = []
    size = 0
    for name, listed in files:
        batch.append((name, listed))
        size += fingerprint.size_in(listed)
        if len(batch) == BATCH_FILES or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _read(file: int, size: int) -> bytes:
    """Return the first ``size`` bytes. Of an empty file nothing is read: those of /proc look empty, and may wait."""
    parts = []
    while size and (part := os.read(file, size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts) if len(parts) != 1 else parts[0]


def _real(name: str) -> str:
    """Return the path of a file below the root, by its name in the listing."""
    return os.fsdecode(names.real(name))


def _prove_regular(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise _not_followed(LOOP)
    if not stat.S_ISREG(mode):
        raise DocumentError(
            "not_a_file", "Neither a file nor a link to one.", remedy="Put the file itself into the folder."
        )


def _not_followed(listed: str) -> DocumentError:
    if listed == LOOP:
        return DocumentError("symlink_loop", "A link to a folder that holds it.", remedy="Remove the link.")
    return DocumentError(
        "link_outside",
        "A link that leads out of the source; it is not followed.",
        remedy="Copy what it leads to, or set follow_links_outside = true in the table of the corpus.",
    )


def _no_answer() -> DocumentError:
    return DocumentError(
        "stalled", "The file system did not answer for a minute.", remedy="Check the disk or the network behind it."
    )


def _stalled(place: str) -> PiperollError:
    return PiperollError(
        "source_stalled",
        f"The file system did not answer for a minute at {place}.",
        remedy="Check the disk or the network behind it; the same command continues where it stopped.",
    )
