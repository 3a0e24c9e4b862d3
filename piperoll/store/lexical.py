"""Index words in segments of postings, so that one index serves every edition of a corpus.

A corpus has three indexes: the terms of its chunks, the words by which a query may name a document, and the terms of
its triplets. A *unit* is an entry of an index: a chunk, a version, or a triplet (which has the id of its chunk). A
segment holds the units of consecutive versions, and for each version the editions that have it. Nothing is counted for
a single edition beforehand, and a new edition only adds a segment.

A segment never changes, except that it records in which edition a version left. Small neighbours are merged, so there
are few segments. A merge leaves out *dead* units, which no edition needs.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple
from uuid import UUID

import numpy as np
from psycopg.rows import dict_row

from piperoll.cache import Cache
from piperoll.errors import PiperollError
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.postings import (
    CAPACITY,
    Ints,
    Members,
    Posting,
    Postings,
    count,
    decode,
    decode_posting,
    encode,
    merge,
)
from piperoll.store.sql import analyze, query
from piperoll.text import analysis, names, relations

DEAD_SHARE = 0.1
"""A segment with a greater share of dead units is rewritten without them. They cost time, never a wrong result."""
GROWTH = 2
"""A segment is merged with the one before it unless that is more than this many times as large: each unit is written
once for each doubling of what was added after it, and there are as few segments as doublings of the corpus."""
PAGE = 16_384
"""Versions read at most for one new segment."""
CACHED = 256
"""Segments whose versions and units a process remembers: 24 bytes a unit, so 400 MB at most, for 16 million units."""
POSTINGS_BYTES, POSTING_BYTES = 100_000_000, 500
"""What a process remembers of postings, and what one takes besides its numbers. All postings of 300,000 chunks have 42
MB; a search reads the same common words again and again."""
TRIES = 10
"""Reads that may find a segment gone that was there a moment ago; after so many it is reported as a defect."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Describe the units of one index: which rows they come from, and which words they are found by."""

    pending: str
    """Name of the query for the versions that are in no segment yet, each with its number of units."""
    one_per_version: bool
    """Whether each version is one unit, whatever number ``pending`` gives."""
    texts: str
    """Name of the query for the units of some versions: the id of each, and its texts."""
    batch: int
    """Versions whose texts are fetched at once: bounds memory."""
    members: str
    """Name of the query for the ids of the units of an edition."""
    made_by: Callable[[str], str]
    """Returns the name and version of the analysis for a language."""
    words: Callable[..., list[str]]
    """Returns the words of a unit, from the language and the columns of ``texts`` after the id."""


