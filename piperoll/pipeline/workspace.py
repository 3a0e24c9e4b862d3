"""Keep the results of stages until they are in the database, in a folder or in S3.

A result is found by its name, which is derived from all that decides it. It is there whole or not at all: it is
written as a draft, and one step makes it the result that counts.

A result is not trusted because it lies there. Its marker holds the SHA-256 of each file and a seal over itself; a
result that is damaged, cut, empty, of other code or sealed by another key is taken away and made again.
"""

import errno
import logging
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import orjson

from piperoll.errors import DISK_FULL, PiperollError
from piperoll.hashing import file_digest, seal
from piperoll.settings import is_remote

SUMMARY_FILE = "summary.json"
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
"""Rights: what is parsed is the text of the documents, and only the account that runs Piperoll needs it."""

log = logging.getLogger("piperoll")

Summary = Mapping[str, Any]
"""What a result says of itself without being opened."""


class Workspace(Protocol):
    """A workspace keeps the results of the stages of one corpus."""

    def find(self, name: str) -> Summary | None:
        """Return the summary of a finished result; None: there is none. One that is not whole is taken away."""
        ...

    def draft(self, name: str) -> AbstractContextManager[Path]:
        """Open a folder of the caller's own to write a result in; it is gone at the end.

        Raises:
            PiperollError: ``workspace_full``; also while it is written.
        """
        ...

    def finish(self, name: str, draft: Path, summary: Summary) -> None:
        """Make what is in ``draft`` the result, unless another worker was first: its result is the same.

        Args:
            name: of the result.
            draft: the folder that holds its files.
            summary: what is told of it without opening it.
        """
        ...

    def file(self, name: str, file: str) -> AbstractContextManager[Path]:
        """Open one file of a finished result to be read, once it is proved to be the one that was written.

        Raises:
            PiperollError: ``workspace_lost``: it is not there or not whole; the result is taken away.
        """
        ...

    def drop(self, name: str) -> None:
        """Remove a result."""
        ...

    def sweep(self, *, finished: bool) -> None:
        """Remove the drafts of workers that died. Nobody may be writing one.

        Args:
            finished: remove all results too, because no edition is being built that may need one: they are of a run
                that died after it had loaded them.
        """
        ...


