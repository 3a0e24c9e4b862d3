"""Index words in segments of postings, so that one index serves every edition of a corpus.

A corpus has three indexes: the terms of its chunks, the words by which a query may name a document, and the terms of
its triplets. A *unit* is an entry of an index: a chunk, a version, or a triplet (which has the id of its chunk). A
segment holds the units of consecutive versions, and for each version the editions that have it. Nothing is counted for
a single edition beforehand, and a new edition only adds a segment.

A segment never changes, except that it records in which edition a version left. Small neighbours are merged, so there
are few segments. A merge leaves out *dead* units, which no edition needs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from uuid import UUID

import numpy as np
from psycopg.rows import dict_row

from piperoll.cache import Cache
from piperoll.errors import PiperollError
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.lexical_units import CHUNKS, UNITS, Unit
from piperoll.store.postings import Ints, Members, Posting, Postings, decode, decode_posting
from piperoll.store.sql import query

CACHED = 256
"""Segments whose versions and units a process remembers: 24 bytes a unit, so 400 MB at most, for 16 million units."""
POSTINGS_BYTES, POSTING_BYTES = 100_000_000, 500
"""What a process remembers of postings, and what one takes besides its numbers. All postings of 300,000 chunks have 42
MB; a search reads the same common words again and again."""
TRIES = 10
"""Reads that may find a segment gone that was there a moment ago; after so many it is reported as a defect."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Hold a stored segment: its id, the edition it was built for, and its versions and units."""

    id: UUID
    edition: int
    members: Members

    @property
    def size(self) -> int:
        """Return the number of units."""
        return len(self.members.chunks)


