"""Offer the commands about questions: ask, questions."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from piperoll import settings, terminal
from piperoll.cli.commands import app
from piperoll.cli.common import AsJson, CorpusName, corpus_named, errors, reader_of, short
from piperoll.cli.options import with_options
from piperoll.results.answers import AskResult
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


@app.command("questions")
def list_questions(
    corpus: CorpusName,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Gold set to write, of the questions after which was read.")
    ] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Delete every question that is kept of the corpus.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the questions that were asked of a corpus that logs them, draft a gold set of them, or forget them."""
    from piperoll.evaluate import draft, records
    from piperoll.store import questions

    with errors(as_json), corpus_named(corpus) as (connection, record):
        table = settings.load().corpus.get(corpus)
        if table and table.log_questions:
            questions.expire(connection, record, table.log_questions)
        if forget:
            count = questions.forget(connection, record)
            told = {"corpus": corpus, "forgotten": count}
            terminal.print_json(told) if as_json else terminal.say(f"{count:,} questions are forgotten.")
            return
        every = questions.every(connection, record)
        if export:
            drafted = draft.draft(every)
            export.write_bytes(records.lines(drafted))
            told = {"corpus": corpus, "asked": len(every), "written": len(drafted), "file": str(export)}
            terminal.print_json(told) if as_json else terminal.say(
                f"{len(drafted):,} questions of {len(every):,} that were asked are in {export}: correct it."
            )
        elif as_json:
            terminal.print_json({"corpus": corpus, "questions": every})
        else:
            _list(every)


def _list(every: Sequence[Mapping[str, Any]]) -> None:
    rows = [
        [short(one["asked_at"]), one["command"], one["question"], _named(one["entities"]), one["edition"],
         len(one["hits"]), ", ".join(one["opened"])]
        for one in every
    ]  # fmt: skip
    terminal.table("Questions", ["asked at", "by", "question", "names", "edition", "hits", "opened"], rows)


def _named(entities: Mapping[str, Sequence[str]]) -> str:
    return "; ".join(f"{kind} {', '.join(values)}" for kind, values in entities.items())
