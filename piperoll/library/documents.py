"""Show the documents of one corpus: their chunks, acts, citations, and how their wording changed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import date
from typing import Any
from uuid import UUID

from piperoll import wording_diff
from piperoll.arguments import takes_texts
from piperoll.library.view import CorpusView, Day, as_day
from piperoll.results.citations import CheckResult, CitedByResult, CitesResult
from piperoll.results.documents import Amendment, ShownDocument, WordingDiff
from piperoll.store import amendments, citations, documents, editions, questions
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus


class Documents(CorpusView):
    """Read documents, each by its key and in the wording of a day."""

    @takes_texts
    def show(
        self,
        key: str,
        *,
        as_of: Day | None = None,
        edition: int | None = None,
        with_amendments: bool = False,
        with_text: bool = False,
        highlight: str = "",
        asked: UUID | None = None,
    ) -> ShownDocument:
        """Return a document with its chunks and what they cite.

        Args:
            key: its number as printed, or its path in the source.
            as_of: the day on which it is valid; None: today, else the newest.
            edition: number of the edition; None: the published one.
            with_amendments: add to each chunk the act that last amended it.
            with_text: add to each version its stored text, and the ranges of it that are no chunk.
            highlight: with the text, add the ranges of the words that this query asks for.
            asked: the id of the logged question after which it is read.

        Raises:
            PiperollError: there is no such document, or none is valid on that day.
        """
        day = as_day(as_of)
        with self.connection() as (connection, corpus):
            number = editions.seen(corpus, edition)
            shown = documents.show(connection, corpus, number, key, day)
            if with_amendments:
                every_chunk = [chunk for version in shown for chunk in version["chunks"]]
                amendments.add_to(every_chunk, connection, corpus, number, shown[0]["document"])
            if with_text:
                documents.add_texts(connection, shown)
            every = documents.versions(connection, corpus, number, key, date.today())
        if with_text and highlight:
            from piperoll.search.highlight import highlights

            for version in shown:
                version["highlights"] = list(highlights(version["text"], highlight, corpus.language))
        if asked:
            self._write(lambda connection, corpus: questions.opened(connection, corpus, asked, shown[0]["document"]))
        ids = {version.pop("id") for version in shown}
        names = ("source", "valid_from", "valid_to", "status")
        others = [{name: version[name] for name in names} for version in every if version["id"] not in ids]
        return ShownDocument.model_validate({"document": shown[0]["document"], "versions": shown, "others": others})

    @takes_texts
    def values(self, field: str, *, edition: int | None = None) -> Mapping[str, int]:
        """Return the values that a field of the metadata of documents has, with the number of versions that have each.

        Args:
            field: such as court.
            edition: number of the edition; None: the published one.

        Raises:
            UsageError: there is no such edition, or nothing is published.
        """
        with self.connection() as (connection, corpus):
            return documents.values(connection, corpus, editions.seen(corpus, edition), field)

    @takes_texts
    def amendments(self, key: str, path: str = "", *, edition: int | None = None) -> Sequence[Amendment]:
        """Return the acts that amended a document, newest first.

        Args:
            key: of the document that is amended: its number as printed, or its path in the source.
            path: only acts that changed this unit or what is below it, such as kap2.§3; "": all.
            edition: number of the edition; None: the published one.

        Raises:
            PiperollError: the edition has neither the document nor an act that amends it.
        """
        with self.connection() as (connection, corpus):
            found = amendments.amendments(connection, corpus, editions.seen(corpus, edition), key, path)
        return [Amendment.model_validate(one) for one in found]

    @takes_texts
    def cites(self, key: str, path: str = "", *, as_of: Day | None = None, edition: int | None = None) -> CitesResult:
        """Return what a document cites, in the order of its text.

        Args:
            key: its number as printed, or its path in the source.
            path: only this unit and what is below it; "": all.
            as_of: the day on which it is valid; None: today, else the newest.
            edition: number of the edition; None: the published one.

        Raises:
            PiperollError: there is no such document, or none is valid on that day.
        """
        with self._versions(key, as_day(as_of), edition) as (connection, corpus, number, day, versions):
            rows = citations.cites(connection, corpus, number, day, [one["id"] for one in versions], path)
            return CitesResult.model_validate(self._citations(number, versions, path) | {"cites": rows})

    @takes_texts
    def cited_by(
        self, key: str, path: str = "", *, as_of: Day | None = None, edition: int | None = None
    ) -> CitedByResult:
        """Return where the corpus cites a document.

        Args:
            key: its number as printed, or its path in the source.
            path: only citations of this unit and what is below it; "": all.
            as_of: the day on which it is valid; None: today, else the newest.
            edition: number of the edition; None: the published one.

        Raises:
            PiperollError: there is no such document, or none is valid on that day.
        """
        with self._versions(key, as_day(as_of), edition) as (connection, corpus, number, day, versions):
            ids, document = [one["id"] for one in versions], versions[0]["document"]
            rows = citations.cited_by(connection, corpus, number, day, document, ids, path)
            return CitedByResult.model_validate(self._citations(number, versions, path) | {"cited_by": rows})

    @takes_texts
    def check(self, text: str, *, as_of: Day | None = None) -> CheckResult:
        """Check the citations and quotations of a text against this corpus; see :meth:`EvidenceBase.check`.

        Args:
            text: plain text, markdown or HTML.
            as_of: the day on which what is cited must be in force; None: today.

        Raises:
            UsageError: nothing is published.
        """
        from piperoll.check import check, memo

        with self.connection() as (connection, corpus):
            found = check.check(connection, [corpus], memo.of_text(text), as_day(as_of) or date.today())
        return CheckResult.model_validate({"citations": found})

    @takes_texts
    def diff_wording(self, key: str, before: Day, after: Day, *, edition: int | None = None) -> WordingDiff:
        """Return how the wording of a document differs between two days, unit by unit.

        Args:
            key: its number as printed, or its path in the source.
            before: a day.
            after: another day.
            edition: number of the edition; None: the published one.

        Raises:
            PiperollError: there is no such document, or none is valid on one of the days.
        """
        days = [as_day(before), as_day(after)]
        with self.connection() as (connection, corpus):
            number = editions.seen(corpus, edition)
            sides = [documents.show(connection, corpus, number, key, day) for day in days]
        changes = wording_diff.changes(*([chunk for one in side for chunk in one["chunks"]] for side in sides))
        counts = Counter(change.change for change in changes)
        return WordingDiff.model_validate(
            {
                "corpus": self.name,
                "document": sides[0][0]["document"],
                "from": days[0],
                "to": days[1],
                "versions": [[version["valid_from"] for version in side] for side in sides],
                "chunks": {name: counts[name] for name in wording_diff.CHANGES},
                "changes": [asdict(change) for change in changes],
            }
        )

    @contextmanager
    def _versions(
        self, key: str, day: date | None, edition: int | None
    ) -> Iterator[tuple[Connection, Corpus, int, date, list[dict[str, Any]]]]:
        """Open the view, with the versions of a document that are seen on a day."""
        with self.connection() as (connection, corpus):
            number, on = editions.seen(corpus, edition), day or date.today()
            versions = documents.seen(documents.versions(connection, corpus, number, key, on), day)
            yield connection, corpus, number, on, versions

    def _citations(self, edition: int, versions: list[dict[str, Any]], path: str) -> dict[str, Any]:
        return {"corpus": self.name, "edition": edition, "document": versions[0]["document"], "path": path}
