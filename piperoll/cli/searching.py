"""Offer the commands that answer a query: search, context."""

from enum import StrEnum
from typing import Annotated

import typer

from piperoll import terminal
from piperoll.cli.commands import app
from piperoll.cli.common import AsJson, CorpusName, reader_of
from piperoll.cli.options import with_options
from piperoll.search.options import ContextOptions, SearchOptions, check_query

Query = Annotated[str, typer.Argument(help="What you look for, in words or as a citation.")]


class Group(StrEnum):
    """Name what hits can be grouped by."""

    DOCUMENT = "document"


@app.command()
@with_options(SearchOptions)
def search(
    corpus: CorpusName,
    query: Query,
    options: SearchOptions,
    group: Annotated[Group | None, typer.Option(help="Show documents with their best passages, not hits.")] = None,
    as_json: AsJson = False,
) -> None:
    """Search the published edition by meaning and by words."""
    check_query(query)
    with reader_of(corpus) as reader:
        result = (reader.documents if group else reader.search)(query, options).to_dict()
    if as_json:
        terminal.print_json(result)
        return
    terminal.lacking(result)
    (terminal.documents if group else terminal.hits)(result)


@app.command()
@with_options(ContextOptions)
def context(corpus: CorpusName, query: Query, options: ContextOptions, as_json: AsJson = False) -> None:
    """Put the best passages and what stands around them together, as text to put before a model."""
    check_query(query)
    with reader_of(corpus) as reader:
        result = reader.context(query, options).to_dict()
    if as_json:
        terminal.print_json(result)
        return
    terminal.lacking(result)
    left = len(result["left_out"])
    if result["text"] or not left:
        terminal.say(result["text"] or "No hits.")
    if left:
        some = f"{left} of the hits did not fit" if result["text"] else "There are hits, but none fits"
        terminal.say(f"{some} into {options.budget:,} tokens.", to=terminal.err)
