"""Keep the results of stages until they are in the database, in a folder or in S3.

A result is found by its name, which is derived from all that decides it. It is there whole or not at all: it is
written as a draft, and one step makes it the result that counts.
"""

import errno
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import orjson

from piperoll.errors import PiperollError
from piperoll.settings import is_remote

SUMMARY_FILE = "summary.json"
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

Summary = Mapping[str, Any]
"""What a result says of itself without being opened."""


class Workspace(Protocol):
    """A workspace keeps the results of the stages of one corpus."""

    def find(self, name: str) -> Summary | None:
        """Return the summary of a finished result; None: there is none."""
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
        """Open one file of a finished result to be read."""
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


def open_workspace(address: str, corpus: str) -> Workspace:
    """Return the workspace of ``corpus`` at ``address``: a folder, or ``s3://BUCKET/PREFIX``."""
    return BucketWorkspace(address, corpus) if is_remote(address) else FolderWorkspace(Path(address) / corpus)


class FolderWorkspace:
    """A workspace in a folder: ``finished/NAME`` is what counts, because one renaming brings it there."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def find(self, name: str) -> Summary | None:
        """See :class:`Workspace`."""
        path = self._place(name) / SUMMARY_FILE
        found: Summary | None = orjson.loads(path.read_bytes()) if path.exists() else None
        return found

    @contextmanager
    def draft(self, name: str) -> Iterator[Path]:
        """See :class:`Workspace`."""
        folder = self._draft(name)
        with _disk_errors(self.root):
            try:
                folder.mkdir(parents=True)
                yield folder
            finally:
                shutil.rmtree(folder, ignore_errors=True)

    def finish(self, name: str, draft: Path, summary: Summary) -> None:
        """See :class:`Workspace`."""
        with (draft / SUMMARY_FILE).open("wb") as file:
            file.write(orjson.dumps(summary))
            file.flush()
            os.fsync(file.fileno())
        self._place(name).parent.mkdir(parents=True, exist_ok=True)
        try:
            draft.rename(self._place(name))
        except OSError as error:
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise

    @contextmanager
    def file(self, name: str, file: str) -> Iterator[Path]:
        """See :class:`Workspace`."""
        yield self._place(name) / file

    def drop(self, name: str) -> None:
        """See :class:`Workspace`. First it leaves its place: half of it must not be found."""
        leaving = self._draft(name)
        leaving.parent.mkdir(parents=True, exist_ok=True)
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

    def __init__(self, address: str, corpus: str) -> None:
        from piperoll import s3  # boto3 costs a third of a second

        self.s3 = s3
        self.bucket, prefix = s3.parse(address)
        self.prefix = "/".join(part for part in (prefix.strip("/"), corpus, "finished") if part) + "/"

    def find(self, name: str) -> Summary | None:
        """See :class:`Workspace`."""
        found = self._marker(name)
        return found and found["summary"]

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
        attempt = uuid.uuid4().hex
        files = sorted(path.name for path in draft.iterdir())
        with self.s3.errors(self.bucket):
            for file in files:
                with (draft / file).open("rb") as body:
                    self.s3.client().upload_fileobj(body, self.bucket, self._key(name, attempt, file))
            marker = orjson.dumps({"attempt": attempt, "files": files, "summary": summary})
            if not self.s3.put_new(self.bucket, f"{self.prefix}{name}.json", marker):
                found = self._marker(name)
                if found is None or found["attempt"] != attempt:  # else an answer was lost, and this try is the first
                    self._delete([self._key(name, attempt, file) for file in files])

    @contextmanager
    def file(self, name: str, file: str) -> Iterator[Path]:
        """See :class:`Workspace`."""
        found = self._marker(name)
        if found is None:
            raise PiperollError(
                "workspace_lost",
                f"The result {name} is no longer in s3://{self.bucket}/{self.prefix}.",
                remedy="The same command parses it again.",
            )
        with (
            _disk_errors(Path(tempfile.gettempdir())),
            tempfile.TemporaryDirectory(prefix="piperoll-") as folder,
        ):
            path = Path(folder) / file
            with self.s3.errors(self.bucket), path.open("wb") as into:
                self.s3.client().download_fileobj(self.bucket, self._key(name, found["attempt"], file), into)
            yield path

    def drop(self, name: str) -> None:
        """See :class:`Workspace`."""
        if found := self._marker(name):
            self._delete([f"{self.prefix}{name}.json"])  # first, so that no partition is found without its files
            self._delete([self._key(name, found["attempt"], file) for file in found["files"]])

    def sweep(self, *, finished: bool) -> None:
        """See :class:`Workspace`."""
        with self.s3.errors(self.bucket):
            pages = self.s3.client().get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=self.prefix)
            keys = [one["Key"] for page in pages for one in page.get("Contents", ())]
        if finished:
            self._delete(sorted(keys, key=lambda key: not key.endswith(".json")))  # as in drop: markers first
            return
        names = {key.removeprefix(self.prefix).removesuffix(".json") for key in keys if key.endswith(".json")}
        counted = {(name, found["attempt"]) for name in names if (found := self._marker(name))}
        left = [key for key in keys if key.count("/") == self.prefix.count("/") + 2]
        self._delete([key for key in left if tuple(key.removeprefix(self.prefix).split("/")[:2]) not in counted])

    def _marker(self, name: str) -> dict[str, Any] | None:
        with self.s3.errors(self.bucket):
            data = self.s3.get_if_there(self.bucket, f"{self.prefix}{name}.json")
        found: dict[str, Any] | None = orjson.loads(data) if data is not None else None
        return found

    def _key(self, name: str, attempt: str, file: str) -> str:
        return f"{self.prefix}{name}/{attempt}/{file}"

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
        if error.errno not in FULL:
            raise
        raise PiperollError(
            "workspace_full",
            f"There is no room left in {place}: {error.strerror}.",
            remedy="Make room, or let PIPEROLL_WORKSPACE name another place; the same command continues.",
        ) from None
