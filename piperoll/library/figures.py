"""Read the figures that the filings of one corpus report."""

from collections.abc import Iterator, Sequence

from piperoll.arguments import takes_texts
from piperoll.library.view import CorpusView
from piperoll.results.figures import FactFound, MetricResult
from piperoll.store import editions
from piperoll.store import facts as reported


class Figures(CorpusView):
    """Read facts one by one, or answer a question for a metric."""

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
