"""Build, merge and encode a segment of the lexical index as arrays, without any database.

A *place* is the number of a unit (a chunk, a version or a triplet) in its segment, from 0.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.integer[Any]]

CAPACITY = 65_536
"""Units in a segment (one version alone may have more): a place takes two bytes, and a merge has bounded memory."""
COUNTED = 4_194_304
"""Terms that are counted at once when a segment is built: bounds memory to some 100 MB."""
COLUMN_TYPES = {"versions": "<i8", "sizes": "<i4", "since": "<i4", "until": "<i4", "chunks": "<i8", "lengths": "<i4"}


class Posting(NamedTuple):
    """Hold the places of a term and its counts there. If ``places`` is None, ``counts`` has every place."""

    places: Ints | None
    counts: Ints


@dataclass(frozen=True, slots=True)
class Members:
    """Hold the versions of a segment and their units, as the columns of ``lexical_segment``."""

    versions: Ints
    """Id of each version, ascending."""
    sizes: Ints
    """Number of units of each version."""
    since: Ints
    """Edition in which each version joined."""
    until: Ints
    """Edition in which each version left; 0: it has not left."""
    chunks: Ints
    """Id of the unit at each place."""
    lengths: Ints
    """Number of terms of the unit at each place."""

    @classmethod
    def of(cls, row: Mapping[str, bytes]) -> "Members":
        """Return the members that the columns of a stored row describe."""
        return cls(**{name: np.frombuffer(row[name], kind) for name, kind in COLUMN_TYPES.items()})

    def row(self) -> dict[str, bytes]:
        """Return the columns as they are stored."""
        return {name: getattr(self, name).astype(kind).tobytes() for name, kind in COLUMN_TYPES.items()}

    def inside(self, edition: int) -> NDArray[np.bool_]:
        """Return for each place whether ``edition`` has its unit."""
        member = (self.since <= edition) & ((self.until == 0) | (self.until > edition))
        return np.repeat(member, self.sizes)

    def needed(self, editions: Sequence[int]) -> NDArray[np.bool_]:
        """Return for each version whether any of ``editions`` (ascending) has it."""
        numbers = np.asarray([*editions, np.iinfo(np.int32).max])
        next_edition = numbers[np.searchsorted(numbers[:-1], self.since)]
        left = np.where(self.until == 0, np.iinfo(np.int32).max, self.until)
        return np.asarray((next_edition < left) | (self.until == 0))


@dataclass(frozen=True, slots=True)
class Postings:
    """Hold the postings of all terms: ``starts[i]:starts[i + 1]`` of ``places`` and ``counts`` belongs to ``terms[i]``.

    Terms are ascending, and so are the places of a term.
    """

    terms: Sequence[str]
    starts: Ints
    places: Ints
    counts: Ints


def count(texts: Iterable[Sequence[str]]) -> tuple[Ints, Postings]:
    """Return the number of terms of each text, and the postings of all texts; the place of a text is its number."""
    numbers: dict[str, int] = {}
    lengths = array("q")
    seen = array("q")
    counted: list[tuple[Ints, Ints, Ints]] = []
    first = 0

    def count_seen() -> None:
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
            count_seen()
    count_seen()
    ids, places, counts = (np.concatenate(columns) for columns in zip(*counted, strict=True))
    return np.asarray(lengths, np.int64), _arranged(list(numbers), ids, places, counts)


def merge(parts: Sequence[tuple[Members, Postings]], editions: Sequence[int]) -> tuple[Members, Postings]:
    """Merge segments in their order, without the versions that none of ``editions`` has."""
    numbers: dict[str, int] = {}
    members: list[Members] = []
    columns: list[tuple[Ints, Ints, Ints]] = []
    first = 0
    for old, postings in parts:
        kept = old.needed(editions)
        kept_units = np.repeat(kept, old.sizes)
        members.append(
            Members(
                *(getattr(old, name)[kept] for name in ("versions", "sizes", "since", "until")),
                *(getattr(old, name)[kept_units] for name in ("chunks", "lengths")),
            )
        )
        new_place = first + np.cumsum(kept_units) - 1
        first += int(kept_units.sum())
        ids = np.asarray([numbers.setdefault(term, len(numbers)) for term in postings.terms], np.int64)
        stays = kept_units[postings.places]
        columns.append(
            (
                np.repeat(ids, np.diff(postings.starts))[stays],
                new_place[postings.places[stays]],
                postings.counts[stays],
            )
        )
    merged = Members(*(np.concatenate([getattr(part, name) for part in members]) for name in Members.__slots__))
    return merged, _arranged(list(numbers), *(np.concatenate(column) for column in zip(*columns, strict=True)))


def _arranged(terms: Sequence[str], ids: Ints, places: Ints, counts: Ints) -> Postings:
    """Return postings with the terms in ascending order, without terms that occur nowhere."""
    order = sorted(range(len(terms)), key=terms.__getitem__)
    rank = np.empty(len(terms), np.int64)
    rank[order] = np.arange(len(terms))
    ranks = rank[ids]
    by_term = np.lexsort((places, ranks))
    sizes = np.bincount(ranks, minlength=len(terms))
    starts = np.concatenate([[0], np.cumsum(sizes[sizes > 0])])
    remaining = [terms[number] for number, size in zip(order, sizes, strict=True) if size]
    return Postings(remaining, starts, places[by_term], counts[by_term])


def encode(postings: Postings, size: int) -> Iterator[tuple[str, bytes | None, bytes]]:
    """Yield each term with its places and counts as they are stored, in whichever form takes fewer bytes.

    ``size`` is the number of units in the segment.
    """
    narrow = _place_type(size)
    bounds = postings.starts.tolist()
    places, counts = postings.places.astype(narrow), postings.counts
    widest = np.maximum.reduceat(counts, postings.starts[:-1]) if len(counts) else counts
    for term, start, end, most in zip(postings.terms, bounds[:-1], bounds[1:], widest.tolist(), strict=True):
        kind = np.dtype("u1" if most < 1 << 8 else "<u2" if most < 1 << 16 else "<u4")
        if (end - start) * (narrow.itemsize + kind.itemsize) < size * kind.itemsize:
            yield term, places[start:end].tobytes(), counts[start:end].astype(kind).tobytes()
        else:
            counts_everywhere = np.zeros(size, kind)
            counts_everywhere[places[start:end]] = counts[start:end]
            yield term, None, counts_everywhere.tobytes()


def decode_posting(size: int, places: bytes | None, counts: bytes) -> Posting:
    """Return one posting from its stored form.

    Args:
        size: number of units in the segment.
        places: the stored places; None: ``counts`` has every place.
        counts: the stored counts.
    """
    narrow = _place_type(size)
    entries = size if places is None else len(places) // narrow.itemsize
    decoded = np.frombuffer(counts, f"<u{len(counts) // entries}")
    return Posting(None if places is None else np.frombuffer(places, narrow), decoded)


def decode(size: int, rows: Iterable[tuple[str, bytes | None, bytes]]) -> Postings:
    """Return all postings of a segment of ``size`` units from its stored rows (term, places, counts)."""
    terms, places, counts = [], [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for term, stored_places, stored_counts in rows:
        posting = decode_posting(size, stored_places, stored_counts)
        if posting.places is None:
            nonzero = np.flatnonzero(posting.counts)
            posting = Posting(nonzero, posting.counts[nonzero])
        terms.append(term)
        places.append(np.asarray(posting.places, np.int64))
        counts.append(posting.counts.astype(np.int64))
    starts = np.cumsum([len(column) for column in places])
    return Postings(terms, starts, np.concatenate(places), np.concatenate(counts))


def _place_type(size: int) -> np.dtype[Any]:
    return np.dtype("<u2" if size <= CAPACITY else "<u4")
