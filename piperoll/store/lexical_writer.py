"""Write the segments of the indexes of words: add one for what is new, record what left, merge small ones."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus
from piperoll.store.lexical import Lexical, Segment
from piperoll.store.lexical_units import UNITS
from piperoll.store.postings import CAPACITY, Ints, Members, Postings, count, encode, merge
from piperoll.store.sql import analyze, query

DEAD_SHARE = 0.1
"""A segment with a greater share of dead units is rewritten without them. They cost time, never a wrong result."""
GROWTH = 2
"""A segment is merged with the one before it unless that is more than this many times as large: each unit is written
once for each doubling of what was added after it, and there are as few segments as doublings of the corpus."""
PAGE = 16_384
"""Versions read at most for one new segment."""


class Writer(Lexical):
    """Build one index of a corpus, and keep its segments few; the connection is in autocommit."""

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


def indexes(connection: Connection, corpus: Corpus) -> list[Writer]:
    """Return every index of the corpus, also one that is built next to another and not complete."""
    rows = connection.execute("SELECT analysis FROM lexical_index WHERE corpus_id = %s", (corpus.id,)).fetchall()
    return [Writer(connection, corpus, made_by=made_by) for (made_by,) in rows]


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
    done = [Writer(connection, corpus, language, unit=unit).index(edition) for unit in UNITS]
    return done[0]


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
