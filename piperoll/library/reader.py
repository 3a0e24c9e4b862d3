"""Read one corpus: search it, ask it, show its documents, compare its editions and days.

A method imports what only it needs, so that who shows a document loads neither the search nor its model.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload
from uuid import UUID

import psycopg

from piperoll import wording_diff
from piperoll.arguments import takes_texts
from piperoll.days import parse_day
from piperoll.errors import PiperollError
from piperoll.results import (
    Amendment,
    Asked,
    AskResult,
    CheckResult,
    CitedByResult,
    CitesResult,
    ContextResult,
    DocumentsResult,
    EditionDiff,
    EditionRead,
    EditionsResult,
    Evaluated,
    FactFound,
    MetricResult,
    Quarantined,
    SearchResult,
    ShownDocument,
    Verification,
    WordingDiff,
)
from piperoll.settings import Settings
from piperoll.store import amendments, citations, corpora, documents, editions, evaluations, questions
from piperoll.store import diff as edition_diff
from piperoll.store import facts as reported
from piperoll.store.connection import Connection, reading
from piperoll.store.corpora import Corpus

if TYPE_CHECKING:
    from piperoll.search.answering import Heard
    from piperoll.search.options import AskOptions, ContextOptions, SearchOptions

LOG = logging.getLogger("piperoll")
Answer = TypeVar("Answer", bound=Asked)
Written = TypeVar("Written")
Day = date | str
"""A day, or a day in ISO form such as 2020-01-01."""


@overload
def as_day(given: Day) -> date: ...
@overload
def as_day(given: Day | None) -> date | None: ...
def as_day(given: Day | None) -> date | None:
    """Return a day that is given as one or in ISO form; None stays None."""
    return parse_day(given) if isinstance(given, str) else given


class Opened(Protocol):
    """An evidence base as the readers of its corpora use it."""

    @property
    def settings(self) -> Settings:
        """Return the settings that it was opened with."""
        ...

    def connect(self) -> AbstractContextManager[Connection]:
        """Return a connection in autocommit, for a ``with`` block."""
        ...

    def connect_anew(self) -> Connection:
        """Return a new connection in autocommit, which may write."""
        ...


class CorpusReader:
    """A corpus reader answers questions about one corpus; each method reads one edition, the published one if none is
    named. It connects for itself, and all its statements have one view of the database."""

    @takes_texts
    def __init__(self, base: Opened, name: str) -> None:
        self._base, self.name = base, name

    def __repr__(self) -> str:
        return f"<corpus {self.name}>"

    @contextmanager
    def connection(self) -> Iterator[tuple[Connection, Corpus]]:
        """Open one view of the database, with the row of the corpus as it is there.

        What is published or pruned meanwhile is not in the view, and what is deleted still is. It cannot be written to.

        Raises:
            UsageError: ``unknown_corpus``.
        """
        with self._base.connect() as connection, reading(connection):
            yield connection, corpora.get(connection, self.name)

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
    def search(self, query: str, options: "SearchOptions | None" = None, **named: Any) -> SearchResult:
        """Search for chunks by meaning and by words.

        Args:
            query: what is looked for, in words or as a citation.
            options: all options in one value; or
            named: fields of :class:`~piperoll.search.options.SearchOptions`, as ``k=5, as_of="2020-01-01"``.

        Returns:
            The best hits, each with its range in the text and what it cites.

        Raises:
            UsageError: an option is wrong, or nothing is published.
        """
        from piperoll.search import search

        options = self._options(query, options, named)
        plan = options.plan(self._base.settings, self.name)
        with self.connection() as (connection, corpus):
            found = SearchResult.model_validate(search.search(connection, corpus, query, plan))
        return self._logged(found, "search", options)

    @takes_texts
    def documents(
        self, query: str, options: "SearchOptions | None" = None, *, with_headnotes: bool = False, **named: Any
    ) -> DocumentsResult:
        """Search for documents, each with its best passages.

        Args:
            query: what is looked for.
            options: all options in one value; or
            with_headnotes: add to each document its headnote, if it has one.
            named: fields of :class:`~piperoll.search.options.SearchOptions`.

        Returns:
            The best documents: ``piperoll search --group document``.

        Raises:
            UsageError: an option is wrong, or nothing is published.
        """
        from piperoll.search import group

        options = self._options(query, options, named)
        plan = options.plan(self._base.settings, self.name)
        with self.connection() as (connection, corpus):
            found = DocumentsResult.model_validate(
                group.documents(connection, corpus, query, plan, with_headnotes=with_headnotes)
            )
        return self._logged(found, "search", options)

    @takes_texts
    def context(self, query: str, options: "ContextOptions | None" = None, **named: Any) -> ContextResult:
        """Put the best passages and their neighbours together, as text for a model.

        Args:
            query: what is looked for.
            options: all options in one value; or
            named: fields of :class:`~piperoll.search.options.ContextOptions`, as ``budget=2000``.

        Returns:
            The text, and the blocks that it is made of, each with its range.

        Raises:
            UsageError: an option is wrong, or nothing is published.
        """
        from piperoll.search import context as contexts
        from piperoll.search.options import ContextOptions, check_query

        check_query(query)
        options = options or ContextOptions(**named)
        plan = options.plan(self._base.settings, self.name)
        with self.connection() as (connection, corpus):
            answer = contexts.context(
                connection, corpus, query, plan,
                budget=options.budget, neighbours=options.neighbours, with_amendments=options.amendments,
            )  # fmt: skip
        return self._logged(ContextResult.model_validate(answer), "context", options)

    @takes_texts
    def ask(
        self, question: str, options: "AskOptions | None" = None, *, heard: "Heard | None" = None, **named: Any
    ) -> AskResult:
        """Answer a question: the cited context and the facts, and an answer where the corpus has a model for it.

        Args:
            question: in words.
            options: all options in one value; or
            heard: called with each sentence of an answer as soon as it is whole; with None if the answer begins anew.
            named: fields of :class:`~piperoll.search.options.AskOptions`, as ``budget=2000``.

        Returns:
            The blocks, each with its range; the answer with citations, each checked against its block.

        Raises:
            UsageError: an option is wrong, or nothing is published.
        """
        from piperoll.search.ask import Asking
        from piperoll.search.options import AskOptions, check_query

        check_query(question)
        options = options or AskOptions(**named)
        asking = Asking(self._base.connect, self._base.connect_anew, self._base.settings, self.name, question)
        return self._logged(AskResult.model_validate(asking.answer(options, heard)), "ask", options)

    def _logged(self, answer: Answer, command: str, options: "SearchOptions") -> Answer:
        """Log a question where the corpus asks for it; return its answer, with the id of the question.

        Args:
            answer: to the question.
            command: by which it was asked.
            options: with which it was asked.
        """
        table = self._base.settings.corpus.get(self.name)
        days = table.log_questions if table else None
        if not days:
            return answer
        from piperoll.search import question_log

        entry = {"command": command, "question": answer.query, "filters": options.as_gold, "edition": answer.edition}
        entry["hits"] = [{"rank": rank, **place} for rank, place in enumerate(answer.places, 1)]
        asked = self._write(lambda connection, corpus: question_log.log(connection, corpus, entry, days))
        return answer.model_copy(update={"asked": asked}) if asked else answer

    def _write(self, write: Callable[[Connection, Corpus], Written]) -> Written | None:
        """Write to the log of questions; what fails there keeps nobody from an answer, and is None."""
        try:
            with self._base.connect_anew() as connection:
                return write(connection, corpora.get(connection, self.name))
        except (psycopg.Error, PiperollError) as error:  # its message may have the question in it
            LOG.warning("What was asked of %s is not logged: %s.", self.name, type(error).__name__)
            return None

    def _options(self, query: str, options: "SearchOptions | None", named: Mapping[str, Any]) -> "SearchOptions":
        from piperoll.search.options import SearchOptions, check_query

        check_query(query)
        return options or SearchOptions(**named)

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
    def facts(
        self,
        company: str | None = None,
        concept: str | None = None,
        year: int | None = None,
        *,
        edition: int | None = None,
    ) -> Iterator[FactFound]:
        """Yield the numbers that filings report, filing by filing; those of the whole company first.

        A figure that a later filing restates comes from both.

        Args:
            company: only this one: its name, ticker or CIK.
            concept: only this one: us-gaap:NetIncomeLoss, or its name without the prefix.
            year: only of periods that end in this fiscal year.
            edition: number of the edition; None: the published one.

        Raises:
            UsageError: no such company or concept; the remedy lists the nearest.
        """
        with self.connection() as (connection, corpus):
            number = editions.seen(corpus, edition)
            companies = reported.companies_named(connection, corpus, number, company) if company else None
            concepts = reported.concepts_named(connection, corpus, number, concept) if concept else None
            for row in reported.facts(connection, corpus, number, companies=companies, concepts=concepts, year=year):
                yield FactFound.model_validate({name: row[name] for name in FactFound.model_fields})

    @takes_texts
    def metric(self, question: str, *, edition: int | None = None) -> MetricResult:
        """Answer a question for figures of one company, such as "apple revenue 2021 to 2023".

        Args:
            question: in words; without a year, the newest is meant.
            edition: number of the edition; None: the published one.

        Returns:
            A value for each metric, year and filing that reports it; ``missing`` is what was not found or understood.
        """
        from piperoll.search import metric

        with self.connection() as (connection, corpus):
            told = metric.answer(connection, corpus, editions.seen(corpus, edition), question)
        return MetricResult.model_validate(told)

    @takes_texts
    def without_facts(
        self, company: str | None = None, year: int | None = None, *, edition: int | None = None
    ) -> Sequence[str]:
        """Return the keys of the documents that report no facts: filings without XBRL.

        Args:
            company: only of this one.
            year: only of this fiscal year.
            edition: number of the edition; None: the published one.

        Raises:
            UsageError: no such company.
        """
        with self.connection() as (connection, corpus):
            number = editions.seen(corpus, edition)
            companies = reported.companies_named(connection, corpus, number, company) if company else None
            return reported.without(connection, corpus, number, companies, year)

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
