"""The lexical indexes of a corpus: postings in segments, which hold every edition and never change but for what leaves.

One has the terms of chunks, one the words of documents, by which a query may name them, one the terms of triplets. What
has a place in it is its unit: a chunk, a version, or a triplet, which goes by the id of the chunk that it stands in. A
segment has the units of a run of versions, and with each version the editions in which it is a member. So one index
serves all editions, nothing in it is counted for one of them beforehand, and what an edition adds is one segment more.
Segments are merged as they come, small ones with small ones, so that there are few; what is dead is left out then.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from uuid import UUID

import numpy as np
from psycopg.rows import dict_row

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
    gathered,
    merge,
    rows,
    stored,
)
from piperoll.store.sql import query
from piperoll.text import analysis, names, relations

DEAD_SHARE = 0.1
"""Of the chunks of a segment, from which on it is written anew without them. They cost time, never a wrong result."""
GROWTH = 2
"""A segment is merged with the one before it unless that is more than so many times as large: each chunk is written
once for each doubling of what was added after it, and segments are as few as the doublings of the corpus."""
PAGE = 16_384
"""Versions looked at for one new segment."""
KEPT = 256
"""Segments whose versions and chunks a reader remembers: 24 bytes a chunk, so 400 MB at most, of 16 million chunks."""
TRIES = 10
"""Reads that find a segment gone that was there a moment ago, before that is taken for a defect."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What has a place in an index, and by which words it is found."""

    pending: str
    """The query that gives the versions that are in no segment yet, each with how many units it has."""
    one_a_version: bool
    texts: str
    """The query that gives the id of each unit of some versions with what it says."""
    fetched: int
    """Versions whose units are fetched at once: bounds memory."""
    members: str
    """The query that gives the ids of the units of an edition."""
    made_by: Callable[[str], str]
    """A name for how words are made of a text in that language."""
    words: Callable[..., list[str]]
    """Of the language and what ``texts`` gives beside the id."""


CHUNKS = Unit(
    pending="lexical_pending",
    one_a_version=False,
    texts="lexical_texts",
    fetched=500,
    members="chunks_of_edition",
    made_by=analysis.name,
    words=lambda language, text: analysis.terms(text, language),
)
DOCUMENTS = Unit(
    pending="lexical_pending",
    one_a_version=True,
    texts="names_texts",
    fetched=20,
    members="versions_of_edition",
    made_by=lambda _: f"names/{names.VERSION}",
    words=lambda _, called, text: names.of_document(called, text),
)


TRIPLETS = Unit(
    pending="triplet_pending",
    one_a_version=False,
    texts="triplet_texts",
    fetched=500,
    members="triplet_places",
    made_by=relations.name,
    words=lambda language, subject, predicate, object_: relations.terms(subject, predicate, object_, language),
)

UNITS = (CHUNKS, DOCUMENTS, TRIPLETS)


@dataclass(frozen=True, slots=True)
class Segment:
    """A stored segment: its name, the edition that it was built for, and what is in it."""

    id: UUID
    edition: int
    members: Members

    @property
    def size(self) -> int:
        """Chunks."""
        return len(self.members.chunks)


