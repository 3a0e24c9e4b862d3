"""Documents in a folder."""

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import polars as pl

from piperoll.errors import PiperollError, UsageError
from piperoll.model import DocumentError

LISTING = {"source": pl.String, "size": pl.Int64, "fingerprint": pl.String}
NOT_UTF8 = "\\x"
"""How a byte of a file name that is not UTF-8 is shown."""
MAX_BYTES = 16_000_000
"""A larger file is quarantined unread: the longest real one has 1.4 MB, and memory stays bounded."""


class Folder:
    """A source: every file below ``root`` with one of ``suffixes``, hidden ones left out."""

    def __init__(self, root: Path, suffixes: Iterable[str]) -> None:
        self.root = root
        self.suffixes = frozenset(suffixes)
        if not root.is_dir():
            raise UsageError(
                "source_missing", f"The source folder {root} does not exist.", remedy="Check --source or piperoll.toml."
            )

    def listing(self) -> pl.DataFrame:
        """Columns ``source`` (path with forward slashes), ``size`` (bytes), ``fingerprint``; sorted by source.

        A fingerprint changes when size or modification time (ns) do. Nothing is opened.
        """
        rows = sorted(self._walk())
        return pl.DataFrame(rows, schema=LISTING, orient="row")

    def read(self, source: str) -> bytes:
        """The bytes of one file.

        Raises:
            DocumentError: ``vanished``, ``unreadable``, ``not_a_file``, ``symlink_loop`` or ``too_large``.
        """
        path = self.root / source
        try:
            mode = path.stat().st_mode
            if stat.S_ISDIR(mode):
                raise DocumentError("symlink_loop", "A link to a folder that holds it.", remedy="Remove the link.")
            if not stat.S_ISREG(mode):  # opening a pipe would wait for ever
                raise DocumentError("not_a_file", "Neither a file nor a link to one.")
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except FileNotFoundError:
            if NOT_UTF8 in source:
                raise DocumentError("bad_name", "The file's name is not UTF-8.", remedy="Rename the file.") from None
            raise DocumentError(
                "vanished", "Listed, but gone or a broken link.", remedy="Nothing: the next run lists anew."
            ) from None
        except OSError as error:
            code = "symlink_loop" if error.errno == errno.ELOOP else "unreadable"
            raise DocumentError(code, f"{error.strerror}.", remedy="Check the file and the rights on it.") from None
        if len(data) > MAX_BYTES:
            raise DocumentError("too_large", f"Over {MAX_BYTES:,} bytes.", remedy="Split it into documents.")
        return data

    def _entries(self, folder: Path) -> AbstractContextManager[Iterator["os.DirEntry[str]"]]:
        """The entries of a folder.

        Raises:
            PiperollError: it cannot be listed; going on would make its documents look gone.
        """
        try:
            return os.scandir(folder)
        except OSError as error:
            raise PiperollError(
                "source_unreadable",
                f"The folder {folder} cannot be listed: {error.strerror}.",
                remedy="Check the rights on it.",
            ) from None

    def _walk(self) -> Iterator[tuple[str, int, str]]:
        """Every file, through links to folders too; a link to a folder above itself is listed, not followed."""
        top = self.root.stat()
        folders = [(self.root, {(top.st_dev, top.st_ino)})]
        while folders:
            folder, above = folders.pop()
            with self._entries(folder) as entries:
                for entry in entries:
                    if entry.name.startswith("."):
                        continue
                    path = folder / entry.name
                    # bytes of a name that are no text are shown escaped, so that they can be listed at all
                    name = os.fsencode(path.relative_to(self.root).as_posix()).decode("utf-8", "backslashreplace")
                    try:
                        status = entry.stat()
                    except OSError as error:  # listed, so that it is accounted for
                        if path.suffix.lower() in self.suffixes:
                            yield name, 0, f"unreadable: {error.strerror}"
                        continue
                    if stat.S_ISDIR(status.st_mode):
                        node = (status.st_dev, status.st_ino)
                        if node in above:
                            yield name, 0, "symlink loop"
                        else:
                            folders.append((path, above | {node}))
                    elif path.suffix.lower() in self.suffixes:
                        yield name, status.st_size, f"{status.st_size}-{status.st_mtime_ns}"
