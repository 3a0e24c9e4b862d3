"""Walk through a folder: every folder below it once, and every file under one name, however its links lead.

Real folders go first, in the order of their names; then links to folders that nothing else led to; then links to such
files. So the names of files do not depend on the order in which the file system lists them. A file with several real
names (hard links) has all of them.
"""

import heapq
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from time import monotonic

from piperoll.errors import PiperollError
from piperoll.sources import fingerprint, names
from piperoll.sources.base import Entry

LOOP, OUTSIDE = "symlink loop", "link outside"
"""Fingerprints of links that are listed and not followed: to a folder that holds them, or out of the source."""
MAX_ENTRIES = 50_000_000
MAX_DEPTH = 100
"""Folders in each other. Those of real collections are in a dozen; a path has at most 4,096 characters."""
MAX_SECONDS = 6 * 3600.0
"""Time of a listing; of ten million files on a disk it takes a minute or two."""

Node = tuple[int, int]


class Walk:
    """A walk lists the files below ``root`` with a ``wanted`` name, without hidden ones.

    Args:
        root: the folder.
        wanted: tells whether a file of that name may hold documents.
        step: called with the place before the file system is asked.
        follow_outside: follow links that lead out of the folder, too.
    """

    def __init__(
        self, root: str, wanted: Callable[[str], bool], step: Callable[[str], None], *, follow_outside: bool
    ) -> None:
        self.root, self.real = root, os.path.realpath(root)
        self.wanted, self.step, self.follow_outside = wanted, step, follow_outside
        self.fleeting = fingerprint.fleeting_devices()
        self.folders: set[Node] = set()
        self.files: set[Node] = set()
        """Files that links led to; all others have their real names."""
        self.links: list[str] = []
        """Links to folders, as a heap, by name."""
        self.file_links: list[tuple[str, str, os.stat_result]] = []
        """Links to files: name, real path, status."""
        self.elsewhere = 0
        """Links to what is listed under another name."""
        self.entries, self.until = 0, monotonic() + MAX_SECONDS

    def __iter__(self) -> Iterator[Entry]:
        """Yield the files.

        Raises:
            PiperollError: a folder cannot be listed, or a limit is reached.
        """
        yield from self._tree("")
        while self.links:
            yield from self._tree(heapq.heappop(self.links), linked=True)
        for name, target, status in sorted(self.file_links):
            node = (status.st_dev, status.st_ino)
            if node in self.files or self._has_own_name(target):
                self.elsewhere += 1
            else:
                self.files.add(node)
                yield self._entry(name, status)

    def _tree(self, top: str, *, linked: bool = False) -> Iterator[Entry]:
        """Yield the files in a folder and in all real folders below it, unless they were listed before."""
        waiting = [top]
        while waiting:
            relative = waiting.pop()
            path = self._path(relative)
            self.step(path)
            self._check(path, relative)
            status = self._of_folder(path)
            if (node := (status.st_dev, status.st_ino)) in self.folders:
                self.elsewhere += 1
                continue
            self.folders.add(node)
            below = []
            with self._listed(path) as entries:
                for entry in entries:
                    if entry.name.startswith("."):
                        continue
                    self.step(path)
                    self.entries += 1
                    name = f"{relative}/{entry.name}" if relative else entry.name
                    if entry.is_symlink():
                        yield from self._link(name)
                    elif entry.is_dir(follow_symlinks=False):
                        if names.fits(shown(name)):
                            below.append(name)
                        else:  # nor can a file in it have a name that fits
                            yield Entry(shown(name), 0, "")
                    elif self.wanted(shown(name)):
                        yield self._file(entry, name, linked)
            waiting += sorted(below, reverse=True)

    def _file(self, entry: "os.DirEntry[str]", name: str, linked: bool) -> Entry:
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError as error:  # it is listed, so that it is accounted for
            return Entry(shown(name), 0, f"unreadable: {error.strerror}")
        if linked:
            self.files.add((status.st_dev, status.st_ino))
        return self._entry(name, status)

    def _link(self, name: str) -> Iterator[Entry]:
        """Keep a link for later, or yield the entry that says why it is not followed."""
        path = self._path(name)
        self.step(path)
        try:
            status = Path(path).stat()
        except OSError as error:
            if self.wanted(shown(name)):
                yield Entry(shown(name), 0, f"unreadable: {error.strerror}")
            return
        folder = stat.S_ISDIR(status.st_mode)
        if not folder and not self.wanted(shown(name)):
            return
        target = os.path.realpath(path)
        if not (self.follow_outside or is_below(target, self.real)):
            yield Entry(shown(name), 0, OUTSIDE)
        elif not folder:
            self.file_links.append((name, target, status))
        elif is_below(os.path.realpath(Path(path).parent), target) and is_below(target, self.real):
            yield Entry(shown(name), 0, LOOP)
        elif names.fits(shown(name)):
            heapq.heappush(self.links, name)
        else:
            yield Entry(shown(name), 0, "")

    def _has_own_name(self, target: str) -> bool:
        """Return whether a file is listed by its real path."""
        if not is_below(target, self.real):
            return False
        name = os.path.relpath(target, self.real)
        return not any(part.startswith(".") for part in name.split("/")) and self.wanted(shown(name))

    def _of_folder(self, path: str) -> os.stat_result:
        try:
            return Path(path).stat()
        except OSError as error:
            raise unreadable(path, error) from None

    def _listed(self, path: str) -> AbstractContextManager[Iterator["os.DirEntry[str]"]]:
        """Return the entries of a folder.

        Raises:
            PiperollError: it cannot be listed; without it, its documents would look gone.
        """
        try:
            return os.scandir(path)
        except OSError as error:
            raise unreadable(path, error) from None

    def _check(self, path: str, relative: str) -> None:
        if self.entries > MAX_ENTRIES:
            raise PiperollError(
                "source_too_many",
                f"The source holds more than {MAX_ENTRIES:,} files; the listing came to {path}.",
                remedy="Check that it is the right folder; split what is larger into several corpora.",
            )
        if relative.count("/") >= MAX_DEPTH:
            raise PiperollError(
                "source_too_deep",
                f"The folder {path} lies more than {MAX_DEPTH} folders deep.",
                remedy="Check what made it, and move it out of the source or nearer to its top.",
            )
        if monotonic() > self.until:
            raise PiperollError(
                "source_too_slow",
                f"The listing of the source took more than {MAX_SECONDS / 3600:.0f} hours; it came to {path}.",
                remedy="Check the disk or the network behind it; split the source into several corpora.",
            )

    def _path(self, relative: str) -> str:
        return f"{self.root}/{relative}" if relative else self.root

    def _entry(self, name: str, status: os.stat_result) -> Entry:
        return Entry(shown(name), status.st_size, fingerprint.of(status, self.fleeting))


def unreadable(path: str, error: OSError) -> PiperollError:
    """Return the error of a folder that cannot be listed."""
    return PiperollError(
        "source_unreadable",
        f"The folder {path} cannot be listed: {error.strerror}.",
        remedy="Check the rights on it.",
    )


def is_below(path: str, folder: str) -> bool:
    """Return whether a real path is that of a folder, or below it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def shown(name: str) -> str:
    """Return a path as it is listed, the same wherever this runs."""
    return names.shown(os.fsencode(name).decode("utf-8", "surrogateescape"))
