"""Open archives and compressed files in a child process, which may take only so much memory and time.

The functions of :mod:`piperoll.sources.containers` do the work there; here is what goes there and comes back.
"""

import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import BinaryIO

import orjson

from piperoll import bounded
from piperoll.child import Refusal
from piperoll.model import DocumentError
from piperoll.sources import base, containers, streams


def entries(
    name: str, file: BinaryIO, suffixes: Collection[str], row_keys: Sequence[str]
) -> Iterator[tuple[str, int, str]]:
    """Yield name, size and fingerprint of each document in an archive.

    Args:
        name: of the archive.
        file: its bytes, seekable.
        suffixes: endings of documents.
        row_keys: columns that may name a row.

    Raises:
        DocumentError: as :func:`containers.members` and :func:`bounded.run`.
    """
    for item in _run(_listed, file, name, frozenset(suffixes), tuple(row_keys)):
        member, size, fingerprint = orjson.loads(item)
        yield member, size, fingerprint


def contents(
    name: str, file: BinaryIO, suffixes: Collection[str], row_keys: Sequence[str], wanted: Mapping[str, str]
) -> Iterator[tuple[str, bytes | DocumentError]]:
    """Yield name and content of documents in an archive, in its order.

    Args:
        name: of the archive.
        file: its bytes, seekable.
        suffixes: endings of documents.
        row_keys: columns that may name a row.
        wanted: names of documents, with their fingerprints as listed.

    Raises:
        DocumentError: as :func:`containers.members` and :func:`bounded.run`.
    """
    for item in _run(_loaded, file, name, frozenset(suffixes), tuple(row_keys), dict(wanted)):
        head, _, data = item.partition(b"\n")
        member, refused = orjson.loads(head)
        yield member, Refusal(*refused).error() if refused else data


def inflated(name: str, data: bytes) -> bytes:
    """Return the content of a compressed file.

    Raises:
        DocumentError: as :func:`streams.inflated` and :func:`bounded.run`.
    """
    return b"".join(bounded.run(_inflated, name, data, size=len(data)))


def _run(function: bounded.Work, file: BinaryIO, *arguments: object) -> Iterator[bytes]:
    try:
        yield from bounded.run(function, *arguments, size=file.seek(0, io.SEEK_END), file=file)
    except bounded.Defect as error:
        raise streams.damaged(str(error)) from None


def _listed(file: BinaryIO, name: str, suffixes: Collection[str], row_keys: Sequence[str]) -> Iterator[bytes]:
    """Work in the child for :func:`entries`."""
    for member in containers.members(name, file, suffixes, row_keys):
        yield orjson.dumps([member.name, member.size, member.fingerprint()])


def _loaded(
    file: BinaryIO, name: str, suffixes: Collection[str], row_keys: Sequence[str], wanted: dict[str, str]
) -> Iterator[bytes]:
    """Work in the child for :func:`contents`."""
    for member in containers.members(name, file, suffixes, row_keys):
        listed = wanted.pop(member.name, None)
        if listed is None:
            continue
        try:
            yield orjson.dumps([member.name, None]) + b"\n" + _content(member, listed)
        except DocumentError as error:
            yield orjson.dumps([member.name, [error.code, error.message, error.remedy]])
        if not wanted:
            return


def _content(member: containers.Member, listed: str) -> bytes:
    """Return the bytes of a member.

    Raises:
        DocumentError: it cannot be used, or is no longer the one that was listed.
    """
    if member.mark and member.mark != listed:
        raise base.changed_while_read()
    data = member.load()
    if not member.mark and containers.content_mark(data) != listed:
        raise base.changed_while_read()
    return data


def _inflated(name: str, data: bytes) -> Iterator[bytes]:
    """Work in the child for :func:`inflated`."""
    yield streams.inflated(name, data)
