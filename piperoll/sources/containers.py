"""Read files that hold many documents (archives, JSON lines and Parquet), and compressed files.

All are read as streams: at most MAX_BYTES of a member are in memory, and no more of an archive than its reader's
buffers. Where a reader takes more all the same, a limit ends it: :mod:`piperoll.sources.opened`. Nothing of an archive
is ever written to disk, so a member's path is only a name.
"""

import io
import re
import stat
import tarfile
import zipfile
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, BinaryIO, TypeVar

import orjson

from piperoll.hashing import name as hashed
from piperoll.model import DocumentError
from piperoll.sources import base, names
from piperoll.sources.kinds import COMPRESSED, DIRECT, ROWS, compression_of, kind_of, suffix
from piperoll.sources.streams import BUFFER, Forward, Metered, bomb, damage, damaged, decompressed

T = TypeVar("T")

VERSION = "3"
"""Version of reading archives: raise it when members come out differently, and every archive is opened again."""
MAX_RATIO = 200
"""Bytes that come out of one byte of an archive: text gives 3 to 40, a bomb 1,000 and more."""
RATIO_FREE = 64_000_000
"""Bytes that any archive may unpack to: a small one of similar texts may well be dense."""
MAX_MEMBERS = 1_000_000
LONGEST_NAME = 300
"""Characters of a member's name, of up to 4 bytes each."""
LONGEST_ARCHIVE = names.LONGEST - 4 * LONGEST_NAME - 40
"""Bytes of an archive's name: with that of a member, and what tells members of one name apart, it must fit."""
BATCH = 64
"""Rows of Parquet in memory at once."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member is a document in an archive.

    Attributes:
        name: its path in the archive.
        size: in bytes.
        mark: changes when the content does; "" where only the content itself shows a change.
        load: returns the bytes, before the next member is read, or raises a DocumentError.
    """

    name: str
    size: int
    mark: str
    load: Callable[[], bytes]

    def fingerprint(self) -> str:
        """Return a text that changes when the content does."""
        return self.mark or content_mark(self.load())


def content_mark(data: bytes) -> str:
    """Return the fingerprint of content."""
    return hashed([data])


def members(name: str, file: BinaryIO, suffixes: Collection[str], row_keys: Sequence[str]) -> Iterator[Member]:
    """Yield the documents in an archive, in its order, each with a name of its own.

    Args:
        name: of the archive; its ending says how it is read.
        file: its bytes, seekable.
        suffixes: endings of documents; other members and hidden ones are left out.
        row_keys: columns that may name a row; the first one that the row has is used.

    Yields:
        The members; each must be loaded before the next one is read.

    Raises:
        DocumentError: ``archive_damaged`` or ``archive_bomb``, as soon as it shows.
    """
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    limit = max(RATIO_FREE, size * MAX_RATIO)
    kind = kind_of(name)
    if not size and kind != ".jsonl":
        raise damaged("it is empty")
    with damage():
        if kind in DIRECT:
            unnamed = _zip(file, limit, suffixes)
        elif kind == ".parquet":
            unnamed = _rows(_parquet(file, limit), limit, row_keys)
        else:
            stream = io.BufferedReader(Metered(decompressed(file, _compression_inside(kind)), limit), BUFFER)
            unnamed = _rows(_lines(stream), limit, row_keys) if kind in ROWS else _tar(stream, suffixes)
        taken: Counter[str] = Counter()
        for member in _counted(unnamed):
            yield _renamed(member, "" if kind in ROWS else suffix(member.name), taken)


def _compression_inside(kind: str) -> str:
    return "gzip" if kind == ".tgz" else COMPRESSED.get(f".{kind.rpartition('.')[2]}", "")


def _zip(file: BinaryIO, limit: int, suffixes: Collection[str]) -> Iterator[Member]:
    with zipfile.ZipFile(file) as archive:
        infos = archive.infolist()
        if len(infos) > MAX_MEMBERS:
            raise bomb(f"more than {MAX_MEMBERS:,} members")
        if sum(info.file_size for info in infos) > limit:
            raise bomb(f"more than {limit:,} bytes")
        for info in infos:
            name = _safe(info.filename)
            if info.is_dir() or not _listed(name, suffixes):
                continue
            if bad := _bad(name, info.file_size, stat.S_ISLNK(info.external_attr >> 16)):
                yield bad
            elif info.flag_bits & 1:
                yield _refused(
                    name,
                    info.file_size,
                    DocumentError("encrypted", "It needs a password.", remedy="Put it into the archive without one."),
                )
            else:
                mark = f"{info.CRC:08x}-{info.file_size}"
                yield Member(name, info.file_size, mark, partial(_from_zip, archive, info))