CHUNKS = Unit(
    pending="lexical_pending",
    one_per_version=False,
    texts="lexical_texts",
    batch=500,
    members="chunks_of_edition",
    made_by=analysis.name,
    words=lambda language, text: analysis.terms(text, language),
)
DOCUMENTS = Unit(
    pending="lexical_pending",
    one_per_version=True,
    texts="names_texts",
    batch=20,
    members="versions_of_edition",
    made_by=lambda _: f"names/{names.VERSION}",
    words=lambda _, titles, text: names.of_document(titles, text),
)
TRIPLETS = Unit(
    pending="triplet_pending",
    one_per_version=False,
    texts="triplet_texts",
    batch=500,
    members="triplet_places",
    made_by=relations.name,
    words=lambda language, subject, predicate, object_: relations.terms(subject, predicate, object_, language),
)
UNITS = (CHUNKS, DOCUMENTS, TRIPLETS)


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
    """Build, read and check one index of a corpus.

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

    def index(self, edition: int) -> str:
        """Index every edition up to ``edition``, which is built; a process that died half way is continued.

        Returns:
            ``built``, ``extended`` or ``kept``.
        """
        self.connection.execute(
            "INSERT INTO lexical_index (corpus_id, analysis) VALUES (%(corpus)s, %(analysis)s) ON CONFLICT DO NOTHING",
            self.values,
        )
        covered, _ = self._position()
        while self._extend(edition):
            pass
        if covered < edition:
            self._cover(edition)
            analyze(self.connection, "lexical_segment", "posting")
        self.tidy(self.corpus.editions)
        self._drop_others()
        return "kept" if covered >= edition else "extended" if covered else "built"

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

    def tidy(self, editions: Sequence[int]) -> None:
        """Merge small neighbouring segments, and rewrite segments with many dead units.

        Args:
            editions: numbers of the editions that are still needed, ascending.
        """
        while self._tidy_once(editions):
            pass

    def _position(self) -> tuple[int, int]:
        """Return the number of the newest indexed edition, and the last version in a segment for a later one."""
        row = self.connection.execute(query("lexical_position"), self.values).fetchone()
        assert row is not None
        return int(row[0]), int(row[1])

    def _hold(self) -> None:
        """Lock the index until the transaction ends: a run that lost its lock without knowing may still write."""
        self.connection.execute(
            "SELECT FROM lexical_index WHERE corpus_id = %(corpus)s AND analysis = %(analysis)s FOR UPDATE", self.values
        )

    def _extend(self, edition: int) -> bool:
        """Write the next versions into a new segment, in one transaction; return False if none are left."""
        position = covered, last_version = self._position()
        values = {**self.values, "edition": edition, "covered": covered, "after": last_version, "page": PAGE}
        pending = self.connection.execute(query(self.unit.pending), values).fetchall()
        if not pending:
            return False
        versions, since, until, sizes = (np.asarray(column, np.int64) for column in zip(*pending, strict=True))
        if self.unit.one_per_version:
            sizes = np.ones_like(sizes)
        fitting = max(1, int(np.searchsorted(np.cumsum(sizes), CAPACITY, side="right")))
        units: list[int] = []

        def words() -> Iterable[list[str]]:
            for start in range(0, fitting, self.unit.batch):
                batch = versions[start : min(start + self.unit.batch, fitting)].tolist()
                for unit, *texts in self.connection.execute(query(self.unit.texts), {"versions": batch}).fetchall():
                    units.append(unit)
                    yield self.unit.words(self.language, *texts)

        lengths, postings = count(words())
        members = Members(
            versions[:fitting], sizes[:fitting], since[:fitting], until[:fitting], np.asarray(units), lengths
        )
        with self.connection.transaction():
            self._hold()
            if self._position() == position:
                self._put(edition, members, postings)
        return True

    def _cover(self, edition: int) -> None:
        """Record which versions left, and that every edition up to ``edition`` is indexed."""
        with self.connection.transaction():
            self.write_left(edition)
            self.connection.execute(query("cover_edition"), {**self.values, "edition": edition})

    def write_left(self, edition: int) -> None:
        """Record in the segments which versions left up to ``edition``, which need not be indexed yet."""
        with self.connection.transaction():
            self._hold()
            covered, _ = self._position()
            values = {**self.values, "covered": covered, "edition": edition}
            rows = self.connection.execute(query("versions_left"), values).fetchall()
            if rows:
                versions, left_in = (np.asarray(column, np.int64) for column in zip(*rows, strict=True))
                for segment in self.segments():
                    self._close(segment, versions, left_in)

    def _close(self, segment: Segment, versions: Ints, left_in: Ints) -> None:
        """Record in a segment in which edition each of these ``versions`` (ascending) left."""
        nearest = np.searchsorted(versions, segment.members.versions).clip(max=len(versions) - 1)
        has_left = versions[nearest] == segment.members.versions
        if has_left.any():
            until = np.where(has_left, left_in[nearest], segment.members.until).astype("<i4").tobytes()
            self.connection.execute("UPDATE lexical_segment SET until = %s WHERE id = %s", (until, segment.id))

    def _tidy_once(self, editions: Sequence[int]) -> bool:
        """Replace one or two segments by a new one, in one transaction; return False if none needs it."""
        with self.connection.transaction():
            self._hold()
            if not (segments := _segments_to_rewrite(self.segments(), editions)):
                return False
            members, postings = merge([(segment.members, self.postings(segment)) for segment in segments], editions)
            ids = [segment.id for segment in segments]
            self.connection.execute("DELETE FROM lexical_segment WHERE id = ANY (%s)", (ids,))
            if len(members.chunks):
                self._put(segments[-1].edition, members, postings)
        return True

    def _put(self, edition: int, members: Members, postings: Postings) -> None:
        values = {**self.values, "edition": edition, "last_version": int(members.versions[-1]), **members.row()}
        row = self.connection.execute(query("put_segment"), values).fetchone()
        assert row is not None
        with self.connection.cursor().copy("COPY posting FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types(["uuid", "text", "bytea", "bytea"])
            for term, places, counts in encode(postings, len(members.chunks)):
                copy.write_row((row[0], term, places, counts))

    def _drop_others(self) -> None:
        """Delete the indexes by other versions of the analysis, and by languages that readers do not search in."""
        needed = [unit.made_by(language) for unit in UNITS for language in (self.language, self.corpus.language)]
        self.connection.execute(
            "DELETE FROM lexical_index WHERE corpus_id = %s AND analysis <> ALL (%s)", (self.corpus.id, needed)
        )


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


def indexes(connection: Connection, corpus: Corpus) -> list[Lexical]:
    """Return every index of the corpus, also one that is built next to another and not complete."""
    rows = connection.execute("SELECT analysis FROM lexical_index WHERE corpus_id = %s", (corpus.id,)).fetchall()
    return [Lexical(connection, corpus, made_by=made_by) for (made_by,) in rows]


def index(connection: Connection, corpus: Corpus, language: str, edition: int) -> str:
    """Index chunks, documents and triplets of every edition up to ``edition``.

    Args:
        connection: a connection in autocommit.
        corpus: the corpus of the edition.
        language: language of the words.
        edition: number of a built edition.

    Returns:
        What was done with the index of chunks: ``built``, ``extended`` or ``kept``.
    """
    done = [Lexical(connection, corpus, language, unit=unit).index(edition) for unit in UNITS]
    return done[0]


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


def _segments_to_rewrite(segments: Sequence[Segment], editions: Sequence[int]) -> list[Segment]:
    """Return the first segments to rewrite as one: two small neighbours, or one with many dead units."""
    for before, after in pairwise(segments):
        if before.size <= GROWTH * after.size and before.size + after.size <= CAPACITY:
            return [before, after]
    for segment in segments:
        dead = int(segment.members.sizes[~segment.members.needed(editions)].sum())
        if dead > DEAD_SHARE * segment.size:
            return [segment]
    return []