def open_workspace(address: str, corpus: str, key: bytes = b"") -> Workspace:
    """Return the workspace of a corpus.

    Args:
        address: a folder, or ``s3://BUCKET/PREFIX``.
        corpus: its name.
        key: seals results, so that nobody without it can put one there; empty: the seal only tells damage.
    """
    if is_remote(address):
        return BucketWorkspace(address, corpus, key)
    return FolderWorkspace(Path(address) / corpus, key)


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker makes a result count: the digest of each file, the summary, and the attempt that wrote the files."""

    name: str
    files: Mapping[str, str]
    summary: Summary
    attempt: str = ""

    def sealed(self, key: bytes) -> bytes:
        """Return the marker with its seal, as it is written."""
        fields = {"attempt": self.attempt, "files": self.files, "summary": self.summary}
        return orjson.dumps({**fields, "seal": self._seal(key)})

    def _seal(self, key: bytes) -> str:
        fields = [self.name, self.attempt, self.files, self.summary]
        return seal(key, orjson.dumps(fields, option=orjson.OPT_SORT_KEYS))

    @classmethod
    def read(cls, name: str, data: bytes, key: bytes) -> "Marker | None":
        """Return the marker of a result from what is written; None: it is damaged, or sealed otherwise.

        Args:
            name: of the result.
            data: what is written.
            key: that sealed it.
        """
        try:
            found = orjson.loads(data)
            marker = cls(name, found["files"], found["summary"], found["attempt"])
            return marker if compare_digest(found["seal"], marker._seal(key)) else None
        except (ValueError, TypeError, KeyError):
            return None


class FolderWorkspace:
    """A workspace in a folder: ``finished/NAME`` is what counts, because one renaming brings it there."""

    def __init__(self, root: Path, key: bytes = b"") -> None:
        self.root, self.key = root, key

    def find(self, name: str) -> Summary | None:
        """See :class:`Workspace`."""
        marker = self._marker(name)
        if marker and all((self._place(name) / file).is_file() for file in marker.files):
            return marker.summary
        if os.path.lexists(self._place(name)):
            log.warning("The result %s is damaged or not ours; it is made again.", name)
            self.drop(name)
        return None

    @contextmanager
    def draft(self, name: str) -> Iterator[Path]:
        """See :class:`Workspace`."""
        folder = self._draft(name)
        with _disk_errors(self.root):
            try:
                self._make(folder)
                yield folder
            finally:
                shutil.rmtree(folder, ignore_errors=True)

    def finish(self, name: str, draft: Path, summary: Summary) -> None:
        """See :class:`Workspace`."""
        marker = Marker(name, _digests(draft), summary)
        with (draft / SUMMARY_FILE).open("wb") as file:
            file.write(marker.sealed(self.key))
            file.flush()
            os.fsync(file.fileno())
        for path in draft.iterdir():
            path.chmod(PRIVATE_FILE)
        self._make(self._place(name).parent)
        while True:
            try:
                draft.rename(self._place(name))
                return
            except OSError as error:
                if error.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR):
                    raise
            if self.find(name) is not None:  # else what stood there is gone now
                return

    @contextmanager
    def file(self, name: str, file: str) -> Iterator[Path]:
        """See :class:`Workspace`."""
        marker, path = self._marker(name), self._place(name) / file
        try:
            whole = marker is not None and file_digest(path) == marker.files.get(file)
        except OSError:
            whole = False
        if not whole:
            raise lost(self, name, f"{file} is gone or changed.")
        yield path

    def _marker(self, name: str) -> Marker | None:
        try:
            return Marker.read(name, (self._place(name) / SUMMARY_FILE).read_bytes(), self.key)
        except OSError:
            return None

    def _make(self, folder: Path) -> None:
        """Make a folder of the workspace with those above it. Only this account may enter; older ones are closed."""
        self.root.parent.parent.mkdir(parents=True, exist_ok=True)
        above = [path for path in folder.parents if path.is_relative_to(self.root.parent)]
        for path in (*reversed(above), folder):
            try:
                path.mkdir(PRIVATE_FOLDER)
            except FileExistsError:
                if path == self.root.parent:  # somebody else may have made it, for more than this
                    continue
            with suppress(PermissionError):  # of another account, which shares it on purpose
                path.chmod(PRIVATE_FOLDER)

    def drop(self, name: str) -> None:
        """See :class:`Workspace`. First it leaves its place: half of it must not be found."""
        leaving = self._draft(name)
        self._make(leaving.parent)
        with suppress(FileNotFoundError):
            self._place(name).rename(leaving)
        shutil.rmtree(leaving, ignore_errors=True)

    def sweep(self, *, finished: bool) -> None:
        """See :class:`Workspace`."""
        shutil.rmtree(self.root if finished else self.root / "drafts", ignore_errors=True)

    def _draft(self, name: str) -> Path:
        return self.root / "drafts" / f"{name}-{uuid.uuid4().hex[:8]}"

    def _place(self, name: str) -> Path:
        return self.root / "finished" / name


class BucketWorkspace:
    """A workspace in S3: the object ``finished/NAME.json`` is what counts, and names the attempt that has the files.

    It is only put where there is none, so that of several workers one is first.
    """

    def __init__(self, address: str, corpus: str, key: bytes = b"") -> None:
        from piperoll import s3  # boto3 costs a third of a second

        self.s3, self.key = s3, key
        self.bucket, prefix = s3.parse(address)
        self.prefix = "/".join(part for part in (prefix.strip("/"), corpus, "finished") if part) + "/"

    def find(self, name: str) -> Summary | None:
        """See :class:`Workspace`."""
        marker = self._whole(name)
        return marker.summary if marker else None

    @contextmanager
    def draft(self, name: str) -> Iterator[Path]:
        """See :class:`Workspace`."""
        with (
            _disk_errors(Path(tempfile.gettempdir())),
            tempfile.TemporaryDirectory(prefix="piperoll-") as folder,
        ):
            yield Path(folder)

    def finish(self, name: str, draft: Path, summary: Summary) -> None:
        """See :class:`Workspace`."""
        marker = Marker(name, _digests(draft), summary, uuid.uuid4().hex)
        with self.s3.errors(self.bucket):
            for file in marker.files:
                with (draft / file).open("rb") as body:
                    self.s3.client().upload_fileobj(body, self.bucket, self._file_key(marker, file))
            while not self.s3.put_new(self.bucket, self._marker_key(name), marker.sealed(self.key)):
                if (found := self._whole(name)) is None:  # what stood there is gone now
                    continue
                if found.attempt != marker.attempt:  # else an answer was lost, and this try is the first
                    self._delete([self._file_key(marker, file) for file in marker.files])
                return

    @contextmanager
    def file(self, name: str, file: str) -> Iterator[Path]:
        """See :class:`Workspace`. The digest is computed from the bytes as they come."""
        marker = self._whole(name)
        with (
            _disk_errors(Path(tempfile.gettempdir())),
            tempfile.TemporaryDirectory(prefix="piperoll-") as folder,
        ):
            path = Path(folder) / file
            with path.open("wb") as into:
                if not (marker and self._download(marker, file, into)):
                    raise lost(self, name, f"{file} is gone or changed.")
            yield path

    def _download(self, marker: Marker, file: str, into: BinaryIO) -> bool:
        """Download a file of a result, and return whether it is the one that was written."""
        target: Any = _Hashed(into)
        with self.s3.errors(self.bucket):
            there = self.s3.download_if_there(self.bucket, self._file_key(marker, file), target)
        return there and target.sha.hexdigest() == marker.files.get(file)

    def drop(self, name: str) -> None:
        """See :class:`Workspace`."""
        if (data := self._data(name)) is not None:
            self._delete([self._marker_key(name)])  # first, so that no partition is found without its files
            if marker := Marker.read(name, data, self.key):
                self._delete([self._file_key(marker, file) for file in marker.files])

    def sweep(self, *, finished: bool) -> None:
        """See :class:`Workspace`."""
        with self.s3.errors(self.bucket):
            pages = self.s3.client().get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=self.prefix)
            keys = [one["Key"] for page in pages for one in page.get("Contents", ())]
        if finished:
            self._delete(sorted(keys, key=lambda key: not key.endswith(".json")))  # as in drop: markers first
            return
        names = {key.removeprefix(self.prefix).removesuffix(".json") for key in keys if key.endswith(".json")}
        counted = {(name, marker.attempt) for name in names if (marker := self._marker(name))}
        left = [key for key in keys if key.count("/") == self.prefix.count("/") + 2]
        self._delete([key for key in left if tuple(key.removeprefix(self.prefix).split("/")[:2]) not in counted])

    def _data(self, name: str) -> bytes | None:
        with self.s3.errors(self.bucket):
            return self.s3.get_if_there(self.bucket, self._marker_key(name))

    def _marker(self, name: str) -> Marker | None:
        data = self._data(name)
        return None if data is None else Marker.read(name, data, self.key)

    def _whole(self, name: str) -> Marker | None:
        """Return the marker of a result; one that is damaged or sealed otherwise is taken away."""
        data = self._data(name)
        if data is None:
            return None
        marker = Marker.read(name, data, self.key)
        if marker is None:
            log.warning("The result %s is damaged or not ours; it is made again.", name)
            self._delete([self._marker_key(name)])
        return marker

    def _marker_key(self, name: str) -> str:
        return f"{self.prefix}{name}.json"

    def _file_key(self, marker: Marker, file: str) -> str:
        return f"{self.prefix}{marker.name}/{marker.attempt}/{file}"

    def _delete(self, keys: list[str]) -> None:
        with self.s3.errors(self.bucket):
            for start in range(0, len(keys), 1_000):  # the most that S3 takes at once
                some = [{"Key": key} for key in keys[start : start + 1_000]]
                self.s3.client().delete_objects(Bucket=self.bucket, Delete={"Objects": some, "Quiet": True})


@contextmanager
def _disk_errors(place: Path) -> Iterator[None]:
    """Report a full disk as what it is."""
    try:
        yield
    except OSError as error:
        if error.errno not in DISK_FULL:
            raise
        raise PiperollError(
            "workspace_full",
            f"There is no room left in {place}: {error.strerror}.",
            remedy="Make room, or let PIPEROLL_WORKSPACE name another place; the same command continues.",
        ) from None


class _Hashed:
    """A file that is only written, from the first byte to the last, with the hash of what was written."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.sha = file, sha256()

    def write(self, data: bytes) -> int:
        self.sha.update(data)
        return self.file.write(data)


def _digests(draft: Path) -> dict[str, str]:
    """Return the digests of the files of a draft, by name."""
    return {path.name: file_digest(path) for path in sorted(draft.iterdir())}


def lost(workspace: Workspace, name: str, how: str) -> PiperollError:
    """Take a result away that is not what it should be, and return the error that says so.

    Args:
        workspace: where it lies.
        name: of the result.
        how: what is wrong with it, as a sentence.
    """
    workspace.drop(name)
    return PiperollError(
        "workspace_lost",
        f"The result {name} in the workspace is not whole. {how}",
        remedy="The same command parses it again.",
    )