def _from_zip(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    with damage(), archive.open(info) as member:
        data = member.read(info.file_size + 1)
        if len(data) != info.file_size or member.read(1):  # the checksum is compared at the end
            raise damaged("a member has another length than the directory says")
    return data


def _tar(stream: BinaryIO, suffixes: Collection[str]) -> Iterator[Member]:
    forward = Forward(stream)
    archive = tarfile.TarFile(fileobj=forward, mode="r", encoding="utf-8")  # type: ignore[arg-type]
    while info := archive.next():
        archive.members.clear()  # type: ignore[attr-defined]  # it would keep every member
        forward.allowed = base.MAX_BYTES
        name = _safe(info.name)
        if not info.isdir() and _listed(name, suffixes):
            # holes of a sparse file have no bytes in the archive, so no limit on the bytes read limits them
            yield _bad(name, info.size, not info.isreg() or info.issparse()) or Member(
                name, info.size, "", partial(_from_tar, archive, info)
            )
        forward.allowed = base.MAX_BYTES
    if not forward.last or forward.last.strip(b"\0"):  # tarfile takes damage for the end of the archive
        raise damaged("it ends in the middle")
    while rest := stream.read(BUFFER):  # up to the checksum of the compression
        if rest.strip(b"\0"):
            raise damaged("something follows its end")


def _from_tar(archive: tarfile.TarFile, info: tarfile.TarInfo) -> bytes:
    with damage():
        member = archive.extractfile(info)
        assert member  # a regular file
        return member.read()


def _lines(stream: BinaryIO) -> Iterator[bytes | int]:
    """Yield the lines that are not empty; only the length of a line that is too long."""
    first = True
    while line := stream.readline(base.MAX_BYTES + 2):
        size = len(line)
        if size == base.MAX_BYTES + 2 and not line.endswith(b"\n"):
            while more := stream.readline(BUFFER):
                size += len(more)
                if more.endswith(b"\n"):
                    break
            yield size
        else:
            line = line.removeprefix(b"\xef\xbb\xbf") if first else line
            if line := line.strip(b"\r\n \t"):
                yield line
        first = False


def _parquet(file: BinaryIO, limit: int) -> Iterator[bytes]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with pq.ParquetFile(pa.PythonFile(file, mode="r"), buffer_size=BUFFER, pre_buffer=False) as table:
        meta = table.metadata
        if meta.num_rows > MAX_MEMBERS:
            raise bomb(f"more than {MAX_MEMBERS:,} rows")
        if sum(meta.row_group(index).total_byte_size for index in range(meta.num_row_groups)) > limit:
            raise bomb(f"more than {limit:,} bytes")
        for batch in table.iter_batches(batch_size=BATCH):
            for row in batch.to_pylist():
                yield orjson.dumps(row, default=_plain, option=orjson.OPT_NON_STR_KEYS)


def _plain(value: Any) -> Any:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


def _rows(rows: Iterable[bytes | int], limit: int, row_keys: Sequence[str]) -> Iterator[Member]:
    """Yield rows of JSON, each named by its key, or by its content where it has none."""
    total = 0
    for number, row in enumerate(rows, 1):
        size = row if isinstance(row, int) else len(row)
        total += size
        if total > limit:  # repeated values take few bytes in a file of columns
            raise bomb(f"more than {limit:,} bytes")
        if isinstance(row, int) or size > base.MAX_BYTES:
            yield _refused(f"row {number}", size, base.too_large())
        else:
            mark = content_mark(row)
            yield Member(_key(row, row_keys) or mark[:16], size, mark, partial(_given, row))


def _key(row: bytes, row_keys: Sequence[str]) -> str:
    try:
        fields = orjson.loads(row)
    except orjson.JSONDecodeError:  # the profile reports it
        return ""
    values = (fields.get(column) for column in row_keys) if isinstance(fields, dict) else ()
    return next((name for value in values if isinstance(value, str | int) and (name := _safe(str(value)))), "")


def _given(data: bytes) -> bytes:
    return data


def _safe(name: str) -> str:
    """Return a member's path as a name: without steps upwards, with odd characters escaped, and of limited length."""
    path = "/".join(names.shown(part) for part in re.split(r"[/\\]", name) if part not in ("", ".", ".."))
    if len(path) <= LONGEST_NAME:
        return path
    tail = f"…{hashed([path])[:16]}{suffix(path)[:16]}"
    return path[: LONGEST_NAME - len(tail)] + tail


def _renamed(member: Member, ending: str, taken: Counter[str]) -> Member:
    """Return ``member`` under a name that no member before it has: the second ``a.md`` is ``a.2.md``."""
    name = member.name
    while taken[name]:
        taken[member.name] += 1
        name = f"{member.name[: len(member.name) - len(ending)]}.{taken[member.name]}{ending}"
    taken[name] += 1
    return replace(member, name=name)


def _listed(name: str, suffixes: Collection[str]) -> bool:
    hidden = any(part.startswith(".") for part in name.split("/"))
    return not hidden and (bool(kind_of(name) or compression_of(name)) or suffix(name) in suffixes)


def _bad(name: str, size: int, no_file: bool) -> Member | None:
    """Return a member that cannot be a document, with the reason; None for any other."""
    if no_file:
        return _refused(
            name,
            size,
            DocumentError(
                "not_a_file",
                "A link, a device or a file with holes in an archive.",
                remedy="Put the file itself into the archive.",
            ),
        )
    if kind_of(name) or compression_of(name):
        return _refused(
            name,
            size,
            DocumentError("nested_archive", "An archive in an archive.", remedy="Unpack it beside the other."),
        )
    return _refused(name, size, base.too_large()) if size > base.MAX_BYTES else None


def _refused(name: str, size: int, error: DocumentError) -> Member:
    return Member(name, size, f"{error.code}-{size}", partial(_raise, error))


def _raise(error: DocumentError) -> bytes:
    raise error


def _counted(items: Iterable[T]) -> Iterator[T]:
    for number, item in enumerate(items):
        if number >= MAX_MEMBERS:
            raise bomb(f"more than {MAX_MEMBERS:,} members")
        yield item