class Lexical:
    """Read and check one index of a corpus.

    Args:
        connection: an open connection; in autocommit to write.
        corpus: the corpus.
        language: language of the words; None: that of the corpus.
        made_by: another version of the analysis, whose segments can be kept but not searched; None: the current one.
        unit: what the index holds.
    """

    def __init__(
        self,
        connection: Connection,
        corpus: Corpus,
        language: str | None = None,
        made_by: str | None = None,
        unit: Unit = CHUNKS,
    ) -> None:
        self.connection = connection
        self.corpus = corpus
        self.language = language or corpus.language
        self.unit = unit
        self.values = {"corpus": corpus.id, "analysis": made_by or unit.made_by(self.language)}

    def read(self, terms: Iterable[str], edition: int) -> list[tuple[Members, dict[str, Posting]]]:
        """Return every segment with its postings of ``terms``, as one consistent view while others write.

        Raises:
            PiperollError: ``edition`` is not indexed, or only by another version of the analysis; or the index changed
                during each of TRIES reads.
        """
        wanted = sorted(set(terms))
        index = self.corpus.id, str(self.values["analysis"])
        known = SEGMENTS.get(index) or _Segments((), "")
        for _ in range(TRIES):
            found = {term: kept for term in wanted if (kept := POSTINGS.get((known.name, term))) is not None}
            lacking = [term for term in wanted if term not in found]
            covered = 0
            until: dict[UUID, bytes] = {}
            read: dict[str, dict[UUID, tuple[bytes | None, bytes]]] = {term: {} for term in lacking}
            with self.connection.cursor(binary=True) as cursor:
                rows = cursor.execute(query("lexical_read"), {**self.values, "terms": lacking})
                for number, segment_id, term, places, counts in rows:
                    covered = max(covered, number)
                    if term is not None:
                        read[term][segment_id] = places, counts
                    elif segment_id is not None:
                        until[segment_id] = counts
            if covered < edition:
                raise self._not_indexed(edition)
            members = {one: held for one in until if (held := CACHE.get(one))}
            for segment in self.segments([segment_id for segment_id in until if segment_id not in members]):
                members[segment.id] = CACHE.put(segment.id, segment.members)
            if len(members) < len(until):  # a segment was merged between the two statements
                continue
            ids = tuple(sorted(until))
            remembered = ids == known.ids or not found  # else what was found is of other segments
            if ids != known.ids:
                known = SEGMENTS.put(index, _Segments(ids, " ".join(map(str, ids))))
            sizes = [len(members[one].chunks) for one in ids]
            for term, stored in read.items():
                decoded = [
                    decode_posting(size, *stored[one]) if one in stored else None
                    for one, size in zip(ids, sizes, strict=True)
                ]
                found[term] = POSTINGS.put((known.name, term), decoded)
            if remembered:
                return [
                    (
                        replace(members[one], until=np.frombuffer(until[one], "<i4")),
                        {term: posting for term, postings in found.items() if (posting := postings[place])},
                    )
                    for place, one in enumerate(ids)
                ]
        raise PiperollError(
            "index_unsteady",
            f"The index of {self.corpus.name} changed during each of {TRIES} reads.",
            remedy="Ask again; if it goes on, look which runs index this corpus.",
        )

    def _not_indexed(self, edition: int) -> PiperollError:
        return PiperollError(
            "not_indexed",
            f"The words of edition {edition} of {self.corpus.name} are not indexed yet"
            f" (terms {self.values['analysis']}).",
            remedy=f"piperoll reindex {self.corpus.name} does that, also if nothing else is new.",
        )

    def segments(self, only: Sequence[UUID] | None = None) -> list[Segment]:
        """Return the segments, oldest first; with ``only``, those of these ids that still exist."""
        if only is not None and not only:
            return []
        with self.connection.cursor(binary=True, row_factory=dict_row) as cursor:
            rows = cursor.execute(query("lexical_members"), {**self.values, "only": only})
            return [Segment(row["id"], row["edition"], Members.of(row)) for row in rows]

    def postings(self, segment: Segment) -> Postings:
        """Return all postings of a segment."""
        with self.connection.cursor(binary=True) as cursor:
            statement = "SELECT term, places, counts FROM posting WHERE segment_id = %s ORDER BY term"
            return decode(segment.size, cursor.execute(statement, (segment.id,)))

    def check(self, edition: int) -> tuple[int, int]:
        """Compare the index with the rows of ``edition``.

        Returns:
            The number of units of the edition that the index lacks, and the number of places in the index that belong
            to no unit or have other terms than were counted.
        """
        values = {**self.values, "edition": edition}
        with self.connection.cursor(binary=True) as cursor:
            ids = np.fromiter((id_ for (id_,) in cursor.execute(query(self.unit.members), values)), np.int64)
        wrong = 0
        indexed: list[Ints] = [np.empty(0, np.int64)]
        covered = self.connection.execute(query("lexical_position"), self.values).fetchone()
        for segment in self.segments() if covered and covered[0] >= edition else ():
            inside = segment.members.inside(edition)
            postings = self.postings(segment)
            terms = np.bincount(postings.places, postings.counts, segment.size)
            wrong += int(np.count_nonzero(terms[inside] != segment.members.lengths[inside]))
            indexed.append(segment.members.chunks[inside])
        distinct, numbers = np.unique(np.concatenate([ids, *indexed]), return_inverse=True)
        in_rows = np.bincount(numbers[: len(ids)], minlength=len(distinct))
        in_index = np.bincount(numbers[len(ids) :], minlength=len(distinct))
        lacking = in_rows - in_index
        return int(lacking.clip(min=0).sum()), wrong + int((-lacking).clip(min=0).sum())


class _Segments(NamedTuple):
    """Name the segments of an index: their ids, ascending, and all of these as one text."""

    ids: tuple[UUID, ...]
    name: str


def _bytes(postings: Sequence[Posting | None]) -> int:
    """Return the memory that the postings of a term take."""
    arrays = (array for posting in postings for array in posting or () if array is not None)
    return POSTING_BYTES * (1 + len(postings)) + sum(array.nbytes for array in arrays)


CACHE: Cache[UUID, Members] = Cache(CACHED)
"""The members of segments, which never change, by the id of the segment, which is unique across databases."""
SEGMENTS: Cache[tuple[int, str], _Segments] = Cache(CACHED)
"""The segments that an index had when it was last read, by corpus and analysis; it may have others by now."""
POSTINGS: Cache[tuple[str, str], Sequence[Posting | None]] = Cache(POSTINGS_BYTES, _bytes)
"""The postings of a term in each of some segments, by the name of the segments and the term; None: it has none there.
"""


def check(connection: Connection, corpus: Corpus, edition: int) -> tuple[int, int]:
    """Compare all indexes of the corpus with the rows of ``edition``.

    Args:
        connection: an open connection.
        corpus: the corpus of the edition.
        edition: number of the edition.

    Returns:
        The sums of what :meth:`Lexical.check` returns for each index.
    """
    missing, wrong = zip(*(Lexical(connection, corpus, unit=unit).check(edition) for unit in UNITS), strict=True)
    return sum(missing), sum(wrong)
