"""List and read the documents of a source: its files, and the members of its archives."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import polars as pl

from piperoll import bounded
from piperoll.hashing import name as hashed
from piperoll.model import DocumentError
from piperoll.settings import is_remote
from piperoll.sources import base, containers, kinds, names, opened
from piperoll.sources.base import Container, Entry, Files, Listing, Source
from piperoll.sources.fingerprint import older_form
from piperoll.sources.folder import Folder

LISTING = {"source": pl.String, "size": pl.Int64, "fingerprint": pl.String}
TOO_LONG = "name too long"
"""Fingerprint of a file whose name was cut: it is found under no name, so it is never opened."""


def open_source(
    address: str, suffixes: Collection[str], row_keys: Sequence[str] = (), *, follow_outside: bool = False
) -> Source:
    """Open the source at an address.

    Args:
        address: a folder, ``s3://BUCKET/PREFIX``, or one archive in either.
        suffixes: endings of documents.
        row_keys: columns that may name a row of JSON lines or Parquet; the first one that the row has is used.
        follow_outside: follow links of a folder that lead out of it.

    Returns:
        The source; its documents are not listed yet.

    Raises:
        UsageError: the address is wrong, or there is no folder or archive.
    """

    def wanted(name: str) -> bool:
        return kinds.holds_documents(name, suffixes)

    if not is_remote(address):
        return Documents(Folder(Path(address), wanted, follow_outside=follow_outside), suffixes, row_keys)
    from piperoll.sources.s3 import Bucket  # boto3 costs a third of a second

    return Documents(Bucket(address, wanted, single=bool(kinds.kind_of(address))), suffixes, row_keys)


class Documents:
    """Documents make a :class:`~piperoll.sources.base.Source` of files.

    The members of an archive are documents of their own, ``laws.zip!/a.md``. Their fingerprints come from their
    content: when an archive is packed again, only the members that differ are processed again.
    """

    def __init__(self, files: Files, suffixes: Collection[str], row_keys: Sequence[str]) -> None:
        self.files, self.suffixes, self.row_keys = files, frozenset(suffixes), tuple(row_keys)

    def listing(self, ledger: pl.DataFrame, containers_known: Mapping[str, Container]) -> Listing:
        """See :class:`piperoll.sources.base.Source`.

        An archive that cannot be read is listed under its own name, with the members that it had before.
        """
        by_container: Mapping[str, list[Entry]] | None = None
        rows: list[Entry] = []
        seen: dict[str, Container] = {}
        for entry in map(_named, self.files.entries()):
            if entry.fingerprint == TOO_LONG or not kinds.kind_of(entry.source):
                rows.append(entry)
                continue
            by_container = _by_container(ledger) if by_container is None else by_container
            fingerprint, earlier = self._fingerprint(entry.fingerprint), by_container.get(entry.source, [])
            older = older_form(entry.fingerprint)
            same = [(fingerprint, len(earlier)), (self._fingerprint(older), len(earlier))][: 2 if older else 1]
            tried_again = any(not member.fingerprint for member in earlier)
            if containers_known.get(entry.source) in same and not tried_again:
                members = earlier
            else:
                try:
                    members = list(self._opened(entry.source))
                except DocumentError:
                    members = [entry, *(member for member in earlier if member.source != entry.source)]
            rows += members
            seen[entry.source] = Container(fingerprint, len(members))
        return Listing(pl.DataFrame(rows, schema=LISTING, orient="row"), seen)

    def read_all(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, bytes | DocumentError]]:
        """See :class:`piperoll.sources.base.Source`."""
        for (too_long, container, broken), group in groupby(files, key=_way):
            if too_long:
                yield from ((name, name, base.path_too_long()) for name, _ in group)
            elif container:
                yield from self._members(container, dict(group))
            elif broken:
                yield from self._broken(group)
            else:
                yield from self._files(group)

    def _fingerprint(self, listed: str) -> str:
        """Return the fingerprint of everything that decides how an archive is listed; ``listed``: of its file."""
        return hashed([containers.VERSION, *sorted(self.suffixes), "", *self.row_keys, "", listed])

    def _opened(self, container: str) -> Iterator[Entry]:
        """Yield the members of an archive."""
        with self.files.open(container) as file:
            for name, size, fingerprint in opened.entries(container, file, self.suffixes, self.row_keys):
                yield Entry(f"{container}{kinds.MARK}{name}", size, fingerprint)

    def _files(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, bytes | DocumentError]]:
        for name, data in self.files.read_all(files):
            if not kinds.compression_of(name):
                yield name, name, data
                continue
            if isinstance(data, bytes):
                try:
                    data = opened.inflated(name, data)
                except DocumentError as error:
                    data = error
            yield name, name.rpartition(".")[0], data

    def _members(self, container: str, wanted: dict[str, str]) -> Iterator[tuple[str, str, bytes | DocumentError]]:
        """Yield the members of an archive that are ``wanted`` (source to fingerprint), in one pass."""
        ending = kinds.ROW if kinds.kind_of(container) in kinds.ROWS else ""
        missing = {source.removeprefix(f"{container}{kinds.MARK}"): mark for source, mark in wanted.items()}
        reason: DocumentError = base.changed_while_read()

        def named(member: str) -> tuple[str, str]:
            source = f"{container}{kinds.MARK}{member}"
            return source, source + ending

        try:
            with self.files.open(container) as file:
                for name, content in opened.contents(container, file, self.suffixes, self.row_keys, missing):
                    if missing.pop(name, None) is not None:
                        yield *named(name), content
        except DocumentError as error:
            if error.code in ("vanished", "unreadable", *bounded.CODES):
                reason = error
        for name in missing:
            yield *named(name), reason

    def _broken(self, files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, bytes | DocumentError]]:
        """Yield archives that could not be listed, each with the reason."""
        for name, _ in files:
            try:
                for _member in self._opened(name):
                    pass
                yield name, name, base.changed_while_read()
            except DocumentError as error:
                yield name, name, error


def _named(entry: Entry) -> Entry:
    """Return an entry whose name looks like no member of an archive, and is cut where it is too long."""
    source = entry.source
    while match := kinds.INSIDE.match(source):
        source = f"{match[1]}{names.escaped('!')}/{source[match.end() :]}"
    most = containers.LONGEST_ARCHIVE if kinds.kind_of(source) else names.LONGEST
    return entry._replace(source=source) if names.fits(source, most) else Entry(names.cut(source), entry.size, TOO_LONG)


def _way(file: tuple[str, str]) -> tuple[bool, str, bool]:
    """Return how a document is read: whether its name is too long, its archive, and whether it is an archive itself,
    listed because it could not be read."""
    source, fingerprint = file
    container = kinds.container_of(source)
    return fingerprint == TOO_LONG, container, not container and bool(kinds.kind_of(source))


def _by_container(ledger: pl.DataFrame) -> Mapping[str, list[Entry]]:
    """Return the entries of the ledger by archive; the archive's own entry is among them."""
    entries = defaultdict(list)
    for row in ledger.select("source", "known_size", "known_fingerprint").iter_rows():
        if container := kinds.container_of(row[0]) or (row[0] if kinds.kind_of(row[0]) else ""):
            entries[container].append(Entry(*row))
    return entries