class Lexical:
    """The index of a corpus by the words of one language, and by one version of the analysis: this one's.

    ``made_by`` names another, to be kept and not to be searched.
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
        """Cover every edition up to ``edition``, which is built; whoever dies half way is continued.

        Returns what was done: ``built``, ``extended`` or ``kept``.
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
            # as for other tables: an embedded server may stop before autovacuum looks
            self.connection.execute("ANALYZE lexical_segment, posting")
        self.tidy(self.corpus.editions)
        self._drop_others()
        return "kept" if covered >= edition else "extended" if covered else "built"

    def read(self, terms: Iterable[str], edition: int) -> list[tuple[Members, dict[str, Posting]]]:
        """Every segment, with its postings of ``terms``: one view of the index, whoever writes meanwhile.

        Raises:
            PiperollError: ``edition`` is not indexed, or not by the way in which this version of Piperoll makes terms.
        """
        wanted = {**self.values, "terms": sorted(set(terms))}
        for _ in range(TRIES):
            covered = 0
            until: dict[UUID, bytes] = {}
            found: dict[UUID, list[tuple[str, bytes | None, bytes]]] = defaultdict(list)
            with self.connection.cursor(binary=True) as cursor:
                for number, one, term, places, counts in cursor.execute(query("lexical_read"), wanted):
                    covered = max(covered, number)
                    if term is not None:
                        found[one].append((term, places, counts))
                    elif one is not None:
                        until[one] = counts
            if covered < edition:
                raise self._not_indexed(edition)
            members = KNOWN.get(until)
            for segment in self.segments([one for one in until if one not in members]):
                members[segment.id] = KNOWN.add(segment)
            if len(members) == len(until):  # else one was merged in between
                return [
                    (
                        replace(members[one], until=np.frombuffer(until[one], "<i4")),
                        {term: stored(len(members[one].chunks), places, counts) for term, places, counts in found[one]},
                    )
                    for one in until
                ]
        raise PiperollError("index_unsteady", f"The index of {self.corpus.name} changed during each of {TRIES} reads.")

    def _not_indexed(self, edition: int) -> PiperollError:
        return PiperollError(
            "not_indexed",
            f"The words of edition {edition} of {self.corpus.name} are not indexed yet"
            f" (terms {self.values['analysis']}).",
            remedy=f"piperoll reindex {self.corpus.name} does that, also if nothing else is new.",
        )

    def segments(self, only: Sequence[UUID] | None = None) -> list[Segment]:
        """The segments, oldest first, or ``only`` those of them that are still there."""
        if only is not None and not only:
            return []
        with self.connection.cursor(binary=True, row_factory=dict_row) as cursor:
            found = cursor.execute(query("lexical_members"), {**self.values, "only": only})
            return [Segment(row["id"], row["edition"], Members.of(row)) for row in found]

    def postings(self, segment: Segment) -> Postings:
        """All postings of a segment."""
        with self.connection.cursor(binary=True) as cursor:
            statement = "SELECT term, places, counts FROM posting WHERE segment_id = %s ORDER BY term"
            return gathered(segment.size, cursor.execute(statement, (segment.id,)))

    def check(self, edition: int) -> tuple[int, int]:
        """Does the index hold what the rows of ``edition`` say?

        Returns how many units of it have no place, and how many places have no unit or other terms than were counted.
        """
        values = {**self.values, "edition": edition}
        with self.connection.cursor(binary=True) as cursor:
            rows = np.fromiter((one for (one,) in cursor.execute(query(self.unit.members), values)), np.int64)
        wrong = 0
        places: list[Ints] = [np.empty(0, np.int64)]
        covered = self.connection.execute(query("lexical_position"), self.values).fetchone()
        for segment in self.segments() if covered and covered[0] >= edition else ():
            here = segment.members.inside(edition)
            postings = self.postings(segment)
            terms = np.bincount(postings.places, postings.counts, segment.size)
            wrong += int(np.count_nonzero(terms[here] != segment.members.lengths[here]))
            places.append(segment.members.chunks[here])
        ids, at = np.unique(np.concatenate([rows, *places]), return_inverse=True)
        lacking = np.bincount(at[: len(rows)], minlength=len(ids)) - np.bincount(at[len(rows) :], minlength=len(ids))
        return int(lacking.clip(min=0).sum()), wrong + int((-lacking).clip(min=0).sum())

    def tidy(self, editions: Sequence[int]) -> None:
        """Merge segments that are small beside their neighbours, and write those anew of which much is dead.

        Args:
            editions: those that need what they have; ascending.
        """
        while self._tidied(editions):
            pass

    def _position(self) -> tuple[int, int]:
        """The edition covered, and the last version in a segment for a later one."""
        row = self.connection.execute(query("lexical_position"), self.values).fetchone()
        assert row is not None
        return int(row[0]), int(row[1])

    def _hold(self) -> None:
        """Until the transaction ends nobody else writes: a run that lost its lock unawares may still be at work."""
        self.connection.execute(
            "SELECT FROM lexical_index WHERE corpus_id = %(corpus)s AND analysis = %(analysis)s FOR UPDATE", self.values
        )

    def _extend(self, edition: int) -> bool:
        """Put the next versions into a segment, in a transaction of its own; False: there are none."""
        position = covered, after = self._position()
        values = {**self.values, "edition": edition, "covered": covered, "after": after, "page": PAGE}
        pending = self.connection.execute(query(self.unit.pending), values).fetchall()
        if not pending:
            return False
        versions, since, until, sizes = (np.asarray(column, np.int64) for column in zip(*pending, strict=True))
        if self.unit.one_a_version:
            sizes = np.ones_like(sizes)
        some = max(1, int(np.searchsorted(np.cumsum(sizes), CAPACITY, side="right")))
        units: list[int] = []

        def texts() -> Iterable[list[str]]:
            for start in range(0, some, self.unit.fetched):
                page = versions[start : min(start + self.unit.fetched, some)].tolist()
                for one, *says in self.connection.execute(query(self.unit.texts), {"versions": page}).fetchall():
                    units.append(one)
                    yield self.unit.words(self.language, *says)

        lengths, postings = count(texts())
        members = Members(versions[:some], sizes[:some], since[:some], until[:some], np.asarray(units), lengths)
        with self.connection.transaction():
            self._hold()
            if self._position() == position:
                self._put(edition, members, postings)
        return True

    def _cover(self, edition: int) -> None:
        """Write down what has left, and that everything up to ``edition`` is in."""
        with self.connection.transaction():
            self.write_left(edition)
            self.connection.execute(
                "UPDATE lexical_index SET edition = greatest(edition, %(edition)s)"
                " WHERE corpus_id = %(corpus)s AND analysis = %(analysis)s",
                {**self.values, "edition": edition},
            )

    def write_left(self, edition: int) -> None:
        """Write into the segments which versions have left up to ``edition``; it need not be covered yet."""
        with self.connection.transaction():
            self._hold()
            covered, _ = self._position()
            gone = self.connection.execute(
                "SELECT id, to_edition FROM version"
                " WHERE corpus_id = %(corpus)s AND to_edition > %(covered)s AND to_edition <= %(edition)s ORDER BY id",
                {**self.values, "covered": covered, "edition": edition},
            ).fetchall()
            if gone:
                left, when = (np.asarray(column, np.int64) for column in zip(*gone, strict=True))
                for segment in self.segments():
                    self._close(segment, left, when)

    def _close(self, segment: Segment, left: Ints, when: Ints) -> None:
        """Write into the segment which of its versions are among those that have left, and when."""
        at = np.searchsorted(left, segment.members.versions).clip(max=len(left) - 1)
        here = left[at] == segment.members.versions
        if here.any():
            until = np.where(here, when[at], segment.members.until).astype("<i4").tobytes()
            self.connection.execute("UPDATE lexical_segment SET until = %s WHERE id = %s", (until, segment.id))

    def _tidied(self, editions: Sequence[int]) -> bool:
        """Write one new segment in place of one or two, in a transaction; False: none needs it."""
        with self.connection.transaction():
            self._hold()
            if not (worn := _worn(self.segments(), editions)):
                return False
            members, postings = merge([(one.members, self.postings(one)) for one in worn], editions)
            self.connection.execute("DELETE FROM lexical_segment WHERE id = ANY (%s)", ([one.id for one in worn],))
            if len(members.chunks):
                self._put(worn[-1].edition, members, postings)
        return True

    def _put(self, edition: int, members: Members, postings: Postings) -> None:
        values = {**self.values, "edition": edition, "last_version": int(members.versions[-1]), **members.row()}
        row = self.connection.execute(query("put_segment"), values).fetchone()
        assert row is not None
        with self.connection.cursor().copy("COPY posting FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types(["uuid", "text", "bytea", "bytea"])
            for term, places, counts in rows(postings, len(members.chunks)):
                copy.write_row((row[0], term, places, counts))

    def _drop_others(self) -> None:
        """Delete what another version of the analysis made, or another language that readers do not search by."""
        needed = [unit.made_by(language) for unit in UNITS for language in (self.language, self.corpus.language)]
        self.connection.execute(
            "DELETE FROM lexical_index WHERE corpus_id = %s AND analysis <> ALL (%s)", (self.corpus.id, needed)
        )


class _Known:
    """Segments that this process has read, the newest of them: what never changes need not be read again.

    Their names are their own in all databases.
    """

    def __init__(self) -> None:
        self._members: dict[UUID, Members] = {}
        self._lock = threading.Lock()

    def get(self, wanted: Iterable[UUID]) -> dict[UUID, Members]:
        with self._lock:
            return {one: self._members[one] for one in wanted if one in self._members}

    def add(self, segment: Segment) -> Members:
        with self._lock:
            while len(self._members) >= KEPT:
                del self._members[next(iter(self._members))]
            self._members[segment.id] = segment.members
        return segment.members

    def clear(self) -> None:
        with self._lock:
            self._members.clear()


KNOWN = _Known()


def all_of(connection: Connection, corpus: Corpus) -> list[Lexical]:
    """Every index that the corpus has, also one that is built beside another and not complete."""
    found = connection.execute("SELECT analysis FROM lexical_index WHERE corpus_id = %s", (corpus.id,)).fetchall()
    return [Lexical(connection, corpus, made_by=made_by) for (made_by,) in found]


def index(connection: Connection, corpus: Corpus, language: str, edition: int) -> str:
    """Cover every edition up to ``edition`` in each index; returns what was done with that of the chunks."""
    done = [Lexical(connection, corpus, language, unit=unit).index(edition) for unit in UNITS]
    return done[0]


def check(connection: Connection, corpus: Corpus, edition: int) -> tuple[int, int]:
    """The sum of :meth:`Lexical.check` over the indexes."""
    missing, wrong = zip(*(Lexical(connection, corpus, unit=unit).check(edition) for unit in UNITS), strict=True)
    return sum(missing), sum(wrong)


def _worn(segments: Sequence[Segment], editions: Sequence[int]) -> list[Segment]:
    """The first segments that should be one: two that are small, or one that is full of what nobody needs."""
    for before, after in pairwise(segments):
        if before.size <= GROWTH * after.size and before.size + after.size <= CAPACITY:
            return [before, after]
    for one in segments:
        dead = int(one.members.sizes[~one.members.needed(editions)].sum())
        if dead > DEAD_SHARE * one.size:
            return [one]
    return []
