"""Offer the commands about what filings report: facts, metric."""

from itertools import groupby
from typing import Annotated

import typer

from piperoll import terminal
from piperoll.cli.commands import app
from piperoll.cli.common import AsJson, CorpusName, EditionNumber, errors, reader_of
from piperoll.results.figures import FactFound, MetricPart, MetricValue

LISTED = 20
"""Filings without facts that are named."""


@app.command()
def facts(
    corpus: CorpusName,
    company: Annotated[str | None, typer.Option(help="Only this one: its name, ticker or CIK.")] = None,
    concept: Annotated[str | None, typer.Option(help="Only this one, such as us-gaap:NetIncomeLoss or Assets.")] = None,
    year: Annotated[int | None, typer.Option(help="Only of periods that end in this fiscal year.")] = None,
    edition: EditionNumber = None,
    as_json: AsJson = False,
) -> None:
    """List the numbers that filings report by XBRL, with their places; with --json one object a line."""
    with errors(as_json), reader_of(corpus) as reader:
        found = reader.facts(company, concept, year, edition=edition)
        count = 0
        for document, reported in groupby(found, key=lambda fact: fact.document):
            rows = []
            for fact in reported:
                count += 1
                if as_json:
                    terminal.print_json(fact.to_dict())
                else:
                    rows.append(_row(fact))
            if rows:
                columns = ["year", "concept", "label", "value", "unit", "period", "dimensions", "at"]
                terminal.table(document, columns, rows)
        if without := reader.without_facts(company, year, edition=edition):
            more = f" and {len(without) - LISTED:,} more" if len(without) > LISTED else ""
            terminal.say(f"Without facts (no XBRL): {', '.join(without[:LISTED])}{more}.", to=terminal.err)
        if not count:
            terminal.say("No such fact.", to=terminal.err)


@app.command()
def metric(
    corpus: CorpusName,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="Company, metric and years in words.")],
    edition: EditionNumber = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question for figures of one company, such as apple revenue 2021 to 2023."""
    with errors(as_json), reader_of(corpus) as reader:
        result = reader.metric(question, edition=edition)
        if as_json:
            terminal.print_json(result.to_dict())
            return
        for one in result.values:
            where = f"{one.concept}, {one.document}{_place(one)}"
            terminal.say(f"{result.company}: {one.metric} {one.year}: {one.value:,} {one.unit} ({where})")
            for part in one.parts:
                terminal.say(f"    {part.metric}: {part.value:,} {part.unit} ({part.concept}{_place(part)})")
        for missing in result.missing:
            terminal.say(f"Missing: {missing}", to=terminal.err)


def _place(one: MetricValue | MetricPart) -> str:
    """Return where a figure is printed, as it stands behind its filing."""
    return "" if one.start is None else f", {one.start}–{one.end}"


def _row(fact: FactFound) -> list[str]:
    """Return a fact as a table shows it."""
    period = " – ".join(str(day) for day in (fact.period_start, fact.period_end) if day)
    dimensions = ", ".join(member.rpartition(":")[2] for member in fact.dimensions.values())
    value = "nil" if fact.value is None else f"{fact.value:,}"
    place = "" if fact.start is None else f"{fact.start}–{fact.end}"
    return [str(fact.year or ""), fact.concept, fact.label, value, fact.unit, period, dimensions, place]
