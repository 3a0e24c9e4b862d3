"""Offer the command that answers a question: ask."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from piperoll import terminal
from piperoll.cli.commands import app
from piperoll.cli.common import AsJson, CorpusName, reader_of
from piperoll.cli.options import with_options
from piperoll.results import AskResult
from piperoll.search.answering import lacking, line
from piperoll.search.options import AskOptions, check_query


@app.command()
@with_options(AskOptions)
def ask(
    corpus: CorpusName,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="A question in words.")],
    options: AskOptions,
    as_json: AsJson = False,
) -> None:
    """Answer a question with cited passages, with facts, and by a language model where the corpus has one."""
    check_query(question)
    with reader_of(corpus) as reader:
        result = reader.ask(question, options, heard=None if as_json else _sentence)
    if as_json:
        terminal.print_json(result.to_dict())
        return
    terminal.lacking(result.to_dict())
    if result.unanswered:
        terminal.say(f"No answer: {result.unanswered.rstrip('.')}.", to=terminal.err)
    if result.answer:
        _sources(result)
    _figures(result)
    if not result.answer:
        terminal.say(result.context or "No hits.")
    if result.trace is not None:
        rows = [[one.step, one.found, one.dropped, one.seconds, one.detail] for one in result.trace]
        terminal.table("Steps", ["step", "found", "dropped", "seconds", "detail"], rows)


def _sentence(sentence: Mapping[str, Any] | None) -> None:
    """Show a sentence of an answer as it comes, and what is wrong with it."""
    if sentence is None:
        terminal.say("(The answer broke off; what stands above does not count.)", style="dim")
        return
    terminal.say(line(sentence), style=None if sentence["verified"] else "yellow")
    if sentence["why"]:
        terminal.say(f"    Not verified: {sentence['why']}.", style="yellow")


def _sources(result: AskResult) -> None:
    """Show what the documents do not say, and where the quotations of an answer stand."""
    if lacks := lacking(result.missing, result.sentences):
        terminal.say(lacks)
    for number, one in enumerate(result.citations, 1):
        quote = " ".join(one.quote.split())
        if one.verified:
            place = "" if one.start is None else f"  characters {one.start}–{one.end}"
            terminal.say(f"[{number}] {one.document}  {one.path or ''}{place}: “{quote}”", style="dim")
        else:
            terminal.say(f"[{number}] not verified, {one.why}: “{quote}”", style="yellow")


def _figures(result: AskResult) -> None:
    """Show the figures that a question asks for, as filings print them."""
    for fact in result.facts:
        printed = f", printed as {fact.printed}" if fact.printed else ""
        place = "" if fact.start is None else f" {fact.path or ''} {fact.start}–{fact.end}"
        figure = f"{fact.value:,} {fact.unit}{printed}"
        terminal.say(f"{fact.company}: {fact.metric} {fact.year}: {figure} ({fact.document}{place})")
