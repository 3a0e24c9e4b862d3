"""The documents of a source: its files, and what lies in its archives."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import polars as pl

from piperoll.errors import PiperollError
from piperoll.hashing import name as hashed
from piperoll.model import DocumentError
from piperoll.settings import is_remote
from piperoll.sources import base, containers
from piperoll.sources.base import LISTING, Container, Entry, Files, Listing, Source
from piperoll.sources.folder import Folder


def open_source(address: str, suffixes: Collection[str], row_keys: Sequence[str] = ()) -> Source:
    """The documents at ``address``: a folder, ``s3://BUCKET/PREFIX``, or one archive in either.

    Args:
        suffixes: endings of documents.
        row_keys: columns of which the first that a row of JSON lines or Parquet has names it.

    Raises:
        UsageError: there is nothing of the kind.
    """

    def wanted(name: str) -> bool:
        return containers.holds_documents(name, suffixes)

    if not is_remote(address):
        return Documents(Folder(Path(address), wanted), suffixes, row_keys)
    from piperoll.sources.s3 import Bucket  # boto3 costs a third of a second

    return Documents(Bucket(address, wanted, single=bool(containers.kind_of(address))), suffixes, row_keys)


class Documents:
    """A :class:`~piperoll.sources.base.Source` over files.

    The members of an archive are documents of their own, ``laws.zip!/a.md``. Their fingerprints come from their
    content, so that of an archive that was packed anew only those that differ are done again.
    """

    def __init__(self, files: Files, suffixes: Collection[str], row_keys: Sequence[str]) -> None:
        self.files, self.suffixes, self.row_keys = files, frozenset(suffixes), tuple(row_keys)

    def listing(self, known: pl.DataFrame, containers_known: Mapping[str, Container]) -> Listing:
        """See :class:`piperoll.sources.base.Source`.

        Of an archive that cannot be read the listing has its own name, and the members that it had before.
        """
        before: Mapping[str, list[Entry]] | None = None
        rows: list[Entry] = []
        seen: dict[str, Container] = {}
        for entry in self.files.entries():
            if containers.container_of(entry.source):
                raise PiperollError(
                    "source_name",
                    f"The folder of {entry.source} is named like the inside of an archive.",
                    remedy="Rename the folder.",
                )
            if not containers.kind_of(entry.source):
                rows.append(entry)
                continue
            before = _by_container(known) if before is None else before
            mark, had = self._mark(entry), before.get(entry.source, [])
            tried_again = any(not one.fingerprint for one in had)
            if containers_known.get(entry.source) == (mark, len(had)) and not tried_again:
                found = had
            else:
                try:
                    found = list(self._opened(entry.source))
                except DocumentError:
                    found = [entry, *(one for one in had if one.source != entry.source)]
            rows += found
            seen[entry.source] = Container(mark, len(found))
        return Listing(pl.DataFrame(rows, schema=LISTING, orient="row"), seen)

    def read_all(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, bytes | DocumentError]]:
        """See :class:`piperoll.sources.base.Source`."""
        for (container, broken), group in groupby(files, key=lambda file: _place(file[0])):
            if container:
                yield from self._members(container, dict(group))
            elif broken:
                yield from self._broken(group)
            else:
                yield from self._files(group)

    def _mark(self, entry: Entry) -> str:
        """Fingerprint of all that decides what is listed of an archive."""
        return hashed([containers.VERSION, *sorted(self.suffixes), "", *self.row_keys, "", entry.fingerprint])

    def _opened(self, container: str) -> Iterator[Entry]:
        with self.files.open(container) as file:
            for member in containers.members(container, file, self.suffixes, self.row_keys):
                yield Entry(f"{container}{containers.MARK}{member.name}", member.size, member.fingerprint())

    def _files(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, bytes | DocumentError]]:
        for name, data in self.files.read_all(files):
            if not containers.compression_of(name):
                yield name, name, data
                continue
            if isinstance(data, bytes):
                try:
                    data = containers.inflated(name, data)
                except DocumentError as error:
                    data = error
            yield name, name.rpartition(".")[0], data

    def _members(self, container: str, wanted: dict[str, str]) -> Iterator[tuple[str, str, bytes | DocumentError]]:
        """Those of an archive that are ``wanted`` (source to fingerprint), in one pass."""
        ending = containers.ROW if containers.kind_of(container) in containers.ROWS else ""
        left = dict(wanted)
        lost: DocumentError = base.changed_while_read()
        try:
            with self.files.open(container) as file:
                for member in containers.members(container, file, self.suffixes, self.row_keys):
                    source = f"{container}{containers.MARK}{member.name}"
                    listed = left.pop(source, None)
                    if listed is not None:
                        yield source, source + ending, _content(member, listed)
                        if not left:
                            return
        except DocumentError as error:
            if error.code in ("vanished", "unreadable"):
                lost = error
        for source in left:
            yield source, source + ending, lost

    def _broken(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, bytes | DocumentError]]:
        """Archives that could not be listed: each with the reason."""
        for name, _ in files:
            try:
                for _member in self._opened(name):
                    pass
                yield name, name, base.changed_while_read()
            except DocumentError as error:
                yield name, name, error


def _place(source: str) -> tuple[str, bool]:
    """The archive of a document, and whether it is an archive itself, listed because it could not be read."""
    container = containers.container_of(source)
    return container, not container and bool(containers.kind_of(source))


def _content(member: containers.Member, listed: str) -> bytes | DocumentError:
    """The bytes of a member, if it is still the one that was listed."""
    if member.mark and member.mark != listed:
        return base.changed_while_read()
    try:
        data = member.load()
    except DocumentError as error:
        return error
    return data if member.mark or containers.content_mark(data) == listed else base.changed_while_read()


def _by_container(known: pl.DataFrame) -> Mapping[str, list[Entry]]:
    """What the ledger has of each archive, its own row included."""
    found = defaultdict(list)
    for row in known.select("source", "known_size", "known_fingerprint").iter_rows():
        if container := containers.container_of(row[0]) or (row[0] if containers.kind_of(row[0]) else ""):
            found[container].append(Entry(*row))
    return found
