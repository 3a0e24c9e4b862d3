"""List and read the files in a folder."""

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import BinaryIO

from piperoll.errors import PiperollError, UsageError
from piperoll.model import DocumentError
from piperoll.sources import base, names
from piperoll.sources.base import Entry


class Folder:
    """A folder gives the files below ``root`` with a ``wanted`` name, without hidden ones; ``root`` may be a file."""

    def __init__(self, root: Path, wanted: Callable[[str], bool]) -> None:
        self.wanted = wanted
        self.only = root.name if root.is_file() else ""
        self.root = root.parent if self.only else root
        if not self.root.is_dir():
            raise UsageError(
                "source_missing", f"The source folder {root} does not exist.", remedy="Check --source or piperoll.toml."
            )
        if self.only and not wanted(self.only):
            raise UsageError("source_kind", f"{root} is no archive.", remedy="Name its folder.")

    def entries(self) -> list[Entry]:
        """See :class:`piperoll.sources.base.Files`. A fingerprint holds size and modification time (ns)."""
        if self.only:
            return [self._entry(names.shown(_as_utf8(self.only)), (self.root / self.only).stat())]
        return sorted(self._walk())

    def read_all(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, bytes | DocumentError]]:
        """See :class:`piperoll.sources.base.Files`."""
        for name, _ in files:
            try:
                yield name, self.read(name)
            except DocumentError as error:
                yield name, error

    def read(self, source: str) -> bytes:
        """Return the bytes of one file.

        Raises:
            DocumentError: ``too_large``, or as :meth:`open`.
        """
        with self.open(source) as file:
            data = file.read(base.MAX_BYTES + 1)
        if len(data) > base.MAX_BYTES:
            raise base.too_large()
        return data

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        """Open one file, to be read from any offset.

        Raises:
            DocumentError: ``vanished``, ``unreadable``, ``not_a_file`` or ``symlink_loop``; also raised while it is
                read.
        """
        path = self.root / os.fsdecode(names.real(name))
        try:
            mode = path.stat().st_mode
            if stat.S_ISDIR(mode):
                raise DocumentError("symlink_loop", "A link to a folder that holds it.", remedy="Remove the link.")
            if not stat.S_ISREG(mode):  # opening a pipe would wait for ever
                raise DocumentError("not_a_file", "Neither a file nor a link to one.")
            with path.open("rb") as file:
                yield file
        except FileNotFoundError:
            raise base.vanished() from None
        except OSError as error:
            if error.errno is None:  # raised by a reader of archives, not by the file
                raise
            code = "symlink_loop" if error.errno == errno.ELOOP else "unreadable"
            raise DocumentError(code, f"{error.strerror}.", remedy="Check the file and the rights on it.") from None

    def _entries(self, folder: Path) -> AbstractContextManager[Iterator["os.DirEntry[str]"]]:
        """Return the entries of a folder.

        Raises:
            PiperollError: it cannot be listed; without it, its documents would look gone.
        """
        try:
            return os.scandir(folder)
        except OSError as error:
            raise PiperollError(
                "source_unreadable",
                f"The folder {folder} cannot be listed: {error.strerror}.",
                remedy="Check the rights on it.",
            ) from None

    def _walk(self) -> Iterator[Entry]:
        """Yield every file, also through links to folders; a link to a folder above itself is listed, not followed."""
        top = self.root.stat()
        folders = [(self.root, {(top.st_dev, top.st_ino)})]
        while folders:
            folder, above = folders.pop()
            with self._entries(folder) as entries:
                for entry in entries:
                    if entry.name.startswith("."):
                        continue
                    path = folder / entry.name
                    name = names.shown(_as_utf8(path.relative_to(self.root).as_posix()))
                    try:
                        status = entry.stat()
                    except OSError as error:  # it is listed, so that it is accounted for
                        if self.wanted(name):
                            yield Entry(name, 0, f"unreadable: {error.strerror}")
                        continue
                    if stat.S_ISDIR(status.st_mode):
                        node = (status.st_dev, status.st_ino)
                        if node in above:
                            yield Entry(name, 0, "symlink loop")
                        elif not names.fits(name):  # nor can a file in it have a name that fits
                            yield Entry(name, 0, "")
                        else:
                            folders.append((path, above | {node}))
                    elif self.wanted(name):
                        yield self._entry(name, status)

    @staticmethod
    def _entry(name: str, status: os.stat_result) -> Entry:
        return Entry(name, status.st_size, f"{status.st_size}-{status.st_mtime_ns}")


def _as_utf8(name: str) -> str:
    """Return a name as Python reads it where file names are UTF-8, wherever this runs."""
    return os.fsencode(name).decode("utf-8", "surrogateescape")
