"""Read the editions of one corpus: which there are, what is wrong with them, and how they differ."""

from collections.abc import Sequence

from piperoll.library.view import CorpusView
from piperoll.results.editions import EditionDiff, EditionRead, EditionsResult, Evaluated, Quarantined, Verification
from piperoll.store import diff as edition_diff
from piperoll.store import documents, editions, evaluations


class Editions(CorpusView):
    """Read what is known of editions as wholes."""

    def editions(self) -> EditionsResult:
        """Return the editions that there are, oldest first; pruned ones are not."""
        with self.connection() as (connection, corpus):
            rows = editions.list_editions(connection, corpus)
        shown = {"corpus": self.name, "published": corpus.published_edition, "editions": rows}
        return EditionsResult.model_validate(shown)

    def edition(self, number: int | None = None) -> EditionRead:
        """Return the edition that is read, so that several answers can be of the same one.

        Args:
            number: of an edition; None: the published one.

        Raises:
            UsageError: there is no such edition, or nothing is published.
        """
        with self.connection() as (connection, corpus):
            number = editions.seen(corpus, number)
            return EditionRead(number=number, run=editions.built_by(connection, corpus.id, number))

    def evaluations(self) -> Sequence[Evaluated]:
        """Return what evaluations of the editions found, oldest edition first."""
        with self.connection() as (connection, corpus):
            rows = evaluations.shown(connection, corpus)
        return [Evaluated.model_validate(row) for row in rows]

    def quarantine(self) -> Sequence[Quarantined]:
        """Return the files that could not be used, by source."""
        with self.connection() as (connection, corpus):
            rows = documents.quarantined(connection, corpus)
        return [Quarantined.model_validate(row) for row in rows]

    def diff(self, before: int | None = None, after: int | None = None) -> EditionDiff:
        """Return the documents and chunks that differ between two editions.

        Args:
            before: number of an edition; None: what readers had before the published one.
            after: number of an edition; None: the published one.

        Raises:
            UsageError: there is no such edition.
        """
        with self.connection() as (connection, corpus):
            older = editions.before_published(connection, corpus) if before is None else editions.seen(corpus, before)
            newer = editions.seen(corpus, after)
            changes = edition_diff.diff(connection, corpus, older, newer)
        counts = edition_diff.count_changes(changes)
        return EditionDiff.model_validate(
            {"corpus": self.name, "from": older, "to": newer, **counts, "changes": changes}
        )

    def verify(self, edition: int | None = None) -> Verification:
        """Prove that chunks match their text and that no character was lost: ``.holds`` says whether it is so.

        Args:
            edition: its number; None: the published one.

        Raises:
            UsageError: there is no such edition.
        """
        from piperoll.store import remote_index
        from piperoll.store import verify as verification

        with self.connection() as (connection, corpus):
            report = verification.verify(connection, corpus, editions.seen(corpus, edition))
        with self._base.connect() as connection:  # a view takes no temporary tables
            report |= remote_index.drift(connection, corpus)
        return Verification.model_validate(report)
