"""A segment of the lexical index as arrays: built from terms, merged, and laid out as it is stored. Nothing here reads
or writes."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.integer[Any]]

CAPACITY = 65_536
"""Chunks of a segment (one version alone may have more): places take two bytes, and what a merge holds is bounded."""
COUNTED = 4_194_304
"""Terms that are counted at once when a segment is built: bounds memory to some 100 MB."""
LITTLE = {"versions": "<i8", "sizes": "<i4", "since": "<i4", "until": "<i4", "chunks": "<i8", "lengths": "<i4"}


class Posting(NamedTuple):
    """Where a term stands: ``places`` (None: ``counts`` has every place of the segment), and how often."""

    places: Ints | None
    counts: Ints


@dataclass(frozen=True, slots=True)
class Members:
    """The versions of a segment and their chunks. ``until`` is 0 where a version has not left."""

    versions: Ints
    sizes: Ints
    since: Ints
    until: Ints
    chunks: Ints
    lengths: Ints

    @classmethod
    def of(cls, row: Mapping[str, bytes]) -> "Members":
        """From the columns of a stored row."""
        return cls(**{name: np.frombuffer(row[name], kind) for name, kind in LITTLE.items()})

    def row(self) -> dict[str, bytes]:
        """The columns as they are stored."""
        return {name: getattr(self, name).astype(kind).tobytes() for name, kind in LITTLE.items()}

    def inside(self, edition: int) -> NDArray[np.bool_]:
        """Which of the chunks ``edition`` has."""
        member = (self.since <= edition) & ((self.until == 0) | (self.until > edition))
        return np.repeat(member, self.sizes)

    def needed(self, editions: Sequence[int]) -> NDArray[np.bool_]:
        """Which of the versions any of ``editions`` (ascending) has."""
        numbers = np.asarray([*editions, np.iinfo(np.int32).max])
        next_edition = numbers[np.searchsorted(numbers[:-1], self.since)]
        left = np.where(self.until == 0, np.iinfo(np.int32).max, self.until)
        return np.asarray((next_edition < left) | (self.until == 0))


@dataclass(frozen=True, slots=True)
class Postings:
    """The postings of all terms: those of ``terms[i]`` (ascending) are at ``starts[i]:starts[i + 1]`` of the others."""

    terms: Sequence[str]
    starts: Ints
    places: Ints
    counts: Ints


def count(texts: Iterable[Sequence[str]]) -> tuple[Ints, Postings]:
    """How many terms each text has, and the postings of all, the place of a text being its number."""
    numbers: dict[str, int] = {}
    lengths = array("q")
    seen = array("q")
    counted: list[tuple[Ints, Ints, Ints]] = []
    first = 0

    def settle() -> None:
        nonlocal first
        within = np.asarray(lengths[first:], np.int64)
        places = np.repeat(np.arange(first, len(lengths)), within)
        keys, counts = np.unique((np.asarray(seen, np.int64) << 32) | places, return_counts=True)
        counted.append((keys >> 32, keys & 0xFFFFFFFF, counts))
        first = len(lengths)
        del seen[:]

    for terms in texts:
        lengths.append(len(terms))
        seen.extend([numbers.setdefault(term, len(numbers)) for term in terms])
        if len(seen) >= COUNTED:
            settle()
    settle()
    ids, places, counts = (np.concatenate(columns) for columns in zip(*counted, strict=True))
    return np.asarray(lengths, np.int64), _arranged(list(numbers), ids, places, counts)


def merge(parts: Sequence[tuple[Members, Postings]], editions: Sequence[int]) -> tuple[Members, Postings]:
    """Several segments as one, in their order, without the versions that none of ``editions`` has."""
    numbers: dict[str, int] = {}
    members: list[Members] = []
    columns: list[tuple[Ints, Ints, Ints]] = []
    first = 0
    for old, postings in parts:
        kept = old.needed(editions)
        there = np.repeat(kept, old.sizes)
        members.append(
            Members(
                *(getattr(old, name)[kept] for name in ("versions", "sizes", "since", "until")),
                *(getattr(old, name)[there] for name in ("chunks", "lengths")),
            )
        )
        new_place = first + np.cumsum(there) - 1
        first += int(there.sum())
        ids = np.asarray([numbers.setdefault(term, len(numbers)) for term in postings.terms], np.int64)
        stays = there[postings.places]
        columns.append(
            (
                np.repeat(ids, np.diff(postings.starts))[stays],
                new_place[postings.places[stays]],
                postings.counts[stays],
            )
        )
    together = Members(*(np.concatenate([getattr(one, name) for one in members]) for name in Members.__slots__))
    return together, _arranged(list(numbers), *(np.concatenate(column) for column in zip(*columns, strict=True)))


def _arranged(terms: Sequence[str], ids: Ints, places: Ints, counts: Ints) -> Postings:
    """Postings with the terms in their order; terms that have none left go."""
    order = sorted(range(len(terms)), key=terms.__getitem__)
    rank = np.empty(len(terms), np.int64)
    rank[order] = np.arange(len(terms))
    ranks = rank[ids]
    by_term = np.lexsort((places, ranks))
    found = np.bincount(ranks, minlength=len(terms))
    starts = np.concatenate([[0], np.cumsum(found[found > 0])])
    return Postings(
        [terms[one] for one, n in zip(order, found, strict=True) if n], starts, places[by_term], counts[by_term]
    )


def rows(postings: Postings, size: int) -> Iterator[tuple[str, bytes | None, bytes]]:
    """Each term with its places and counts as they are stored: in the form that takes less room."""
    narrow = _place_type(size)
    bounds = postings.starts.tolist()
    places, counts = postings.places.astype(narrow), postings.counts
    widest = np.maximum.reduceat(counts, postings.starts[:-1]) if len(counts) else counts
    for term, start, end, most in zip(postings.terms, bounds[:-1], bounds[1:], widest.tolist(), strict=True):
        kind = np.dtype("u1" if most < 1 << 8 else "<u2" if most < 1 << 16 else "<u4")
        if (end - start) * (narrow.itemsize + kind.itemsize) < size * kind.itemsize:
            yield term, places[start:end].tobytes(), counts[start:end].astype(kind).tobytes()
        else:
            every = np.zeros(size, kind)
            every[places[start:end]] = counts[start:end]
            yield term, None, every.tobytes()


def stored(size: int, places: bytes | None, counts: bytes) -> Posting:
    """One stored posting in a segment of ``size`` chunks."""
    narrow = _place_type(size)
    entries = size if places is None else len(places) // narrow.itemsize
    found = np.frombuffer(counts, f"<u{len(counts) // entries}")
    return Posting(None if places is None else np.frombuffer(places, narrow), found)


def gathered(size: int, found: Iterable[tuple[str, bytes | None, bytes]]) -> Postings:
    """All postings of a segment from its stored rows."""
    terms, places, counts = [], [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for term, some_places, some_counts in found:
        one = stored(size, some_places, some_counts)
        at = np.flatnonzero(one.counts) if one.places is None else one.places
        terms.append(term)
        places.append(at.astype(np.int64))
        counts.append((one.counts[at] if one.places is None else one.counts).astype(np.int64))
    starts = np.cumsum([len(one) for one in places])
    return Postings(terms, starts, np.concatenate(places), np.concatenate(counts))


def _place_type(size: int) -> np.dtype[Any]:
    return np.dtype("<u2" if size <= CAPACITY else "<u4")
